"""Both kinds of tree beside a sorted dict: random changes, savepoints and rollbacks."""

import bisect
import os
import tempfile

import apsw
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from target_db.storage.database import Store
from target_db.storage.keyinfo import KeyInfo
from target_db.types.collation import BINARY, NOCASE

ROWIDS = st.integers(-400, 400) | st.sampled_from([-(2**63), 2**63 - 1, 2**40])
SPANS = st.tuples(st.integers(-400, 400), st.integers(1, 300), st.sampled_from([1, 2, 7, -1]))
FIRST = st.one_of(
    st.none(),
    st.integers(-30, 30),
    st.sampled_from([0.5, -2.0, 3.0, 1e300, -1e300, 2**62, 2**62 + 1, -(2**63)]),
    st.text("aAbB é\0", max_size=9),
    st.binary(max_size=9),
)


def run_of(span: tuple[int, int, int]) -> list[int]:
    start, length, step = span
    return [start + i * step for i in range(length)]


class Levels(RuleBasedStateMachine):
    """A store beside a dict; the dict's states at each open savepoint beside the levels."""

    def __init__(self) -> None:
        super().__init__()
        self.store = self.open_store()
        self.store.begin(True)
        self.model: dict = {}
        self.saved: list[dict] = []
        self.before: dict = {}
        self.make_cursor()
        self.store.commit()
        self.store.begin(True)
        self.store.set_meta(6, 0)
        self.user_version = 0

    def open_store(self) -> Store:
        return Store.open_memory()

    def describe(self, kind: str, name: str, sql: str) -> None:
        schema = self.store.table_cursor(1)
        schema.insert(1, (kind, name, name, self.root, sql))

    def make_cursor(self) -> None:
        raise NotImplementedError

    @rule()
    def savepoint(self) -> None:
        assert self.store.savepoint() == len(self.saved) + 1
        self.saved.append(dict(self.model))

    @precondition(lambda self: self.saved)
    @rule(data=st.data())
    def release(self, data: st.DataObject) -> None:
        level = data.draw(st.integers(1, len(self.saved)))
        self.store.release(level)
        del self.saved[level - 1 :]

    @precondition(lambda self: self.saved)
    @rule(data=st.data())
    def rollback_to(self, data: st.DataObject) -> None:
        level = data.draw(st.integers(1, len(self.saved)))
        self.store.rollback_to(level)
        self.model = dict(self.saved[level - 1])
        del self.saved[level:]

    @rule()
    def commit(self) -> None:
        self.store.commit()
        self.store.begin(True)
        self.saved.clear()
        self.before = dict(self.model)

    @rule()
    def commit_and_open_savepoints(self) -> None:
        self.commit()
        self.savepoint()
        self.savepoint()

    @rule()
    def rollback(self) -> None:
        self.store.rollback()
        self.store.begin(True)
        self.saved.clear()
        self.model = dict(self.before)

    @rule()
    def clear(self) -> None:
        assert self.store.clear_tree(self.root) == len(self.model)
        self.model.clear()


