"""Passes over the SQL of the failing record: edits of its syntax tree.

A pass proposes edits, biggest first. Each is made on a copy of the tree, written out again, and
kept if the text is simpler and still fails; what SQLite does not accept falls away by itself.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import sqlglot
from sqlglot import exp

from harness.reduce.candidate import Candidate
from harness.reduce.minimise import minimise
from harness.reduce.setup import CreateTable, bare

if TYPE_CHECKING:
    from harness.reduce.reducer import State

DIALECT = "sqlite"
LONGEST = 50_000
CLAUSES = ("with_", "where", "having", "group", "order", "limit", "offset", "distinct", "windows")
LISTS = ("expressions", "ifs", "joins")
Edit = Callable[[exp.Expr], exp.Expr | None]
"""Changes a tree of its own and returns its root, or None where it does not apply."""


def parse(sql: str) -> exp.Expr | None:
    """The tree of the only statement of `sql`; None for what sqlglot can't read."""
    if len(sql) > LONGEST:
        return None
    try:
        trees = [tree for tree in sqlglot.parse(sql, dialect=DIALECT) if tree is not None]
    except (sqlglot.errors.SqlglotError, RecursionError, ValueError):
        return None
    if len(trees) != 1 or isinstance(trees[0], exp.Command):
        return None
    return trees[0]


def render(tree: exp.Expr) -> str | None:
    """The tree as SQLite's SQL."""
    try:
        return tree.sql(dialect=DIALECT, comments=False)
    except (sqlglot.errors.SqlglotError, RecursionError, ValueError):
        return None


def _offer(state: "State", tree: exp.Expr | None, types: str | None = None) -> bool:
    sql = render(tree) if tree is not None else None
    if not sql:
        return False
    candidate = state.best.with_sql(sql)
    if types is not None:
        candidate = Candidate(candidate.setup, sql, candidate.kind, types, candidate.sort_mode)
    return state.offer(candidate)


def _run(state: "State", propose: Callable[[exp.Expr], Sequence[Edit]]) -> None:
    """Offer one edit after the other; after one is taken, go on at its place in the new tree."""
    place = 0
    while (tree := parse(state.best.sql)) is not None:
        edits = propose(tree)
        while place < len(edits):
            if _offer(state, edits[place](tree.copy())):
                break
            place += 1
        else:
            return


def _nodes(tree: exp.Expr) -> list[exp.Expr]:
    """All nodes, those nearer to the root first; the same order in every copy."""
    return list(tree.walk(bfs=True))


def _replace(tree: exp.Expr, number: int, new: exp.Expr) -> exp.Expr:
    """The tree with its node of that number replaced."""
    node = _nodes(tree)[number]
    if node.parent is None:
        return new
    node.replace(new)
    return tree


def is_value(node: exp.Expr) -> bool:
    """Whether the node is an expression in the sense of SQL: it stands for a value."""
    if isinstance(node, exp.Subquery):
        return not isinstance(node.parent, (exp.From, exp.Join))
    return isinstance(node, exp.Condition) and not isinstance(node, (exp.Identifier, exp.Star))


def drop_set_operations(state: "State") -> None:
    """One side of UNION, EXCEPT and INTERSECT."""

    def propose(tree: exp.Expr) -> list[Edit]:
        return [
            lambda copy, number=number, side=side: _replace(  # type: ignore[misc]
                copy, number, _nodes(copy)[number].args[side].copy()
            )
            for number, node in enumerate(_nodes(tree))
            if isinstance(node, exp.SetOperation)
            for side in ("this", "expression")
        ]

    _run(state, propose)


def drop_tables(state: "State") -> None:
    """Tables of the outermost FROM, each with every term and column that names it."""
    tree = parse(state.best.sql)
    if not isinstance(tree, exp.Select) or not tree.args.get("joins"):
        return
    columns = {}
    for sql in state.best.setup:
        table = CreateTable.read(sql)
        if table is not None:
            columns[bare(table.table)] = set(table.columns())
    count = 1 + len(tree.args["joins"])
    letters = state.best.types

    def holds(kept: list[int]) -> bool:
        made = _with_tables(tree.copy(), kept, columns)
        if made is None:
            return False
        select, shown = made
        types = "".join(letters[at] for at in shown if at < len(letters)) or letters[:1]
        return _offer(state, select, types)

    minimise(range(count), holds, least=1)


