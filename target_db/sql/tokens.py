"""Token kinds: small integers, ordered so that a range test tells what may be a name.

From STRING up stand the kinds that may name something:

    STRING .. LAST_FALLBACK   what SQLite's grammar calls `ids`: an alias without AS, a type
    ID .. LAST_FALLBACK       `id`: names and the keywords that are names wherever they are
                              not expected as keywords (found by probing SQLite 3.54)
    ID .. LAST_NAME           also INDEXED and the join keywords: a column, a function
    STRING .. LAST_NAME       `nm`: a table, a column after a dot, anything that is created

Keywords are found without allocating: the lexer hashes a word while it scans it, and
`KEYWORD_SLOTS` is a perfect hash table of the 147 keywords.
"""

from typing import Final

# Punctuation, operators, literals. SEPARATED is a number such as 1_000.
END_OF_INPUT: Final = 0
SEMI: Final = 1
LPAREN: Final = 2
RPAREN: Final = 3
COMMA: Final = 4
DOT: Final = 5
STAR: Final = 6
PLUS: Final = 7
MINUS: Final = 8
SLASH: Final = 9
PERCENT: Final = 10
CONCAT: Final = 11
ARROW: Final = 12
ARROW2: Final = 13
BIT_AND: Final = 14
BIT_OR: Final = 15
SHIFT_LEFT: Final = 16
SHIFT_RIGHT: Final = 17
TILDE: Final = 18
EQ: Final = 19
NE: Final = 20
LT: Final = 21
LE: Final = 22
GT: Final = 23
GE: Final = 24
INTEGER: Final = 25
FLOAT: Final = 26
SEPARATED: Final = 27
BLOB: Final = 28
VARIABLE: Final = 29

# Names. DOUBLE_QUOTED is "x"; QUOTED is [x] or `x`.
STRING: Final = 30
ID: Final = 31
DOUBLE_QUOTED: Final = 32
QUOTED: Final = 33

# Keywords that fall back to names.
KW_ABORT: Final = 34
KW_ACTION: Final = 35
KW_AFTER: Final = 36
KW_ALWAYS: Final = 37
KW_ANALYZE: Final = 38
KW_ASC: Final = 39
KW_ATTACH: Final = 40
KW_BEFORE: Final = 41
KW_BEGIN: Final = 42
KW_BY: Final = 43
KW_CASCADE: Final = 44
KW_CAST: Final = 45
KW_COLUMN: Final = 46
KW_CONFLICT: Final = 47
KW_CURRENT: Final = 48
KW_CURRENT_DATE: Final = 49
KW_CURRENT_TIME: Final = 50
KW_CURRENT_TIMESTAMP: Final = 51
KW_DATABASE: Final = 52
KW_DEFERRED: Final = 53
KW_DESC: Final = 54
KW_DETACH: Final = 55
KW_DO: Final = 56
KW_EACH: Final = 57
KW_END: Final = 58
KW_EXCLUDE: Final = 59
KW_EXCLUSIVE: Final = 60
KW_EXPLAIN: Final = 61
KW_FAIL: Final = 62
KW_FIRST: Final = 63
KW_FOLLOWING: Final = 64
KW_FOR: Final = 65
KW_GENERATED: Final = 66
KW_GLOB: Final = 67
KW_GROUPS: Final = 68
KW_IF: Final = 69
KW_IGNORE: Final = 70
KW_IMMEDIATE: Final = 71
KW_INITIALLY: Final = 72
KW_INSTEAD: Final = 73
KW_KEY: Final = 74
KW_LAST: Final = 75
KW_LIKE: Final = 76
KW_MATCH: Final = 77
KW_MATERIALIZED: Final = 78
KW_NO: Final = 79
KW_NULLS: Final = 80
KW_OF: Final = 81
KW_OFFSET: Final = 82
KW_OTHERS: Final = 83
KW_PARTITION: Final = 84
KW_PLAN: Final = 85
KW_PRAGMA: Final = 86
KW_PRECEDING: Final = 87
KW_QUERY: Final = 88
KW_RAISE: Final = 89
KW_RANGE: Final = 90
KW_RECURSIVE: Final = 91
KW_REGEXP: Final = 92
KW_REINDEX: Final = 93
KW_RELEASE: Final = 94
KW_RENAME: Final = 95
KW_REPLACE: Final = 96
KW_RESTRICT: Final = 97
KW_ROLLBACK: Final = 98
KW_ROW: Final = 99
KW_ROWS: Final = 100
KW_SAVEPOINT: Final = 101
KW_TEMP: Final = 102
KW_TEMPORARY: Final = 103
KW_TIES: Final = 104
KW_TRIGGER: Final = 105
KW_UNBOUNDED: Final = 106
KW_VACUUM: Final = 107
KW_VIEW: Final = 108
KW_VIRTUAL: Final = 109
KW_WITH: Final = 110
KW_WITHOUT: Final = 111
LAST_FALLBACK: Final = 111

KW_INDEXED: Final = 112
KW_CROSS: Final = 113
KW_FULL: Final = 114
KW_INNER: Final = 115
KW_LEFT: Final = 116
KW_NATURAL: Final = 117
KW_OUTER: Final = 118
KW_RIGHT: Final = 119
FIRST_JOIN: Final = 113
LAST_NAME: Final = 119

