"""The grammar of operands: names, calls, CASE, CAST, parentheses, with their prefix operators."""

from typing import Final

from mypy_extensions import i64

from target_db.errors import SqlError
from target_db.sql import codes
from target_db.sql import tokens as t
from target_db.sql.ast import (
    Case,
    Cast,
    ColumnRef,
    CurrentTime,
    Exists,
    Expr,
    FunctionCall,
    Literal,
    OrderTerm,
    OversizedHex,
    Raise,
    RowValue,
    Select,
    Subquery,
    Unary,
)
from target_db.sql.constants import MAX_DEPTH, MAX_HEIGHT, ConstantParser, too_high
from target_db.sql.literals import TWO_TO_63, hex_value
from target_db.sql.precedence import P_NOT, P_OR

MAX_ARGUMENTS: Final = 1000


class OperandParser(ConstantParser):
    """Parses operands; what they contain is parsed by the subclasses."""

    def parse_operators(self, minimum: i64) -> Expr:
        """Parse an expression whose binary operators bind at least as tightly as `minimum`."""
        raise NotImplementedError

    def parse_select(self) -> Select:
        """Parse a select; the current token starts it."""
        raise NotImplementedError

    def parse_over_clause(self, call: FunctionCall) -> None:
        """Parse what follows OVER into `call`."""
        raise NotImplementedError

    def parse_order_terms(self) -> list[OrderTerm]:
        """Parse `expr [ASC|DESC] [NULLS ...], ...`."""
        raise NotImplementedError

    def parse_list(self) -> list[Expr]:
        """One expression or more, between commas; `height` is that of the highest."""
        items = [self.parse_operators(P_OR)]
        height = self.height
        self.enter(2)
        while self.kind == t.COMMA:
            self.advance()
            items.append(self.parse_operators(P_OR))
            if self.height > height:
                height = self.height
        self.depth -= 2
        self.height = height
        return items

    def parse_prefix(self) -> Expr:
        """Parse an operand with the prefix operators before it."""
        kind = self.kind
        start = self.start
        if kind == t.INTEGER:
            sql = self.sql
            second: i64 = ord(sql[start + 1]) if self.end > start + 1 else 0
            if second == 120 or second == 88:
                return self.parse_hex(self.text())
            number = self.integer_literal(sql, start, self.end, start)
            self.advance()
            self.height = 1
            return number
        if kind == t.ID:
            name = self.sql[start : self.end]
            self.advance()
            return self.parse_name(name, kind, start)
        if kind == t.LPAREN:
            return self.parse_parenthesized()
        if kind == t.MINUS:
            return self.parse_unary(codes.NEGATE)
        if kind == t.PLUS:
            return self.parse_unary(codes.PLUS)
        if kind == t.KW_NOT:
            self.advance()
            self.enter(1)
            operand = self.parse_operators(P_NOT)
            self.depth -= 1
            self.grow()
            return Unary(codes.NOT, operand, start)
        if kind == t.KW_NULL:
            self.advance()
            self.height = 1
            return Literal(None, start)
        if kind == t.KW_CAST:
            return self.parse_cast()
        if kind == t.KW_CASE:
            return self.parse_case()
        if t.ID < kind <= t.LAST_NAME:
            if kind == t.KW_RAISE:
                return self.parse_raise()
            if kind <= t.KW_CURRENT_TIMESTAMP and kind >= t.KW_CURRENT_DATE:
                word = self.text().upper()
                self.advance()
                self.height = 1
                return CurrentTime(word, start)
            name = self.name_text()
            self.advance()
            return self.parse_name(name, kind, start)
        if kind == t.STRING:
            text = self.name_text()
            self.advance()
            if self.kind == t.DOT:
                return self.parse_qualified(text, start)
            self.height = 1
            return Literal(text, start)
        if kind == t.TILDE:
            return self.parse_unary(codes.BIT_NOT)
        return self.parse_rare_operand()

    def parse_rare_operand(self) -> Expr:
        """The operands that are rare: EXISTS, parameters, reals, blobs, odd numbers."""
        kind = self.kind
        start = self.start
        text = self.text()
        if kind == t.KW_EXISTS:
            self.advance()
            self.expect(t.LPAREN)
            self.enter(2)
            if not self.at_select():
                raise self.syntax_error()
            select = self.parse_select()
            self.depth -= 2
            self.expect(t.RPAREN)
            self.grow()
            return Exists(select, start)
        if kind == t.VARIABLE:
            return self.parse_parameter(text)
        value: object
        if kind == t.FLOAT:
            value = float(text)
        elif kind == t.BLOB:
            value = bytes.fromhex(text[2:-1])
        elif kind == t.SEPARATED:
            return self.parse_separated(text)
        else:
            raise self.syntax_error()
        self.advance()
        self.height = 1
        return Literal(value, start)

    def parse_unary(self, op: i64) -> Expr:
        """`op operand`, which binds tighter than any binary operator."""
        pos = self.start
        self.advance()
        is_hex = self.kind == t.INTEGER and self.start + 2 < self.end
        if op == codes.NEGATE and is_hex and self.text()[:2] in ("0x", "0X"):
            text = self.text()
            if hex_value(text) is None or hex_value(text) == -TWO_TO_63:
                oversized = self.start
                self.advance()
                self.height = 2
                return OversizedHex("-" + text, oversized)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise SqlError("Recursion limit")
        operand = self.parse_prefix()
        self.depth -= 1
        self.height += 1
        if self.height > MAX_HEIGHT:
            raise too_high()
        if op == codes.NEGATE and self.two_to_63 is not None and operand is self.two_to_63:
            return Literal(-TWO_TO_63, pos)
        return Unary(op, operand, pos)

    def parse_parenthesized(self) -> Expr:
        """`(expr)`, `(select)` or a row value."""
        pos = self.start
        self.advance()
        self.enter(1)
        if self.at_select():
            select = self.parse_select()
            self.depth -= 1
            self.expect(t.RPAREN)
            self.grow()
            return Subquery(select, pos)
        inner = self.parse_operators(P_OR)
        if self.kind == t.RPAREN:
            self.depth -= 1
            self.advance()
            return inner
        items = [inner]
        height = self.height
        self.enter(2)
        while self.kind == t.COMMA:
            self.advance()
            items.append(self.parse_operators(P_OR))
            height = max(height, self.height)
        self.depth -= 3
        self.expect(t.RPAREN)
        self.height = height
        self.grow()
        return RowValue(items, pos)

    def parse_name(self, name: str, kind: i64, pos: i64) -> Expr:
        """What a name at `pos`, already passed, starts: a column or a function call."""
        if self.kind == t.LPAREN and kind != t.STRING:
            return self.parse_call(name, pos)
        if self.kind == t.DOT:
            return self.parse_qualified(name, pos)
        self.height = 1
        bare = kind != t.DOUBLE_QUOTED and kind != t.QUOTED
        return ColumnRef(name, pos, None, -1, None, -1, kind == t.DOUBLE_QUOTED, bare)

    def parse_qualified(self, first: str, first_pos: i64) -> Expr:
        """`first.name` or `first.table.name`; the current token is the dot."""
        self.advance()
        self.height = 1
        pos = self.start
        second = self.take_name()
        if self.kind != t.DOT:
            return ColumnRef(second, pos, first, first_pos, None, -1, False, False)
        self.advance()
        name_pos = self.start
        name = self.take_name()
        return ColumnRef(name, name_pos, second, pos, first, first_pos, False, False)

    def parse_call(self, name: str, pos: i64) -> Expr:
        """The call of function `name`; the current token is the `(`."""
        self.advance()
        self.enter(3)
        args: list[Expr] = []
        call = FunctionCall(name, args, False, False, None, None, None, None, pos)
        height: i64 = 0
        if self.kind == t.STAR:
            self.advance()
            call.star = True
        else:
            if self.kind == t.KW_DISTINCT:
                self.advance()
                call.distinct = True
            elif self.kind == t.KW_ALL:
                self.advance()
            if self.kind != t.RPAREN and self.kind != t.KW_ORDER:
                call.args = args = self.parse_list()
                height = self.height
                if len(args) > MAX_ARGUMENTS:
                    self.complain(f"too many arguments on function {name}", pos)
            if self.kind == t.KW_ORDER:
                self.advance()
                self.expect(t.KW_BY)
                call.order_by = self.parse_order_terms()
                height = max(height, self.height)
        self.depth -= 3
        self.expect(t.RPAREN)
        if self.kind >= t.KW_FILTER:
            if self.kind == t.KW_FILTER:
                self.advance()
                self.expect(t.LPAREN)
                self.expect(t.KW_WHERE)
                self.enter(8)
                call.filter = self.parse_operators(P_OR)
                self.depth -= 8
                height = max(height, self.height)
                self.expect(t.RPAREN)
            if self.kind == t.KW_OVER:
                self.advance()
                self.enter(7)
                self.parse_over_clause(call)
                self.depth -= 7
                height = max(height, self.height)
        self.height = height
        self.grow()
        return call

    def parse_cast(self) -> Expr:
        """`CAST(operand AS type)`."""
        pos = self.start
        self.advance()
        self.expect(t.LPAREN)
        self.enter(2)
        operand = self.parse_operators(P_OR)
        self.depth -= 2
        self.expect(t.KW_AS)
        type_name = self.take_type()
        self.expect(t.RPAREN)
        self.grow()
        return Cast(operand, type_name, pos)

    def parse_case(self) -> Expr:
        """`CASE [operand] WHEN ... THEN ... [ELSE ...] END`."""
        pos = self.start
        self.advance()
        self.enter(1)
        height: i64 = 0
        operand: Expr | None = None
        if self.kind != t.KW_WHEN:
            operand = self.parse_operators(P_OR)
            height = self.height
        conditions: list[Expr] = []
        results: list[Expr] = []
        self.enter(2)
        depth = self.depth
        while True:
            self.expect(t.KW_WHEN)
            conditions.append(self.parse_operators(P_OR))
            height = max(height, self.height)
            self.expect(t.KW_THEN)
            self.depth += 2
            results.append(self.parse_operators(P_OR))
            self.depth -= 2
            height = max(height, self.height)
            if self.kind != t.KW_WHEN:
                break
            self.depth = depth + 1
        otherwise: Expr | None = None
        self.depth = depth + 1
        if self.kind == t.KW_ELSE:
            self.advance()
            otherwise = self.parse_operators(P_OR)
            height = max(height, self.height)
        self.depth -= 4
        self.expect(t.KW_END)
        self.height = height
        self.grow()
        return Case(operand, conditions, results, otherwise, pos)

    def parse_raise(self) -> Expr:
        """`RAISE(IGNORE)` or `RAISE(ROLLBACK|ABORT|FAIL, message)`."""
        pos = self.start
        self.advance()
        self.expect(t.LPAREN)
        kind = self.kind
        message: Expr | None = None
        self.height = 0
        if kind == t.KW_IGNORE:
            action: i64 = codes.CONFLICT_IGNORE
            self.advance()
        else:
            if kind == t.KW_ROLLBACK:
                action = codes.CONFLICT_ROLLBACK
            elif kind == t.KW_ABORT:
                action = codes.CONFLICT_ABORT
            elif kind == t.KW_FAIL:
                action = codes.CONFLICT_FAIL
            else:
                raise self.syntax_error()
            self.advance()
            self.expect(t.COMMA)
            self.enter(4)
            message = self.parse_operators(P_OR)
            self.depth -= 4
        self.expect(t.RPAREN)
        self.grow()
        return Raise(action, message, pos)
