"""Hot journals: what a writer that crashed left behind ("Atomic Commit In SQLite", 4)."""

from __future__ import annotations

import os

from target_db.storage.file_lock import FileLock
from target_db.storage.journal import play_back, super_name
from target_db.storage.vfs import File, Vfs


def is_hot(vfs: Vfs, path: str, lock: FileLock) -> bool:
    """Whether a journal lies at `path` that no living writer needs."""
    if not vfs.exists(path) or lock.reserved_elsewhere():
        return False
    journal = vfs.open(path, False, True)
    try:
        start = journal.read(0, 1)
    finally:
        journal.close()
    return start not in (b"", b"\0")


def roll_back_hot(vfs: Vfs, path: str, database: File, sync: bool) -> None:
    """Put `database` back by the journal at `path`, and delete that.

    The caller has the database to itself. A journal whose super-journal is gone belongs to a
    transaction that was committed, and is only deleted.
    """
    if not vfs.exists(path):
        return
    journal = vfs.open(path, False, False)
    try:
        name = super_name(journal)
        if not name or vfs.exists(name):
            play_back(journal, database)
            if sync:
                database.sync()
    finally:
        journal.close()
    vfs.delete(path, sync)
    if name:
        delete_super_journal(vfs, name)


def delete_super_journal(vfs: Vfs, name: str) -> None:
    """Delete the super-journal `name` unless another file's journal still needs it."""
    if not vfs.exists(name):
        return
    file = vfs.open(name, False, True)
    try:
        listed = file.read(0, file.size()).split(b"\0")
    finally:
        file.close()
    for path in [os.fsdecode(entry) for entry in listed if entry]:
        if vfs.exists(path):
            journal = vfs.open(path, False, True)
            try:
                if super_name(journal) == name:
                    return
            finally:
                journal.close()
    vfs.delete(name, False)
