"""LIKE and GLOB with a literal pattern, which is taken apart once."""

from mypy_extensions import i64

from target_db.expr.base import FALSE, TRUE, UNKNOWN, Expr
from target_db.expr.calls import CallExpr
from target_db.expr.logic import from_truth
from target_db.functions.base import ScalarFunction
from target_db.functions.patterns import Pattern, compile_glob, compile_like
from target_db.types.numeric import to_text


class PatternExpr(CallExpr):
    """`operand LIKE 'pattern'` or `operand GLOB 'pattern'`, by the built-in functions."""

    def __init__(self, function: ScalarFunction, args: list[Expr], source: str) -> None:
        super().__init__(function, args)
        self.operand = args[1]
        self.source = source
        self.pattern: Pattern | None = None

    def compile(self) -> Pattern:
        """The pattern, made when it is first wanted. Raises SqlError (pattern too complex)."""
        name = self.function.name
        pattern = compile_like(self.source) if name == "like" else compile_glob(self.source)
        self.pattern = pattern
        return pattern

    def truth(self) -> i64:
        value = self.operand.eval()
        pattern = self.pattern
        if pattern is None:
            pattern = self.compile()
        if isinstance(value, str):
            return TRUE if pattern.matches(value) else FALSE
        if value is None:
            return UNKNOWN
        if isinstance(value, bytes):
            return FALSE
        return TRUE if pattern.matches(to_text(value)) else FALSE

    def eval(self) -> object:
        return from_truth(self.truth())
