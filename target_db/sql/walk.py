"""Walking the expressions of the syntax tree."""

from target_db.sql import ast, codes


def operands(expr: ast.Expr) -> list[ast.Expr]:
    """The expressions directly inside `expr`, in order; subqueries are not entered."""
    if isinstance(expr, ast.Binary):
        return [expr.left, expr.right]
    if isinstance(expr, (ast.Unary, ast.IsNull, ast.Collate, ast.Cast, ast.InSelect)):
        return [expr.operand]
    if isinstance(expr, ast.FunctionCall):
        found = list(expr.args)
        if expr.order_by is not None:
            found += [term.expr for term in expr.order_by]
        if expr.filter is not None:
            found.append(expr.filter)
        if expr.over is not None:
            found += expr.over.partition_by
            found += [term.expr for term in expr.over.order_by]
        return found
    if isinstance(expr, ast.Between):
        return [expr.operand, expr.low, expr.high]
    if isinstance(expr, ast.InList):
        return [expr.operand, *expr.items]
    if isinstance(expr, ast.InTable):
        return [expr.operand, *(expr.args or [])]
    if isinstance(expr, ast.Like):
        found = [expr.operand, expr.pattern]
        if expr.escape is not None:
            found.append(expr.escape)
        return found
    if isinstance(expr, ast.Case):
        found = [] if expr.operand is None else [expr.operand]
        for condition, result in zip(expr.conditions, expr.results, strict=True):
            found += [condition, result]
        if expr.otherwise is not None:
            found.append(expr.otherwise)
        return found
    if isinstance(expr, ast.RowValue):
        return expr.items
    if isinstance(expr, ast.Raise) and expr.message is not None:
        return [expr.message]
    return []


def calls_function(expr: ast.Expr) -> bool:
    """Whether a function is called in `expr`, outside of its subqueries. LIKE and its kin, `->`
    and CURRENT_DATE are calls."""
    if isinstance(expr, (ast.FunctionCall, ast.Like, ast.CurrentTime)):
        return True
    if isinstance(expr, ast.Binary) and expr.op in (codes.EXTRACT, codes.EXTRACT_VALUE):
        return True
    for operand in operands(expr):
        if calls_function(operand):
            return True
    return False
