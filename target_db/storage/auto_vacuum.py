"""Moving pages so that a file shrinks ("Database File Format", 1.8; PRAGMA auto_vacuum).

In such a database root pages come first in the file, in one block behind the pointer map.
"""

from __future__ import annotations

from target_db.storage.failure import corrupt
from target_db.storage.format.cells import u32
from target_db.storage.format.header import FIRST_TRUNK, FREE_PAGES, LARGEST_ROOT, PAGE_COUNT
from target_db.storage.format.index_page import IndexPage
from target_db.storage.format.overflow import PageStore, RawPage
from target_db.storage.format.table_page import TableInnerPage, TablePage
from target_db.storage.freelist import free_pages, push_free
from target_db.storage.node import Node
from target_db.storage.pointer_map import (
    CHILD,
    FREE,
    OVERFLOW_FIRST,
    OVERFLOW_NEXT,
    ROOT,
    get_entry,
    note_pointers,
    set_entry,
)


def is_special(store: PageStore, page: int) -> bool:
    """Whether `page` can hold no content: a pointer map, or the page with the lock bytes."""
    return page == store.layout.lock_page or store.layout.is_map_page(page)


def next_root(store: PageStore) -> int:
    """Where the next root page has to be. Raises SqlError (CORRUPT) past the file's end."""
    if store.meta[LARGEST_ROOT] > store.meta[PAGE_COUNT]:
        raise corrupt()
    page = store.meta[LARGEST_ROOT] + 1
    while is_special(store, page):
        page += 1
    return page


def lower_largest_root(store: PageStore) -> None:
    """Note that the root page furthest back is gone."""
    page = store.meta[LARGEST_ROOT] - 1
    while is_special(store, page):
        page -= 1
    store.set_meta(LARGEST_ROOT, page)


def keep_freelist(store: PageStore, pages: list[int]) -> None:
    """Make the freelist hold exactly `pages`, which are free already."""
    trunk = store.meta[FIRST_TRUNK]
    while trunk != 0:
        node = store.get_raw(trunk, False)
        store.touch(node)
        trunk = node.number_at(0)
    store.set_meta(FREE_PAGES, 0)
    store.set_meta(FIRST_TRUNK, 0)
    for page in pages:
        push_free(store, page)
        set_entry(store, page, FREE, 0)


def move_page(store: PageStore, source: int, target: int) -> None:
    """Move what is on `source` to `target`, a page in no use, and correct who points to it.

    The pointer maps must be up to date, and are kept so. `source` is in no use afterwards.
    """
    kind, parent = get_entry(store, source)
    node: Node
    if kind in (OVERFLOW_FIRST, OVERFLOW_NEXT):
        node = store.get_raw(source, True)
    else:
        node = store.get(source)
    if kind == CHILD:
        replace_child(store.get(parent), store, source, target)
    elif kind == OVERFLOW_FIRST:
        replace_overflow(store.get(parent), store, source, target)
    elif kind == OVERFLOW_NEXT:
        before = store.get_raw(parent, True)
        store.touch(before)
        before.set_number(0, target)
    elif kind != ROOT:
        raise corrupt()
    store.touch(node)
    store.put(source, None)
    store.note_new(target)
    store.place(node, target)
    set_entry(store, target, kind, parent)
    note_pointers(store, node)


def replace_child(node: Node, store: PageStore, source: int, target: int) -> None:
    """Make the child `source` of an inner node `target`."""
    store.touch(node)
    if isinstance(node, TableInnerPage):
        children = node.children
    elif isinstance(node, IndexPage):
        node.thaw()
        children = node.children
    else:
        raise corrupt()
    for slot in range(len(children)):
        if children[slot] == source:
            children[slot] = target
            return
    raise corrupt()


def replace_overflow(node: Node, store: PageStore, source: int, target: int) -> None:
    """Make the overflow chain that starts at `source` start at `target`."""
    store.touch(node)
    if isinstance(node, (TablePage, IndexPage)):
        node.thaw()
        for pos, cell in enumerate(node.cells):
            if len(cell) > 4 and u32(cell, len(cell) - 4) == source:
                first, _ = node.overflow_of(pos)
                if first == source:
                    node.cells[pos] = cell[:-4] + target.to_bytes(4, "big")
                    return
    raise corrupt()


def shrink(store: PageStore, pages: int) -> None:
    """Take up to `pages` free pages out of the file, by moving those at its end forward.

    The pointer maps must be up to date.
    """
    free = free_pages(store)
    remaining = min(pages, len(free))
    last = store.meta[PAGE_COUNT]
    final = last
    while remaining > 0:
        if not is_special(store, final):
            remaining -= 1
        final -= 1
    while is_special(store, final):
        final -= 1
    is_free = set(free)
    targets = [page for page in free if page <= final]
    keep_freelist(store, [])
    for page in range(last, final, -1):
        if not is_special(store, page) and page not in is_free:
            if not targets:  # the freelist names a page twice, or one that is none
                raise corrupt()
            move_page(store, page, targets.pop())
    keep_freelist(store, targets)
    for page in range(final + 1, last + 1):
        store.discard(page)
    store.set_meta(PAGE_COUNT, final)


def place_root(store: PageStore, node: Node) -> None:
    """Put a new root where it has to be, after moving away what is there."""
    page = next_root(store)
    while store.meta[PAGE_COUNT] < page:
        append_page(store)
    free = free_pages(store)
    if page in free:
        free.remove(page)
        keep_freelist(store, free)
    elif get_entry(store, page)[0] in (CHILD, OVERFLOW_FIRST, OVERFLOW_NEXT):
        refuge = int(store.take_free_page())
        move_page(store, page, refuge)
    store.note_new(page)
    store.place(node, page)
    store.set_meta(LARGEST_ROOT, page)
    set_entry(store, page, ROOT, 0)


def append_page(store: PageStore) -> int:
    """Make the file one usable page longer, with the pointer map before it if that is due."""
    page = store.meta[PAGE_COUNT] + 1
    while is_special(store, page):
        store.set_meta(PAGE_COUNT, page)
        if page != store.layout.lock_page:
            store.note_new(page)
            store.place(RawPage(bytearray(store.layout.page_size)), page)
        page += 1
    store.set_meta(PAGE_COUNT, page)
    return page


def fill_root(store: PageStore, root: int) -> int:
    """Move the last root page to `root`, whose tree is gone; returns where it was, or 0."""
    last = store.meta[LARGEST_ROOT]
    lower_largest_root(store)
    if last == root:
        store.free(store.get(root))
        return 0
    moved = store.get(last)
    store.touch(moved)
    store.touch(store.get(root))
    store.place(moved, root)
    set_entry(store, root, ROOT, 0)
    note_pointers(store, moved)
    store.note_new(last)
    store.give_back(last)
    return last
