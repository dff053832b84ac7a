"""PRAGMAs about the file of a database: its journal, its pages, its text encoding.

A database in memory has fixed answers, which `setting_pragmas` gives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from target_db.errors import SqlError
from target_db.session.pragma_call import Pragma, PragmaCall, Rows
from target_db.session.setting_pragmas import SETTING_PRAGMAS
from target_db.storage.file_pager import FilePager
from target_db.storage.format.header import FREE_PAGES, PAGE_COUNT

IN_MEMORY: Final = {pragma.name: pragma for pragma in SETTING_PRAGMAS}
ENCODINGS: Final = ("", "UTF-8", "UTF-16le", "UTF-16be")
AUTO_VACUUM: Final = {"none": 0, "full": 1, "incremental": 2}
SYNCHRONOUS: Final = {"off": 0, "normal": 1, "full": 2, "extra": 3}
CHECKPOINTS: Final = {"passive": 0, "full": 1, "restart": 2, "truncate": 3}


def code(call: PragmaCall, words: dict[str, int]) -> int:
    """The value as one of these words, or as their number; -1 for anything else."""
    text = (call.value or "").lower()
    number = words.get(text, -1)
    return int(text) if number < 0 and text.isdecimal() and len(text) == 1 else number


def outside_transaction(call: PragmaCall) -> bool:
    """Give back what the statement reads; False when a transaction is open."""
    store = call.home().store
    if not call.runtime.transactions.autocommit:
        return False
    if store.in_transaction and not store.in_write:
        store.commit()
    return True


def journal_mode(call: PragmaCall, pager: FilePager) -> Rows:
    """How a transaction can be undone: by a journal of some kind, or the write-ahead log."""
    now = pager.journal_mode_now()
    wanted = (call.value or now).lower()
    if wanted == now:
        return [(now,)]
    if not outside_transaction(call):
        if "wal" in (wanted, now):
            way = "into" if wanted == "wal" else "out of"
            raise SqlError(f"cannot change {way} wal mode from within a transaction")
        return [(now,)]
    return [(call.home().store.set_journal_mode(wanted),)]


def wal_checkpoint(call: PragmaCall, pager: FilePager) -> Rows:
    """Copy the write-ahead log into the file."""
    if not outside_transaction(call):
        return [(1, -1, -1)]
    mode = max(0, code(call, CHECKPOINTS))
    blocked, frames, copied = call.home().store.checkpoint(mode)
    return [(int(blocked), frames, copied)]


def page_size(call: PragmaCall, pager: FilePager) -> Rows:
    """Bytes a page; it can be chosen before the database has pages."""
    if call.value is not None:
        pager.configure(call.integer(), 0, int(pager.layout.encoding), pager.auto_vacuum)
        return []
    return [(int(pager.layout.page_size),)]


def encoding(call: PragmaCall, pager: FilePager) -> Rows:
    """How text is stored; it can be chosen before the database has pages."""
    if call.value is not None:
        wanted = call.value.lower().replace("-", "")
        for number, name in enumerate(ENCODINGS):
            known = name.lower().replace("-", "")
            if known and wanted in (known, known.removesuffix("le")):
                pager.configure(int(pager.layout.page_size), 0, number, pager.auto_vacuum)
                return []
        raise SqlError(f"unsupported encoding: {call.value}")
    return [(ENCODINGS[int(pager.layout.encoding)],)]


def auto_vacuum(call: PragmaCall, pager: FilePager) -> Rows:
    """Whether free pages are taken out of the file; chosen before the database has pages."""
    if call.value is not None:
        mode = code(call, AUTO_VACUUM)
        if 0 <= mode <= 2:
            layout = pager.layout
            pager.configure(int(layout.page_size), 0, int(layout.encoding), mode)
        return []
    return [(pager.auto_vacuum_now(),)]


def page_count(call: PragmaCall, pager: FilePager) -> Rows:
    """Pages in the file."""
    return [(pager.meta[PAGE_COUNT],)]


def freelist_count(call: PragmaCall, pager: FilePager) -> Rows:
    """Pages in the file that nothing uses."""
    return [(pager.meta[FREE_PAGES],)]


def synchronous(call: PragmaCall, pager: FilePager) -> Rows:
    """How often to wait for the disk."""
    if call.value is not None:
        level = code(call, SYNCHRONOUS)
        if 0 <= level <= 3:
            call.home().store.set_synchronous(level)
        return []
    return [(pager.sync_level,)]


class FilePragma(Pragma):
    """A pragma that is `about_file` for a file, and what it was for a database in memory."""

    def __init__(self, name: str, about_file: Callable[[PragmaCall, FilePager], Rows]) -> None:
        known = IN_MEMORY[name]
        super().__init__(name, known.columns, self.choose, known.answers_setting)
        self.about_file: Final = about_file

    def choose(self, call: PragmaCall) -> Rows:
        """Run the one or the other."""
        pager = call.home().store.pager
        if isinstance(pager, FilePager):
            return self.about_file(call, pager)
        return IN_MEMORY[self.name].function(call)


FILE_PRAGMAS: Final[list[Pragma]] = [
    FilePragma("journal_mode", journal_mode),
    FilePragma("wal_checkpoint", wal_checkpoint),
    FilePragma("page_size", page_size),
    FilePragma("encoding", encoding),
    FilePragma("auto_vacuum", auto_vacuum),
    FilePragma("page_count", page_count),
    FilePragma("freelist_count", freelist_count),
    FilePragma("synchronous", synchronous),
]
