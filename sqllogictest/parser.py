"""Text of a suite file to records."""

from sqllogictest.records import Record


def parse_file(path: str, dialect: str = "auto") -> list[Record]:
    """The records of the file at `path`. Raises SuiteError when it cannot be read at all."""
    raise NotImplementedError


def parse_bytes(data: bytes, name: str, dialect: str = "auto") -> list[Record]:
    """The records of a file's content; `name` is the file name that they bear."""
    raise NotImplementedError
