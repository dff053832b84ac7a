"""Equality joins without an index: the inner rows in a hash table by their join key.

It stands where SQLite builds an automatic index, and is shown as one.
"""

from typing import Final

from mypy_extensions import i64

from target_db.exec.execution import Execution
from target_db.expr.base import Expr, Operator, Source
from target_db.expr.comparison import convert
from target_db.types.affinity import NONE
from target_db.types.collation import BINARY, Collation

END: Final = -1  # of a chain


class JoinKey:
    """One equality of a join, `condition`: `inner = outer` under an affinity and a collation."""

    def __init__(
        self, condition: Expr, inner: Expr, outer: Expr, affinity: int, collation: Collation
    ) -> None:
        self.condition = condition
        self.inner = inner
        self.outer = outer
        self.affinity = affinity
        self.collation = collation

    def key(self, value: object) -> object:
        """The hashable key of a value; None for NULL, which equals nothing."""
        if self.affinity != NONE:
            value = convert(value, self.affinity)
        elif isinstance(value, int):
            return value
        if isinstance(value, str) and (self.collation is not BINARY or not value.isascii()):
            return (self.collation.key(value),)
        return value


class HashScan(Operator):
    """The rows of one inner source that match the outer rows by equality.

    build: a scan of the inner rows that reads no other source. So the table is built once
        for each run of the statement, even in a correlated subquery that runs many times.

    The rows of one key are a chain through `following`, in the order in which they came:
    `heads` has the position of its first row, and `tails` at that position that of its last.
    """

    def __init__(
        self,
        source: Source,
        build: Operator,
        keys: list[JoinKey],
        condition: Expr | None,
        execution: Execution,
    ) -> None:
        self.source = source
        self.build = build
        self.keys = keys
        self.condition = condition
        self.execution = execution
        self.built_in = -1
        self.heads: dict[object, int] = {}
        self.tails: list[int] = []
        self.following: list[int] = []
        self.rows: list[tuple[object, ...]] = []
        self.rowids: list[int] = []
        self.pos: i64 = END

    def load(self) -> None:
        """Fill the hash table."""
        heads: dict[object, int] = {}
        tails: list[int] = []
        following: list[int] = []
        rows: list[tuple[object, ...]] = []
        rowids: list[int] = []
        source = self.source
        build = self.build
        build.open()
        while build.step():
            key = self.inner_key()
            if key is None:
                continue
            position = len(rows)
            head = heads.setdefault(key, position)
            if head != position:
                following[tails[head]] = position
                tails[head] = position
            rows.append(source.row)
            rowids.append(source.rowid)
            following.append(END)
            tails.append(position)
        build.close()
        self.heads = heads
        self.tails = tails
        self.following = following
        self.rows = rows
        self.rowids = rowids

    def inner_key(self) -> object:
        """The key of the inner row; None where it holds a NULL, which equals nothing."""
        keys = self.keys
        first = keys[0]
        if len(keys) == 1:
            return first.key(first.inner.eval())
        parts = [k.key(k.inner.eval()) for k in keys]
        return None if None in parts else tuple(parts)

    def outer_key(self) -> object:
        """The key of the outer rows, likewise."""
        keys = self.keys
        first = keys[0]
        if len(keys) == 1:
            return first.key(first.outer.eval())
        parts = [k.key(k.outer.eval()) for k in keys]
        return None if None in parts else tuple(parts)

    def open(self) -> None:
        number = self.execution.number
        if self.built_in != number:
            self.load()
            self.built_in = number
        self.execution.tick()
        self.source.is_padding = False
        key = self.outer_key()
        self.pos = END if key is None else self.heads.get(key, END)

    def step(self) -> bool:
        source = self.source
        condition = self.condition
        pos = self.pos
        while pos >= 0:
            source.row = self.rows[pos]
            source.rowid = self.rowids[pos]
            pos = self.following[pos]
            if condition is None or condition.is_true():
                self.pos = pos
                return True
        self.pos = END
        return False

    def close(self) -> None:
        self.pos = END
