"""All that can be seen of one statement, which is more than judging a record needs."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field

from sqllogictest.engine import Engine, EngineError

INTERRUPTED = "interrupted"
UNREADABLE = ("", "text that is no UTF-8")
HAS_A_BODY = re.compile(r"\s*CREATE\s+(?:TEMP(?:ORARY)?\s+)?TRIGGER\b", re.IGNORECASE)
"""A statement with `;` in it, which an engine's `query` would cut short."""


@dataclass(frozen=True)
class Observation:
    """What a statement gave.

    error: its code as the engine has it and its message, or None. `rows` are those before it.
    names, types: of the result's columns; empty where the engine does not tell.
    changes: the rows it changed, or None where that is not known.
    """

    rows: list[tuple[object, ...]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    types: list[str | None] = field(default_factory=list)
    error: tuple[str, str] | None = None
    changes: int | None = None

    @property
    def is_unreadable(self) -> bool:
        """Whether the engine's driver could not hand the answer over."""
        return self.error == UNREADABLE

    @property
    def was_interrupted(self) -> bool:
        return self.error is not None and self.error[1] == INTERRUPTED


class Observer:
    """One connection to one fresh database, whose statements are looked at closely."""

    def run(self, sql: str) -> Observation:
        """Run the one statement of `sql` to its end. What the engine throws that is no error
        of SQL comes out as it is."""
        raise NotImplementedError

    def interrupt(self) -> None:
        """Stop what runs now; called from another thread."""

    def set_optimizer(self, on: bool) -> bool:
        """Switch index use and rewrites off, or on again. False where that cannot be done."""
        return False

    def in_transaction(self) -> bool:
        """Whether a transaction is open, as far as the engine tells."""
        return False

    def close(self) -> None:
        """Free the connection."""


class PlainObserver(Observer):
    """What any engine shows: rows, and the text of errors."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def run(self, sql: str) -> Observation:
        try:
            if HAS_A_BODY.match(sql):
                self.engine.execute(sql)
                return Observation()
            rows = self.engine.query(sql)
        except EngineError as error:
            return Observation(error=(error.code or "", error.message))
        fault = None if rows.fault is None else ("", rows.fault)
        return Observation([tuple(row) for row in rows.rows], error=fault)

    def close(self) -> None:
        self.engine.close()


class Watchdog:
    """Interrupts an observer's statement that takes longer than `seconds`."""

    def __init__(self, observer: Observer, seconds: float) -> None:
        self.observer = observer
        self.seconds = seconds

    def run(self, sql: str) -> Observation:
        """`observer.run`, with a bound on its time."""
        timer = threading.Timer(self.seconds, self.observer.interrupt)
        timer.daemon = True
        timer.start()
        try:
            return self.observer.run(sql)
        finally:
            timer.cancel()
