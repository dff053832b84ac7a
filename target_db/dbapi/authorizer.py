"""Authorizer callbacks of users."""

from __future__ import annotations

from collections.abc import Callable

from target_db.dbapi.callbacks import report
from target_db.dbapi.constants import SQLITE_DENY

MIN_INT = -0x8000_0000
MAX_INT = 0x7FFF_FFFF

Authorizer = Callable[[int, str | None, str | None, str | None, str | None], int]


def make_authorizer(callback: Callable[..., int]) -> Authorizer:
    """`callback` as the engine calls it: an error, or no number, denies."""

    def ask(
        action: int, first: str | None, second: str | None, schema: str | None, source: str | None
    ) -> int:
        try:
            answer: object = callback(action, first, second, schema, source)
        except BaseException as error:
            report(error, callback)
            return SQLITE_DENY
        if not isinstance(answer, int):
            return SQLITE_DENY
        if not MIN_INT <= answer <= MAX_INT:
            report(OverflowError("Python int too large to convert to C int"), callback)
            return SQLITE_DENY
        return answer

    return ask
