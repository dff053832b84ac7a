"""Error messages without what comes from the case itself, so that one cause has one message.

What is a name or a literal in the case's own SQL becomes `?`, a number `N`; the engine's words,
keywords and functions stay, since `no such function: FOO` and `no such function: BAR` are two.
"""

import re

from harness.clusters.words import names

LONGEST = 160
PIECE = re.compile(r"0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[^\W\d]\w*|\s+|.")
QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'|`([^`]*)`")
VALUE_TYPES = frozenset(("int", "float", "str", "bytes", "NoneType", "bool"))
"""Types of values in Python's own messages: they are the data's."""
ENGLISH = frozenset(
    "a an the i no not in of to is on at or and for with as by such s t".split()  # noqa: SIM905
)
"""Words that are names only where they stand alone: in quotes, after a colon or at the end."""


def template(message: str, sql: str) -> str:
    """The first line of `message` without the names, numbers and literals of `sql`."""
    line = message.strip().split("\n", 1)[0]
    if not line:
        return ""
    own = names(sql)
    line = QUOTED.sub(lambda match: _quoted(match, own), line)
    pieces = PIECE.findall(line)
    for place, piece in enumerate(pieces):
        if piece[0].isdigit():
            pieces[place] = "N"
        elif piece.lower() in own and not _is_english(pieces, place):
            pieces[place] = "?"
    text = re.sub(r"(\?\s*[.,]\s*)+\?", "?", "".join(pieces))
    return text[:LONGEST].strip()


def _quoted(match: re.Match[str], own: frozenset[str]) -> str:
    text = match.group()
    inside = text[1:-1]
    if inside in VALUE_TYPES:
        return text[0] + "?" + text[0]
    if inside.lower() in own or not re.fullmatch(r"[^\W\d]\w*|\W{1,2}", inside):
        return text[0] + "?" + text[0]
    return text


def _is_english(pieces: list[str], place: int) -> bool:
    if pieces[place].lower() not in ENGLISH:
        return False
    before = next((p for p in reversed(pieces[:place]) if not p.isspace()), "")
    return before not in (":", ".") and place + 1 < len(pieces)
