"""ORDER BY: stable sorts, one for each term from the last to the first.

Python sorts lists of one type much quicker than lists of mixed keys. So each term's values
are sorted class by class (NULLs, numbers, text, blobs), with no key objects at all.
"""

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from target_db.exec.rows import RowMaker
from target_db.expr.base import Expr, Operator, RowPlan
from target_db.types.collation import BINARY, Collation

# A sort for LIMIT n keeps n rows and as many more as this before it cuts back.
TOP_SLACK: Final = 1000


@mypyc_attr(free_list_len=1)
class SortTerm:
    """One ORDER BY term: an expression, or (column >= 0) a column of the row itself."""

    def __init__(
        self,
        expr: Expr | None,
        column: i64,
        collation: Collation,
        descending: bool,
        nulls_first: bool,
    ) -> None:
        self.expr = expr
        self.column = column
        self.collation = collation
        self.descending = descending
        self.nulls_first = nulls_first


def sort_positions(positions: list[int], keys: list[Any], term: SortTerm) -> list[int]:
    """`positions` in the order of `keys[position]`; equal ones stay in the order they had."""
    nulls = False
    numbers = False
    texts = False
    blobs = False
    for value in keys:
        if isinstance(value, (int, float)):
            numbers = True
        elif isinstance(value, str):
            texts = True
        elif value is None:
            nulls = True
        else:
            blobs = True
    if texts:
        keys = text_keys(keys, term.collation)
    if nulls + numbers + texts + blobs <= 1:
        if not nulls:
            positions.sort(key=keys.__getitem__, reverse=term.descending)
        return positions
    return sort_mixed(positions, keys, term)


def text_keys(keys: list[Any], collation: Collation) -> list[Any]:
    """`keys` with every text replaced by what it sorts by."""
    if collation is BINARY:
        for value in keys:
            if isinstance(value, str) and not value.isascii():
                break
        else:
            return keys
    return [collation.key(v) if isinstance(v, str) else v for v in keys]


def sort_mixed(positions: list[int], keys: list[Any], term: SortTerm) -> list[int]:
    """Sort each class of values alone, and put the classes in SQLite's order."""
    nulls: list[int] = []
    numbers: list[int] = []
    texts: list[int] = []
    blobs: list[int] = []
    for position in positions:
        value = keys[position]
        if isinstance(value, (int, float)):
            numbers.append(position)
        elif value is None:
            nulls.append(position)
        elif isinstance(value, bytes):
            blobs.append(position)
        else:
            texts.append(position)
    descending = term.descending
    for group in (numbers, texts, blobs):
        group.sort(key=keys.__getitem__, reverse=descending)
    if descending:
        rest = blobs + texts + numbers
    else:
        rest = numbers + texts + blobs
    return nulls + rest if term.nulls_first else rest + nulls


@mypyc_attr(free_list_len=1)
class Sorter:
    """Collects rows with the values of the ORDER BY terms, and hands them out in order.

    limit: how many rows will be wanted at most, or -1.
    """

    def __init__(self, terms: list[SortTerm]) -> None:
        self.terms = terms
        self.limit = -1
        self.rows: list[tuple[object, ...]] = []
        self.keys: list[list[object]] = []

    def clear(self, limit: int) -> None:
        """Forget all rows."""
        self.limit = limit
        self.rows = []
        self.keys = [[] for _ in self.terms]

    def add(self, row: tuple[object, ...]) -> None:
        """Take a row, and the values of the terms for where the sources stand now."""
        self.rows.append(row)
        i: i64 = 0
        for term in self.terms:
            expr = term.expr
            if expr is not None:
                self.keys[i].append(expr.eval())
            else:
                self.keys[i].append(row[term.column])
            i += 1
        if self.limit >= 0 and len(self.rows) >= 2 * self.limit + TOP_SLACK:
            self.cut()

    def order(self) -> list[int]:
        """The positions of the rows in their final order."""
        positions = list(range(len(self.rows)))
        i = len(self.terms) - 1
        while i >= 0:
            positions = sort_positions(positions, self.keys[i], self.terms[i])
            i -= 1
        return positions

    def cut(self) -> None:
        """Keep only the first `limit` rows."""
        positions = self.order()[: self.limit]
        rows = self.rows
        self.rows = [rows[p] for p in positions]
        self.keys = [[column[p] for p in positions] for column in self.keys]

    def sorted_rows(self) -> list[tuple[object, ...]]:
        """All rows in order; the sorter is empty then."""
        rows = self.rows
        terms = self.terms
        if len(terms) == 1 and len(rows) <= 1:
            return rows
        positions = self.order()
        result = [rows[p] for p in positions]
        self.rows = []
        self.keys = []
        return result


class SortedRows(RowPlan):
    """Base of the plans that hold sorted rows: hands out `rows` one by one."""

    def __init__(self, width: int) -> None:
        super().__init__(width)
        self.rows: list[tuple[object, ...]] = []
        self.next: i64 = 0
        self.is_ready = False
        self.limit = -1

    def prepare(self) -> None:
        """Fill `rows`."""
        raise NotImplementedError

    def step(self) -> bool:
        if not self.is_ready:
            self.prepare()
            self.is_ready = True
        if self.next < len(self.rows):
            self.row = self.rows[self.next]
            self.next += 1
            return True
        return False

    def fetch_all(self, into: list[tuple[object, ...]]) -> None:
        if not self.is_ready:
            self.prepare()
            self.is_ready = True
        if self.next == 0:
            into += self.rows
        else:
            into += self.rows[self.next :]
        self.next = len(self.rows)


@mypyc_attr(free_list_len=1)
class Sort(SortedRows):
    """The projected rows of an operator, in order."""

    def __init__(
        self, width: int, operator: Operator, maker: RowMaker, terms: list[SortTerm]
    ) -> None:
        super().__init__(width)
        self.operator = operator
        self.maker = maker
        self.sorter = Sorter(terms)

    def open(self) -> None:
        self.operator.open()
        self.next = 0
        self.is_ready = False

    def prepare(self) -> None:
        operator = self.operator
        maker = self.maker
        sorter = self.sorter
        sorter.clear(self.limit)
        while operator.step():
            sorter.add(maker.make())
        self.rows = sorter.sorted_rows()

    def close(self) -> None:
        self.operator.close()
        self.rows = []


class SortRows(SortedRows):
    """The rows of another plan, in order; the terms are columns of the rows."""

    def __init__(self, plan: RowPlan, terms: list[SortTerm]) -> None:
        super().__init__(plan.width)
        self.plan = plan
        self.sorter = Sorter(terms)

    def open(self) -> None:
        self.plan.open()
        self.next = 0
        self.is_ready = False

    def prepare(self) -> None:
        plan = self.plan
        sorter = self.sorter
        sorter.clear(self.limit)
        while plan.step():
            sorter.add(plan.row)
        self.rows = sorter.sorted_rows()

    def close(self) -> None:
        self.plan.close()
        self.rows = []
