"""`.dump` and `.schema`: a database as SQL."""

from __future__ import annotations

from collections.abc import Callable

from target_db.catalog.objects import Table
from target_db.ddl.quoting import quote_always, quote_identifier
from target_db.shell.literals import insert_literal
from target_db.shell.shell import Shell


def name_test(pattern: str | None) -> Callable[[str], bool]:
    """Whether a name is meant: by a LIKE pattern, by all where there is none."""
    from target_db.functions.patterns import LikeFunction

    if pattern is None:
        return lambda name: True
    like = LikeFunction()
    return lambda name: bool(like.call([pattern, name]))


def dump(shell: Shell, pattern: str | None) -> str:
    """The script that makes the database, or what in it has a name like `pattern`, again."""
    wanted = name_test(pattern)
    out = ["PRAGMA foreign_keys=OFF;\n", "BEGIN TRANSACTION;\n"]
    sequence: list[str] = []
    later: list[str] = []
    for kind, name, sql in shell.rows("SELECT type, name, sql FROM sqlite_schema"):
        if not isinstance(name, str) or not wanted(name) or not isinstance(sql, str):
            continue
        if kind != "table":
            later.append(f"{sql};\n")
        elif name == "sqlite_sequence":
            sequence = ["DELETE FROM sqlite_sequence;\n", *inserts(shell, name)]
        elif name == "sqlite_stat1":
            out.append("ANALYZE sqlite_schema;\n")
            out.extend(inserts(shell, name))
        elif not name.startswith("sqlite_"):
            out.append(f"{repeatable(sql)};\n")
            out.extend(inserts(shell, name))
    return "".join([*out, *sequence, *later, "COMMIT;\n"])


def inserts(shell: Shell, name: str) -> list[str]:
    """An INSERT for each row of a table."""
    found = shell.session.catalog.find_table("main", name)
    if not isinstance(found, Table):
        return []
    columns = [c.name for c in found.columns if c.generated is None]
    listed = "" if len(columns) == len(found.columns) else f"({','.join(columns)})"
    start = f"INSERT INTO {quote_identifier(name)}{listed} VALUES("
    wanted = ",".join(quote_always(column) for column in columns)
    rows = shell.rows(f"SELECT {wanted} FROM {quote_always(name)}")
    return [f"{start}{','.join(map(insert_literal, row))});\n" for row in rows]


def repeatable(sql: str) -> str:
    """The text of a CREATE, as the sqlite3 shell shows it for a table with a quoted name."""
    start = "CREATE TABLE "
    if sql.startswith(start) and sql[len(start) : len(start) + 1] in ("'", '"'):
        return f"CREATE TABLE IF NOT EXISTS {sql[len(start) :]}"
    return sql


def schema(shell: Shell, pattern: str | None, full: bool = False) -> str:
    """The CREATE statements of the objects whose table `pattern` means.

    full: as `.fullschema` has them, without SQLite's own tables and the columns of views.
    """
    wanted = name_test(pattern)
    out = []
    for database in shell.session.catalog.schemas():
        rows = shell.rows(
            f"SELECT type, name, tbl_name, sql FROM {quote_always(database.name)}.sqlite_schema"
        )
        for kind, name, table, sql in rows:
            if not isinstance(sql, str) or not (wanted(str(table)) or wanted(str(name))):
                continue
            if full and str(name).startswith("sqlite_"):
                continue
            out.append(repeatable(sql))
            if kind == "view" and not full:
                columns = shell.rows(f"PRAGMA table_info({quote_always(str(name))})")
                names = ",".join(quote_identifier(str(column[1])) for column in columns)
                out.append(f"\n/* {quote_identifier(str(name))}({names}) */")
            out.append(";\n")
    return "".join(out)
