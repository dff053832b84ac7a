"""SELECTs with window functions over every kind of frame.

Whatever depends on the order of peers gets an ORDER BY over everything that is visible, so
that rows that may change places are alike.
"""

from harness.fuzz.grammar.dice import Dice
from harness.fuzz.grammar.expressions import Expressions
from harness.fuzz.grammar.model import Visible

PEER_BLIND = {
    "int": ["rank()", "dense_rank()", "count(*)", "count({any})", "sum({int})", "max({int})"],
    "real": ["percent_rank()", "cume_dist()", "avg({real})", "total({real})"],
    "text": ["max({text})", "min({text})"],
    "blob": ["max({blob})"],
    "any": ["min({any})"],
}
ORDERED = {
    "int": ["row_number()", "ntile({positive})", "lag({int})", "lead({int}, {positive})"],
    "real": ["first_value({real})", "last_value({real})"],
    "text": ["lag({text}, 1, 'none')", "first_value({text})", "nth_value({text}, {positive})",
             "group_concat({text})"],
    "blob": ["last_value({blob})"],
    "any": ["lead({any}, 2)", "nth_value({any}, 2)"],
}  # fmt: skip
STARTS = ["UNBOUNDED PRECEDING", "{n} PRECEDING", "CURRENT ROW", "{n} FOLLOWING"]
ENDS = ["UNBOUNDED FOLLOWING", "{n} FOLLOWING", "CURRENT ROW", "{n} PRECEDING"]
"""With the last two starts, only the ends up to CURRENT ROW and FOLLOWING are in order."""
EXCLUDES = ["", "", "", " EXCLUDE NO OTHERS", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP",
            " EXCLUDE TIES"]  # fmt: skip


class Windows:
    """Makes one SELECT with windows."""

    def __init__(self, dice: Dice, expressions: Expressions, visible: list[Visible]) -> None:
        self.dice = dice
        self.expressions = expressions
        self.visible = visible
        self.total = ", ".join(
            f"{item.text} COLLATE BINARY, typeof({item.text})" for item in visible
        )

    def select(self, kinds: list[str], from_: str, where: str) -> str:
        """The SELECT with outputs c0, c1, ... of these kinds."""
        dice = self.dice
        outputs = []
        definitions: list[str] = []
        for number, kind in enumerate(kinds):
            if dice.chance(0.25):
                value = self.expressions.value(kind, 1)
            else:
                value = self.call(kind, definitions)
            outputs.append(f"{value} AS c{number}")
        window = f" WINDOW {', '.join(definitions)}" if definitions else ""
        return f"SELECT {', '.join(outputs)}{from_}{where}{window}"

    def call(self, kind: str, definitions: list[str]) -> str:
        """A window function of the kind; a named window is added to the definitions."""
        dice = self.dice
        needs_order = dice.chance(0.5)
        function = self.fill(dice.pick((ORDERED if needs_order else PEER_BLIND)[kind]))
        is_plain_aggregate = not needs_order and function.startswith(("count", "sum", "max", "min"))
        filter_ = ""
        if is_plain_aggregate and dice.chance(0.2):
            filter_ = f" FILTER (WHERE {self.expressions.condition(1)})"
        over = self.window(needs_order)
        if dice.chance(0.2):
            name = f"win{len(definitions) + 1}"
            definitions.append(f"{name} AS ({over})")
            return f"{function}{filter_} OVER {name}"
        return f"{function}{filter_} OVER ({over})"

    def fill(self, template: str) -> str:
        for kind in ("int", "real", "text", "blob", "any"):
            if f"{{{kind}}}" in template:
                template = template.replace(f"{{{kind}}}", self.expressions.leaf(kind))
        return template.replace("{positive}", str(self.dice.number(1, 3)))

    def window(self, needs_order: bool) -> str:
        """A window: partition, order and frame."""
        dice = self.dice
        partition = ""
        if dice.chance(0.5):
            partition = f"PARTITION BY {dice.pick(self.visible).text} "
        if needs_order:
            return f"{partition}ORDER BY {self.total}{self.frame(['ROWS', 'GROUPS'])}"
        key = dice.pick(self.visible).text
        direction = dice.pick(["", " DESC", " NULLS LAST"])
        if dice.chance(0.2):
            return f"{partition}ORDER BY {key}{direction}"
        return f"{partition}ORDER BY {key}{direction}{self.frame(['RANGE', 'GROUPS'])}"

    def frame(self, units: list[str]) -> str:
        """A frame clause, or nothing."""
        dice = self.dice
        if dice.chance(0.3):
            return ""
        unit = dice.pick(units)
        first = dice.number(0, 3)
        start = STARTS[first].format(n=dice.number(0, 3))
        if dice.chance(0.2):
            return f" {unit} {start}{dice.pick(EXCLUDES)}"
        last = dice.number(0, (2, 2, 2, 1)[first])
        if dice.chance(0.03):
            last = 3
        end = ENDS[last].format(n=dice.number(0, 3))
        return f" {unit} BETWEEN {start} AND {end}{dice.pick(EXCLUDES)}"
