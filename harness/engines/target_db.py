"""The engine that dbwright grows: compiled, or from its Python source.

Which of the two it is was settled by DBWRIGHT_PURE before this module was imported.
"""

from harness.engines.dbapi import DbApiEngine
from sqllogictest.engine import Engine

MODULE = "target_db"


def make(argument: str) -> Engine:
    engine = DbApiEngine(MODULE, ":memory:")
    engine.name = MODULE
    return engine


def describe(argument: str) -> str:
    import target_db

    version = getattr(target_db, "__version__", "")
    return f"target_db {version} ({target_db.BUILD})".replace("  ", " ")
