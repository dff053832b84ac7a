"""Where the first statement of an SQL text ends: queries run that one only."""


def first_statement(sql: str) -> str:
    """The text up to the first `;` outside quotes, brackets and comments.

    Follows SQLite's lexer: '..', "..", `..` and [..] quote, `--` and `/* */` comment.
    Statements whose body holds `;` (CREATE TRIGGER) are not queries and do not come here.
    """
    if ";" not in sql:
        return sql
    position, end = 0, len(sql)
    while position < end:
        char = sql[position]
        if char == ";":
            return sql[:position]
        if char in "'\"`":
            position = _after(sql, char, position + 1)
        elif char == "[":
            position = _after(sql, "]", position + 1)
        elif sql.startswith("--", position):
            position = _after(sql, "\n", position)
        elif sql.startswith("/*", position):
            position = _after(sql, "*/", position + 2)
        else:
            position += 1
    return sql


def _after(sql: str, closing: str, start: int) -> int:
    found = sql.find(closing, start)
    return len(sql) if found < 0 else found + len(closing)
