"""Two connections to one file: who may read and write, and what is said otherwise."""

import os

import apsw
import pytest

from target_db.errors import BUSY, CANTOPEN, MISUSE, NOTADB, READONLY, SqlError
from target_db.storage.busy import BusyCallback, BusyTimeout
from target_db.storage.database import Store


@pytest.fixture(params=["delete", "wal"])
def path(request, tmp_path) -> str:
    name = str(tmp_path / "l.db")
    connection = apsw.Connection(name)
    connection.execute(f"PRAGMA journal_mode={request.param}").fetchall()
    connection.execute("CREATE TABLE t(a)")
    connection.execute("INSERT INTO t VALUES (1)")
    connection.close()
    return name


def code_of(action, *arguments) -> int:
    with pytest.raises(SqlError) as caught:
        action(*arguments)
    return caught.value.primary_code


def test_one_writer_at_a_time(path) -> None:
    one, two = Store.open_file(path), Store.open_file(path)
    one.begin(True)
    assert code_of(two.begin, True) == BUSY
    assert not two.in_transaction
    two.begin(False)
    two.commit()
    one.commit()
    two.begin(True)
    two.commit()


def test_a_reader_keeps_its_snapshot_or_the_writer_out(path) -> None:
    reader, writer = Store.open_file(path), Store.open_file(path)
    reader.begin(False)
    cursor = reader.table_cursor(2)
    assert cursor.first() and cursor.row == (1,)
    writer.begin(True)
    writer.table_cursor(2).insert(1, (2,))
    if writer.journal_mode() == "wal":
        writer.commit()
        assert code_of(reader.begin, True) == BUSY  # it reads an older state
    else:
        assert code_of(writer.commit) == BUSY
    assert cursor.first() and cursor.row == (1,)
    reader.commit()
    if writer.in_write:
        writer.commit()
    version = reader.data_version
    reader.begin(False)
    assert reader.data_version == version + 1
    assert cursor.first() and cursor.row == (2,)
    reader.commit()


def test_exclusive_keeps_readers_out_of_a_journal_database(path) -> None:
    one, two = Store.open_file(path), Store.open_file(path)
    one.begin_exclusive()
    if one.journal_mode() == "wal":
        two.begin(False)
        two.commit()
    else:
        assert code_of(two.begin, False) == BUSY
    one.commit()
    two.begin(False)
    two.commit()


def test_the_busy_handler_is_asked_until_it_gives_up(path) -> None:
    one, two = Store.open_file(path), Store.open_file(path)
    one.begin(True)
    asked: list[int] = []
    two.set_busy_handler(BusyCallback(lambda count: asked.append(count) or count < 3))
    assert code_of(two.begin, True) == BUSY
    assert asked == [0, 1, 2, 3]
    two.set_busy_handler(BusyCallback(lambda count: one.commit() or True))
    two.begin(True)
    two.commit()


def test_busy_timeout_ends() -> None:
    handler = BusyTimeout(400)
    attempt = 0
    while handler.retry(attempt):
        attempt += 1
    assert attempt > 1


def test_sqlite_sees_the_locks(path) -> None:
    store = Store.open_file(path)
    store.begin(True)
    connection = apsw.Connection(path)
    with pytest.raises(apsw.BusyError):
        connection.execute("BEGIN IMMEDIATE")
    assert connection.execute("SELECT a FROM t").fetchall() == [(1,)]
    store.commit()
    connection.execute("BEGIN IMMEDIATE")
    assert code_of(store.begin, True) == BUSY
    connection.execute("COMMIT")


def test_what_cannot_be_opened(tmp_path) -> None:
    assert code_of(Store.open_file, str(tmp_path)) == CANTOPEN
    assert code_of(Store.open_file, str(tmp_path / "none"), False) == CANTOPEN
    (tmp_path / "text").write_text("no database" * 100)
    assert code_of(Store.open_file(str(tmp_path / "text")).begin, False) == NOTADB


def test_a_read_only_file_is_not_written(path) -> None:
    store = Store.open_file(path, read_only=True)
    assert code_of(store.begin, True) == READONLY
    store.begin(False)
    assert store.table_cursor(2).first()
    store.commit()


def test_a_connection_is_not_carried_across_a_fork(path) -> None:
    store = Store.open_file(path)
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if code_of(store.begin, False) == MISUSE else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
