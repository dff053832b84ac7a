"""The table-valued functions of a session: generate_series, and the PRAGMA functions."""

from __future__ import annotations

from target_db.dml.runtime import Runtime
from target_db.exec.table_function import RowStream, TableFunction
from target_db.functions.series import COLUMNS, HIDDEN_COLUMNS, Series, generate_series
from target_db.session.pragma_functions import pragma_functions


class SeriesRows(RowStream):
    """The rows of one generate_series call."""

    def __init__(self, series: Series) -> None:
        super().__init__()
        self.series = series

    def step(self) -> bool:
        value = next(self.series, None)
        if value is None:
            return False
        self.row = (value,)
        self.rowid += 1
        return True


class SeriesFunction(TableFunction):
    """generate_series(start, stop, step)."""

    def __init__(self) -> None:
        super().__init__("generate_series", list(COLUMNS), list(HIDDEN_COLUMNS))

    def start(self, args: list[object]) -> RowStream:
        return SeriesRows(generate_series(args))


def table_functions(runtime: Runtime) -> dict[str, TableFunction]:
    """All of them, by name."""
    functions = pragma_functions(runtime)
    series = SeriesFunction()
    functions[series.name] = series
    return functions
