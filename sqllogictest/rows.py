"""The result of one query, as an engine hands it to the runner."""

from collections.abc import Sequence


class Rows:
    """What a query gave.

    `columns` is the number of result columns, known even where there are no rows (-1 if the
    engine cannot tell; then no rows have come). `rows` holds None, int, float, str and bytes;
    anything else is shown by `str()`. `fault` is the error message when stepping failed
    part-way: the rows before it count all the same.
    """

    def __init__(
        self, columns: int, rows: Sequence[Sequence[object]], fault: str | None = None
    ) -> None:
        self.columns = columns
        self.rows = rows
        self.fault = fault
