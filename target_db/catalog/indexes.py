"""Making `Index` objects: of constraints, and of CREATE INDEX."""

from __future__ import annotations

from target_db.catalog.objects import Index, IndexColumn, Table
from target_db.errors import SqlError
from target_db.sql import ast
from target_db.sql.codes import CONFLICT_DEFAULT, CONFLICT_REPLACE
from target_db.storage.keyinfo import KeyInfo
from target_db.types.collation import BINARY, Collation


def collation_of_term(
    table: Table, term: ast.Expr, collations: dict[str, Collation]
) -> tuple[ast.Expr, Collation | None]:
    """A key term without its COLLATE operator, and the collation that one names."""
    found: Collation | None = None
    while isinstance(term, ast.Collate):
        if found is None:
            found = collations.get(term.collation.lower())
            if found is None:
                raise SqlError(f"no such collation sequence: {term.collation}", 257)
        term = term.operand
    return term, found


def key_columns(
    table: Table, terms: list[ast.OrderTerm], collations: dict[str, Collation]
) -> list[IndexColumn]:
    """The columns of a PRIMARY KEY or UNIQUE table constraint. Raises SqlError."""
    parts = []
    for term in terms:
        expr, collation = collation_of_term(table, term.expr, collations)
        name = column_name(expr)
        if name is None:
            raise SqlError("expressions prohibited in PRIMARY KEY and UNIQUE constraints")
        position = table.positions.get(name.lower())
        if position is None:
            raise SqlError(f"no such column: {name}")
        own = table.columns[position].collation
        parts.append(IndexColumn(position, collation or own, term.descending))
    return parts


def column_name(expr: ast.Expr) -> str | None:
    """The name, where a key term is just that (a string literal counts, as in SQLite)."""
    if isinstance(expr, ast.ColumnRef) and expr.table is None:
        return expr.name
    if isinstance(expr, ast.Literal) and isinstance(expr.value, str):
        return expr.value
    return None


def add_constraint_index(
    table: Table, parts: list[IndexColumn], conflict: int, origin: str
) -> None:
    """Add the automatic index of a UNIQUE or PRIMARY KEY constraint, unless one with the same
    columns is there: then their conflict clauses must agree."""
    is_placed = bool(table.primary_index_name)
    if is_placed and origin == "u" and same_key(table.primary_key, parts):
        table.rowid_conflict = agreed_conflict(table.rowid_conflict, conflict)
        return
    for known in table.indexes:
        if same_key(known.columns, parts):
            known.conflict = agreed_conflict(known.conflict, conflict)
            if origin == "pk":
                known.origin = "pk"
            return
    index = Index(next_automatic_name(table), table, parts, 0)
    index.is_unique = True
    index.origin = origin
    index.conflict = conflict
    table.indexes.append(index)


def agreed_conflict(one: int, other: int) -> int:
    """The conflict clause of two constraints that share an index. Raises SqlError if they are at
    odds; the default goes with any."""
    if CONFLICT_DEFAULT not in (one, other) and one != other:
        raise SqlError("conflicting ON CONFLICT clauses specified")
    return other if one == CONFLICT_DEFAULT else one


def next_automatic_name(table: Table) -> str:
    """The name of the constraint index to be made next: they are numbered from 1, with that
    of a WITHOUT ROWID table's primary key among them."""
    number = len(table.indexes) + 1
    if table.primary_index_name:
        number += 1
    return f"sqlite_autoindex_{table.name}_{number}"


def same_key(a: list[IndexColumn], b: list[IndexColumn]) -> bool:
    """Whether two keys have the same columns and collations in the same order."""
    if len(a) != len(b):
        return False
    for i, part in enumerate(a):
        if part.column != b[i].column or part.collation is not b[i].collation:
            return False
    return True


def order_indexes(indexes: list[Index]) -> list[Index]:
    """Indexes made in this order, as `Table.indexes` holds them: the newest first, those that
    REPLACE on a conflict at the end (so that their deletions come after all checks)."""
    newest = indexes[::-1]
    kept = [i for i in newest if i.conflict != CONFLICT_REPLACE]
    return kept + [i for i in newest if i.conflict == CONFLICT_REPLACE]


def suffix_part(part: IndexColumn, index: Index) -> IndexColumn:
    """How a column of the primary key is ordered behind the key of an index: as it is in the
    primary key, but always ascending in the index of a UNIQUE constraint (SQLite's own files)."""
    if index.origin == "c" or not part.descending:
        return part
    return IndexColumn(part.column, part.collation, False)


def finish_index(index: Index) -> None:
    """Set the order of the entries, once the key (and the table's primary key) are known."""
    table = index.table
    if not table.has_rowid:
        index.suffix = [
            suffix_part(part, index)
            for part in table.primary_key
            if not any(
                part.column == c.column and part.collation is c.collation for c in index.columns
            )
        ]
    parts = [*index.columns, *index.suffix]
    collations = [part.collation for part in parts]
    descending = [part.descending for part in parts]
    if table.has_rowid:
        collations.append(BINARY)
        descending.append(False)
    index.key_info = KeyInfo(collations, descending, len(collations))