class TableLevels(Levels):
    def make_cursor(self) -> None:
        self.root = self.store.create_table_tree()
        self.describe("table", "t", "CREATE TABLE t(a)")
        self.cursor = self.store.table_cursor(self.root)
        self.reader = self.store.table_cursor(self.root)

    @rule(rowid=ROWIDS, value=st.integers(-(2**63), 2**63 - 1))
    def insert(self, rowid: int, value: int) -> None:
        self.cursor.insert(rowid, (value,))
        self.model[rowid] = (value,)

    @rule(span=SPANS)
    def insert_span(self, span: tuple[int, int, int]) -> None:
        for rowid in run_of(span):
            self.insert(rowid, rowid)

    @rule(rowid=ROWIDS)
    def delete(self, rowid: int) -> None:
        found = self.cursor.seek(rowid)
        assert found == (rowid in self.model)
        if found:
            self.cursor.delete()
            del self.model[rowid]

    @rule(span=SPANS)
    def delete_span(self, span: tuple[int, int, int]) -> None:
        for rowid in run_of(span):
            self.delete(rowid)

    @rule(rowid=ROWIDS)
    def seek(self, rowid: int) -> None:
        keys = sorted(self.model)
        at = bisect.bisect_left(keys, rowid)
        after = bisect.bisect_right(keys, rowid)
        cursor = self.cursor
        for found, want in (
            (cursor.seek_ge(rowid) and cursor.rowid, at < len(keys) and keys[at]),
            (cursor.seek_gt(rowid) and cursor.rowid, after < len(keys) and keys[after]),
            (cursor.seek_le(rowid) and cursor.rowid, after > 0 and keys[after - 1]),
            (cursor.seek_lt(rowid) and cursor.rowid, at > 0 and keys[at - 1]),
        ):
            assert found == want and type(found) is type(want)

    @rule(rowid=ROWIDS, span=SPANS)
    def step_across_changes(self, rowid: int, span: tuple[int, int, int]) -> None:
        found = self.reader.seek_ge(rowid)
        if not found:
            return
        here = self.reader.rowid
        self.insert_span(span)
        following = [key for key in self.model if key > here]
        assert self.reader.next() == bool(following)
        if following:
            assert self.reader.rowid == min(following)

    @invariant()
    def same(self) -> None:
        want = sorted(self.model.items())
        cursor = self.cursor
        got = []
        more = cursor.first()
        while more:
            got.append((cursor.rowid, cursor.row))
            more = cursor.next()
        assert got == want
        more = cursor.last()
        while more:
            assert got.pop() == (cursor.rowid, cursor.row)
            more = cursor.prev()
        assert not got
        more = cursor.first()
        while more:
            leaf = cursor.leaf
            leaf.decode_all()
            got += zip(list(leaf.keys)[cursor.pos :], leaf.rows[cursor.pos :], strict=True)
            more = cursor.next_leaf()
        assert got == want
        assert cursor.count() == len(want)
        assert cursor.max_rowid() == (want[-1][0] if want else 0)


