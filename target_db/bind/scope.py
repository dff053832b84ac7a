"""Names: what a column reference can mean, query within query.

A `Scope` is one query's view of its FROM items; a subquery's scope points at the scope it
stands in. A `BindContext` is shared by everything in one statement.
"""

from target_db.catalog.catalog import Catalog
from target_db.catalog.objects import Table
from target_db.exec.execution import Execution
from target_db.expr.base import Expr, Source
from target_db.functions.registry import FunctionTable
from target_db.sql import ast


class Parameters:
    """The statement's parameters: slots by number, names, and the values bound to them."""

    def __init__(self) -> None:
        self.values: list[object] = []
        self.names: list[str | None] = []


class BindContext:
    """What binding one statement needs and gathers.

    number_source() hands out the source numbers. `expression_functions_only` and the like
    (CHECK, DEFAULT, index expressions) restrict what an expression may hold.
    """

    def __init__(self, catalog: Catalog, functions: FunctionTable, sql: str) -> None:
        self.catalog = catalog
        self.functions = functions
        self.sql = sql
        self.parameters = Parameters()
        self.source_count = 0
        self.depth = 0
        # Shared by all operators of the statement: run number, interruption.
        self.execution = Execution()
        # Planner off: full scans and no rewrites, for tests of the planner.
        self.optimizer_off = False
        # "CHECK constraints", "index expressions", ...: no subqueries, parameters, and so on.
        self.restricted_to: str | None = None

    def number_source(self) -> int:
        number = self.source_count
        self.source_count = number + 1
        return number


class ScopeItem:
    """One FROM item: the source, and the names and properties of its columns."""

    def __init__(self, source: Source, table: Table, alias: str, schema: str | None) -> None:
        self.source = source
        self.table = table  # for a subquery, CTE or function: a Table that is only a shape
        self.alias = alias  # lower case; the table's name where no alias was given
        self.schema = schema  # lower case; None when the item cannot be named with a schema
        # Columns that NATURAL or USING joined to an earlier item: hidden from `*` and from
        # unqualified names (which see the earlier one, or a COALESCE for RIGHT and FULL).
        self.joined_columns: dict[str, Expr] = {}


class Scope:
    """One query's names. `aggregates` gathers its aggregate calls while they are allowed."""

    def __init__(self, context: BindContext, parent: "Scope | None") -> None:
        self.context = context
        self.parent = parent
        self.items: list[ScopeItem] = []
        # Result columns by lower-case alias: visible to WHERE, GROUP BY, HAVING, ORDER BY
        # where no FROM column has the name.
        self.aliases: dict[str, ast.Expr] = {}
        self.aggregates: list[Expr] = []
        self.allows_aggregates = False
        self.windows: list[Expr] = []
        self.allows_windows = False
        self.ctes: dict[str, object] = {}
        self.is_correlated = False  # set when a name resolves in an enclosing scope
