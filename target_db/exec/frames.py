"""Window frames: which rows of its partition a row's frame holds ("Window Functions", 2.2)."""

from bisect import bisect_left, bisect_right
from typing import Final

from mypy_extensions import i64

from target_db.errors import SqlError
from target_db.expr.aggregates import WindowFrame
from target_db.expr.base import Expr
from target_db.sql.codes import (
    CURRENT_ROW,
    EXCLUDE_CURRENT_ROW,
    EXCLUDE_GROUP,
    EXCLUDE_NO_OTHERS,
    FOLLOWING,
    FRAME_RANGE,
    FRAME_ROWS,
    UNBOUNDED_FOLLOWING,
    UNBOUNDED_PRECEDING,
)
from target_db.types.affinity import NUMERIC, apply_affinity
from target_db.types.arithmetic import add, subtract

START: Final = "starting"
END: Final = "ending"


def frame_offset(expr: Expr | None, unit: i64, which: str) -> int | float:
    """The value of `<expr> PRECEDING` or FOLLOWING. Raises SqlError for what SQLite refuses."""
    if expr is None:
        return 0
    # An offset that reads a row's columns has no value yet when the partition begins.
    value = None if expr.mask else apply_affinity(expr.eval(), NUMERIC)
    if unit == FRAME_RANGE:
        if isinstance(value, (int, float)) and value >= 0:
            return value
        raise SqlError(f"frame {which} offset must be a non-negative number")
    if isinstance(value, int) and value >= 0:
        return value
    raise SqlError(f"frame {which} offset must be a non-negative integer")


class Partition:
    """One partition, sorted: its size, its peer groups, and the order key of each row.

    starts, ends: of each peer group.
    keys: the values of the only ORDER BY term; empty unless a RANGE frame has an offset.
    """

    def __init__(self, size: int, starts: list[int], keys: list[object], descending: bool) -> None:
        self.size = size
        self.starts = starts
        self.ends = [*starts[1:], size]
        self.group_of: list[int] = []  # of each row, when first asked for
        self.keys = keys
        self.descending = descending
        # The part of the partition whose order keys are numbers, turned round for DESC so
        # that they ascend.
        self.numbers: list[int | float] = []
        self.first_number = 0
        for place, key in enumerate(keys):
            if isinstance(key, (int, float)):
                if not self.numbers:
                    self.first_number = place
                self.numbers.append(-key if descending else key)

    def group(self, row: int) -> int:
        """The number of the peer group of `row`."""
        if not self.group_of:
            for number, start in enumerate(self.starts):
                self.group_of.extend([number] * (self.ends[number] - start))
        return self.group_of[row]


class FrameBounds:
    """Finds the frame of each row of a partition as a half-open range of positions."""

    def __init__(self, frame: WindowFrame, partition: Partition) -> None:
        self.frame = frame
        self.partition = partition
        self.start_offset = frame_offset(frame.start_expr, frame.unit, START)
        self.end_offset = frame_offset(frame.end_expr, frame.unit, END)

    def start(self, row: int) -> int:
        """The first position of the frame of `row`, before exclusion."""
        kind = self.frame.start
        if kind == UNBOUNDED_PRECEDING:
            return 0
        partition = self.partition
        unit = self.frame.unit
        if kind == CURRENT_ROW:
            return row if unit == FRAME_ROWS else partition.starts[partition.group(row)]
        offset = self.start_offset if kind == FOLLOWING else -self.start_offset
        if unit == FRAME_RANGE:
            return self.range_edge(row, offset, True)
        shift = int(offset)
        if unit == FRAME_ROWS:
            return min(max(row + shift, 0), partition.size)
        group = partition.group(row) + shift
        if group < 0:
            return 0
        return partition.starts[group] if group < len(partition.starts) else partition.size

    def end(self, row: int) -> int:
        """The position behind the frame of `row`, before exclusion."""
        kind = self.frame.end
        partition = self.partition
        if kind == UNBOUNDED_FOLLOWING:
            return partition.size
        unit = self.frame.unit
        if kind == CURRENT_ROW:
            return row + 1 if unit == FRAME_ROWS else partition.ends[partition.group(row)]
        offset = self.end_offset if kind == FOLLOWING else -self.end_offset
        if unit == FRAME_RANGE:
            return self.range_edge(row, offset, False)
        shift = int(offset)
        if unit == FRAME_ROWS:
            return min(max(row + shift + 1, 0), partition.size)
        group = partition.group(row) + shift
        if group < 0:
            return 0
        return partition.ends[group] if group < len(partition.ends) else partition.size

    def range_edge(self, row: int, offset: int | float, is_start: bool) -> int:
        """An edge of a RANGE frame, `offset` away in the order key (below 0: PRECEDING). Rows
        whose key is no number have their peers for a frame. FOLLOWING adds to the row's own key,
        which may leave the integers; PRECEDING adds to the other rows' keys."""
        partition = self.partition
        key = partition.keys[row]
        if not isinstance(key, (int, float)):
            group = partition.group(row)
            return partition.starts[group] if is_start else partition.ends[group]
        wanted = (-key if partition.descending else key) + offset
        if offset > 0:
            edge = subtract(key, offset) if partition.descending else add(key, offset)
            if isinstance(edge, (int, float)):
                wanted = -edge if partition.descending else edge
        if is_start:
            return partition.first_number + bisect_left(partition.numbers, wanted)
        return partition.first_number + bisect_right(partition.numbers, wanted)

    def excluded(self, row: int) -> tuple[int, int, bool]:
        """The range that EXCLUDE takes out of the frame, and whether `row` itself stays."""
        exclude = self.frame.exclude
        if exclude == EXCLUDE_NO_OTHERS:
            return 0, 0, True
        if exclude == EXCLUDE_CURRENT_ROW:
            return row, row + 1, False
        group = self.partition.group(row)
        keeps = exclude != EXCLUDE_GROUP
        return self.partition.starts[group], self.partition.ends[group], keeps

    def positions(self, row: int) -> list[int]:
        """The positions in the frame of `row`, exclusion applied."""
        low, high, keeps = self.excluded(row)
        start = self.start(row)
        end = self.end(row)
        if low == high:
            return list(range(start, end))
        return [p for p in range(start, end) if not low <= p < high or (keeps and p == row)]
