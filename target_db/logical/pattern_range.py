"""LIKE and GLOB with a fixed beginning are also a range ("The SQLite Query Optimizer Overview",
section 5): `x GLOB 'abc*'` implies `x >= 'abc' AND x < 'abd'`.
"""

from target_db.expr.patterns import PatternExpr


def fixed_beginning(pattern: PatternExpr) -> str:
    """The characters that every match begins with; only as far as they are ASCII.

    Lower case for LIKE, which does not tell cases apart (and for NOCASE is in order so).
    """
    is_like = pattern.function.name == "like"
    specials = "%_" if is_like else "*?["
    beginning = ""
    for char in pattern.source:
        if char in specials or not "\0" < char < "\x7f":
            break
        beginning += char
    return beginning.lower() if is_like else beginning


def end_of_range(beginning: str) -> str:
    """The first text behind all those with that beginning."""
    return beginning[:-1] + chr(ord(beginning[-1]) + 1)
