"""The source of all choices."""

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Choices drawn from one `random.Random`, hypothesis' own included."""

    def __init__(self, rnd: random.Random) -> None:
        self.rnd = rnd

    def chance(self, probability: float) -> bool:
        """True with that probability."""
        return self.rnd.random() < probability

    def number(self, low: int, high: int) -> int:
        """An integer from low to high, both included."""
        return self.rnd.randint(low, high)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each as likely as the others."""
        return items[self.rnd.randrange(len(items))]

    def some(self, items: Sequence[T], low: int, high: int) -> list[T]:
        """From low to high different items, in random order; all when there are fewer."""
        return self.rnd.sample(items, min(len(items), self.number(low, high)))

    def maybe(self, probability: float, text: str) -> str:
        """The text with that probability, else nothing."""
        return text if self.chance(probability) else ""

    def branch(self, weighted: Sequence[tuple[int, Callable[[], T]]]) -> T:
        """What one of the makers makes, chosen by weight."""
        draw = self.rnd.randrange(sum(weight for weight, _ in weighted))
        for weight, make in weighted:
            draw -= weight
            if draw < 0:
                return make()
        raise AssertionError("the weights add up")
