"""Reading what an argument holds: tight text as it stands, and documents of all else."""

from __future__ import annotations

from typing import Final

from target_db.functions.json.document import Document, malformed
from target_db.functions.json.jsonb import from_jsonb, looks_like_jsonb
from target_db.functions.json.parse import Parser
from target_db.functions.json.tight import is_tight
from target_db.types.numeric import decode, to_text

CACHE_SIZE: Final = 4
LONG: Final = 1000  # characters from which on a text that comes again is better kept as a document

_cache: dict[str, Document] = {}
_seen: set[str] = set()  # long texts


def tight(value: object) -> str:
    """The tight JSON text that an argument holds; "" where `read` is to be used instead."""
    if isinstance(value, str):
        text: str = value
    elif isinstance(value, bytes):
        if looks_like_jsonb(value):
            return ""
        text = decode(value)
    else:
        text = to_text(value)
    if len(text) < LONG:
        return text if is_tight(text) else ""
    if text in _seen or text in _cache:
        return ""
    if len(_seen) >= CACHE_SIZE:
        _seen.clear()
    _seen.add(text)
    return text if is_tight(text) else ""


def parse_text(text: str) -> Document:
    """The document in `text`; not to be changed, because the last few are kept.

    Raises SqlError (malformed JSON).
    """
    known = _cache.get(text)
    if known is not None:
        return known
    document = Parser(text).parse()
    if document is None:
        raise malformed()
    if len(_cache) >= CACHE_SIZE:
        _cache.clear()
    _cache[text] = document
    return document


def read(value: object) -> Document:
    """The document that an argument holds, as text or JSONB; not to be changed.

    Raises SqlError (malformed JSON). NULL is for the caller to look after.
    """
    if isinstance(value, bytes):
        if looks_like_jsonb(value):
            return from_jsonb(value)
        return parse_text(decode(value))
    return parse_text(to_text(value))
