"""The grammar of FROM: tables, functions, subqueries, and how they join."""

from typing import Final

from mypy_extensions import i64

from target_db.sql import codes
from target_db.sql import tokens as t
from target_db.sql.ast import FromItem, JoinGroup, SubqueryRef, TableFunction, TableRef
from target_db.sql.windows import WindowParser

INNER: Final = 1
CROSS: Final = 2
NATURAL: Final = 4
LEFT: Final = 8
RIGHT: Final = 16
OUTER: Final = 32

_JOIN_FLAGS: Final = {
    "NATURAL": NATURAL,
    "LEFT": LEFT | OUTER,
    "OUTER": OUTER,
    "RIGHT": RIGHT | OUTER,
    "FULL": LEFT | RIGHT | OUTER,
    "INNER": INNER,
    "CROSS": INNER | CROSS,
}


def join_flags(word: str) -> i64:
    """The flags of a join keyword; 0 for another word."""
    return _JOIN_FLAGS.get(word.upper(), 0)


def join_of_flags(flags: i64) -> i64:
    """The JOIN_ code that a valid set of flags means."""
    if flags & LEFT != 0:
        return codes.JOIN_FULL if flags & RIGHT != 0 else codes.JOIN_LEFT
    if flags & RIGHT != 0:
        return codes.JOIN_RIGHT
    return codes.JOIN_CROSS if flags & CROSS != 0 else codes.JOIN_INNER


class FromParser(WindowParser):
    """Parses FROM clauses."""

    def parse_from(self) -> list[FromItem]:
        """The items of a FROM clause, left to right, each with its join operator."""
        items: list[FromItem] = []
        join: i64 = codes.JOIN_FIRST
        natural = False
        while True:
            item = self.parse_from_item()
            item.join = join
            item.natural = natural
            items.append(item)
            if self.kind == t.KW_ON or self.kind == t.KW_USING:
                self.parse_join_constraint(item)
            kind = self.kind
            natural = False
            if kind == t.COMMA:
                join = codes.JOIN_COMMA
                self.advance()
            elif kind == t.KW_JOIN:
                join = codes.JOIN_INNER
                self.advance()
            elif t.FIRST_JOIN <= kind <= t.LAST_NAME:
                flags = self.take_join_words()
                natural = flags & NATURAL != 0
                join = join_of_flags(flags)
            else:
                return items

    def parse_join_constraint(self, item: FromItem) -> None:
        """`ON expr` or `USING (columns)` after `item`."""
        if self.kind == t.KW_ON:
            self.advance()
            item.on = self.parse_operators(1)
            clause = "ON"
        else:
            self.advance()
            item.using = self.take_parenthesized_names()
            clause = "USING"
        if item.join == codes.JOIN_FIRST:
            self.complain(f"a JOIN clause is required before {clause}")
        elif item.natural:
            self.complain("a NATURAL join may not have an ON or USING clause")

    def parse_from_item(self) -> FromItem:
        """A table, a table function, a subquery or joins in parentheses, with its alias."""
        pos = self.start
        if self.kind == t.LPAREN:
            return self.parse_from_parenthesis()
        schema: str | None = None
        schema_pos: i64 = -1
        name = self.take_name()
        if self.kind == t.DOT:
            schema = name
            schema_pos = pos
            self.advance()
            pos = self.start
            name = self.take_name()
        if self.kind == t.LPAREN:
            args = self.parse_arguments()
            alias = self.take_optional_alias()
            return TableFunction(name, pos, schema, schema_pos, args, alias)
        alias = self.take_optional_alias()
        table = TableRef(name, pos, schema, schema_pos, alias, None, False)
        self.parse_index_hint(table)
        return table

    def parse_index_hint(self, table: TableRef) -> None:
        """`INDEXED BY index` or `NOT INDEXED`, if one stands here."""
        if self.kind == t.KW_INDEXED:
            self.advance()
            self.expect(t.KW_BY)
            table.indexed_by = self.take_name()
        elif self.kind == t.KW_NOT:
            self.advance()
            self.expect(t.KW_INDEXED)
            table.not_indexed = True

    def parse_from_parenthesis(self) -> FromItem:
        """`(select)` or `(joins)` as a FROM item."""
        pos = self.start
        self.advance()
        self.enter(2)
        if self.at_select():
            select = self.parse_select()
            self.depth -= 2
            self.expect(t.RPAREN)
            return SubqueryRef(select, self.take_optional_alias(), pos)
        items = self.parse_from()
        self.depth -= 2
        self.expect(t.RPAREN)
        return JoinGroup(items, self.take_optional_alias(), pos)

    def take_join_words(self) -> i64:
        """Step over the words before and including JOIN; the flags they stand for.

        After a join keyword up to two names may follow: the grammar leaves it to this check
        which of them make sense.
        """
        start = self.start
        words = [self.text()]
        self.advance()
        while len(words) < 3 and self.kind != t.KW_JOIN and self.at_name():
            words.append(self.text())
            self.advance()
        self.expect(t.KW_JOIN)
        flags: i64 = 0
        known = True
        for word in words:
            flag = join_flags(word)
            known = known and flag != 0
            flags |= flag
        sided = flags & (LEFT | RIGHT) != 0
        if not known or (flags & OUTER != 0 and (flags & INNER != 0 or not sided)):
            self.complain(f"unknown join type: {' '.join(words)}", start)
        return flags
