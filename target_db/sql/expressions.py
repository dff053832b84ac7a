"""The expression grammar, by precedence climbing.

Two counters keep hostile input from exhausting the stack, here and in everything that later
walks the tree: `height` is that of the expression just parsed (SQLite's limit: 1000), and
`depth` estimates SQLite's own parser stack (its limit: 2500 entries).
"""

from typing import Final

from mypy_extensions import i64

from target_db.errors import SqlError
from target_db.sql import codes
from target_db.sql import tokens as t
from target_db.sql.ast import (
    Between,
    Binary,
    Case,
    Cast,
    Collate,
    ColumnRef,
    CurrentTime,
    Exists,
    Expr,
    FunctionCall,
    InList,
    InSelect,
    InTable,
    IsNull,
    Like,
    Literal,
    OrderTerm,
    OversizedHex,
    Parameter,
    Raise,
    RowValue,
    Select,
    Subquery,
    Unary,
)
from target_db.sql.literals import (
    TEXT_OF_TWO_TO_63,
    TWO_TO_63,
    decimal_value,
    hex_value,
    misplaced_separator,
)
from target_db.sql.names import NameParser
from target_db.sql.precedence import (
    OPERATOR_CODE,
    P_AND,
    P_COMPARISON,
    P_NOT,
    P_OR,
    P_PREFIX,
    PRECEDENCE,
)

MAX_HEIGHT: Final = 1000
MAX_DEPTH: Final = 2500
MAX_ARGUMENTS: Final = 1000
MAX_VARIABLE: Final = 32766


