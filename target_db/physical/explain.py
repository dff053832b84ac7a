"""EXPLAIN QUERY PLAN in SQLite's words ("EXPLAIN QUERY PLAN")."""

from typing import Final

from target_db.bind.bound import (
    BoundCompound,
    BoundOrder,
    BoundQuery,
    BoundRecursive,
    BoundSelect,
    BoundValues,
    JoinLeaf,
)
from target_db.bind.scope import BindContext
from target_db.catalog.objects import Index
from target_db.exec.hash_join import JoinKey
from target_db.exec.plan_notes import PlanNote
from target_db.exec.subqueries import InSubquery, SubqueryExpr
from target_db.expr.aggregates import AggregateRef
from target_db.expr.base import Expr
from target_db.expr.leaves import ColumnExpr
from target_db.logical.reads import expressions_read
from target_db.physical.access_path import AccessPath
from target_db.physical.constraints import ROWID, Constraint
from target_db.physical.row_width import is_narrower
from target_db.sql.codes import EXCEPT, GE, GT, INTERSECT, LE, LT, UNION, UNION_ALL

ORDER_WORDS: Final = {GT: ">", GE: ">", LT: "<", LE: "<"}


def note_path(context: BindContext, leaf: JoinLeaf, path: AccessPath, suffix: str) -> None:
    """Note how a table is read. suffix: " LEFT-JOIN" for the right side of one."""
    notes = context.notes
    if notes is None:
        return
    if path.branches:
        union = notes.add("MULTI-INDEX OR")
        for number, branch in enumerate(path.branches):
            arm = PlanNote(f"INDEX {number + 1}")
            arm.children.append(PlanNote(path_text(leaf, branch)))
            union.children.append(arm)
        return
    notes.add(path_text(leaf, path) + suffix)


def path_text(leaf: JoinLeaf, path: AccessPath) -> str:
    """SCAN or SEARCH, with the index and the columns that limit the search."""
    table = leaf.item.table
    name = leaf.item.source.name
    index = path.index
    limits = limits_text(leaf, path)
    verb = "SEARCH" if limits else "SCAN"
    if index is None:
        return f"{verb} {name} USING INTEGER PRIMARY KEY ({limits})" if limits else f"SCAN {name}"
    if index.root == table.root:
        return f"SEARCH {name} USING PRIMARY KEY ({limits})" if limits else f"SCAN {name}"
    kind = "COVERING INDEX" if path.is_covering else "INDEX"
    text = f"{verb} {name} USING {kind} {index.name}"
    return f"{text} ({limits})" if limits else text


def limits_text(leaf: JoinLeaf, path: AccessPath) -> str:
    """The constraints of a path, as in `a=? AND b>?`."""
    parts = [f"{column_name(leaf, path, c)}=?" for c in path.equal]
    for end in (path.low, path.high):
        if end is not None:
            parts.append(f"{column_name(leaf, path, end)}{ORDER_WORDS[end.op]}?")
    return " AND ".join(parts)


def column_name(leaf: JoinLeaf, path: AccessPath, constraint: Constraint) -> str:
    """The name of a constrained column; `rowid`, `<expr>` where it has none."""
    if constraint.column == ROWID:
        return "rowid"
    if constraint.column < 0:
        return "<expr>"
    return leaf.item.table.columns[constraint.column].name


def note_hash(context: BindContext, leaf: JoinLeaf, keys: list[JoinKey], suffix: str) -> None:
    """Note a hash join, which is shown as the automatic index that SQLite would build."""
    notes = context.notes
    if notes is None:
        return
    names: list[str] = []
    for key in keys:
        inner = key.inner
        column = "<expr>"
        if isinstance(inner, ColumnExpr):
            column = leaf.item.table.columns[inner.index].name
        names.append(f"{column}=?")
    limits = " AND ".join(names)
    name = leaf.item.source.name
    notes.add(f"SEARCH {name} USING AUTOMATIC COVERING INDEX ({limits}){suffix}")


def note_text(context: BindContext, text: str) -> None:
    """Note a line."""
    notes = context.notes
    if notes is not None:
        notes.add(text)


def note_subqueries(query: BoundSelect) -> None:
    """Note the subqueries in the expressions of a query."""
    notes = query.context.notes
    if notes is None:
        return
    seen: list[SubqueryExpr] = []
    for expr in expressions_read(query):
        find_subqueries(expr, seen)
    for subquery_expr in seen:
        subquery = subquery_expr.subquery
        notes.subqueries += 1
        kind = "LIST" if isinstance(subquery_expr, InSubquery) else "SCALAR"
        correlated = "CORRELATED " if subquery.mask else ""
        note = notes.add(f"{correlated}{kind} SUBQUERY {notes.subqueries}")
        note.children.extend(subquery.notes)


