"""Splitting a dot command into words."""

from __future__ import annotations

import re
from typing import Final

WORD: Final = re.compile(r"""\s*(?:'([^']*)'?|"((?:[^"\\]|\\.)*)"?|(\S+))""", re.DOTALL)
ESCAPES: Final = {
    "n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\\": "\\",
    '"': '"', "'": "'",
}  # fmt: skip
ESCAPE: Final = re.compile(r"\\([0-3]?[0-7]{1,2}|.)", re.DOTALL)


def unescaped(text: str) -> str:
    r"""A text with C's escapes (\n, \t, \037) replaced."""

    def replace(match: re.Match[str]) -> str:
        code = match.group(1)
        if code[0] in "01234567":
            return chr(int(code, 8))
        return ESCAPES.get(code, code)

    return ESCAPE.sub(replace, text) if "\\" in text else text


def split(line: str) -> list[str]:
    """The words of a command: in single quotes as they are, others with escapes replaced."""
    words = []
    for single, double, bare in WORD.findall(line.strip()):
        words.append(single if single else unescaped(double or bare))
    return words


def switch(word: str) -> bool:
    """What a word says: on, yes, true or a number other than 0; or not."""
    text = word.lower()
    return text in ("on", "yes", "true") or (text.lstrip("+-").isdigit() and int(text) != 0)
