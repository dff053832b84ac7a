"""What COMPAT.md says is so: the names of `sqlite3`, the excused tests, the missing commands."""

import importlib.util
import re
import sqlite3
import types
from pathlib import Path

from target_db import dbapi
from target_db.shell.commands import COMMAND

ROOT = Path(__file__).parents[2]
COMPAT = (ROOT / "COMPAT.md").read_text()


def public(owner: object) -> set[str]:
    return {
        name
        for name in dir(owner)
        if not name.startswith("_") and not isinstance(getattr(owner, name, None), types.ModuleType)
    }


def test_every_name_of_the_module_is_there() -> None:
    helpers = {"collections", "datetime", "time", "annotations"}
    assert public(sqlite3) - public(dbapi) - helpers == set()


def test_every_method_is_there() -> None:
    for name in ("Connection", "Cursor", "Row", "Blob"):
        missing = public(getattr(sqlite3, name)) - public(getattr(dbapi, name))
        # Attributes of instances are no attributes of the class here.
        missing -= {"row_factory", "text_factory", "arraysize", "connection", "description"}
        missing -= {"lastrowid"}
        assert missing == set()


def test_constants_have_the_values_of_sqlite3() -> None:
    for name in public(sqlite3):
        value = getattr(sqlite3, name)
        if isinstance(value, int) and name.startswith(("SQLITE_", "PARSE_")):
            assert getattr(dbapi, name) == value, name


def test_excused_tests_are_listed() -> None:
    spec = importlib.util.spec_from_file_location(
        "cpython", Path(__file__).parent / "test_cpython.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    listed = set(re.findall(r"^- `(test_\w+)`", COMPAT, re.MULTILINE))
    assert listed == set(module.EXCUSED)


def test_commands_that_are_missing_are_missing() -> None:
    shell = COMPAT[COMPAT.index("## The shell") :].split("| Difference")[0]
    for name in re.findall(r"`\.(\w+)`", shell):
        assert name not in COMMAND
