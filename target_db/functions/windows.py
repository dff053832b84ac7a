"""The functions that exist over windows only ("Window Functions", section 3).

The executor sorts the partition, finds peers and frames, and asks these for the values. They
come in three kinds: `RankFunction` looks at the partition's peer groups, `OffsetFunction`
at another row of the partition, `FrameFunction` at a row of the frame.
"""

from typing import Final

from target_db.errors import SqlError
from target_db.functions.base import Function
from target_db.functions.numbers import number_of
from target_db.types.numeric import to_int64, to_operand


class WindowFunction(Function):
    """A function that is called with OVER."""


class RankFunction(WindowFunction):
    """row_number, rank, dense_rank, percent_rank, cume_dist and ntile; frames do not matter."""

    def values(self, group_ends: list[int], arguments: list[object]) -> list[object]:
        """A value for each row of a partition.

        `group_ends` has the index after the last row of each peer group, in order;
        `arguments` are those of the call, of the partition's first row.
        """
        raise NotImplementedError


class RowNumber(RankFunction):
    def values(self, group_ends: list[int], arguments: list[object]) -> list[object]:
        found: list[object] = list(range(1, group_ends[-1] + 1))
        return found


class Rank(RankFunction):
    def values(self, group_ends: list[int], arguments: list[object]) -> list[object]:
        found: list[object] = []
        start = 0
        for end in group_ends:
            found.extend([start + 1] * (end - start))
            start = end
        return found


class DenseRank(RankFunction):
    def values(self, group_ends: list[int], arguments: list[object]) -> list[object]:
        found: list[object] = []
        start = 0
        for number, end in enumerate(group_ends):
            found.extend([number + 1] * (end - start))
            start = end
        return found


class PercentRank(RankFunction):
    def values(self, group_ends: list[int], arguments: list[object]) -> list[object]:
        found: list[object] = []
        rows = group_ends[-1]
        start = 0
        for end in group_ends:
            share = float(start) / float(rows - 1) if rows > 1 else 0.0
            found.extend([share] * (end - start))
            start = end
        return found


class CumeDist(RankFunction):
    def values(self, group_ends: list[int], arguments: list[object]) -> list[object]:
        found: list[object] = []
        rows = group_ends[-1]
        start = 0
        for end in group_ends:
            found.extend([float(end) / float(rows)] * (end - start))
            start = end
        return found


class Ntile(RankFunction):
    def values(self, group_ends: list[int], arguments: list[object]) -> list[object]:
        tiles = to_int64(arguments[0])
        if tiles <= 0:
            raise SqlError("argument of ntile must be a positive integer")
        rows = group_ends[-1]
        size, larger = divmod(rows, tiles)
        found: list[object] = []
        tile = 1
        while len(found) < rows:
            found.extend([tile] * (size + 1 if tile <= larger else size))
            tile += 1
        return found


class OffsetFunction(WindowFunction):
    """lag and lead: (expression, offset = 1, default = NULL)."""

    def __init__(self, name: str, direction: int) -> None:
        super().__init__(name, 1, 3)
        self.direction: Final = direction

    def row(self, current: int, offset: object) -> int:
        """The index in the partition of the row meant; outside of it, the default counts."""
        number = to_operand(offset)
        if isinstance(number, float) and float(to_int64(number)) != number:
            return -1
        return current + self.direction * to_int64(number)


class FrameFunction(WindowFunction):
    """first_value, last_value and nth_value."""

    def position(self, rows: int, n: object) -> int:
        """Which of the `rows` rows of the frame is meant, from 0; -1 or beyond them: NULL.

        `n` is the second argument of nth_value, of the current row. Raises SqlError when that
        is no positive integer.
        """
        raise NotImplementedError


class FirstValue(FrameFunction):
    def position(self, rows: int, n: object) -> int:
        return 0 if rows else -1


class LastValue(FrameFunction):
    def position(self, rows: int, n: object) -> int:
        return rows - 1


class NthValue(FrameFunction):
    def position(self, rows: int, n: object) -> int:
        number = number_of(n)
        if isinstance(number, float) and float(to_int64(number)) == number:
            number = to_int64(number)
        if not isinstance(number, int) or number <= 0:
            raise SqlError("second argument to nth_value must be a positive integer")
        return number - 1


WINDOW_FUNCTIONS: Final[list[WindowFunction]] = [
    RowNumber("row_number", 0, 0),
    Rank("rank", 0, 0),
    DenseRank("dense_rank", 0, 0),
    PercentRank("percent_rank", 0, 0),
    CumeDist("cume_dist", 0, 0),
    Ntile("ntile", 1, 1),
    OffsetFunction("lag", -1),
    OffsetFunction("lead", 1),
    FirstValue("first_value", 1, 1),
    LastValue("last_value", 1, 1),
    NthValue("nth_value", 2, 2),
]