class ExpressionParser(NameParser):
    """Parses expressions; the select grammar, which they contain, is in a subclass."""

    def __init__(self, sql: str, position: i64, size: i64) -> None:
        super().__init__(sql, position, size)
        self.height: i64 = 0
        self.depth: i64 = 0
        self.parameter_count: i64 = 0
        self.parameter_names: dict[str, int] | None = None
        self.two_to_63: Literal | None = None

    def parse_select(self) -> Select:
        """Parse a select; the current token starts it."""
        raise NotImplementedError

    def parse_over_clause(self, call: FunctionCall) -> None:
        """Parse what follows OVER into `call`."""
        raise NotImplementedError

    def parse_order_terms(self) -> list[OrderTerm]:
        """Parse `expr [ASC|DESC] [NULLS ...], ...`."""
        raise NotImplementedError

    # ------------------------------------------------------------------ limits

    def enter(self, entries: i64) -> None:
        """Go `entries` deeper in the parser's stack. Raises SqlError at SQLite's limit."""
        self.depth += entries
        if self.depth > MAX_DEPTH:
            raise SqlError("Recursion limit")

    def grow(self) -> None:
        """Make `height` that of a parent of what it was the height of."""
        self.height += 1
        if self.height > MAX_HEIGHT:
            raise SqlError(f"Expression tree is too large (maximum depth {MAX_HEIGHT})")

    # ------------------------------------------------------------------ operators

    def parse_expr(self) -> Expr:
        """Parse an expression; the current token starts it."""
        return self.parse_operators(P_OR)

    def parse_operators(self, minimum: i64) -> Expr:
        """Parse an expression whose binary operators bind at least as tightly as `minimum`."""
        left = self.parse_prefix()
        while True:
            kind = self.kind
            precedence: i64 = ord(PRECEDENCE[kind])
            if precedence < minimum:
                return left
            code: i64 = ord(OPERATOR_CODE[kind])
            if code == 0:
                left = self.parse_special(left)
            elif code >= codes.LIKE:
                left = self.parse_like(left, False)
            else:
                pos = self.start
                height = self.height
                self.advance()
                self.depth += 2
                right = self.parse_operators(precedence + 1)
                self.depth -= 2
                if self.height < height:
                    self.height = height
                self.grow()
                left = Binary(code, left, right, pos)

    def parse_special(self, left: Expr) -> Expr:
        """Parse the rest of an operator that is more than a token between two operands."""
        kind = self.kind
        pos = self.start
        if kind == t.KW_COLLATE:
            self.advance()
            collation = self.take_string_or_id()
            self.grow()
            return Collate(left, collation, pos)
        if kind == t.KW_IS:
            return self.parse_is(left)
        if kind == t.KW_ISNULL or kind == t.KW_NOTNULL:
            self.advance()
            return self.null_test(left, kind == t.KW_NOTNULL, pos)
        negated = kind == t.KW_NOT
        if negated:
            self.advance()
            if self.kind == t.KW_NULL:
                self.advance()
                return self.null_test(left, True, pos)
        if self.kind == t.KW_BETWEEN:
            return self.parse_between(left, negated)
        if self.kind == t.KW_IN:
            return self.parse_in(left, negated)
        if ord(OPERATOR_CODE[self.kind]) >= codes.LIKE:
            return self.parse_like(left, negated)
        raise self.syntax_error()

    def null_test(self, operand: Expr, negated: bool, pos: i64) -> Expr:
        """`operand IS [NOT] NULL`, which of a literal is a literal, as in SQLite."""
        if isinstance(operand, Literal):
            return Literal(int((operand.value is None) != negated), pos)
        self.grow()
        return IsNull(operand, negated, pos)

    def parse_is(self, left: Expr) -> Expr:
        """`left IS [NOT] [DISTINCT FROM] right`."""
        pos = self.start
        height = self.height
        self.advance()
        negated = False
        if self.kind == t.KW_NOT:
            negated = True
            self.advance()
        if self.kind == t.KW_DISTINCT:
            self.advance()
            self.expect(t.KW_FROM)
            negated = not negated
        self.depth += 3
        right = self.parse_operators(P_COMPARISON)
        self.depth -= 3
        if isinstance(right, Literal) and right.value is None:
            self.height = height
            return self.null_test(left, negated, pos)
        self.height = max(self.height, height)
        self.grow()
        return Binary(codes.IS_NOT if negated else codes.IS, left, right, pos)

    def parse_between(self, operand: Expr, negated: bool) -> Expr:
        """`BETWEEN low AND high`. An OR in `low` swallows the AND, which is then missing."""
        pos = self.start
        height = self.height
        self.advance()
        self.depth += 2
        low = self.parse_operators(P_NOT)
        while self.kind == t.KW_OR:
            self.advance()
            self.parse_operators(P_AND)
        height = max(height, self.height)
        self.expect(t.KW_AND)
        self.depth += 2
        high = self.parse_operators(P_COMPARISON)
        self.depth -= 4
        self.height = max(height, self.height)
        self.grow()
        return Between(operand, low, high, negated, pos)

    def parse_like(self, operand: Expr, negated: bool) -> Expr:
        """`LIKE pattern [ESCAPE escape]`, and GLOB, REGEXP and MATCH likewise."""
        pos = self.start
        op: i64 = ord(OPERATOR_CODE[self.kind])
        height = self.height
        self.advance()
        self.depth += 2
        pattern = self.parse_operators(P_COMPARISON)
        height = max(height, self.height)
        escape: Expr | None = None
        if self.kind == t.KW_ESCAPE:
            self.advance()
            self.depth += 2
            escape = self.parse_operators(P_COMPARISON)
            self.depth -= 2
            height = max(height, self.height)
        self.depth -= 2
        self.height = height
        self.grow()
        return Like(op, operand, pattern, escape, negated, pos)

    def parse_in(self, operand: Expr, negated: bool) -> Expr:
        """`IN (list)`, `IN (select)`, `IN table`, `IN table(args)`.

        In an empty list is nothing: the answer is a literal, and SQLite drops the operand unseen.
        """
        pos = self.start
        height = self.height
        self.advance()
        if self.kind != t.LPAREN:
            table = self.take_qualified_name()
            args: list[Expr] | None = None
            self.height = 1
            if self.kind == t.LPAREN:
                args = self.parse_arguments()
            self.height = max(height, self.height)
            self.grow()
            return InTable(operand, table, args, negated, pos)
        self.advance()
        self.enter(3)
        result: Expr
        if self.at_select():
            result = InSelect(operand, self.parse_select(), negated, pos)
        elif self.kind == t.RPAREN:
            self.advance()
            self.depth -= 3
            self.height = 1
            return Literal(int(negated), pos)
        else:
            result = InList(operand, self.parse_list(), negated, pos)
        self.depth -= 3
        self.expect(t.RPAREN)
        self.height = max(height, self.height)
        self.grow()
        return result

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

    def parse_arguments(self) -> list[Expr]:
        """`(list)` or `()`."""
        self.expect(t.LPAREN)
        items: list[Expr] = []
        self.height = 0
        if self.kind != t.RPAREN:
            self.enter(3)
            items = self.parse_list()
            self.depth -= 3
        self.expect(t.RPAREN)
        return items

    # ------------------------------------------------------------------ operands

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

    def parse_separated(self, text: str) -> Expr:
        """A number with `_` between digits, whose token is the current one."""
        pos = self.start
        misplaced = misplaced_separator(text)
        if misplaced is not None:
            self.advance()
            self.complain(f'unrecognized token: "{misplaced}"')
            return Literal(0, pos)
        number = text.replace("_", "")
        if number[1:2] in ("x", "X"):
            return self.parse_hex(number)
        self.advance()
        self.height = 1
        if not number.isdigit():
            return Literal(float(number), pos)
        return self.integer_literal(number, 0, len(number), pos)

    def integer_literal(self, text: str, start: i64, end: i64, pos: i64) -> Literal:
        """The literal of decimal digits. 2^63 is kept in mind: behind a minus it is in range."""
        literal = Literal(decimal_value(text, start, end), pos)
        if end - start >= 19 and text[start:end].lstrip("0") == TEXT_OF_TWO_TO_63:
            self.two_to_63 = literal
        return literal

    def parse_hex(self, text: str) -> Expr:
        """A hexadecimal integer, whose token is the current one."""
        pos = self.start
        value = hex_value(text)
        self.advance()
        self.height = 1
        if value is None:
            return OversizedHex(text, pos)
        return Literal(value, pos)

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
        self.enter(1)
        operand = self.parse_operators(P_PREFIX)
        self.depth -= 1
        self.grow()
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

    def parse_parameter(self, text: str) -> Expr:
        """Number a parameter: `?` takes the next, `?N` that one, a name its own."""
        pos = self.start
        self.advance()
        if text[0] == "#" and text[1].isdigit():
            self.complain(f'near "{text}": syntax error', pos)
        self.height = 1
        count = self.parameter_count
        if text == "?":
            index = count + 1
        else:
            names = self.parameter_names
            if names is None:
                names = self.parameter_names = {}
            known = names.get(text)
            if known is not None:
                return Parameter(known, text, pos)
            if text[0] == "?":
                number = int(text[1:10])
                if number < 1 or number > MAX_VARIABLE or len(text) > 10:
                    raise SqlError(
                        f"variable number must be between ?1 and ?{MAX_VARIABLE}", offset=pos
                    )
                index = number
            else:
                index = count + 1
            names[text] = index
        if index > MAX_VARIABLE:
            raise SqlError("too many SQL variables", offset=pos)
        if index > count:
            self.parameter_count = index
        return Parameter(index, None if text == "?" else text, pos)
