"""Table-valued functions in FROM: `name(arguments)`; arguments may read tables to the left."""

from target_db.bind import expressions as binder
from target_db.bind.bound import BoundSelect, JoinLeaf, JoinNode
from target_db.bind.scope import NO_ALIASES, BindContext, Scope, ScopeItem
from target_db.catalog.objects import Column, Table
from target_db.errors import SqlError
from target_db.exec.table_function import TableFunction
from target_db.expr.base import Source
from target_db.sql import ast
from target_db.types.affinity import BLOB


def find_table_function(name: str, context: BindContext) -> TableFunction | None:
    """The table-valued function of that name, or None."""
    return context.table_functions.get(name.lower())


def is_table_function(name: str, context: BindContext) -> bool:
    """Whether a table-valued function has that name."""
    return find_table_function(name, context) is not None


def shape_of_function(function: TableFunction) -> Table:
    """The columns of a function's rows; those that stand for its arguments are hidden."""
    columns = [Column(name, None, BLOB) for name in function.columns]
    for i, name in enumerate(function.columns):
        columns[i].declared_type = function.types.get(name)
    for name in function.arguments:
        column = Column(name, None, BLOB)
        column.is_hidden = True
        columns.append(column)
    table = Table(function.name, "main", columns)
    return table


def result_aliases(core: ast.SelectCore) -> dict[str, ast.Expr]:
    """What each alias of a result column stands for; the first one where two are alike."""
    aliases: dict[str, ast.Expr] = {}
    for column in core.columns:
        if column.alias is not None:
            aliases.setdefault(column.alias.lower(), column.expr)
    return aliases


def bind_table_function(call: ast.TableFunction, scope: Scope, query: BoundSelect) -> JoinNode:
    """Bind `name(arguments)` in FROM. Raises SqlError."""
    context = scope.context
    function = find_table_function(call.name, context)
    if function is None:
        if context.catalog.find_table(call.schema, call.name) is not None:
            raise SqlError(f"'{call.name}' is not a function")
        raise SqlError(f"no such table: {call.name}")
    if len(call.args) > len(function.arguments):
        raise SqlError(f"too many arguments on {call.name}() - max {len(function.arguments)}")
    scope.aliases = result_aliases(query.core)  # arguments are terms of WHERE, in truth
    args = [binder.bind_expr(arg, scope) for arg in call.args]
    scope.aliases = NO_ALIASES
    shown = call.name if call.alias is None else call.alias
    source = Source(context.number_source(), shown)
    item = ScopeItem(source, shape_of_function(function), shown.lower(), "main")
    scope.items.append(item)
    leaf = JoinLeaf(item)
    leaf.execution = context.execution
    leaf.function = function
    leaf.function_args = args
    for arg in args:
        leaf.outer_mask |= arg.mask
    query.from_mask |= leaf.outer_mask
    return leaf
