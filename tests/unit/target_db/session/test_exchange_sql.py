"""Databases that SQL of both engines makes and changes in turn: same rows, sound to both."""

import itertools
import random

import apsw
import pytest

from target_db.session.session import Session

PAGE_SIZES = [512, 1024, 4096, 32768, 65536]
ENCODINGS = ["UTF-8", "UTF-16le", "UTF-16be"]
VACUUMS = ["none", "full", "incremental"]
JOURNALS = ["delete", "wal"]
CROSS = list(itertools.product(PAGE_SIZES, ENCODINGS, VACUUMS, JOURNALS))

# Each kind of schema: how it is made, and how its tables t and u (columns a and b) are indexed.
KINDS = {
    "plain": """
        CREATE TABLE t(a, b);
        CREATE TABLE u(a INTEGER PRIMARY KEY AUTOINCREMENT, b TEXT UNIQUE COLLATE NOCASE);
        CREATE INDEX t_ba ON t(b DESC, a);
    """,
    "without rowid": """
        CREATE TABLE t(a, b, c AS (a || quote(b)), PRIMARY KEY(b DESC, a)) WITHOUT ROWID;
        CREATE TABLE u(b, a PRIMARY KEY, r REAL DEFAULT 4) WITHOUT ROWID;
        CREATE INDEX u_b ON u(b COLLATE RTRIM);
    """,
    "generated": """
        CREATE TABLE t(v AS (a || '!'), a, b, s AS (quote(b) || a) STORED, r REAL DEFAULT 3);
        CREATE TABLE u(a INTEGER PRIMARY KEY, v AS (a + 1) UNIQUE, b);
        CREATE INDEX t_v ON t(v, s);
        CREATE INDEX t_e ON t(length(b), a) WHERE a > 5;
    """,
    "strict": """
        CREATE TABLE t(a ANY, b ANY, n INT DEFAULT 5, r REAL DEFAULT 2) STRICT;
        CREATE TABLE u(a INTEGER PRIMARY KEY, b ANY CHECK (a > -1000)) STRICT;
        CREATE VIEW w AS SELECT a FROM t;
        CREATE TRIGGER t_new AFTER INSERT ON t BEGIN UPDATE t SET n = n + 1 WHERE a = new.a; END;
        CREATE INDEX t_a ON t(a);
    """,
}
RESOLUTIONS = ["IGNORE", "REPLACE"]
CHANGES = [
    "DELETE FROM t WHERE a % 5 = {}",
    "UPDATE t SET b = b || 'x' WHERE typeof(b) = 'text' AND a % 7 = {}",
    "UPDATE t SET a = a + 1000 WHERE a % 11 = {}",
    "UPDATE OR IGNORE u SET b = 'same {}' WHERE a % 3 = 1",
    "DELETE FROM u WHERE a % 6 = {}",
    "ALTER TABLE u ADD COLUMN x{} ANY DEFAULT 'd'",
    "DROP INDEX IF EXISTS u_{}",
    "CREATE INDEX IF NOT EXISTS u_{} ON u(b, a)",
    "CREATE TABLE IF NOT EXISTS n{}(z)",
    "DROP TABLE IF EXISTS n{}",
    "PRAGMA incremental_vacuum({})",
    "PRAGMA user_version = {}",
    "VACUUM",
    "REINDEX",
    "ANALYZE",
]


def literal(chosen: random.Random) -> str:
    return chosen.choice(
        [
            "4",
            str(chosen.randint(-(2**40), 2**40)),
            f"{chosen.random() * 1000:.6f}",
            f"{chosen.randint(-9, 9)}.0",
            "'" + chosen.choice("aAbBé€😀") * chosen.randint(0, 30) + f" {chosen.random()}'",
            f"x'{chosen.randbytes(chosen.randint(0, 20)).hex()}'",
            f"zeroblob({chosen.choice([300, 3000, 70000])})",
        ]
    )


