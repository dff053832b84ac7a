"""sqllogictest: the test format of SQLite's own suite, as a typed library.

A suite file becomes records (`parser`), a `Runner` executes them on an `Engine`, and each
statement and query gets an `Outcome` with its verdict:

    bytes of a file  -> source: lines, checked       -> parser, cases, plain: records
    record           -> conditions: excluded or not  -> engine: rows or an error
    rows             -> rendering: text              -> sorting: the order to compare in
                     -> digest: one line if long     -> comparison, labels: the verdict

The same records go back to text (`writer`); `complete` fills in what an engine answers, and
`format_text` lays a file out anew. `count` tells how many cases a file holds for a label.
Three dialects are read: SQLite's own, sqllogictest-rs's and DuckDB's (`dialects`).

The names below are imported when they are first used.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from sqllogictest._build import choose_build

BUILD = choose_build("sqllogictest", Path(__file__).parent)

if TYPE_CHECKING:
    from sqllogictest.completion import complete
    from sqllogictest.counting import count
    from sqllogictest.engine import Engine, EngineError, Rows
    from sqllogictest.formatter import format_text
    from sqllogictest.parser import parse_bytes, parse_file
    from sqllogictest.records import Query, Record, Statement, SuiteError
    from sqllogictest.runner import Runner, Sink
    from sqllogictest.verdicts import Outcome
    from sqllogictest.writer import write

__all__ = [
    "BUILD",
    "Engine",
    "EngineError",
    "Outcome",
    "Query",
    "Record",
    "Rows",
    "Runner",
    "Sink",
    "Statement",
    "SuiteError",
    "complete",
    "count",
    "format_text",
    "parse_bytes",
    "parse_file",
    "write",
]

_HOMES = {
    "Engine": "engine",
    "EngineError": "engine",
    "Outcome": "verdicts",
    "Query": "records",
    "Record": "records",
    "Rows": "rows",
    "Runner": "runner",
    "Sink": "runner",
    "Statement": "records",
    "SuiteError": "records",
    "complete": "completion",
    "count": "counting",
    "format_text": "formatter",
    "parse_bytes": "parser",
    "parse_file": "parser",
    "write": "writer",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'sqllogictest' has no attribute {name!r}")
    return getattr(import_module(f"sqllogictest.{home}"), name)
