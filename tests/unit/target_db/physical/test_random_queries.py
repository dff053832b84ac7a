"""Random queries give SQLite's rows, with the planner on and off."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

import pytest

SPEC = importlib.util.spec_from_file_location(
    "random_queries", Path(__file__).with_name("random_queries.py")
)
assert SPEC is not None and SPEC.loader is not None
random_queries = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(random_queries)


def comparable(result: Any, is_ordered: bool) -> Any:
    """The rows, sorted where their order is open."""
    if result[0] == "error" or is_ordered:
        return result
    return (result[0], sorted(result[1], key=repr))


@pytest.mark.parametrize("seed", range(20))
def test_same_rows_with_planner_on_and_off(pair: Any, seed: int) -> None:
    rnd = random.Random(seed)
    sql = random_queries.schema(rnd)
    pair.session.run_script(sql)
    pair.sqlite.execute(sql)
    for _ in range(60):
        query = random_queries.Query(rnd)
        wanted = comparable(pair.run_sqlite(query.sql), query.is_ordered)
        for off in (False, True):
            pair.session.runtime.optimizer_off = off
            found = comparable(pair.run_here(query.sql), query.is_ordered)
            pair.session.runtime.optimizer_off = False
            assert found == wanted, (off, query.sql)
