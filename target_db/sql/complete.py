"""Does a text end a SQL statement? For shells that read until it does."""

import re
from typing import Final

# Space, comments, quoted pieces, words, and single characters. An unterminated comment or
# quotation matches UNFINISHED.
_PIECE: Final = re.compile(
    r"""
    (?P<space> [ \t\n\f\r]+ | /\*(?s:.*?)\*/ | --[^\n]*\n )
  | (?P<unfinished> /\*.* | --.* | '[^']*\Z | "[^"]*\Z | `[^`]*\Z | \[[^\]]*\Z )
  | (?P<quoted> '[^']*' | "[^"]*" | `[^`]*` | \[[^\]]*\] )
  | (?P<word> [A-Za-z0-9_$\x80-\U0010ffff]+ )
  | (?P<semicolon> ; )
  | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)

# Where a text stands. A trigger's body ends with `;`, END and `;`.
_EMPTY: Final = 0
_DONE: Final = 1
_STATEMENT: Final = 2
_EXPLAIN: Final = 3
_CREATE: Final = 4
_TRIGGER: Final = 5
_TRIGGER_SEMICOLON: Final = 6
_TRIGGER_END: Final = 7


def complete_statement(sql: str) -> bool:
    """Does `sql` end with a complete statement: a semicolon outside of strings, comments and
    CREATE TRIGGER bodies, with nothing but space and comments after it?

    As `sqlite3_complete()`: nothing is parsed, so that nonsense may be complete.
    """
    state = _EMPTY
    for piece in _PIECE.finditer(sql.partition("\0")[0]):
        kind = piece.lastgroup
        if kind == "unfinished":
            return False
        if kind != "space":
            word = piece[0].upper() if kind == "word" else ""
            state = next_state(state, word, kind == "semicolon")
    return state == _DONE


def next_state(state: int, word: str, semicolon: bool) -> int:
    """Where a text stands after one more word (in capitals), semicolon or other piece."""
    if state in (_EMPTY, _DONE):
        if semicolon:
            return _DONE
        return {"EXPLAIN": _EXPLAIN, "CREATE": _CREATE}.get(word, _STATEMENT)
    if state in (_TRIGGER, _TRIGGER_SEMICOLON, _TRIGGER_END):
        if semicolon:
            return _DONE if state == _TRIGGER_END else _TRIGGER_SEMICOLON
        if state == _TRIGGER_SEMICOLON and word == "END":
            return _TRIGGER_END
        return _TRIGGER
    if semicolon:
        return _DONE
    if state == _EXPLAIN and word == "CREATE":
        return _CREATE
    if state == _CREATE and word in ("TEMP", "TEMPORARY"):
        return _CREATE
    if state == _CREATE and word == "TRIGGER":
        return _TRIGGER
    return _STATEMENT
