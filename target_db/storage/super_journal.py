"""Committing several database files at once ("Atomic Commit In SQLite", 5).

A super-journal lists the rollback journals of all the files. Each journal names the
super-journal at its end, and counts only as long as that exists: deleting it commits.
"""

from __future__ import annotations

import os
from typing import Final

from target_db.storage.database import Store
from target_db.storage.file_pager import FilePager
from target_db.storage.journal import DELETE, PERSIST, TRUNCATE
from target_db.storage.pager import SYNC_OFF

WITH_FILE: Final = (DELETE, TRUNCATE, PERSIST)


def commit_together(stores: list[Store]) -> None:
    """Commit the open transactions of `stores`, of all of them or of none.

    The first that is a file gives the super-journal its name. Those in WAL mode or without a
    journal file are committed after the others, each by itself; those in memory, where nothing
    can fail, at the end. When this raises, no store that has a journal has been committed, and
    the caller rolls back.
    """
    journaled: list[FilePager] = []
    for store in stores:
        pager = store.pager
        if (
            isinstance(pager, FilePager)
            and store.in_write
            and pager.is_changed()
            and pager.wal is None
            and pager.journal_mode in WITH_FILE
        ):
            journaled.append(pager)
    if len(journaled) > 1:
        commit_journaled(journaled)
    for store in stores:
        if isinstance(store.pager, FilePager):
            store.commit()
    for store in stores:
        if not isinstance(store.pager, FilePager):
            store.commit()


def commit_journaled(pagers: list[FilePager]) -> None:
    vfs = pagers[0].vfs
    digits = os.urandom(4).hex().upper()
    # SQLite takes a name for a super-journal's only with a 9 third from its end.
    name = f"{pagers[0].path}-mj{digits[:6]}9{digits[6:]}"
    sync = any(pager.sync_level > SYNC_OFF for pager in pagers)
    file = vfs.open(name, True, False)
    try:
        file.write(0, b"".join([os.fsencode(pager.journal_path()) + b"\0" for pager in pagers]))
        if sync:
            file.sync()
            vfs.sync_folder(name)
    finally:
        file.close()
    try:
        for pager in pagers:
            pager.super_name = name
            pager.prepare()
    except BaseException:
        for pager in pagers:
            pager.super_name = ""
        vfs.delete(name, False)
        raise
    vfs.delete(name, sync)
    for pager in pagers:
        pager.super_name = ""
        pager.finish()
