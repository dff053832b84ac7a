"""The grammar of column definitions and constraints, in CREATE TABLE and ALTER TABLE."""

from mypy_extensions import i64

from target_db.sql import codes
from target_db.sql import tokens as t
from target_db.sql.ast import (
    Check,
    ColumnCollate,
    ColumnDef,
    ColumnPrimaryKey,
    ColumnRef,
    ColumnUnique,
    Constraint,
    Default,
    Expr,
    ForeignKey,
    Generated,
    Identifier,
    Literal,
    NotNull,
    NullAllowed,
    OrderTerm,
    TablePrimaryKey,
    TableUnique,
    Unary,
)
from target_db.sql.changes import ChangeParser
from target_db.sql.literals import TWO_TO_63


class ColumnParser(ChangeParser):
    """Parses what stands between the parentheses of CREATE TABLE."""

    def __init__(self, sql: str, position: i64, size: i64) -> None:
        super().__init__(sql, position, size)
        self.last_foreign_key: ForeignKey | None = None

    def parse_column_def(self) -> ColumnDef:
        """`name [type] [constraint]...`."""
        pos = self.start
        name = self.take_name()
        type_name = self.take_type()
        constraints = self.parse_column_constraints(name)
        return ColumnDef(name, pos, type_name, constraints, self.previous_end)

    def parse_column_constraints(self, column: str) -> list[Constraint]:
        """The constraints of a column. A CONSTRAINT name applies to the next one, if any."""
        constraints: list[Constraint] = []
        while True:
            start = self.start
            name = self.take_constraint_name()
            constraint: Constraint | None
            if self.kind == t.KW_NOT:
                self.advance()
                if self.kind == t.KW_DEFERRABLE:
                    self.parse_deferral(self.last_foreign_key, True)
                    continue
                self.expect(t.KW_NULL)
                constraint = NotNull(self.take_on_conflict())
            elif self.kind == t.KW_DEFERRABLE:
                self.parse_deferral(self.last_foreign_key, False)
                continue
            else:
                constraint = self.parse_column_constraint(column)
                if constraint is None:
                    return constraints
            self.finish_constraint(constraint, name, start)
            constraints.append(constraint)

    def take_constraint_name(self) -> str | None:
        """`CONSTRAINT name`, if it stands here; the last one, when there are several."""
        name: str | None = None
        while self.accept(t.KW_CONSTRAINT):
            name = self.take_name()
        return name

    def finish_constraint(self, constraint: Constraint, name: str | None, start: i64) -> None:
        """Give a parsed constraint its name and its place."""
        constraint.name = name
        constraint.start = start
        constraint.end = self.previous_end

    def parse_column_constraint(self, column: str) -> Constraint | None:
        """One constraint other than NOT NULL; None if none starts here."""
        kind = self.kind
        if kind == t.KW_PRIMARY:
            return self.parse_column_primary_key()
        if kind == t.KW_DEFAULT:
            return self.parse_default()
        if kind == t.KW_UNIQUE:
            self.advance()
            return ColumnUnique(self.take_on_conflict())
        if kind == t.KW_CHECK:
            return self.parse_check()
        if kind == t.KW_COLLATE:
            self.advance()
            return ColumnCollate(self.take_string_or_id())
        if kind == t.KW_REFERENCES:
            foreign_key = self.parse_references(None)
            parents = foreign_key.parent_columns
            if parents is not None and len(parents) != 1:
                self.complain(
                    f"foreign key on {column} should reference only one column of table "
                    f"{foreign_key.table.name}",
                    foreign_key.table.pos,
                )
            return foreign_key
        if kind == t.KW_NULL:
            self.advance()
            return NullAllowed(self.take_on_conflict())
        if kind == t.KW_GENERATED:
            self.advance()
            self.expect(t.KW_ALWAYS)
            self.expect(t.KW_AS)
            return self.parse_generated(column)
        if kind == t.KW_AS:
            self.advance()
            return self.parse_generated(column)
        return None

    def parse_column_primary_key(self) -> ColumnPrimaryKey:
        """`PRIMARY KEY [ASC|DESC] [ON CONFLICT ...] [AUTOINCREMENT]`."""
        self.advance()
        self.expect(t.KW_KEY)
        descending = self.accept(t.KW_DESC)
        if not descending:
            self.accept(t.KW_ASC)
        conflict = self.take_on_conflict()
        return ColumnPrimaryKey(descending, conflict, self.accept(t.KW_AUTOINCREMENT))

    def take_on_conflict(self) -> i64:
        """`ON CONFLICT action`, if it stands here."""
        if not self.accept(t.KW_ON):
            return codes.CONFLICT_DEFAULT
        self.expect(t.KW_CONFLICT)
        return self.take_conflict_action()

    def parse_check(self) -> Check:
        """`CHECK (expr)`."""
        self.advance()
        self.expect(t.LPAREN)
        start = self.start
        expr = self.parse_expr()
        end = self.previous_end
        self.expect(t.RPAREN)
        return Check(expr, start, end, codes.CONFLICT_DEFAULT)

    def parse_generated(self, column: str) -> Generated:
        """`(expr) [STORED|VIRTUAL]`; any other word there is an error about the column."""
        self.expect(t.LPAREN)
        start = self.start
        expr = self.parse_expr()
        end = self.previous_end
        self.expect(t.RPAREN)
        stored = False
        if t.ID <= self.kind <= t.LAST_FALLBACK:
            word = self.text().lower()
            stored = word == "stored"
            self.advance()
            if word not in ("stored", "virtual"):
                self.complain(f'error in generated column "{column}"')
        return Generated(expr, stored, start, end)

    # ------------------------------------------------------------------ DEFAULT

    def parse_default(self) -> Default:
        """`DEFAULT literal`, `DEFAULT -literal`, `DEFAULT name` or `DEFAULT (expr)`."""
        self.advance()
        start = self.start
        kind = self.kind
        expr: Expr
        if kind == t.LPAREN:
            self.advance()
            start = self.start
            expr = self.parse_expr()
            end = self.previous_end
            self.expect(t.RPAREN)
            return Default(expr, start, end)
        if kind == t.PLUS or kind == t.MINUS:
            self.advance()
            expr = self.parse_term()
            if kind == t.MINUS and expr is self.two_to_63:
                expr = Literal(-TWO_TO_63, start)
            else:
                expr = Unary(codes.NEGATE if kind == t.MINUS else codes.PLUS, expr, start)
        elif t.ID <= kind <= t.KW_INDEXED and not self.at_current_time():
            bare = kind != t.DOUBLE_QUOTED and kind != t.QUOTED
            name = self.name_text()
            self.advance()
            if bare and name.lower() in ("true", "false"):
                expr = ColumnRef(name, start, None, -1, None, -1, False, True)
            else:
                expr = Literal(name, start)
        else:
            expr = self.parse_term()
        return Default(expr, start, self.previous_end)

    def at_current_time(self) -> bool:
        """Is the current token CURRENT_TIME or one of its kin?"""
        return t.KW_CURRENT_DATE <= self.kind <= t.KW_CURRENT_TIMESTAMP

    def parse_term(self) -> Expr:
        """A literal, NULL, or CURRENT_TIME and its kin."""
        kind = self.kind
        if kind == t.STRING:
            literal = Literal(self.name_text(), self.start)
            self.advance()
            return literal
        if t.INTEGER <= kind <= t.BLOB or kind == t.KW_NULL or self.at_current_time():
            return self.parse_prefix()
        raise self.syntax_error()

    # ------------------------------------------------------------------ foreign keys

    def parse_references(self, columns: list[Identifier] | None) -> ForeignKey:
        """`REFERENCES table [(columns)] [ON ... action] [MATCH name]...`."""
        self.advance()
        table = self.take_identifier()
        parents = self.take_bare_columns() if self.kind == t.LPAREN else None
        foreign_key = ForeignKey(columns, table, parents)
        self.last_foreign_key = foreign_key
        while True:
            if self.accept(t.KW_MATCH):
                self.take_name()
            elif self.accept(t.KW_ON):
                if self.accept(t.KW_DELETE):
                    foreign_key.on_delete = self.take_foreign_key_action()
                elif self.accept(t.KW_UPDATE):
                    foreign_key.on_update = self.take_foreign_key_action()
                else:
                    self.expect(t.KW_INSERT)
                    self.take_foreign_key_action()
            else:
                return foreign_key

    def take_foreign_key_action(self) -> i64:
        """SET NULL, SET DEFAULT, CASCADE, RESTRICT or NO ACTION."""
        if self.accept(t.KW_CASCADE):
            return codes.CASCADE
        if self.accept(t.KW_RESTRICT):
            return codes.RESTRICT
        if self.accept(t.KW_SET):
            if self.accept(t.KW_NULL):
                return codes.SET_NULL
            self.expect(t.KW_DEFAULT)
            return codes.SET_DEFAULT
        self.expect(t.KW_NO)
        self.expect(t.KW_ACTION)
        return codes.NO_ACTION

    def parse_deferral(self, foreign_key: ForeignKey | None, negated: bool) -> None:
        """`DEFERRABLE [INITIALLY DEFERRED|IMMEDIATE]`, about the last foreign key, if any."""
        self.expect(t.KW_DEFERRABLE)
        deferred = False
        if self.accept(t.KW_INITIALLY):
            deferred = self.accept(t.KW_DEFERRED)
            if not deferred:
                self.expect(t.KW_IMMEDIATE)
        if foreign_key is not None:
            foreign_key.deferrable = not negated
            foreign_key.initially_deferred = deferred and not negated

    # ------------------------------------------------------------------ table constraints

    def parse_table_constraints(self) -> list[Constraint]:
        """The constraints after the columns of a table; commas between them are optional."""
        constraints: list[Constraint] = []
        while True:
            start = self.start
            name = self.take_constraint_name()
            constraint = self.parse_table_constraint()
            if constraint is not None:
                self.finish_constraint(constraint, name, start)
                constraints.append(constraint)
            elif name is None:
                raise self.syntax_error()
            if self.kind == t.RPAREN:
                return constraints
            self.accept(t.COMMA)

    def parse_table_constraint(self) -> Constraint | None:
        """One constraint without its name; None if none starts here."""
        kind = self.kind
        if kind == t.KW_PRIMARY:
            self.advance()
            self.expect(t.KW_KEY)
            self.expect(t.LPAREN)
            columns: list[OrderTerm] = self.parse_order_terms()
            autoincrement = self.accept(t.KW_AUTOINCREMENT)
            self.expect(t.RPAREN)
            return TablePrimaryKey(columns, self.take_on_conflict(), autoincrement)
        if kind == t.KW_UNIQUE:
            self.advance()
            self.expect(t.LPAREN)
            columns = self.parse_order_terms()
            self.expect(t.RPAREN)
            return TableUnique(columns, self.take_on_conflict())
        if kind == t.KW_CHECK:
            check = self.parse_check()
            check.conflict = self.take_on_conflict()
            return check
        if kind == t.KW_FOREIGN:
            return self.parse_foreign_key()
        return None

    def parse_foreign_key(self) -> ForeignKey:
        """`FOREIGN KEY (columns) REFERENCES ...`."""
        self.advance()
        self.expect(t.KW_KEY)
        columns = self.take_bare_columns()
        if self.kind != t.KW_REFERENCES:
            raise self.syntax_error()
        foreign_key = self.parse_references(columns)
        if self.kind == t.KW_NOT:
            self.advance()
            self.parse_deferral(foreign_key, True)
        elif self.kind == t.KW_DEFERRABLE:
            self.parse_deferral(foreign_key, False)
        parents = foreign_key.parent_columns
        if parents is not None and len(parents) != len(columns):
            self.complain(
                "number of columns in foreign key does not match the number of columns "
                "in the referenced table"
            )
        return foreign_key
