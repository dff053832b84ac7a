"""Unary operators, arithmetic with constant folding, and comparisons."""

from mypy_extensions import i64

from target_db.bind import expressions as binder
from target_db.bind import rows
from target_db.bind.calls import bind_function_operator
from target_db.bind.scope import BindContext, Scope
from target_db.expr import arithmetic as nodes
from target_db.expr.base import FALSE, TRUE, Expr
from target_db.expr.leaves import ColumnExpr, LiteralExpr, PlusColumn, PlusExpr
from target_db.expr.logic import IsTruth, Not
from target_db.expr.specialised import make_comparison
from target_db.sql import ast
from target_db.sql.codes import (
    ADD,
    BIT_AND,
    BIT_OR,
    CONCAT,
    DIVIDE,
    EXTRACT,
    IS,
    IS_NOT,
    MULTIPLY,
    NEGATE,
    NOT,
    PLUS,
    REMAINDER,
    SHIFT_LEFT,
    SUBTRACT,
)
from target_db.types import arithmetic
from target_db.types.affinity import NONE


def bind_operand(node: ast.Expr, scope: Scope) -> Expr:
    """An operand of an operator to which affinity means nothing: unary plus falls away."""
    while isinstance(node, ast.Unary) and node.op == PLUS:
        node = node.operand
    return binder.bind_expr(node, scope)


def bind_unary(node: ast.Unary, scope: Scope) -> Expr:
    """`-x`, `+x`, `~x`, `NOT x`."""
    op = node.op
    if op == NEGATE:
        operand = bind_operand(node.operand, scope)
        if isinstance(operand, LiteralExpr):
            value = operand.value
            operand.value = -value if isinstance(value, float) else arithmetic.negate(value)
            return operand
        return nodes.Negate(operand)
    if op == PLUS:
        return bind_plus(bind_operand(node.operand, scope))
    if op == NOT:
        return Not(binder.bind_expr(node.operand, scope))
    return nodes.BitNot(bind_operand(node.operand, scope))


def bind_plus(operand: Expr) -> Expr:
    """`+operand`: the same value, without affinity."""
    if operand.affinity == NONE:
        return operand
    if isinstance(operand, ColumnExpr):
        return PlusColumn(operand.source, operand.index, operand.collation)
    return PlusExpr(operand)


def bind_arithmetic(node: ast.Binary, scope: Scope) -> Expr:
    """Arithmetic, bit operators, `||`, `->` and `->>`."""
    op = node.op
    if op >= EXTRACT:
        name = "->" if op == EXTRACT else "->>"
        return bind_function_operator(name, [node.left, node.right], node.pos, scope)
    left = bind_operand(node.left, scope)
    right = bind_operand(node.right, scope)
    if left.is_constant:
        if right.is_constant:
            if isinstance(left, LiteralExpr) and isinstance(right, LiteralExpr) and op != CONCAT:
                left.value = fold(op, left.value, right.value)
                return left
        else:
            left = binder.cache_constant(left, scope.context)
    elif right.is_constant:
        right = binder.cache_constant(right, scope.context)
    return make_arithmetic(op, left, right)


def make_arithmetic(op: i64, left: Expr, right: Expr) -> Expr:
    """The node of an arithmetic operator of `sql.codes`, ADD to CONCAT."""
    if op == ADD:
        return nodes.Add(left, right)
    if op == SUBTRACT:
        return nodes.Subtract(left, right)
    if op == MULTIPLY:
        return nodes.Multiply(left, right)
    if op == DIVIDE:
        return nodes.Divide(left, right)
    if op == CONCAT:
        return nodes.Concat(left, right)
    if op == REMAINDER:
        return nodes.Remainder(left, right)
    if op == BIT_AND:
        return nodes.BitAnd(left, right)
    if op == BIT_OR:
        return nodes.BitOr(left, right)
    if op == SHIFT_LEFT:
        return nodes.ShiftLeft(left, right)
    return nodes.ShiftRight(left, right)


def fold(op: i64, left: object, right: object) -> object:
    """The value of an arithmetic operator over two constants; none of these can fail."""
    if op == ADD:
        return arithmetic.add(left, right)
    if op == SUBTRACT:
        return arithmetic.subtract(left, right)
    if op == MULTIPLY:
        return arithmetic.multiply(left, right)
    if op == DIVIDE:
        return arithmetic.divide(left, right)
    if op == REMAINDER:
        return arithmetic.modulo(left, right)
    if op == BIT_AND:
        return arithmetic.bit_and(left, right)
    if op == BIT_OR:
        return arithmetic.bit_or(left, right)
    if op == SHIFT_LEFT:
        return arithmetic.shift_left(left, right)
    return arithmetic.shift_right(left, right)


def bind_comparison(node: ast.Binary, scope: Scope) -> Expr:
    """`= <> < <= > >= IS`, IS NOT over values or rows."""
    if rows.may_be_row(node.left) or rows.may_be_row(node.right):
        return rows.bind_row_comparison(node, scope)
    left = binder.bind_expr(node.left, scope)
    right = binder.bind_expr(node.right, scope)
    return compare_values(node, left, right, scope.context)


def compare_values(node: ast.Binary, left: Expr, right: Expr, context: BindContext) -> Expr:
    """`left op right` over single values, as `node` has it: IS [NOT] TRUE asks for a truth."""
    op = node.op
    if op in (IS, IS_NOT):
        wanted = truth_word(node.right, right)
        if wanted >= 0:
            return IsTruth(left, wanted, op == IS_NOT)
    return compare(int(op), left, right, context)


def compare(op: int, left: Expr, right: Expr, context: BindContext) -> Expr:
    """The node for `left op right`, constants on either side evaluated once."""
    if left.is_constant != right.is_constant:
        left = binder.cache_constant(left, context)
        right = binder.cache_constant(right, context)
    return make_comparison(op, left, right)


def truth_word(node: ast.Expr, bound: Expr) -> i64:
    """TRUE or FALSE when `node` is that word (and names no column), otherwise -1."""
    if isinstance(node, ast.ColumnRef) and node.bare and isinstance(bound, LiteralExpr):
        word = node.name.lower()
        if word == "true":
            return TRUE
        if word == "false":
            return FALSE
    return -1
