"""The exponent of a power law: time = c * n ** exponent."""

import math
from collections.abc import Sequence


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """The slope of the least-squares line through the logarithms."""
    x = [math.log(size) for size in sizes]
    y = [math.log(max(value, 1e-9)) for value in seconds]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((value - mean_x) ** 2 for value in x)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread
