"""LIKE, GLOB, REGEXP and MATCH: the functions they stand for."""

from target_db.bind.calls import bind_function_operator
from target_db.bind.scope import Scope
from target_db.expr.base import Expr
from target_db.expr.logic import Not
from target_db.sql import ast
from target_db.sql.codes import GLOB, LIKE, REGEXP


def bind_like(node: ast.Like, scope: Scope) -> Expr:
    """`operand [NOT] LIKE pattern [ESCAPE escape]`: the call like(pattern, operand, escape)."""
    args = [node.pattern, node.operand]
    if node.escape is not None:
        args.append(node.escape)
    name = function_name(node, scope.context.sql)
    bound = bind_function_operator(name, args, node.pos, scope)
    return Not(bound) if node.negated else bound


def function_name(node: ast.Like, sql: str) -> str:
    """The function that the operator calls, in the case in which it was written if known.

    An error message shows REGEXP and MATCH as they were written.
    """
    if node.op == LIKE:
        return "like"
    if node.op == GLOB:
        return "glob"
    name = "regexp" if node.op == REGEXP else "match"
    start = int(node.pos)
    written = sql[start : start + len(name)]
    return written if written.lower() == name else name
