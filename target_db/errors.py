"""The engine's errors: one root, with SQLite's result codes and its message texts.

Codes are those of "Result and Error Codes" in SQLite's documentation. An extended code
carries its primary code in the low 8 bits.
"""

from typing import Final

ERROR: Final = 1
INTERNAL: Final = 2
PERM: Final = 3
ABORT: Final = 4
BUSY: Final = 5
LOCKED: Final = 6
NOMEM: Final = 7
READONLY: Final = 8
INTERRUPT: Final = 9
IOERR: Final = 10
CORRUPT: Final = 11
NOTFOUND: Final = 12
FULL: Final = 13
CANTOPEN: Final = 14
PROTOCOL: Final = 15
SCHEMA: Final = 17
TOOBIG: Final = 18
CONSTRAINT: Final = 19
MISMATCH: Final = 20
MISUSE: Final = 21
AUTH: Final = 23
RANGE: Final = 25
NOTADB: Final = 26

CONSTRAINT_CHECK: Final = 275
CONSTRAINT_FOREIGNKEY: Final = 787
CONSTRAINT_NOTNULL: Final = 1299
CONSTRAINT_PRIMARYKEY: Final = 1555
CONSTRAINT_TRIGGER: Final = 1811
CONSTRAINT_UNIQUE: Final = 2067
CONSTRAINT_ROWID: Final = 2579
CONSTRAINT_DATATYPE: Final = 3091


class SqlError(Exception):
    """What a statement did wrong: SQLite's message and its (extended) result code.

    `offset` is the position in the SQL text where it was noticed, in characters, or -1.
    """

    def __init__(self, message: str, code: int = ERROR, offset: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.offset = offset

    @property
    def primary_code(self) -> int:
        """The result code without its extension: 19 for every kind of constraint."""
        return self.code & 0xFF
