"""GROUP BY and aggregates: one pass over the input, one accumulator for each call and group.

Groups come out in the order of their keys, as from SQLite's sorter. Columns that are neither
grouped nor aggregated are those of the group's first row, or of the row where min() or max()
found its value ("SELECT", section 2.5).
"""

from mypy_extensions import i64, mypyc_attr

from target_db.exec.keys import RowKeys
from target_db.exec.rows import Standing, pad
from target_db.exec.sort import Sorter, SortTerm, sort_positions
from target_db.expr.aggregates import AggregateRef
from target_db.expr.base import Expr, Operator, Source
from target_db.functions.base import Accumulator
from target_db.types.collation import BINARY, Collation


class AggregateCall:
    """How one aggregate call takes in a row. Subclasses differ in what they evaluate."""

    def __init__(self, ref: AggregateRef) -> None:
        self.ref = ref
        self.condition = ref.filter

    def make(self) -> Accumulator:
        """The state for a new group."""
        ref = self.ref
        if ref.function.needs_collation:
            return ref.function.make_collated(ref.argument_collation)
        return ref.function.make()

    def feed(self, accumulator: Accumulator) -> None:
        """Take in the row on which the sources stand."""
        accumulator.step([arg.eval() for arg in self.ref.args])


@mypyc_attr(free_list_len=1)
class CountRows(AggregateCall):
    """A call without arguments: count(*)."""

    def feed(self, accumulator: Accumulator) -> None:
        accumulator.step0()


@mypyc_attr(free_list_len=1)
class OneArgument(AggregateCall):
    """A call of one argument."""

    def __init__(self, ref: AggregateRef) -> None:
        super().__init__(ref)
        self.argument = ref.args[0]

    def feed(self, accumulator: Accumulator) -> None:
        accumulator.step1(self.argument.eval())


@mypyc_attr(free_list_len=1)
class DistinctArgument(AggregateCall):
    """A call with DISTINCT: each different first argument counts once."""

    def make(self) -> Accumulator:
        return DistinctAccumulator(super().make(), RowKeys([self.ref.argument_collation]))


@mypyc_attr(free_list_len=1)
class DistinctAccumulator(Accumulator):
    """Passes on the arguments whose first value was not seen before."""

    def __init__(self, inner: Accumulator, keys: RowKeys) -> None:
        super().__init__()
        self.inner = inner
        self.keys = keys
        self.seen: set[object] = set()

    def step(self, args: list[object]) -> None:
        key = self.keys.key((args[0],))
        if key not in self.seen:
            self.seen.add(key)
            self.inner.step(args)
            self.changed = self.inner.changed
        else:
            self.changed = False

    def final(self) -> object:
        return self.inner.final()


class OrderedArguments(AggregateCall):
    """A call with ORDER BY: its rows are sorted before they are taken in."""

    def __init__(self, ref: AggregateRef, terms: list[SortTerm]) -> None:
        super().__init__(ref)
        self.terms = terms

    def make(self) -> Accumulator:
        inner = super().make()
        if self.ref.distinct:
            inner = DistinctAccumulator(inner, RowKeys([self.ref.argument_collation]))
        return OrderedAccumulator(inner, self.terms)

    def feed(self, accumulator: Accumulator) -> None:
        assert isinstance(accumulator, OrderedAccumulator)
        accumulator.add(tuple([arg.eval() for arg in self.ref.args]))


class OrderedAccumulator(Accumulator):
    """Keeps all rows, and passes them on in order at the end."""

    def __init__(self, inner: Accumulator, terms: list[SortTerm]) -> None:
        super().__init__()
        self.inner = inner
        self.sorter = Sorter(terms)
        self.sorter.clear(-1)

    def add(self, args: tuple[object, ...]) -> None:
        """Keep a row's arguments with the order terms' values."""
        self.sorter.add(args)

    def final(self) -> object:
        for args in self.sorter.sorted_rows():
            self.inner.step(list(args))
        return self.inner.final()


def aggregate_call(ref: AggregateRef) -> AggregateCall:
    """The quickest way to feed this call."""
    order_by = ref.order_by
    if order_by is not None and ref.args:
        terms = [sort_term(k.expr, k.descending, k.nulls_first) for k in order_by]
        return OrderedArguments(ref, terms)
    if ref.distinct and ref.args:
        return DistinctArgument(ref)
    if not ref.args:
        return CountRows(ref)
    if len(ref.args) == 1:
        return OneArgument(ref)
    return AggregateCall(ref)


def sort_term(expr: Expr, descending: bool, nulls_first: bool) -> SortTerm:
    """A sort term by an expression's value, under its own collation."""
    collation = expr.collation
    return SortTerm(expr, -1, BINARY if collation is None else collation, descending, nulls_first)


@mypyc_attr(free_list_len=1)
class Group:
    """One group: its accumulators, and the row that stands for it.

    That row is of one source (row, rowid, is_padding), or of several (standing).
    """

    def __init__(self, accumulators: list[Accumulator]) -> None:
        self.accumulators = accumulators
        self.has_row = False
        self.row: tuple[object, ...] = ()
        self.rowid = 0
        self.is_padding = False
        self.standing: Standing | None = None

    def keep_row(self, sources: list[Source]) -> None:
        """Let the row on which the sources stand be the group's."""
        self.has_row = True
        if len(sources) == 1:
            source = sources[0]
            self.row = source.row
            self.rowid = source.rowid
            self.is_padding = source.is_padding
        else:
            self.standing = Standing(sources)

    def show_row(self, sources: list[Source]) -> None:
        """Put the sources on the group's row."""
        standing = self.standing
        if standing is not None:
            standing.restore(sources)
        elif len(sources) == 1:
            source = sources[0]
            source.row = self.row
            source.rowid = self.rowid
            source.is_padding = self.is_padding


