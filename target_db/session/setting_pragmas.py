"""PRAGMAs that read or change a setting of the connection or of a database."""

from __future__ import annotations

from typing import Final

from target_db.errors import SqlError
from target_db.session.pragma_call import Pragma, PragmaCall, Rows
from target_db.storage.busy import BusyTimeout
from target_db.storage.memory import MemoryPager

SCHEMA_COOKIE: Final = 1
USER_VERSION: Final = 6
APPLICATION_ID: Final = 8

# Settings that are remembered and change nothing in a database in memory, with their defaults.
REMEMBERED: Final[dict[str, int]] = {
    "analysis_limit": 0,
    "automatic_index": 1,
    "cell_size_check": 0,
    "checkpoint_fullfsync": 0,
    "empty_result_callbacks": 0,
    "full_column_names": 0,
    "fullfsync": 0,
    "legacy_alter_table": 0,
    "read_uncommitted": 0,
    "short_column_names": 1,
    "trusted_schema": 1,
    "writable_schema": 0,
}
# The same for those whose value is a number.
REMEMBERED_NUMBERS: Final[dict[str, int]] = {
    "cache_size": -2000,
    "cache_spill": 483,
    "hard_heap_limit": 0,
    "journal_size_limit": -1,
    "max_page_count": 4294967294,
    "secure_delete": 0,
    "soft_heap_limit": 0,
    "synchronous": 2,
    "temp_store": 0,
    "threads": 0,
    "wal_autocheckpoint": 1000,
}
FIXED: Final[dict[str, object]] = {
    "auto_vacuum": 0,
    "data_version": 1,
    "encoding": "UTF-8",
    "freelist_count": 0,
    "journal_mode": "memory",
    "locking_mode": "normal",
    "page_size": 4096,
}


def remembered_flag(call: PragmaCall) -> Rows:
    """A switch without effect here."""
    settings = call.runtime.settings
    if call.value is not None:
        settings[call.name] = int(call.flag())
        return []
    return [(settings.get(call.name, REMEMBERED[call.name]),)]


def remembered_number(call: PragmaCall) -> Rows:
    """A number without effect here."""
    settings = call.runtime.settings
    if call.value is not None:
        settings[call.name] = call.integer()
    return [(settings.get(call.name, REMEMBERED_NUMBERS[call.name]),)]


def fixed(call: PragmaCall) -> Rows:
    """A setting that cannot be changed here."""
    return [(FIXED[call.name],)]


def foreign_keys(call: PragmaCall) -> Rows:
    """Whether foreign keys are enforced. Inside a transaction setting it does nothing."""
    runtime = call.runtime
    if call.value is not None:
        if runtime.transactions.autocommit and runtime.foreign_keys != call.flag():
            runtime.foreign_keys = call.flag()
            expire(call)
        return []
    return [(int(runtime.foreign_keys),)]


def recursive_triggers(call: PragmaCall) -> Rows:
    """Whether a trigger may fire itself."""
    if call.value is not None:
        call.runtime.recursive_triggers = call.flag()
        expire(call)
        return []
    return [(int(call.runtime.recursive_triggers),)]


def defer_foreign_keys(call: PragmaCall) -> Rows:
    """Whether every foreign key is deferred until the transaction's end."""
    if call.value is not None:
        call.runtime.transactions.defer_foreign_keys = call.flag()
        return []
    return [(int(call.runtime.transactions.defer_foreign_keys),)]


def ignore_check_constraints(call: PragmaCall) -> Rows:
    """Whether CHECK constraints are passed over."""
    if call.value is not None:
        call.runtime.ignore_checks = call.flag()
        return []
    return [(int(call.runtime.ignore_checks),)]


def count_changes(call: PragmaCall) -> Rows:
    """Whether INSERT, UPDATE and DELETE give a row with the number of changes."""
    if call.value is not None:
        call.runtime.count_changes = call.flag()
        expire(call)
        return []
    return [(int(call.runtime.count_changes),)]


def reverse_unordered_selects(call: PragmaCall) -> Rows:
    """Remembered; the order of unordered rows is not defined anyway."""
    if call.value is not None:
        call.runtime.settings[call.name] = int(call.flag())
        return []
    return [(call.runtime.settings.get(call.name, 0),)]


