"""target_db: a SQLite-compatible database engine, from nothing, in typed Python.

`target_db.connect(":memory:")` gives a connection in the shape of `sqlite3`. The names of
`target_db.dbapi` are names of this package; they are loaded when first used, so that parts of
the engine can be imported alone.
"""

import importlib
from pathlib import Path

from target_db._build import choose_build

BUILD = choose_build("target_db", Path(__file__).parent)
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name.startswith("__"):
        raise AttributeError(name)
    if name == "install_as_sqlite3":
        return importlib.import_module("target_db.as_sqlite3").install_as_sqlite3
    dbapi = importlib.import_module("target_db.dbapi")
    if name not in dbapi.__all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(dbapi, name)
    return found
