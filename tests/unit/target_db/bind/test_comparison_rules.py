"""Affinity and collation of comparisons, beside SQLite ("Datatypes in SQLite", 4.2 and 7.1).

Table t: a INT 5, b TEXT '5', c REAL 5.0, d BLOB x'35', e '5', f TEXT COLLATE NOCASE 'abc'.
"""

from collections.abc import Callable

import pytest

AFFINITY = [
    "a = '5'", "+a = '5'", "-(-a) = '5'", "a = e", "b = 5", "b = 5.0", "b = +5", "b = a", "b = c",
    "e = 5", "e = a", "d = '5'", "d = 5", "c = '5'", "5 = b", "5 = +b", "5 IS b", "a IS '5'",
    "CAST('5' AS INT) = '5'", "CAST(5 AS TEXT) = 5", "(a COLLATE nocase) = '5'", "abs(a) = '5'",
    "likely(a) = '5'", "iif(1, a, a) = '5'", "coalesce(a, 1) = '5'", "ifnull(a, 1) = '5'",
    "CASE WHEN 1 THEN a END = '5'", "max(a) = '5'", "nullif(a, '5')", "nullif(5, 5.0)",
    "(SELECT a) = '5'", "(SELECT +a) = '5'", "(SELECT a UNION SELECT a) = '5'",
    "'5' BETWEEN a AND a", "'5' BETWEEN a AND 9", "5 BETWEEN b AND b", "a BETWEEN '5' AND '6'",
    "CASE a WHEN '5' THEN 1 END", "CASE '5' WHEN a THEN 1 END", "CASE b WHEN 5 THEN 1 END",
    "typeof(+a)", "typeof(-b)", "typeof(CAST('12' AS ''))", "typeof(CAST('12abc' AS foo))",
]  # fmt: skip

MEMBERSHIP = [
    "a IN ('5')", "a IN ('5', '6')", "a IN ('5', 6 + 0)", "a IN ('5', e)", "b IN (5)",
    "b IN (5, 6)", "b IN (5, a)", "e IN (5)", "e IN (5, 6)", "e IN (a)", "e IN (a, 6)",
    "'5' IN (a)", "'5' IN (a, 6)", "5 IN (b)", "5 IN (b, 9)", "5 IN (b, b)", "e IN (SELECT a)",
    "'5' IN (SELECT a)", "'5' IN (SELECT +a)", "5 IN (SELECT b)", "'ABC' IN (f)",
    "'ABC' IN (f, 'x')", "f IN ('ABC')", "f IN ('ABC', 'y')", "'abc' COLLATE nocase IN ('ABC', 1)",
    "'abc' IN ('ABC' COLLATE nocase)", "'abc' IN ('ABC' COLLATE nocase, 'z')",
    "'ABC' IN (SELECT f)", "'ABC' IN (SELECT f COLLATE binary)", "f IN (SELECT 'ABC')",
    "'ABC' COLLATE binary IN (SELECT f)", "a IN ()", "NULL IN ()", "NULL NOT IN ()",
    "nosuch IN ()", "5 = (2 NOT IN ())",
    "NULL IN (1)", "1 IN (2, NULL)", "1 NOT IN (2, NULL)", "1 IN (1, NULL)", "1.0 IN (1)",
    "9007199254740993 IN (9007199254740992.0)", "x'35' IN ('5')", "a IN (SELECT 1 WHERE 0)",
    "NULL IN (SELECT 1 WHERE 0)", "5 IN u", "1 IN (SELECT p FROM u)", "2 NOT IN (SELECT q FROM u)",
]  # fmt: skip

