"""printf() of text: %s %z %q %Q %w %j %J and %c."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.conversions import Conversion, check_size, pad
from target_db.functions.patterns import before_nul
from target_db.functions.text import escape_control, has_control
from target_db.types.collation import byte_order
from target_db.types.numeric import to_text

NULL_TEXTS: Final = {"q": "(NULL)", "Q": "NULL", "w": "(NULL)", "J": "null"}
JSON_ESCAPES: Final = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def take(text: str, count: int, characters: bool) -> str:
    """The first `count` bytes of `text`, or characters."""
    if not characters or text.isascii():
        return text[:count]
    n: i64 = len(text)
    i: i64 = 0
    while i < n and count > 0:
        count -= 1
        i += 1
        while i < n and "\x80" <= text[i] <= "\xbf":
            i += 1
    return text[:i]


def string_text(conversion: Conversion, value: object) -> str:
    """The text of %s %z %q %Q %w %j %J."""
    letter = conversion.letter
    if value is None:
        text = NULL_TEXTS.get(letter, "")
        if conversion.precision >= 0 and letter != "J":
            text = text[: conversion.precision]
        return pad(conversion, text)
    text = byte_order(before_nul(to_text(value)))
    if conversion.precision >= 0:
        text = take(text, conversion.precision, conversion.characters)
    if letter == "s" or letter == "z":
        return pad(conversion, text)
    if letter == "q" or letter == "Q":
        unistr = conversion.alternate and (letter == "q" or has_control(text))
        if unistr:
            text = escape_control(text)
        text = text.replace("'", "''")
        if letter == "Q":
            text = f"unistr('{text}')" if unistr else f"'{text}'"
    elif letter == "w":
        text = text.replace('"', '""')
    elif letter == "j" or letter == "J":
        text = escape_json(text)
        if letter == "J":
            text = f'"{text}"'
    return pad(conversion, text)


def escape_json(text: str) -> str:
    """`text` with what JSON needs escaped inside of a string."""
    if not has_control(text):
        return text.replace("\\", "\\\\").replace('"', '\\"')
    pieces: list[str] = []
    for character in text:
        if character == '"' or character == "\\":
            pieces.append("\\" + character)
        elif character < " ":
            pieces.append(JSON_ESCAPES.get(character) or f"\\u{ord(character):04x}")
        else:
            pieces.append(character)
    return "".join(pieces)


def character_text(conversion: Conversion, value: object) -> str:
    """The text of %c: the first character, as often as the precision says."""
    text = byte_order(before_nul(to_text(value)))
    character = take(text, 1, True) or "\0"
    times = max(conversion.precision, 1)
    check_size(times)
    return pad(conversion, character * times)
