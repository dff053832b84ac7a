"""Stars over joins, whose rows are those of the tables one after the other."""

import apsw
import pytest

from target_db.exec.rows import JoinedRows
from target_db.physical.planner import plan_select
from target_db.session.session import Session
from target_db.sql import ast
from target_db.sql.parser import parse_one

SETUP = """
CREATE TABLE a(x, y);
CREATE TABLE b(z, x);
CREATE VIEW v AS SELECT y, z FROM a, b;
INSERT INTO a VALUES(1, 2), (3, 4);
INSERT INTO b VALUES(5, 1), (6, 9);
"""

JOINED = [
    "SELECT * FROM a, b",
    "SELECT * FROM a, b, a AS c WHERE c.x > 1",
    "SELECT a.*, b.* FROM a, b ORDER BY z DESC, a.x",
    "SELECT * FROM a LEFT JOIN b ON a.x = b.x",
    "SELECT * FROM a RIGHT JOIN b ON a.x = b.x",
    "SELECT * FROM a FULL JOIN b ON a.x = b.x",
    "SELECT * FROM a, (SELECT DISTINCT z, x FROM b)",
]

OTHERS = [
    "SELECT b.*, a.* FROM a, b",
    "SELECT a.*, a.* FROM a, b",
    "SELECT *, 1 FROM a, b",
    "SELECT * FROM a JOIN b USING (x)",
    "SELECT * FROM a, v",
    "SELECT a.x, a.y, b.z, b.z FROM a, b",
]


@pytest.mark.parametrize("sql", JOINED + OTHERS)
def test_rows_are_those_of_sqlite(sql: str) -> None:
    session = Session()
    session.run_script(SETUP)
    connection = apsw.Connection(":memory:")
    list(connection.execute(SETUP))
    assert session.query(sql)[1] == list(connection.execute(sql))


@pytest.mark.parametrize("sql", JOINED + OTHERS)
def test_only_whole_rows_are_joined(sql: str) -> None:
    session = Session()
    session.run_script(SETUP)
    select, _ = parse_one(sql)
    assert isinstance(select, ast.Select)
    plan = plan_select(select, session.runtime.bind_context(sql, None)).plan
    assert isinstance(getattr(plan, "maker", None), JoinedRows) == (sql in JOINED)
