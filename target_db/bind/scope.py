"""Names: what a column reference can mean, query within query.

A `Scope` is one query's view of its FROM items; a subquery's scope points at the scope it
stands in. A `BindContext` is shared by everything in one statement.
"""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from target_db.catalog.catalog import Catalog
from target_db.catalog.objects import Table, View
from target_db.exec.execution import Execution
from target_db.exec.plan_notes import PlanNotes
from target_db.exec.table_function import TableFunction
from target_db.expr.base import Expr, Source
from target_db.expr.leaves import Parameters as Parameters
from target_db.functions.registry import FunctionTable
from target_db.sql import ast

# Asked for an action: its code, two details of it, the schema, the view or trigger it is in.
Authorizer = Callable[[int, str | None, str | None, str | None, str | None], int]

NO_FUNCTIONS: Final[dict[str, TableFunction]] = {}
NO_VIEWS: Final[list[View]] = []


# Columns that an authorizer made NULL, by "schema.table" in lower case.
NO_COLUMNS: Final[set[int]] = set()
NO_HIDDEN_COLUMNS: Final[dict[str, set[int]]] = {}


@mypyc_attr(free_list_len=1)
class BindContext:
    """What binding one statement needs and gathers.

    number_source() hands out the source numbers.
    execution: the statement's runs, by which cached results are told to be fresh.
    restricted_to: in a schema's expression what it is, in the plural and as error messages
        name it ("CHECK constraints", "index expressions", "generated columns", "partial index
        WHERE clauses"): no subqueries, parameters, non-deterministic functions.
    in_trigger: RAISE() may be used.
    names_only: nothing will run, only names are looked up; unknown functions pass for NULL.
    """

    def __init__(
        self,
        catalog: Catalog,
        functions: FunctionTable,
        sql: str,
        parameters: Parameters | None = None,
    ) -> None:
        self.catalog = catalog
        self.functions = functions
        self.sql = sql
        self.parameters = Parameters() if parameters is None else parameters
        self.execution = Execution()
        self.source_count = 0
        self.select_depth: i64 = 0
        self.expression_height: i64 = 0  # of the expressions around the one that is bound
        self.open_views: list[View] = NO_VIEWS  # that are being bound, one inside the other
        self.restricted_to: str | None = None
        self.in_trigger = False
        self.names_only = False
        self.alias = ""  # the result alias that is being bound where it is used
        self.has_json = False  # a function was bound whose result may have the subtype JSON
        # The schema in which a trigger's statements look for tables; None: in all of them.
        self.home_schema: str | None = None
        self.notes: PlanNotes | None = None  # of EXPLAIN QUERY PLAN
        # Table-valued functions by lower-case name (exec.table_function.TableFunction).
        self.table_functions: dict[str, TableFunction] = NO_FUNCTIONS
        # Planner off: full scans and no rewrites, to test what the planner does.
        self.optimizer_off = False
        self.tables_read: list[ScopeItem] | None = None  # with an authorizer: tables in FROM
        self.hidden_columns = NO_HIDDEN_COLUMNS
        # While an aggregate's arguments are bound: the depth of its scope, and the depth of the
        # innermost scope up to there whose columns they name. That scope's aggregate it is.
        self.aggregate_depth: i64 = -1
        self.named_depth: i64 = -1

    def name_schema(self) -> str | None:
        """The only schema in which an unqualified table name is looked for: that of the view
        or trigger it stands in, unless it is temporary. None: in all of them."""
        home = self.open_views[-1].schema if self.open_views else self.home_schema
        return None if home == "temp" else home

    def number_source(self) -> int:
        number = self.source_count
        self.source_count = number + 1
        return number


# Shared by all that have none of these: replaced, never changed.
NOTHING_JOINED: Final[dict[str, Expr]] = {}
NO_ALIASES: Final[dict[str, ast.Expr]] = {}
NO_COMMON_TABLES: Final[dict[str, object]] = {}


@mypyc_attr(free_list_len=1)
class ScopeItem:
    """One FROM item: the source, and the names and properties of its columns."""

    def __init__(self, source: Source, table: Table, alias: str, schema: str | None) -> None:
        self.source = source
        self.table = table  # for a subquery, CTE or function: a Table that is only a shape
        self.alias = alias  # lower case; the table's name where no alias was given
        self.schema = schema  # lower case; None when the item cannot be named with a schema
        # Columns that NATURAL or USING joined to an earlier item: hidden from `*` and from
        # unqualified names (which see the earlier one, or a COALESCE for RIGHT and FULL).
        self.joined_columns: dict[str, Expr] = NOTHING_JOINED
        # Of a subquery or view that was flattened into this query: what its columns are.
        # A name that resolves to column i means `expressions[i]`; no scan fills the source.
        self.expressions: list[Expr] | None = None
        self.hidden = NO_COLUMNS  # the columns that read as NULL


# Shared by all scopes that have none: replaced, never changed.
EMPTY_ITEMS: Final[list[ScopeItem]] = []
NO_EXPRS: Final[list[Expr]] = []


@mypyc_attr(free_list_len=1)
class Scope:
    """One query's names. `aggregates` gathers its aggregate calls while they are allowed."""

    def __init__(self, context: BindContext, parent: "Scope | None") -> None:
        self.context = context
        self.parent = parent
        self.depth: i64 = 0 if parent is None else parent.depth + 1
        self.items: list[ScopeItem] = []
        # FROM items of subqueries and views that were flattened into this query.
        self.flattened: list[ScopeItem] = EMPTY_ITEMS
        # Result columns by lower-case alias: visible to WHERE, GROUP BY, HAVING, ORDER BY
        # where no FROM column has the name.
        self.aliases: dict[str, ast.Expr] = NO_ALIASES
        self.aggregates: list[Expr] = NO_EXPRS
        self.allows_aggregates = False
        self.windows: list[Expr] = NO_EXPRS
        self.allows_windows = False
        self.named_windows: list[ast.NamedWindow] | None = None  # the WINDOW clause
        self.ctes: dict[str, object] = NO_COMMON_TABLES
        # NEW, OLD and excluded: only `table.column` finds their columns, never a lone name.
        self.qualified_only = False
        self.has_right_join = False  # FROM has a RIGHT or FULL JOIN
        self.is_correlated = False  # set when a name resolves in an enclosing scope

    def add_aggregate(self, ref: Expr) -> None:
        """Take in an aggregate call of this query."""
        if self.aggregates:
            self.aggregates.append(ref)
        else:
            self.aggregates = [ref]

    def add_window(self, ref: Expr) -> None:
        """Take in a window call of this query."""
        if self.windows:
            self.windows.append(ref)
        else:
            self.windows = [ref]
