"""JSON operators, and how far the subtype JSON goes: through expressions, not out of queries."""

from collections.abc import Callable

import pytest

OPERATORS = [
    "'[1, 2]' ->> 1", """'{"a": [1]}' -> 'a' ->> 0""", "f -> 'a'", "1 -> '$'", "NULL -> 'a'",
    "'[1, 2]' -> 1 = '2'", "'[\"x\"]' ->> 0 = 'X' COLLATE nocase", "json_array('[1]' -> '$')",
    "json_array('[1]' ->> '$')",
]  # fmt: skip

SUBTYPE = [
    "json_array(json('[1]'))", "json_array('[1]')", "json_array((SELECT json('[1]')))",
    "json_array(coalesce(json('[1]'), 1))", "json_array(CASE WHEN 1 THEN json('[1]') END)",
    "json_array(json('[1]') COLLATE nocase)", "json_array(+json('[1]'))",
    "json_array(likely(json('[1]')))", "json_array(iif(1, json('[1]'), 2))",
    "json_array(max(json('[1]'), ''))", "json_array(json('[1]') || '')",
    "json_array(nullif(json('[1]'), 1))", "json_array(upper(json('[1]')))",
    "json_array(CAST(json('[1]') AS TEXT))", "subtype(json('1'))", "typeof(json('1'))",
]  # fmt: skip

QUERIES = [
    "SELECT json_array(x) FROM (SELECT json('[1]') AS x)",
    "SELECT json_array(x) FROM (SELECT json('[1]') AS x LIMIT 1)",
    "SELECT json_array(x) FROM (SELECT json('[1]') AS x UNION ALL SELECT json('2'))",
    "SELECT json_array(json_group_array(json(p))) FROM u",
    "SELECT json_array(max(json(p))) FROM u",
    "SELECT json_array(x) FROM (SELECT max(json(p)) AS x FROM u)",
    "SELECT json_array(column1) FROM (VALUES (json('[1]')))",
    "WITH c(x) AS (SELECT json('[1]')) SELECT json_array(x), x FROM c",
]  # fmt: skip


@pytest.mark.parametrize("sql", OPERATORS + SUBTYPE)
def test_expressions(sql: str, beside: Callable[[str], tuple[object, object]]) -> None:
    ours, sqlite = beside(f"SELECT {sql} FROM t")
    assert ours == sqlite


@pytest.mark.parametrize("sql", QUERIES)
def test_queries(sql: str, beside: Callable[[str], tuple[object, object]]) -> None:
    ours, sqlite = beside(sql)
    assert not isinstance(sqlite, str)
    assert ours == sqlite


def test_a_stored_value_has_no_subtype(beside: Callable[[str], tuple[object, object]]) -> None:
    scripts = [
        "CREATE TEMP TABLE j(a, b AS (json(a)) STORED)",
        "INSERT INTO j VALUES (json('[1]'))",
        "SELECT a, json_array(a), b, json_array(b) FROM j",
        "UPDATE j SET a = json('[2]')",
        "SELECT a, json_array(a), b, json_array(b) FROM j",
        "DROP TABLE j",
    ]
    for sql in scripts:
        ours, sqlite = beside(sql)
        assert not isinstance(sqlite, str)
        assert ours == sqlite
