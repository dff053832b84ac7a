"""Built-in functions that are nodes of their own: not every argument is evaluated each time.

It goes by the function found, not by its name: one that a user defined under such a name is
called like any other.
"""

from typing import Final

from target_db.errors import SqlError
from target_db.expr.base import Expr
from target_db.expr.conditional import CaseExpr, CoalesceExpr, NullIfExpr
from target_db.expr.leaves import LiteralExpr
from target_db.expr.patterns import PatternExpr
from target_db.functions.base import ScalarFunction
from target_db.functions.registry import BUILTIN

SPECIAL: Final = {
    BUILTIN[name][0]: name
    for name in ("coalesce", "nullif", "ifnull", "iif", "if", "likelihood", "like", "glob")
}


def make_special_call(function: ScalarFunction, args: list[Expr]) -> Expr | None:
    """The node for a call of one of these functions, or None for a call of another one."""
    name = SPECIAL.get(function)
    if name is None:
        return None
    if name == "coalesce" or name == "ifnull":
        return CoalesceExpr(args)
    if name == "nullif":
        return NullIfExpr(args[0], args[1])
    if name == "likelihood":
        check_probability(args[1])
        return None
    if name == "like" or name == "glob":
        return make_pattern(function, args)
    return make_iif(args)


def make_pattern(function: ScalarFunction, args: list[Expr]) -> Expr | None:
    """`args[1] LIKE args[0]` with a literal pattern, or None where it is not."""
    pattern = args[0]
    if len(args) == 2 and isinstance(pattern, LiteralExpr):
        source = pattern.value
        if isinstance(source, str):
            return PatternExpr(function, args, source)
    return None


def make_iif(args: list[Expr]) -> Expr:
    """`iif(condition, value, ... [, otherwise])` as the CASE that it means."""
    count = len(args)
    conditions = [args[i] for i in range(0, count - 1, 2)]
    results = [args[i] for i in range(1, count, 2)]
    return CaseExpr(conditions, results, args[count - 1] if count % 2 else None)


def check_probability(arg: Expr) -> None:
    """Raise SQLite's error unless `arg` is a literal REAL from 0 to 1."""
    if isinstance(arg, LiteralExpr):
        value = arg.value
        if isinstance(value, float) and 0.0 <= value <= 1.0:
            return
    raise SqlError("second argument to likelihood() must be a constant between 0.0 and 1.0")
