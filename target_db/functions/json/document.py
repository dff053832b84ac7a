"""A JSON value as a tape: its nodes in document order, in parallel lists.

The node at `i` has a kind, a text, and the index after its last descendant; the members of an
object alternate labels and values. Nothing needs recursion, however deep the nesting is.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from target_db.errors import SqlError

MALFORMED: Final = "malformed JSON"
MAX_DEPTH: Final = 1000

# The kinds are the element types of JSONB ("The JSONB Format", section 3.2).
NULL: Final = 0
TRUE: Final = 1
FALSE: Final = 2
INT: Final = 3
INT5: Final = 4  # hexadecimal
FLOAT: Final = 5
FLOAT5: Final = 6  # with a bare point
TEXT: Final = 7  # needs no escapes
TEXTJ: Final = 8  # has escapes of JSON
TEXT5: Final = 9  # has escapes of JSON5
TEXTRAW: Final = 10  # plain text that must be escaped when it is written
ARRAY: Final = 11
OBJECT: Final = 12


@mypyc_attr(native_class=False)
class JsonText(str):
    """SQL text with the subtype JSON: JSON functions take it for JSON, not for a string.

    It is for values on their way through an expression; what is stored or returned to the
    user is turned into a plain str by `plain`.
    """

    __slots__ = ()


def plain(value: object) -> object:
    """`value` without the subtype JSON."""
    return "".join([value]) if isinstance(value, JsonText) else value


def malformed() -> SqlError:
    """The error for what is no JSON."""
    return SqlError(MALFORMED)


class Document:
    """A JSON value, or a sequence of nodes on its way into one."""

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.texts: list[str] = []
        self.ends: list[int] = []

    def add(self, kind: int, text: str) -> int:
        """Append a node without children; its index."""
        index = len(self.kinds)
        self.kinds.append(kind)
        self.texts.append(text)
        self.ends.append(index + 1)
        return index

    def extend(self, other: Document, start: int, end: int) -> None:
        """Append a part of another document: whole nodes."""
        shift = len(self.kinds) - start
        self.kinds.extend(other.kinds[start:end])
        self.texts.extend(other.texts[start:end])
        self.ends.extend([e + shift for e in other.ends[start:end]])

    def part(self, index: int) -> Document:
        """A document of the node at `index` and what is below it."""
        found = Document()
        found.extend(self, index, self.ends[index])
        return found

    def copy(self) -> Document:
        """A document that may be changed without changing this one."""
        return self.part(0)

    def splice(self, start: int, end: int, new: Document, ancestors: list[int]) -> None:
        """Put the nodes of `new` in the place of those from `start` to `end`.

        `ancestors` are the nodes that contain the place.
        """
        change = len(new.kinds) - (end - start)
        self.kinds[start:end] = new.kinds
        self.texts[start:end] = new.texts
        after = [e + change for e in self.ends[end:]]
        self.ends[start:] = [e + start for e in new.ends] + after
        for ancestor in ancestors:
            self.ends[ancestor] += change

    def children(self, index: int) -> list[int]:
        """The nodes directly below `index`."""
        found: list[int] = []
        child = index + 1
        end = self.ends[index]
        while child < end:
            found.append(child)
            child = self.ends[child]
        return found


def single(kind: int, text: str) -> Document:
    """A document of one node."""
    document = Document()
    document.add(kind, text)
    return document
