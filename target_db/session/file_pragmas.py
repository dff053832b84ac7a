"""PRAGMAs about the file of a database: its journal, its pages, its text encoding.

A database in memory has fixed answers, which `setting_pragmas` gives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from target_db.errors import READONLY, SqlError
from target_db.session.pragma_call import Pragma, PragmaCall, Rows
from target_db.session.setting_pragmas import SETTING_PRAGMAS
from target_db.session.vacuum import let_go
from target_db.storage.file_pager import FilePager
from target_db.storage.format.header import (
    FREE_PAGES,
    INCREMENTAL_VACUUM,
    PAGE_COUNT,
    is_page_size,
)

IN_MEMORY: Final = {pragma.name: pragma for pragma in SETTING_PRAGMAS}
ENCODINGS: Final = ("", "UTF-8", "UTF-16le", "UTF-16be")
AUTO_VACUUM: Final = {"none": 0, "full": 1, "incremental": 2}
SYNCHRONOUS: Final = {"off": 0, "normal": 1, "full": 2, "extra": 3}
MIN_CACHE_PAGES: Final = 10
CHECKPOINTS: Final = {"passive": 0, "full": 1, "restart": 2, "truncate": 3}


def code(call: PragmaCall, words: dict[str, int]) -> int:
    """The value as one of these words, or as their number; -1 for anything else."""
    text = (call.value or "").lower()
    number = words.get(text, -1)
    return int(text) if number < 0 and text.isdecimal() and len(text) == 1 else number


def outside_transaction(call: PragmaCall) -> bool:
    """Give back what the statement reads; False when a transaction is open."""
    if not call.runtime.transactions.autocommit:
        return False
    let_go(call.home().store)
    return True


def begin_write(call: PragmaCall) -> None:
    """Begin to change the database. Raises SqlError (READONLY, BUSY)."""
    if call.runtime.query_only:
        raise SqlError("attempt to write a readonly database", READONLY)
    call.runtime.join(call.home().store)


def end_write(call: PragmaCall) -> None:
    """Commit the change, unless a transaction is open."""
    if call.runtime.transactions.autocommit:
        call.runtime.transactions.end_autocommit()


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
    """Copy the write-ahead log into the file: of one database, or of all that are attached."""
    if not call.runtime.transactions.autocommit:
        return [(1, -1, -1)]
    mode = max(0, code(call, CHECKPOINTS))
    answers = []
    for schema in call.schemas():
        let_go(schema.store)
        answers.append(schema.store.checkpoint(mode))
    blocked, frames, copied = answers[0]
    return [(int(blocked or any(answer[0] for answer in answers)), frames, copied)]


def page_size(call: PragmaCall, pager: FilePager) -> Rows:
    """Bytes a page; it can be chosen before the database has pages."""
    if call.value is not None:
        size = call.integer()
        pager.configure(size, 0, int(pager.layout.encoding), pager.auto_vacuum)
        if is_page_size(size):
            call.runtime.wanted_page_size = size
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
                if call.home() is call.runtime.catalog.main:
                    call.runtime.catalog.use_encoding(int(pager.layout.encoding))
                return []
        if pager.meta[PAGE_COUNT] == 0:
            raise SqlError(f"unsupported encoding: {call.value}")
        return []
    return [(ENCODINGS[int(pager.layout.encoding)],)]


def auto_vacuum(call: PragmaCall, pager: FilePager) -> Rows:
    """Whether free pages are taken out of the file; chosen before the database has pages."""
    if call.value is not None:
        mode = code(call, AUTO_VACUUM)
        if 0 <= mode <= 2:
            layout = pager.layout
            pager.configure(int(layout.page_size), 0, int(layout.encoding), mode)
            call.runtime.wanted_auto_vacuum = mode
            if mode != 0 and pager.auto_vacuum_now() not in (0, mode):
                begin_write(call)
                pager.set_meta(INCREMENTAL_VACUUM, mode - 1)
                end_write(call)
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


def cache_size(call: PragmaCall, pager: FilePager) -> Rows:
    """Pages to keep in memory; a negative number counts KiB."""
    if call.value is not None:
        size = call.integer()
        pages = size if size >= 0 else -size * 1024 // int(pager.layout.page_size)
        call.home().store.set_cache_pages(max(pages, MIN_CACHE_PAGES))
    return IN_MEMORY["cache_size"].function(call)


def locking_mode(call: PragmaCall, pager: FilePager) -> Rows:
    """Whether locks stay when a transaction ends: of one database, or of all."""
    wanted = (call.value or "").lower()
    if wanted in ("normal", "exclusive"):
        for schema in call.schemas():
            schema.store.set_exclusive(wanted == "exclusive")
    return [("exclusive" if pager.exclusive else "normal",)]


def wal_autocheckpoint(call: PragmaCall, pager: FilePager) -> Rows:
    """After how many frames in the log a commit copies them into the file; 0 for never."""
    if call.value is not None:
        for schema in call.runtime.files.schemas:
            schema.store.set_auto_checkpoint(max(0, call.integer()))
    return [(pager.auto_checkpoint,)]


def data_version(call: PragmaCall, pager: FilePager) -> Rows:
    """A number that changes when another connection has written."""
    return [(call.home().store.data_version,)]


def max_page_count(call: PragmaCall, pager: FilePager) -> Rows:
    """How many pages the file may have; a change that needs more fails with FULL."""
    if call.value is not None and call.integer() > 0:
        pager.max_pages = max(call.integer(), pager.meta[PAGE_COUNT])
    return [(pager.max_pages,)]


def incremental_vacuum(call: PragmaCall, pager: FilePager) -> Rows:
    """Take free pages out of the file, so many or all; nothing without auto_vacuum."""
    pages = call.integer()
    if pager.auto_vacuum_now() == 0 or pager.free_page_count() == 0:
        return []
    begin_write(call)
    pager.shrink(pages if pages > 0 else pager.free_page_count())
    end_write(call)
    return []


class FilePragma(Pragma):
    """A pragma that is `about_file` for a file, and what it was for a database in memory."""

    def __init__(
        self,
        name: str,
        about_file: Callable[[PragmaCall, FilePager], Rows],
        answers_setting: bool = False,
    ) -> None:
        known = IN_MEMORY[name]
        answers = answers_setting or known.answers_setting
        super().__init__(name, known.columns, self.choose, answers)
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
    FilePragma("cache_size", cache_size),
    FilePragma("wal_autocheckpoint", wal_autocheckpoint, True),
    FilePragma("data_version", data_version),
    FilePragma("locking_mode", locking_mode),
    FilePragma("max_page_count", max_page_count, True),
    FilePragma("incremental_vacuum", incremental_vacuum),
]