class Aggregate(Operator):
    """Base of the aggregating operators: takes in rows, and shows the results of a group."""

    def __init__(
        self,
        operator: Operator,
        sources: list[Source],
        widths: list[int],
        calls: list[AggregateCall],
        follows_extreme: bool,
        keeps_row: bool,
    ) -> None:
        self.operator = operator
        self.sources = sources
        self.widths = widths
        self.calls = calls
        # Whether some call is min() or max(): then the row it was found in stands for the group.
        self.follows_extreme = follows_extreme
        self.keeps_row = keeps_row

    def new_group(self) -> Group:
        """A group without rows."""
        return Group([call.make() for call in self.calls])

    def take(self, group: Group) -> None:
        """Take the current row into a group."""
        accumulators = group.accumulators
        i: i64 = 0
        changed = False
        for call in self.calls:
            condition = call.condition
            if condition is None or condition.is_true():
                accumulator = accumulators[i]
                call.feed(accumulator)
                if accumulator.changed:
                    changed = True
            i += 1
        if self.keeps_row and (not group.has_row or (changed and self.follows_extreme)):
            group.keep_row(self.sources)

    def show(self, group: Group) -> None:
        """Put the group's results where the expressions read them, and its row in place."""
        i: i64 = 0
        for call in self.calls:
            call.ref.value = group.accumulators[i].final()
            i += 1
        if group.has_row:
            group.show_row(self.sources)

    def close(self) -> None:
        self.operator.close()


@mypyc_attr(free_list_len=1)
class PlainAggregate(Aggregate):
    """Aggregates without GROUP BY: always exactly one row."""

    def __init__(
        self,
        operator: Operator,
        sources: list[Source],
        widths: list[int],
        calls: list[AggregateCall],
        follows_extreme: bool,
        keeps_row: bool,
    ) -> None:
        super().__init__(operator, sources, widths, calls, follows_extreme, keeps_row)
        self.is_done = False

    def open(self) -> None:
        self.is_done = False

    def step(self) -> bool:
        if self.is_done:
            return False
        self.is_done = True
        operator = self.operator
        operator.open()
        group = self.new_group()
        if len(self.calls) == 1 and not self.keeps_row and self.calls[0].condition is None:
            call = self.calls[0]
            accumulator = group.accumulators[0]
            while operator.step():
                call.feed(accumulator)
        else:
            while operator.step():
                self.take(group)
        operator.close()
        if self.keeps_row and not group.has_row:
            i: i64 = 0
            for source in self.sources:
                pad(source, self.widths[i])
                i += 1
        self.show(group)
        return True


@mypyc_attr(free_list_len=1)
class GroupedAggregate(Aggregate):
    """GROUP BY by a hash table of groups, which come out sorted by their keys."""

    def __init__(
        self,
        operator: Operator,
        sources: list[Source],
        widths: list[int],
        calls: list[AggregateCall],
        follows_extreme: bool,
        keeps_row: bool,
        keys: list[Expr],
        collations: list[Collation],
    ) -> None:
        super().__init__(operator, sources, widths, calls, follows_extreme, keeps_row)
        self.keys = keys
        self.collations = collations
        # Where all keys are BINARY the values themselves tell groups apart.
        self.row_keys: RowKeys | None = None
        for collation in collations:
            if collation is not BINARY:
                self.row_keys = RowKeys(collations)
                break
        self.groups: list[Group] = []
        self.next: i64 = 0
        self.is_ready = False

    def open(self) -> None:
        self.is_ready = False

    def collect(self) -> None:
        """Read all input into groups, and put them in order."""
        self.operator.open()
        if len(self.keys) == 1:
            self.collect_by_one(self.keys[0])
        else:
            self.collect_by_many()
        self.operator.close()
        self.next = 0
        self.is_ready = True

    def collect_by_one(self, key_expr: Expr) -> None:
        """Group by a single expression."""
        operator = self.operator
        row_keys = self.row_keys
        by_key: dict[object, Group] = {}
        values: list[object] = []
        groups: list[Group] = []
        while operator.step():
            value = key_expr.eval()
            key: object = value if row_keys is None else row_keys.key((value,))
            group = by_key.get(key)
            if group is None:
                group = self.new_group()
                by_key[key] = group
                groups.append(group)
                values.append(value)
            self.take(group)
        if len(groups) > 1:
            term = SortTerm(None, 0, self.collations[0], False, True)
            order = sort_positions(list(range(len(groups))), values, term)
            groups = [groups[p] for p in order]
        self.groups = groups

    def collect_by_many(self) -> None:
        """Group by several expressions."""
        operator = self.operator
        row_keys = self.row_keys
        by_key: dict[object, Group] = {}
        rows: list[tuple[object, ...]] = []
        groups: list[Group] = []
        while operator.step():
            row = tuple([k.eval() for k in self.keys])
            key = row if row_keys is None else row_keys.key(row)
            group = by_key.get(key)
            if group is None:
                group = self.new_group()
                by_key[key] = group
                groups.append(group)
                rows.append(row)
            self.take(group)
        if len(groups) > 1:
            order = list(range(len(groups)))
            place = len(self.keys) - 1
            while place >= 0:
                term = SortTerm(None, place, self.collations[place], False, True)
                order = sort_positions(order, [row[place] for row in rows], term)
                place -= 1
            groups = [groups[p] for p in order]
        self.groups = groups

    def step(self) -> bool:
        if not self.is_ready:
            self.collect()
        if self.next >= len(self.groups):
            return False
        group = self.groups[self.next]
        self.next += 1
        self.show(group)
        return True

    def close(self) -> None:
        self.operator.close()
        self.groups = []
