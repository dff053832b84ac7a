"""The small integer codes that AST nodes carry: operators, joins, conflicts, frames, actions."""

from typing import Final

# Unary operators.
NEGATE: Final = 1
PLUS: Final = 2
BIT_NOT: Final = 3
NOT: Final = 4

# Binary operators. Those from EQ to IS_NOT compare; IS and IS_NOT never give NULL
# (IS [NOT] DISTINCT FROM becomes one of them).
OR: Final = 10
AND: Final = 11
EQ: Final = 12
NE: Final = 13
LT: Final = 14
LE: Final = 15
GT: Final = 16
GE: Final = 17
IS: Final = 18
IS_NOT: Final = 19
BIT_AND: Final = 20
BIT_OR: Final = 21
SHIFT_LEFT: Final = 22
SHIFT_RIGHT: Final = 23
ADD: Final = 24
SUBTRACT: Final = 25
MULTIPLY: Final = 26
DIVIDE: Final = 27
REMAINDER: Final = 28
CONCAT: Final = 29
EXTRACT: Final = 30  # ->
EXTRACT_VALUE: Final = 31  # ->>

# Pattern operators of `Like`.
LIKE: Final = 40
GLOB: Final = 41
REGEXP: Final = 42
MATCH: Final = 43

# What RAISE() does, and the conflict clauses (ON CONFLICT ..., INSERT OR ...).
CONFLICT_DEFAULT: Final = 0
CONFLICT_ROLLBACK: Final = 1
CONFLICT_ABORT: Final = 2
CONFLICT_FAIL: Final = 3
CONFLICT_IGNORE: Final = 4
CONFLICT_REPLACE: Final = 5

# How a FROM item joins what stands left of it. JOIN_FIRST: nothing does.
JOIN_FIRST: Final = 0
JOIN_COMMA: Final = 1
JOIN_INNER: Final = 2
JOIN_CROSS: Final = 3
JOIN_LEFT: Final = 4
JOIN_RIGHT: Final = 5
JOIN_FULL: Final = 6

# Between the cores of a compound SELECT.
UNION: Final = 1
UNION_ALL: Final = 2
EXCEPT: Final = 3
INTERSECT: Final = 4

# NULLS FIRST and NULLS LAST of an ordering term.
NULLS_DEFAULT: Final = 0
NULLS_FIRST: Final = 1
NULLS_LAST: Final = 2

# The hint of a common table expression.
MATERIALIZE_ANY: Final = 0
MATERIALIZE_YES: Final = 1
MATERIALIZE_NO: Final = 2

# Window frames: unit, bounds, EXCLUDE.
FRAME_ROWS: Final = 1
FRAME_RANGE: Final = 2
FRAME_GROUPS: Final = 3

UNBOUNDED_PRECEDING: Final = 1
PRECEDING: Final = 2
CURRENT_ROW: Final = 3
FOLLOWING: Final = 4
UNBOUNDED_FOLLOWING: Final = 5

EXCLUDE_NO_OTHERS: Final = 0
EXCLUDE_CURRENT_ROW: Final = 1
EXCLUDE_GROUP: Final = 2
EXCLUDE_TIES: Final = 3

# Foreign key actions.
NO_ACTION: Final = 0
RESTRICT: Final = 1
SET_NULL: Final = 2
SET_DEFAULT: Final = 3
CASCADE: Final = 4

# Triggers: when, and on what.
TRIGGER_BEFORE: Final = 1
TRIGGER_AFTER: Final = 2
TRIGGER_INSTEAD: Final = 3

ON_DELETE: Final = 1
ON_INSERT: Final = 2
ON_UPDATE: Final = 3

# BEGIN.
DEFERRED: Final = 0
IMMEDIATE: Final = 1
EXCLUSIVE: Final = 2