COLLATION = [
    "f = 'ABC'", "'ABC' = f", "f || '' = 'ABC'", "+f = 'ABC'", "CAST(f AS TEXT) = 'ABC'",
    "f = 'ABC' COLLATE binary", "('x' || (f COLLATE nocase)) = 'xABC'", "'a' < f COLLATE nocase",
    "coalesce(f COLLATE nocase, 1) = 'ABC'", "upper(f) = f", "lower(f) = 'ABC'",
    "CASE WHEN 1 THEN 'abc' COLLATE nocase END = 'ABC'", "CASE f WHEN 'ABC' THEN 1 END",
    "CASE 'abc' WHEN 'ABC' COLLATE nocase THEN 1 END", "CASE 'ABC' WHEN f THEN 1 END",
    "CASE f WHEN b THEN 2 WHEN 'ABC' THEN 1 END", "'ABC' BETWEEN f AND f",
    "f BETWEEN 'ABC' AND 'ABC'", "nullif(f, 'ABC')", "nullif('ABC', f)",
    "nullif('ABC', 'abc' COLLATE nocase)", "nullif(f, 'ABC' COLLATE binary)", "max('a', 'B')",
    "max(f, 'ABD')", "max('a' COLLATE nocase, 'B')", "min('a', 'B' COLLATE nocase)",
    "(SELECT f) = 'ABC'", "'ABC' = (SELECT f)", "(SELECT f COLLATE nocase) = 'ABC'",
    "likely(f) = 'ABC'", "iif(1, f, 1) = 'ABC'", "f IS 'ABC'", "f IS NOT 'ABC'", "max(f) = 'ABC'",
    "(CASE WHEN 1 THEN f END) = 'ABC'", "CAST(f COLLATE nocase AS TEXT) = 'ABC'",
    "('abc' || 'x' COLLATE nocase) = 'ABCX'", "substr('abc' COLLATE nocase, 1) = 'ABC'",
    "NOT ('abc' COLLATE nocase) = 'ABC'", "a COLLATE 'nocase' = 1", "'abc ' = 'abc' COLLATE rtrim",
]  # fmt: skip

ROWS = [
    "(1, 2) = (1, 2)", "(1, 2) < (1, NULL)", "(1, NULL) < (2, 1)", "(NULL, 1) < (2, 1)",
    "(1, NULL) = (2, 1)", "(NULL, 1) = (2, 2)", "(1, NULL) = (1, 1)", "(1, NULL) <> (2, 1)",
    "(1, NULL) <> (1, 1)", "(1, 2) <= (1, 2)", "(1, 2) >= (1, 3)", "(2, 1) > (1, 9)",
    "(1, NULL) IS (1, NULL)", "(1, NULL) IS NOT (1, 2)", "(1, 2) IS DISTINCT FROM (1, 3)",
    "(1, 2) IS NOT DISTINCT FROM (1, 2)", "(a, b) = ('5', 5)", "(f, 1) = ('ABC', 1)",
    "('ABC', 1) = (f, 1)", "(1, 2) IN ((1, 2))", "(1, NULL) IN ((2, 1))", "(1, NULL) IN ((1, 1))",
    "(1, NULL) IN ((1, 1), (2, 2))", "(1, 2) NOT IN ((1, NULL))", "(f, 1) IN (('ABC', 1))",
    "('5', 1) IN ((a, 1), ('x', 2))", "('5', 1) IN (('x', 2), (a, 1))",
    "('ABC', 1) IN (('x', 2), (f, 1))", "('ABC', 1) IN ((f, 1), ('x', 2))",
    "(1, 2) IN (SELECT p, q FROM u)", "(1, NULL) IN (SELECT p, q FROM u)",
    "(3, NULL) IN (SELECT p, q FROM u)", "(1, 2) = (SELECT p, q FROM u)",
    "(1, 2) < (SELECT p, q FROM u ORDER BY p DESC)", "(a, 1) IN (SELECT '5', 1)",
    "('5', 1) IN (SELECT a, 1)", "(SELECT 1, 2) IN (SELECT 1, 2)", "(SELECT 1, 2) = (SELECT 1, 2)",
    "(1, 2) BETWEEN (1, 1) AND (1, 3)", "(1, 2) NOT BETWEEN (1, 1) AND (1, NULL)",
    "CASE (1, 2) WHEN (1, 3) THEN 1 WHEN (1, 2) THEN 2 END",
]  # fmt: skip


@pytest.mark.parametrize("sql", AFFINITY + MEMBERSHIP + COLLATION + ROWS)
def test_as_in_sqlite(sql: str, beside: Callable[[str], tuple[object, object]]) -> None:
    ours, sqlite = beside(f"SELECT {sql} FROM t")
    assert ours == sqlite
