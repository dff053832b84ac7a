"""Several conditions as one."""

from mypy_extensions import i64

from target_db.expr.base import FALSE, TRUE, UNKNOWN, Expr
from target_db.expr.logic import And


class AllOf(Expr):
    """Conditions that must all hold, without the depth of a chain of ANDs."""

    def __init__(self, items: list[Expr]) -> None:
        self.items = items
        mask = 0
        for item in items:
            mask |= item.mask
        self.mask = mask

    def truth(self) -> i64:
        found: i64 = TRUE
        for item in self.items:
            one = item.truth()
            if one == FALSE:
                return FALSE
            if one == UNKNOWN:
                found = UNKNOWN
        return found

    def is_true(self) -> bool:
        for item in self.items:
            if not item.is_true():
                return False
        return True

    def eval(self) -> object:
        found = self.truth()
        return None if found == UNKNOWN else (1 if found == TRUE else 0)

    def children(self) -> list[Expr]:
        return self.items


def all_of(items: list[Expr]) -> Expr | None:
    """One condition that holds when all `items` do; None for no conditions."""
    count = len(items)
    if count == 0:
        return None
    if count == 1:
        return items[0]
    if count == 2:
        return And(items[0], items[1])
    return AllOf(items)
