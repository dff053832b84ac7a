"""target_db, closely looked at."""

from harness.engines.observation import Observation, Observer
from target_db.errors import SqlError
from target_db.session.session import Session


class TargetDbObserver(Observer):
    """A fresh in-memory database, through a session."""

    def __init__(self) -> None:
        self.session = Session(":memory:")

    def run(self, sql: str) -> Observation:
        session = self.session
        rows: list[tuple[object, ...]] = []
        names: list[str] = []
        types: list[str | None] = []
        error = None
        try:
            statement, _ = session.prepare(sql)
            if statement is not None:
                names, types = statement.column_names, statement.column_types
                statement.fetch_all(rows)
        except SqlError as fault:
            error = (str(fault.code), fault.message)
        return Observation(rows, names, types, error, session.changes)

    def interrupt(self) -> None:
        self.session.interrupt()

    def set_optimizer(self, on: bool) -> bool:
        self.session.runtime.optimizer_off = not on
        return True

    def close(self) -> None:
        self.session.close()


def make() -> Observer:
    return TargetDbObserver()
