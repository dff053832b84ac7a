"""Trees that come and go in a database with auto_vacuum, under savepoints and a small cache."""

import copy
import random

import apsw
import pytest

from target_db.storage.database import Store
from target_db.storage.keyinfo import KeyInfo
from target_db.types.collation import BINARY

INFO = KeyInfo([BINARY], [False], 2)


class Tables:
    """Tables t1, t2, ... with an index each; `tables` maps a number to roots and rows."""

    def __init__(self, store: Store, chosen: random.Random) -> None:
        self.store = store
        self.chosen = chosen
        self.tables: dict[int, list] = {}

    def create(self) -> None:
        store = self.store
        number = max(self.tables, default=0) + 1
        table, index = store.create_table_tree(), store.create_index_tree()
        schema = store.table_cursor(1)
        name = f"t{number}"
        schema.insert(2 * number, ("table", name, name, table, f"CREATE TABLE {name}(a,b)"))
        sql = f"CREATE INDEX i{number} ON {name}(b)"
        schema.insert(2 * number + 1, ("index", f"i{number}", name, index, sql))
        store.set_meta(1, store.meta(1) + 1)
        self.tables[number] = [table, index, {}]

    def drop(self, number: int) -> None:
        schema = self.store.table_cursor(1)
        for kind in (1, 0):
            assert schema.seek(2 * number + kind)
            schema.delete()
            root = self.tables[number][kind]
            self.tables[number][kind] = 0
            self.follow(self.store.drop_tree(root), root)
        del self.tables[number]
        self.store.set_meta(1, self.store.meta(1) + 1)

    def follow(self, moved: int, root: int) -> None:
        """Correct the schema row of the tree that moved to `root`."""
        schema = self.store.table_cursor(1)
        for number, table in self.tables.items():
            for kind in (0, 1):
                if moved and table[kind] == moved:
                    table[kind] = root
                    assert schema.seek(2 * number + kind)
                    row = schema.row
                    schema.insert(2 * number + kind, (*row[:3], root, *row[4:]))

    def change_row(self, insert: bool) -> None:
        chosen = self.chosen
        table, index, rows = self.tables[chosen.choice(list(self.tables))]
        cursor = self.store.table_cursor(table)
        entries = self.store.index_cursor(index, INFO)
        rowid = chosen.randrange(300)
        if cursor.seek(rowid):
            assert entries.remove((cursor.row[1], rowid))
            if not insert:
                cursor.delete()
                del rows[rowid]
        if insert:
            row = (chosen.random(), "x" * chosen.choice([3, 40, 300, 3000]))
            cursor.insert(rowid, row)
            entries.insert((row[1], rowid))
            rows[rowid] = row

    def change(self, growing: bool, mode: int) -> None:
        chosen = self.chosen
        for step in range(150):
            if not self.tables or chosen.random() < 0.02:
                self.create()
            elif chosen.random() < 0.015:
                self.drop(chosen.choice(list(self.tables)))
            else:
                self.change_row(chosen.random() < (0.7 if growing else 0.3))
            if step % 50 == 49:
                level = self.store.savepoint()
                before = copy.deepcopy(self.tables)
                self.create()
                self.drop(chosen.choice(list(self.tables)))
                if mode == 2:
                    self.store.incremental_vacuum(3)
                for _ in range(10):
                    self.change_row(True)
                self.store.rollback_to(level)
                self.tables = before


@pytest.mark.parametrize("page_size", [512, 1024, 4096])
@pytest.mark.parametrize("mode", [0, 1, 2])
def test_pages_move_and_nothing_is_lost(mode: int, page_size: int, tmp_path) -> None:
    path = str(tmp_path / "a.db")
    store = Store.open_file(path)
    store.configure(page_size, 0, 1, mode)
    store.set_synchronous(0)
    store.set_cache_pages(40)
    tables = Tables(store, random.Random(page_size))
    saved: dict = {}
    for number in range(8):
        store.begin(True)
        tables.change(number % 3 != 2, mode)
        if mode == 2 and number % 3 == 1:
            store.incremental_vacuum(tables.chosen.choice([1, 5, 1000]))
        if number % 4 == 3:
            store.rollback()
            tables.tables = copy.deepcopy(saved)
        else:
            store.commit()
            saved = copy.deepcopy(tables.tables)
        connection = apsw.Connection(path)
        assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]
        for name, (_, _, rows) in tables.tables.items():
            found = {r[0]: r[1:] for r in connection.execute(f"SELECT rowid, a, b FROM t{name}")}
            assert found == rows
        connection.close()
        if mode == 1:
            assert store.free_page_count() == 0
    store.close()
