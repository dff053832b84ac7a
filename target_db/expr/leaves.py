"""The leaves of expressions: literals, parameters, columns, rowids, and cached constants."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from target_db.expr.base import FALSE, TRUE, UNKNOWN, Expr, Run, Source
from target_db.functions.json.document import plain
from target_db.types.collation import Collation

# Shared by all statements without parameters: replaced, never changed.
NO_VALUES: Final[list[object]] = []


@mypyc_attr(free_list_len=1)
class LiteralExpr(Expr):
    """A constant value."""

    def __init__(self, value: object) -> None:
        self.value = value
        self.is_constant = True

    def eval(self) -> object:
        return self.value


@mypyc_attr(free_list_len=1)
class ColumnExpr(Expr):
    """A column of a source, by its position in the table's declared order."""

    def __init__(
        self, source: Source, index: int, affinity: int, collation: Collation | None
    ) -> None:
        self.source = source
        self.index = index
        self.affinity = affinity
        self.collation = collation
        self.mask = source.mask

    def eval(self) -> object:
        return self.source.row[self.index]

    def truth(self) -> i64:
        value = self.source.row[self.index]
        if isinstance(value, int):
            return TRUE if value != 0 else FALSE
        if value is None:
            return UNKNOWN
        return super().truth()


@mypyc_attr(free_list_len=1)
class PlusColumn(Expr):
    """`+column`: the column's value and collation, but no affinity and no use of an index."""

    def __init__(self, source: Source, index: int, collation: Collation | None) -> None:
        self.source = source
        self.index = index
        self.collation = collation
        self.mask = source.mask

    def eval(self) -> object:
        return self.source.row[self.index]


class PlusExpr(Expr):
    """`+operand`: the operand's value and collation, but no affinity."""

    def __init__(self, operand: Expr) -> None:
        self.operand = operand
        self.collation = operand.collation
        self.explicit_collation = operand.explicit_collation
        self.mask = operand.mask
        self.is_constant = operand.is_constant

    def eval(self) -> object:
        return self.operand.eval()

    def children(self) -> list[Expr]:
        return [self.operand]


class RowidExpr(Expr):
    """The rowid of a source by one of its names (where it is not a declared column)."""

    def __init__(self, source: Source, affinity: int, collation: Collation | None) -> None:
        self.source = source
        self.affinity = affinity
        self.collation = collation
        self.mask = source.mask

    def eval(self) -> object:
        source = self.source
        return None if source.is_padding else source.rowid


@mypyc_attr(free_list_len=1)
class Parameters:
    """The values bound to a statement's parameters, by index from 0. Those without one are NULL."""

    def __init__(self) -> None:
        self.values = NO_VALUES


class ParameterExpr(Expr):
    """`?N` and the like; `index` counts from 0."""

    def __init__(self, parameters: Parameters, index: int) -> None:
        self.parameters = parameters
        self.index = index
        self.is_constant = True

    def eval(self) -> object:
        values = self.parameters.values
        return values[self.index] if self.index < len(values) else None


@mypyc_attr(free_list_len=1)
class CachedConstant(Expr):
    """A constant expression that is not a literal, evaluated once for each run.

    It is evaluated when its value is first wanted, so that an error in it is raised only
    where SQLite raises it: while the statement runs, and only if the value is needed.
    """

    def __init__(self, operand: Expr, run: Run) -> None:
        self.operand = operand
        self.run = run
        self.cached_in = -1
        self.value: object = None
        self.affinity = operand.affinity
        self.collation = operand.collation
        self.explicit_collation = operand.explicit_collation
        self.is_constant = True

    def eval(self) -> object:
        number = self.run.number
        if self.cached_in != number:
            self.value = self.operand.eval()
            self.cached_in = number
        return self.value

    def children(self) -> list[Expr]:
        return [self.operand]


class PlainExpr(Expr):
    """The operand's value without the subtype JSON, which never leaves a query or enters a row."""

    def __init__(self, operand: Expr) -> None:
        self.operand = operand
        self.affinity = operand.affinity
        self.collation = operand.collation
        self.explicit_collation = operand.explicit_collation
        self.mask = operand.mask
        self.is_constant = operand.is_constant

    def eval(self) -> object:
        return plain(self.operand.eval())

    def children(self) -> list[Expr]:
        return [self.operand]