def query_only(call: PragmaCall) -> Rows:
    """Whether statements that write are refused."""
    if call.value is not None:
        call.runtime.query_only = call.flag()
        return []
    return [(int(call.runtime.query_only),)]


def optimizer(call: PragmaCall) -> Rows:
    """`PRAGMA optimizer = off`: plans without indexes and rewrites, to test the planner."""
    if call.value is not None:
        call.runtime.optimizer_off = not call.flag()
        expire(call)
        return []
    return [(int(not call.runtime.optimizer_off),)]


def expire(call: PragmaCall) -> None:
    """Make every compiled statement stale."""
    call.runtime.catalog.version += 1
    call.runtime.transactions.catalog_version = call.runtime.catalog.version


def meta_value(call: PragmaCall, index: int) -> Rows:
    store = call.home().store
    if call.value is None:
        value = store.meta(index) & 0xFFFF_FFFF
        return [(value - (1 << 32) if value >= 1 << 31 else value,)]
    if call.runtime.query_only:
        raise SqlError("attempt to write a readonly database", 8)
    call.runtime.join(store)
    store.set_meta(index, call.integer() & 0xFFFF_FFFF)
    if call.runtime.transactions.autocommit:
        call.runtime.transactions.end_autocommit()
    return []


def user_version(call: PragmaCall) -> Rows:
    """A number for the application."""
    return meta_value(call, USER_VERSION)


def application_id(call: PragmaCall) -> Rows:
    """The kind of file it is."""
    return meta_value(call, APPLICATION_ID)


def schema_version(call: PragmaCall) -> Rows:
    """The number that every change of the schema increases."""
    return meta_value(call, SCHEMA_COOKIE)


def busy_timeout(call: PragmaCall) -> Rows:
    """How long to wait for a lock, in milliseconds."""
    settings = call.runtime.settings
    if call.value is not None:
        settings[call.name] = max(0, call.integer())
        handler = BusyTimeout(settings[call.name])
        for schema in call.runtime.files.schemas:
            schema.store.set_busy_handler(handler)
    return [(settings.get(call.name, 0),)]


def page_count(call: PragmaCall) -> Rows:
    """Pages in use; a database in memory has as many as it has nodes."""
    pager = call.home().store.pager
    return [(len(pager.nodes) - 1 if isinstance(pager, MemoryPager) else 0,)]


def wal_checkpoint(call: PragmaCall) -> Rows:
    """There is no write-ahead log in memory."""
    return [(0, -1, -1)]


def nothing(call: PragmaCall) -> Rows:
    """Nothing to do for a database in memory."""
    return []


SETTING_PRAGMAS: Final[list[Pragma]] = [
    *[Pragma(name, [name], remembered_flag) for name in REMEMBERED],
    *[Pragma(name, [name], remembered_number) for name in REMEMBERED_NUMBERS],
    *[Pragma(name, [name], fixed, name in ("journal_mode", "locking_mode")) for name in FIXED],
    Pragma("foreign_keys", ["foreign_keys"], foreign_keys),
    Pragma("recursive_triggers", ["recursive_triggers"], recursive_triggers),
    Pragma("defer_foreign_keys", ["defer_foreign_keys"], defer_foreign_keys),
    Pragma("ignore_check_constraints", ["ignore_check_constraints"], ignore_check_constraints),
    Pragma("count_changes", ["count_changes"], count_changes),
    Pragma("reverse_unordered_selects", ["reverse_unordered_selects"], reverse_unordered_selects),
    Pragma("query_only", ["query_only"], query_only),
    Pragma("optimizer", ["optimizer"], optimizer),
    Pragma("user_version", ["user_version"], user_version),
    Pragma("application_id", ["application_id"], application_id),
    Pragma("schema_version", ["schema_version"], schema_version),
    Pragma("busy_timeout", ["timeout"], busy_timeout, True),
    Pragma("page_count", ["page_count"], page_count),
    Pragma("wal_checkpoint", ["busy", "log", "checkpointed"], wal_checkpoint, True),
    Pragma("incremental_vacuum", [], nothing),
    Pragma("mmap_size", [], nothing),
    Pragma("optimize", [], nothing),
    Pragma("shrink_memory", [], nothing),
]
