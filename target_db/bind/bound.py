"""Bound queries: what binding makes of a SELECT, and what the planner reads.

Every name is resolved: expressions are executable nodes that read `Source`s.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from target_db.bind.scope import NO_EXPRS, BindContext, Scope, ScopeItem
from target_db.catalog.objects import Index, Table
from target_db.exec.derived import SharedRows
from target_db.exec.execution import Execution
from target_db.exec.plan_notes import PlanNote
from target_db.exec.recursive import QueueRow
from target_db.exec.table_function import TableFunction
from target_db.expr.base import Expr
from target_db.sql import ast

NO_NOTES: Final[list[PlanNote]] = []
NO_INDEXES: Final[list[Index]] = []


@mypyc_attr(free_list_len=1)
class BoundOrder:
    """One ORDER BY term: an expression, or (column >= 0) a result column."""

    def __init__(self, expr: Expr, column: int, descending: bool, nulls_first: bool) -> None:
        self.expr = expr
        self.column = column
        self.descending = descending
        self.nulls_first = nulls_first


# Shared by all queries that have none: replaced, never changed.
NO_ORDER: Final[list[BoundOrder]] = []


class BoundQuery:
    """A bound SELECT core, VALUES, or compound, with its ORDER BY and LIMIT.

    outputs: the result columns' expressions (of the first core, in a compound), which carry
        the affinity and collation that the query's columns have.
    outer_mask: the sources of enclosing queries that it reads.
    """

    def __init__(self, select: ast.Select, context: BindContext) -> None:
        self.select = select
        self.context = context
        self.sql = context.sql
        self.outputs: list[Expr] = []
        self.order: list[BoundOrder] = NO_ORDER
        self.limit: Expr | None = None
        self.offset: Expr | None = None
        self.outer_mask = 0
        self.notes: list[PlanNote] = NO_NOTES  # of its plan, where it is explained


class JoinNode:
    """A node of the tree of joins: a leaf (one FROM item), or a join of two nodes."""

    def __init__(self, mask: int) -> None:
        self.mask = mask


@mypyc_attr(free_list_len=1)
class JoinLeaf(JoinNode):
    """One FROM item: a table, or the rows of a query or a table function."""

    def __init__(self, item: ScopeItem) -> None:
        super().__init__(item.source.mask)
        self.item = item
        self.execution: Execution | None = None  # of derived items
        self.query: BoundQuery | None = None
        self.function: TableFunction | None = None
        self.function_args: list[Expr] = NO_EXPRS
        self.shared: SharedQuery | None = None
        self.recursion: Recursion | None = None  # it reads the queue of that recursion
        self.indexed_by: str | None = None
        self.partial_indexes: list[Index] = NO_INDEXES  # that have all rows the query wants
        self.not_indexed = False
        self.outer_mask = 0  # sources outside of it that it reads


class Join(JoinNode):
    """`left JOIN right ON conditions`; `kind` is a JOIN_ code."""

    def __init__(self, left: JoinNode, right: JoinNode, kind: i64) -> None:
        super().__init__(left.mask | right.mask)
        self.left = left
        self.right = right
        self.kind = kind
        self.conditions: list[Expr] = []


@mypyc_attr(free_list_len=1)
class BoundSelect(BoundQuery):
    """One SELECT ... FROM ... WHERE ... GROUP BY ... HAVING."""

    def __init__(self, select: ast.Select, core: ast.SelectCore, scope: Scope) -> None:
        super().__init__(select, scope.context)
        self.core = core
        self.scope = scope
        self.from_: JoinNode | None = None
        # What FROM reads beside its own items: ON conditions, arguments, inner subqueries.
        self.from_mask = 0
        self.where: list[Expr] = NO_EXPRS
        self.group_by: list[Expr] | None = None
        self.having: Expr | None = None
        self.is_aggregate = False
        self.distinct = False


class BoundValues(BoundQuery):
    """VALUES (...), (...)."""

    def __init__(self, select: ast.Select, context: BindContext) -> None:
        super().__init__(select, context)
        self.rows: list[list[Expr]] = []


class BoundCompound(BoundQuery):
    """Queries joined by UNION and the like, applied from left to right."""

    def __init__(self, select: ast.Select, context: BindContext) -> None:
        super().__init__(select, context)
        self.arms: list[BoundQuery] = []
        self.operators: list[int] = []


class SharedQuery:
    """A common table's query, which runs once for all FROM items that read it.

    is_used: some FROM item reads it as it is. rows: its rows, once it is planned.
    """

    def __init__(self, query: BoundQuery) -> None:
        self.query = query
        self.is_used = False
        self.rows: SharedRows | None = None


class Recursion:
    """What the recursive arms of a common table read: its shape and the row in hand."""

    def __init__(self, name: str, context: BindContext) -> None:
        self.name = name
        self.context = context
        self.table: Table | None = None
        self.queue_row = QueueRow()
        self.uses = 0  # in the arm that is bound now, its subqueries included


class BoundRecursive(BoundQuery):
    """`initial UNION [ALL] recursive`, the query of a recursive common table."""

    def __init__(self, select: ast.Select, context: BindContext, recursion: Recursion) -> None:
        super().__init__(select, context)
        self.recursion = recursion
        self.initial: list[BoundQuery] = []
        self.recursive: list[BoundQuery] = []
        self.distinct = False
