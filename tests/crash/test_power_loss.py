"""Power loss at every point of a row of transactions: before or after, never between.

Each state that the disk may be in is opened by target_db and by SQLite; in the short tests,
SQLite opens a part of them.
"""

import random

import apsw
import pytest

from target_db.errors import SqlError
from target_db.storage.database import Store

PATH = "db"
SCHEMA = "CREATE TABLE t(a,b)"


def transactions(disk, mode: str, count: int, seed: int) -> tuple[list[dict], list[int], list]:
    """Run transactions; the table after each, and how long the log was when it was acknowledged."""
    chosen = random.Random(seed)
    store = Store.open_file(PATH, vfs=disk)
    store.configure(512)
    store.set_synchronous(3)
    store.set_cache_pages(chosen.choice([8, 2000]))
    store.set_auto_checkpoint(25)
    store.set_journal_mode(mode)
    store.begin(True)
    root = store.create_table_tree()
    store.table_cursor(1).insert(1, ("table", "t", "t", root, SCHEMA))
    store.set_meta(1, 1)
    store.commit()
    rows: dict[int, tuple] = {}
    states = [dict(rows)]
    acknowledged = [len(disk.log)]
    cursor = store.table_cursor(root)
    for number in range(count):
        store.begin(True)
        for _ in range(chosen.randint(1, 40)):
            rowid = chosen.randint(1, 60)
            if chosen.random() < 0.7:
                rows[rowid] = (number, "x" * chosen.choice([0, 10, 100, 1500]))
                cursor.insert(rowid, rows[rowid])
            elif cursor.seek(rowid):
                cursor.delete()
                del rows[rowid]
        store.commit()
        states.append(dict(rows))
        acknowledged.append(len(disk.log))
    return states, acknowledged, disk.log


def read_with_target_db(disk) -> dict[int, tuple]:
    store = Store.open_file(PATH, vfs=disk)
    store.begin(False)
    found = {}
    cursor = store.table_cursor(2)
    more = cursor.first()
    while more:
        found[cursor.rowid] = cursor.row
        more = cursor.next()
    store.commit()
    store.close()
    return found


def read_with_sqlite(files: dict[str, bytes], folder) -> dict[int, tuple]:
    for old in folder.iterdir():
        old.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    connection = apsw.Connection(str(folder / PATH))
    try:
        assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]
        return {row[0]: row[1:] for row in connection.execute("SELECT rowid, a, b FROM t")}
    finally:
        connection.close()


def check_states(
    mode, new_disk, crash_states, folder, count, variants, seed, sqlite_every=10
) -> int:
    states, acknowledged, log = transactions(new_disk(), mode, count, seed)
    chosen = random.Random(seed)
    checked = 0
    for cut in range(acknowledged[0], len(log) + 1):
        done = max(n for n, at in enumerate(acknowledged) if at <= cut)
        allowed = states[done : done + 2]
        for files in crash_states(log[:cut], chosen, variants):
            found = read_with_target_db(new_disk(files))
            assert found in allowed, (mode, cut, done)
            checked += 1
            if checked % sqlite_every == 0:
                assert read_with_sqlite(files, folder) in allowed, (mode, cut, done)
    return checked


MODES = ["delete", "truncate", "persist", "wal"]


@pytest.mark.parametrize("mode", MODES)
def test_every_prefix_is_before_or_after(mode, new_disk, crash_states, tmp_path) -> None:
    checked = check_states(mode, new_disk, crash_states, tmp_path, 5, 2, 7)
    assert checked > 150


MISSING_SYNCS = [
    ("delete", ("sync", "db-journal")),
    ("delete", ("sync", "db")),
    ("delete", ("sync folder",)),
    ("truncate", ("sync", "db-journal")),
    ("truncate", ("sync", "db")),
    ("persist", ("sync", "db-journal")),
    ("persist", ("sync", "db")),
    ("wal", ("sync", "db-wal")),
    ("wal", ("sync", "db")),
    ("wal", ("sync folder",)),
]


@pytest.mark.parametrize(("mode", "missing"), MISSING_SYNCS)
def test_a_missing_sync_is_found(mode, missing, new_disk, crash_states, tmp_path) -> None:
    def without(log, chosen, variants):
        return crash_states([done for done in log if done != missing], chosen, variants)

    with pytest.raises((AssertionError, SqlError, apsw.Error)):
        for seed in range(20):
            check_states(mode, new_disk, without, tmp_path, 6, 4, seed)


@pytest.mark.soak
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", range(20))
def test_many_states(mode, seed, new_disk, crash_states, tmp_path) -> None:
    assert check_states(mode, new_disk, crash_states, tmp_path, 20, 10, seed, 1) > 1000
