"""The grammar of INSERT, REPLACE, UPDATE and DELETE."""

from mypy_extensions import i64

from target_db.sql import codes
from target_db.sql import tokens as t
from target_db.sql.ast import (
    Assignment,
    Delete,
    Expr,
    FromItem,
    Insert,
    OrderTerm,
    ResultColumn,
    Select,
    TableRef,
    Update,
    Upsert,
    With,
)
from target_db.sql.selects import SelectParser


class ChangeParser(SelectParser):
    """Parses the statements that change rows."""

    def take_or_conflict(self) -> i64:
        """`OR ROLLBACK|ABORT|FAIL|IGNORE|REPLACE`, if it stands here."""
        if not self.accept(t.KW_OR):
            return codes.CONFLICT_DEFAULT
        return self.take_conflict_action()

    def take_conflict_action(self) -> i64:
        """ROLLBACK, ABORT, FAIL, IGNORE or REPLACE."""
        kind = self.kind
        if kind == t.KW_ROLLBACK:
            action: i64 = codes.CONFLICT_ROLLBACK
        elif kind == t.KW_ABORT:
            action = codes.CONFLICT_ABORT
        elif kind == t.KW_FAIL:
            action = codes.CONFLICT_FAIL
        elif kind == t.KW_IGNORE:
            action = codes.CONFLICT_IGNORE
        elif kind == t.KW_REPLACE:
            action = codes.CONFLICT_REPLACE
        else:
            raise self.syntax_error()
        self.advance()
        return action

    def parse_insert(self, with_: With | None, in_trigger: bool) -> Insert:
        """INSERT or REPLACE, from that word. In a trigger there is no DEFAULT VALUES."""
        conflict: i64 = codes.CONFLICT_REPLACE
        if not self.accept(t.KW_REPLACE):
            self.expect(t.KW_INSERT)
            conflict = self.take_or_conflict()
        self.expect(t.KW_INTO)
        table = self.take_qualified_name()
        alias: str | None = None
        if self.accept(t.KW_AS):
            alias = self.take_name()
        columns = self.take_parenthesized_names() if self.kind == t.LPAREN else None
        select: Select | None = None
        upserts: list[Upsert] = []
        if self.kind == t.KW_DEFAULT and not in_trigger:
            self.advance()
            self.expect(t.KW_VALUES)
        else:
            select = self.parse_select()
            while self.kind == t.KW_ON and (not upserts or upserts[-1].target is not None):
                upserts.append(self.parse_upsert())
        returning = self.parse_returning(in_trigger)
        return Insert(with_, conflict, table, alias, columns, select, upserts, returning)

    def parse_upsert(self) -> Upsert:
        """One ON CONFLICT clause. The one without a target ends the chain."""
        self.advance()
        self.expect(t.KW_CONFLICT)
        target: list[OrderTerm] | None = None
        target_where: Expr | None = None
        if self.accept(t.LPAREN):
            target = self.parse_order_terms()
            self.expect(t.RPAREN)
            if self.accept(t.KW_WHERE):
                target_where = self.parse_expr()
        self.expect(t.KW_DO)
        if self.accept(t.KW_NOTHING):
            return Upsert(target, target_where, None, None)
        self.expect(t.KW_UPDATE)
        self.expect(t.KW_SET)
        assignments = self.parse_assignments()
        where = self.parse_expr() if self.accept(t.KW_WHERE) else None
        return Upsert(target, target_where, assignments, where)

    def parse_assignments(self) -> list[Assignment]:
        """`column = expr` or `(columns) = expr`, between commas."""
        assignments = []
        while True:
            is_row = self.kind == t.LPAREN
            if is_row:
                columns = self.take_parenthesized_names()
            else:
                columns = [self.take_identifier()]
            self.expect(t.EQ)
            assignments.append(Assignment(columns, self.parse_expr(), is_row))
            if not self.accept(t.COMMA):
                return assignments

    def parse_returning(self, in_trigger: bool) -> list[ResultColumn] | None:
        """`RETURNING columns`, if it stands here."""
        if not self.accept(t.KW_RETURNING):
            return None
        columns = self.parse_result_columns()
        if in_trigger:
            self.complain("cannot use RETURNING in a trigger")
        return columns

    def parse_target(self, in_trigger: bool) -> TableRef:
        """The table of UPDATE or DELETE, with an alias (after AS only) and an index hint."""
        name = self.take_qualified_name()
        alias = self.take_name() if self.accept(t.KW_AS) else None
        table = TableRef(name.name, name.pos, name.schema, name.schema_pos, alias, None, False)
        self.parse_index_hint(table)
        if in_trigger and (table.not_indexed or table.indexed_by is not None):
            clause = "NOT INDEXED" if table.not_indexed else "INDEXED BY"
            self.complain(
                f"the {clause} clause is not allowed on UPDATE or DELETE statements within triggers"
            )
        return table

    def parse_update(self, with_: With | None, in_trigger: bool) -> Update:
        """UPDATE, from that word."""
        self.advance()
        conflict = self.take_or_conflict()
        table = self.parse_target(in_trigger)
        self.expect(t.KW_SET)
        assignments = self.parse_assignments()
        from_: list[FromItem] | None = None
        if self.accept(t.KW_FROM):
            from_ = self.parse_from()
        where = self.parse_expr() if self.accept(t.KW_WHERE) else None
        return Update(
            with_, conflict, table, assignments, from_, where, self.parse_returning(in_trigger)
        )

    def parse_delete(self, with_: With | None, in_trigger: bool) -> Delete:
        """DELETE, from that word."""
        self.advance()
        self.expect(t.KW_FROM)
        table = self.parse_target(in_trigger)
        where = self.parse_expr() if self.accept(t.KW_WHERE) else None
        return Delete(with_, table, where, self.parse_returning(in_trigger))
