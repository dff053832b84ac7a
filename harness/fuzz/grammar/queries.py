"""SELECTs over the database's tables and views, with all that a SELECT may hold."""

from collections.abc import Callable
from dataclasses import dataclass

from harness.fuzz.grammar import literals
from harness.fuzz.grammar.aggregates import Aggregates
from harness.fuzz.grammar.dice import Dice
from harness.fuzz.grammar.expressions import Expressions
from harness.fuzz.grammar.model import Database, Query, Table, Visible
from harness.fuzz.grammar.windows import Windows

JOINS = [" JOIN ", " LEFT JOIN ", " LEFT JOIN ", " INNER JOIN ", " RIGHT JOIN ", " FULL JOIN "]
ORDERS = ["", "", " ASC", " DESC", " NULLS LAST", " DESC NULLS FIRST"]
OUTER_KINDS = ["int", "int", "real", "text", "text", "blob", "any"]


@dataclass
class Common:
    """A common table expression in scope."""

    name: str
    kinds: list[str]


class Queries:
    """Makes queries; aliases are numbered through, so that none hides another."""

    def __init__(self, dice: Dice, database: Database) -> None:
        self.dice = dice
        self.database = database
        self.aliases = 0
        self.commons: list[Common] = []
        self.loose = False

    def query(self, depth: int = 2, kinds: list[str] | None = None) -> Query:
        """A whole query, with the given kinds of outputs if there are any."""
        self.aliases = 0
        self.loose = False
        self.commons = []
        wanted = kinds or [self.dice.pick(OUTER_KINDS) for _ in range(self.dice.number(1, 4))]
        with_ = self.with_clause(depth) if self.dice.chance(0.12) else ""
        sql = self.body(depth, wanted, [])
        if self.dice.chance(0.35):
            return Query(with_ + self.in_total_order(sql, len(wanted)), wanted, True, self.loose)
        return Query(with_ + sql, wanted, False, self.loose)

    def filtered(self) -> tuple[str, str]:
        """What stands behind FROM, and a condition over it, for a query that is split."""
        self.aliases = 0
        self.commons = []
        visible, from_ = self.from_clause(1, [])
        expressions = Expressions(self.dice, visible, self.nested(0))
        source = from_.removeprefix(" FROM ") or "(SELECT 1)"
        return source, expressions.condition(3)

    def in_total_order(self, sql: str, count: int) -> str:
        """The query in an order that leaves no choice between unlike rows, perhaps limited."""
        dice = self.dice
        terms = []
        for column in dice.some([f"c{number}" for number in range(count)], count, count):
            terms.append(f"{column} COLLATE BINARY{dice.pick(ORDERS)}")
            terms.append(f"typeof({column})")
        limit = ""
        if dice.chance(0.5):
            limit = f" LIMIT {dice.number(0, 8)}" + dice.maybe(0.4, f" OFFSET {dice.number(0, 4)}")
        return f"SELECT * FROM ({sql}) ORDER BY {', '.join(terms)}{limit}"

    def body(self, depth: int, kinds: list[str], outer: list[Visible]) -> str:
        """A simple or compound SELECT."""
        dice = self.dice
        if depth > 0 and dice.chance(0.12):
            parts = [self.arm(depth - 1, kinds, outer)]
            for _ in range(dice.number(1, 2)):
                word = dice.pick(["UNION ALL", "UNION ALL", "UNION", "INTERSECT", "EXCEPT"])
                self.loose = self.loose or word != "UNION ALL"
                values = ", ".join(self.literal(kind) for kind in kinds)
                next_ = f"VALUES ({values})"
                if dice.chance(0.9):
                    next_ = self.arm(depth - 1, kinds, outer)
                parts.append(f" {word} {next_}")
            return "".join(parts)
        return self.core(depth, kinds, outer)

    def arm(self, depth: int, kinds: list[str], outer: list[Visible]) -> str:
        """A SELECT without affinities: where arms differ in them, the compound's is any of them."""
        outputs = self.outputs([f"+c{number}" for number in range(len(kinds))])
        return f"SELECT {outputs} FROM ({self.core(depth, kinds, outer)})"

    def literal(self, kind: str) -> str:
        return Expressions(self.dice, [], None).literals.of(kind, 0.0)

    def core(self, depth: int, kinds: list[str], outer: list[Visible]) -> str:
        """One SELECT: plain, grouped or with windows."""
        dice = self.dice
        visible, from_ = self.from_clause(depth, outer)
        expressions = Expressions(
            dice, visible + outer, self.nested(depth - 1) if depth > 0 else None
        )
        where = f" WHERE {expressions.condition(2)}" if dice.chance(0.65) else ""
        shape = dice.rnd.random()
        if shape < 0.22:
            return Aggregates(dice, expressions, visible, self.mark_loose).select(
                kinds, from_, where
            )
        if shape < 0.34 and visible:
            return Windows(dice, expressions, visible).select(kinds, from_, where)
        distinct = "DISTINCT " if dice.chance(0.1) else ""
        if distinct:
            self.mark_loose()
        outputs = self.outputs([expressions.value(kind, 2) for kind in kinds])
        return f"SELECT {distinct}{outputs}{from_}{where}"

    def mark_loose(self) -> None:
        """One of equal values is chosen somewhere in this query."""
        self.loose = True

    @staticmethod
    def outputs(values: list[str]) -> str:
        """The result columns, named c0, c1, ..."""
        return ", ".join(f"{value} AS c{number}" for number, value in enumerate(values))

    def nested(self, depth: int) -> Callable[[list[Visible], list[str]], str]:
        """What writes the subqueries of an expression."""

        def subquery(outer: list[Visible], kinds: list[str]) -> str:
            sql = self.body(max(depth, 0), kinds, outer)
            # A scalar subquery takes its first row: an order that leaves no choice.
            return self.in_total_order(sql, len(kinds)) if len(kinds) == 1 else sql

        return subquery

    # FROM

    def alias(self) -> str:
        self.aliases += 1
        return f"t{self.aliases}"

    def from_clause(self, depth: int, outer: list[Visible]) -> tuple[list[Visible], str]:
        """What it makes visible, and its text."""
        dice = self.dice
        if dice.chance(0.04):
            return [], ""
        visible, text = self.source(depth, outer)
        for _ in range(dice.pick([0, 0, 0, 1, 1, 2])):
            join = dice.pick(JOINS)
            more, item = self.source(depth, outer)
            if dice.chance(0.2):
                join, constraint = dice.pick([", ", " CROSS JOIN "]), ""
            else:
                both = Expressions(dice, visible + more, None)
                both.joins = True
                left, right = dice.pick(visible), dice.pick(more)
                constraint = f" ON {left.text} = {right.text}"
                if dice.chance(0.3):
                    constraint = f" ON {both.condition(1)}"
            text += f"{join}{item}{constraint}"
            visible = visible + more
        return visible, f" FROM {text}"

    def source(self, depth: int, outer: list[Visible]) -> tuple[list[Visible], str]:
        """One item of a FROM clause."""
        dice = self.dice
        draw = dice.rnd.random()
        alias = self.alias()
        if depth > 0 and draw < 0.1:
            kinds = [dice.pick(OUTER_KINDS) for _ in range(dice.number(1, 3))]
            sql = self.body(depth - 1, kinds, [])
            return self.columns_of(alias, kinds), f"({sql}) AS {alias}"
        if draw < 0.13:
            name = dice.pick(["json_each", "json_tree"])
            columns = self.columns_of(alias, ["any"], "value")
            columns += self.columns_of(alias, ["text"], "type")
            columns += self.columns_of(alias, ["text"], "fullkey")
            return columns, f"{name}({dice.pick(literals.DOCUMENTS[:6])}) AS {alias}"
        if draw < 0.16:
            rows = ", ".join(f"({self.literal('int')}, {self.literal('text')})" for _ in range(3))
            columns = [Visible(f"{alias}.column1", "int"), Visible(f"{alias}.column2", "text")]
            return columns, f"(VALUES {rows}) AS {alias}"
        if self.commons and draw < 0.6:
            common = dice.pick(self.commons)
            return self.columns_of(alias, common.kinds), f"{common.name} AS {alias}"
        objects: list[Table] = self.database.tables + self.database.views
        if not objects:
            return self.columns_of(alias, ["int"]), f"(SELECT 1 AS c0) AS {alias}"
        table = dice.pick(objects)
        visible = [Visible(f"{alias}.{column.name}", column.kind) for column in table.columns]
        return visible, f"{table.name} AS {alias}" + dice.maybe(
            0.03 if not table.is_view else 0, " NOT INDEXED"
        )

    @staticmethod
    def columns_of(alias: str, kinds: list[str], name: str = "") -> list[Visible]:
        return [
            Visible(f"{alias}.{name or f'c{number}'}", kind) for number, kind in enumerate(kinds)
        ]

    # WITH

    def with_clause(self, depth: int) -> str:
        dice = self.dice
        made = []
        for _ in range(dice.number(1, 2)):
            name = f"w{len(self.commons) + 1}"
            if dice.chance(0.4):
                made.append(self.recursive(name))
                continue
            kinds = [dice.pick(OUTER_KINDS) for _ in range(dice.number(1, 3))]
            sql = self.body(max(depth - 1, 0), kinds, [])
            hint = dice.pick(["", "", "MATERIALIZED ", "NOT MATERIALIZED "])
            columns = ", ".join(f"c{number}" for number in range(len(kinds)))
            made.append(f"{name}({columns}) AS {hint}({sql})")
            self.commons.append(Common(name, kinds))
        return f"WITH {dice.maybe(0.5, 'RECURSIVE ')}{', '.join(made)} "

    def recursive(self, name: str) -> str:
        """A counter with a companion, bounded by its condition; or one that goes in a circle,
        where UNION is the end."""
        dice = self.dice
        step = dice.number(1, 3)
        end = dice.number(2, 12)
        companion = dice.pick(["c1 || 'x'", "c1", "c0 * 2", "c1 || c0"])
        start = dice.pick(["0, 'a'", "1, 'b'", "-1, ''"])
        self.commons.append(Common(name, ["int", "text"]))
        if dice.chance(0.25):
            again = f"UNION SELECT (c0 + {step}) % {end}, c1 FROM {name} LIMIT 40"
        else:
            word = dice.pick(["UNION ALL", "UNION"])
            again = f"{word} SELECT c0 + {step}, {companion} FROM {name} WHERE c0 < {end}"
        return f"{name}(c0, c1) AS (SELECT {start} {again})"
