"""The values of one window call over its partitions."""

from typing import Final

from target_db.exec.frames import FrameBounds
from target_db.expr.aggregates import WindowRef
from target_db.functions.base import Accumulator, AggregateFunction
from target_db.functions.windows import FrameFunction, OffsetFunction, RankFunction
from target_db.sql.codes import (
    CURRENT_ROW,
    EXCLUDE_NO_OTHERS,
    FRAME_ROWS,
    UNBOUNDED_PRECEDING,
)
from target_db.types.collation import BINARY, Collation

NO_ARGUMENTS: Final[list[object]] = []


class ValueMaker:
    """Computes one call. `take_row` is told of every input row, `compute` of each partition.

    arguments: those of each input row, by its position. results: likewise.
    """

    def __init__(self, call: WindowRef) -> None:
        self.call = call
        self.arguments: list[list[object]] = []
        self.results: list[object] = []

    def take_row(self) -> None:
        """Evaluate the arguments where the sources stand."""
        args = self.call.args
        self.arguments.append([arg.eval() for arg in args] if args else NO_ARGUMENTS)

    def compute(self, rows: list[int], bounds: FrameBounds) -> None:
        """Set `results` for the rows of one partition, given in its order."""
        raise NotImplementedError


class RankValues(ValueMaker):
    """row_number, rank and their like."""

    def __init__(self, call: WindowRef, function: RankFunction) -> None:
        super().__init__(call)
        self.function = function

    def compute(self, rows: list[int], bounds: FrameBounds) -> None:
        values = self.function.values(bounds.partition.ends, self.arguments[rows[0]])
        for place, row in enumerate(rows):
            self.results[row] = values[place]


class OffsetValues(ValueMaker):
    """lag and lead."""

    def __init__(self, call: WindowRef, function: OffsetFunction) -> None:
        super().__init__(call)
        self.function = function

    def compute(self, rows: list[int], bounds: FrameBounds) -> None:
        count = len(rows)
        for place, row in enumerate(rows):
            arguments = self.arguments[row]
            offset = arguments[1] if len(arguments) > 1 else 1
            target = -1 if offset is None else self.function.row(place, offset)
            if 0 <= target < count:
                self.results[row] = self.arguments[rows[target]][0]
            elif len(arguments) > 2:
                self.results[row] = arguments[2]


class FrameValues(ValueMaker):
    """first_value, last_value, nth_value."""

    def __init__(self, call: WindowRef, function: FrameFunction) -> None:
        super().__init__(call)
        self.function = function

    def compute(self, rows: list[int], bounds: FrameBounds) -> None:
        plain = bounds.frame.exclude == EXCLUDE_NO_OTHERS
        for place, row in enumerate(rows):
            arguments = self.arguments[row]
            n = arguments[1] if len(arguments) > 1 else None
            if plain:
                start = bounds.start(place)
                count = max(0, bounds.end(place) - start)
                at = self.function.position(count, n)
                if 0 <= at < count:
                    self.results[row] = self.arguments[rows[start + at]][0]
            else:
                frame = bounds.positions(place)
                at = self.function.position(len(frame), n)
                if 0 <= at < len(frame):
                    self.results[row] = self.arguments[rows[frame[at]]][0]


class AggregateValues(ValueMaker):
    """An aggregate over frames. A frame only moves on: rows enter it at one end, and leave it
    at the other where the aggregate can let them go; otherwise it is computed anew."""

    def __init__(self, call: WindowRef, function: AggregateFunction) -> None:
        super().__init__(call)
        self.function = function
        self.taken: list[bool] = []
        # With one argument and no FILTER every row is taken, and `values` are the arguments.
        self.is_simple = len(call.args) == 1 and call.filter is None
        self.values: list[object] = []
        self.collation: Collation = BINARY
        if call.args:
            collation = call.args[0].collation
            if collation is not None:
                self.collation = collation

    def take_row(self) -> None:
        call = self.call
        if self.is_simple:
            self.values.append(call.args[0].eval())
            return
        condition = call.filter
        taken = condition is None or condition.is_true()
        self.taken.append(taken)
        self.arguments.append([arg.eval() for arg in call.args] if taken else NO_ARGUMENTS)

    def make(self, moving: bool) -> Accumulator:
        """A fresh state, one that rows can leave if the frame's start moves."""
        if moving:
            return self.function.make_window(self.collation)
        return self.function.make_collated(self.collation)

    def compute(self, rows: list[int], bounds: FrameBounds) -> None:
        frame = bounds.frame
        fixed = frame.start == UNBOUNDED_PRECEDING
        if frame.exclude != EXCLUDE_NO_OTHERS or not (fixed or self.function.has_inverse):
            self.compute_anew(rows, bounds)
            return
        if fixed and frame.end == CURRENT_ROW:
            self.compute_running(rows, bounds)
            return
        state = self.make(not fixed)
        first = 0  # the rows from `first` up to `last` are in the state
        last = 0
        value = state.value()
        for place, row in enumerate(rows):
            start = bounds.start(place)
            end = bounds.end(place)
            changed = False
            if start >= last:
                while first < last:
                    changed = self.let_go(state, rows[first]) or changed
                    first += 1
                first = start
                last = start
            while last < end:
                changed = self.take_in(state, rows[last]) or changed
                last += 1
            while first < start:
                changed = self.let_go(state, rows[first]) or changed
                first += 1
            if changed:
                value = state.value()
            self.results[row] = value
        state.close()

    def take_in(self, state: Accumulator, row: int) -> bool:
        """Let a row enter; False when FILTER keeps it out."""
        if self.is_simple:
            state.step1(self.values[row])
            return True
        if self.taken[row]:
            state.step(self.arguments[row])
            return True
        return False

    def let_go(self, state: Accumulator, row: int) -> bool:
        """Let the oldest row leave; False when FILTER had kept it out."""
        if self.is_simple:
            state.inverse([self.values[row]])
            return True
        if self.taken[row]:
            state.inverse(self.arguments[row])
            return True
        return False

    def compute_running(self, rows: list[int], bounds: FrameBounds) -> None:
        """Compute frames from the partition's beginning up to the current row or its peers."""
        state = self.make(False)
        results = self.results
        if bounds.frame.unit == FRAME_ROWS:
            for row in rows:
                self.take_in(state, row)
                results[row] = state.value()
        else:
            start = 0
            for end in bounds.partition.ends:
                peers = rows[start:end]
                for row in peers:
                    self.take_in(state, row)
                value = state.value()
                for row in peers:
                    results[row] = value
                start = end
        state.close()

    def compute_anew(self, rows: list[int], bounds: FrameBounds) -> None:
        """Compute every frame from nothing."""
        for place, row in enumerate(rows):
            state = self.make(False)
            for position in bounds.positions(place):
                member = rows[position]
                self.take_in(state, member)
            self.results[row] = state.final()


def value_maker(call: WindowRef) -> ValueMaker:
    """What computes this call."""
    function = call.function
    aggregate = call.aggregate
    if aggregate is not None:
        return AggregateValues(call, aggregate)
    if isinstance(function, RankFunction):
        return RankValues(call, function)
    if isinstance(function, OffsetFunction):
        return OffsetValues(call, function)
    assert isinstance(function, FrameFunction)
    return FrameValues(call, function)
