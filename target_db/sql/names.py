"""Names, qualified names and type names: what every part of the grammar takes."""

from mypy_extensions import i64

from target_db.errors import SqlError
from target_db.sql import tokens as t
from target_db.sql.ast import Identifier, QualifiedName
from target_db.sql.lexer import Lexer
from target_db.sql.literals import dequote


class NameParser(Lexer):
    """A lexer that takes tokens the grammar expects, and knows SQLite's syntax errors."""

    def __init__(self, sql: str, position: i64, size: i64) -> None:
        super().__init__(sql, position, size)
        self.complaint: SqlError | None = None
        self.complaint_start: i64 = 0

    def complain(self, message: str, offset: i64 = -1) -> None:
        """Note an error in what stands before the current token, and that this token is the last.

        SQLite finds such errors when it has read one token more, and if that one fits nowhere,
        the syntax error wins. So the text is cut behind it; `parse_statement` raises the error.
        """
        self.complaint = SqlError(message, offset=int(offset))
        self.complaint_start = self.start
        self.size = self.end

    def syntax_error(self) -> SqlError:
        """The error for a current token that fits nowhere."""
        if self.complaint is not None and self.start > self.complaint_start:
            return self.complaint
        if self.kind == t.END_OF_INPUT:
            return SqlError("incomplete input")
        return SqlError(f'near "{self.text()}": syntax error', offset=self.start)

    def expect(self, kind: i64) -> None:
        """Step over a token of this kind; any other is a syntax error."""
        if self.kind != kind:
            raise self.syntax_error()
        self.advance()

    def accept(self, kind: i64) -> bool:
        """Step over a token of this kind, if it is the current one."""
        if self.kind != kind:
            return False
        self.advance()
        return True

    def at_select(self) -> bool:
        """Does the current token start a select?"""
        kind = self.kind
        return kind == t.KW_SELECT or kind == t.KW_VALUES or kind == t.KW_WITH

    def name_text(self) -> str:
        """The name or string that the current token stands for, without quotes."""
        text = self.sql[self.start : self.end]
        kind = self.kind
        if kind == t.STRING or kind == t.DOUBLE_QUOTED or kind == t.QUOTED:
            return dequote(text)
        return text

    def at_name(self) -> bool:
        """May the current token name a table, a column after a dot, or a new thing?"""
        return t.STRING <= self.kind <= t.LAST_NAME

    def at_alias(self) -> bool:
        """May the current token be an alias without AS, or a word of a type?"""
        return t.STRING <= self.kind <= t.LAST_FALLBACK

    def take_name(self) -> str:
        """Step over a name."""
        if not t.STRING <= self.kind <= t.LAST_NAME:
            raise self.syntax_error()
        name = self.name_text()
        self.advance()
        return name

    def take_string_or_id(self) -> str:
        """Step over an alias without AS, a collation, or another name of that kind."""
        if not t.STRING <= self.kind <= t.LAST_FALLBACK:
            raise self.syntax_error()
        name = self.name_text()
        self.advance()
        return name

    def take_identifier(self) -> Identifier:
        """Step over a name and keep its place."""
        pos = self.start
        return Identifier(self.take_name(), pos)

    def take_qualified_name(self) -> QualifiedName:
        """Step over `name` or `schema.name`."""
        pos = self.start
        name = self.take_name()
        if self.kind != t.DOT:
            return QualifiedName(name, pos, None, -1)
        self.advance()
        name_pos = self.start
        return QualifiedName(self.take_name(), name_pos, name, pos)

    def take_optional_alias(self) -> str | None:
        """Step over `AS name` or an alias without AS, if there is one."""
        if self.kind == t.KW_AS:
            self.advance()
            return self.take_name()
        if t.STRING <= self.kind <= t.LAST_FALLBACK:
            return self.take_string_or_id()
        return None

    def take_names(self) -> list[Identifier]:
        """Step over names between commas."""
        names = [self.take_identifier()]
        while self.kind == t.COMMA:
            self.advance()
            names.append(self.take_identifier())
        return names

    def take_parenthesized_names(self) -> list[Identifier]:
        """Step over `(name, ...)`."""
        self.expect(t.LPAREN)
        names = self.take_names()
        self.expect(t.RPAREN)
        return names

    def take_bare_columns(self) -> list[Identifier]:
        """Step over `(name, ...)` where COLLATE and an order have their own error."""
        self.expect(t.LPAREN)
        names = []
        while True:
            column = self.take_identifier()
            names.append(column)
            decorated = False
            if self.accept(t.KW_COLLATE):
                self.take_string_or_id()
                decorated = True
            if self.kind == t.KW_ASC or self.kind == t.KW_DESC:
                self.advance()
                decorated = True
            if decorated:
                self.complain(f'syntax error after column name "{column.name}"')
            if self.kind != t.COMMA:
                break
            self.advance()
        self.expect(t.RPAREN)
        return names

    def take_type(self) -> str:
        """Step over a type name, which may be absent: its text as written, from word to `)`.

        When the first word is quoted, it is the type. GENERATED ALWAYS reads as two more words
        and is taken off, as SQLite does.
        """
        if not self.at_alias():
            return ""
        start = self.start
        first = self.name_text()
        quoted = self.kind in (t.STRING, t.DOUBLE_QUOTED, t.QUOTED)
        self.advance()
        while self.at_alias():
            self.advance()
        if self.kind == t.LPAREN:
            self.advance()
            self.take_signed_number()
            if self.accept(t.COMMA):
                self.take_signed_number()
            self.expect(t.RPAREN)
        if quoted:
            return first
        text = self.sql[start : self.previous_end]
        if len(text) >= 16 and text[-6:].lower() == "always":
            shorter = text[:-6].rstrip()
            if shorter[-9:].lower() == "generated":
                return shorter[:-9].rstrip()
        return text

    def take_signed_number(self) -> str:
        """Step over an integer or a real, with or without a sign; its text, sign included."""
        sign = ""
        if self.kind == t.PLUS or self.kind == t.MINUS:
            sign = self.text()
            self.advance()
        if self.kind != t.INTEGER and self.kind != t.FLOAT:
            raise self.syntax_error()
        text = self.text()
        self.advance()
        return sign + text
