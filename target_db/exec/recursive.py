"""Recursive common table expressions ("The WITH Clause", section 3)."""

from heapq import heappop, heappush
from typing import Any

from target_db.exec.execution import Execution
from target_db.exec.keys import RowKeys
from target_db.exec.limit import whole_number
from target_db.exec.sort import SortTerm
from target_db.expr.base import Expr, Operator, RowPlan, Source
from target_db.types.compare import compare


class QueueRow:
    """The row that the recursive arms work on: taken from the queue a moment ago."""

    def __init__(self) -> None:
        self.row: tuple[object, ...] = ()


class QueueScan(Operator):
    """The recursive table inside a recursive arm: just that one row."""

    def __init__(self, source: Source, queue_row: QueueRow, condition: Expr | None) -> None:
        self.source = source
        self.queue_row = queue_row
        self.condition = condition
        self.is_done = False

    def open(self) -> None:
        self.is_done = False
        self.source.is_padding = False

    def step(self) -> bool:
        if self.is_done:
            return False
        self.is_done = True
        self.source.row = self.queue_row.row
        condition = self.condition
        return condition is None or condition.is_true()


class QueueEntry:
    """A row in an ordered queue: by the ORDER BY terms, then by when it came."""

    def __init__(self, row: tuple[object, ...], number: int, terms: list[SortTerm]) -> None:
        self.row = row
        self.number = number
        self.terms = terms

    def __lt__(self, other: "QueueEntry") -> bool:
        for term in self.terms:
            a = self.row[term.column]
            b = other.row[term.column]
            if (a is None) != (b is None):
                return (a is None) == term.nulls_first
            order = compare(a, b, term.collation)
            if order != 0:
                return (order < 0) != term.descending
        return self.number < other.number


class Recursive(RowPlan):
    """`initial UNION [ALL] recursive`, by a queue.

    Rows of the initial plans enter the queue. Each row taken from it is handed out, and then
    the recursive plans run on it; what they give enters the queue. For UNION a row that was
    seen before does not enter. ORDER BY makes the queue ordered, LIMIT ends all.
    """

    def __init__(
        self,
        width: int,
        initial: list[RowPlan],
        recursive: list[RowPlan],
        queue_row: QueueRow,
        execution: Execution,
        keys: RowKeys | None,
        terms: list[SortTerm],
        limit: Expr | None,
        offset: Expr | None,
    ) -> None:
        super().__init__(width)
        self.initial = initial
        self.recursive = recursive
        self.queue_row = queue_row
        self.execution = execution
        self.keys = keys
        self.terms = terms
        self.limit = limit
        self.offset = offset
        self.seen: set[object] = set()
        self.queue: list[tuple[object, ...]] = []
        self.head = 0
        self.heap: list[Any] = []
        self.count = 0
        self.left = -1
        self.to_skip = 0
        self.pending: tuple[object, ...] | None = None

    def open(self) -> None:
        self.seen = set()
        self.queue = []
        self.head = 0
        self.heap = []
        self.count = 0
        self.pending = None
        self.left = -1 if self.limit is None else whole_number(self.limit)
        self.to_skip = 0 if self.offset is None else max(0, whole_number(self.offset))
        for plan in self.initial:
            self.enqueue_all(plan)

    def enqueue_all(self, plan: RowPlan) -> None:
        """Run a plan, and put what it gives in the queue."""
        keys = self.keys
        plan.open()
        while plan.step():
            row = plan.row
            if keys is not None:
                key = keys.key(row)
                if key in self.seen:
                    continue
                self.seen.add(key)
            if self.terms:
                heappush(self.heap, QueueEntry(row, self.count, self.terms))
                self.count += 1
            else:
                self.queue.append(row)
        plan.close()

    def take(self) -> tuple[object, ...] | None:
        """The next row of the queue, None when it is empty."""
        if self.terms:
            if not self.heap:
                return None
            entry = heappop(self.heap)
            assert isinstance(entry, QueueEntry)
            return entry.row
        if self.head >= len(self.queue):
            return None
        row = self.queue[self.head]
        self.head += 1
        if self.head >= 1024:
            del self.queue[: self.head]
            self.head = 0
        return row

    def step(self) -> bool:
        while self.left != 0:
            self.execution.tick()
            pending = self.pending
            if pending is not None:
                self.queue_row.row = pending
                self.pending = None
                for plan in self.recursive:
                    self.enqueue_all(plan)
            row = self.take()
            if row is None:
                return False
            self.pending = row
            if self.to_skip > 0:
                self.to_skip -= 1
                continue
            if self.left > 0:
                self.left -= 1
            self.row = row
            return True
        return False

    def close(self) -> None:
        self.seen = set()
        self.queue = []
        self.heap = []
