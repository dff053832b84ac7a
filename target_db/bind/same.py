"""Whether two expressions are written alike, as ORDER BY of a compound understands it."""

from target_db.sql import ast


def same_node(a: ast.Expr, b: ast.Expr) -> bool:
    """Whether two syntax trees are the same but for positions and the case of names."""
    if isinstance(a, ast.ColumnRef) and isinstance(b, ast.ColumnRef):
        return same_name(a.name, b.name) and same_qualifier(a.table, b.table)
    if isinstance(a, ast.Literal) and isinstance(b, ast.Literal):
        alike = type(a.value) is type(b.value) and a.value == b.value
        return alike and a.is_answer == b.is_answer
    if isinstance(a, ast.Unary) and isinstance(b, ast.Unary):
        return a.op == b.op and same_node(a.operand, b.operand)
    if isinstance(a, ast.Binary) and isinstance(b, ast.Binary):
        return a.op == b.op and same_node(a.left, b.left) and same_node(a.right, b.right)
    if isinstance(a, ast.Cast) and isinstance(b, ast.Cast):
        return same_name(a.type_name, b.type_name) and same_node(a.operand, b.operand)
    if isinstance(a, ast.IsNull) and isinstance(b, ast.IsNull):
        return a.negated == b.negated and same_node(a.operand, b.operand)
    if isinstance(a, ast.Collate) and isinstance(b, ast.Collate):
        return same_name(a.collation, b.collation) and same_node(a.operand, b.operand)
    if isinstance(a, ast.FunctionCall) and isinstance(b, ast.FunctionCall):
        return same_call(a, b)
    return False


def same_call(a: ast.FunctionCall, b: ast.FunctionCall) -> bool:
    if not same_name(a.name, b.name) or len(a.args) != len(b.args):
        return False
    if a.distinct != b.distinct or a.star != b.star:
        return False
    for call in (a, b):
        if call.filter is not None or call.over is not None or call.over_name is not None:
            return False
        if call.order_by is not None:
            return False
    for i, arg in enumerate(a.args):
        if not same_node(arg, b.args[i]):
            return False
    return True


def same_name(a: str, b: str) -> bool:
    return a == b or a.lower() == b.lower()


def same_qualifier(a: str | None, b: str | None) -> bool:
    return a is None or b is None or same_name(a, b)
