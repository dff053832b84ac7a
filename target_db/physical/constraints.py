"""Constraints: conditions of the shape `column op value` that an access path can use."""

from typing import Final

from mypy_extensions import mypyc_attr

from target_db.exec.in_loop import InValues
from target_db.exec.subqueries import InSubquery
from target_db.expr.base import Expr, Source
from target_db.expr.comparison import (
    BetweenExpr,
    Comparison,
    IsNullExpr,
    comparison_affinity,
    comparison_collation,
    mirrored,
)
from target_db.expr.leaves import ColumnExpr, LiteralExpr, RowidExpr
from target_db.expr.membership import InListExpr
from target_db.expr.patterns import PatternExpr
from target_db.logical.pattern_range import end_of_range, fixed_beginning
from target_db.sql.codes import EQ, GE, IS, LE, LT
from target_db.types.affinity import INTEGER, NONE, NUMERIC, TEXT
from target_db.types.collation import BINARY, NOCASE, Collation

ROWID: Final = -1  # as a constraint's column
NO_COLUMN: Final = -3

# The operator of a constraint, beside the comparison codes EQ, LT, LE, GT, GE, IS.
IN: Final = 1000


@mypyc_attr(free_list_len=1)
class Constraint:
    """`column op value` on one source.

    conjunct: the condition it comes from. is_whole: it says all that the conjunct says, so
        that an access path which uses it makes the conjunct superfluous. is_half: it does so
        together with the other half (of a BETWEEN). mask: the sources that the value reads.
    affinity, collation: the rules of the comparison.
    """

    def __init__(
        self,
        conjunct: Expr,
        source: Source,
        column: int,
        op: int,
        value: Expr,
        affinity: int,
        collation: Collation,
        is_whole: bool,
    ) -> None:
        self.conjunct = conjunct
        self.source = source
        self.column = column
        self.op = op
        self.value = value
        self.mask = value.mask
        self.affinity = affinity
        self.collation = collation
        self.is_whole = is_whole
        self.is_half = False


def find_constraints(
    conjunct: Expr, source: Source, rowid_column: int, found: list[Constraint]
) -> None:
    """Append the constraints on `source` that a condition holds; usually none or one."""
    if isinstance(conjunct, Comparison):
        op = conjunct.op
        if op == EQ or LT <= op <= GE or op == IS:
            add(found, conjunct, conjunct.left, op, conjunct.right, source, rowid_column)
            add(found, conjunct, conjunct.right, mirrored(op), conjunct.left, source, rowid_column)
    elif isinstance(conjunct, BetweenExpr):
        if not conjunct.negated:
            operand = conjunct.operand
            count = len(found)
            add(found, conjunct, operand, GE, conjunct.low, source, rowid_column)
            add(found, conjunct, operand, LE, conjunct.high, source, rowid_column)
            for constraint in found[count:]:
                constraint.is_whole = False
                constraint.is_half = True
    elif isinstance(conjunct, InListExpr):
        if not conjunct.negated and conjunct.items:
            column = column_of(conjunct.operand, source, rowid_column)
            if column != NO_COLUMN and usable(
                conjunct.comparison_affinity, stored_affinity(conjunct.operand, column)
            ):
                mask_value = InValues(conjunct, None)
                found.append(
                    Constraint(
                        conjunct,
                        source,
                        column,
                        IN,
                        mask_value,
                        conjunct.comparison_affinity,
                        conjunct.comparison_collation,
                        True,
                    )
                )
    elif isinstance(conjunct, InSubquery):
        if not conjunct.negated and len(conjunct.affinities) == 1:
            column = column_of(conjunct.operand, source, rowid_column)
            affinity = conjunct.affinities[0]
            if column != NO_COLUMN and usable(affinity, stored_affinity(conjunct.operand, column)):
                found.append(
                    Constraint(
                        conjunct,
                        source,
                        column,
                        IN,
                        InValues(None, conjunct),
                        affinity,
                        conjunct.collations[0],
                        True,
                    )
                )
    elif isinstance(conjunct, PatternExpr):
        add_pattern(found, conjunct, source, rowid_column)
    elif isinstance(conjunct, IsNullExpr) and not conjunct.negated:
        column = column_of(conjunct.operand, source, rowid_column)
        if column != NO_COLUMN:
            operand = conjunct.operand
            null = LiteralExpr(None)
            collation = comparison_collation(operand, null)
            found.append(Constraint(conjunct, source, column, IS, null, NONE, collation, True))


def add(
    found: list[Constraint],
    conjunct: Expr,
    operand: Expr,
    op: int,
    value: Expr,
    source: Source,
    rowid_column: int,
) -> None:
    """Add `operand op value` if the operand is a column of the source and the value is not."""
    column = column_of(operand, source, rowid_column)
    if column == NO_COLUMN or value.mask & source.mask:
        return
    affinity = comparison_affinity(operand.affinity, value.affinity)
    if not usable(affinity, stored_affinity(operand, column)):
        return
    if isinstance(conjunct, Comparison):
        collation = conjunct.comparison_collation
    else:
        collation = comparison_collation(operand, value)
    found.append(Constraint(conjunct, source, column, op, value, affinity, collation, True))


def add_pattern(
    found: list[Constraint], conjunct: PatternExpr, source: Source, rowid_column: int
) -> None:
    """Add the range of a LIKE or GLOB on a column of texts."""
    operand = conjunct.operand
    column = column_of(operand, source, rowid_column)
    if column < 0 or operand.affinity != TEXT:
        return
    beginning = fixed_beginning(conjunct)
    if not beginning:
        return
    collation: Collation = NOCASE if conjunct.function.name == "like" else BINARY
    low = LiteralExpr(beginning)
    high = LiteralExpr(end_of_range(beginning))
    found.append(Constraint(conjunct, source, column, GE, low, NONE, collation, False))
    found.append(Constraint(conjunct, source, column, LT, high, NONE, collation, False))


def column_of(operand: Expr, source: Source, rowid_column: int) -> int:
    """The column of `source` that an expression is (ROWID for the INTEGER PRIMARY KEY), or
    NO_COLUMN."""
    if isinstance(operand, ColumnExpr):
        if operand.source is not source:
            return NO_COLUMN
        index = operand.index
        return ROWID if index == rowid_column else index
    if isinstance(operand, RowidExpr) and operand.source is source:
        return ROWID
    return NO_COLUMN


def stored_affinity(operand: Expr, column: int) -> int:
    """The affinity that the stored values of a column have."""
    return INTEGER if column == ROWID else operand.affinity


def usable(affinity: int, column_affinity: int) -> bool:
    """Whether values stored under `column_affinity` already are as a comparison under
    `affinity` wants them, so that an index on them has the right order."""
    if affinity == NONE:
        return True
    if affinity == TEXT:
        return column_affinity == TEXT
    return column_affinity >= NUMERIC
