"""SQLite, closely looked at."""

import apsw

from harness.engines.observation import UNREADABLE, Observation, Observer


class SqliteObserver(Observer):
    """A fresh in-memory database of the SQLite that apsw brings."""

    def __init__(self) -> None:
        self.connection = apsw.Connection(":memory:", statementcachesize=0)
        self.cursor = self.connection.cursor()
        self.cursor.exec_trace = self.note_columns
        self.names: list[str] = []
        self.types: list[str | None] = []

    def note_columns(self, cursor: apsw.Cursor, sql: str, bindings: object) -> bool:
        """apsw calls this between preparing and stepping."""
        description = cursor.get_description()
        self.names = [column[0] for column in description]
        self.types = [column[1] for column in description]
        return True

    def run(self, sql: str) -> Observation:
        self.names, self.types = [], []
        rows: list[tuple[object, ...]] = []
        error = None
        try:
            rows.extend(self.cursor.execute(sql))
        except apsw.Error as fault:
            error = (str(getattr(fault, "extendedresult", "")), str(fault))
        except UnicodeDecodeError:
            error = UNREADABLE
        return Observation(rows, self.names, self.types, error, self.connection.changes())

    def in_transaction(self) -> bool:
        return self.connection.in_transaction

    def interrupt(self) -> None:
        self.connection.interrupt()

    def close(self) -> None:
        self.connection.close()


def make() -> Observer:
    return SqliteObserver()
