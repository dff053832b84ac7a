"""Databases go back and forth between target_db and SQLite: same rows, both find them sound."""

import itertools
import random

import apsw
import pytest

from target_db.storage.database import Store
from target_db.storage.integrity import IntegrityCheck
from target_db.storage.keyinfo import KeyInfo
from target_db.storage.shape import RowShape
from target_db.types.collation import BINARY, NOCASE

PAGE_SIZES = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]
ENCODINGS = {1: "UTF-8", 2: "UTF-16le", 3: "UTF-16be"}
SCHEMA = """
CREATE TABLE t(a, b, r REAL);
CREATE INDEX t_b ON t(b COLLATE nocase DESC, a);
CREATE TABLE w(k TEXT, n, v, PRIMARY KEY(k, n DESC)) WITHOUT ROWID;
"""
INDEX = KeyInfo([NOCASE, BINARY, BINARY], [True, False, False], 3)
KEYED = KeyInfo([BINARY, BINARY], [False, True], 2)


def value(chosen: random.Random) -> object:
    return chosen.choice(
        [
            None,
            chosen.randint(-(2 ** chosen.randint(0, 63)), 2 ** chosen.randint(0, 63) - 1),
            chosen.random() * 10 ** chosen.randint(-5, 5),
            chosen.choice("aAbBé€😀") * chosen.randint(0, 40),
            chosen.randbytes(chosen.randint(0, 40)),
            "z" * chosen.choice([300, 3000, 70000]),
        ]
    )


class Exchange:
    """One file, opened by both; `rows` and `keyed` say what its tables hold."""

    def __init__(self, path: str, chosen: random.Random) -> None:
        self.path = path
        self.chosen = chosen
        self.rows: dict[int, tuple] = {}
        self.keyed: dict[tuple, tuple] = {}

    def sqlite(self) -> apsw.Connection:
        return apsw.Connection(self.path)

    def create(self, page_size: int, encoding: int, auto_vacuum: int, mode: str) -> None:
        connection = self.sqlite()
        connection.execute(f"PRAGMA page_size={page_size}").fetchall()
        connection.execute(f"PRAGMA encoding='{ENCODINGS[encoding]}'").fetchall()
        connection.execute(f"PRAGMA auto_vacuum={auto_vacuum}").fetchall()
        connection.execute(f"PRAGMA journal_mode={mode}").fetchall()
        connection.execute(SCHEMA).fetchall()
        connection.close()

    def open(self) -> None:
        self.store = Store.open_file(self.path)
        self.store.begin(False)
        schema = self.store.table_cursor(1)
        roots = {}
        more = schema.first()
        while more:
            roots[schema.row[1]] = schema.row[3]
            more = schema.next()
        self.roots = roots
        self.store.set_shape(roots["t"], RowShape(-1, [2], [None] * 3))
        self.t = self.store.table_cursor(roots["t"])
        self.b = self.store.index_cursor(roots["t_b"], INDEX)
        self.w = self.store.index_cursor(roots["w"], KEYED)
        self.store.commit()

    def put(self, rowid: int, row: tuple) -> None:
        self.drop(rowid)
        self.t.insert(rowid, row)
        self.b.insert((row[1], row[0], rowid))
        self.rows[rowid] = row

    def drop(self, rowid: int) -> None:
        if self.t.seek(rowid):
            assert self.b.remove((self.t.row[1], self.t.row[0], rowid))
            self.t.delete()
            del self.rows[rowid]

    def change_with_target_db(self) -> None:
        chosen = self.chosen
        store = self.store
        store.begin(True)
        for _ in range(chosen.randint(20, 60)):
            rowid = chosen.randint(1, 80)
            if chosen.random() < 0.6:
                real = chosen.choice([float(chosen.randint(-5, 5)), chosen.random(), None])
                self.put(rowid, (value(chosen), value(chosen), real))
            else:
                self.drop(rowid)
            key = (chosen.choice(["k", "é", "z" * 200]), chosen.randint(0, 20))
            if chosen.random() < 0.6:
                self.keyed[key] = (*key, value(chosen))
                self.w.insert(self.keyed[key])
            elif self.keyed.pop(key, None):
                assert self.w.remove(key)
        store.commit()

    def change_with_sqlite(self) -> None:
        chosen = self.chosen
        connection = self.sqlite()
        with connection:
            connection.execute("DELETE FROM t WHERE rowid % 5 = ?", (chosen.randint(0, 4),))
            connection.execute("UPDATE t SET a = b, r = r + 1 WHERE rowid % 3 = 1")
            connection.execute("DELETE FROM w WHERE n % 4 = ?", (chosen.randint(0, 3),))
            for _ in range(10):
                connection.execute(
                    "INSERT INTO t VALUES (?, ?, ?)", (value(chosen), value(chosen), 7)
                )
        self.rows = {r[0]: r[1:] for r in connection.execute("SELECT rowid, a, b, r FROM t")}
        self.keyed = {r[:2]: r for r in connection.execute("SELECT k, n, v FROM w")}
        connection.close()

    def check_with_sqlite(self) -> None:
        connection = self.sqlite()
        assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]
        found = {r[0]: r[1:] for r in connection.execute("SELECT rowid, a, b, r FROM t")}
        assert found == self.rows
        assert {r[:2]: r for r in connection.execute("SELECT k, n, v FROM w")} == self.keyed
        connection.close()

    def check_with_target_db(self) -> None:
        store = self.store
        store.begin(False)
        found = {}
        more = self.t.first()
        while more:
            found[self.t.rowid] = self.t.row
            assert not isinstance(self.t.row[2], int)
            more = self.t.next()
        assert found == self.rows
        more = self.b.last()
        entries = set()
        while more:
            entries.add(self.b.key[2])
            assert self.rows[self.b.key[2]][:2] == (self.b.key[1], self.b.key[0])
            more = self.b.prev()
        assert entries == set(self.rows)
        found = {}
        more = self.w.first()
        while more:
            found[self.w.key[:2]] = self.w.key
            more = self.w.next()
        assert found == self.keyed
        check = IntegrityCheck(store)
        check.check_tree(1, None)
        assert check.check_tree(self.roots["t"], None) == len(self.rows)
        assert check.check_tree(self.roots["t_b"], INDEX) == len(self.rows)
        assert check.check_tree(self.roots["w"], KEYED) == len(self.keyed)
        check.check_pages()
        assert check.messages == []
        store.commit()


def exchange(path, page_size, encoding, auto_vacuum, mode, seed, cache_pages) -> None:
    both = Exchange(str(path), random.Random(seed))
    both.create(page_size, encoding, auto_vacuum, mode)
    both.open()
    both.store.set_synchronous(0)
    both.store.set_cache_pages(cache_pages)
    for _ in range(3):
        both.change_with_target_db()
        both.check_with_sqlite()
        both.check_with_target_db()
        both.change_with_sqlite()
        both.check_with_target_db()
    both.store.close()
    both.check_with_sqlite()


CROSS = list(itertools.product(PAGE_SIZES, ENCODINGS, [0, 1, 2], ["delete", "wal"]))


@pytest.mark.parametrize(
    ("page_size", "encoding", "auto_vacuum", "mode"), CROSS[::6] + CROSS[5::17]
)
def test_exchange(page_size, encoding, auto_vacuum, mode, tmp_path) -> None:
    exchange(tmp_path / "x.db", page_size, encoding, auto_vacuum, mode, page_size, 2000)


@pytest.mark.soak
@pytest.mark.parametrize(("page_size", "encoding", "auto_vacuum", "mode"), CROSS)
@pytest.mark.parametrize("cache_pages", [10, 100, 2000])
def test_exchange_all(page_size, encoding, auto_vacuum, mode, cache_pages, tmp_path) -> None:
    exchange(tmp_path / "x.db", page_size, encoding, auto_vacuum, mode, cache_pages, cache_pages)
