"""The grammar of SELECT, VALUES and WITH."""

from typing import Final

from mypy_extensions import i64

from target_db.sql import codes
from target_db.sql import tokens as t
from target_db.sql.ast import (
    CommonTable,
    Expr,
    NamedWindow,
    OrderTerm,
    ResultColumn,
    Select,
    SelectCore,
    Star,
    With,
)
from target_db.sql.sources import FromParser

MAX_COMPOUND: Final = 500

# Shared by all selects that have none: replaced, never changed.
NO_COLUMNS: Final[list[ResultColumn]] = []
NO_OPERATORS: Final[list[int]] = []


class SelectParser(FromParser):
    """Parses selects and what they are made of."""

    def parse_select(self) -> Select:
        """`[WITH ...] core [UNION ... core]...`; `height` is that of its highest expression."""
        with_: With | None = None
        if self.kind == t.KW_WITH:
            with_ = self.parse_with()
        return self.parse_select_after_with(with_)

    def parse_select_after_with(self, with_: With | None) -> Select:
        """A select whose WITH clause, if it has one, has been parsed."""
        if self.kind != t.KW_SELECT and self.kind != t.KW_VALUES:
            raise self.syntax_error()
        select = Select(with_, [], NO_OPERATORS, None, None, None)
        self.enter(4)
        misplaced: str | None = None
        height: i64 = 0
        while True:
            if self.kind == t.KW_SELECT:
                select.cores.append(self.parse_core())
                height = max(height, self.height)
                if self.kind == t.KW_ORDER:
                    self.advance()
                    self.expect(t.KW_BY)
                    select.order_by = self.parse_order_terms()
                    height = max(height, self.height)
                if self.kind == t.KW_LIMIT:
                    self.parse_limit(select)
                    height = max(height, self.height)
            elif self.kind == t.KW_VALUES:
                select.cores.append(self.parse_values())
                height = max(height, self.height)
            else:
                raise self.syntax_error()
            operator = self.take_compound_operator()
            if operator == 0:
                break
            if misplaced is None:
                misplaced = misplaced_clause(select, operator)
            select.order_by = None
            select.limit = None
            if select.operators is NO_OPERATORS:
                select.operators = []
            select.operators.append(int(operator))
        self.depth -= 4
        if misplaced is not None:
            self.complain(misplaced)
        elif len(select.cores) > MAX_COMPOUND:
            self.complain("too many terms in compound SELECT")
        self.height = height
        select.height = height
        return select

    def take_compound_operator(self) -> i64:
        """Step over UNION [ALL], EXCEPT or INTERSECT; 0 if none stands here."""
        kind = self.kind
        if kind == t.KW_UNION:
            self.advance()
            if self.accept(t.KW_ALL):
                return codes.UNION_ALL
            return codes.UNION
        if kind == t.KW_EXCEPT:
            self.advance()
            return codes.EXCEPT
        if kind == t.KW_INTERSECT:
            self.advance()
            return codes.INTERSECT
        return 0

    def parse_core(self) -> SelectCore:
        """From SELECT to the WINDOW clause."""
        pos = self.start
        self.advance()
        core = SelectCore(False, NO_COLUMNS, None, None, None, None, None, None, pos)
        if self.kind == t.KW_DISTINCT:
            core.distinct = True
            self.advance()
        elif self.kind == t.KW_ALL:
            self.advance()
        core.columns = self.parse_result_columns()
        height = self.height
        if self.kind == t.KW_FROM:
            self.advance()
            core.from_ = self.parse_from()
        self.depth += 1
        if self.kind == t.KW_WHERE:
            self.advance()
            core.where = self.parse_operators(1)
            height = max(height, self.height)
        if self.kind == t.KW_GROUP:
            self.advance()
            self.expect(t.KW_BY)
            core.group_by = self.parse_list()
            height = max(height, self.height)
        if self.kind == t.KW_HAVING:
            self.advance()
            core.having = self.parse_operators(1)
            height = max(height, self.height)
        if self.kind == t.KW_WINDOW:
            core.windows = self.parse_window_clause()
        self.depth -= 1
        self.height = height
        return core

    def parse_window_clause(self) -> list[NamedWindow]:
        """`WINDOW name AS (window), ...`."""
        windows = []
        while True:
            self.advance()
            name = self.take_name()
            self.expect(t.KW_AS)
            windows.append(NamedWindow(name, self.parse_window()))
            if self.kind != t.COMMA:
                return windows

    def end_of_text(self) -> i64:
        """Where the text before the current token ends: behind a comment, before a space."""
        end = self.start
        while end > self.previous_end and self.sql[end - 1].isspace():
            end -= 1
        return end

    def parse_result_columns(self) -> list[ResultColumn]:
        """The columns after SELECT or RETURNING."""
        columns: list[ResultColumn] = []
        height: i64 = 0
        while True:
            start = self.start
            alias: str | None = None
            expr = self.parse_star()
            end = self.previous_end
            if expr is None:
                expr = self.parse_operators(1)
                if self.height > height:
                    height = self.height
                end = self.end_of_text()
                if self.kind != t.COMMA and self.kind != t.KW_FROM:
                    alias = self.take_optional_alias()
            columns.append(ResultColumn(expr, alias, start, end))
            if self.kind != t.COMMA:
                self.height = height
                return columns
            self.advance()

    def parse_star(self) -> Expr | None:
        """`*` or `table.*`, or nothing, if the result column is an expression."""
        pos = self.start
        if self.kind == t.STAR:
            self.advance()
            return Star(None, pos)
        if (
            t.STRING <= self.kind <= t.LAST_NAME
            and self.character_after() == 46
            and self.peek() == t.DOT
            and self.peek_second() == t.STAR
        ):
            table = self.take_name()
            self.advance()
            self.advance()
            return Star(table, pos)
        return None

    def character_after(self) -> i64:
        """The first character after the current token that is not plain space; 0 at the end.

        The start of a comment is given as the dot it might precede.
        """
        i = self.end
        while i < self.size:
            c: i64 = ord(self.sql[i])
            if c > 32:
                if c == 45 or c == 47:
                    following: i64 = ord(self.sql[i + 1]) if i + 1 < self.size else 0
                    if following == 45 or following == 42:
                        return 46
                return c
            i += 1
        return 0

    def parse_values(self) -> SelectCore:
        """`VALUES (row), ...`."""
        pos = self.start
        self.advance()
        rows: list[list[Expr]] = []
        height: i64 = 0
        while True:
            self.expect(t.LPAREN)
            rows.append(self.parse_list())
            height = max(height, self.height)
            self.expect(t.RPAREN)
            if self.kind != t.COMMA:
                break
            self.advance()
        for row in rows:
            if len(row) != len(rows[0]):
                self.complain("all VALUES must have the same number of terms")
        self.height = height
        return SelectCore(False, [], None, None, None, None, None, rows, pos)

    def parse_order_terms(self) -> list[OrderTerm]:
        """`expr [ASC|DESC] [NULLS FIRST|LAST], ...`."""
        terms: list[OrderTerm] = []
        height: i64 = 0
        while True:
            expr = self.parse_operators(1)
            if self.height > height:
                height = self.height
            descending = False
            nulls: i64 = codes.NULLS_DEFAULT
            if self.kind == t.KW_DESC:
                descending = True
                self.advance()
            elif self.kind == t.KW_ASC:
                self.advance()
            if self.kind == t.KW_NULLS:
                self.advance()
                if self.kind == t.KW_FIRST:
                    nulls = codes.NULLS_FIRST
                elif self.kind == t.KW_LAST:
                    nulls = codes.NULLS_LAST
                else:
                    raise self.syntax_error()
                self.advance()
            terms.append(OrderTerm(expr, descending, nulls))
            if self.kind != t.COMMA:
                self.height = height
                return terms
            self.advance()

    def parse_limit(self, select: Select) -> None:
        """`LIMIT n [OFFSET m]` or `LIMIT m, n`."""
        self.advance()
        first = self.parse_operators(1)
        height = self.height
        select.limit = first
        select.offset = None
        if self.accept(t.KW_OFFSET):
            select.offset = self.parse_operators(1)
        elif self.accept(t.COMMA):
            select.offset = first
            select.limit = self.parse_operators(1)
        self.height = max(height, self.height)

    # ------------------------------------------------------------------ WITH

    def parse_with(self) -> With:
        """`WITH [RECURSIVE] name [(columns)] AS [[NOT] MATERIALIZED] (select), ...`."""
        self.advance()
        recursive = self.accept(t.KW_RECURSIVE)
        tables: list[CommonTable] = []
        names: set[str] = set()
        while True:
            pos = self.start
            name = self.take_name()
            columns = self.take_bare_columns() if self.kind == t.LPAREN else None
            self.expect(t.KW_AS)
            materialize: i64 = codes.MATERIALIZE_ANY
            if self.accept(t.KW_MATERIALIZED):
                materialize = codes.MATERIALIZE_YES
            elif self.accept(t.KW_NOT):
                self.expect(t.KW_MATERIALIZED)
                materialize = codes.MATERIALIZE_NO
            self.expect(t.LPAREN)
            self.enter(5)
            select = self.parse_select()
            self.depth -= 5
            self.expect(t.RPAREN)
            if name.lower() in names:
                self.complain(f"duplicate WITH table name: {name}")
            names.add(name.lower())
            tables.append(CommonTable(name, columns, select, materialize, pos))
            if self.kind != t.COMMA:
                return With(recursive, tables)
            self.advance()


def misplaced_clause(select: Select, operator: i64) -> str | None:
    """SQLite's complaint about ORDER BY or LIMIT before `operator`, if there is one."""
    names = {
        codes.UNION: "UNION",
        codes.UNION_ALL: "UNION ALL",
        codes.EXCEPT: "EXCEPT",
        codes.INTERSECT: "INTERSECT",
    }
    if select.order_by is not None:
        return f"ORDER BY clause should come after {names[int(operator)]} not before"
    if select.limit is not None:
        return f"LIMIT clause should come after {names[int(operator)]} not before"
    return None
