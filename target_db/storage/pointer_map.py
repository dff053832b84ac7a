"""Pointer maps ("Database File Format", 1.8): for each page who points to it.

They exist in a database with auto_vacuum, so that a page can be moved. They are brought up
to date from the changed nodes (`refresh`) before pages move and before a commit.
"""

from __future__ import annotations

from typing import Final

from target_db.storage.failure import corrupt
from target_db.storage.format.index_page import IndexPage
from target_db.storage.format.overflow import OverflowPage, PageStore, RawPage
from target_db.storage.format.table_page import TableInnerPage, TablePage
from target_db.storage.node import Node

ROOT: Final = 1
FREE: Final = 2
OVERFLOW_FIRST: Final = 3
OVERFLOW_NEXT: Final = 4
CHILD: Final = 5


def get_entry(store: PageStore, page: int) -> tuple[int, int]:
    """The kind of `page` and the page that points to it."""
    data, at = place(store, page)
    return data.data[at], data.number_at(at + 1)


def set_entry(store: PageStore, page: int, kind: int, parent: int) -> None:
    """Note that `page` is of `kind` and that `parent` points to it (0 for ROOT and FREE)."""
    map_page, at = place(store, page)
    if map_page.data[at] == kind and map_page.number_at(at + 1) == parent:
        return
    store.touch(map_page)
    map_page.data[at] = kind
    map_page.set_number(at + 1, parent)


def place(store: PageStore, page: int) -> tuple[RawPage, int]:
    layout = store.layout
    number = layout.map_page(page)
    if page <= number:
        raise corrupt()
    return store.get_raw(number, False), 5 * (page - int(number) - 1)


def note_pointers(store: PageStore, node: Node) -> None:
    """Bring the entries of all pages that `node` points to up to date."""
    page = int(node.page)
    if isinstance(node, TableInnerPage):
        for child in node.children:
            set_entry(store, int(child), CHILD, page)
    elif isinstance(node, TablePage):
        for pos in range(len(node.keys)):
            first, _ = node.overflow_of(pos)
            if first != 0:
                set_entry(store, first, OVERFLOW_FIRST, page)
    elif isinstance(node, IndexPage):
        for child in node.children:
            set_entry(store, int(child), CHILD, page)
        for pos in range(len(node.entries)):
            first, _ = node.overflow_of(pos)
            if first != 0:
                set_entry(store, first, OVERFLOW_FIRST, page)
    elif isinstance(node, OverflowPage):
        following = node.number_at(0)
        if following != 0:
            set_entry(store, following, OVERFLOW_NEXT, page)
