"""Damaged database headers: what SQLite reads is read, what it refuses is refused."""

from __future__ import annotations

import apsw
import pytest

from target_db.errors import SqlError
from target_db.session.session import Session
from target_db.storage.copying import open_image

QUERIES = [
    "SELECT count(*), max(length(a)) FROM t",
    "PRAGMA page_count",
    "PRAGMA encoding",
    "INSERT INTO t VALUES(7)",
    "SELECT count(*) FROM t",
]
PAGES = 6


def number(value: int) -> bytes:
    return value.to_bytes(4, "big")


CHANGES = {
    "far more pages than there are": {28: number(2**31)},
    "a page more than there is": {28: number(PAGES + 1)},
    "no page count": {28: number(0)},
    "a page count that is not valid": {28: number(PAGES + 1), 92: number(85)},
    "a later format to write": {18: b"\3"},
    "a later format to read": {19: b"\3"},
    "format 0": {18: b"\0\0"},
    "an encoding above 3": {56: number(4)},
    "another embedded payload fraction": {21: b"\x41"},
    "a page size that is no power of two": {16: b"\3\0"},
    "too many reserved bytes": {20: b"\x28"},
    "another magic": {3: b"X"},
}


def image() -> bytearray:
    connection = apsw.Connection(":memory:")
    connection.execute("PRAGMA page_size = 512").fetchall()
    connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES(1), (zeroblob(2500))").fetchall()
    data = bytearray(connection.serialize("main"))
    assert len(data) == PAGES * 512
    return data


def ours(data: bytes) -> list[object]:
    session = Session(":memory:")
    session.replace_store(session.catalog.main, open_image(data))
    answers: list[object] = []
    for sql in QUERIES:
        try:
            _, rows, error = session.query(sql)
            answers.append(rows if error is None else error.message)
        except SqlError as error:
            answers.append(error.message)
    return answers


def theirs(data: bytes) -> list[object]:
    connection = apsw.Connection(":memory:")
    connection.deserialize("main", data)
    answers: list[object] = []
    for sql in QUERIES:
        try:
            answers.append(connection.execute(sql).fetchall())
        except apsw.Error as error:
            answers.append(str(error))
    return answers


@pytest.mark.parametrize("kind", CHANGES)
def test_changed_bytes(kind: str) -> None:
    data = image()
    for offset, value in CHANGES[kind].items():
        data[offset : offset + len(value)] = value
    assert ours(bytes(data)) == theirs(bytes(data))


@pytest.mark.parametrize("lost", [1, 100, 511, 512, 1000])
def test_cut_files(lost: int) -> None:
    data = bytes(image()[:-lost])
    assert ours(data) == theirs(data)
