"""Scalar functions over values of any type: choices, types, random and hints.

coalesce, ifnull and iif are here as functions of values that are known; where evaluation must
stop early, the executor has nodes of its own for them.
"""

from __future__ import annotations

from typing import Final

from target_db.errors import AUTH, TOOBIG, SqlError
from target_db.functions.base import (
    ANY,
    ContextCall,
    FunctionContext,
    PlainFunction,
    ScalarFunction,
    UnaryFunction,
)
from target_db.types.arithmetic import MAX_LENGTH, TOO_BIG
from target_db.types.collation import BINARY, Collation
from target_db.types.compare import compare
from target_db.types.numeric import INT64_MIN, to_int64, to_operand, to_text

VERSION: Final = "3.54.1"
SOURCE_ID: Final = "2026-10-16 14:45:20 dbwright"
COMPILE_OPTIONS: Final = (
    "ENABLE_MATH_FUNCTIONS",
    "ENABLE_PERCENTILE",
    "LIKE_DOESNT_MATCH_BLOBS",
    "MAX_ATTACHED=125",
    "MAX_COLUMN=2000",
    "MAX_COMPOUND_SELECT=500",
    "MAX_EXPR_DEPTH=1000",
    "MAX_FUNCTION_ARG=1000",
    "MAX_LENGTH=1000000000",
    "MAX_LIKE_PATTERN_LENGTH=50000",
    "MAX_SQL_LENGTH=1000000000",
    "MAX_TRIGGER_DEPTH=1000",
    "MAX_VARIABLE_NUMBER=32766",
    "STRICT_SUBTYPE",
    "THREADSAFE=1",
)


def is_true(value: object) -> bool:
    """The truth of a value: a number that is not zero."""
    number = to_operand(value)
    return isinstance(number, (int, float)) and number != 0


def typeof(value: object) -> object:
    """typeof(X)."""
    if isinstance(value, int):
        return "integer"
    if isinstance(value, str):
        return "text"
    if value is None:
        return "null"
    return "real" if isinstance(value, float) else "blob"


def coalesce(args: list[object]) -> object:
    """coalesce(X, ...) and ifnull: the first value that is not NULL."""
    for value in args:
        if value is not None:
            return value
    return None


def iif(args: list[object]) -> object:
    """iif(condition, value, ... [, otherwise])."""
    i = 0
    while i + 1 < len(args):
        if is_true(args[i]):
            return args[i + 1]
        i += 2
    return args[i] if i < len(args) else None


def identity(value: object) -> object:
    """likely(X), unlikely(X): X; the hint is the planner's."""
    return value


def likelihood(args: list[object]) -> object:
    """likelihood(X, probability): X; the binder checks the probability."""
    return args[0]


class NullifFunction(ScalarFunction):
    """nullif(X, Y): NULL when they are equal, otherwise X."""

    def __init__(self) -> None:
        super().__init__("nullif", 2, 2)
        self.needs_collation = True

    def call(self, args: list[object]) -> object:
        return self.call_collated(args, BINARY)

    def call_collated(self, args: list[object], collation: Collation) -> object:
        return None if compare(args[0], args[1], collation) == 0 else args[0]


class ExtremeOfFunction(ScalarFunction):
    """max(X, Y, ...) (`sign` 1) and min (-1): NULL as soon as one is NULL.

    Of equal values max gives the first and min the last, as SQLite does.
    """

    def __init__(self, name: str, sign: int) -> None:
        super().__init__(name, 2, ANY)
        self.sign: Final = sign
        self.needs_collation = True

    def call(self, args: list[object]) -> object:
        return self.call_collated(args, BINARY)

    def call_collated(self, args: list[object], collation: Collation) -> object:
        best = args[0]
        for value in args:
            if value is None:
                return None
            order = compare(value, best, collation)
            if order > 0 if self.sign > 0 else order <= 0:
                best = value
        return best


