"""Random integer expressions, spaced and signed as the official random files have them."""

from random import Random

COLUMNS = ("col0", "col1", "col2")


class Expressions:
    """Makes expressions over `columns` (none: constants only)."""

    def __init__(self, random: Random, columns: tuple[str, ...] = ()) -> None:
        self.random = random
        self.columns = columns

    def over(self, *columns: str) -> "Expressions":
        """The same source of chance, over other columns."""
        return Expressions(self.random, columns)

    def signs(self) -> str:
        return "".join(self.random.choice(("- ", "+ ")) for _ in range(self._few()))

    def _few(self) -> int:
        return self.random.choice((0, 0, 0, 1, 1, 2, 3))

    def atom(self) -> str:
        if self.columns and self.random.random() < 0.65:
            return self.random.choice(self.columns)
        return str(self.random.randint(0, 99))

    def term(self, depth: int) -> str:
        """A signed atom, a bracketed expression, or a call, at most `depth` deep."""
        if depth <= 0:
            return self.signs() + self.atom()
        kind = self.random.random()
        if kind < 0.55:
            return self.signs() + self.atom()
        if kind < 0.70:
            return f"{self.signs()}( {self.value(depth - 1)} )"
        return self.signs() + self._call(depth - 1)

    def _call(self, depth: int) -> str:
        match self.random.randrange(6):
            case 0:
                return f"CAST ( {self.value(depth)} AS INTEGER )"
            case 1:
                return f"ABS ( {self.value(depth)} )"
            case 2:
                return f"NULLIF ( {self.value(depth)}, {self.value(depth)} )"
            case 3:
                rest = ", ".join(self.value(depth) for _ in range(self.random.randint(1, 3)))
                return f"COALESCE ( {self.value(depth)}, {rest} )"
            case 4:
                return f"CASE {self.value(depth)} WHEN {self.value(depth)} THEN " \
                    f"{self.value(depth)} ELSE {self.value(depth)} END"  # fmt: skip
            case _:
                return f"CASE WHEN {self.condition(depth)} THEN {self.value(depth)} END"

    def value(self, depth: int = 2) -> str:
        """An expression with an integer value (or NULL)."""
        text = self.term(depth)
        for _ in range(self.random.choice((0, 1, 1, 2, 3))):
            operator = self.random.choice("+-*+-*/")
            text += f" {operator} {self.term(depth - 1)}"
        return text

    def condition(self, depth: int = 2) -> str:
        """An expression with a truth value."""
        text = self._comparison(depth)
        if self.random.random() < 0.25:
            operator = self.random.choice(("AND", "OR"))
            text = f"{text} {operator} {self._comparison(depth)}"
        return f"NOT ( {text} )" if self.random.random() < 0.2 else text

    def _comparison(self, depth: int) -> str:
        left = self.value(depth - 1)
        negation = self.random.choice(("", "NOT "))
        match self.random.randrange(5):
            case 0:
                items = ", ".join(self.value(depth - 2) for _ in range(self.random.randint(1, 3)))
                return f"{left} {negation}IN ( {items} )"
            case 1:
                low, high = self.value(depth - 2), self.value(depth - 2)
                return f"{left} {negation}BETWEEN {low} AND {high}"
            case 2:
                return f"{left} IS {negation}NULL"
            case _:
                operator = self.random.choice(("=", "<>", "<", "<=", ">", ">="))
                return f"{left} {operator} {self.value(depth - 1)}"

    def aggregate(self) -> str:
        """An aggregate over the columns, within a little arithmetic."""
        name = self.random.choice(("COUNT", "SUM", "MIN", "MAX", "TOTAL", "COUNT"))
        if name == "COUNT" and self.random.random() < 0.4:
            call = "COUNT ( * )"
        else:
            distinct = self.random.choice(("", "", "DISTINCT ", "ALL "))
            call = f"{name} ( {distinct}{self.value(1)} )"
        text = self.signs() + call
        if self.random.random() < 0.6:
            text += f" {self.random.choice('+-*')} {self.over().value(1)}"
        return text
