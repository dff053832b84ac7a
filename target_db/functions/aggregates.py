"""The aggregates count, sum, total, avg, min, max and group_concat.

Source: "Built-in Aggregate Functions". Sums of reals use the summation of Kahan, Babuska and
Neumaier ("Rounding error analysis of some methods for summing finite sums", 1974), as SQLite
documents for its own.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Final

from mypy_extensions import mypyc_attr

from target_db.errors import SqlError
from target_db.functions.base import Accumulator, AggregateFunction
from target_db.types.arithmetic import MAX_WRITTEN, check_length
from target_db.types.collation import Collation
from target_db.types.compare import compare
from target_db.types.numeric import INT64_MAX, INT64_MIN, SMALL, text_to_number, to_real, to_text

EXACT: Final = 4503599627370496  # larger integers enter a real sum in two parts
PART: Final = 16384


@mypyc_attr(free_list_len=1)
class CountAccumulator(Accumulator):
    """count(*) and count(X)."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def step(self, args: list[object]) -> None:
        if not args or args[0] is not None:
            self.count += 1

    def step1(self, value: object) -> None:
        if value is not None:
            self.count += 1

    def step0(self) -> None:
        self.count += 1

    def inverse(self, args: list[object]) -> None:
        if not args or args[0] is not None:
            self.count -= 1

    def final(self) -> object:
        return self.count


@mypyc_attr(free_list_len=1)
class SumAccumulator(Accumulator):
    """sum(X): an exact integer as long as all values are, then a compensated real."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.integer = 0
        self.is_real = False
        self.overflow = False
        self.real = 0.0
        self.error = 0.0

    def step(self, args: list[object]) -> None:
        self.step1(args[0])

    def step1(self, value: object) -> None:
        if isinstance(value, int):
            self.count += 1
            if self.is_real:
                self.add_integer(value)
                return
            total = self.integer + value
            if -SMALL <= total <= SMALL or INT64_MIN <= total <= INT64_MAX:
                self.integer = total
                return
            self.overflow = True
            self.become_real()
            self.add_integer(value)
        elif isinstance(value, float):
            self.count += 1
            if not self.is_real:
                self.become_real()
            self.overflow = False
            self.add_real(value)
        elif value is not None:
            number = text_to_number(value) if isinstance(value, str) else None
            self.step1(to_real(value) if number is None else number)

    def inverse(self, args: list[object]) -> None:
        value = args[0]
        if value is None:
            return
        if isinstance(value, str):
            number = text_to_number(value)
            if number is not None:
                value = number
        self.count -= 1
        if not isinstance(value, int):
            self.add_real(-to_real(value))
        elif self.is_real:
            self.add_integer(-value)
        else:
            self.integer -= value

    def become_real(self) -> None:
        """Go on with a real sum."""
        self.is_real = True
        self.real = 0.0
        self.error = 0.0
        self.add_integer(self.integer)

    def add_integer(self, value: int) -> None:
        """Add to the real sum; a large integer in two parts, so that no bit is lost."""
        if -EXACT < value < EXACT:
            self.add_real(float(value))
            return
        part = value % PART if value >= 0 else -(-value % PART)
        self.add_real(float(value - part))
        self.add_real(float(part))

    def add_real(self, value: float) -> None:
        """One step of the compensated summation."""
        before = self.real
        total = before + value
        if abs(before) > abs(value):
            self.error += (before - total) + value
        else:
            self.error += (value - total) + before
        self.real = total

    def real_total(self) -> float:
        """The sum as a float, possibly NaN."""
        if not self.is_real:
            return float(self.integer)
        if -math.inf < self.error < math.inf:
            return self.real + self.error
        return self.real

    def final(self) -> object:
        if self.count == 0:
            return None
        if not self.is_real:
            return self.integer
        if self.overflow:
            raise SqlError("integer overflow")
        total = self.real_total()
        return total if total == total else None


class TotalAccumulator(SumAccumulator):
    """total(X): the sum as a real, 0.0 of nothing."""

    def final(self) -> object:
        total = self.real_total()
        return total if total == total else None


class AvgAccumulator(SumAccumulator):
    """avg(X): the sum over the number of values that are not NULL."""

    def final(self) -> object:
        if self.count == 0:
            return None
        mean = self.real_total() / float(self.count)
        return mean if mean == mean else None


class ExtremeAccumulator(Accumulator):
    """min(X) and max(X): `sign` is -1 or 1. Of equal values the first one stays."""

    def __init__(self, sign: int, collation: Collation) -> None:
        super().__init__()
        self.sign: Final = sign
        self.collation: Final = collation
        self.best: object = None

    def step(self, args: list[object]) -> None:
        self.step1(args[0])

    def step1(self, value: object) -> None:
        if value is None:
            self.changed = self.best is None
            return
        best = self.best
        if isinstance(value, int) and isinstance(best, int):
            if value > best if self.sign > 0 else value < best:
                self.best = value
                self.changed = True
            else:
                self.changed = False
            return
        self.changed = best is None or compare(value, best, self.collation) * self.sign > 0
        if self.changed:
            self.best = value

    def final(self) -> object:
        return self.best


class WindowExtreme(ExtremeAccumulator):
    """min(X) and max(X) over a moving frame: a queue of the values that may yet be the best.

    Of equal values the last one counts here.
    """

    def __init__(self, sign: int, collation: Collation) -> None:
        super().__init__(sign, collation)
        self.queue: deque[tuple[int, object]] = deque()
        self.entered = 0
        self.left = 0

    def step1(self, value: object) -> None:
        if value is not None:
            queue = self.queue
            while queue and compare(value, queue[-1][1], self.collation) * self.sign >= 0:
                queue.pop()
            queue.append((self.entered, value))
        self.entered += 1

    def inverse(self, args: list[object]) -> None:
        if self.queue and self.queue[0][0] == self.left:
            self.queue.popleft()
        self.left += 1

    def final(self) -> object:
        return self.queue[0][1] if self.queue else None


class ConcatAccumulator(Accumulator):
    """group_concat(X, separator): each separator stands before its own row's text."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []  # separators and texts by turns

    def step(self, args: list[object]) -> None:
        if args[0] is not None:
            self.pieces.append(to_text(args[1]) if len(args) > 1 else ",")
            self.pieces.append(to_text(args[0]))

    def step1(self, value: object) -> None:
        if value is not None:
            self.pieces.append(",")
            self.pieces.append(value if isinstance(value, str) else to_text(value))

    def final(self) -> object:
        if not self.pieces:
            return None
        joined = "".join(self.pieces[1:])
        check_length(joined, MAX_WRITTEN)
        return joined


