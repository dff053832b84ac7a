"""median, percentile, percentile_cont and percentile_disc ("Percentile Functions")."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from target_db.errors import SqlError
from target_db.functions.base import Accumulator, AggregateFunction
from target_db.functions.numbers import number_of

MAX_REAL: Final = 1.7976931348623157e308
SAME_FRACTION: Final = 0.001  # fractions that differ by less count as the same


class PercentileAccumulator(Accumulator):
    """Collects numbers; the result is a REAL at, or between, places of their order."""

    def __init__(self, name: str, largest: float, discrete: bool, fraction: float) -> None:
        super().__init__()
        self.name: Final = name
        self.largest: Final = largest
        self.discrete: Final = discrete
        self.fraction = fraction  # of 1; negative: not known yet
        self.argument: object = None  # the last one that was found to be this fraction
        self.values: list[float] = []
        self.is_sorted = True

    def step(self, args: list[object]) -> None:
        if len(args) > 1 and (self.fraction < 0.0 or args[1] is not self.argument):
            self.check_fraction(args[1])
            self.argument = args[1]
        self.step1(args[0])

    def step1(self, value: object) -> None:
        if isinstance(value, float):
            number: float = value
        elif isinstance(value, int):
            number = float(value)
        elif value is None:
            return
        else:
            raise SqlError(f"input to {self.name}() is not numeric")
        if not -MAX_REAL <= number <= MAX_REAL:
            raise SqlError(f"Inf input to {self.name}()")
        values = self.values
        if self.is_sorted and values and number < values[-1]:
            self.is_sorted = False
        values.append(number)

    def check_fraction(self, argument: object) -> None:
        """Take the fraction of the first row, and compare it with that of the others."""
        number = number_of(argument)
        if not isinstance(number, (int, float)) or not 0 <= number <= self.largest:
            raise SqlError(
                f"the fraction argument to {self.name}() is not between 0.0 and {self.largest}"
            )
        fraction = float(number) / self.largest
        if self.fraction < 0.0:
            self.fraction = fraction
        elif abs(fraction - self.fraction) > SAME_FRACTION:
            raise SqlError(
                f"the fraction argument to {self.name}() is not the same for all input rows"
            )

    def inverse(self, args: list[object]) -> None:
        value = args[0]
        if isinstance(value, (int, float)):
            self.sort()
            del self.values[bisect_left(self.values, float(value))]

    def sort(self) -> None:
        """Bring the numbers in order."""
        if not self.is_sorted:
            self.values.sort()
            self.is_sorted = True

    def final(self) -> object:
        count = len(self.values)
        if count == 0:
            return None
        self.sort()
        place = self.fraction * float(count - 1)
        low = int(place)
        first = self.values[low]
        if self.discrete or float(low) == place or low == count - 1:
            return first
        return first + (self.values[low + 1] - first) * (place - float(low))


class PercentileFunction(AggregateFunction):
    """percentile (fractions up to 100), percentile_cont and _disc (up to 1)."""

    def __init__(self, name: str, largest: float, discrete: bool) -> None:
        super().__init__(name, 2, 2)
        self.largest: Final = largest
        self.discrete: Final = discrete

    def make(self) -> Accumulator:
        return PercentileAccumulator(self.name, self.largest, self.discrete, -1.0)


class MedianFunction(AggregateFunction):
    """median(X): percentile(X, 50)."""

    def make(self) -> Accumulator:
        return PercentileAccumulator(self.name, 1.0, False, 0.5)


PERCENTILES: Final[list[AggregateFunction]] = [
    MedianFunction("median", 1, 1),
    PercentileFunction("percentile", 100.0, False),
    PercentileFunction("percentile_cont", 1.0, False),
    PercentileFunction("percentile_disc", 1.0, True),
]
