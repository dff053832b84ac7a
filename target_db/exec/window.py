"""Window functions: all input rows are kept, sorted for each window, and given their values.

The windows are worked on from the last to the first, each sort on top of the one before; so
the rows come out in the order of the first window, as from SQLite.
"""

from mypy_extensions import i64

from target_db.exec.execution import Execution
from target_db.exec.frames import FrameBounds, Partition
from target_db.exec.rows import KeptRows
from target_db.exec.sort import SortTerm, sort_positions
from target_db.exec.window_values import value_maker
from target_db.expr.aggregates import AggregateRef, BoundWindow, WindowRef
from target_db.expr.base import Operator, Source
from target_db.types.collation import BINARY, Collation
from target_db.types.compare import equal


class WindowGroup:
    """The calls that share PARTITION BY and ORDER BY, and so one sort."""

    def __init__(self, window: BoundWindow) -> None:
        self.window = window
        self.calls: list[WindowRef] = []
        self.terms: list[SortTerm] = []
        for expr in window.partition_by:
            self.terms.append(SortTerm(expr, -1, collation_of(expr.collation), False, True))
        for key in window.order_by:
            collation = collation_of(key.expr.collation)
            self.terms.append(SortTerm(key.expr, -1, collation, key.descending, key.nulls_first))
        self.partition_width = len(window.partition_by)


def collation_of(collation: Collation | None) -> Collation:
    return BINARY if collation is None else collation


class Window(Operator):
    """The rows of another operator, with `value` of every window call set for each."""

    def __init__(
        self,
        operator: Operator,
        sources: list[Source],
        aggregates: list[AggregateRef],
        groups: list[WindowGroup],
        execution: Execution,
    ) -> None:
        self.operator = operator
        self.sources = sources
        self.aggregates = aggregates
        self.groups = groups
        self.execution = execution
        self.kept = KeptRows(sources)
        self.aggregate_values: list[tuple[object, ...]] = []
        self.positions: list[int] = []
        self.calls: list[WindowRef] = []
        self.results: list[list[object]] = []
        self.next: i64 = 0
        self.is_ready = False

    def open(self) -> None:
        self.is_ready = False

    def collect(self) -> None:
        """Keep all input rows, and compute every call over them."""
        operator = self.operator
        kept = KeptRows(self.sources)
        self.kept = kept
        aggregate_values: list[tuple[object, ...]] = []
        operator.open()
        while operator.step():
            kept.add()
            if self.aggregates:
                aggregate_values.append(tuple([ref.value for ref in self.aggregates]))
        operator.close()
        self.aggregate_values = aggregate_values
        self.positions = list(range(kept.count))
        self.calls = []
        self.results = []
        place = len(self.groups) - 1
        while place >= 0:
            self.compute(self.groups[place])
            place -= 1
        self.next = 0
        self.is_ready = True

    def stand_on(self, position: i64) -> None:
        """Put the sources and the aggregates back on a kept row."""
        self.kept.restore(position)
        if self.aggregates:
            values = self.aggregate_values[position]
            i: i64 = 0
            for ref in self.aggregates:
                ref.value = values[i]
                i += 1

    def compute(self, group: WindowGroup) -> None:
        """Sort by one window, and compute its calls partition by partition."""
        terms = group.terms
        keys: list[list[object]] = [[] for _ in terms]
        makers = [value_maker(call) for call in group.calls]
        for maker in makers:
            maker.results = [None] * self.kept.count
        position: i64 = 0
        while position < self.kept.count:
            self.stand_on(position)
            i: i64 = 0
            for term in terms:
                expr = term.expr
                assert expr is not None
                keys[i].append(expr.eval())
                i += 1
            for maker in makers:
                maker.take_row()
            position += 1
        order = self.positions
        place = len(terms) - 1
        while place >= 0:
            order = sort_positions(order, keys[place], terms[place])
            place -= 1
        self.positions = order
        start = 0
        while start < len(order):
            self.execution.tick()
            end = start + 1
            while end < len(order) and not self.differ(
                group, keys, order[end - 1], order[end], 0, group.partition_width
            ):
                end += 1
            partition = self.partition_of(group, keys, order[start:end])
            for maker in makers:
                bounds = FrameBounds(maker.call.window.frame, partition)
                maker.compute(order[start:end], bounds)
            start = end
        for maker in makers:
            self.calls.append(maker.call)
            self.results.append(maker.results)

    def differ(
        self, group: WindowGroup, keys: list[list[object]], a: int, b: int, first: int, last: int
    ) -> bool:
        """Whether two rows differ in the sort terms from `first` up to `last`."""
        while first < last:
            if not equal(keys[first][a], keys[first][b], group.terms[first].collation):
                return True
            first += 1
        return False

    def partition_of(
        self, group: WindowGroup, keys: list[list[object]], rows: list[int]
    ) -> Partition:
        """The peer groups of one partition."""
        width = group.partition_width
        count = len(group.terms)
        starts = [0]
        for place in range(1, len(rows)):
            if self.differ(group, keys, rows[place - 1], rows[place], width, count):
                starts.append(place)
        order_keys: list[object] = []
        descending = False
        if count == width + 1:
            order_keys = [keys[width][row] for row in rows]
            descending = group.terms[width].descending
        return Partition(len(rows), starts, order_keys, descending)

    def step(self) -> bool:
        if not self.is_ready:
            self.collect()
        if self.next >= len(self.positions):
            return False
        position = self.positions[self.next]
        self.next += 1
        self.stand_on(position)
        i: i64 = 0
        for call in self.calls:
            call.value = self.results[i][position]
            i += 1
        return True

    def close(self) -> None:
        self.kept = KeptRows(self.sources)
        self.results = []
        self.positions = []
