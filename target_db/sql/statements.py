"""The grammar of statements, which completes the parser.

The grammar is one class in layers, a file each: names, constants, operands, expressions,
windows, sources, selects, changes, columns, schema, and here the statements themselves.
"""

from mypy_extensions import i64, mypyc_attr

from target_db.sql import codes
from target_db.sql import tokens as t
from target_db.sql.ast import (
    Analyze,
    Attach,
    Begin,
    Commit,
    Detach,
    Explain,
    Pragma,
    Reindex,
    Release,
    Rollback,
    Savepoint,
    Statement,
    Vacuum,
)
from target_db.sql.schema import SchemaParser


@mypyc_attr(free_list_len=1)
class StatementParser(SchemaParser):
    """Parses the statements of `sql` from `position` on."""

    def parse_statement(self) -> Statement | None:
        """The next statement, without the semicolons around it; None at the end of the text.

        Afterwards `end` is behind its semicolon. Raises SqlError with SQLite's message.
        """
        self.advance()
        while self.kind == t.SEMI:
            self.advance()
        if self.kind == t.END_OF_INPUT:
            return None
        start = self.start
        statement = self.parse_explain()
        if self.kind != t.SEMI and self.kind != t.END_OF_INPUT:
            raise self.syntax_error()
        if self.complaint is not None:
            raise self.complaint
        self.finish(statement, start, self.previous_end)
        if isinstance(statement, Explain):
            inner = statement.statement
            self.finish(inner, inner.start, statement.end)
        return statement

    def finish(self, statement: Statement, start: i64, end: i64) -> None:
        """Give a statement its place and its parameters."""
        statement.start = start
        statement.end = end
        statement.parameter_count = self.parameter_count
        statement.parameter_names = self.parameter_names

    def parse_explain(self) -> Statement:
        """A statement, with EXPLAIN [QUERY PLAN] before it or not."""
        if self.kind != t.KW_EXPLAIN:
            return self.parse_plain()
        self.advance()
        query_plan = self.accept(t.KW_QUERY)
        if query_plan:
            self.expect(t.KW_PLAN)
        start = self.start
        statement = self.parse_plain()
        statement.start = start
        return Explain(statement, query_plan)

    def parse_plain(self) -> Statement:
        """A statement other than EXPLAIN, by its first word."""
        kind = self.kind
        if kind == t.KW_SELECT or kind == t.KW_VALUES:
            return self.parse_select_after_with(None)
        if kind == t.KW_INSERT or kind == t.KW_REPLACE:
            return self.parse_insert(None, False)
        if kind == t.KW_UPDATE:
            return self.parse_update(None, False)
        if kind == t.KW_DELETE:
            return self.parse_delete(None, False)
        if kind == t.KW_WITH:
            return self.parse_after_with()
        if kind == t.KW_CREATE:
            return self.parse_create()
        if kind == t.KW_DROP:
            return self.parse_drop()
        if kind == t.KW_ALTER:
            return self.parse_alter()
        if kind == t.KW_PRAGMA:
            return self.parse_pragma()
        if kind == t.KW_BEGIN:
            return self.parse_begin()
        if kind == t.KW_COMMIT or kind == t.KW_END:
            self.advance()
            self.skip_transaction_name()
            return Commit()
        if kind == t.KW_ROLLBACK:
            return self.parse_rollback()
        if kind == t.KW_SAVEPOINT:
            self.advance()
            return Savepoint(self.take_name())
        if kind == t.KW_RELEASE:
            self.advance()
            self.accept(t.KW_SAVEPOINT)
            return Release(self.take_name())
        if kind == t.KW_ATTACH:
            return self.parse_attach()
        if kind == t.KW_DETACH:
            self.advance()
            self.accept(t.KW_DATABASE)
            return Detach(self.parse_expr())
        if kind == t.KW_VACUUM:
            return self.parse_vacuum()
        if kind == t.KW_REINDEX:
            self.advance()
            return Reindex(self.take_qualified_name() if self.at_name() else None)
        if kind == t.KW_ANALYZE:
            self.advance()
            return Analyze(self.take_qualified_name() if self.at_name() else None)
        raise self.syntax_error()

    def parse_after_with(self) -> Statement:
        """A WITH clause and the select or change that it belongs to."""
        with_ = self.parse_with()
        kind = self.kind
        if kind == t.KW_INSERT or kind == t.KW_REPLACE:
            return self.parse_insert(with_, False)
        if kind == t.KW_UPDATE:
            return self.parse_update(with_, False)
        if kind == t.KW_DELETE:
            return self.parse_delete(with_, False)
        return self.parse_select_after_with(with_)

    # ------------------------------------------------------------------ transactions

    def skip_transaction_name(self) -> None:
        """`[TRANSACTION [name]]`, which means nothing."""
        if self.accept(t.KW_TRANSACTION) and self.at_name():
            self.advance()

    def parse_begin(self) -> Begin:
        """`BEGIN [DEFERRED|IMMEDIATE|EXCLUSIVE] [TRANSACTION [name]]`."""
        self.advance()
        mode: i64 = codes.DEFERRED
        if self.accept(t.KW_IMMEDIATE):
            mode = codes.IMMEDIATE
        elif self.accept(t.KW_EXCLUSIVE):
            mode = codes.EXCLUSIVE
        else:
            self.accept(t.KW_DEFERRED)
        self.skip_transaction_name()
        return Begin(mode)

    def parse_rollback(self) -> Rollback:
        """`ROLLBACK [TRANSACTION [name]] [TO [SAVEPOINT] name]`."""
        self.advance()
        self.skip_transaction_name()
        if not self.accept(t.KW_TO):
            return Rollback(None)
        self.accept(t.KW_SAVEPOINT)
        return Rollback(self.take_name())

    # ------------------------------------------------------------------ the rest

    def parse_pragma(self) -> Pragma:
        """`PRAGMA name`, `PRAGMA name = value`, `PRAGMA name(value)`."""
        self.advance()
        name = self.take_qualified_name()
        if self.accept(t.EQ):
            return Pragma(name, self.take_pragma_value(), False)
        if self.accept(t.LPAREN):
            value = self.take_pragma_value()
            self.expect(t.RPAREN)
            return Pragma(name, value, True)
        return Pragma(name, None, False)

    def take_pragma_value(self) -> str:
        """A signed number, a name, a string, or one of ON, DELETE and DEFAULT."""
        kind = self.kind
        if kind == t.KW_ON or kind == t.KW_DELETE or kind == t.KW_DEFAULT:
            word = self.text()
            self.advance()
            return word
        if self.at_name():
            return self.take_name()
        return self.take_signed_number().removeprefix("+")

    def parse_attach(self) -> Attach:
        """`ATTACH [DATABASE] file AS schema [KEY key]`."""
        self.advance()
        self.accept(t.KW_DATABASE)
        file = self.parse_expr()
        self.expect(t.KW_AS)
        schema = self.parse_expr()
        key = self.parse_expr() if self.accept(t.KW_KEY) else None
        return Attach(file, schema, key)

    def parse_vacuum(self) -> Vacuum:
        """`VACUUM [schema] [INTO file]`."""
        self.advance()
        schema = self.take_name() if self.at_name() else None
        into = self.parse_expr() if self.accept(t.KW_INTO) else None
        return Vacuum(schema, into)
