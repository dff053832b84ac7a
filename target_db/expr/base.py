"""What every executable expression is, and the rows it reads.

The binder turns an AST expression into a tree of `Expr` nodes, which are at once the bound
form (the planner reads their attributes) and the executable form (`eval`). A column node
holds its `Source` and reads the row that the scan put there last: no row is passed down.
So a plan belongs to one execution at a time; a second one at once needs a plan of its own.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from target_db.types.affinity import NONE
from target_db.types.collation import Collation
from target_db.types.numeric import to_real

FALSE: Final = 0
TRUE: Final = 1
UNKNOWN: Final = 2


@mypyc_attr(free_list_len=1)
class Source:
    """One FROM item (or NEW, OLD, excluded): the row it stands on.

    `row` holds the values of all columns in declared order, an INTEGER PRIMARY KEY included.
    `number` is unique in the statement; `1 << number` is the source's bit in `Expr.mask`.
    """

    def __init__(self, number: int, name: str) -> None:
        self.number = number
        self.name = name
        self.mask = 1 << number
        self.row: tuple[object, ...] = ()
        self.rowid = 0
        # True while an outer join pads this source with NULLs (`row` is then all None).
        self.is_padding = False
        # Bits of the columns that the statement reads; -1 when it cannot be told.
        self.columns_read: i64 = 0


class Run:
    """Counts the runs of a statement: what holds for one run is remembered with its number."""

    def __init__(self) -> None:
        self.number = 0

    def begin(self) -> None:
        """Start a new run. Whoever runs a statement (or a trigger's statement) calls it."""
        self.number += 1


class Expr:
    """A bound, executable expression.

    affinity: an affinity code of `types.affinity` (NONE for expressions without one).
    collation: the collation it brings to a comparison, or None; `explicit_collation` when
        it comes from a COLLATE operator.
    mask: bits of all sources it reads, those of enclosing queries included.
    is_constant: the value cannot change while the statement runs (literals, and what is
        made of them by deterministic functions; parameters too).
    """

    # Class-level defaults cost no constructor call when compiled.
    affinity: int = NONE
    collation: Collation | None = None
    explicit_collation: bool = False
    mask: int = 0
    is_constant: bool = False

    def eval(self) -> object:
        """The value: None, int, float, str or bytes. Raises SqlError."""
        raise NotImplementedError

    def truth(self) -> i64:
        """The value as WHERE sees it: TRUE, FALSE or UNKNOWN (for NULL)."""
        return truth(self.eval())

    def is_true(self) -> bool:
        """Whether the value is true, as WHERE sees it (NULL is not)."""
        return self.truth() == TRUE

    def is_false(self) -> bool:
        """Whether the value is false (NULL is not)."""
        return self.truth() == FALSE

    def children(self) -> list["Expr"]:
        """The operands, for the planner's walks."""
        return []

    def width(self) -> int:
        """How many values it has: 1, or those of a row value."""
        return 1

    def columns(self) -> list["Expr"]:
        """The items of a row value; of any other expression, itself alone.

        They tell affinity and collation; the values come from `eval_row`.
        """
        return [self]

    def eval_row(self) -> tuple[object, ...]:
        """The values of a row value; of any other expression, its only one."""
        return (self.eval(),)


def truth(value: object) -> i64:
    """TRUE, FALSE or UNKNOWN (for NULL), of any SQL value (text by its numeric prefix)."""
    if isinstance(value, int):
        return TRUE if value != 0 else FALSE
    if value is None:
        return UNKNOWN
    return TRUE if to_real(value) != 0.0 else FALSE


class Operator:
    """Positions sources on one combination of rows after another (scan, join, filter)."""

    def open(self) -> None:
        """Start, or start again, with the outer sources as they stand."""
        raise NotImplementedError

    def step(self) -> bool:
        """Go to the next combination; False at the end."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of cursors and temporary results."""


class RowPlan:
    """Yields finished rows: a projection, a compound, a sorter, VALUES, a subquery's plan."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.row: tuple[object, ...] = ()

    def open(self) -> None:
        """Start, or start again, with the outer sources as they stand."""
        raise NotImplementedError

    def step(self) -> bool:
        """Put the next row into `row`; False at the end."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of cursors and temporary results."""

    def fetch_all(self, into: list[tuple[object, ...]]) -> None:
        """Append all remaining rows to `into`; the quick way when no row is wanted alone."""
        while self.step():
            into.append(self.row)
