"""The operators of expressions, by precedence climbing."""

from mypy_extensions import i64

from target_db.sql import codes
from target_db.sql import tokens as t
from target_db.sql.ast import (
    Between,
    Binary,
    Collate,
    Expr,
    InList,
    InSelect,
    InTable,
    IsNull,
    Like,
    Literal,
    Subquery,
    Unary,
)
from target_db.sql.constants import MAX_HEIGHT, too_high
from target_db.sql.operands import OperandParser
from target_db.sql.precedence import (
    OPERATOR_CODE,
    P_AND,
    P_COMPARISON,
    P_NOT,
    P_OR,
    PRECEDENCE,
)
from target_db.sql.walk import calls_function


def is_false(left: Expr, right: Expr) -> bool:
    """Whether `left AND right` is 0 for SQLite as soon as it is read: one of them is the literal
    0, and no function is called. The other is dropped unseen, whatever it names."""
    for expr in (left, right):
        if isinstance(expr, Literal) and expr.value == 0 and isinstance(expr.value, int):
            return not (calls_function(left) or calls_function(right))
    return False


class ExpressionParser(OperandParser):
    """Parses expressions; the select grammar, which they contain, is in a subclass."""

    def __init__(self, sql: str, position: i64, size: i64) -> None:
        super().__init__(sql, position, size)
        self.keeps_operands = False

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
                if self.height > height:
                    height = self.height
                self.height = height + 1
                if height >= MAX_HEIGHT:
                    raise too_high()
                if code == codes.AND and not self.keeps_operands and is_false(left, right):
                    self.height = 1
                    left = Literal(0, pos)
                else:
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
        """`operand IS [NOT] NULL`, which of a literal (not of NULL), signs before it or not, is a
        literal, as in SQLite."""
        constant = operand
        while isinstance(constant, Unary) and constant.op in (codes.NEGATE, codes.PLUS):
            constant = constant.operand
        if isinstance(constant, Literal) and constant.value is not None:
            self.height = 1
            return Literal(int(negated), pos)
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

        A subquery in parentheses, alone in the list, stands for its rows, as in SQLite. In an
        empty list is nothing: the answer is a literal, and SQLite drops the operand unseen.
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
            answer = Literal(int(negated), pos)
            answer.is_answer = True
            return answer
        else:
            items = self.parse_list()
            only = items[0]
            if len(items) == 1 and isinstance(only, Subquery):
                result = InSelect(operand, only.select, negated, pos)
            else:
                result = InList(operand, items, negated, pos)
        self.depth -= 3
        self.expect(t.RPAREN)
        self.height = max(height, self.height)
        self.grow()
        return result

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