def zeroblob(value: object) -> object:
    """zeroblob(N): N bytes of zero."""
    size = to_int64(value)
    if size > MAX_LENGTH:
        raise SqlError(TOO_BIG, TOOBIG)
    return bytes(max(size, 0))


def random_integer(context: FunctionContext, args: list[object]) -> object:
    """random()."""
    return context.random.getrandbits(64) + INT64_MIN


def random_blob(context: FunctionContext, args: list[object]) -> object:
    """randomblob(N): at least one byte."""
    size = to_int64(args[0])
    if size > MAX_LENGTH:
        raise SqlError(TOO_BIG, TOOBIG)
    return context.random.randbytes(max(size, 1))


def changes(context: FunctionContext, args: list[object]) -> object:
    """changes()."""
    return context.changes


def total_changes(context: FunctionContext, args: list[object]) -> object:
    """total_changes()."""
    return context.total_changes


def last_insert_rowid(context: FunctionContext, args: list[object]) -> object:
    """last_insert_rowid()."""
    return context.last_insert_rowid


def version(args: list[object]) -> object:
    """sqlite_version(): of the SQLite whose behaviour is followed."""
    return VERSION


def source_id(args: list[object]) -> object:
    """sqlite_source_id()."""
    return SOURCE_ID


def option_used(value: object) -> object:
    """sqlite_compileoption_used(X): X with or without "SQLITE_" and a value."""
    if value is None:
        return None
    name = to_text(value).upper().removeprefix("SQLITE_")
    for option in COMPILE_OPTIONS:
        if option == name or option.startswith(name + "="):
            return 1
    return 0


def option_get(value: object) -> object:
    """sqlite_compileoption_get(N): from 0; NULL beyond the last."""
    index = to_int64(value)
    return COMPILE_OPTIONS[index] if 0 <= index < len(COMPILE_OPTIONS) else None


def log_message(args: list[object]) -> object:
    """sqlite_log(code, message): there is no log; NULL."""
    return None


def load_extension(args: list[object]) -> object:
    """load_extension(X): never allowed."""
    raise SqlError("not authorized", AUTH)


def match(args: list[object]) -> object:
    """match(X, Y): for virtual tables only."""
    raise SqlError("unable to use function MATCH in the requested context")


def volatile(function: ScalarFunction) -> ScalarFunction:
    """`function`, marked as not deterministic."""
    function.deterministic = False
    return function


GENERAL_FUNCTIONS: Final[list[ScalarFunction]] = [
    UnaryFunction("typeof", typeof),
    PlainFunction("coalesce", 2, ANY, coalesce),
    PlainFunction("ifnull", 2, 2, coalesce),
    PlainFunction("iif", 2, ANY, iif),
    PlainFunction("if", 2, ANY, iif),
    NullifFunction(),
    ExtremeOfFunction("max", 1),
    ExtremeOfFunction("min", -1),
    UnaryFunction("likely", identity),
    UnaryFunction("unlikely", identity),
    PlainFunction("likelihood", 2, 2, likelihood),
    UnaryFunction("zeroblob", zeroblob),
    volatile(PlainFunction("sqlite_version", 0, 0, version)),
    volatile(PlainFunction("sqlite_source_id", 0, 0, source_id)),
    volatile(UnaryFunction("sqlite_compileoption_used", option_used)),
    volatile(UnaryFunction("sqlite_compileoption_get", option_get)),
    volatile(PlainFunction("sqlite_log", 2, 2, log_message)),
    volatile(PlainFunction("load_extension", 1, 2, load_extension)),
    volatile(PlainFunction("match", 2, 2, match)),
    ContextCall("random", 0, 0, random_integer),
    ContextCall("randomblob", 1, 1, random_blob),
    ContextCall("changes", 0, 0, changes),
    ContextCall("total_changes", 0, 0, total_changes),
    ContextCall("last_insert_rowid", 0, 0, last_insert_rowid),
]
