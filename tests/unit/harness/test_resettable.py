"""`resettable:COMMAND`: one process for many databases, a new one where it was lost."""

import sys
from pathlib import Path

import pytest

from harness.engines.registry import find_engine
from sqllogictest.engine import Engine

PROGRAM = """
import json
import os
import sys

rows = []
for line in sys.stdin:
    request = json.loads(line)
    if "reset" in request:
        if "deaf" in sys.argv:
            sys.exit(0)
        rows = []
        answer = {"result": []}
    elif request["sql"] == "die":
        os._exit(3)
    elif request["sql"] == "add":
        rows.append(["x"])
        answer = {"result": []}
    else:
        answer = {"result": [[str(os.getpid()), str(len(rows))]]}
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "engine.py"
    path.write_text(PROGRAM)
    return f"{sys.executable} {path}"


def opened(command: str) -> Engine:
    return find_engine(f"resettable:{command}").factory()()


def asked(engine: Engine) -> tuple[object, object]:
    """(process, rows)"""
    process, rows = engine.query("look").rows[0]
    return process, rows


def test_the_next_database_is_fresh_and_of_the_same_process(program: str) -> None:
    first = opened(program)
    first.execute("add")
    process, rows = asked(first)
    assert rows == "1"
    first.close()
    second = opened(program)
    assert asked(second) == (process, "0")
    second.close()


def test_databases_that_are_open_together_have_processes_of_their_own(program: str) -> None:
    first, second = opened(program), opened(program)
    assert asked(first)[0] != asked(second)[0]
    first.close()
    second.close()


def test_a_process_that_is_lost_or_does_not_reset_is_replaced(program: str) -> None:
    for command, fatal in ((program, True), (f"{program} deaf", False)):
        first = opened(command)
        process, _ = asked(first)
        if fatal:
            with pytest.raises(Exception, match="status 3"):
                first.execute("die")
        first.close()
        second = opened(command)
        assert asked(second)[0] != process
        second.close()
