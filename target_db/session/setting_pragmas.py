"""PRAGMAs that read or change a setting of the connection or of a database."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

from target_db.errors import READONLY, SqlError
from target_db.functions.patterns import LikeFunction
from target_db.session.pragma_call import FALSE_WORDS, Pragma, PragmaCall, Rows
from target_db.storage.busy import BusyTimeout

SCHEMA_COOKIE: Final = 1
USER_VERSION: Final = 6
APPLICATION_ID: Final = 8
MOST_PAGES: Final = 4294967294

# Switches that are remembered, with their defaults. What reads `legacy_alter_table`,
# `writable_schema` and the column names finds them in `Runtime.settings`; the others change
# nothing here.
REMEMBERED: Final[dict[str, int]] = {
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
MOST_THREADS: Final = 8
TEMP_STORES: Final = {"file": 1, "memory": 2}
LEVELS: Final = {"off": 0, "no": 0, "false": 0, "on": 1, "yes": 1, "true": 1, "full": 2, "extra": 3}
FIXED: Final[dict[str, object]] = {
    "data_version": 1,
    "freelist_count": 0,
}


def remembered_flag(call: PragmaCall) -> Rows:
    """A switch without effect here."""
    settings = call.runtime.settings
    if call.value is not None:
        settings[call.name] = int(call.flag())
        return []
    return [(settings.get(call.name, REMEMBERED[call.name]),)]


def fixed(call: PragmaCall) -> Rows:
    """A setting that cannot be changed here."""
    return [(FIXED[call.name],)]


def own_setting(call: PragmaCall, default: int) -> int:
    """What was set for this schema."""
    return call.runtime.settings.get(f"{call.home().name}.{call.name}", default)


def set_own(call: PragmaCall, value: int) -> None:
    """Remember a value for this schema."""
    call.runtime.settings[f"{call.home().name}.{call.name}"] = value


def analysis_limit(call: PragmaCall) -> Rows:
    """Rows that ANALYZE would look at."""
    settings = call.runtime.settings
    if call.value is not None and call.value.isdecimal():
        settings[call.name] = call.long_integer() & 0x7FFF_FFFF
    return [(settings.get(call.name, 0),)]


def cache_size(call: PragmaCall) -> Rows:
    """Pages to keep, or KiB where it is negative."""
    if call.value is not None:
        set_own(call, call.integer())
        return []
    return [(own_setting(call, 0 if call.home().name == "temp" else -2000),)]


def cache_spill(call: PragmaCall) -> Rows:
    """The cache size at which pages are written early."""
    if call.value is not None:
        if call.is_number():
            set_own(call, call.integer())
        word = call.value.lower()
        is_on = call.flag() if word[:1].isdecimal() else word not in FALSE_WORDS
        call.runtime.settings[call.name] = int(is_on)
        return []
    if not call.runtime.settings.get(call.name, 1):
        return [(0,)]
    return [(max(own_setting(call, 1), 483),)]


def journal_mode(call: PragmaCall) -> Rows:
    """A database in memory has a journal in memory, or none."""
    wanted = (call.value or "").lower()
    if wanted in ("off", "memory"):
        for schema in call.schemas():
            call.runtime.settings[f"{schema.name}.no_journal"] = int(wanted == "off")
    if call.home() is call.runtime.catalog.temp:
        return [("delete",)]
    return [("off" if call.runtime.settings.get(f"{call.home().name}.no_journal") else "memory",)]


def journal_size_limit(call: PragmaCall) -> Rows:
    """How long a journal may stay, in bytes; -1 for no limit."""
    if call.value is not None:
        set_own(call, max(-1, call.long_integer()))
    return [(own_setting(call, -1),)]


def locking_mode(call: PragmaCall) -> Rows:
    """Temporary databases, and those in memory, are nobody else's."""
    wanted = (call.value or "").lower()
    settings = call.runtime.settings
    if call.schema is not None:
        return [("exclusive",)]
    if wanted in ("normal", "exclusive"):
        settings[call.name] = int(wanted == "exclusive")
    return [("exclusive" if settings.get(call.name) else "normal",)]


def max_page_count(call: PragmaCall) -> Rows:
    """The most pages a database may have; no fewer than it has."""
    if call.value is not None and call.long_integer() > 0:
        set_own(call, max(min(call.long_integer(), MOST_PAGES), pages_of(call)))
    return [(own_setting(call, MOST_PAGES),)]


def secure_delete(call: PragmaCall) -> Rows:
    """Whether deleted content is overwritten; 2 is `fast`."""
    if call.value is not None:
        value = 2 if call.value.lower() == "fast" else int(call.flag())
        for schema in call.schemas():
            call.runtime.settings[f"{schema.name}.{call.name}"] = value
    return [(own_setting(call, 0),)]


def heap_limit(call: PragmaCall) -> Rows:
    """The most memory to use, in bytes; 0 for no limit."""
    settings = call.runtime.settings
    if call.value is not None and call.long_integer() >= 0:
        settings[call.name] = call.long_integer()
    return [(settings.get(call.name, 0),)]


def synchronous(call: PragmaCall) -> Rows:
    """How often to wait for the disk."""
    if call.value is None:
        return [(own_setting(call, 0 if call.home().name == "temp" else 2),)]
    if call.home() is not call.runtime.catalog.temp:
        if not call.runtime.transactions.autocommit:
            raise SqlError("Safety level may not be changed inside a transaction")
        text = call.value.lower()
        level = call.integer() & 0xFF if text[:1].isdecimal() else LEVELS.get(text, 1)
        set_own(call, max((level + 1) & 7, 1) - 1)
    return []


