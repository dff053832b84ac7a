"""Equality conditions as the keys of a hash join."""

from target_db.exec.hash_join import JoinKey
from target_db.expr.base import Expr
from target_db.expr.comparison import Comparison
from target_db.sql.codes import EQ
from target_db.types.collation import UserCollation


def hash_keys(conditions: list[Expr], inner: int, outer: int) -> list[JoinKey]:
    """The equalities between an expression of the `inner` sources alone and one that reads
    `outer` sources but not the inner ones."""
    keys: list[JoinKey] = []
    for condition in conditions:
        if not isinstance(condition, Comparison) or condition.op != EQ:
            continue
        left = condition.left
        right = condition.right
        if isinstance(condition.comparison_collation, UserCollation):
            continue
        if left.mask & ~inner == 0 and left.mask and right.mask & inner == 0 and right.mask & outer:
            inner_side, outer_side = left, right
        elif (
            right.mask & ~inner == 0 and right.mask and left.mask & inner == 0 and left.mask & outer
        ):
            inner_side, outer_side = right, left
        else:
            continue
        keys.append(
            JoinKey(
                condition,
                inner_side,
                outer_side,
                condition.comparison_affinity,
                condition.comparison_collation,
            )
        )
    return keys