def _with_tables(
    select: exp.Select, kept: list[int], columns: dict[str, set[str]]
) -> tuple[exp.Select, list[int]] | None:
    """The query over some of its tables, and which of its result columns are left."""
    sources = [select.args["from_"].this, *(join.this for join in select.args["joins"])]
    if not all(isinstance(source, (exp.Table, exp.Subquery)) for source in sources):
        return None
    gone_names: set[str] = set()
    gone_columns: set[str] = set()
    for number, source in enumerate(sources):
        if number not in kept:
            gone_names.add(source.alias_or_name.lower())
            gone_columns |= columns.get(source.name.lower(), set())
    for number in kept:
        gone_columns -= columns.get(sources[number].name.lower(), set())

    def names_it(node: exp.Expr) -> bool:
        return any(
            column.table.lower() in gone_names
            if column.table
            else column.name.lower() in gone_columns
            for column in node.find_all(exp.Column)
        )

    joins = [select.args["joins"][number - 1] for number in kept if number]
    if kept[0] != 0:
        select.args["from_"].set("this", joins.pop(0).this)
    select.set("joins", joins)
    for join in joins:
        if join.args.get("on"):
            join.set("on", _terms_without(join.args["on"], names_it))
    where = select.args.get("where")
    if where is not None:
        left = _terms_without(where.this, names_it)
        select.set("where", exp.Where(this=left) if left is not None else None)
    shown = [at for at, item in enumerate(select.expressions) if not names_it(item)]
    chosen = [select.expressions[at] for at in shown]
    select.set("expressions", chosen or [exp.Literal.number(1)])
    for key in ("group", "order", "having"):
        if select.args.get(key) and names_it(select.args[key]):
            select.set(key, None)
    return select, shown or [0]


def _terms_without(condition: exp.Expr, drop: Callable[[exp.Expr], bool]) -> exp.Expr | None:
    """The AND terms of a condition that are not dropped."""
    terms = list(condition.flatten()) if isinstance(condition, exp.And) else [condition]
    terms = [term for term in terms if not drop(term)]
    return _joined(exp.And, terms) if terms else None


def _joined(kind: type[exp.Expr], terms: Sequence[exp.Expr]) -> exp.Expr:
    joined = terms[0].copy()
    for term in terms[1:]:
        joined = kind(this=joined, expression=term.copy())
    return joined


def drop_clauses(state: "State") -> None:
    """WITH, WHERE, GROUP BY, HAVING, ORDER BY, LIMIT, DISTINCT of every query, one at a time."""

    def drop(copy: exp.Expr, number: int, clause: str) -> exp.Expr:
        _nodes(copy)[number].set(clause, None)
        return copy

    def propose(tree: exp.Expr) -> list[Edit]:
        return [
            lambda copy, number=number, clause=clause: drop(copy, number, clause)  # type: ignore[misc]
            for number, node in enumerate(_nodes(tree))
            if isinstance(node, (exp.Query, exp.Update, exp.Delete, exp.Create, exp.AggFunc))
            for clause in CLAUSES
            if node.args.get(clause)
        ]

    _run(state, propose)


def lift_subqueries(state: "State") -> None:
    """A subquery instead of the whole, or its first table instead of it."""

    def propose(tree: exp.Expr) -> list[Edit]:
        edits: list[Edit] = []
        for number, node in enumerate(_nodes(tree)):
            if isinstance(node, exp.Select) and node.parent is not None:
                edits.append(lambda copy, number=number: _nodes(copy)[number].copy())  # type: ignore[misc]
            inner = node.this if isinstance(node, exp.Subquery) else None
            source = inner.args.get("from_") if isinstance(inner, exp.Select) else None
            if source is not None and isinstance(node.parent, (exp.From, exp.Join)):
                edits.append(
                    lambda copy, number=number: _replace(  # type: ignore[misc]
                        copy, number, _nodes(copy)[number].this.args["from_"].this.copy()
                    )
                )
        return edits

    _run(state, propose)


