"""Partial indexes: when the conditions of a query say that an index has all rows they want.

The rules are those of "Partial Indexes", 3: each term of the index's WHERE is a term of the
query's, or it is `x IS NOT NULL` and a term of the query compares x so that NULL fails it.
"""

from typing import Final

from target_db.bind.bound import JoinLeaf
from target_db.bind.scope import BindContext, Scope, ScopeItem
from target_db.bind.select import bind_conjuncts
from target_db.catalog.objects import Index, Table
from target_db.expr.arithmetic import BinaryExpr, UnaryExpr
from target_db.expr.base import Expr, Source
from target_db.expr.calls import CallExpr, UnaryCallExpr
from target_db.expr.comparison import BetweenExpr, Comparison, IsComparison, IsNullExpr
from target_db.expr.leaves import ColumnExpr, LiteralExpr, RowidExpr
from target_db.expr.membership import InListExpr
from target_db.expr.patterns import PatternExpr


class IndexCondition:
    """The WHERE of a partial index, bound over a source of its own. `terms` are its conjuncts."""

    def __init__(self, source: Source, terms: list[Expr]) -> None:
        self.source = source
        self.terms = terms

    def is_implied(self, conditions: list[Expr], source: Source) -> bool:
        """Whether every row of `source` that meets all `conditions` is in the index."""
        for term in self.terms:
            for condition in conditions:
                if same_expr(condition, term, source, self.source):
                    break
                if (
                    isinstance(term, IsNullExpr)
                    and term.negated
                    and fails_on_null(condition, term.operand, source, self.source)
                ):
                    break
            else:
                return False
        return True


def bind_partial_indexes(table: Table, context: BindContext) -> None:
    """Bind the WHERE of the table's partial indexes, once for each index. Raises SqlError."""
    for index in table.indexes:
        if index.where is not None and index.condition is None:
            index.condition = bind_condition(index, context)


def bind_condition(index: Index, context: BindContext) -> IndexCondition:
    own = BindContext(context.catalog, context.functions, "")
    own.restricted_to = "partial index WHERE clauses"
    table = index.table
    source = Source(own.number_source(), table.name)
    scope = Scope(own, None)
    scope.items.append(ScopeItem(source, table, table.name.lower(), table.schema))
    terms: list[Expr] = []
    assert index.where is not None
    bind_conjuncts(index.where, scope, terms)
    return IndexCondition(source, terms)


def find_partial_indexes(leaf: JoinLeaf, conditions: list[Expr]) -> None:
    """Note in the leaf which partial indexes have all rows that meet `conditions`."""
    for index in leaf.item.table.indexes:
        condition = index.condition
        if isinstance(condition, IndexCondition) and condition.is_implied(
            conditions, leaf.item.source
        ):
            leaf.partial_indexes = [*leaf.partial_indexes, index]


def same_expr(a: Expr, b: Expr, source: Source, own: Source) -> bool:
    """Whether `a`, over `source`, is the same expression as `b`, over `own`. False where that
    cannot be told."""
    if isinstance(a, ColumnExpr):
        return (
            isinstance(b, ColumnExpr)
            and a.source is source
            and b.source is own
            and a.index == b.index
        )
    if type(a) is not type(b):
        return False
    if isinstance(a, LiteralExpr) and isinstance(b, LiteralExpr):
        return type(a.value) is type(b.value) and repr(a.value) == repr(b.value)
    if isinstance(a, RowidExpr) and isinstance(b, RowidExpr):
        return a.source is source and b.source is own
    if isinstance(a, Comparison) and isinstance(b, Comparison):
        if a.op != b.op or a.comparison_affinity != b.comparison_affinity:
            return False
        if a.comparison_collation is not b.comparison_collation:
            return False
    elif isinstance(a, IsNullExpr) and isinstance(b, IsNullExpr):
        if a.negated != b.negated:
            return False
    elif isinstance(a, CallExpr) and isinstance(b, CallExpr):
        if type(a) not in PLAIN_CALLS or a.function is not b.function:
            return False
        if not a.function.deterministic:
            return False
    elif not isinstance(a, (BinaryExpr, UnaryExpr)):
        return False
    others = b.children()
    place = 0
    for child in a.children():
        if place >= len(others) or not same_expr(child, others[place], source, own):
            return False
        place += 1
    return place == len(others)


PLAIN_CALLS: Final = (CallExpr, UnaryCallExpr)


def fails_on_null(condition: Expr, operand: Expr, source: Source, own: Source) -> bool:
    """Whether a condition cannot be true where `operand` is NULL: it compares just that."""
    if isinstance(condition, Comparison):
        if isinstance(condition, IsComparison):
            return False
        return same_expr(condition.left, operand, source, own) or same_expr(
            condition.right, operand, source, own
        )
    if isinstance(condition, (BetweenExpr, PatternExpr)):
        return same_expr(condition.operand, operand, source, own)
    if isinstance(condition, InListExpr):
        return not condition.negated and same_expr(condition.operand, operand, source, own)
    return False
