"""Checkpoints: copying pages from the log into the database file (PRAGMA wal_checkpoint)."""

from __future__ import annotations

from target_db.storage.busy import BusyHandler
from target_db.storage.pager import SYNC_OFF
from target_db.storage.range_lock import EXCLUSIVE, UNLOCK
from target_db.storage.vfs import File
from target_db.storage.wal import FRAME_HEADER, PASSIVE, RESTART, TRUNCATE, WalLog
from target_db.storage.wal_index import (
    BACKFILL,
    BACKFILL_ATTEMPTED,
    CHECKPOINT_LOCK,
    READ_LOCK,
    READERS,
    UNUSED_MARK,
    WRITE_LOCK,
    IndexHeader,
    decode_header,
)


def checkpoint(
    log: WalLog, database: File, mode: int, handler: BusyHandler
) -> tuple[bool, int, int]:
    """Copy what can be copied; called between transactions of this connection.

    Returns whether it was kept from finishing, how many frames the log has, and how many of
    them are in the database file now. PASSIVE never waits. FULL waits for the writer and for
    readers of older states, RESTART also for all who read from the log, and TRUNCATE then
    empties it.
    """
    if not log.lock(CHECKPOINT_LOCK, 1, EXCLUSIVE):
        return True, -1, -1
    writer = False
    try:
        if mode != PASSIVE:
            writer = wait_for(log, WRITE_LOCK, 1, handler)
        data = log.index.header_bytes()
        header = decode_header(data) if data else None
        if header is None:
            return True, -1, -1
        done = copy_frames(log, header, database, handler if writer else BusyHandler())
        blocked = done < header.frames or (mode != PASSIVE and not writer)
        if mode >= RESTART and not blocked:
            blocked = not wait_for(log, READ_LOCK + 1, READERS - 1, handler)
            if not blocked:
                log.header = header
                log.reset_header()
                if mode == TRUNCATE:
                    log.file.truncate(0)
                log.lock(READ_LOCK + 1, READERS - 1, UNLOCK)
        return blocked, header.frames, log.index.number(BACKFILL)
    finally:
        if writer:
            log.lock(WRITE_LOCK, 1, UNLOCK)
        log.lock(CHECKPOINT_LOCK, 1, UNLOCK)


def wait_for(log: WalLog, number: int, count: int, handler: BusyHandler) -> bool:
    """Take locks exclusively, waiting as `handler` says; whether they were got."""
    attempt = 0
    while not log.lock(number, count, EXCLUSIVE):
        if not handler.retry(attempt):
            return False
        attempt += 1
    return True


def copy_frames(log: WalLog, header: IndexHeader, database: File, handler: BusyHandler) -> int:
    """Copy the frames that no reader needs in the log alone; returns how many are copied now."""
    index = log.index
    safe = header.frames
    for reader in range(1, READERS):
        mark = index.read_mark(reader)
        if safe > mark:
            if wait_for(log, READ_LOCK + reader, 1, handler):
                index.set_read_mark(reader, safe if reader == 1 else UNUSED_MARK)
                log.lock(READ_LOCK + reader, 1, UNLOCK)
            else:
                safe = mark
    done = index.number(BACKFILL)
    if done >= safe or not wait_for(log, READ_LOCK, 1, handler):
        return done
    try:
        newest: dict[int, int] = {}
        frame = done
        for page in index.pages(done + 1, safe):
            frame += 1
            newest[page] = frame
        if log.sync_level > SYNC_OFF:
            log.file.sync()
        index.set_number(BACKFILL_ATTEMPTED, safe)
        size = int(log.layout.page_size)
        for page in sorted(newest):
            if page <= header.pages:
                data = log.file.read(log.frame_offset(newest[page]) + FRAME_HEADER, size)
                database.write((page - 1) * size, data)
        if safe == header.frames:
            database.truncate(header.pages * size)
        if log.sync_level > SYNC_OFF:
            database.sync()
        index.set_number(BACKFILL, safe)
        return safe
    finally:
        log.lock(READ_LOCK, 1, UNLOCK)
