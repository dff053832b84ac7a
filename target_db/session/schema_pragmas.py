"""PRAGMAs that describe the schema: tables, columns, indexes, foreign keys, functions."""

from __future__ import annotations

from typing import Final

from target_db.catalog.objects import Column, ForeignKey, Index, IndexColumn, Table, View
from target_db.dml.foreign_keys import ChildRule, resolve_parent
from target_db.dml.instead import plan_view, view_shape
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.functions.base import AggregateFunction
from target_db.functions.windows import WindowFunction
from target_db.session.integrity import Checker
from target_db.session.pragma_call import Pragma, PragmaCall, Rows
from target_db.types.affinity import BLOB, INTEGER, NUMERIC, REAL, TEXT

ACTION_NAMES: Final = ["NO ACTION", "RESTRICT", "SET NULL", "SET DEFAULT", "CASCADE"]
AFFINITY_NAMES: Final = {BLOB: "BLOB", TEXT: "TEXT", NUMERIC: "NUM", INTEGER: "INT", REAL: "REAL"}
UTF8: Final = "utf8"
MOST_PROBLEMS: Final = 100


def shape_of(runtime: Runtime, found: Table | View) -> Table:
    """The table itself, or the shape of a view's rows."""
    return found if isinstance(found, Table) else view_shape(runtime, found)


def column_row(place: int, column: Column, is_table: bool) -> tuple[object, ...]:
    """A column of a table or view; one of a view that no type was declared for has the name of
    its affinity."""
    not_null = int(column.not_null)
    declared = column.declared_type
    if declared is None and not is_table:
        declared = AFFINITY_NAMES.get(column.affinity)
    return (
        place,
        column.name,
        declared or "",
        not_null,
        column.default_sql,
        column.primary_key_position,
    )


def hidden_kind(column: Column) -> int:
    """0 for a plain column, 1 hidden, 2 generated VIRTUAL, 3 generated STORED."""
    if column.generated is not None:
        return 3 if column.is_stored else 2
    return 1 if column.is_hidden else 0


def table_info(call: PragmaCall) -> Rows:
    """The columns of a table or view; generated and hidden ones are left out."""
    found = call.find_table()
    if found is None:
        return []
    shape = shape_of(call.runtime, found)
    visible = [c for c in shape.columns if c.generated is None and not c.is_hidden]
    return [column_row(place, column, shape is found) for place, column in enumerate(visible)]


def table_xinfo(call: PragmaCall) -> Rows:
    """All columns of a table or view."""
    found = call.find_table()
    if found is None:
        return []
    shape = shape_of(call.runtime, found)
    return [
        (*column_row(i, c, shape is found), hidden_kind(c)) for i, c in enumerate(shape.columns)
    ]


def width_of(runtime: Runtime, view: View) -> int:
    """The number of a view's columns; 0 where its SELECT fails, or has another number."""
    try:
        width = plan_view(runtime, view).width
    except SqlError:
        return 0
    return 0 if view.columns and len(view.columns) != width else width


def table_list(call: PragmaCall) -> Rows:
    """The tables and views of every schema, or the one that is named."""
    rows: Rows = []
    wanted = None if call.value is None else call.value.lower()
    for schema in call.schemas():
        listed = [*schema.user_tables()[::-1], schema.schema_table]
        for table in listed:
            name = table.name
            if table is schema.schema_table:
                name = "sqlite_temp_schema" if schema.name == "temp" else "sqlite_schema"
            if wanted is not None and wanted not in (name.lower(), table.name.lower()):
                continue
            if isinstance(table, View):
                rows.append((schema.name, name, "view", width_of(call.runtime, table), 0, 0))
            else:
                width = len(table.columns)
                flags = (int(not table.has_rowid), int(table.is_strict))
                rows.append((schema.name, name, "table", width, *flags))
    return rows


def primary_index(table: Table) -> Index | None:
    """What stands for the primary key of a WITHOUT ROWID table in index listings."""
    if table.has_rowid:
        return None
    index = Index(table.primary_index_name, table, table.primary_key, table.root)
    index.is_unique = True
    index.origin = "pk"
    return index


def listed_indexes(table: Table) -> list[Index]:
    primary = primary_index(table)
    if primary is None:
        return table.indexes
    behind = [index for index in table.indexes if table.follows_primary(index)]
    return [*[index for index in table.indexes if index not in behind], primary, *behind]


