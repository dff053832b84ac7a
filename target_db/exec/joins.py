"""Nested loops: any number of scans, one inside the other, with LEFT JOIN's padding."""

from mypy_extensions import i64, mypyc_attr

from target_db.exec.rows import pad
from target_db.expr.base import Expr, Operator, Source


class JoinLevel:
    """One loop of a nest.

    scan: gives the rows that meet the loop's own conditions (ON included).
    padded: for the right side of a LEFT JOIN the sources, and their widths, that become
        NULLs when no row was found; empty otherwise.
    filters: conditions of WHERE that see the padding.
    once: stop at the first row that was found (nothing reads the row; the rest are doubles).
    """

    def __init__(self, scan: Operator, filters: list[Expr]) -> None:
        self.scan = scan
        self.filters = filters
        self.padded: list[Source] = []
        self.widths: list[int] = []
        self.is_left = False
        self.once = False
        self.matched = False

    def pad(self) -> None:
        """Make the sources of this level NULLs."""
        i = 0
        for source in self.padded:
            pad(source, self.widths[i])
            i += 1


@mypyc_attr(free_list_len=1)
class NestedLoop(Operator):
    """All combinations of the levels' rows; the last level turns fastest."""

    def __init__(self, levels: list[JoinLevel]) -> None:
        self.levels = levels
        self.depth: i64 = 0

    def open(self) -> None:
        self.depth = 0
        first = self.levels[0]
        first.matched = False
        first.scan.open()

    def step(self) -> bool:
        levels = self.levels
        last: i64 = len(levels) - 1
        depth = self.depth
        while depth >= 0:
            level = levels[depth]
            if level.once and level.matched:
                depth -= 1
                continue
            if level.scan.step():
                level.matched = True
            elif level.is_left and not level.matched:
                level.matched = True
                level.pad()
            else:
                depth -= 1
                continue
            passed = True
            for condition in level.filters:
                if not condition.is_true():
                    passed = False
                    break
            if not passed:
                continue
            if depth == last:
                self.depth = depth
                return True
            depth += 1
            inner = levels[depth]
            inner.matched = False
            for source in inner.padded:
                source.is_padding = False
            inner.scan.open()
        self.depth = -1
        return False

    def close(self) -> None:
        for level in self.levels:
            level.scan.close()
