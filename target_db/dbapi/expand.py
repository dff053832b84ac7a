"""SQL text with its parameters replaced by what is bound to them, for trace callbacks."""

from __future__ import annotations

import re
from typing import Final

from target_db.dbapi.dump import quote_text
from target_db.session.statement import Statement
from target_db.types.numeric import to_text

TOKENS: Final = re.compile(
    r"""'(?:[^']|'')*' | "(?:[^"]|"")*" | `(?:[^`]|``)*` | \[[^\]]*\] | --[^\n]* | /\*.*?(?:\*/|\Z)
      | [A-Za-z_\x80-\U0010ffff][\w$]* | (\?\d* | [:@$]\w+(?:::\w+)*)""",
    re.VERBOSE | re.DOTALL,
)


def literal(value: object) -> str:
    """A value as SQL text."""
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return quote_text(value)
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    return to_text(value)


def expand(statement: Statement, sql: str) -> str:
    """`sql`, which is the text of `statement`, with values for parameters."""
    text = sql.strip()
    values = statement.parameters.values
    if not values:
        return text
    last = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal last
        name = match.group(1)
        if name is None:
            return match.group()
        if name == "?":
            index = last + 1
        elif name[0] == "?":
            index = int(name[1:])
        else:
            index = statement.parameter_index(name)
        last = max(last, index)
        return literal(values[index - 1])

    return TOKENS.sub(replace, text)
