"""The grammar of CREATE, DROP and ALTER."""

from mypy_extensions import i64

from target_db.sql import codes
from target_db.sql import tokens as t
from target_db.sql.ast import (
    AddColumn,
    AddConstraint,
    ColumnDef,
    Constraint,
    CreateIndex,
    CreateTable,
    CreateTrigger,
    CreateView,
    CreateVirtualTable,
    DropColumn,
    DropConstraint,
    DropIndex,
    DropNotNull,
    DropTable,
    DropTrigger,
    DropView,
    Identifier,
    QualifiedName,
    RenameColumn,
    RenameTable,
    SetNotNull,
    Statement,
)
from target_db.sql.columns import ColumnParser


class SchemaParser(ColumnParser):
    """Parses the statements that change the schema."""

    def parse_create(self) -> Statement:
        """CREATE, from that word."""
        self.advance()
        kind = self.kind
        if kind == t.KW_TABLE:
            return self.parse_create_table(False)
        if kind == t.KW_INDEX:
            return self.parse_create_index(False)
        if kind == t.KW_UNIQUE:
            self.advance()
            if self.kind != t.KW_INDEX:
                raise self.syntax_error()
            return self.parse_create_index(True)
        if kind == t.KW_VIRTUAL:
            return self.parse_create_virtual_table()
        temporary = kind == t.KW_TEMP or kind == t.KW_TEMPORARY
        if temporary:
            self.advance()
            kind = self.kind
        if kind == t.KW_TABLE:
            return self.parse_create_table(True)
        if kind == t.KW_VIEW:
            return self.parse_create_view(temporary)
        if kind == t.KW_TRIGGER:
            return self.parse_create_trigger(temporary)
        raise self.syntax_error()

    def take_if_not_exists(self) -> bool:
        """`IF NOT EXISTS`, if it stands here."""
        if not self.accept(t.KW_IF):
            return False
        self.expect(t.KW_NOT)
        self.expect(t.KW_EXISTS)
        return True

    # ------------------------------------------------------------------ CREATE TABLE

    def parse_create_table(self, temporary: bool) -> CreateTable:
        """From TABLE to the table options, or to the select after AS."""
        self.advance()
        if_not_exists = self.take_if_not_exists()
        table = self.take_qualified_name()
        if temporary and table.schema is not None and table.schema.lower() != "temp":
            self.complain("temporary table name must be unqualified")
        if self.accept(t.KW_AS):
            select = self.parse_select()
            return CreateTable(table, temporary, if_not_exists, [], [], False, False, select)
        self.last_foreign_key = None
        self.expect(t.LPAREN)
        columns: list[ColumnDef] = [self.parse_column_def()]
        constraints: list[Constraint] = []
        while self.accept(t.COMMA):
            if self.at_name():
                columns.append(self.parse_column_def())
            else:
                constraints = self.parse_table_constraints()
        self.expect(t.RPAREN)
        result = CreateTable(
            table, temporary, if_not_exists, columns, constraints, False, False, None
        )
        self.parse_table_options(result)
        return result

    def parse_table_options(self, table: CreateTable) -> None:
        """`WITHOUT ROWID` and `STRICT`, between commas, in any number; the first may be missing."""
        if self.at_name():
            self.parse_table_option(table)
        while self.accept(t.COMMA):
            self.parse_table_option(table)

    def parse_table_option(self, table: CreateTable) -> None:
        """`WITHOUT ROWID` or `STRICT`."""
        without = self.accept(t.KW_WITHOUT)
        word = self.text()
        self.take_name()
        if word.lower() != ("rowid" if without else "strict"):
            self.complain(f"unknown table option: {word}")
        if without:
            table.without_rowid = True
        else:
            table.strict = True

    def parse_create_virtual_table(self) -> CreateVirtualTable:
        """From VIRTUAL to the module's arguments, which are kept as text."""
        self.advance()
        self.expect(t.KW_TABLE)
        if_not_exists = self.take_if_not_exists()
        table = self.take_qualified_name()
        self.expect(t.KW_USING)
        module = self.take_identifier()
        args: list[str] = []
        if self.kind == t.LPAREN:
            args = self.take_module_arguments()
        return CreateVirtualTable(table, if_not_exists, module, args)

    def take_module_arguments(self) -> list[str]:
        """`(anything, ...)` with balanced parentheses: the text of each argument, trimmed."""
        args: list[str] = []
        depth: i64 = 0
        start = self.end
        while True:
            self.advance()
            if self.kind == t.END_OF_INPUT or self.kind == t.SEMI:
                raise self.syntax_error()
            if self.kind == t.LPAREN:
                depth += 1
            elif self.kind == t.RPAREN and depth > 0:
                depth -= 1
            elif depth == 0 and (self.kind == t.RPAREN or self.kind == t.COMMA):
                args.append(self.sql[start : self.start].strip())
                start = self.end
                if self.kind == t.RPAREN:
                    self.advance()
                    return [] if args == [""] else args

    # ------------------------------------------------------------------ CREATE INDEX, VIEW

    def parse_create_index(self, unique: bool) -> CreateIndex:
        """From INDEX to its WHERE clause."""
        self.advance()
        if_not_exists = self.take_if_not_exists()
        index = self.take_qualified_name()
        self.expect(t.KW_ON)
        table = self.take_identifier()
        self.expect(t.LPAREN)
        columns = self.parse_order_terms()
        self.expect(t.RPAREN)
        where = self.parse_expr() if self.accept(t.KW_WHERE) else None
        return CreateIndex(index, unique, if_not_exists, table, columns, where)

    def parse_create_view(self, temporary: bool) -> CreateView:
        """From VIEW to its select."""
        self.advance()
        if_not_exists = self.take_if_not_exists()
        view = self.take_qualified_name()
        columns = self.take_bare_columns() if self.kind == t.LPAREN else None
        self.expect(t.KW_AS)
        select = self.parse_select()
        if self.parameter_count > 0:
            self.complain("parameters are not allowed in views")
        return CreateView(view, temporary, if_not_exists, columns, select)

    # ------------------------------------------------------------------ CREATE TRIGGER

    def parse_create_trigger(self, temporary: bool) -> CreateTrigger:
        """From TRIGGER to the END of its body."""
        self.advance()
        if_not_exists = self.take_if_not_exists()
        trigger = self.take_qualified_name()
        timing: i64 = codes.TRIGGER_BEFORE
        if self.accept(t.KW_AFTER):
            timing = codes.TRIGGER_AFTER
        elif self.accept(t.KW_INSTEAD):
            self.expect(t.KW_OF)
            timing = codes.TRIGGER_INSTEAD
        else:
            self.accept(t.KW_BEFORE)
        update_of: list[Identifier] | None = None
        if self.accept(t.KW_DELETE):
            event: i64 = codes.ON_DELETE
        elif self.accept(t.KW_INSERT):
            event = codes.ON_INSERT
        else:
            self.expect(t.KW_UPDATE)
            event = codes.ON_UPDATE
            if self.accept(t.KW_OF):
                update_of = self.take_names()
        self.expect(t.KW_ON)
        table = self.take_qualified_name()
        for_each_row = self.accept(t.KW_FOR)
        if for_each_row:
            self.expect(t.KW_EACH)
            self.expect(t.KW_ROW)
        when = self.parse_expr() if self.accept(t.KW_WHEN) else None
        if temporary and trigger.schema is not None:
            self.complain("temporary trigger may not have qualified name")
        self.expect(t.KW_BEGIN)
        body = [self.parse_trigger_step()]
        self.expect(t.SEMI)
        while self.kind != t.KW_END:
            body.append(self.parse_trigger_step())
            self.expect(t.SEMI)
        self.advance()
        return CreateTrigger(
            trigger,
            temporary,
            if_not_exists,
            timing,
            event,
            update_of,
            table,
            for_each_row,
            when,
            body,
        )

    def parse_trigger_step(self) -> Statement:
        """One statement of a trigger's body, its place included."""
        start = self.start
        step: Statement
        if self.kind == t.KW_UPDATE:
            update = self.parse_update(None, True)
            self.refuse_qualified(update.table.schema)
            step = update
        elif self.kind == t.KW_DELETE:
            delete = self.parse_delete(None, True)
            self.refuse_qualified(delete.table.schema)
            step = delete
        elif self.kind == t.KW_INSERT or self.kind == t.KW_REPLACE:
            insert = self.parse_insert(None, True)
            self.refuse_qualified(insert.table.schema)
            step = insert
        else:
            step = self.parse_select()
        step.start = start
        step.end = self.previous_end
        return step

    def refuse_qualified(self, schema: str | None) -> None:
        """Complain about a schema name before the table that a trigger's statement changes."""
        if schema is not None:
            self.complain(
                "qualified table names are not allowed on INSERT, UPDATE, and DELETE "
                "statements within triggers"
            )

    # ------------------------------------------------------------------ DROP

    def parse_drop(self) -> Statement:
        """DROP, from that word."""
        self.advance()
        kind = self.kind
        if kind not in (t.KW_TABLE, t.KW_INDEX, t.KW_VIEW, t.KW_TRIGGER):
            raise self.syntax_error()
        self.advance()
        if_exists = self.accept(t.KW_IF)
        if if_exists:
            self.expect(t.KW_EXISTS)
        name = self.take_qualified_name()
        if kind == t.KW_TABLE:
            return DropTable(name, if_exists)
        if kind == t.KW_INDEX:
            return DropIndex(name, if_exists)
        if kind == t.KW_VIEW:
            return DropView(name, if_exists)
        return DropTrigger(name, if_exists)

    # ------------------------------------------------------------------ ALTER TABLE

    def parse_alter(self) -> Statement:
        """ALTER TABLE, from ALTER."""
        self.advance()
        self.expect(t.KW_TABLE)
        table = self.take_qualified_name()
        if self.accept(t.KW_RENAME):
            return self.parse_rename(table)
        if self.accept(t.KW_ADD):
            return self.parse_add(table)
        if self.accept(t.KW_DROP):
            if self.accept(t.KW_CONSTRAINT):
                return DropConstraint(table, self.take_identifier())
            self.accept(t.KW_COLUMN)
            return DropColumn(table, self.take_identifier())
        self.expect(t.KW_ALTER)
        self.accept(t.KW_COLUMN)
        column = self.take_identifier()
        if self.accept(t.KW_DROP):
            self.expect(t.KW_NOT)
            self.expect(t.KW_NULL)
            return DropNotNull(table, column)
        self.expect(t.KW_SET)
        self.expect(t.KW_NOT)
        self.expect(t.KW_NULL)
        return SetNotNull(table, column, self.take_on_conflict())

    def parse_rename(self, table: QualifiedName) -> Statement:
        """`TO name` or `[COLUMN] name TO name` after RENAME."""
        if self.accept(t.KW_TO):
            return RenameTable(table, self.take_identifier())
        self.accept(t.KW_COLUMN)
        column = self.take_identifier()
        self.expect(t.KW_TO)
        return RenameColumn(table, column, self.take_identifier())

    def parse_add(self, table: QualifiedName) -> Statement:
        """`[COLUMN] definition` or `[CONSTRAINT name] CHECK (expr)` after ADD."""
        if self.kind == t.KW_CONSTRAINT or self.kind == t.KW_CHECK:
            start = self.start
            name: str | None = None
            if self.accept(t.KW_CONSTRAINT):
                name = self.take_name()
            if self.kind != t.KW_CHECK:
                raise self.syntax_error()
            check = self.parse_check()
            check.conflict = self.take_on_conflict()
            self.finish_constraint(check, name, start)
            return AddConstraint(table, check)
        self.accept(t.KW_COLUMN)
        self.last_foreign_key = None
        return AddColumn(table, self.parse_column_def())
