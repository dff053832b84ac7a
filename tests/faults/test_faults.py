"""Each seeded fault still applies to the engine's source, and does harm."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from catalogue import FAULTS, Fault
from lab import RECORD_TIMEOUT, engine
from source_patch import DoesNotApply, Patch, apply, locate

import target_db
from harness.engines.registry import find_engine
from harness.replay.replayer import Replayer
from sqllogictest.parser import parse_bytes
from sqllogictest.records import OK, ROWSORT, UNCONDITIONAL, Query, Record, Statement
from sqllogictest.runner import Runner
from sqllogictest.verdicts import PASSED

PACKAGE = Path(target_db.__file__).parent


def test_there_are_enough() -> None:
    assert len(FAULTS) >= 40


def test_sqlite_passes_every_record_of_the_suite(suite: Path) -> None:
    connect = find_engine("sqlite").factory()
    for file in sorted(suite.iterdir()):
        records = parse_bytes(file.read_bytes(), file.name, "auto")
        outcomes = Runner(connect).outcomes(records)
        failed = [outcome for outcome in outcomes if outcome.verdict != PASSED]
        assert not failed, failed[0].record


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_applies_at_one_place(name: str) -> None:
    locate(PACKAGE, FAULTS[name].patch)


@pytest.fixture(scope="module")
def sqlite() -> Iterator[Replayer]:
    with Replayer("sqlite") as replayer:
        yield replayer


@pytest.fixture(scope="module")
def sound() -> Iterator[Replayer]:
    with Replayer(engine()) as replayer:
        yield replayer


def records(fault: Fault, sqlite: Replayer) -> list[Record]:
    """The fault's case, with SQLite's answer."""
    found: list[Record] = []
    if fault.setup:
        found.append(Statement("", 0, 0, UNCONDITIONAL, fault.setup, OK))
    if fault.sql.startswith("INSERT"):
        return [*found, Statement("", 0, 0, UNCONDITIONAL, fault.sql, "error")]
    order = "nosort" if "ORDER BY" in fault.sql else ROWSORT
    expected, types = "?", "T"
    for _ in range(2):
        query = Query("", 0, 0, UNCONDITIONAL, fault.sql, types, order, "", expected)
        outcome = sqlite.run([*found, query])[-1]
        if outcome.reason == "columns":
            types = "T" * int(outcome.message.split()[0])
    got = outcome.values if outcome.values is not None else outcome.got
    query = Query("", 0, 0, UNCONDITIONAL, fault.sql, types, order, "", "\n".join(got or []))
    text = [*found, query]
    if len(got or []) > 8:
        outcome = sqlite.run(text)[-1]
        if not outcome.passed:
            query = Query(
                "", 0, 0, UNCONDITIONAL, fault.sql, types, order, "", "\n".join(outcome.got or [])
            )
    return [*found, query]


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_does_harm_on_its_case(name: str, sqlite: Replayer, sound: Replayer) -> None:
    case = records(FAULTS[name], sqlite)
    assert all(outcome.passed for outcome in sqlite.run(case))
    assert all(outcome.passed for outcome in sound.run(case))
    with Replayer(engine(name), timeout=RECORD_TIMEOUT) as faulty:
        outcomes = faulty.run(case)
    assert not outcomes[-1].passed


def test_a_patch_is_found_by_the_tree_not_by_the_text() -> None:
    tree = ast.parse("def f(a):\n    # why\n    return (a   +\n            1)\n")
    apply(tree, Patch("m", "f", "a + 1", "a - 1"))
    assert ast.unparse(tree) == "def f(a):\n    return a - 1"


def test_a_patch_that_fits_twice_or_not_does_not_apply() -> None:
    with pytest.raises(DoesNotApply):
        apply(ast.parse("def f(a):\n    return a + a\n"), Patch("m", "f", "a", "b"))
    with pytest.raises(DoesNotApply):
        apply(ast.parse("def f(a):\n    return a\n"), Patch("m", "f", "a + 1", "b"))


def test_a_function_that_moved_is_found(tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text("x = 1\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "new.py").write_text("def f(a):\n    return a + 1\n")
    assert locate(tmp_path, Patch("old", "f", "a + 1", "a")) == "sub.new"
