"""target_db with seeded faults, as a PEP 249 module: `dbapi:faulty_target:FAULT,FAULT`.

The faults are put into the source as it is imported, uncompiled, in this process only. `none` is
the engine as it is.
"""

import ast
import faulthandler
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import source_patch
from catalogue import FAULTS
from source_patch import Patch

faulthandler.enable()
os.environ["DBWRIGHT_PURE"] = "1"

PACKAGE = "target_db"


class PatchingLoader(importlib.abc.InspectLoader):
    """Loads one module of the engine with its patches."""

    def __init__(self, path: Path, patches: list[Patch]) -> None:
        self.path = path
        self.patches = patches

    def get_source(self, fullname: str) -> str:
        return self.path.read_text(encoding="utf-8")

    def get_code(self, fullname: str) -> Any:
        tree = ast.parse(self.get_source(fullname))
        for patch in self.patches:
            source_patch.apply(tree, patch)
        return compile(tree, str(self.path), "exec", dont_inherit=True)

    def is_package(self, fullname: str) -> bool:
        return self.path.name == "__init__.py"

    def exec_module(self, module: ModuleType) -> None:
        exec(self.get_code(module.__name__), module.__dict__)


class PatchingFinder(importlib.abc.MetaPathFinder):
    """Finds the modules that have patches."""

    def __init__(self, modules: dict[str, list[Patch]], package: Path) -> None:
        self.modules = modules
        self.package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        patches = self.modules.get(fullname)
        if patches is None:
            return None
        parts = fullname.split(".")[1:]
        file = self.package.joinpath(*parts).with_suffix(".py")
        return importlib.util.spec_from_file_location(
            fullname, file, loader=PatchingLoader(file, patches)
        )


def install(names: list[str]) -> None:
    """Have the engine imported with these faults. Raises KeyError for an unknown one."""
    import target_db  # its own finder must be behind ours

    assert target_db.BUILD == "pure", "faults can't be put into compiled modules"
    package = Path(target_db.__file__).parent
    modules: dict[str, list[Patch]] = {}
    for name in names:
        patch = FAULTS[name].patch
        module = source_patch.locate(package, patch)
        modules.setdefault(f"{PACKAGE}.{module}", []).append(patch)
    sys.meta_path.insert(0, PatchingFinder(modules, package))


class Error(Exception):
    """What the engine refuses."""


class Cursor:
    """Runs one statement at a time on the connection's session."""

    def __init__(self, connection: "Connection") -> None:
        self.connection = connection
        self.description: list[tuple[object, ...]] | None = None
        self.rowcount = -1
        self.rows: list[Any] = []
        self.fault: str | None = None

    def execute(self, sql: str) -> None:
        try:
            columns, rows, fault = self.connection.session.query(sql)
        except self.connection.sql_error as error:
            raise Error(error.message) from None
        if fault is not None and columns == 0:
            raise Error(fault.message)
        self.description = [("", None, None, None, None, None, None)] * columns or None
        self.rows, self.fault = list(rows), None if fault is None else fault.message
        self.rows.reverse()

    def fetchone(self) -> Any:
        if self.rows:
            return self.rows.pop()
        if self.fault is not None:
            raise Error(self.fault)
        return None

    def fetchall(self) -> list[Any]:
        found = []
        while (row := self.fetchone()) is not None:
            found.append(row)
        return found


class Connection:
    """A fresh database in memory."""

    def __init__(self) -> None:
        from target_db.errors import SqlError
        from target_db.session.session import Session

        self.session: Any = Session(":memory:")
        self.sql_error: Any = SqlError

    def cursor(self) -> Cursor:
        return Cursor(self)

    def executescript(self, sql: str) -> None:
        try:
            self.session.run_script(sql)
        except self.sql_error as error:
            raise Error(error.message) from None

    def close(self) -> None:
        self.session.close()


INSTALLED: list[str] = []


def connect(target: str) -> Connection:
    """Open a database of the engine with the faults that `target` lists."""
    if not INSTALLED:
        INSTALLED.append(target)
        install([name for name in target.split(",") if name not in ("", "none")])
    assert [target] == INSTALLED, "one process has one set of faults"
    return Connection()
