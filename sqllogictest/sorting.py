"""Sort modes: the order in which a rendered result is compared.

Values are rendered first and compared as strings of bytes. Code points order as their UTF-8
bytes do, so comparing `str` is comparing bytes.
"""

from sqllogictest.records import ROWSORT, VALUESORT


def sort_values(values: list[str], columns: int, mode: str) -> list[str]:
    """Rendered `values`, row after row, in the order that `mode` asks for.

    nosort leaves them; rowsort sorts the rows, column by column; valuesort sorts the values
    whatever row they are of. Sorts in place where it can.
    """
    if mode == VALUESORT or (mode == ROWSORT and columns <= 1):
        values.sort()
        return values
    if mode != ROWSORT or len(values) <= columns:
        return values
    rows = [values[start : start + columns] for start in range(0, len(values), columns)]
    rows.sort()
    out: list[str] = []
    for row in rows:
        out += row
    return out


def sorted_text(values: list[str], columns: int, mode: str) -> str:
    """What `sort_values` gives, joined by newlines, for values without control characters.

    A row that is joined by newlines sorts as its values do one by one, since a newline is less
    than any character in them; comparing strings is much faster than comparing lists.
    """
    if mode != ROWSORT or columns <= 1:
        return "\n".join(sort_values(values, columns, mode))
    rows = ["\n".join(values[at : at + columns]) for at in range(0, len(values), columns)]
    rows.sort()
    return "\n".join(rows)
