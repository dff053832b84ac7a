"""The freelist ("Database File Format", 1.5): trunk pages that list free pages."""

from __future__ import annotations

from target_db.storage.failure import corrupt
from target_db.storage.format.header import FIRST_TRUNK, FREE_PAGES, PAGE_COUNT
from target_db.storage.format.overflow import PageStore, RawPage


def trunk_room(store: PageStore) -> int:
    """How many pages a trunk lists at most: six fewer than would fit, as SQLite advises."""
    return int(store.layout.usable) // 4 - 8


def push_free(store: PageStore, page: int) -> bool:
    """Put `page` on the freelist; returns whether it became a trunk page."""
    meta = store.meta
    first = meta[FIRST_TRUNK]
    store.set_meta(FREE_PAGES, meta[FREE_PAGES] + 1)
    if first != 0:
        trunk = store.get_raw(first, False)
        count = trunk.number_at(4)
        if count < trunk_room(store):
            store.touch(trunk)
            trunk.set_number(8 + 4 * count, page)
            trunk.set_number(4, count + 1)
            return False
    fresh = RawPage(bytearray(store.layout.page_size))
    fresh.set_number(0, first)
    store.place(fresh, page)
    store.set_meta(FIRST_TRUNK, page)
    return True


def pop_free(store: PageStore) -> int:
    """Take a page from the freelist; 0 when that is empty."""
    meta = store.meta
    if meta[FREE_PAGES] == 0:
        return 0
    first = meta[FIRST_TRUNK]
    if first < 2 or first > meta[PAGE_COUNT]:
        raise corrupt()
    store.set_meta(FREE_PAGES, meta[FREE_PAGES] - 1)
    trunk = store.get_raw(first, False)
    store.touch(trunk)
    count = trunk.number_at(4)
    if count == 0:
        store.set_meta(FIRST_TRUNK, trunk.number_at(0))
        return first
    if count > int(store.layout.usable) // 4 - 2:
        raise corrupt()
    page = trunk.number_at(4 + 4 * count)
    if page < 2 or page > meta[PAGE_COUNT]:
        raise corrupt()
    trunk.set_number(4, count - 1)
    return page


def free_pages(store: PageStore) -> list[int]:
    """Every page on the freelist, trunks included. Raises SqlError (CORRUPT) for a loop."""
    found: list[int] = []
    trunk_page = store.meta[FIRST_TRUNK]
    limit = store.meta[PAGE_COUNT]
    while trunk_page != 0:
        found.append(trunk_page)
        trunk = store.get_raw(trunk_page, False)
        count = trunk.number_at(4)
        if count > int(store.layout.usable) // 4 - 2 or len(found) + count > limit:
            raise corrupt()
        for i in range(count):
            found.append(trunk.number_at(8 + 4 * i))
        trunk_page = trunk.number_at(0)
    return found