class WindowConcat(Accumulator):
    """group_concat over a frame that moves.

    When rows have left and what remains is empty, the next text has no separator before it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.parts: deque[str] = deque()
        self.separators: deque[str] = deque()
        self.size = 0  # of the parts and the separators between them
        self.restarts = True

    def step(self, args: list[object]) -> None:
        if args[0] is not None:
            self.append(to_text(args[0]), to_text(args[1]) if len(args) > 1 else ",")

    def append(self, text: str, separator: str) -> None:
        """Add a row's text."""
        if self.restarts:
            separator = ""
            self.restarts = False
        self.parts.append(text)
        self.separators.append(separator)
        self.size += len(text) + len(separator)

    def inverse(self, args: list[object]) -> None:
        if args[0] is not None:
            self.size -= len(self.parts.popleft())
            self.separators.popleft()
            if self.separators:
                self.size -= len(self.separators[0])
                self.separators[0] = ""
            self.restarts = self.size == 0

    def final(self) -> object:
        if not self.parts:
            return None
        pieces: list[str] = []
        for separator, part in zip(self.separators, self.parts, strict=True):
            pieces.append(separator)
            pieces.append(part)
        joined = "".join(pieces)
        check_length(joined, MAX_WRITTEN)
        return joined


class CountFunction(AggregateFunction):
    def make(self) -> Accumulator:
        return CountAccumulator()


class SumFunction(AggregateFunction):
    def make(self) -> Accumulator:
        return SumAccumulator()


class TotalFunction(AggregateFunction):
    def make(self) -> Accumulator:
        return TotalAccumulator()


class AvgFunction(AggregateFunction):
    def make(self) -> Accumulator:
        return AvgAccumulator()


class ExtremeFunction(AggregateFunction):
    """min (`sign` -1) and max (1)."""

    def __init__(self, name: str, sign: int) -> None:
        super().__init__(name, 1, 1)
        self.sign: Final = sign
        self.needs_collation = True

    def make_collated(self, collation: Collation) -> Accumulator:
        return ExtremeAccumulator(self.sign, collation)

    def make_window(self, collation: Collation) -> Accumulator:
        return WindowExtreme(self.sign, collation)


class ConcatFunction(AggregateFunction):
    def make(self) -> Accumulator:
        return ConcatAccumulator()

    def make_window(self, collation: Collation) -> Accumulator:
        return WindowConcat()


AGGREGATES: Final[list[AggregateFunction]] = [
    CountFunction("count", 0, 1),
    SumFunction("sum", 1, 1),
    TotalFunction("total", 1, 1),
    AvgFunction("avg", 1, 1),
    ExtremeFunction("min", -1),
    ExtremeFunction("max", 1),
    ConcatFunction("group_concat", 1, 2),
    ConcatFunction("string_agg", 2, 2),
]
