"""The content of one suite file as lines, checked before it is parsed."""

import os
import re
from typing import Final

from mypy_extensions import mypyc_attr

from sqllogictest.records import SuiteError

LONGEST_LINE: Final = 16 * 2**20
WHITE_SPACE: Final = " \t\v\f\r"
BLANK_LINE: Final = re.compile(r"\n[ \t\v\f\r]+(?=\n|\Z)")
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def read_source(path: str) -> bytes:
    """The content of the file at `path`. Raises SuiteError if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise SuiteError(
            path, 0, f"cannot be read: {error.strerror}", "check the path and its permissions"
        ) from None


def check_content(data: bytes, name: str) -> None:
    """Raise SuiteError, with the line, for what is no text or has a line of absurd length."""
    zero = data.find(b"\0")
    if zero >= 0:
        line = data.count(b"\n", 0, zero) + 1
        raise SuiteError(
            name, line, "this is binary, not text", "a suite file is plain text, without NUL bytes"
        )
    if len(data) <= LONGEST_LINE:
        return
    start = 0
    line = 1
    while start < len(data):
        end = data.find(b"\n", start)
        if end < 0:
            end = len(data)
        if end - start > LONGEST_LINE:
            raise SuiteError(
                name,
                line,
                f"the line has {end - start:,} bytes",
                f"a line may have {LONGEST_LINE:,} bytes at most",
            )
        start = end + 1
        line += 1


def decode_text(data: bytes) -> str:
    """The text of a file, its lines ended by a newline alone.

    A carriage return before a newline is dropped, and so are newlines at the end. A line of nothing
    but white space becomes empty. Bytes that are not UTF-8 are kept as surrogates
    ('surrogateescape').
    """
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
    returns = data.count(b"\r")
    if returns:
        if returns == data.count(b"\r\n"):
            data = data.translate(None, b"\r")
        else:
            data = data.replace(b"\r\n", b"\n")
            if data.endswith(b"\r"):
                data = data[:-1]
    text = data.decode("utf-8", "surrogateescape")
    if BLANK_LINE.search(text) is not None:
        text = BLANK_LINE.sub("\n", text)
    if not text.partition("\n")[0].strip(WHITE_SPACE):
        text = text.lstrip(WHITE_SPACE)
    return text.rstrip("\n")


@mypyc_attr(allow_interpreted_subclasses=True)
class Includes:
    """Finds and reads the files that `include` names; replace it to read from an archive.

    `root` is the folder that no include may leave. Names given and returned are relative to
    it, with forward slashes.
    """

    def __init__(self, root: str) -> None:
        self.root = root

    def names(self, pattern: str) -> list[str]:
        """The files that a pattern with `*`, `?` and `[...]` names, in sorted order."""
        import glob

        found = glob.glob(pattern, root_dir=self.root, recursive=True)
        return sorted(name.replace(os.sep, "/") for name in found)

    def read(self, name: str) -> bytes:
        """The content of one file. Raises SuiteError when it lies outside or cannot be read."""
        root = os.path.realpath(self.root)
        path = os.path.realpath(os.path.join(root, name))
        if path != root and not path.startswith(root.rstrip(os.sep) + os.sep):
            raise SuiteError(name, 0, "the included file lies outside the suite's folder")
        return read_source(path)
