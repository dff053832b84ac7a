"""The constants of `sqlite3`: result codes, authorizer actions, limits, configuration switches.

Sources: "Result and Error Codes", "Authorizer Action Codes", "Run-Time Limit Categories" and
"Database Connection Configuration Options" in SQLite's documentation.
"""

from __future__ import annotations

from typing import Final

PRIMARY_CODES: Final = {
    "OK": 0, "ERROR": 1, "INTERNAL": 2, "PERM": 3, "ABORT": 4, "BUSY": 5, "LOCKED": 6, "NOMEM": 7,
    "READONLY": 8, "INTERRUPT": 9, "IOERR": 10, "CORRUPT": 11, "NOTFOUND": 12, "FULL": 13,
    "CANTOPEN": 14, "PROTOCOL": 15, "EMPTY": 16, "SCHEMA": 17, "TOOBIG": 18, "CONSTRAINT": 19,
    "MISMATCH": 20, "MISUSE": 21, "NOLFS": 22, "AUTH": 23, "FORMAT": 24, "RANGE": 25,
    "NOTADB": 26, "NOTICE": 27, "WARNING": 28, "ROW": 100, "DONE": 101,
}  # fmt: skip

# The extensions of each primary code, from 1 on: the extended code is extension * 256 + primary.
EXTENSIONS: Final = {
    "OK": ["LOAD_PERMANENTLY", "SYMLINK"],
    "ERROR": ["MISSING_COLLSEQ", "RETRY", "SNAPSHOT"],
    "ABORT": ["", "ROLLBACK"],
    "AUTH": ["USER"],
    "BUSY": ["RECOVERY", "SNAPSHOT", "TIMEOUT"],
    "CANTOPEN": ["NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"],
    "CONSTRAINT": [
        "CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY", "TRIGGER",
        "UNIQUE", "VTAB", "ROWID", "PINNED", "DATATYPE",
    ],
    "CORRUPT": ["VTAB", "SEQUENCE", "INDEX"],
    "IOERR": [
        "READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT", "UNLOCK",
        "RDLOCK", "DELETE", "BLOCKED", "NOMEM", "ACCESS", "CHECKRESERVEDLOCK", "LOCK", "CLOSE",
        "DIR_CLOSE", "SHMOPEN", "SHMSIZE", "SHMLOCK", "SHMMAP", "SEEK", "DELETE_NOENT", "MMAP",
        "GETTEMPPATH", "CONVPATH", "VNODE", "AUTH", "BEGIN_ATOMIC", "COMMIT_ATOMIC",
        "ROLLBACK_ATOMIC", "DATA", "CORRUPTFS",
    ],
    "LOCKED": ["SHAREDCACHE", "VTAB"],
    "NOTICE": ["RECOVER_WAL", "RECOVER_ROLLBACK"],
    "READONLY": ["RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"],
    "WARNING": ["AUTOINDEX"],
}  # fmt: skip

ACTIONS: Final = [
    "CREATE_INDEX", "CREATE_TABLE", "CREATE_TEMP_INDEX", "CREATE_TEMP_TABLE",
    "CREATE_TEMP_TRIGGER", "CREATE_TEMP_VIEW", "CREATE_TRIGGER", "CREATE_VIEW", "DELETE",
    "DROP_INDEX", "DROP_TABLE", "DROP_TEMP_INDEX", "DROP_TEMP_TABLE", "DROP_TEMP_TRIGGER",
    "DROP_TEMP_VIEW", "DROP_TRIGGER", "DROP_VIEW", "INSERT", "PRAGMA", "READ", "SELECT",
    "TRANSACTION", "UPDATE", "ATTACH", "DETACH", "ALTER_TABLE", "REINDEX", "ANALYZE",
    "CREATE_VTABLE", "DROP_VTABLE", "FUNCTION", "SAVEPOINT", "RECURSIVE",
]  # fmt: skip

LIMITS: Final = [
    "LENGTH", "SQL_LENGTH", "COLUMN", "EXPR_DEPTH", "COMPOUND_SELECT", "VDBE_OP", "FUNCTION_ARG",
    "ATTACHED", "LIKE_PATTERN_LENGTH", "VARIABLE_NUMBER", "TRIGGER_DEPTH", "WORKER_THREADS",
]  # fmt: skip

# The upper bound of each limit, which is also its default.
LIMIT_DEFAULTS: Final = [
    1_000_000_000, 1_000_000_000, 2000, 1000, 500, 250_000_000, 1000, 10, 50_000, 32_766, 1000, 0,
]  # fmt: skip

CONFIG: Final = {
    "ENABLE_FKEY": 1002, "ENABLE_TRIGGER": 1003, "ENABLE_FTS3_TOKENIZER": 1004,
    "ENABLE_LOAD_EXTENSION": 1005, "NO_CKPT_ON_CLOSE": 1006, "ENABLE_QPSG": 1007,
    "TRIGGER_EQP": 1008, "RESET_DATABASE": 1009, "DEFENSIVE": 1010, "WRITABLE_SCHEMA": 1011,
    "LEGACY_ALTER_TABLE": 1012, "DQS_DML": 1013, "DQS_DDL": 1014, "ENABLE_VIEW": 1015,
    "LEGACY_FILE_FORMAT": 1016, "TRUSTED_SCHEMA": 1017,
}  # fmt: skip

PARSE_DECLTYPES: Final = 1
PARSE_COLNAMES: Final = 2
LEGACY_TRANSACTION_CONTROL: Final = -1
SQLITE_LIMIT_LENGTH: Final = 0
SQLITE_LIMIT_SQL_LENGTH: Final = 1
SQLITE_LIMIT_FUNCTION_ARG: Final = 6
SQLITE_LIMIT_VARIABLE_NUMBER: Final = 9
SQLITE_DENY: Final = 1
SQLITE_IGNORE: Final = 2


def result_codes() -> dict[str, int]:
    """Every result code by its name, `SQLITE_` included."""
    codes = {f"SQLITE_{name}": code for name, code in PRIMARY_CODES.items()}
    for primary, names in EXTENSIONS.items():
        for number, name in enumerate(names, 1):
            if name:
                codes[f"SQLITE_{primary}_{name}"] = number * 256 + PRIMARY_CODES[primary]
    return codes


def module_constants() -> dict[str, int]:
    """Every constant of the module that is a number of SQLite's, by name."""
    found = result_codes()
    found.update({"SQLITE_DENY": SQLITE_DENY, "SQLITE_IGNORE": SQLITE_IGNORE})
    found.update({f"SQLITE_{name}": code for code, name in enumerate(ACTIONS, 1)})
    found.update({f"SQLITE_LIMIT_{name}": code for code, name in enumerate(LIMITS)})
    found.update({f"SQLITE_DBCONFIG_{name}": code for name, code in CONFIG.items()})
    return found


CODE_NAMES: Final = {code: name for name, code in result_codes().items()}
