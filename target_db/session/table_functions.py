"""The table-valued functions of a session: generate_series, json_each, json_tree, PRAGMAs."""

from __future__ import annotations

from mypy_extensions import i64

from target_db.dml.runtime import Runtime
from target_db.exec.json_tables import json_tables
from target_db.exec.table_function import RowStream, TableFunction
from target_db.functions.series import COLUMNS, HIDDEN_COLUMNS, Series, generate_series
from target_db.session.pragma_functions import pragma_functions


class SeriesRows(RowStream):
    """The rows of one generate_series call."""

    def __init__(self, series: Series) -> None:
        super().__init__()
        self.series = series

    def step(self) -> bool:
        if not self.series.advance():
            return False
        self.row = (self.series.value,)
        self.rowid += 1
        return True


class SeriesFunction(TableFunction):
    """generate_series(start, stop, step)."""

    def __init__(self) -> None:
        super().__init__("generate_series", list(COLUMNS), list(HIDDEN_COLUMNS))

    def start(self, args: list[object], columns: i64) -> RowStream:
        return SeriesRows(generate_series(args))


def table_functions(runtime: Runtime) -> dict[str, TableFunction]:
    """All of them, by name."""
    functions = pragma_functions(runtime)
    for function in [SeriesFunction(), *json_tables()]:
        functions[function.name] = function
    return functions
