"""LIKE and GLOB use an index for their fixed beginning, and find the same rows."""

from __future__ import annotations

from typing import Any

import pytest

SCHEMA = r"""
CREATE TABLE t(a TEXT, b TEXT COLLATE NOCASE, c);
CREATE INDEX ta ON t(a); CREATE INDEX tb ON t(b); CREATE INDEX tc ON t(c);
INSERT INTO t VALUES ('abc','ABC',1),('abd','abD',2),('ab','ab',3),('b','B',4),('AB','aB',5),
  (12,12,6),('12x','12X',7),(x'6162','ab',8),('abz{','aBz[',9),('aé','aÉ',10);
"""

QUERIES = r"""
SELECT a FROM t WHERE a GLOB 'ab*'
SELECT a FROM t WHERE a LIKE 'ab%'
SELECT b FROM t WHERE b LIKE 'ab%'
SELECT b FROM t WHERE b GLOB 'ab*'
SELECT b FROM t WHERE b LIKE 'Abz%'
SELECT b FROM t WHERE b LIKE 'aÉ%'
SELECT a FROM t WHERE a GLOB 'aé*'
SELECT a FROM t WHERE a GLOB '12*'
SELECT c FROM t WHERE c LIKE '1%'
SELECT a FROM t WHERE a NOT GLOB 'ab*'
SELECT a FROM t WHERE a GLOB '*'
SELECT a FROM t WHERE a GLOB 'a[bc]*'
SELECT a FROM t WHERE a LIKE 'ab\%' ESCAPE '\'
SELECT a FROM t WHERE a GLOB 'ab?' AND a > 'abc'
"""


@pytest.mark.parametrize("sql", QUERIES.strip().split("\n"))
def test_same_rows(pair: Any, sql: str) -> None:
    pair.session.run_script(SCHEMA)
    pair.sqlite.execute(SCHEMA)
    here, there = pair.run_here(sql), pair.run_sqlite(sql)
    assert (here[0], sorted(here[1], key=repr)) == (there[0], sorted(there[1], key=repr))


@pytest.mark.parametrize(
    ("sql", "index"),
    [("SELECT a FROM t WHERE a GLOB 'ab*'", "ta"), ("SELECT b FROM t WHERE b LIKE 'ab%'", "tb")],
)
def test_an_index_is_used(pair: Any, sql: str, index: str) -> None:
    pair.session.run_script(SCHEMA)
    detail = pair.session.query(f"EXPLAIN QUERY PLAN {sql}")[1][0][3]
    assert detail == f"SEARCH t USING COVERING INDEX {index} ({index[1]}>? AND {index[1]}<?)"
