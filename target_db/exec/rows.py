"""Making result rows, and keeping the rows that sources stand on."""

from mypy_extensions import i64, mypyc_attr

from target_db.expr.base import Expr, Source


class RowMaker:
    """Makes one row of values from where the sources stand."""

    def make(self) -> tuple[object, ...]:
        """The row. Raises SqlError."""
        raise NotImplementedError


@mypyc_attr(free_list_len=1)
class WholeRow(RowMaker):
    """All columns of one source, in order: its row itself, shared."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def make(self) -> tuple[object, ...]:
        return self.source.row


@mypyc_attr(free_list_len=1)
class OneValue(RowMaker):
    """One expression."""

    def __init__(self, first: Expr) -> None:
        self.first = first

    def make(self) -> tuple[object, ...]:
        return (self.first.eval(),)


@mypyc_attr(free_list_len=1)
class TwoValues(RowMaker):
    """Two expressions."""

    def __init__(self, first: Expr, second: Expr) -> None:
        self.first = first
        self.second = second

    def make(self) -> tuple[object, ...]:
        return (self.first.eval(), self.second.eval())


@mypyc_attr(free_list_len=1)
class ThreeValues(RowMaker):
    """Three expressions."""

    def __init__(self, first: Expr, second: Expr, third: Expr) -> None:
        self.first = first
        self.second = second
        self.third = third

    def make(self) -> tuple[object, ...]:
        return (self.first.eval(), self.second.eval(), self.third.eval())


@mypyc_attr(free_list_len=1)
class JoinedRows(RowMaker):
    """All columns of several sources, in order: their rows one after the other."""

    def __init__(self, sources: list[Source]) -> None:
        self.first = sources[0]
        self.rest = sources[1:]

    def make(self) -> tuple[object, ...]:
        row = self.first.row
        for source in self.rest:
            row += source.row
        return row


@mypyc_attr(free_list_len=1)
class ManyValues(RowMaker):
    """Any number of expressions."""

    def __init__(self, items: list[Expr]) -> None:
        self.items = items

    def make(self) -> tuple[object, ...]:
        return tuple([item.eval() for item in self.items])


def row_maker(items: list[Expr]) -> RowMaker:
    """The quickest maker for these expressions."""
    count = len(items)
    if count == 1:
        return OneValue(items[0])
    if count == 2:
        return TwoValues(items[0], items[1])
    if count == 3:
        return ThreeValues(items[0], items[1], items[2])
    return ManyValues(items)


class Standing:
    """Where several sources stand at one moment."""

    def __init__(self, sources: list[Source]) -> None:
        self.rows = [source.row for source in sources]
        self.rowids = [source.rowid for source in sources]
        self.padding = [source.is_padding for source in sources]

    def restore(self, sources: list[Source]) -> None:
        """Put the sources back."""
        for i, source in enumerate(sources):
            source.row = self.rows[i]
            source.rowid = self.rowids[i]
            source.is_padding = self.padding[i]


class KeptRows:
    """Where several sources stood, many times over, in lists side by side."""

    def __init__(self, sources: list[Source]) -> None:
        self.sources = sources
        self.count = 0
        self.rows: list[list[tuple[object, ...]]] = [[] for _ in sources]
        self.rowids: list[list[int]] = [[] for _ in sources]
        self.padding: list[list[bool]] = [[] for _ in sources]

    def add(self) -> None:
        """Keep where the sources stand now."""
        i: i64 = 0
        for source in self.sources:
            self.rows[i].append(source.row)
            self.rowids[i].append(source.rowid)
            self.padding[i].append(source.is_padding)
            i += 1
        self.count += 1

    def restore(self, position: i64) -> None:
        """Put the sources back where they stood at that place, counted from 0."""
        i: i64 = 0
        for source in self.sources:
            source.row = self.rows[i][position]
            source.rowid = self.rowids[i][position]
            source.is_padding = self.padding[i][position]
            i += 1


def pad(source: Source, width: int) -> None:
    """Make `source` a row of NULLs, for an outer join."""
    source.row = (None,) * width
    source.rowid = 0
    source.is_padding = True
