"""Values that stand in the text: rows that need no binding."""

from __future__ import annotations

from typing import Final

from target_db.sql import ast
from target_db.sql.codes import NEGATE

# The largest REAL whose negative the parser cannot have meant as an INTEGER: -(2**63).
LIMIT: Final = 9e18


def literal_values(row: list[ast.Expr]) -> list[object] | None:
    """The values of a row of literals, negative numbers among them; None for any other row."""
    values: list[object] = []
    for expr in row:
        if isinstance(expr, ast.Literal):
            values.append(expr.value)
            continue
        if not isinstance(expr, ast.Unary) or expr.op != NEGATE:
            return None
        operand = expr.operand
        if not isinstance(operand, ast.Literal):
            return None
        value = operand.value
        if isinstance(value, int) or (isinstance(value, float) and value < LIMIT):
            values.append(-value)
        else:
            return None
    return values
