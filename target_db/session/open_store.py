"""From the name of a database to its schema: memory, a file, or a `file:` URI.

Source: "Uniform Resource Identifiers" in SQLite's documentation.
"""

from __future__ import annotations

import os
from typing import Final
from urllib.parse import unquote_to_bytes

from target_db.catalog.catalog import Schema
from target_db.errors import ERROR, PERM, SqlError
from target_db.storage.database import Store
from target_db.storage.shared_heap import SHARED_HEAP

MEMORY_NAMES: Final = (":memory:", "")


class Location:
    """Where a database is: `path` empty for one in memory without a name.

    shared: the name under which connections share one in memory; empty if it is private.
    """

    def __init__(self, path: str, mode: str = "rwc", shared: str = "") -> None:
        self.path = path
        self.mode = mode  # ro, rw, rwc or memory
        self.shared = shared


def locate(name: str, uri: bool) -> Location:
    """What a database name means; with `uri`, names that begin with `file:` are URIs.

    Raises SqlError for a URI with an unknown mode or an authority that is not this machine.
    """
    if uri and name[:5] == "file:":
        return parse_uri(name)
    return Location("", "memory") if name in MEMORY_NAMES else Location(name)


def decoded(text: str) -> str:
    """`text` with its %HH escapes replaced; a NUL ends it."""
    data = unquote_to_bytes(text.encode("utf-8", "surrogateescape"))
    return data.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")


def is_true(value: str) -> bool:
    """Whether a URI's parameter says yes: on, yes, true, or a number that is not zero."""
    word = value.lower()
    return word in ("on", "yes", "true") or (word.isdecimal() and int(word) != 0)


def parse_uri(uri: str) -> Location:
    """The location that `file:[//authority]path[?key=value&...][#fragment]` names."""
    rest = uri[5:].split("#", 1)[0]
    path, _, query = rest.partition("?")
    if path.startswith("//"):
        authority, slash, tail = path[2:].partition("/")
        if authority not in ("", "localhost"):
            raise SqlError(f"invalid uri authority: {authority}", ERROR)
        path = slash + tail
    mode = "rwc"
    is_immutable = False
    is_shared = False
    in_memory = False
    for part in query.split("&") if query else []:
        key, _, value = part.partition("=")
        if decoded(key) == "mode":
            mode = decoded(value)
            if mode not in ("ro", "rw", "rwc", "memory"):
                raise SqlError(f"no such access mode: {mode}", ERROR)
        elif decoded(key) == "immutable":
            is_immutable = is_true(decoded(value))
        elif decoded(key) == "cache":
            is_shared = decoded(value) == "shared"
            if not is_shared and decoded(value) != "private":
                raise SqlError(f"no such cache mode: {decoded(value)}", ERROR)
        elif decoded(key) == "vfs":
            in_memory = decoded(value) == "memdb"
            if not in_memory:
                raise SqlError(f"no such vfs: {decoded(value)}", PERM)
    name = decoded(path)
    if in_memory:
        shared = name if name[:1] == "/" else ""
        return Location(shared, "memory", shared)
    if mode == "memory" or name in MEMORY_NAMES:
        return Location("", "memory", f"cache of {name}" if is_shared and name else "")
    return Location(name, "ro" if is_immutable else mode)


def open_schema(name: str, location: Location) -> Schema:
    """The schema `name` of the database at `location`. Raises SqlError (CANTOPEN)."""
    if location.shared:
        shared = Store.open_file(location.shared, vfs=SHARED_HEAP)
        shared.set_journal_mode("memory")
        return Schema(name, shared, location.path)
    if not location.path:
        return Schema(name, Store.open_memory(), "")
    mode = location.mode
    path = os.path.abspath(location.path)
    store = Store.open_file(path, create=mode == "rwc", read_only=mode == "ro")
    return Schema(name, store, path)
