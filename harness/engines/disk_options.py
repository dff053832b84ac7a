"""The options of an engine that keeps each database in a file: `target_db:journal=wal;...`.

    path=FOLDER        where the files are made (default: the system's folder for temporary files)
    file=FILE          this file instead, made if need be and kept
    journal=MODE       delete, truncate, persist, memory, off or wal
    page_size=BYTES    a power of two from 512 to 65536
    encoding=NAME      UTF-8, UTF-16le or UTF-16be
    auto_vacuum=MODE   none, full or incremental
    synchronous=LEVEL  off (the default: a test's file need not survive a power cut), normal, full

But for `file`, a database begins as a new file, which is deleted when it is closed.
"""

import itertools
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from harness.errors import UsageError

PLACES = ("path", "file")
CHOICES = {
    "journal": ("delete", "truncate", "persist", "memory", "off", "wal"),
    "page_size": tuple(str(1 << bits) for bits in range(9, 17)),
    "encoding": ("utf-8", "utf-16le", "utf-16be"),
    "auto_vacuum": ("none", "full", "incremental"),
    "synchronous": ("off", "normal", "full", "extra"),
}
PRAGMAS = {"journal": "journal_mode"}
# The journal mode comes last: WAL makes the file, and the others are chosen before that.
ORDER = ("page_size", "encoding", "auto_vacuum", "synchronous", "journal")
ENDINGS = ("", "-journal", "-wal", "-shm")

_numbers: Iterator[int] = itertools.count()


def parse_options(argument: str) -> dict[str, str]:
    """`key=value;key=value` as a dict. Raises UsageError for what is not known."""
    options: dict[str, str] = {}
    for part in argument.split(";"):
        key, equals, value = part.strip().partition("=")
        if key not in PLACES:
            value = value.lower()
        if not equals or not value or (key not in PLACES and value not in CHOICES.get(key, ())):
            known = [f"{name}={'|'.join(values)}" for name, values in CHOICES.items()]
            raise UsageError(
                f"{part!r} is no option of a database in a file",
                f"known options: path=FOLDER, file=FILE, {', '.join(known)}",
            )
        options[key] = value
    return options


def setup_script(options: dict[str, str]) -> str:
    """The PRAGMAs that give a new file these options."""
    chosen = {"synchronous": "off", **options}
    return "".join(
        f"PRAGMA {PRAGMAS.get(key, key)} = '{chosen[key]}';" for key in ORDER if key in chosen
    )


def database_file(options: dict[str, str]) -> Path:
    """The file that the options name, or one that is not there yet, in this process's name."""
    if "file" in options:
        return Path(options["file"])
    folder = Path(options.get("path", tempfile.gettempdir()))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"dbwright-{os.getpid()}-{next(_numbers)}.db"
    delete_file(path)
    return path


def drop_file(options: dict[str, str], path: Path) -> None:
    """Delete what `database_file` made up, and what lies beside it."""
    if "file" not in options:
        delete_file(path)


def delete_file(path: Path) -> None:
    """Delete a database file and what lies beside it."""
    for ending in ENDINGS:
        Path(f"{path}{ending}").unlink(missing_ok=True)