def changes(chosen: random.Random, start: int) -> list[str]:
    """A transaction: rows in, and other statements among them."""
    script = []
    for number in range(start, start + chosen.randint(5, 25)):
        insert = f"INSERT OR {chosen.choice(RESOLUTIONS)} INTO {chosen.choice('tu')}(a, b)"
        script.append(f"{insert} VALUES ({number}, {literal(chosen)})")
        if chosen.random() < 0.2:
            script.append(chosen.choice(CHANGES[:5]).format(chosen.randint(0, 4)))
    if chosen.random() < 0.5:
        script = ["BEGIN", *script, chosen.choice(["COMMIT", "COMMIT", "ROLLBACK"])]
    script.append(chosen.choice(CHANGES).format(chosen.randint(0, 3)))
    return script


# Every object but the table of samples, which ANALYZE of target_db does not make (COMPAT.md).
OBJECTS = "SELECT name, sql FROM sqlite_schema WHERE name <> 'sqlite_stat4' ORDER BY name"


def dump_sqlite(path: str) -> list:
    """Every object and row, after SQLite found the file sound."""
    connection = apsw.Connection(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    found = connection.execute(OBJECTS).fetchall()
    for name, kind in tables(found):
        found += sorted(connection.execute(f"SELECT {kind} FROM {name}").fetchall(), key=repr)
    connection.close()
    return found


def dump_here(path: str) -> list:
    """The same by target_db."""
    session = Session(path)
    assert session.query("PRAGMA integrity_check")[1] == [("ok",)]
    found = session.query(OBJECTS)[1]
    for name, kind in tables(found):
        found += sorted(session.query(f"SELECT {kind} FROM {name}")[1], key=repr)
    session.close()
    return found


def tables(schema: list) -> list[tuple[str, str]]:
    """The user's tables in a schema, and what to select of each."""
    made = [(name, sql) for name, sql in schema if sql and sql.startswith("CREATE TABLE")]
    return [
        (name, "*" if "WITHOUT ROWID" in sql else "*, rowid")
        for name, sql in made
        if not name.startswith("sqlite_")
    ]


def run_here(path: str, script: list[str], setup: str = "") -> None:
    session = Session(path)
    session.run_script("PRAGMA synchronous = 0;" + setup)
    for sql in script:
        session.run_script(sql)
    session.close()


def run_sqlite(path: str, script: list[str], setup: str = "") -> None:
    connection = apsw.Connection(path)
    connection.execute("PRAGMA synchronous = 0;" + setup).fetchall()
    for sql in script:
        connection.execute(sql).fetchall()
    connection.close()


def exchange(folder, page_size, encoding, vacuum, journal, kind, seed) -> None:
    """Make a file with the one and change it with both in turn; a twin that SQLite alone changes
    the same way must have the same content."""
    chosen = random.Random(seed)
    path, twin = str(folder / "x.db"), str(folder / "twin.db")
    setup = (
        f"PRAGMA page_size = {page_size}; PRAGMA encoding = '{encoding}';"
        f"PRAGMA auto_vacuum = {vacuum}; PRAGMA journal_mode = {journal};"
    )
    runs = [run_here, run_sqlite]
    if chosen.random() < 0.5:
        runs.reverse()
    for turn in range(4):
        script = changes(chosen, 30 * turn + 1)
        if turn == 0:
            script = [KINDS[kind], *script]
        runs[turn % 2](path, script, "" if turn else setup)
        run_sqlite(twin, script, "" if turn else setup)
        expected = dump_sqlite(twin)
        assert dump_sqlite(path) == expected
        assert dump_here(path) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_both_ways(kind, tmp_path) -> None:
    place = list(KINDS).index(kind)
    for number, layout in enumerate(CROSS[place::23]):
        folder = tmp_path / str(number)
        folder.mkdir()
        exchange(folder, *layout, kind, number)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("page_size", "encoding", "vacuum", "journal"), CROSS)
def test_every_layout(page_size, encoding, vacuum, journal, kind, tmp_path) -> None:
    exchange(tmp_path, page_size, encoding, vacuum, journal, kind, page_size)
