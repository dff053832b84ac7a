"""Literal values of each kind, from pools where edges and equal neighbours are frequent."""

from harness.fuzz.grammar.dice import Dice

INTEGERS = ["0", "1", "2", "3", "5", "7", "10", "-1", "-2", "-7", "42", "100"]
EDGES = [
    "9223372036854775807", "-9223372036854775808", "9223372036854775806", "2147483648",
    "-2147483649", "4294967296", "9007199254740993", "0x7f", "65535", "1_000",
]  # fmt: skip
REALS = ["0.5", "1.5", "-2.25", "3.75", "0.1", "100.125", "-0.5", "1e3", "2.5e-3", "7.0", "2.0"]
REAL_EDGES = ["1e15", "1e16", "1e300", "-1e-300", "9223372036854775807.0", "1e999", "0.0", "-0.0"]
TEXTS = [
    "''", "'a'", "'A'", "'b'", "'abc'", "'ABC'", "'aBc'", "'x'", "'xyz'", "'a b'", "'%'", "'_'",
    "'1'", "'2.0'", "'-7'", "'10'", "'abc '", "' a'", "'é'", "'it''s'", "'0'", "'12abc'",
    "'abab'", "'aa'",
]  # fmt: skip
TEXT_EDGES = [
    "'1e3'",
    "' 12 '",
    "'0x10'",
    "'9223372036854775808'",
    "'nan'",
    "'€uro'",
    "'1.'",
    "'.5'",
]
BLOBS = ["x''", "x'00'", "x'31'", "x'61'", "x'616263'", "x'7f'", "x'c3a9'"]
PATTERNS = ["'%'", "'a%'", "'%b%'", "'_b_'", "'A%'", "'a_c'", "'%c'", "''", "'x%z'", "'\\%'"]
GLOBS = ["'*'", "'a*'", "'?b?'", "'[a-c]*'", "'[^a]*'", "'A*'", "'*c'", "''", "'[]'"]
DATES = [
    "'2024-02-29'", "'2000-01-01 12:34:56'", "'1999-12-31T23:59:59.999'", "'12:00'", "2451545",
    "2451545.25", "0", "1700000000", "'2023-02-30'", "'not a date'", "'-4713-11-24'",
]  # fmt: skip
MODIFIERS = [
    "'+1 day'", "'-1 month'", "'start of month'", "'start of year'", "'weekday 0'", "'unixepoch'",
    "'+1 year'", "'-90 minutes'", "'auto'", "'subsec'", "'ceiling'", "'floor'", "'julianday'",
    "'+0001-02-03'", "'bogus'",
]  # fmt: skip
FORMATS = [
    "'%Y-%m-%d'",
    "'%H:%M:%S'",
    "'%j'",
    "'%s'",
    "'%J'",
    "'%W %w'",
    "'%f'",
    "'%G-%V'",
    "'%d%%'",
]
DOCUMENTS = [
    "'{}'", "'[]'", "'[1,2,3]'", "'{\"a\":1,\"b\":[2,null,{\"c\":\"x\"}]}'", "'null'", "'\"s\"'",
    "'{\"a\":1.5,\"a\":2}'", "'[1,\"a\",true,null,2.5]'", "'{a:1}'", "'[1,2,]'", "'12'",
]  # fmt: skip
PATHS = ["'$'", "'$.a'", "'$[0]'", "'$.b[1]'", "'$[#-1]'", "'$.b[2].c'", "'$.\"a\"'", "'$[9]'"]


class Literals:
    """Literals as SQL text."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def of(self, kind: str, edges: float = 0.08) -> str:
        """A literal of the kind; NULL now and then. `edges` is how likely an extreme is."""
        dice = self.dice
        if dice.chance(0.07):
            return "NULL"
        if kind == "any":
            kind = dice.pick(["int", "int", "real", "text", "text", "blob"])
        if kind == "int":
            return dice.pick(EDGES if dice.chance(edges) else INTEGERS)
        if kind == "real":
            return dice.pick(REAL_EDGES if dice.chance(edges) else REALS)
        if kind == "text":
            return dice.pick(TEXT_EDGES if dice.chance(edges) else TEXTS)
        return dice.pick(BLOBS)

    def stored(self, kind: str, strict: bool = False) -> str:
        """A literal to be stored: mostly of the kind, without extremes that sums depend on.

        Where any value fits, no real number equals an integer, so that which of the two
        stands for both never shows. `strict`: always of the kind, or NULL.
        """
        if kind == "any":
            literal = self.of(self.dice.pick(["int", "text", "blob"]), 0.0)
            return "0.5" if literal == "2.0" else literal
        if not strict and self.dice.chance(0.06):
            kind = self.dice.pick(["int", "text"])
        return self.of(kind, 0.0)
