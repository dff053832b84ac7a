"""Expressions of a wanted kind over what is visible."""

from collections.abc import Callable

from harness.fuzz.grammar import calls, literals
from harness.fuzz.grammar.dice import Dice
from harness.fuzz.grammar.literals import Literals
from harness.fuzz.grammar.model import Visible

Subquery = Callable[[list[Visible], list[str]], str]
"""Makes a SELECT with outputs of these kinds, which may refer to what is visible outside."""

COMPARISONS = ["=", "=", "==", "<", "<=", ">", ">=", "<>", "!=", "IS", "IS NOT",
               "IS DISTINCT FROM", "IS NOT DISTINCT FROM"]  # fmt: skip
COLLATIONS = ["NOCASE", "BINARY", "RTRIM"]
CASTS = ["INTEGER", "REAL", "TEXT", "NUMERIC", "BLOB", "INT", "VARCHAR(10)"]
TYPE_OF_KIND = {"int": "INTEGER", "real": "REAL", "text": "TEXT", "blob": "BLOB", "any": "NUMERIC"}


class Expressions:
    """Makes expressions; `visible` changes with the query that is being written.

    joins: they stand in ON, where SQLite loses rows of outer joins by searching for LIKE.
    """

    def __init__(self, dice: Dice, visible: list[Visible], subquery: Subquery | None) -> None:
        self.dice = dice
        self.visible = visible
        self.literals = Literals(dice)
        self.subquery = subquery
        self.joins = False

    def over(self, visible: list[Visible]) -> "Expressions":
        """The same without subqueries, and over other columns."""
        return Expressions(self.dice, visible, None)

    def leaf(self, kind: str) -> str:
        """A column (mostly of the kind) or a literal."""
        dice = self.dice
        if self.visible and dice.chance(0.7):
            fitting = [item for item in self.visible if item.kind == kind or kind == "any"]
            if fitting and dice.chance(0.85):
                return dice.pick(fitting).text
            return dice.pick(self.visible).text
        return self.literals.of(kind)

    def value(self, kind: str, depth: int) -> str:
        """An expression whose value is mostly of the kind, nested at most `depth` deep."""
        dice = self.dice
        if depth <= 0 or dice.chance(0.25):
            return self.leaf(kind)
        if kind == "any":
            kind = dice.pick(["int", "int", "real", "text", "text", "blob", "any"])
        return dice.branch(
            [
                (5, lambda: self.operator(kind, depth - 1)),
                (4, lambda: self.call(kind, depth - 1)),
                (2, lambda: self.same_kind(kind, depth - 1)),
                (2, lambda: self.case(kind, depth - 1)),
                (1, lambda: self.cast(kind, depth - 1)),
                (1, lambda: self.scalar_subquery(kind, depth - 1)),
                (1, lambda: self.leaf(kind)),
            ]
        )

    def operator(self, kind: str, depth: int) -> str:
        dice = self.dice
        if kind in ("int", "real"):
            if kind == "int" and dice.chance(0.25):
                if dice.chance(0.5):
                    return f"({self.condition(depth)})"
                return f"({dice.pick(['-', '~', '+', 'NOT '])}{self.value(kind, depth)})"
            words = ["+", "-", "*", "/", "%"]
            words += ["&", "|", "<<", ">>"] if kind == "int" else []
            word = dice.pick(words)
            return f"({self.value(kind, depth)} {word} {self.value(kind, depth)})"
        if kind == "text":
            if dice.chance(0.2):
                return f"({self.value('text', depth)} COLLATE {dice.pick(COLLATIONS)})"
            return f"({self.value('text', depth)} || {self.value('any', depth)})"
        if kind == "any" and dice.chance(0.5):
            arrow = dice.pick(["->", "->>"])
            return f"({dice.pick(literals.DOCUMENTS)} {arrow} {dice.pick(literals.PATHS)})"
        return self.leaf(kind)

    def call(self, kind: str, depth: int) -> str:
        _, name, parameters = self.dice.pick(calls.BY_KIND[kind])
        return f"{name}({', '.join(self.argument(what, depth) for what in parameters)})"

    def argument(self, what: str, depth: int) -> str:
        dice = self.dice
        if what in calls.POOLS:
            return dice.pick(calls.POOLS[what])
        if what == "digits":
            return str(dice.number(-3, 6))
        if what == "edit":
            parts = [self.argument("document", 0), self.argument("PATHS", 0)]
            return f"{dice.pick(calls.EDITS)}({', '.join(parts)}, {self.argument('document', 0)})"
        if what == "document":
            document = dice.pick(literals.DOCUMENTS)
            return f"jsonb({document})" if dice.chance(0.5) else document
        if what == "small":
            return dice.pick(literals.INTEGERS) if dice.chance(0.4) else self.leaf("int")
        if what == "number_or_text":
            return self.literals.of(dice.pick(["int", "real", "text"]), 0.0)
        return self.value(what, depth)

    def same_kind(self, kind: str, depth: int) -> str:
        name, low, high = self.dice.pick(calls.SAME_KIND)
        count = self.dice.number(low, high)
        return f"{name}({', '.join(self.value(kind, depth) for _ in range(count))})"

    def case(self, kind: str, depth: int) -> str:
        dice = self.dice
        if dice.chance(0.2):
            return f"iif({self.condition(depth)}, {self.value(kind, depth)}, {self.leaf(kind)})"
        otherwise = f" ELSE {self.value(kind, depth)}" if dice.chance(0.7) else ""
        arms = []
        operand = f" {self.leaf('any')}" if dice.chance(0.3) else ""
        for _ in range(dice.number(1, 2)):
            when = self.leaf("any") if operand else self.condition(depth)
            arms.append(f" WHEN {when} THEN {self.value(kind, depth)}")
        return f"CASE{operand}{''.join(arms)}{otherwise} END"

    def cast(self, kind: str, depth: int) -> str:
        target = TYPE_OF_KIND[kind] if self.dice.chance(0.8) else self.dice.pick(CASTS)
        return f"CAST({self.value('any', depth)} AS {target})"

    def scalar_subquery(self, kind: str, depth: int) -> str:
        if self.subquery is None:
            return self.leaf(kind)
        return f"({self.subquery(self.visible, [kind])})"

    def condition(self, depth: int) -> str:
        """An expression that stands where a truth value is wanted."""
        dice = self.dice
        if depth > 0 and dice.chance(0.35):
            word = dice.pick(["AND", "OR"])
            return f"({self.condition(depth - 1)} {word} {self.condition(depth - 1)})"
        return dice.branch(
            [
                (9, lambda: self.comparison(depth - 1)),
                (3, lambda: self.membership(depth - 1)),
                (2, lambda: self.range(depth - 1)),
                (2, lambda: self.pattern(depth - 1)),
                (2, lambda: self.null_test(depth - 1)),
                (1, lambda: f"NOT {self.condition(depth - 1)}"),
                (1, lambda: self.row_comparison(depth - 1)),
                (1, lambda: self.existence()),
                (1, lambda: self.value("int", depth - 1)),
                (1, lambda: f"{self.leaf('any')} IS {dice.pick(['', 'NOT '])}TRUE"),
            ]
        )

    def comparison(self, depth: int) -> str:
        dice = self.dice
        kind = dice.pick(["int", "int", "real", "text", "text", "blob", "any"])
        collate = dice.maybe(0.06, f" COLLATE {dice.pick(COLLATIONS)}")
        left = self.leaf(kind) if dice.chance(0.6) else self.value(kind, depth)
        other = kind if dice.chance(0.85) else "any"
        return f"{left} {dice.pick(COMPARISONS)} {self.value(other, depth)}{collate}"

    def membership(self, depth: int) -> str:
        dice = self.dice
        kind = dice.pick(["int", "text", "any"])
        word = dice.maybe(0.3, "NOT ") + "IN"
        if self.subquery is not None and dice.chance(0.4):
            if dice.chance(0.2):
                pair = f"({self.leaf(kind)}, {self.leaf('any')})"
                return f"{pair} {word} ({self.subquery(self.visible, [kind, 'any'])})"
            return f"{self.leaf(kind)} {word} ({self.subquery(self.visible, [kind])})"
        make = self.literals.of if dice.chance(0.7) else lambda kind: self.value(kind, depth)
        items = ", ".join(make(kind) for _ in range(dice.number(0, 5)))
        return f"{self.leaf(kind)} {word} ({items})"

    def range(self, depth: int) -> str:
        kind = self.dice.pick(["int", "real", "text"])
        word = self.dice.maybe(0.25, "NOT ") + "BETWEEN"
        return f"{self.leaf(kind)} {word} {self.value(kind, depth)} AND {self.leaf(kind)}"

    def pattern(self, depth: int) -> str:
        dice = self.dice
        left = self.leaf("text") if dice.chance(0.7) else self.value("any", depth)
        if self.joins:
            left = f"+{left}"
        word = dice.maybe(0.25, "NOT ")
        if dice.chance(0.35):
            return f"{left} {word}GLOB {dice.pick(literals.GLOBS)}"
        escape = dice.maybe(0.15, " ESCAPE '\\'")
        return f"{left} {word}LIKE {dice.pick(literals.PATTERNS)}{escape}"

    def null_test(self, depth: int) -> str:
        test = self.dice.pick(["IS NULL", "IS NOT NULL", "ISNULL", "NOTNULL", "NOT NULL"])
        return f"{self.value('any', depth)} {test}"

    def row_comparison(self, depth: int) -> str:
        kinds = [self.dice.pick(["int", "text", "any"]) for _ in range(self.dice.number(2, 3))]
        left = ", ".join(self.leaf(kind) for kind in kinds)
        right = ", ".join(self.value(kind, depth) for kind in kinds)
        return f"({left}) {self.dice.pick(COMPARISONS[:11])} ({right})"

    def existence(self) -> str:
        if self.subquery is None:
            return f"{self.leaf('int')} > 0"
        return f"{self.dice.maybe(0.3, 'NOT ')}EXISTS ({self.subquery(self.visible, ['int'])})"
