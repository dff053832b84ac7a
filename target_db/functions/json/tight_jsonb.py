"""Tight JSON to JSONB, without a document in between."""

from __future__ import annotations

from librt.strings import BytesWriter
from mypy_extensions import i64

from target_db.functions.json.document import ARRAY, FALSE, NULL, OBJECT, TEXT, TEXTJ, TRUE
from target_db.functions.json.jsonb import header, to_jsonb
from target_db.functions.json.reading import parse_text
from target_db.functions.json.tight import (
    BACKSLASH,
    CLOSE_BRACE,
    CLOSE_BRACKET,
    COLON,
    COMMA,
    LETTER_F,
    LETTER_N,
    LETTER_T,
    OPEN_BRACE,
    OPEN_BRACKET,
    QUOTE,
    is_tight,
    number_kind,
    skip_number,
)
from target_db.types.collation import byte_order


def jsonb_of(text: str) -> bytes:
    """JSON text as JSONB. Raises SqlError (malformed JSON)."""
    return from_tight(text) if is_tight(text) else to_jsonb(parse_text(text))


def from_tight(text: str) -> bytes:
    """Tight JSON as JSONB."""
    out = BytesWriter()
    write_value(byte_order(text), 0, out)
    return out.getvalue()


def write_value(text: str, i: i64, out: BytesWriter) -> i64:
    """Append the element for the value at `i`; the offset after it. The characters are bytes."""
    code: i64 = ord(text[i])
    if code == QUOTE:
        return write_string(text, i, out)
    if code == OPEN_BRACE or code == OPEN_BRACKET:
        return write_container(text, i + 1, OBJECT if code == OPEN_BRACE else ARRAY, out)
    if code == LETTER_T:
        out.append(TRUE)
        return i + 4
    if code == LETTER_F:
        out.append(FALSE)
        return i + 5
    if code == LETTER_N:
        out.append(NULL)
        return i + 4
    end = skip_number(text, i, len(text))
    write_payload(text, i, end, number_kind(text, i), out)
    return end


def write_string(text: str, i: i64, out: BytesWriter) -> i64:
    """Append the string at `i`; the offset after it."""
    kind = TEXT
    end = i + 1
    code: i64 = ord(text[end])
    while code != QUOTE:
        if code == BACKSLASH:
            kind = TEXTJ
            end += 1
        end += 1
        code = ord(text[end])
    write_payload(text, i + 1, end, kind, out)
    return end + 1


def write_payload(text: str, i: i64, end: i64, kind: int, out: BytesWriter) -> None:
    """Append an element whose payload is the text from `i` to `end`."""
    write_header(kind, end - i, out)
    while i < end:
        out.append(ord(text[i]))
        i += 1


def write_header(kind: int, size: i64, out: BytesWriter) -> None:
    """Append the header of an element."""
    if size <= 11:
        out.append(int(size) << 4 | kind)
    else:
        out.write(header(kind, int(size)).encode("latin-1"))


def write_container(text: str, i: i64, kind: int, out: BytesWriter) -> i64:
    """Append the array or object whose inside begins at `i`; the offset after it."""
    inside = BytesWriter()
    while True:
        code: i64 = ord(text[i])
        if code == COMMA or code == COLON:
            i += 1
        elif code == CLOSE_BRACE or code == CLOSE_BRACKET:
            payload = inside.getvalue()
            write_header(kind, len(payload), out)
            out.write(payload)
            return i + 1
        else:
            i = write_value(text, i, inside)
