"""Passes over the setup: statements, then rows, columns, constraints and values."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.clusters.words import TOKEN
from harness.reduce.minimise import minimise

if TYPE_CHECKING:
    from harness.reduce.reducer import State

INSERT = re.compile(
    r"\s*(?P<verb>(?:INSERT(?:\s+OR\s+\w+)?|REPLACE)\s+INTO)\s+(?P<table>[\w\".`\[\]]+)\s*"
    r"(?P<columns>\([^()]*\))?\s*VALUES\s*(?P<rows>\(.*\))\s*;?\s*$",
    re.IGNORECASE | re.DOTALL,
)
CREATE = re.compile(
    r"\s*(?P<head>CREATE\s+(?:TEMP\s+|TEMPORARY\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"
    r"(?P<table>[\w\".`\[\]]+))\s*\((?P<body>.*)\)(?P<tail>[^()]*)$",
    re.IGNORECASE | re.DOTALL,
)
TABLE_CONSTRAINT = re.compile(r"(CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)\b", re.IGNORECASE)
MOST_VALUES = 60
"""Stored values that are made simpler one by one."""


def split_list(text: str) -> list[str]:
    """The items of a list, split at the commas that are in no parenthesis."""
    items: list[str] = []
    depth = start = 0
    for match in TOKEN.finditer(text):
        token = match.group()
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
        elif token == "," and depth == 0:
            items.append(text[start : match.start()].strip())
            start = match.end()
    items.append(text[start:].strip())
    return items


@dataclass(frozen=True)
class Insert:
    """`INSERT INTO table(columns) VALUES rows`; each row is the list of its values."""

    verb: str
    table: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def read(cls, sql: str) -> "Insert | None":
        found = INSERT.match(sql)
        if found is None:
            return None
        columns = tuple(split_list(found["columns"][1:-1])) if found["columns"] else ()
        rows = []
        for row in split_list(found["rows"]):
            if not (row.startswith("(") and row.endswith(")")):
                return None
            rows.append(tuple(split_list(row[1:-1])))
        return cls(found["verb"].upper(), found["table"], columns, tuple(rows))

    @property
    def sql(self) -> str:
        columns = f"({', '.join(self.columns)})" if self.columns else ""
        rows = ", ".join(f"({', '.join(row)})" for row in self.rows)
        return f"{self.verb} {self.table}{columns} VALUES {rows}"

    def with_rows(self, rows: list[tuple[str, ...]]) -> "Insert":
        return Insert(self.verb, self.table, self.columns, tuple(rows))


@dataclass(frozen=True)
class CreateTable:
    """`CREATE TABLE table(items) tail`; an item is a column or a constraint."""

    head: str
    table: str
    items: tuple[str, ...]
    tail: str

    @classmethod
    def read(cls, sql: str) -> "CreateTable | None":
        found = CREATE.match(sql)
        if found is None:
            return None
        items = tuple(split_list(found["body"]))
        return cls(found["head"], found["table"], items, found["tail"].strip("; \n"))

    @property
    def sql(self) -> str:
        return f"{self.head}({', '.join(self.items)}) {self.tail}".strip()

    def with_items(self, items: list[str]) -> "CreateTable":
        return CreateTable(self.head, self.table, tuple(items), self.tail)

    def columns(self) -> list[str]:
        """The names of its columns, in lower case."""
        return [
            item.split(None, 1)[0].strip('"`[]').lower()
            for item in self.items
            if item and not TABLE_CONSTRAINT.match(item)
        ]


def bare(name: str) -> str:
    """A table's name as names are compared."""
    return name.strip('"`[]').lower()


def drop_statements(state: "State") -> None:
    """Leave out statements that are not needed."""
    minimise(state.best.setup, lambda kept: state.offer(state.best.with_setup(tuple(kept))))


