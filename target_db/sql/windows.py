"""The grammar of windows: OVER (...), WINDOW, frames."""

from mypy_extensions import i64

from target_db.sql import codes
from target_db.sql import tokens as t
from target_db.sql.ast import Expr, Frame, FunctionCall, OrderTerm, Window
from target_db.sql.expressions import ExpressionParser


class WindowParser(ExpressionParser):
    """Parses window definitions."""

    def parse_over_clause(self, call: FunctionCall) -> None:
        """`(window)` or the name of one, after OVER."""
        if self.kind == t.LPAREN:
            call.over = self.parse_window()
        else:
            call.over_name = self.take_name()
            self.height = 0

    def parse_window(self) -> Window:
        """`([base] [PARTITION BY ...] [ORDER BY ...] [frame])`."""
        pos = self.start
        self.expect(t.LPAREN)
        self.enter(2)
        height: i64 = 0
        base: str | None = None
        if self.at_name() and not self.at_window_part():
            base = self.take_name()
        partition_by: list[Expr] = []
        order_by: list[OrderTerm] = []
        frame: Frame | None = None
        if self.accept(t.KW_PARTITION):
            self.expect(t.KW_BY)
            partition_by = self.parse_list()
            height = self.height
        if self.accept(t.KW_ORDER):
            self.expect(t.KW_BY)
            order_by = self.parse_order_terms()
            height = max(height, self.height)
        if self.kind == t.KW_ROWS or self.kind == t.KW_RANGE or self.kind == t.KW_GROUPS:
            frame = self.parse_frame()
        self.depth -= 2
        self.expect(t.RPAREN)
        self.height = height
        return Window(base, partition_by, order_by, frame, pos)

    def at_window_part(self) -> bool:
        """Does the current token start a part of a window, so that it is not its base's name?"""
        return self.kind in (t.KW_PARTITION, t.KW_ROWS, t.KW_RANGE, t.KW_GROUPS)

    def parse_frame(self) -> Frame:
        """`ROWS|RANGE|GROUPS bound` or `... BETWEEN bound AND bound`, and EXCLUDE."""
        unit: i64 = codes.FRAME_GROUPS
        if self.kind == t.KW_ROWS:
            unit = codes.FRAME_ROWS
        elif self.kind == t.KW_RANGE:
            unit = codes.FRAME_RANGE
        self.advance()
        frame = Frame(unit, 0, None, codes.CURRENT_ROW, None, codes.EXCLUDE_NO_OTHERS)
        between = self.accept(t.KW_BETWEEN)
        self.parse_frame_start(frame)
        if between:
            self.expect(t.KW_AND)
            self.parse_frame_end(frame)
        if self.accept(t.KW_EXCLUDE):
            frame.exclude = self.parse_exclusion()
        start = frame.start
        end = frame.end
        backwards = (start == codes.CURRENT_ROW and end == codes.PRECEDING) or (
            start == codes.FOLLOWING and (end == codes.PRECEDING or end == codes.CURRENT_ROW)
        )
        if backwards:
            self.complain("unsupported frame specification")
        return frame

    def parse_frame_start(self, frame: Frame) -> None:
        """The first bound, which may be UNBOUNDED PRECEDING."""
        if self.accept(t.KW_UNBOUNDED):
            self.expect(t.KW_PRECEDING)
            frame.start = codes.UNBOUNDED_PRECEDING
        elif self.accept(t.KW_CURRENT):
            self.expect(t.KW_ROW)
            frame.start = codes.CURRENT_ROW
        else:
            frame.start_expr = self.parse_expr()
            frame.start = self.take_direction()

    def parse_frame_end(self, frame: Frame) -> None:
        """The second bound, which may be UNBOUNDED FOLLOWING."""
        if self.accept(t.KW_UNBOUNDED):
            self.expect(t.KW_FOLLOWING)
            frame.end = codes.UNBOUNDED_FOLLOWING
        elif self.accept(t.KW_CURRENT):
            self.expect(t.KW_ROW)
            frame.end = codes.CURRENT_ROW
        else:
            frame.end_expr = self.parse_expr()
            frame.end = self.take_direction()

    def take_direction(self) -> i64:
        """PRECEDING or FOLLOWING."""
        if self.accept(t.KW_PRECEDING):
            return codes.PRECEDING
        self.expect(t.KW_FOLLOWING)
        return codes.FOLLOWING

    def parse_exclusion(self) -> i64:
        """NO OTHERS, CURRENT ROW, GROUP or TIES."""
        if self.accept(t.KW_NO):
            self.expect(t.KW_OTHERS)
            return codes.EXCLUDE_NO_OTHERS
        if self.accept(t.KW_CURRENT):
            self.expect(t.KW_ROW)
            return codes.EXCLUDE_CURRENT_ROW
        if self.accept(t.KW_GROUP):
            return codes.EXCLUDE_GROUP
        self.expect(t.KW_TIES)
        return codes.EXCLUDE_TIES
