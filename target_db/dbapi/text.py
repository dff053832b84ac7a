"""Looking at SQL text: what follows a statement."""

from __future__ import annotations

import re
from typing import Final

BLANK: Final = re.compile(r"(?>\s+|--[^\n]*|/\*.*?(?:\*/|\Z))*\Z", re.DOTALL)


def is_blank(sql: str, start: int) -> bool:
    """Whether there is only space and comments from `start` on."""
    return BLANK.match(sql, start) is not None