def index_list(call: PragmaCall) -> Rows:
    """The indexes of a table."""
    found = call.find_table()
    if not isinstance(found, Table):
        return []
    return [
        (i, x.name, int(x.is_unique), x.origin, int(x.where is not None))
        for i, x in enumerate(listed_indexes(found))
    ]


def find_index(call: PragmaCall) -> Index | None:
    if call.value is None:
        return None
    schema = None if call.schema is None else call.schema.name
    index = call.runtime.catalog.find_index(schema, call.value)
    if index is not None:
        return index
    named = call.find_table()
    if isinstance(named, Table) and not named.has_rowid:
        return primary_index(named)
    for where in call.schemas():
        for table in where.tables.values():
            if isinstance(table, Table):
                primary = primary_index(table)
                if primary is not None and primary.name.lower() == call.value.lower():
                    return primary
    return None


def part_name(table: Table, part: IndexColumn) -> str | None:
    return table.columns[part.column].name if part.column >= 0 else None


def index_info(call: PragmaCall) -> Rows:
    """The key columns of an index."""
    index = find_index(call)
    if index is None:
        return []
    table = index.table
    return [(i, p.column, part_name(table, p)) for i, p in enumerate(index.columns)]


def index_xinfo(call: PragmaCall) -> Rows:
    """Every field of an index's entries."""
    index = find_index(call)
    if index is None:
        return []
    table = index.table
    rows: Rows = []
    for part in index.columns:
        name = part_name(table, part)
        order = int(part.descending)
        rows.append((len(rows), part.column, name, order, part.collation.name, 1))
    if table.has_rowid:
        rows.append((len(rows), -1, None, 0, "BINARY", 0))
        return rows
    rest = index.suffix
    if index.root == table.root:
        used = {part.column for part in table.primary_key}
        rest = [
            IndexColumn(i, table.columns[i].collation, False)
            for i in table.entry_columns
            if i not in used
        ]
    for part in rest:
        name = part_name(table, part)
        order = int(part.descending)
        rows.append((len(rows), part.column, name, order, part.collation.name, 0))
    return rows


def foreign_key_list(call: PragmaCall) -> Rows:
    """The foreign keys of a table, the last one first."""
    found = call.find_table()
    if not isinstance(found, Table):
        return []
    rows: Rows = []
    for number, key in enumerate(found.foreign_keys[::-1]):
        for place, column in enumerate(key.columns):
            to = key.parent_columns[place] if key.parent_columns else None
            rows.append(
                (
                    number,
                    place,
                    key.parent,
                    found.columns[column].name,
                    to,
                    ACTION_NAMES[key.on_update],
                    ACTION_NAMES[key.on_delete],
                    "NONE",
                )
            )
    return rows


def foreign_key_check(call: PragmaCall) -> Rows:
    """The rows that have no parent: table, rowid, parent, number of the foreign key.

    Without a table and a schema, those of main alone.
    """
    rows: Rows = []
    if call.value is not None:
        found = call.find_table()
        if found is None:
            shown = call.value if call.schema is None else f"{call.schema.name}.{call.value}"
            raise SqlError(f"no such table: {shown}")
        tables = [found]
    else:
        schema = call.schema or call.runtime.catalog.main
        tables = schema.user_tables()[::-1]
    for table in tables:
        if isinstance(table, Table):
            for number, key in enumerate(table.foreign_keys[::-1]):
                check_key(call.runtime, table, key, number, rows)
    return rows


def check_key(runtime: Runtime, table: Table, key: ForeignKey, number: int, rows: Rows) -> None:
    schema = runtime.catalog.find_schema(table.schema)
    assert schema is not None and table.store is not None
    rule = ChildRule(runtime, key, resolve_parent(schema, key))
    if table.has_rowid:
        cursor = table.store.table_cursor(table.root)
        more = cursor.first()
        while more:
            values = rule.child_values(cursor.row)
            if values is not None and not rule.has_parent(values):
                rows.append((table.name, cursor.rowid, key.parent, number))
            more = cursor.next()
        return
    entries = table.store.index_cursor(table.root, table.key_info)
    more = entries.first()
    while more:
        row = tuple([entries.key[place] for place in table.entry_positions])
        values = rule.child_values(row)
        if values is not None and not rule.has_parent(values):
            rows.append((table.name, None, key.parent, number))
        more = entries.next()


