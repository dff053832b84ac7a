"""Operators, CASE and CAST over constants and columns, beside SQLite."""

from collections.abc import Callable

import pytest

LOGIC = [
    "NOT NULL", "NOT 'a'", "NOT 0.1", "5 AND NULL", "0 AND NULL", "NULL AND 0", "0 OR NULL",
    "NULL OR 5", "5 OR NULL", "'0.1' AND 1", "x'31' AND 1", "5 IS TRUE", "5 IS NOT TRUE",
    "NULL IS NOT TRUE", "NULL IS FALSE", "a IS TRUE", "'abc' IS FALSE", "a IS 'true'", "TRUE IS 1",
    "1 IS TRUE IS 1", "0.1 IS TRUE", "5 = TRUE", "TRUE + 1", "a IS +TRUE", "a = NULL", "a IS NULL",
    "a NOTNULL", "2 ISNULL", "1 IS DISTINCT FROM NULL", "NULL IS NOT DISTINCT FROM NULL",
    "2 BETWEEN 1 AND NULL", "0 BETWEEN 1 AND NULL", "0 NOT BETWEEN 1 AND NULL",
    "NULL BETWEEN 2 AND 1", "a BETWEEN 4 AND 6", "a BETWEEN 4.5 AND 5", "e BETWEEN 4 AND 6",
    "(SELECT -1) IS TRUE", "(SELECT 2) IS NOT FALSE", "(SELECT NULL) IS NOT TRUE", "(5) IS (TRUE)",
    "(SELECT 5) = TRUE", "TRUE IS (SELECT 5)", "(SELECT 5) IS (SELECT TRUE)",
    "(SELECT 1 WHERE 0) IS FALSE",
]  # fmt: skip

ARITHMETIC = [
    "1 / 0", "5 % 0", "5.5 % 2", "-5 / 2", "-5 % 3", "-9223372036854775808",
    "- 9223372036854775808", "-(9223372036854775808)", "9223372036854775807 + 1",
    "- -9223372036854775808", "-9223372036854775808 / -1", "0x7fffffffffffffff + 1", "~'5'",
    "1 << 64", "-1 >> 64", "1 << -1", "'5' + '6'", "'1e2' * 1", "x'31' + 1", "1 || 2", "NULL || 1",
    "1.5 || 'a'", "1e308 * 10", "1e308 * 10 - 1e308 * 10", "9007199254740993 + 0.0", "-''", "+'a'",
    "- + - 3", "2 * - 3 + + 4", "a + b", "a || b", "c || d", "a / 2", "a / 2.0", "a % 3", "-b",
    "a * 9223372036854775807", "a + NULL", "a & 4", "a | 2", "a << 1", "a >> 1", "~a",
]  # fmt: skip

CONDITIONALS = [
    "CASE WHEN NULL THEN 1 ELSE 2 END", "CASE a WHEN NULL THEN 1 ELSE 2 END",
    "CASE NULL WHEN NULL THEN 1 END", "CASE WHEN 0 THEN 1 END", "CASE 1 WHEN 1.0 THEN 'x' END",
    "nullif(NULL, NULL)", "nullif(1, NULL)", "iif(0, 1)", "iif(1, 2)", "iif(0, 1, 2, 3)",
    "iif(0, 1, 1, 3)", "iif(0, 1, 0, 3, 4)", "if(1, 2)", "coalesce(NULL, NULL)", "ifnull(NULL, a)",
    "coalesce(1, abs(-9223372036854775808))", "iif(1, 2, abs(-9223372036854775808))",
    "CASE WHEN 1 THEN 2 ELSE abs(-9223372036854775808) END", "abs(-9223372036854775808)",
    "typeof(likely(a))", "likelihood(a, 0.5)", "CAST(a AS TEXT)", "CAST('1.9' AS INT)",
    "CAST(x'3132' AS INTEGER)", "CAST(NULL AS TEXT)", "CAST('abc' AS BLOB)", "CAST(1e30 AS INT)",
]  # fmt: skip

PATTERNS = [
    "'abc' LIKE 'A_C'", "1 NOT LIKE 2", "a LIKE NULL", "NULL LIKE NULL ESCAPE NULL",
    "'abc' GLOB 'a*'", "like('a%', 'abc')", "like('a%', 'abc', 'x')", "glob('a*', 'abc')",
    "f LIKE 'AB_'", "'10%' LIKE '10!%' ESCAPE '!'", "a LIKE 5", "12 LIKE '1%'",
    "current_date > '2000'", "typeof(current_timestamp)", "length(current_time)",
]  # fmt: skip


@pytest.mark.parametrize("sql", LOGIC + ARITHMETIC + CONDITIONALS + PATTERNS)
def test_as_in_sqlite(sql: str, beside: Callable[[str], tuple[object, object]]) -> None:
    ours, sqlite = beside(f"SELECT {sql} FROM t")
    assert ours == sqlite
