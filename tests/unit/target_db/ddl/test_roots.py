"""CREATE and DROP in files with auto_vacuum, where dropping a tree moves another one's root."""

import random

import apsw
import pytest

from target_db.session.session import Session


def rows_of(path: str) -> dict[str, list]:
    connection = apsw.Connection(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    found = {name: sorted(connection.execute(f"SELECT * FROM {name}")) for (name,) in names}
    connection.close()
    return found


class Tables:
    """Tables t0 to t9 that come and go, each with an index; `rows` has what they hold."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.rows: dict[str, list] = {}
        self.indexed: set[str] = set()

    def step(self, chosen: random.Random) -> None:
        run = self.session.run_script
        name = f"t{chosen.randrange(10)}"
        if name not in self.rows:
            without = chosen.choice(["", " WITHOUT ROWID"])
            run(f"CREATE TABLE {name}(a PRIMARY KEY, b UNIQUE){without}")
            self.rows[name] = []
        elif name in self.indexed:
            run(f"DROP INDEX {name}_b")
            self.indexed.remove(name)
        elif chosen.random() < 0.3:
            run(f"DROP TABLE {name}")
            del self.rows[name]
        elif chosen.random() < 0.5:
            run(f"CREATE INDEX {name}_b ON {name}(b, a)")
            self.indexed.add(name)
        else:
            self.fill(name, chosen)

    def fill(self, name: str, chosen: random.Random) -> None:
        first = len(self.rows[name])
        new = [(n, f"{n} " * chosen.randint(1, 300)) for n in range(first, first + 9)]
        values = ", ".join(f"({a}, '{b}')" for a, b in new)
        self.session.run_script(f"INSERT INTO {name} VALUES {values}")
        self.rows[name] += new

    def check(self) -> None:
        """Every table has its rows, found by a scan and by its index."""
        for name, rows in self.rows.items():
            assert self.session.query(f"SELECT * FROM {name} ORDER BY +a")[1] == rows
            for a, b in rows[:3]:
                assert self.session.query(f"SELECT a FROM {name} WHERE b = '{b}'")[1] == [(a,)]


@pytest.mark.parametrize("mode", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_roots_are_followed(mode, seed, tmp_path) -> None:
    path = str(tmp_path / "r.db")
    chosen = random.Random(seed)
    session = Session(path)
    session.run_script("PRAGMA synchronous = 0; PRAGMA page_size = 512;")
    session.run_script(f"PRAGMA auto_vacuum = {mode}")
    tables = Tables(session)
    for number in range(60):
        tables.step(chosen)
        if number % 10 == 9:
            tables.check()
    session.close()
    assert rows_of(path) == tables.rows
    tables.session = Session(path)
    tables.check()
    tables.session.close()


def test_a_rollback_puts_roots_back(tmp_path) -> None:
    session = Session(str(tmp_path / "r.db"))
    session.run_script(
        "PRAGMA auto_vacuum = 1; CREATE TABLE a(x); CREATE TABLE b(x); CREATE TABLE c(x);"
        "INSERT INTO c VALUES (3); BEGIN; DROP TABLE a; INSERT INTO c VALUES (4); ROLLBACK;"
        "INSERT INTO c VALUES (5);"
    )
    assert session.query("SELECT x FROM c")[1] == [(3,), (5,)]
    session.close()
    assert rows_of(str(tmp_path / "r.db")) == {"a": [], "b": [], "c": [(3,), (5,)]}
