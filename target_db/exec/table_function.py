"""Table-valued functions as the executor sees them: rows made from argument values."""

from mypy_extensions import i64

from target_db.exec.execution import Execution
from target_db.expr.base import Expr, Operator, Source


class RowStream:
    """The rows of one call, one after the other."""

    def __init__(self) -> None:
        self.row: tuple[object, ...] = ()
        self.rowid = 0

    def step(self) -> bool:
        """Put the next row into `row`, the visible columns only; False at the end."""
        raise NotImplementedError


class TableFunction:
    """A table-valued function.

    columns: the visible columns; types: declared types of some of them. arguments: the hidden
    columns that stand for the arguments, in their order.
    """

    def __init__(self, name: str, columns: list[str], arguments: list[str]) -> None:
        self.name = name
        self.columns = columns
        self.arguments = arguments
        self.types: dict[str, str] = {}

    def start(self, args: list[object], columns: i64) -> RowStream:
        """The rows for these arguments; those left out are not in the list. Raises SqlError.

        `columns`: bits of the columns that are read; the others may be anything. -1: all are.
        """
        raise NotImplementedError


class FunctionScan(Operator):
    """The rows of a table-valued function; its arguments may read outer loops."""

    def __init__(
        self,
        source: Source,
        function: TableFunction,
        args: list[Expr],
        condition: Expr | None,
        execution: Execution,
    ) -> None:
        self.source = source
        self.function = function
        self.args = args
        self.condition = condition
        self.execution = execution
        self.stream = RowStream()
        self.reads_arguments = True
        self.tail: tuple[object, ...] = ()

    def open(self) -> None:
        values: list[object] = []
        for arg in self.args:
            values.append(arg.eval())
        source = self.source
        function = self.function
        self.stream = function.start(values, source.columns_read)
        self.reads_arguments = source.columns_read >> len(function.columns) != 0
        if self.reads_arguments:
            missing = len(function.arguments) - len(values)
            self.tail = (*values, *([None] * missing))
        source.is_padding = False

    def step(self) -> bool:
        stream = self.stream
        source = self.source
        condition = self.condition
        while stream.step():
            self.execution.tick()
            source.row = stream.row + self.tail if self.reads_arguments else stream.row
            source.rowid = stream.rowid
            if condition is None or condition.is_true():
                return True
        return False
