"""Row values where they may stand: comparisons, BETWEEN, CASE, IN ("Row Values")."""

from target_db.bind import expressions as binder
from target_db.bind import operators, subqueries
from target_db.bind.scope import Scope
from target_db.errors import SqlError
from target_db.exec.subqueries import RowSubquery
from target_db.expr.base import Expr
from target_db.expr.logic import And, Not
from target_db.expr.membership import InListExpr
from target_db.expr.rows import RowComparison, RowExpr, RowInList
from target_db.sql import ast
from target_db.sql.codes import EQ, GE, IS, IS_NOT, LE


def misused(node: ast.Expr) -> SqlError:
    """The error for a row value where a single value is wanted."""
    return SqlError("row value misused", offset=int(node.pos))


def may_be_row(node: ast.Expr) -> bool:
    """Whether `node` can have more than one column."""
    return isinstance(node, (ast.RowValue, ast.Subquery))


def bind_row(node: ast.Expr, scope: Scope) -> Expr:
    """The node for an expression that may be a row value; `columns()` tells its width."""
    if isinstance(node, ast.RowValue):
        return RowExpr([binder.bind_expr(item, scope) for item in node.items])
    if isinstance(node, ast.Subquery):
        binder.forbid(scope.context, "subqueries")
        return subqueries.bind_row_subquery(node.select, scope)
    return binder.bind_expr(node, scope)


def bind_row_comparison(node: ast.Binary, scope: Scope) -> Expr:
    """`left op right` where a side may be a row."""
    left = bind_row(node.left, scope)
    right = bind_row(node.right, scope)
    if left.width() == 1 and right.width() == 1:
        return operators.compare_values(node, left, right, scope.context)
    asks_for_truth = node.op in (IS, IS_NOT) and operators.truth_word(node.right, right) >= 0
    if asks_for_truth and isinstance(left, RowSubquery):
        subqueries.require_columns(left.subquery, 1)
    return compare_rows(int(node.op), left, right, node, scope)


def compare_rows(op: int, left: Expr, right: Expr, node: ast.Expr, scope: Scope) -> Expr:
    """`left op right` over two rows, or two single values. Raises SqlError otherwise."""
    width = left.width()
    other = right.width()
    if width == 1 and other == 1:
        return operators.compare(op, left, right, scope.context)
    if width != other:
        raise misused(node)
    return RowComparison(op, left, right)


def bind_row_equality(operand: Expr, node: ast.Expr, scope: Scope) -> Expr:
    """`operand = node`, a WHEN of a CASE over a row."""
    return compare_rows(EQ, operand, bind_row(node, scope), node, scope)


def bind_row_between(node: ast.Between, operand: Expr, scope: Scope) -> Expr:
    """`row [NOT] BETWEEN low AND high`: the two comparisons that it means."""
    low = compare_rows(GE, operand, bind_row(node.low, scope), node, scope)
    high = compare_rows(LE, operand, bind_row(node.high, scope), node, scope)
    return Not(And(low, high)) if node.negated else And(low, high)


def bind_in_list(node: ast.InList, scope: Scope) -> Expr:
    """`operand [NOT] IN (items)`; the parser has made a literal of an empty list."""
    operand = bind_row(node.operand, scope)
    width = operand.width()
    if width == 1:
        items = [binder.bind_expr(item, scope) for item in node.items]
        return InListExpr(operand, items, node.negated, scope.context.execution)
    bound: list[Expr] = []
    for item in node.items:
        row = bind_row(item, scope)
        found = row.width()
        if found != width:
            terms = "term" if found == 1 else "terms"
            raise SqlError(
                f"IN(...) element has {found} {terms} - expected {width}", offset=int(node.pos)
            )
        bound.append(row)
    return RowInList(operand, bound, node.negated)


def bind_in_select(operand: ast.Expr, select: ast.Select, negated: bool, scope: Scope) -> Expr:
    """`operand [NOT] IN (select)`."""
    binder.forbid(scope.context, "subqueries")
    return subqueries.bind_in_subquery(bind_row(operand, scope), select, scope, negated)


def bind_in_table(node: ast.InTable, scope: Scope) -> Expr:
    """`operand [NOT] IN table` (or a table function): as IN (SELECT * FROM table)."""
    name = node.table
    source: ast.FromItem
    if node.args is None:
        source = ast.TableRef(name.name, name.pos, name.schema, name.schema_pos, None, None, False)
    else:
        source = ast.TableFunction(
            name.name, name.pos, name.schema, name.schema_pos, node.args, None
        )
    star = ast.ResultColumn(ast.Star(None, node.pos), None, -1, -1)
    core = ast.SelectCore(False, [star], [source], None, None, None, None, None, node.pos)
    select = ast.Select(None, [core], [], None, None, None)
    return bind_in_select(node.operand, select, node.negated, scope)