def database_list(call: PragmaCall) -> Rows:
    """The databases of the connection; temp only once it has something in it."""
    rows: Rows = []
    catalog = call.runtime.catalog
    for number, schema in enumerate(catalog.schemas()):
        if schema is not catalog.temp or schema.user_tables():
            rows.append((number, schema.name, schema.file))
    return rows


def collation_list(call: PragmaCall) -> Rows:
    """The collations, the newest first."""
    names = [c.name for c in call.runtime.catalog.collations.values()]
    return list(enumerate(names[::-1]))


def function_list(call: PragmaCall) -> Rows:
    """The functions: name, whether it is built in, kind (s, a, w), encoding, arguments."""
    rows: Rows = []
    for function in call.runtime.functions.all():
        kind = "s"
        if isinstance(function, (WindowFunction, AggregateFunction)):
            kind = "w"
        counts = [-1]
        if function.max_args >= 0:
            counts = list(range(function.min_args, function.max_args + 1))
        for count in counts:
            rows.append((function.name, 1, kind, UTF8, count, 0))
    return rows


def pragma_list(call: PragmaCall) -> Rows:
    """The names of all pragmas."""
    from target_db.session.pragma_program import PRAGMAS

    return [(name,) for name in sorted(PRAGMAS)]


def module_list(call: PragmaCall) -> Rows:
    """Virtual table modules: none."""
    return []


def compile_options(call: PragmaCall) -> Rows:
    """What SQLite's compile options would say of this engine."""
    return [
        ("DEFAULT_CACHE_SIZE=-2000",),
        ("DEFAULT_PAGE_SIZE=4096",),
        ("ENABLE_COLUMN_METADATA",),
        ("ENABLE_MATH_FUNCTIONS",),
        ("THREADSAFE=1",),
    ]


def integrity_check(call: PragmaCall) -> Rows:
    """Whether pages, rows and indexes are as they must be; `quick_check` leaves out the last.

    The value is the most lines to give (100 without one), or the only table to check.
    """
    value = call.value or ""
    limit = int(value) if value.isdecimal() and int(value) > 0 else MOST_PROBLEMS
    checker = Checker(call.runtime, limit, call.name == "quick_check")
    table = call.find_table() if value and not value.lstrip("+-").isdecimal() else None
    if isinstance(table, Table):
        checker.check_table(table)
    elif value and not value.lstrip("+-").isdecimal():
        raise SqlError(f"no such table: {value}")
    else:
        for schema in call.schemas():
            checker.check_schema(schema)
    return [(problem,) for problem in checker.problems] or [("ok",)]


SCHEMA_PRAGMAS: Final[list[Pragma]] = [
    Pragma("table_info", ["cid", "name", "type", "notnull", "dflt_value", "pk"], table_info, True),
    Pragma(
        "table_xinfo",
        ["cid", "name", "type", "notnull", "dflt_value", "pk", "hidden"],
        table_xinfo,
        True,
    ),
    Pragma("table_list", ["schema", "name", "type", "ncol", "wr", "strict"], table_list, True),
    Pragma("index_list", ["seq", "name", "unique", "origin", "partial"], index_list, True),
    Pragma("index_info", ["seqno", "cid", "name"], index_info, True),
    Pragma("index_xinfo", ["seqno", "cid", "name", "desc", "coll", "key"], index_xinfo, True),
    Pragma(
        "foreign_key_list",
        ["id", "seq", "table", "from", "to", "on_update", "on_delete", "match"],
        foreign_key_list,
        True,
    ),
    Pragma("foreign_key_check", ["table", "rowid", "parent", "fkid"], foreign_key_check, True),
    Pragma("database_list", ["seq", "name", "file"], database_list, True),
    Pragma("collation_list", ["seq", "name"], collation_list, True),
    Pragma("function_list", ["name", "builtin", "type", "enc", "narg", "flags"], function_list),
    Pragma("pragma_list", ["name"], pragma_list),
    Pragma("module_list", ["name"], module_list),
    Pragma("compile_options", ["compile_options"], compile_options),
    Pragma("integrity_check", ["integrity_check"], integrity_check, True),
    Pragma("quick_check", ["quick_check"], integrity_check, True),
]