class IndexLevels(Levels):
    """Keys of three fields: DESC and NOCASE, then ascending, then one that is carried along."""

    def make_cursor(self) -> None:
        self.info = KeyInfo([NOCASE, BINARY], [True, False], 2)
        self.root = self.store.create_index_tree()
        self.describe(
            "table",
            "t",
            "CREATE TABLE t(a COLLATE nocase, b, c, PRIMARY KEY (a DESC, b)) WITHOUT ROWID",
        )
        self.cursor = self.store.index_cursor(self.root, self.info)
        self.reader = self.store.index_cursor(self.root, self.info)

    def place(self, key: tuple) -> object:
        return sort_key(key[0]), key[1]

    @rule(first=FIRST, second=st.integers(0, 3), carried=st.integers(-(2**63), 2**63 - 1))
    def insert(self, first: object, second: int, carried: int) -> None:
        self.cursor.insert((first, second, carried))
        self.model[self.place((first, second))] = (first, second, carried)

    @rule(span=SPANS, text=st.booleans(), carried=st.integers(0, 9))
    def insert_span(self, span: tuple[int, int, int], text: bool, carried: int) -> None:
        for number in run_of(span):
            self.insert(f"prefix {number}" if text else number, 0, carried)

    @rule(first=FIRST, second=st.integers(0, 3))
    def delete(self, first: object, second: int) -> None:
        found = self.cursor.find((first, second))
        assert found == (self.place((first, second)) in self.model)
        if found:
            self.cursor.delete()
            del self.model[self.place((first, second))]

    @rule(span=SPANS, text=st.booleans())
    def delete_span(self, span: tuple[int, int, int], text: bool) -> None:
        for number in run_of(span):
            self.delete(f"PREFIX {number}" if text else number, 0)

    @rule()
    def rebuild(self) -> None:
        entries = self.ordered()
        self.store.clear_tree(self.root)
        self.cursor.build(entries)

    def ordered(self) -> list[tuple]:
        return [self.model[key] for key in sorted(self.model, key=lambda k: (k[0], k[1]))]

    @rule(first=FIRST, second=st.none() | st.integers(0, 3))
    def seek(self, first: object, second: int | None) -> None:
        prefix = (first,) if second is None else (first, second)
        entries = self.ordered()
        if second is None:
            keys = [sort_key(e[0]) for e in entries]
            probe = sort_key(first)
        else:
            keys = [self.place(e) for e in entries]
            probe = self.place(prefix)
        at = bisect.bisect_left(keys, probe)
        after = bisect.bisect_right(keys, probe)
        cursor = self.cursor
        for found, want in (
            (cursor.seek_ge(prefix) and cursor.key, at < len(keys) and entries[at]),
            (cursor.seek_gt(prefix) and cursor.key, after < len(keys) and entries[after]),
            (cursor.seek_le(prefix) and cursor.key, after > 0 and entries[after - 1]),
            (cursor.seek_lt(prefix) and cursor.key, at > 0 and entries[at - 1]),
        ):
            assert found == want
        assert cursor.find(prefix) == (at < after)

    @rule(first=FIRST, span=SPANS, text=st.booleans())
    def step_across_changes(self, first: object, span: tuple[int, int, int], text: bool) -> None:
        if not self.reader.seek_ge((first,)):
            return
        here = self.place(self.reader.key)
        self.insert_span(span, text, 1)
        following = [key for key in self.model if here < key]
        assert self.reader.next() == bool(following)
        if following:
            assert self.place(self.reader.key) == min(following)

    @invariant()
    def same(self) -> None:
        want = self.ordered()
        cursor = self.cursor
        got = []
        more = cursor.first()
        while more:
            got.append(cursor.key)
            more = cursor.next()
        assert got == want
        more = cursor.last()
        while more:
            assert got.pop() == cursor.key
            more = cursor.prev()
        assert not got
        more = cursor.seek_ge(())
        while more:
            leaf = cursor.leaf
            leaf.decode_all()
            got += leaf.entries[cursor.pos :]
            more = cursor.next_leaf()
        assert got == want
        assert cursor.count() == len(want)


class Reversed:
    """A key that sorts the other way round, for DESC."""

    def __init__(self, key: tuple) -> None:
        self.key = key

    def __lt__(self, other: "Reversed") -> bool:
        return other.key < self.key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reversed) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def sort_key(value: object) -> Reversed:
    """SQLite's order of values under NOCASE, written independently of the engine, descending."""
    if value is None:
        return Reversed((0, 0))
    if isinstance(value, int | float):
        return Reversed((1, value))
    if isinstance(value, bytes):
        return Reversed((3, value))
    head, nul, rest = value.partition("\0")
    folded = head.encode().lower() + bytes(len(nul.encode()) + len(rest.encode()))
    return Reversed((2, folded))


class OnFile:
    """The same on a file of tiny pages, with a cache that holds few of them."""

    def open_store(self) -> Store:
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "model.db")
        store = Store.open_file(self.path)
        store.configure(512, 0, 1)
        store.set_synchronous(0)
        store.set_cache_pages(12)
        return store

    @rule()
    def commit(self) -> None:
        super().commit()
        self.store.commit()
        connection = apsw.Connection(self.path)
        found = {row[0] for row in connection.execute("PRAGMA integrity_check")}
        assert found <= {"ok", "NULL value in t.a"}
        [(count,)] = connection.execute("SELECT count(*) FROM t")
        assert count == len(self.model)
        connection.close()
        self.store.begin(True)

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()


class TableOnFile(OnFile, TableLevels):
    pass


class IndexOnFile(OnFile, IndexLevels):
    pass


TestTable = TableLevels.TestCase
TestIndex = IndexLevels.TestCase
TestTableOnFile = TableOnFile.TestCase
TestIndexOnFile = IndexOnFile.TestCase
TestTable.settings = TestIndex.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None
)
TestTableOnFile.settings = TestIndexOnFile.settings = settings(
    max_examples=5, stateful_step_count=20, deadline=None
)
