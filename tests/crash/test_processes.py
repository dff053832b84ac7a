"""Several processes, half of them SQLite: writers that are killed, and money that is moved.

Children are run as scripts, so that no lock or descriptor is shared with this process.
"""

import os
import random
import signal
import subprocess
import sys
import time

import apsw
import pytest

from target_db.storage.database import Store

ACCOUNTS = 20
START = 1000

WRITER = """
import sys
from target_db.storage.database import Store
from target_db.storage.busy import BusyTimeout
store = Store.open_file(sys.argv[1])
store.set_cache_pages(10)
store.set_busy_handler(BusyTimeout(20000))
store.set_auto_checkpoint(30)
cursor = store.table_cursor(2)
number = int(sys.argv[2])
while True:
    number += 1
    store.begin(True)
    for rowid in range(1, 30):
        cursor.insert(rowid, (number, "x" * (number * rowid % 700)))
    store.commit()
    print(number, flush=True)
"""

MOVER = """
import random, sys, time
from target_db.storage.database import Store
from target_db.storage.busy import BusyTimeout
from target_db.errors import BUSY, SqlError
store = Store.open_file(sys.argv[1])
store.set_busy_handler(BusyTimeout(20000))
store.set_synchronous(0)
store.set_auto_checkpoint(50)
cursor = store.table_cursor(2)
stop = time.monotonic() + float(sys.argv[2])
moves = 0
while time.monotonic() < stop:
    try:
        store.begin(True)
        total = 0
        more = cursor.first()
        while more:
            total += cursor.row[0]
            more = cursor.next()
        assert total == 20000, total
        a, b = random.sample(range(1, 21), 2)
        amount = random.randint(1, 9)
        for rowid, change in ((a, -amount), (b, amount)):
            assert cursor.seek(rowid)
            cursor.insert(rowid, (cursor.row[0] + change, "x" * random.randint(0, 400)))
        store.commit()
        moves += 1
    except SqlError as error:
        if error.primary_code != BUSY:
            raise
        store.rollback()
store.close()
print(moves)
"""

SQLITE_MOVER = """
import random, sys, time
import apsw
connection = apsw.Connection(sys.argv[1])
connection.set_busy_timeout(20000)
connection.execute("PRAGMA synchronous=0")
connection.execute("PRAGMA wal_autocheckpoint=40").fetchall()
stop = time.monotonic() + float(sys.argv[2])
moves = 0
while time.monotonic() < stop:
    try:
        connection.execute("BEGIN IMMEDIATE")
        assert connection.execute("SELECT sum(a) FROM t").fetchall() == [(20000,)]
        a, b = random.sample(range(1, 21), 2)
        amount = random.randint(1, 9)
        connection.execute("UPDATE t SET a = a - ? WHERE rowid = ?", (amount, a))
        connection.execute("UPDATE t SET a = a + ? WHERE rowid = ?", (amount, b))
        connection.execute("COMMIT")
        moves += 1
    except apsw.BusyError:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
print(moves)
"""


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def create(path, mode: str, rows: list[tuple]) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA page_size=512").fetchall()
    connection.execute(f"PRAGMA journal_mode={mode}").fetchall()
    connection.execute("CREATE TABLE t(a, b)")
    connection.executemany("INSERT INTO t VALUES (?, ?)", rows)
    connection.close()


def numbers_seen_by(reader: str, path) -> set:
    if reader == "sqlite":
        connection = apsw.Connection(str(path))
        assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]
        found = {row[0] for row in connection.execute("SELECT a FROM t")}
        connection.close()
        return found
    store = Store.open_file(str(path))
    store.begin(False)
    cursor = store.table_cursor(2)
    found = set()
    more = cursor.first()
    while more:
        found.add(cursor.row[0])
        more = cursor.next()
    store.commit()
    store.close()
    return found


def kill_writers(path, mode: str, times: int) -> None:
    """Kill writers at any moment; what they had acknowledged is there, and nothing half."""
    create(path, mode, [(0, "")] * 29)
    chosen = random.Random(times)
    number = 0
    for attempt in range(times):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(number)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        child.stdout.readline()
        time.sleep(chosen.random() * 0.05)
        child.send_signal(signal.SIGKILL)
        acknowledged = [int(line) for line in child.stdout.read().split()]
        child.wait()
        number = max([number + 1, *acknowledged])
        found = numbers_seen_by("sqlite" if attempt % 2 else "target_db", path)
        assert found in ({number}, {number + 1}), (attempt, number)
        number = found.pop()


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_no_acknowledged_commit_is_lost(mode, tmp_path) -> None:
    kill_writers(tmp_path / "k.db", mode, 6)


@pytest.mark.soak
@pytest.mark.parametrize("mode", ["delete", "truncate", "persist", "wal"])
def test_a_thousand_kills(mode, tmp_path) -> None:
    kill_writers(tmp_path / "k.db", mode, 250)


def move_money(path, mode: str, seconds: float, processes: int) -> None:
    """The sum that every transaction of every process sees is the same."""
    create(path, mode, [(START, "")] * ACCOUNTS)
    children = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(path), str(seconds)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        for script in [MOVER, SQLITE_MOVER] * (processes // 2)
    ]
    moves = []
    for child in children:
        output, errors = child.communicate()
        assert child.returncode == 0, errors
        moves.append(int(output))
    print(f"{mode}: {moves} transfers")
    assert sum(moves) > 0
    connection = apsw.Connection(str(path))
    assert list(connection.execute("PRAGMA integrity_check")) == [("ok",)]
    assert list(connection.execute("SELECT sum(a) FROM t")) == [(START * ACCOUNTS,)]


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_money_is_neither_made_nor_lost(mode, tmp_path) -> None:
    move_money(tmp_path / "m.db", mode, 5, 8)


@pytest.mark.soak
@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_money_for_ten_minutes(mode, tmp_path) -> None:
    move_money(tmp_path / "m.db", mode, 600, 8)
