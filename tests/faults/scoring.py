"""Adjusted mutual information of two groupings, and the truth that clusters are held against.

Source: Vinh, Epps and Bailey, "Information theoretic measures for clusterings comparison" (2010);
the expected mutual information is that of groupings drawn at random with the same sizes.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from math import exp, lgamma, log


def adjusted_mutual_information(one: Sequence[Hashable], other: Sequence[Hashable]) -> float:
    """From about 0 (no better than chance) to 1 (the same grouping); sums by the larger mean.

    `one` and `other` have the group of each item.
    """
    n = len(one)
    assert n == len(other)
    rows, columns = Counter(one), Counter(other)
    if len(rows) == len(columns) == 1 or len(rows) == len(columns) == n:
        return 1.0
    both = Counter(zip(one, other, strict=True))
    mutual = sum(
        count / n * log(n * count / (rows[row] * columns[column]))
        for (row, column), count in both.items()
    )
    expected = sum(
        times * also * _expected(n, size, width)
        for size, times in Counter(rows.values()).items()
        for width, also in Counter(columns.values()).items()
    )
    largest = max(_entropy(rows.values(), n), _entropy(columns.values(), n))
    return (mutual - expected) / (largest - expected) if largest > expected else 1.0


def _entropy(sizes: Sequence[int] | object, n: int) -> float:
    return -sum(size / n * log(size / n) for size in sizes)  # type: ignore[attr-defined]


def _expected(n: int, a: int, b: int) -> float:
    """The expected share in the mutual information of two groups of sizes `a` and `b`."""
    total = 0.0
    for shared in range(max(1, a + b - n), min(a, b) + 1):
        chance = (
            lgamma(a + 1) + lgamma(b + 1) + lgamma(n - a + 1) + lgamma(n - b + 1)
            - lgamma(n + 1) - lgamma(shared + 1) - lgamma(a - shared + 1)
            - lgamma(b - shared + 1) - lgamma(n - a - b + shared + 1)
        )  # fmt: skip
        total += shared / n * log(n * shared / (a * b)) * exp(chance)
    return total
