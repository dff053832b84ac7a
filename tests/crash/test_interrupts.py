"""KeyboardInterrupt and MemoryError at any point of a transaction: it rolls back clean."""

import random
import sys

import apsw
import pytest

import target_db
from target_db.storage.database import Store
from target_db.storage.keyinfo import KeyInfo
from target_db.types.collation import BINARY

STEPS = 45  # of a transaction
CALLS = 2700  # of functions of the storage, about, in one
INFO = KeyInfo([BINARY, BINARY], [False, False], 2)


class Interrupt:
    """Raises `error` at call number `number` of a Python function of the storage."""

    def __init__(self, number: int, error: type[BaseException]) -> None:
        self.left = number
        self.error = error

    def __call__(self, frame, event: str, argument: object) -> None:
        if event == "call" and "/target_db/storage/" in frame.f_code.co_filename:
            self.left -= 1
            if self.left == 0:
                sys.setprofile(None)
                raise self.error


class Pair:
    """A table and an index on it, in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        store.begin(True)
        table, index = store.create_table_tree(), store.create_index_tree()
        schema = store.table_cursor(1)
        schema.insert(1, ("table", "t", "t", table, "CREATE TABLE t(a)"))
        schema.insert(2, ("index", "i", "t", index, "CREATE INDEX i ON t(a)"))
        store.set_meta(1, 1)
        store.commit()
        self.table = store.table_cursor(table)
        self.index = store.index_cursor(index, INFO)
        self.rows: dict[int, tuple] = {}
        self.committing = False

    def change(self, chosen: random.Random) -> None:
        """A transaction of many inserts and deletes, and a savepoint that is rolled back."""
        store = self.store
        store.begin(True)
        for step in range(STEPS):
            if step == STEPS // 3:
                level = store.savepoint()
                kept = dict(self.rows)
            if step == STEPS * 2 // 3:
                store.rollback_to(level)
                self.rows = kept
                store.release(level)
            rowid = chosen.randint(1, 300)
            if self.table.seek(rowid):
                self.index.remove((self.table.row[0], rowid))
                self.table.delete()
                del self.rows[rowid]
            if chosen.random() < 0.7:
                row = ("x" * chosen.randint(0, 90),)
                self.table.insert(rowid, row)
                self.index.insert((row[0], rowid))
                self.rows[rowid] = row
        self.committing = True
        store.commit()
        self.committing = False

    def check(self, before: dict[int, tuple]) -> None:
        self.store.begin(False)
        found = {}
        more = self.table.first()
        while more:
            found[self.table.rowid] = self.table.row
            more = self.table.next()
        if self.committing:  # interrupted in there: before or after, both are whole
            assert found in (before, self.rows)
            self.rows = found
            self.committing = False
        assert found == self.rows
        entries = []
        more = self.index.first()
        while more:
            entries.append(self.index.key)
            more = self.index.next()
        assert entries == sorted((row[0], rowid) for rowid, row in self.rows.items())
        self.store.commit()


def interrupt_at_random(pair: Pair, wanted: int, seed: int) -> int:
    """Interrupt `wanted` transactions, rolling each back; returns how many were tried."""
    chosen = random.Random(seed)
    hits = 0
    tried = 0
    while hits < wanted:
        tried += 1
        before = dict(pair.rows)
        error = chosen.choice([KeyboardInterrupt, MemoryError])
        sys.setprofile(Interrupt(chosen.randint(1, CALLS), error))
        try:
            pair.change(chosen)
        except error:
            hits += 1
            pair.store.rollback()
            if not pair.committing:
                pair.rows = before
        finally:
            sys.setprofile(None)
        pair.check(before)
    return tried


def open_on_file(folder) -> Store:
    store = Store.open_file(str(folder / "i.db"))
    store.configure(512)
    store.set_synchronous(0)
    store.set_cache_pages(20)
    return store


only_pure = pytest.mark.skipif(
    target_db.BUILD == "compiled", reason="compiled functions give no profile events"
)


@only_pure
def test_in_memory() -> None:
    assert interrupt_at_random(Pair(Store.open_memory()), 40, 1) < 400


@only_pure
def test_on_file(tmp_path) -> None:
    pair = Pair(open_on_file(tmp_path))
    tried = 0
    for seed in range(40):
        tried += interrupt_at_random(pair, 1, seed)
    pair.store.close()
    assert tried < 400
    connection = apsw.Connection(str(tmp_path / "i.db"))
    assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]


@only_pure
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(50))
def test_many(seed, tmp_path) -> None:
    interrupt_at_random(Pair(Store.open_memory()), 100, seed)
    interrupt_at_random(Pair(open_on_file(tmp_path)), 100, seed)
