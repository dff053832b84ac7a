"""Whether a process holds a lock file, found out without touching the lock."""

import os
from pathlib import Path

TABLE = Path("/proc/locks")


def is_held(lock: Path) -> bool:
    """Whether any process has `flock`ed the file. See proc(5) for the table's columns.

    Trying the lock would tell as well, and now and then turn away the process that needs it.
    """
    try:
        status = lock.stat()
        table = TABLE.read_text(encoding="ascii")
    except OSError:
        return False
    place = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
    return any(
        len(words) > 5 and words[1] == "FLOCK" and words[5] == place
        for words in map(str.split, table.splitlines())
    )
