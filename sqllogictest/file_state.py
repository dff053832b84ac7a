"""What a file's records have set up so far: connections, settings, variables, labels."""

import shutil
import tempfile
import time
from contextlib import suppress
from typing import Final

from sqllogictest.comparison import ResultSettings
from sqllogictest.engine import Engine, EngineError
from sqllogictest.labels import Labels
from sqllogictest.records import (
    Control,
    HashThreshold,
    Let,
    Record,
    Require,
    Restart,
    Sleep,
)
from sqllogictest.rendering import natural
from sqllogictest.substitution import SubstitutionError, Variables

TEST_DIR: Final = "__TEST_DIR__"
ALWAYS_SUPPORTED: Final = frozenset(
    ("notwindows", "notmingw", "64bit", "longdouble", "noforcestorage", "skip_reload")
)


class FileState:
    """The state of one file's run; `engine` is its main connection.

    `is_plain` is true while nothing but the main connection and unchanged text are needed.
    `blocked` says why every case that follows must fail, or is ''.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.settings = ResultSettings()
        self.labels = Labels()
        self.is_plain = True
        self.substituting = False
        self.blocked = ""
        self._connections: dict[str, Engine] = {}
        self._variables: Variables | None = None
        self._folder = ""

    @property
    def variables(self) -> Variables:
        """The variables of the file; the first use makes its temporary folder."""
        if self._variables is None:
            self._folder = tempfile.mkdtemp(prefix="sqllogictest-")
            self._variables = Variables(self._folder)
        return self._variables

    def connection(self, name: str) -> Engine:
        """The connection of that name, opened at first use. Raises EngineError."""
        if not name:
            return self.engine
        known = self._connections.get(name)
        if known is None:
            known = self._connections[name] = self.engine.connect(name)
        return known

    def apply_safely(self, record: Record, replaying: bool) -> None:
        """Execute a record that is no case; an engine that breaks blocks the cases after it."""
        try:
            self.apply(record, replaying)
        except Exception as error:
            self.block(f"{type(error).__name__} in line {record.line}: {error}")

    def apply(self, record: Record, replaying: bool) -> None:
        """Execute a record that is no case."""
        if isinstance(record, HashThreshold):
            self.settings.threshold = record.threshold
        elif isinstance(record, Control):
            self.control(record.setting, record.value)
        elif isinstance(record, Sleep):
            if not replaying:
                time.sleep(record.seconds)
        elif isinstance(record, Let):
            self.let(record)
        elif isinstance(record, Require):
            if not self.supports(record.feature):
                self.block(f"the engine lacks {record.feature}, required in line {record.line}")
        elif isinstance(record, Restart):
            self.restart(record)

    def control(self, setting: str, value: str) -> None:
        """Change one setting of sqllogictest-rs's `control`."""
        if setting == "sortmode":
            self.settings.sort_mode = value
        elif setting == "resultmode":
            self.settings.by_row = value == "rowwise"
        else:
            self.substituting = value == "on"
            self.is_plain = not self.substituting and not self.blocked

    def supports(self, feature: str) -> bool:
        return feature in ALWAYS_SUPPORTED or self.engine.supports(feature)

    def block(self, why: str) -> None:
        """Every case from here on fails."""
        self.blocked = self.blocked or why
        self.is_plain = False

    def let(self, record: Let) -> None:
        """Keep a query's first row in variables; if it has none, they lose their values."""
        values = self.variables.values
        for name in record.names:
            values.pop(name, None)
        try:
            sql = self.variables.substitute(record.sql) if self.substituting else record.sql
            rows = self.connection(record.connection).query(sql).rows
        except (EngineError, SubstitutionError):
            return
        if rows and len(rows[0]) == len(record.names):
            for name, value in zip(record.names, rows[0], strict=True):
                values[name] = natural(value)

    def restart(self, record: Restart) -> None:
        """Open the database again, or another one."""
        path = record.path
        if path is not None and TEST_DIR in path:
            path = path.replace(TEST_DIR, self.variables.folder)
        self.close_connections()
        try:
            self.engine = self.engine.reopen(path)
        except EngineError as error:
            self.block(f"{error.message} (line {record.line})")

    def close_connections(self) -> None:
        for engine in self._connections.values():
            with suppress(Exception):
                engine.close()
        self._connections.clear()

    def close(self) -> None:
        """Close every connection and remove the temporary folder."""
        self.close_connections()
        with suppress(Exception):
            self.engine.close()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
