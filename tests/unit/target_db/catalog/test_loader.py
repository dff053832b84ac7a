"""Reading a schema from its text gives the objects that DDL made."""

from __future__ import annotations

import pytest

from target_db.catalog.objects import Index, Table
from target_db.session.session import Session

SCHEMAS = {
    "keys": """
        CREATE TABLE t(a INTEGER PRIMARY KEY ON CONFLICT REPLACE, b UNIQUE, c TEXT COLLATE NOCASE
            UNIQUE ON CONFLICT IGNORE, UNIQUE(b, c));
        CREATE UNIQUE INDEX i ON t(c DESC, b COLLATE RTRIM) WHERE b > 0;
        CREATE INDEX j ON t(b + 1, lower(c))""",
    "without rowid": """
        CREATE TABLE t(a, b UNIQUE, c, PRIMARY KEY(c DESC, a)) WITHOUT ROWID;
        CREATE INDEX i ON t(b, a)""",
    "unique becomes the key": "CREATE TABLE t(a, b UNIQUE, PRIMARY KEY(b)) WITHOUT ROWID",
    "columns": """
        CREATE TABLE t(a INT NOT NULL DEFAULT 5 CHECK(a > 0), b AS (a + 1), c AS (b) STORED,
            d REFERENCES u(x) ON DELETE CASCADE, CONSTRAINT k CHECK(a < 100));
        CREATE TABLE u(x PRIMARY KEY) STRICT""".replace("u(x PRIMARY KEY)", "u(x INT PRIMARY KEY)"),
    "triggers and views": """
        CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT);
        CREATE VIEW v(x) AS SELECT a FROM t;
        CREATE TRIGGER r1 AFTER INSERT ON t BEGIN SELECT 1; END;
        CREATE TRIGGER r2 BEFORE UPDATE OF a ON t WHEN new.a > 1 BEGIN SELECT 1; END;
        CREATE TRIGGER r3 INSTEAD OF DELETE ON v BEGIN SELECT 1; END;
        CREATE TEMP TRIGGER r4 AFTER DELETE ON t BEGIN SELECT 1; END""",
    "statistics": """
        CREATE TABLE t(a, b); CREATE INDEX i ON t(a);
        INSERT INTO t VALUES(1, 1), (1, 2), (2, 3); ANALYZE""",
}


def describe_index(index: Index) -> tuple[object, ...]:
    parts = [
        (p.column, p.collation.name, p.descending, p.expression is None)
        for p in [*index.columns, *index.suffix]
    ]
    return (
        index.name, index.root, index.is_unique, index.origin, index.conflict,
        index.where is None, index.statistics, parts, index.key_info.descending,
    )  # fmt: skip


def describe(session: Session) -> list[object]:
    """Everything of all schemas that SQL text decides."""
    found: list[object] = []
    for schema in session.catalog.schemas():
        for table in schema.user_tables():
            triggers = [(t.name, t.event, t.timing, t.schema) for t in table.triggers]
            found.append((table.name, table.sql, triggers))
            if isinstance(table, Table):
                columns = [
                    (c.name, c.declared_type, c.affinity, c.collation.name, c.not_null,
                     c.default_sql, c.generated is None, c.is_stored, c.primary_key_position)
                    for c in table.columns
                ]  # fmt: skip
                keys = [(k.columns, k.parent, k.parent_columns, k.on_delete)
                        for k in table.foreign_keys]  # fmt: skip
                found.append(
                    (columns, keys, [(c.name, c.sql) for c in table.checks], table.rowid_column,
                     table.rowid_conflict, table.has_rowid, table.is_strict, table.root,
                     table.has_autoincrement, table.entry_columns, table.entry_positions,
                     table.primary_index_name, [i.name for i in table.before_primary],
                     table.statistics_rows, [describe_index(i) for i in table.indexes])
                )  # fmt: skip
        found.append(sorted(schema.indexes))
        found.append(sorted(schema.triggers))
    return found


@pytest.mark.parametrize("name", SCHEMAS)
def test_reading_again_changes_nothing(name: str) -> None:
    session = Session(":memory:")
    session.run_script(SCHEMAS[name])
    before = describe(session)
    session.reload_schema()
    assert describe(session) == before


def test_names_are_found_in_any_case_and_order() -> None:
    session = Session(":memory:")
    session.run_script(
        "CREATE TABLE T(a); CREATE TEMP TABLE t(b); ATTACH ':memory:' AS x; CREATE TABLE x.Only(c)"
    )
    catalog = session.catalog
    found = catalog.find_table(None, "T")
    assert found is not None and found.schema == "temp"
    named = catalog.find_table("MAIN", "t")
    assert isinstance(named, Table) and named.columns[0].name == "a"
    attached = catalog.find_table(None, "ONLY")
    assert attached is not None and attached.schema == "x"
    assert catalog.find_table("main", "only") is None
