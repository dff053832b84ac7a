"""Window functions: all input rows are kept, sorted for each window, and given their values.

The windows are worked on from the last to the first, each sort on top of the one before; so
the rows come out in the order of the first window, as from SQLite.
"""

from mypy_extensions import i64

from target_db.exec.execution import Execution
from target_db.exec.frames import FrameBounds, Partition
from target_db.exec.rows import KeptRows
from target_db.exec.sort import SortTerm, sort_positions
from target_db.exec.window_values import ValueMaker, value_maker
from target_db.expr.aggregates import AggregateRef, BoundWindow, WindowRef
from target_db.expr.base import Operator, Source
from target_db.sql.codes import FRAME_RANGE
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
        # Of every input row: the values of the terms, and what the calls need.
        self.keys: list[list[object]] = []
        self.makers: list[ValueMaker] = []

    def begin(self) -> None:
        """Forget all rows."""
        self.keys = [[] for _ in self.terms]
        self.makers = [value_maker(call) for call in self.calls]

    def take_row(self) -> None:
        """Evaluate the terms and the calls' arguments where the sources stand."""
        place: i64 = 0
        for term in self.terms:
            expr = term.expr
            assert expr is not None
            self.keys[place].append(expr.eval())
            place += 1
        for maker in self.makers:
            maker.take_row()

    def needs_order_keys(self) -> bool:
        """Whether a frame is found by distance in the only ORDER BY term."""
        if len(self.terms) != self.partition_width + 1:
            return False
        for call in self.calls:
            frame = call.window.frame
            if frame.unit == FRAME_RANGE and (
                frame.start_expr is not None or frame.end_expr is not None
            ):
                return True
        return False


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
        groups = self.groups
        for group in groups:
            group.begin()
        operator.open()
        while operator.step():
            kept.add()
            for group in groups:
                group.take_row()
            if self.aggregates:
                aggregate_values.append(tuple([ref.value for ref in self.aggregates]))
        operator.close()
        self.aggregate_values = aggregate_values
        self.positions = list(range(kept.count))
        self.calls = []
        self.results = []
        place = len(groups) - 1
        while place >= 0:
            self.compute(groups[place])
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
        keys = group.keys
        makers = group.makers
        order = self.positions
        count = len(order)
        for maker in makers:
            maker.results = [None] * count
        place = len(terms) - 1
        while place >= 0:
            order = sort_positions(order, keys[place], terms[place])
            place -= 1
        self.positions = order
        width = group.partition_width
        begins = [False] * count  # where a partition begins
        for place in range(width):
            mark_changes(keys[place], order, terms[place].collation, begins)
        differs = begins[:]  # where a peer group does
        for place in range(width, len(terms)):
            mark_changes(keys[place], order, terms[place].collation, differs)
        needs_keys = group.needs_order_keys()
        start = 0
        while start < count:
            self.execution.tick()
            rows, starts = next_partition(order, start, begins, differs)
            order_keys: list[object] = []
            descending = False
            if needs_keys:
                order_keys = [keys[width][row] for row in rows]
                descending = terms[width].descending
            partition = Partition(len(rows), starts, order_keys, descending)
            for maker in makers:
                maker.compute(rows, FrameBounds(maker.call.window.frame, partition))
            start += len(rows)
        for maker in makers:
            self.calls.append(maker.call)
            self.results.append(maker.results)
        group.begin()

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


def mark_changes(
    values: list[object], order: list[int], collation: Collation, marks: list[bool]
) -> None:
    """Set `marks[i]` where the value of the row at place i of `order` differs from the one
    before."""
    previous: object = None
    place: i64 = 0
    for row in order:
        value = values[row]
        if place > 0 and value is not previous and not equal(previous, value, collation):
            marks[place] = True
        previous = value
        place += 1


def next_partition(
    order: list[int], start: i64, begins: list[bool], differs: list[bool]
) -> tuple[list[int], list[int]]:
    """The rows of the partition that begins at place `start` of `order`, and the places in it
    where its peer groups begin."""
    count: i64 = len(order)
    starts = [0]
    end = start + 1
    while end < count and not begins[end]:
        if differs[end]:
            starts.append(int(end - start))
        end += 1
    return order[start:end], starts
