"""Equality joins without an index: the inner rows in a hash table by their join key.

It stands where SQLite builds an automatic index, and is shown as one.
"""

from mypy_extensions import i64

from target_db.exec.execution import Execution
from target_db.expr.base import Expr, Operator, Source
from target_db.expr.comparison import convert
from target_db.types.affinity import NONE
from target_db.types.collation import BINARY, Collation


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
        if isinstance(value, int):
            if self.affinity == NONE:
                return value
            return convert(value, self.affinity)
        if self.affinity != NONE:
            value = convert(value, self.affinity)
        if isinstance(value, str) and (self.collation is not BINARY or not value.isascii()):
            return (self.collation.key(value),)
        return value


class Bucket:
    """The inner rows of one key."""

    def __init__(self) -> None:
        self.rows: list[tuple[object, ...]] = []
        self.rowids: list[int] = []


class HashScan(Operator):
    """The rows of one inner source that match the outer rows by equality.

    build: a scan of the inner rows that reads no other source. So the table is built once
        for each run of the statement, even in a correlated subquery that runs many times.
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
        self.table: dict[object, Bucket] = {}
        self.bucket: Bucket | None = None
        self.pos: i64 = 0

    def load(self) -> None:
        """Fill the hash table."""
        table: dict[object, Bucket] = {}
        source = self.source
        build = self.build
        keys = self.keys
        first = keys[0]
        single = len(keys) == 1
        build.open()
        while build.step():
            if single:
                key = first.key(first.inner.eval())
                if key is None:
                    continue
            else:
                parts = [k.key(k.inner.eval()) for k in keys]
                if None in parts:
                    continue
                key = tuple(parts)
            bucket = table.get(key)
            if bucket is None:
                bucket = Bucket()
                table[key] = bucket
            bucket.rows.append(source.row)
            bucket.rowids.append(source.rowid)
        build.close()
        self.table = table

    def open(self) -> None:
        number = self.execution.number
        if self.built_in != number:
            self.load()
            self.built_in = number
        self.execution.tick()
        self.pos = 0
        keys = self.keys
        if len(keys) == 1:
            first = keys[0]
            key = first.key(first.outer.eval())
            if key is None:
                self.bucket = None
                return
        else:
            parts = [k.key(k.outer.eval()) for k in keys]
            if None in parts:
                self.bucket = None
                return
            key = tuple(parts)
        self.bucket = self.table.get(key)

    def step(self) -> bool:
        bucket = self.bucket
        if bucket is None:
            return False
        source = self.source
        rows = bucket.rows
        condition = self.condition
        pos = self.pos
        while pos < len(rows):
            source.row = rows[pos]
            source.rowid = bucket.rowids[pos]
            pos += 1
            if condition is None or condition.is_true():
                self.pos = pos
                return True
        self.pos = pos
        return False

    def close(self) -> None:
        self.bucket = None
