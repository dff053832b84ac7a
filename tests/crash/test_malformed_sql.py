"""SQL on malformed files: an SqlError or rows, never a crash, a hang or an internal error.

Where SQLite finds a damaged file sound, both must give the same rows.
"""

import random
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import apsw
import pytest

from target_db.errors import INTERNAL, NOMEM, SqlError
from target_db.session.session import Session
from target_db.storage.copying import open_image

SCRIPT = """
CREATE TABLE t(a INTEGER PRIMARY KEY, b, c REAL DEFAULT 2.5, d AS (b || 'd'));
CREATE INDEX t_b ON t(b);
CREATE UNIQUE INDEX t_c ON t(c DESC, b COLLATE NOCASE) WHERE c > 3;
CREATE TABLE w(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE INDEX w_v ON w(v);
CREATE VIEW both AS SELECT a, b FROM t UNION ALL SELECT v, k FROM w;
CREATE TRIGGER t_gone AFTER DELETE ON t BEGIN DELETE FROM w WHERE v = old.a; END;
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 120)
INSERT INTO t(a, b, c)
SELECT i, CASE i % 9 WHEN 0 THEN zeroblob(900) ELSE 'text ' || i END, i * 1.5 FROM n;
INSERT INTO w SELECT b || a, a FROM t;
DELETE FROM t WHERE a % 4 = 0;
ANALYZE;
"""
READS = [
    "SELECT count(*), sum(a), max(length(b)) FROM t",
    "SELECT a, c FROM t ORDER BY b, a LIMIT 5",
    "SELECT a, d FROM t WHERE b = 'text 7'",
    "SELECT a, length(b) FROM both WHERE a BETWEEN 5 AND 30 ORDER BY 1, 2",
    "SELECT k, v FROM w WHERE v > 50 ORDER BY k DESC",
    "SELECT t.a, w.k FROM t JOIN w ON w.v = t.a WHERE t.c < 60 ORDER BY 1, 2",
    "SELECT name, type FROM sqlite_schema ORDER BY 1",
]
CHANGES = [
    "PRAGMA integrity_check",
    "INSERT INTO t(b, c) VALUES ('new', 4.5), (zeroblob(3000), 7)",
    "UPDATE t SET b = b || 'x' WHERE a % 3 = 1",
    "DELETE FROM t WHERE a % 5 = 0",
    "DELETE FROM w WHERE v % 7 = 2",
    "CREATE TABLE n AS SELECT * FROM t",
    "ALTER TABLE t ADD COLUMN e DEFAULT 3",
    "DROP INDEX t_b",
    "DROP TABLE w",
    "VACUUM",
    "REINDEX",
    "PRAGMA incremental_vacuum(3)",
]
CPU_SECONDS = 60
MEMORY = 3 << 30


def make(path: str, auto_vacuum: int, encoding: str) -> bytes:
    connection = apsw.Connection(path)
    connection.execute("PRAGMA page_size = 512").fetchall()
    connection.execute(f"PRAGMA encoding = '{encoding}'").fetchall()
    connection.execute(f"PRAGMA auto_vacuum = {auto_vacuum}").fetchall()
    connection.execute(SCRIPT).fetchall()
    connection.close()
    with open(path, "rb") as file:
        return file.read()


def damage(image: bytes, chosen: random.Random) -> bytes:
    data = bytearray(image)
    pages = len(data) // 512
    kind = chosen.randrange(6)
    if kind == 0:
        for _ in range(chosen.randint(1, 12)):
            data[chosen.randrange(len(data))] = chosen.randrange(256)
    elif kind == 1:
        at = chosen.randrange(pages) * 512
        for _ in range(chosen.randint(1, 5)):  # page headers and cell pointers
            data[at + chosen.randrange(40)] = chosen.randrange(256)
    elif kind == 2:
        del data[chosen.randrange(len(data)) :]
    elif kind == 3:
        source, target = chosen.randrange(pages) * 512, chosen.randrange(pages) * 512
        data[target : target + 512] = data[source : source + 512]
    elif kind == 4:
        at = chosen.randrange(len(data))
        data[at : at + 4] = chosen.choice([0, 1, 2**31, 2**32 - 1, 7]).to_bytes(4, "big")
    else:
        data[chosen.randrange(min(2048, len(data)))] ^= 1 << chosen.randrange(8)
    return bytes(data)


def answers_of_sqlite(image: bytes) -> dict[str, list] | None:
    """What SQLite reads, when it finds nothing wrong."""
    connection = apsw.Connection(":memory:")
    try:
        connection.deserialize("main", image)
        if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            return None
        return {sql: connection.execute(sql).fetchall() for sql in READS}
    except (apsw.Error, UnicodeError):
        return None
    finally:
        connection.close()


def use(image: bytes, chosen: random.Random) -> None:
    expected = answers_of_sqlite(image)
    session = Session(":memory:")
    session.replace_store(session.catalog.main, open_image(image))
    for sql in chosen.sample(READS, 3):
        rows = run(session, sql)
        if expected is not None:
            assert rows == expected[sql], sql
    for sql in chosen.sample(CHANGES, 4):
        run(session, sql)
    session.close()


def run(session: Session, sql: str) -> list | None:
    """The rows of a statement; None after an error, which must be one of SQLite's."""
    try:
        _, rows, error = session.query(sql)
        if error is not None:
            raise error
        return rows
    except SqlError as error:
        assert error.primary_code not in (INTERNAL, NOMEM), (sql, error, error.__cause__)
        return None


@contextmanager
def bounded() -> Iterator[None]:
    """Stop a hang by processor time, and endless memory."""

    def stop(number: int, frame: object) -> None:
        raise AssertionError("hangs")

    handler = signal.signal(signal.SIGVTALRM, stop)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, limits[1]))
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, limits)


def campaign(folder, first: int, count: int) -> None:
    """Use `count` damaged databases, each made from its own number."""
    images = [
        make(str(folder / f"{mode}{encoding}"), mode, encoding)
        for mode in (0, 1, 2)
        for encoding in ("UTF-8", "UTF-16le")
    ]
    for number in range(first, first + count):
        chosen = random.Random(number)
        with bounded():
            try:
                use(damage(chosen.choice(images), chosen), chosen)
            except BaseException as error:
                raise AssertionError(f"database number {number}") from error


@pytest.mark.parametrize("first", [0, 1000, 1400, 1700])
def test_a_sample(first, tmp_path) -> None:
    campaign(tmp_path, first, 200)


# One of each kind that was answered wrongly once: a page count beyond the file, a later format to
# write, a schema row that contradicts its SQL, an index entry without its row, a freelist that
# names pages twice, cells that overlap, BLOBs among text in UTF-16, neighbours of two levels.
FOUND = [5476, 4894, 45112, 46649, 53734, 4236, 29955, 61528, 57465, 199153]


@pytest.mark.parametrize("number", FOUND)
def test_found_before(number, tmp_path) -> None:
    campaign(tmp_path, number, 1)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(200))
def test_two_hundred_thousand(part, tmp_path) -> None:
    campaign(tmp_path, part * 1000, 1000)
