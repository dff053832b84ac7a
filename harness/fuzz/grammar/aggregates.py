"""SELECTs with aggregates: groups, HAVING, DISTINCT, FILTER and ORDER BY inside of calls."""

from collections.abc import Callable

from harness.fuzz.grammar.dice import Dice
from harness.fuzz.grammar.expressions import Expressions
from harness.fuzz.grammar.model import Visible


class Aggregates:
    """Makes one grouped SELECT; `mark_loose` is told when a group's key is shown."""

    def __init__(
        self,
        dice: Dice,
        expressions: Expressions,
        visible: list[Visible],
        mark_loose: Callable[[], None],
    ) -> None:
        self.dice = dice
        self.expressions = expressions
        # An aggregate of outer columns alone would belong to an outer query.
        self.inner = expressions.over(visible)
        self.visible = visible
        self.mark_loose = mark_loose

    def select(self, kinds: list[str], from_: str, where: str) -> str:
        """The SELECT with outputs c0, c1, ... of these kinds."""
        dice = self.dice
        keys = []
        if self.visible and dice.chance(0.75):
            keys = [self.key() for _ in range(dice.number(1, 2))]
        outputs = []
        for number, kind in enumerate(kinds):
            fits = [key for key in keys if key[0] == kind]
            if fits and dice.chance(0.6):
                value = dice.pick(fits)[1]
                self.mark_loose()
            else:
                value = self.call(kind)
                if dice.chance(0.2) and kind in ("int", "real"):
                    value = f"{value} + {self.expressions.literals.of('int', 0.0)}"
            outputs.append(f"{value} AS c{number}")
        group = ""
        if keys:
            group = f" GROUP BY {', '.join(text for _, text in keys)}"
        if keys and dice.chance(0.3):
            group += (
                f" HAVING {self.call('int')} {dice.pick(['>', '<', '=', '<>'])} {dice.number(0, 3)}"
            )
        return f"SELECT {', '.join(outputs)}{from_}{where}{group}"

    def key(self) -> tuple[str, str]:
        """A term of GROUP BY: its kind and text."""
        column = self.dice.pick(self.visible)
        if self.dice.chance(0.75):
            return column.kind, column.text
        kind = self.dice.pick(["int", "text"])
        return kind, self.expressions.value(kind, 1)

    def call(self, kind: str) -> str:
        """One aggregate of the kind, whose value does not depend on the order of its rows."""
        dice = self.dice
        distinct = "DISTINCT " if dice.chance(0.15) else ""
        filter_ = f" FILTER (WHERE {self.inner.condition(1)})" if dice.chance(0.15) else ""
        value = self.inner.value
        if kind == "int":
            if dice.chance(0.4):
                return f"count(*){filter_}"
            name = dice.pick(["count", "sum", "max", "min"])
            argument = self.inner.leaf("int") if name == "sum" else value("any", 1)
            if name in ("max", "min"):
                self.mark_loose()
            return f"{name}({distinct}{argument}){filter_}"
        if kind == "real":
            if dice.chance(0.2):
                return self.percentile(filter_)
            name = dice.pick(["avg", "total", "sum"])
            return f"{name}({distinct}{self.inner.leaf('real')}){filter_}"
        if kind in ("text", "blob") and dice.chance(0.15):
            return self.json_group(kind, filter_)
        if kind == "text" and dice.chance(0.6):
            argument = value("text", 1)
            name = dice.pick(["group_concat", "string_agg", "json_group_array"])
            if name == "json_group_array":
                argument = f"quote({argument})"
            separator = ", '-'" if name == "string_agg" else ""
            return f"{name}({argument}{separator} ORDER BY quote({argument})){filter_}"
        self.mark_loose()
        return f"{dice.pick(['max', 'min'])}({distinct}{value(kind, 1)}){filter_}"

    def percentile(self, filter_: str) -> str:
        """A percentile of numbers: text and Inf are errors, which a plan may meet or not."""
        dice = self.dice
        value = f"max(-1e9, min(1e9, CAST({self.inner.leaf('real')} AS REAL)))"
        name = dice.pick(["median", "percentile", "percentile_cont", "percentile_disc"])
        if name == "median":
            return f"median({value}){filter_}"
        share = dice.pick(["0", "50", "33.3", "100"])
        if name != "percentile":
            share = dice.pick(["0", "0.5", "0.25", "1"])
        return f"{name}({value}, {share}){filter_}"

    def json_group(self, kind: str, filter_: str) -> str:
        """JSON of a group's rows, in an order that leaves no choice."""
        letter = "b" if kind == "blob" else ""
        value = f"quote({self.inner.leaf('any')})"
        if self.dice.chance(0.5):
            return f"json{letter}_group_array({value} ORDER BY {value}){filter_}"
        return f"json{letter}_group_object({value}, {value} ORDER BY {value}){filter_}"
