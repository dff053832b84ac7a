"""What every executable expression is, and the rows it reads.

The binder turns an AST expression into a tree of `Expr` nodes, which are at once the bound
form (the planner reads their attributes) and the executable form (`eval`). A column node
holds its `Source` and reads the row that the scan put there last: no row is passed down.
So a plan belongs to one execution at a time; a second one at once needs a plan of its own.
"""

from target_db.types.collation import Collation


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


class Expr:
    """A bound, executable expression.

    affinity: an affinity code of `types.affinity` (NONE for expressions without one).
    collation: the collation it brings to a comparison, or None; `explicit_collation` when
        it comes from a COLLATE operator.
    mask: bits of all sources it reads, those of enclosing queries included.
    is_constant: the value cannot change while the statement runs (literals, and what is
        made of them by deterministic functions; parameters too).
    """

    def __init__(self) -> None:
        self.affinity = 0
        self.collation: Collation | None = None
        self.explicit_collation = False
        self.mask = 0
        self.is_constant = False

    def eval(self) -> object:
        """The value: None, int, float, str or bytes. Raises SqlError."""
        raise NotImplementedError

    def is_true(self) -> bool:
        """Whether the value is true, as WHERE sees it (NULL is not)."""
        return truth(self.eval()) == 1

    def is_false(self) -> bool:
        """Whether the value is false (NULL is not)."""
        return truth(self.eval()) == 0

    def children(self) -> list["Expr"]:
        """The operands, for the planner's walks."""
        return []


def truth(value: object) -> int:
    """1 true, 0 false, -1 NULL, of any SQL value (text by its numeric prefix)."""
    if value is None:
        return -1
    if isinstance(value, int):
        return 1 if value != 0 else 0
    if isinstance(value, float):
        return 1 if value != 0.0 else 0
    from target_db.types.numeric import to_number_prefix

    return 1 if to_number_prefix(value) != 0 else 0


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