def join_inserts(state: "State") -> None:
    """One INSERT a table instead of one a row."""
    setup = state.best.setup
    joined: list[str] = []
    places: dict[tuple[str, str, tuple[str, ...]], int] = {}
    for sql in setup:
        insert = Insert.read(sql)
        if insert is None:
            joined.append(sql)
            continue
        key = (insert.verb, bare(insert.table), insert.columns)
        if key in places:
            earlier = Insert.read(joined[places[key]])
            assert earlier is not None
            joined[places[key]] = earlier.with_rows([*earlier.rows, *insert.rows]).sql
        else:
            places[key] = len(joined)
            joined.append(insert.sql)
    if len(joined) < len(setup):
        state.offer(state.best.with_setup(tuple(joined)))


def drop_rows(state: "State") -> None:
    """Leave out rows that are not needed."""
    for place in range(len(state.best.setup)):
        insert = Insert.read(state.best.setup[place])
        if insert is not None and len(insert.rows) > 1:
            minimise(
                insert.rows,
                lambda rows, insert=insert, place=place: _replace(  # type: ignore[misc]
                    state, place, insert.with_rows(rows).sql
                ),
                least=1,
            )


def _replace(state: "State", place: int, sql: str) -> bool:
    setup = state.best.setup
    return state.offer(state.best.with_setup((*setup[:place], sql, *setup[place + 1 :])))


def drop_columns(state: "State") -> None:
    """Leave out columns, with their values in every INSERT."""
    for place in range(len(state.best.setup)):
        table = CreateTable.read(state.best.setup[place])
        if table is None:
            continue
        for column in reversed(range(len(table.columns()))):
            table = CreateTable.read(state.best.setup[place])
            if table is not None and len(table.items) > 1 and column < len(table.columns()):
                state.offer(state.best.with_setup(tuple(_without(state.best.setup, table, column))))


def _without(setup: tuple[str, ...], table: CreateTable, column: int) -> Iterator[str]:
    """The setup without one column of one table."""
    name = table.columns()[column]
    for sql in setup:
        insert = Insert.read(sql)
        made = CreateTable.read(sql)
        if made is not None and bare(made.table) == bare(table.table):
            yield made.with_items([*made.items[:column], *made.items[column + 1 :]]).sql
        elif insert is not None and bare(insert.table) == bare(table.table):
            listed = [bare(given) for given in insert.columns]
            if listed and name not in listed:
                yield sql
                continue
            at = listed.index(name) if listed else column
            columns = (*insert.columns[:at], *insert.columns[at + 1 :])
            rows = tuple((*row[:at], *row[at + 1 :]) for row in insert.rows)
            yield Insert(insert.verb, insert.table, columns if listed else (), rows).sql
        else:
            yield sql


def drop_constraints(state: "State") -> None:
    """Columns without constraints, then without types; tables without constraints."""
    for place in range(len(state.best.setup)):
        table = CreateTable.read(state.best.setup[place])
        if table is None:
            continue
        for number in reversed(range(len(table.items))):
            table = CreateTable.read(state.best.setup[place])
            if table is None or number >= len(table.items):
                break
            items = list(table.items)
            words = items[number].split()
            for shorter in ([], words[:1], words[:2]):
                if not shorter and not TABLE_CONSTRAINT.match(items[number]):
                    continue
                changed = [
                    *items[:number],
                    *filter(None, [" ".join(shorter)]),
                    *items[number + 1 :],
                ]
                if changed and _replace(state, place, table.with_items(changed).sql):
                    break


def simplify_values(state: "State") -> None:
    """Stored values that are as short as can be."""
    tried = 0
    for place in range(len(state.best.setup)):
        insert = Insert.read(state.best.setup[place])
        for row in range(len(insert.rows) if insert else 0):
            for column in range(len(insert.rows[row]) if insert else 0):
                tried += 1
                if tried > MOST_VALUES:
                    return
                for value in ("0", "1", "2", "''"):
                    if _replace(state, place, _with_value(state, place, row, column, value)):
                        break


def _with_value(state: "State", place: int, row: int, column: int, value: str) -> str:
    insert = Insert.read(state.best.setup[place])
    assert insert is not None
    rows = [list(values) for values in insert.rows]
    rows[row][column] = value
    return insert.with_rows([tuple(values) for values in rows]).sql
