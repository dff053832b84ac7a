"""The words of an SQL text without parsing it: keywords, functions, names and literals.

Used where a parser would be too slow (a hundred thousand failures) or cannot help (SQL that no
parser of ours reads). Keywords are those of SQLite's documentation, "SQLite Keywords".
"""

import re

KEYWORDS = frozenset(
    """ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE
    BEGIN BETWEEN BY CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE
    CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFAULT DEFERRABLE
    DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT EXCLUDE EXCLUSIVE
    EXISTS EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP
    GROUPS HAVING IF IGNORE IMMEDIATE IN INDEX INDEXED INITIALLY INNER INSERT INSTEAD
    INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL NO NOT
    NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION PLAN PRAGMA
    PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME
    REPLACE RESTRICT RETURNING RIGHT ROLLBACK ROW ROWS SAVEPOINT SELECT SET TABLE TEMP
    TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION UNIQUE UPDATE USING VACUUM
    VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT""".split()  # noqa: SIM905 (a list of a hundred strings is no easier to read)
)
TYPES = frozenset(
    """INT INTEGER TINYINT SMALLINT MEDIUMINT BIGINT CHARACTER VARCHAR CHAR NCHAR TEXT CLOB BLOB
    REAL DOUBLE FLOAT NUMERIC DECIMAL BOOLEAN DATE DATETIME SIGNED UNSIGNED""".split()  # noqa: SIM905 (a list of a hundred strings is no easier to read)
)
NAMES_A_TABLE = frozenset(
    """TABLE INTO EXISTS ON INDEX VIEW TRIGGER UPDATE FROM JOIN AS WITH""".split()  # noqa: SIM905 (a list of a hundred strings is no easier to read)
)
"""Words after which a name before a parenthesis is a table's or the like, not a function's."""

TOKEN = re.compile(
    r"""(?P<comment>--[^\n]*|/\*.*?\*/)
    |(?P<text>'(?:[^']|'')*')
    |(?P<quoted>"[^"]*"|`[^`]*`|\[[^\]]*\])
    |(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<word>[^\W\d]\w*)
    |(?P<operator><<|>>|\|\||<=|>=|<>|!=|==|->>|->|[^\s\w])""",
    re.VERBOSE | re.DOTALL,
)


def tokens(sql: str) -> list[tuple[str, str]]:
    """(kind, text) of each token; kinds: keyword, function, name, number, text, operator.

    Keywords and functions come in upper case; comments and white space are dropped.
    """
    found: list[tuple[str, str]] = []
    for match in TOKEN.finditer(sql):
        kind, text = match.lastgroup or "", match.group()
        if kind == "comment":
            continue
        if kind == "quoted":
            kind, text = "name", text[1:-1]
        elif kind == "word":
            upper = text.upper()
            if upper in KEYWORDS or upper in TYPES:
                kind, text = "keyword", upper
            else:
                kind = "name"
        elif text == "(" and found and found[-1][0] == "name":
            before = found[-2][1] if len(found) > 1 else ""
            if before not in NAMES_A_TABLE:
                found[-1] = ("function", found[-1][1].upper())
        found.append((kind, text))
    return found


def names(sql: str) -> frozenset[str]:
    """The names of tables, columns and the like, in lower case."""
    return frozenset(text.lower() for kind, text in tokens(sql) if kind == "name")


def masked(sql: str) -> str:
    """The SQL with `?` for each name and literal: the same for statements of one form."""
    return " ".join(
        text if kind in ("keyword", "function", "operator") else "?" for kind, text in tokens(sql)
    )


def vocabularies(sql: str) -> tuple[str, str]:
    """Which keywords, functions and operators occur, sorted; and the same without operators."""
    found = tokens(sql)
    words = {text for kind, text in found if kind in ("keyword", "function")}
    operators = {text for kind, text in found if kind == "operator"}
    return " ".join(sorted(words | operators)), " ".join(sorted(words))