def drop_list_items(state: "State") -> None:
    """Result columns, IN lists, arguments, ORDER BY and GROUP BY terms, CASE branches, joins."""
    tree = parse(state.best.sql)
    if tree is None:
        return
    number = 0
    while number < len(_nodes(tree)):
        for key in LISTS:
            items = _nodes(tree)[number].args.get(key)
            if isinstance(items, list) and len(items) > 1:
                _shorten(state, tree, number, key)
                tree = parse(state.best.sql)
                if tree is None or number >= len(_nodes(tree)):
                    return
        number += 1


def _shorten(state: "State", tree: exp.Expr, number: int, key: str) -> None:
    node = _nodes(tree)[number]
    letters = state.best.types
    is_result = key == "expressions" and isinstance(node, exp.Select) and node.parent is None \
        and len(letters) == len(node.expressions)  # fmt: skip

    def holds(kept: list[int]) -> bool:
        copy = tree.copy()
        target = _nodes(copy)[number]
        target.set(key, [target.args[key][at] for at in kept])
        types = "".join(letters[at] for at in kept) if is_result else None
        return _offer(state, copy, types)

    minimise(range(len(node.args[key])), holds, least=0 if key == "joins" else 1)


def drop_terms(state: "State") -> None:
    """Terms of chains of AND, OR and arithmetic."""
    tree = parse(state.best.sql)
    number = 0
    while tree is not None and number < len(_nodes(tree)):
        node = _nodes(tree)[number]
        if isinstance(node, (exp.Connector, exp.Add, exp.Mul, exp.DPipe)) and not isinstance(
            node.parent, type(node)
        ):
            kind = type(node)
            terms = [term.copy() for term in node.flatten()]
            minimise(terms, _Chain(state, tree, number, kind).holds, least=1)
            tree = parse(state.best.sql)
        number += 1


class _Chain:
    """A chain of one operator in a tree, to be tried with fewer terms."""

    def __init__(self, state: "State", whole: exp.Expr, number: int, kind: type[exp.Expr]) -> None:
        self.state = state
        self.whole = whole
        self.number = number
        self.kind = kind

    def holds(self, kept: list[exp.Expr]) -> bool:
        shorter = _replace(self.whole.copy(), self.number, _joined(self.kind, kept))
        return _offer(self.state, shorter)


def unwrap_expressions(state: "State") -> None:
    """An operand instead of the operation, an argument instead of the call."""

    def propose(tree: exp.Expr) -> list[Edit]:
        edits: list[Edit] = []
        for number, node in enumerate(_nodes(tree)):
            if is_value(node) or isinstance(node, exp.Alias):
                for place, _ in enumerate(_operands(node)):
                    edits.append(
                        lambda copy, number=number, place=place: _replace(  # type: ignore[misc]
                            copy, number, list(_operands(_nodes(copy)[number]))[place].copy()
                        )
                    )
        return edits

    _run(state, propose)


def _operands(node: exp.Expr) -> Iterator[exp.Expr]:
    for child in node.iter_expressions():
        if is_value(child):
            yield child
        elif isinstance(child, (exp.If, exp.Distinct, exp.Where, exp.Select, exp.Tuple)):
            yield from _operands(child)


def expressions_to_literals(state: "State") -> None:
    """NULL, 0 or 1 instead of an expression of several tokens."""

    def propose(tree: exp.Expr) -> list[Edit]:
        return [
            lambda copy, number=number, new=new: _replace(copy, number, new.copy())  # type: ignore[misc]
            for number, node in enumerate(_nodes(tree))
            if is_value(node) and not isinstance(node, (exp.Literal, exp.Null))
            for new in (exp.Null(), exp.Literal.number(0), exp.Literal.number(1))
        ]

    _run(state, propose)


def simplify_literals(state: "State") -> None:
    """0, 1 or 2 instead of a long number, a short text instead of a long one."""

    def propose(tree: exp.Expr) -> list[Edit]:
        return [
            lambda copy, number=number, new=new: _replace(copy, number, new.copy())  # type: ignore[misc]
            for number, node in enumerate(_nodes(tree))
            if isinstance(node, exp.Literal) and len(node.this) > 1
            for new in (
                [exp.Literal.string(""), exp.Literal.string("a")]
                if node.is_string
                else [exp.Literal.number(digit) for digit in (0, 1, 2)]
            )
        ]

    _run(state, propose)