# Reserved keywords; the last three only where the lexer finds that they start a window clause.
KW_ADD: Final = 120
KW_ALL: Final = 121
KW_ALTER: Final = 122
KW_AND: Final = 123
KW_AS: Final = 124
KW_AUTOINCREMENT: Final = 125
KW_BETWEEN: Final = 126
KW_CASE: Final = 127
KW_CHECK: Final = 128
KW_COLLATE: Final = 129
KW_COMMIT: Final = 130
KW_CONSTRAINT: Final = 131
KW_CREATE: Final = 132
KW_DEFAULT: Final = 133
KW_DEFERRABLE: Final = 134
KW_DELETE: Final = 135
KW_DISTINCT: Final = 136
KW_DROP: Final = 137
KW_ELSE: Final = 138
KW_ESCAPE: Final = 139
KW_EXCEPT: Final = 140
KW_EXISTS: Final = 141
KW_FOREIGN: Final = 142
KW_FROM: Final = 143
KW_GROUP: Final = 144
KW_HAVING: Final = 145
KW_IN: Final = 146
KW_INDEX: Final = 147
KW_INSERT: Final = 148
KW_INTERSECT: Final = 149
KW_INTO: Final = 150
KW_IS: Final = 151
KW_ISNULL: Final = 152
KW_JOIN: Final = 153
KW_LIMIT: Final = 154
KW_NOT: Final = 155
KW_NOTHING: Final = 156
KW_NOTNULL: Final = 157
KW_NULL: Final = 158
KW_ON: Final = 159
KW_OR: Final = 160
KW_ORDER: Final = 161
KW_PRIMARY: Final = 162
KW_REFERENCES: Final = 163
KW_RETURNING: Final = 164
KW_SELECT: Final = 165
KW_SET: Final = 166
KW_TABLE: Final = 167
KW_THEN: Final = 168
KW_TO: Final = 169
KW_TRANSACTION: Final = 170
KW_UNION: Final = 171
KW_UNIQUE: Final = 172
KW_UPDATE: Final = 173
KW_USING: Final = 174
KW_VALUES: Final = 175
KW_WHEN: Final = 176
KW_WHERE: Final = 177
KW_FILTER: Final = 178
KW_OVER: Final = 179
KW_WINDOW: Final = 180

FIRST_KEYWORD: Final = 34
_WORDS: Final = (
    "ABORT ACTION AFTER ALWAYS ANALYZE ASC ATTACH BEFORE BEGIN BY CASCADE CAST COLUMN "
    "CONFLICT CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFERRED DESC "
    "DETACH DO EACH END EXCLUDE EXCLUSIVE EXPLAIN FAIL FIRST FOLLOWING FOR GENERATED GLOB "
    "GROUPS IF IGNORE IMMEDIATE INITIALLY INSTEAD KEY LAST LIKE MATCH MATERIALIZED NO NULLS "
    "OF OFFSET OTHERS PARTITION PLAN PRAGMA PRECEDING QUERY RAISE RANGE RECURSIVE REGEXP "
    "REINDEX RELEASE RENAME REPLACE RESTRICT ROLLBACK ROW ROWS SAVEPOINT TEMP TEMPORARY TIES "
    "TRIGGER UNBOUNDED VACUUM VIEW VIRTUAL WITH WITHOUT INDEXED CROSS FULL INNER LEFT NATURAL "
    "OUTER RIGHT ADD ALL ALTER AND AS AUTOINCREMENT BETWEEN CASE CHECK COLLATE COMMIT "
    "CONSTRAINT CREATE DEFAULT DEFERRABLE DELETE DISTINCT DROP ELSE ESCAPE EXCEPT EXISTS "
    "FOREIGN FROM GROUP HAVING IN INDEX INSERT INTERSECT INTO IS ISNULL JOIN LIMIT NOT "
    "NOTHING NOTNULL NULL ON OR ORDER PRIMARY REFERENCES RETURNING SELECT SET TABLE THEN TO "
    "TRANSACTION UNION UNIQUE UPDATE USING VALUES WHEN WHERE FILTER OVER WINDOW "
)
KEYWORDS: Final = _WORDS.split()

# Chosen by search: no two keywords share a slot. The hash of a word is h = h * HASH_FACTOR + c
# over its characters c with bit 5 cleared, modulo HASH_SIZE.
HASH_FACTOR: Final = 283
HASH_SIZE: Final = 2048


def keyword_slots() -> str:
    """The hash table as a string: the character in a slot is the keyword's kind, or NUL."""
    slots = [0] * HASH_SIZE
    for index, word in enumerate(KEYWORDS):
        hashed = 0
        for char in word:
            hashed = (hashed * HASH_FACTOR + (ord(char) & -33)) & (HASH_SIZE - 1)
        slots[hashed] = FIRST_KEYWORD + index
    return "".join(map(chr, slots))


KEYWORD_SLOTS: Final = keyword_slots()
KEYWORD_KINDS: Final = {word: FIRST_KEYWORD + i for i, word in enumerate(KEYWORDS)}
