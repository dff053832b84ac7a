"""Functions that users define: behind REGEXP and MATCH, and in place of built-in ones."""

import pytest

from target_db.errors import SqlError
from target_db.functions.base import PlainFunction
from target_db.session.session import Session


def rows(session: Session, sql: str) -> list[tuple[object, ...]]:
    found, fault = session.query(sql)[1:]
    assert fault is None
    return found


def arguments(args: list[object]) -> object:
    """Shows what a function was called with."""
    return "|".join(str(arg) for arg in args)


@pytest.mark.parametrize("name", ["regexp", "match", "like", "glob"])
def test_pattern_operators_call_the_function(name: str) -> None:
    session = Session()
    session.functions.add(PlainFunction(name, 2, 2, arguments))
    assert rows(session, f"SELECT 'text' {name.upper()} 'pattern'") == [("pattern|text",)]
    assert rows(session, f"SELECT 'text' NOT {name} 'pattern'") == [(1,)]


def test_like_with_escape_is_another_function() -> None:
    session = Session()
    session.functions.add(PlainFunction("like", 3, 3, arguments))
    assert rows(session, "SELECT 'text' LIKE 'p' ESCAPE 'e'") == [("p|text|e",)]
    assert rows(session, "SELECT 'text' LIKE 'TEXT'") == [(1,)]


@pytest.mark.parametrize("name", ["coalesce", "nullif", "ifnull", "iif"])
def test_an_own_function_evaluates_all_arguments(name: str) -> None:
    session = Session()
    count = 3 if name == "iif" else 2
    session.functions.add(PlainFunction(name, count, count, arguments))
    args = ", ".join(str(i) for i in range(count))
    assert rows(session, f"SELECT {name}({args})") == [("|".join(str(i) for i in range(count)),)]


def test_a_function_that_is_not_deterministic_is_called_for_each_row() -> None:
    session = Session()
    calls: list[object] = []

    def remember(args: list[object]) -> object:
        calls.append(args[0])
        return len(calls)

    function = PlainFunction("remember", 1, 1, remember)
    function.deterministic = False
    session.functions.add(function)
    values = "(VALUES (1), (2), (3))"
    assert rows(session, f"SELECT column1 + remember(0) FROM {values}") == [(2,), (4,), (6,)]


def test_a_deterministic_function_of_constants_is_called_once() -> None:
    session = Session()
    calls: list[object] = []

    def remember(args: list[object]) -> object:
        calls.append(args[0])
        return 10

    session.functions.add(PlainFunction("remember", 1, 1, remember))
    values = "(VALUES (1), (2), (3))"
    assert rows(session, f"SELECT column1 + remember(0) FROM {values}") == [(11,), (12,), (13,)]
    assert len(calls) == 1


def test_a_fault_in_a_function_reaches_the_caller() -> None:
    session = Session()

    def fail(args: list[object]) -> object:
        raise SqlError("no luck")

    session.functions.add(PlainFunction("fail", 0, 0, fail))
    assert rows(session, "SELECT 1 WHERE 0 AND fail()") == []
    fault = session.query("SELECT fail()")[2]
    assert str(fault) == "no luck"
