"""Power loss while two files are committed together: both before or both after."""

import random

import apsw
import pytest

from target_db.storage.database import Store
from target_db.storage.super_journal import commit_together

FILES = ["one", "two"]


def open_both(disk, mode: str, folder: str) -> tuple[list[Store], list]:
    stores = []
    cursors = []
    for name in FILES:
        store = Store.open_file(folder + name, vfs=disk)
        store.configure(512)
        store.set_synchronous(3)
        store.set_cache_pages(10)
        store.set_journal_mode(mode)
        store.begin(True)
        root = store.create_table_tree()
        store.table_cursor(1).insert(1, ("table", "t", "t", root, "CREATE TABLE t(a,b)"))
        store.set_meta(1, 1)
        store.commit()
        stores.append(store)
        cursors.append(store.table_cursor(root))
    return stores, cursors


def transactions(disk, mode: str, count: int, seed: int, folder: str = "") -> list[int]:
    """Write the number of each transaction into all rows of both files."""
    chosen = random.Random(seed)
    stores, cursors = open_both(disk, mode, folder)
    acknowledged = [len(disk.log)]
    for number in range(1, count + 1):
        for store, cursor in zip(stores, cursors, strict=True):
            store.begin(True)
            for rowid in range(1, 12):
                cursor.insert(rowid, (number, "x" * chosen.randint(0, 700)))
        commit_together(stores)
        acknowledged.append(len(disk.log))
    return acknowledged


def numbers(disk) -> list[set]:
    found = []
    for path in FILES:
        store = Store.open_file(path, vfs=disk)
        store.begin(False)
        cursor = store.table_cursor(2)
        seen = set()
        more = cursor.first()
        while more:
            seen.add(cursor.row[0])
            more = cursor.next()
        found.append(seen)
        store.commit()
        store.close()
    return found


def check(mode: str, count: int, variants: int, seed: int, new_disk, crash_states) -> int:
    disk = new_disk()
    acknowledged = transactions(disk, mode, count, seed)
    chosen = random.Random(seed)
    checked = 0
    for cut in range(acknowledged[0], len(disk.log) + 1):
        done = max(n for n, at in enumerate(acknowledged) if at <= cut)
        before = {done} if done else set()
        for files in crash_states(disk.log[:cut], chosen, variants):
            found = numbers(new_disk(files))
            assert found in ([before, before], [{done + 1}, {done + 1}]), (cut, done)
            checked += 1
    return checked


@pytest.mark.parametrize("mode", ["delete", "truncate", "persist"])
def test_both_or_none(mode, new_disk, crash_states) -> None:
    assert check(mode, 3, 3, 1, new_disk, crash_states) > 200


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("mode", ["delete", "truncate", "persist"])
def test_both_or_none_many(mode, seed, new_disk, crash_states) -> None:
    assert check(mode, 10, 10, seed, new_disk, crash_states) > 1000


@pytest.mark.parametrize("committed", [False, True])
def test_sqlite_understands_the_super_journal(committed, new_disk, tmp_path) -> None:
    """Stop just before or just after the super-journal is deleted, and let SQLite recover."""
    disk = new_disk()
    folder = str(tmp_path) + "/"
    acknowledged = transactions(disk, "delete", 2, 1, folder)
    deletion = next(
        at
        for at in range(acknowledged[1], len(disk.log))
        if disk.log[at][0] == "delete" and "-mj" in disk.log[at][1]
    )
    files = replay(disk.log[: deletion + committed])
    for path, data in files.items():
        with open(path, "wb") as file:
            file.write(data)
    for name in FILES:
        connection = apsw.Connection(folder + name)
        found = {row[0] for row in connection.execute("SELECT a FROM t")}
        assert found == ({2} if committed else {1})
        assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]
        connection.close()


def replay(log: list[tuple]) -> dict[str, bytearray]:
    """The files after every operation of `log`."""
    files: dict[str, bytearray] = {}
    for operation in log:
        kind = operation[0]
        if kind == "create":
            files[operation[1]] = bytearray()
        elif kind == "delete":
            del files[operation[1]]
        elif kind == "truncate":
            content = files[operation[1]]
            content.extend(bytes(max(operation[2] - len(content), 0)))
            del content[operation[2] :]
        elif kind == "write":
            content = files[operation[1]]
            content.extend(bytes(max(operation[2] - len(content), 0)))
            content[operation[2] : operation[2] + len(operation[3])] = operation[3]
    return files
