"""Growable arrays of int64, unboxed: the rowids, child pages and key digests of nodes.

A search through boxed integers misses the cache at every step; here they stand side by
side. Compiled, the type is `librt.vecs.vec[i64]`; interpreted, where that would be slower
than a list, the same functions give and take plain lists. A function that changes an array
returns it, and the one that was passed must not be used any more.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Final, cast

from librt.vecs import append, extend, pop, vec
from mypy_extensions import i64

import target_db

COMPILED: Final = target_db.BUILD == "compiled"


def integers(items: list[int]) -> vec[i64]:
    """An array of `items`."""
    if not COMPILED:
        return cast(Any, items[:])  # type: ignore[no-any-return]
    array = vec[i64]()
    for item in items:
        array = append(array, item)
    return array


def zeros(count: i64) -> vec[i64]:
    """An array of `count` zeros, to be filled in place."""
    if not COMPILED:
        return cast(Any, [0] * count)  # type: ignore[no-any-return]
    return vec[i64]([0] * count)


def copy(array: vec[i64]) -> vec[i64]:
    """Another array of the same integers, for one of the two to be changed."""
    return array[:]


def add(array: vec[i64], value: i64) -> vec[i64]:
    """`array` with `value` at its end."""
    if not COMPILED:
        cast(Any, array).append(value)
        return array
    return append(array, value)


def insert(array: vec[i64], pos: i64, value: i64) -> vec[i64]:
    """`array` with `value` inserted before position `pos`."""
    if not COMPILED:
        cast(Any, array).insert(pos, value)
        return array
    array = append(array, value)
    i: i64 = len(array) - 1
    while i > pos:
        array[i] = array[i - 1]
        i -= 1
    array[pos] = value
    return array


def remove(array: vec[i64], pos: i64) -> vec[i64]:
    """`array` without what stands at `pos`."""
    if not COMPILED:
        cast(Any, array).pop(pos)
        return array
    array, _ = pop(array, pos)
    return array


def join(array: vec[i64], other: vec[i64]) -> vec[i64]:
    """`array` with all of `other` at its end."""
    if not COMPILED:
        cast(Any, array).extend(other)
        return array
    return extend(array, other)


def position(array: vec[i64], value: i64) -> i64:
    """Position of the first element of a sorted array that is not below `value`."""
    if not COMPILED:
        return bisect_left(cast(Any, array), value)
    low: i64 = 0
    high: i64 = len(array)
    while low < high:
        middle = (low + high) >> 1
        if array[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low
