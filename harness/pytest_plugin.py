"""A pytest plugin: `pytest --slt-engine NAME path/` collects `.test` and `.slt` files.

An item is a record (`--slt-items record`, the default) or a whole file. The engine runs in a
process of its own, so that a crash or a hang is one failed item and not the end of the session.
Works with pytest-xdist: a file is run once in each worker that has items of it, and with
`--dist loadgroup` all items of a file go to one worker.

What collects and runs is in `harness.pytest_items`, imported only when it is asked for.
"""

from __future__ import annotations

from pathlib import Path

import pytest

SUFFIXES = (".test", ".slt")
ENGINES = "sqlite, duckdb, target_db, target_db-pure, dbapi:MODULE[:ARG], process:COMMAND"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("slt", "sqllogictest files (dbwright)")
    group.addoption(
        "--slt-engine", metavar="NAME",
        help=f"collect .test and .slt files and run them on one of: {ENGINES}",
    )  # fmt: skip
    group.addoption(
        "--slt-label", metavar="NAME", default="sqlite",
        help="the name that skipif and onlyif are compared with (default: sqlite)",
    )  # fmt: skip
    group.addoption(
        "--slt-items", choices=("record", "file"), default="record",
        help="what an item is (default: record)",
    )  # fmt: skip
    group.addoption(
        "--slt-timeout", type=float, default=60.0, metavar="SECONDS",
        help="seconds that one record may take (default: 60)",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "xdist_group(name): run in one worker of pytest-xdist")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if parent.config.getoption("--slt-engine") and file_path.suffix in SUFFIXES:
        from harness.pytest_items import SuiteFile

        collector: pytest.Collector = SuiteFile.from_parent(parent, path=file_path)
        return collector
    return None