def find_subqueries(expr: Expr, into: list[SubqueryExpr]) -> None:
    """Append the subqueries in an expression, from left to right."""
    if isinstance(expr, SubqueryExpr) and expr not in into:
        into.append(expr)
    for child in expr.children():
        find_subqueries(child, into)


def rows_of(notes: list[PlanNote]) -> list[tuple[object, ...]]:
    """The rows (id, parent, notused, detail) of a plan's notes."""
    rows: list[tuple[object, ...]] = []
    append_rows(notes, 0, rows)
    return rows


def append_rows(notes: list[PlanNote], parent: int, rows: list[tuple[object, ...]]) -> None:
    for note in notes:
        number = len(rows) + 2
        rows.append((number, parent, 0, note.text))
        append_rows(note.children, number, rows)


def name_of(leaf: JoinLeaf) -> str:
    """What a derived FROM item is called: its alias, or a number where it has none."""
    name = leaf.item.source.name
    return name if name else f"(subquery-{leaf.item.source.number + 1})"


def note_derived(leaf: JoinLeaf, query: BoundQuery, kind: str) -> None:
    """Note the plan of a subquery or common table in FROM."""
    notes = query.context.notes
    if notes is not None:
        notes.add(f"{kind} {name_of(leaf)}").children.extend(query.notes)


def note_values(query: BoundValues) -> None:
    """Note a VALUES clause."""
    count = len(query.rows)
    text = "SCAN CONSTANT ROW" if count == 1 else f"SCAN {count}-ROW VALUES CLAUSE"
    note_text(query.context, text)


def note_sorts(query: BoundSelect, order: list[BoundOrder]) -> None:
    """Note what needs a sort or a table of its own. order: what no index gave."""
    context = query.context
    if query.group_by is not None:
        note_text(context, "USE TEMP B-TREE FOR GROUP BY")
    for ref in query.scope.aggregates:
        if isinstance(ref, AggregateRef) and ref.distinct:
            note_text(context, f"USE TEMP B-TREE FOR {ref.function.name}(DISTINCT)")
    if query.distinct:
        note_text(context, "USE TEMP B-TREE FOR DISTINCT")
    if order:
        note_text(context, "USE TEMP B-TREE FOR ORDER BY")


OPERATOR_WORDS: Final = {
    UNION: "UNION",
    UNION_ALL: "UNION ALL",
    EXCEPT: "EXCEPT",
    INTERSECT: "INTERSECT",
}


def note_compound(query: BoundCompound) -> None:
    """Note a compound and the plans of its arms."""
    notes = query.context.notes
    if notes is None:
        return
    if UNION_ALL not in query.operators or query.order:
        node = merge_note(query, len(query.arms) - 1)
        notes.stack[-1].append(node)
        return
    note = notes.add("COMPOUND QUERY")
    first = PlanNote("LEFT-MOST SUBQUERY")
    first.children.extend(query.arms[0].notes)
    note.children.append(first)
    for place, operator in enumerate(query.operators):
        word = OPERATOR_WORDS[operator]
        arm = PlanNote(word if operator == UNION_ALL else f"{word} USING TEMP B-TREE")
        arm.children.extend(query.arms[place + 1].notes)
        note.children.append(arm)


def merge_note(query: BoundCompound, last: int) -> PlanNote:
    """The arms up to `last`, combined in order: a tree that leans to the left."""
    note = PlanNote(f"MERGE ({OPERATOR_WORDS[query.operators[last - 1]]})")
    left = PlanNote("LEFT")
    if last == 1:
        left.children.extend(query.arms[0].notes)
    else:
        left.children.append(merge_note(query, last - 1))
    right = PlanNote("RIGHT")
    right.children.extend(query.arms[last].notes)
    note.children.extend([left, right])
    return note


def note_recursive(query: BoundRecursive) -> None:
    """Note a recursive common table."""
    notes = query.context.notes
    if notes is None:
        return
    setup = notes.add("SETUP")
    for arm in query.initial:
        setup.children.extend(arm.notes)
    for arm in query.recursive:
        notes.add("RECURSIVE STEP").children.extend(arm.notes)


def count_text(leaf: JoinLeaf) -> str:
    """How count(*) of a whole table is shown: by the narrowest index, if one is narrower than the
    table's rows."""
    name = leaf.item.source.name
    best: Index | None = None
    for index in leaf.item.table.indexes:
        if index.where is None and is_narrower(index, best):
            best = index
    return f"SCAN {name}" if best is None else f"SCAN {name} USING COVERING INDEX {best.name}"
