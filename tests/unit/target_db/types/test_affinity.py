"""Column affinity, beside what SQLite stores in a column of that type."""

import math

import apsw
import pytest

from target_db.types import affinity

DECLARED = [
    None, "", "INT", "INTEGER", "BIGINT", "CHARINT", "FLOATING POINT", "VARCHAR(10)", "CLOB",
    "TEXT", "BLOB", "blob", "REAL", "DOUBLE PRECISION", "FLOAT", "NUMERIC", "DECIMAL(10,5)",
    "BOOLEAN", "DATE", "STRING", "TEXTBLOB", "BLOBTEXT", "REALBLOB", "BLOBREAL", "xintx", "ANY",
]  # fmt: skip
VALUES = [
    None, 1, -1, 9223372036854775807, 1.0, 1.5, -0.0, 1e15, 1e18, 9.3e18, 2.0**63, -(2.0**63),
    math.inf, "", " ", "12", " 12 ", "12abc", "1e5", "0x10", "1.0", "-0", "-0.0", "1e-400", "1e400",
    "9223372036854775807", "9223372036854775808", "9007199254740993.0", "12\0", "1_0", b"12", b"",
    "12345678901234567890123", "2251799813685248.0", "9223372036854774784.0", ".5", "5.", ".",
]  # fmt: skip


@pytest.mark.parametrize("declared", DECLARED)
def test_stored_value_follows_the_declared_type(declared):
    connection = apsw.Connection(":memory:")
    connection.execute(f"CREATE TABLE t (c {declared or ''})")
    code = affinity.affinity_of_type(declared)
    for value in VALUES:
        connection.execute("INSERT INTO t VALUES (?)", (value,))
        (expected,) = next(iter(connection.execute("SELECT c FROM t ORDER BY rowid DESC LIMIT 1")))
        found = affinity.apply_affinity(value, code)
        assert repr(found) == repr(expected), (declared, value)


def test_comparison_takes_numeric_text_for_a_number():
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE t (n INTEGER, v)")
    for value in VALUES:
        for number in (0, 1, 12, 100000, 0.5, 5):
            connection.execute("DELETE FROM t")
            connection.execute("INSERT INTO t VALUES (?, NULL)", (number,))
            (expected,) = next(iter(connection.execute("SELECT n = ? FROM t", (value,))))
            if value is not None:
                assert (affinity.apply_comparison_numeric(value) == number) == bool(expected)
