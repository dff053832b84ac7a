"""I/O faults: operation number k fails, once or from then on; the state is before or after."""

import random

import apsw
import pytest

from target_db.errors import FULL, SqlError
from target_db.storage.database import Store
from target_db.storage.failure import IOERR_WRITE

PATH = "db"
MODES = ["delete", "truncate", "persist", "memory", "wal"]


def faulty(disk_type, number: int, lasting: bool, code: int):
    """A disk whose operation `number` fails, and all later ones too when `lasting`."""

    class FaultyDisk(disk_type):
        def __init__(self, files=None) -> None:
            super().__init__(files)
            self.count = 0
            self.armed = False

        def before(self, operation: str, path: str) -> None:
            if not self.armed:
                return
            self.count += 1
            if self.count == number or (lasting and self.count > number):
                raise SqlError("disk I/O error", code)

    return FaultyDisk()


def read_all(store: Store) -> dict[int, tuple]:
    store.begin(False)
    found = {}
    cursor = store.table_cursor(2)
    more = cursor.first()
    while more:
        found[cursor.rowid] = cursor.row
        more = cursor.next()
    store.commit()
    return found


def run(disk, mode: str, seed: int) -> tuple[bool, list[dict]]:
    """Transactions until one fails: whether one did, and the states that are allowed then."""
    chosen = random.Random(seed)
    store = Store.open_file(PATH, vfs=disk)
    store.configure(512)
    store.set_cache_pages(chosen.choice([8, 2000]))
    store.set_auto_checkpoint(10)
    store.set_journal_mode(mode)
    store.begin(True)
    root = store.create_table_tree()
    store.table_cursor(1).insert(1, ("table", "t", "t", root, "CREATE TABLE t(a,b)"))
    store.set_meta(1, 1)
    store.commit()
    rows: dict[int, tuple] = {}
    before = dict(rows)
    disk.armed = True
    cursor = store.table_cursor(root)
    failed = False
    for number in range(4):
        try:
            store.begin(True)
            for _ in range(chosen.randint(5, 40)):
                rowid = chosen.randint(1, 60)
                if chosen.random() < 0.7:
                    rows[rowid] = (number, "x" * chosen.choice([0, 10, 100, 1500]))
                    cursor.insert(rowid, rows[rowid])
                elif cursor.seek(rowid):
                    cursor.delete()
                    del rows[rowid]
            store.commit()
            before = dict(rows)
        except SqlError:
            failed = True
            break
    if failed:
        try:
            store.rollback()
        except SqlError:
            pass  # the disk stays broken: the journal is left to the next who opens the file
        else:
            disk.armed = False
            assert read_all(store) in (before, rows)
    return failed, [before, rows]


def sweep(mode: str, lasting: bool, code: int, seed: int, new_disk, folder) -> int:
    number = 0
    while True:
        number += 1
        disk = faulty(new_disk, number, lasting, code)
        failed, allowed = run(disk, mode, seed)
        files = {path: bytes(data) for path, data in disk.files.items()}
        if mode != "memory" or not lasting:
            assert read_all(Store.open_file(PATH, vfs=new_disk(files))) in allowed, number
            if number % 8 == 0:
                check_with_sqlite(files, folder)
        if not failed:
            return number


def check_with_sqlite(files: dict[str, bytes], folder) -> None:
    for old in folder.iterdir():
        old.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    connection = apsw.Connection(str(folder / PATH))
    assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]
    connection.close()


@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_before_or_after(mode, lasting, new_disk, tmp_path) -> None:
    points = sweep(mode, lasting, FULL if lasting else IOERR_WRITE, 3, new_disk, tmp_path)
    assert points > 10


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(48))
@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_many_points(mode, lasting, seed, new_disk, tmp_path) -> None:
    assert sweep(mode, lasting, IOERR_WRITE, seed, new_disk, tmp_path) > 10