def temp_store(call: PragmaCall) -> Rows:
    """Where temporary tables are; here they are in memory always."""
    if call.value is not None:
        text = call.value
        number = int(text[0]) if text[:1] in ("0", "1", "2") else TEMP_STORES.get(text.lower(), 0)
        call.runtime.settings[call.name] = number
        return []
    return [(call.runtime.settings.get(call.name, 0),)]


def temp_store_directory(call: PragmaCall) -> Rows:
    """The folder for temporary files, of which there are none."""
    if call.value and not os.access(call.value, os.W_OK):
        raise SqlError("not a writable directory")
    return []


def threads(call: PragmaCall) -> Rows:
    """How many threads may help to sort."""
    if call.value is not None and call.value.isdecimal():
        call.runtime.settings[call.name] = min(call.long_integer(), MOST_THREADS)
    return [(call.runtime.settings.get(call.name, 0),)]


def wal_autocheckpoint(call: PragmaCall) -> Rows:
    """How many pages in the log make a commit copy them into the file."""
    if call.value is not None:
        call.runtime.settings[call.name] = max(0, call.integer())
    return [(call.runtime.settings.get(call.name, 1000),)]


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
        call.runtime.transactions.postpone_foreign_keys(call.flag())
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


def case_sensitive_like(call: PragmaCall) -> Rows:
    """Whether LIKE tells `a` from `A`; it cannot be asked for."""
    if call.value is not None:
        functions = call.runtime.functions
        functions.remove("like", 2, 3)
        if call.flag():
            functions.add(LikeFunction(ignore_case=False))
        expire(call)
    return []


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
        raise SqlError("attempt to write a readonly database", READONLY)
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
        milliseconds = max(0, call.integer())
        if call.is_number():
            settings[call.name] = milliseconds
        handler = BusyTimeout(milliseconds)
        for schema in call.runtime.files.schemas:
            schema.store.set_busy_handler(handler)
    return [(settings.get(call.name, 0),)]


def page_count(call: PragmaCall) -> Rows:
    """Pages in use; a database in memory has as many as it has nodes."""
    return [(pages_of(call),)]


def pages_of(call: PragmaCall) -> int:
    """The pages of a database in memory."""
    return call.home().store.page_count()


def page_size(call: PragmaCall) -> Rows:
    """Bytes a page: of a database in memory it means nothing."""
    return [(4096,)]


def auto_vacuum(call: PragmaCall) -> Rows:
    """Whether free pages are taken out of the file: there is none."""
    return [(0,)]


def encoding(call: PragmaCall) -> Rows:
    """How text is stored: as Python's."""
    return [("UTF-8",)]


def wal_checkpoint(call: PragmaCall) -> Rows:
    """There is no write-ahead log in memory."""
    return [(0, -1, -1)]


def nothing(call: PragmaCall) -> Rows:
    """Nothing to do for a database in memory."""
    return []


# Those that answer a new value too, and those that do not.
ANSWERING: Final[dict[str, Callable[[PragmaCall], Rows]]] = {
    "analysis_limit": analysis_limit,
    "hard_heap_limit": heap_limit,
    "journal_mode": journal_mode,
    "journal_size_limit": journal_size_limit,
    "locking_mode": locking_mode,
    "max_page_count": max_page_count,
    "page_count": page_count,
    "secure_delete": secure_delete,
    "soft_heap_limit": heap_limit,
    "threads": threads,
    "wal_autocheckpoint": wal_autocheckpoint,
    "mmap_size": nothing,
    "optimize": nothing,
}
QUIET: Final[dict[str, Callable[[PragmaCall], Rows]]] = {
    "auto_vacuum": auto_vacuum,
    "cache_size": cache_size,
    "cache_spill": cache_spill,
    "encoding": encoding,
    "page_size": page_size,
    "synchronous": synchronous,
    "temp_store": temp_store,
    "temp_store_directory": temp_store_directory,
}
SETTING_PRAGMAS: Final[list[Pragma]] = [
    *[Pragma(name, [name], remembered_flag) for name in REMEMBERED],
    *[Pragma(name, [name], fixed, True) for name in FIXED],
    *[Pragma(name, [name], function, True) for name, function in ANSWERING.items()],
    *[Pragma(name, [name], function) for name, function in QUIET.items()],
    Pragma("foreign_keys", ["foreign_keys"], foreign_keys),
    Pragma("recursive_triggers", ["recursive_triggers"], recursive_triggers),
    Pragma("defer_foreign_keys", ["defer_foreign_keys"], defer_foreign_keys),
    Pragma("ignore_check_constraints", ["ignore_check_constraints"], ignore_check_constraints),
    Pragma("count_changes", ["count_changes"], count_changes),
    Pragma("reverse_unordered_selects", ["reverse_unordered_selects"], reverse_unordered_selects),
    Pragma("case_sensitive_like", [], case_sensitive_like),
    Pragma("query_only", ["query_only"], query_only),
    Pragma("optimizer", ["optimizer"], optimizer),
    Pragma("user_version", ["user_version"], user_version),
    Pragma("application_id", ["application_id"], application_id),
    Pragma("schema_version", ["schema_version"], schema_version),
    Pragma("busy_timeout", ["timeout"], busy_timeout, True),
    Pragma("wal_checkpoint", ["busy", "log", "checkpointed"], wal_checkpoint, True),
    Pragma("incremental_vacuum", [], nothing),
    Pragma("shrink_memory", [], nothing),
]
