"""Names as SQL text."""

from __future__ import annotations

from target_db.sql.tokens import KEYWORDS


def quote_identifier(name: str) -> str:
    """`name` as an identifier in SQL text, in double quotes only where it needs them."""
    plain = name.isascii() and name.replace("_", "a").isalnum() and not name[:1].isdigit()
    if plain and name.upper() not in KEYWORDS:
        return name
    return quote_always(name)


def quote_always(name: str) -> str:
    """`name` in double quotes."""
    return '"' + name.replace('"', '""') + '"'
