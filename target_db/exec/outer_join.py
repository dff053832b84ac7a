"""RIGHT and FULL JOIN: the right rows are kept, with a mark on those that found a partner."""

from mypy_extensions import i64

from target_db.exec.execution import Execution
from target_db.exec.hash_join import JoinKey
from target_db.exec.rows import KeptRows, pad
from target_db.expr.base import Expr, Operator, Source


class OuterJoin(Operator):
    """`left RIGHT|FULL JOIN right ON conditions`.

    First the left rows in their order, each with its partners (and for FULL JOIN padded when
    there is none); then the right rows that found no partner, the left side padded.
    keys: equalities among the conditions, by which partners are looked up; may be empty.
    """

    def __init__(
        self,
        left: Operator,
        right: Operator,
        left_sources: list[Source],
        left_widths: list[int],
        right_sources: list[Source],
        right_widths: list[int],
        conditions: list[Expr],
        execution: Execution,
        keeps_left: bool,
    ) -> None:
        self.left = left
        self.right = right
        self.left_sources = left_sources
        self.left_widths = left_widths
        self.right_sources = right_sources
        self.right_widths = right_widths
        self.conditions = conditions
        self.execution = execution
        self.keeps_left = keeps_left
        self.keys: list[JoinKey] = []
        self.kept = KeptRows(right_sources)
        self.has_partner: list[bool] = []
        self.by_key: dict[object, list[int]] = {}
        self.everything: list[int] = []
        self.candidates: list[int] = []
        self.next: i64 = 0
        self.in_left_row = False
        self.left_matched = False
        self.left_done = False

    def open(self) -> None:
        self.kept = KeptRows(self.right_sources)
        self.by_key = {}
        right = self.right
        right.open()
        while right.step():
            position = self.kept.count
            self.kept.add()
            if self.keys:
                parts = [k.key(k.inner.eval()) for k in self.keys]
                if None not in parts:
                    self.by_key.setdefault(tuple(parts), []).append(position)
        right.close()
        count = self.kept.count
        self.has_partner = [False] * count
        self.everything = list(range(count))
        self.left.open()
        self.in_left_row = False
        self.left_done = False
        self.next = 0

    def find_candidates(self) -> list[int]:
        """Positions of the right rows that the left row may match."""
        if not self.keys:
            return self.everything
        parts = [k.key(k.outer.eval()) for k in self.keys]
        if None in parts:
            return []
        return self.by_key.get(tuple(parts), [])

    def step(self) -> bool:
        while not self.left_done:
            if not self.in_left_row:
                self.execution.tick()
                for source in self.left_sources:
                    source.is_padding = False
                if not self.left.step():
                    self.left_done = True
                    self.next = 0
                    break
                self.in_left_row = True
                self.left_matched = False
                self.candidates = self.find_candidates()
                self.next = 0
            while self.next < len(self.candidates):
                position = self.candidates[self.next]
                self.next += 1
                self.kept.restore(position)
                for condition in self.conditions:
                    if not condition.is_true():
                        break
                else:
                    self.has_partner[position] = True
                    self.left_matched = True
                    return True
            self.in_left_row = False
            if self.keeps_left and not self.left_matched:
                for i, source in enumerate(self.right_sources):
                    pad(source, self.right_widths[i])
                return True
        while self.next < self.kept.count:
            at = self.next
            self.next += 1
            if not self.has_partner[at]:
                self.kept.restore(at)
                for i, source in enumerate(self.left_sources):
                    pad(source, self.left_widths[i])
                return True
        return False

    def close(self) -> None:
        self.left.close()
        self.kept = KeptRows(self.right_sources)
        self.by_key = {}
