"""SQLite as the reference: the same call there and here, compared by type, bytes and error."""

from collections.abc import Callable

import apsw
import pytest

from target_db.errors import SqlError
from target_db.functions.base import FunctionContext, ScalarFunction
from target_db.functions.json.document import JsonText
from target_db.functions.registry import FunctionTable


def as_text(value: object) -> object:
    """The value that SQLite's `AS_BYTES` expression stands for."""
    kind, content = value
    return content.decode("utf-8", "surrogateescape") if kind == "text" else content


@pytest.fixture(scope="session")
def reference() -> Callable[..., object]:
    """A function of a function's name and arguments that gives SQLite's value, or its message."""
    connection = apsw.Connection(":memory:")

    def call(name: str, *args: object) -> object:
        marks = ",".join(mark(i + 1, a) for i, a in enumerate(args))
        sql = (
            "SELECT typeof(v), CASE typeof(v) WHEN 'text' THEN CAST(v AS BLOB) ELSE v END"
            f' FROM (SELECT "{name}"({marks}) AS v LIMIT 1)'
        )
        bound = [
            a.encode("utf-8", "surrogateescape") if isinstance(a, str) and not is_valid(a) else a
            for a in args
        ]
        try:
            return as_text(next(iter(connection.execute(sql, bound))))
        except apsw.Error as error:
            return f"error: {error}"

    return call


def mark(number: int, value: object) -> str:
    """The SQL for a parameter: JSON keeps its subtype, and stray bytes come in as a blob."""
    if isinstance(value, JsonText):
        return f"json(?{number})"
    if isinstance(value, str) and not is_valid(value):
        return f"CAST(?{number} AS TEXT)"
    return f"?{number}"


def is_valid(text: str) -> bool:
    """Whether `text` has no stray bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@pytest.fixture(scope="session")
def ours() -> Callable[..., object]:
    """The same of our functions."""
    table = FunctionTable(FunctionContext())

    def call(name: str, *args: object) -> object:
        function = table.lookup(name, len(args))
        if function is None:
            return "error: " + table.missing(name)
        assert isinstance(function, ScalarFunction)
        try:
            return function.call(list(args))
        except SqlError as error:
            return f"error: {error}"

    return call


@pytest.fixture(scope="session")
def same(reference, ours) -> Callable[..., None]:
    """Asserts that both give the same, down to the type."""

    def check(name: str, *args: object) -> None:
        expected = reference(name, *args)
        found = ours(name, *args)
        assert repr(found) == repr(expected), f"{name}{args!r}"

    return check


@pytest.fixture(scope="session")
def same_document(reference, ours) -> Callable[..., None]:
    """Asserts that both give JSONB of the same document.

    An edit by SQLite may leave a header longer than it need be; ours are always the shortest.
    """

    def check(name: str, *args: object) -> None:
        expected = reference(name, *args)
        if isinstance(expected, bytes):
            expected = reference("jsonb", reference("json", expected))
        found = ours(name, *args)
        if isinstance(found, bytes):
            found = ours("jsonb", ours("json", found))
        assert repr(found) == repr(expected), f"{name}{args!r}"

    return check
