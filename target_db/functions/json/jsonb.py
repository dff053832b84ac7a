"""JSONB, SQLite's binary JSON ("The JSONB Format").

An element is a header and a payload. The header's first byte has the type in its lower half,
and in its upper half the payload's size up to 11, or 12 to 15 for a size that follows in 1, 2,
4 or 8 bytes, big-endian.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.json.document import (
    ARRAY,
    FALSE,
    FLOAT,
    FLOAT5,
    INT,
    INT5,
    MAX_DEPTH,
    OBJECT,
    TEXT,
    TEXT5,
    TEXTRAW,
    Document,
    malformed,
)
from target_db.functions.json.parse import Parser
from target_db.functions.text import has_control
from target_db.types.collation import byte_order
from target_db.types.numeric import decode, encode

TEXT_STARTS: Final = b"0123456789[{"
SMALL_HEADERS: Final = [chr(byte) for byte in range(256)]


def header_size(payload: i64) -> i64:
    """The bytes in the header of an element with such a payload."""
    if payload <= 11:
        return 1
    if payload <= 0xFF:
        return 2
    if payload <= 0xFFFF:
        return 3
    return 5


def lengths(document: Document) -> list[int]:
    """The bytes that the nodes from each one on take together; 0 after the last one."""
    count = len(document.kinds)
    kinds = document.kinds
    found = [0] * (count + 1)
    total = 0
    i = count - 1
    # from the end, so that a container's children are there before it
    while i >= 0:
        if kinds[i] >= ARRAY:
            payload = total - found[document.ends[i]]
        else:
            text = document.texts[i]
            payload = len(text) if text.isascii() else len(encode(text))
            total += payload
        total += int(header_size(payload))
        found[i] = total
        i -= 1
    return found


def header(kind: int, size: int) -> str:
    """The header of an element, as characters that are its bytes."""
    if size <= 11:
        return SMALL_HEADERS[size << 4 | kind]
    if size <= 0xFF:
        return chr(0xC0 | kind) + chr(size)
    if size <= 0xFFFF:
        return chr(0xD0 | kind) + chr(size >> 8) + chr(size & 0xFF)
    return chr(0xE0 | kind) + size.to_bytes(4, "big").decode("latin-1")


def to_jsonb(document: Document) -> bytes:
    """The bytes of a document."""
    totals = lengths(document)
    kinds = document.kinds
    texts = document.texts
    pieces: list[str] = []
    for i in range(len(kinds)):
        kind = kinds[i]
        if kind >= ARRAY:
            pieces.append(header(kind, totals[i + 1] - totals[document.ends[i]]))
        else:
            text = texts[i]
            if not text.isascii():
                text = byte_order(text)
            pieces.append(header(kind, len(text)))
            pieces.append(text)
    return "".join(pieces).encode("latin-1")


def offsets(document: Document) -> list[int]:
    """Where each node's element begins in the bytes of the document."""
    totals = lengths(document)
    return [totals[0] - total for total in totals[:-1]]


def read_header(blob: bytes, place: i64, end: i64) -> tuple[int, int]:
    """The offset and the size of the payload of the element at `place`; (-1, 0) if broken."""
    upper = blob[place] >> 4
    start = int(place) + 1
    if upper <= 11:
        return (start, upper) if start + upper <= end else (-1, 0)
    count = 1 << (upper - 12)
    if start + count > end:
        return -1, 0
    size = int.from_bytes(blob[start : start + count], "big")
    start += count
    return (start, size) if start + size <= end else (-1, 0)


def looks_like_jsonb(blob: bytes) -> bool:
    """Whether the outermost element fills the blob and is of a known type.

    What might be JSON text, too, by its first byte must be JSONB through and through.
    """
    if not blob or blob[0] & 15 > OBJECT:
        return False
    start, size = read_header(blob, 0, len(blob))
    if start < 0 or start + size != len(blob) or (blob[0] & 15 <= FALSE and size):
        return False
    return blob[0] not in TEXT_STARTS or jsonb_error(blob) == 0


def from_jsonb(blob: bytes) -> Document:
    """The document in `blob`. Raises SqlError (malformed JSON)."""
    reader = JsonbReader(blob, strict=False)
    if not reader.read():
        raise malformed()
    return reader.document


def jsonb_error(blob: bytes) -> int:
    """Where JSONB that looks like it is not sound, as a position from 1; 0 if it is.

    Numbers and strings are looked into, too.
    """
    reader = JsonbReader(blob, strict=True)
    return 0 if reader.read() else reader.place + 1


class JsonbReader:
    """Reads one blob; after a failure `place` is the offset of the element that was wrong.

    `strict` also looks into numbers and strings, as json_valid(X, 8) does.
    """

    def __init__(self, blob: bytes, strict: bool) -> None:
        self.blob: Final = blob
        self.strict: Final = strict
        self.document: Final = Document()
        self.place = 0

    def read(self) -> bool:
        """Fill in the document; False when the blob is malformed."""
        blob = self.blob
        strict = self.strict
        document = self.document
        open_nodes: list[int] = []
        open_ends: list[int] = []
        counts: list[int] = []
        size = len(blob)
        while self.place < size:
            place = self.place
            kind = blob[place] & 15
            is_loose = kind <= FALSE and not strict
            end = open_ends[-1] if open_ends and not is_loose else size
            start, length = read_header(blob, place, end)
            if is_loose and start >= 0:
                start, length = place + 1, 0  # what it claims is read as the next element
            if start < 0 or kind > OBJECT or (kind <= FALSE and length):
                return False
            if open_nodes:
                counts[-1] += 1
                is_label = document.kinds[open_nodes[-1]] == OBJECT and counts[-1] % 2 == 1
                if strict and is_label and not TEXT <= kind <= TEXTRAW:
                    return False
            if len(open_nodes) >= MAX_DEPTH and (strict or kind >= ARRAY):
                return False
            if kind >= ARRAY:
                open_nodes.append(document.add(kind, ""))
                open_ends.append(start + length)
                counts.append(0)
                self.place = start
            else:
                text = decode(blob[start : start + length])
                if strict and not is_sound(kind, text):
                    return False
                document.add(kind, text)
                self.place = start + length
            while open_nodes and self.place >= open_ends[-1]:
                node = open_nodes.pop()
                open_ends.pop()
                if counts.pop() % 2 and document.kinds[node] == OBJECT:
                    return False
                document.ends[node] = len(document.kinds)
            if not open_nodes and self.place < size:
                return False
        return True


def is_sound(kind: int, text: str) -> bool:
    """Whether `text` is what a node of that kind may hold."""
    if kind <= FALSE or kind == TEXTRAW:
        return True
    if kind == TEXT:
        return not has_control(text) and '"' not in text and "\\" not in text
    if kind == INT:
        digits = text[1:] if text.startswith("-") else text
        return digits.isdigit() and digits.isascii()
    if kind <= FLOAT5:
        parser = Parser(text)
        document = parser.parse()
        if document is None or len(document.kinds) != 1 or text[:1] == "+":
            return False
        found = document.kinds[0]
        if kind == INT5:
            return found == INT5
        if kind == FLOAT:
            return found == FLOAT
        return found in (FLOAT, FLOAT5)
    quote = "'" if '"' in text and kind == TEXT5 else '"'
    parser = Parser(quote + text.replace("\0", "\1") + quote)
    document = parser.parse()
    return document is not None and (kind == TEXT5 or document.kinds[0] != TEXT5)
