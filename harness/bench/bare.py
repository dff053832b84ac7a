"""The least that running a suite's SQL through apsw can cost: prepare, step, fetch.

`python -m harness.bench.bare FOLDER NAME...` prints the CPU seconds as JSON. Parsing is not
counted, and nothing is judged. apsw's statement cache is off, as in the engine under test.
"""

import json
import sys
import time
from contextlib import suppress
from pathlib import Path

import apsw

from sqllogictest.parser import parse_bytes
from sqllogictest.records import Case, Halt

LABEL = "sqlite"


def applicable_sql(content: bytes, name: str) -> list[str]:
    """The SQL of every case that the label must run, in order."""
    texts = []
    for record in parse_bytes(content, name):
        if record.conditions.exclude(LABEL):
            continue
        if isinstance(record, Halt):
            break
        if isinstance(record, Case):
            texts.append(record.sql)
    return texts


def run_bare(texts: list[str]) -> float:
    """Run the texts on one fresh database; returns CPU seconds."""
    connection = apsw.Connection(":memory:", statementcachesize=0)
    cursor = connection.cursor()
    began = time.process_time()
    for text in texts:
        with suppress(apsw.Error):
            cursor.execute(text).fetchall()
    return time.process_time() - began


def main(folder: Path, names: list[str]) -> None:
    total = sum(run_bare(applicable_sql((folder / name).read_bytes(), name)) for name in names)
    print(json.dumps({"cpu_seconds": total}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
