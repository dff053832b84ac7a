"""The table of functions: complete beside SQLite's, and open to users' functions."""

import apsw

from target_db.functions.base import (
    AggregateFunction,
    FunctionContext,
    PlainFunction,
    ScalarFunction,
)
from target_db.functions.registry import FunctionTable
from target_db.functions.windows import WindowFunction

ELSEWHERE = {
    "bm25", "fts3_tokenizer", "highlight", "matchinfo", "offsets", "optimize", "snippet",
    "rtreecheck", "rtreedepth", "rtreenode",
}  # fmt: skip


def table():
    return FunctionTable(FunctionContext())


def test_every_function_of_sqlite_is_there():
    connection = apsw.Connection(":memory:")
    rows = connection.execute("SELECT DISTINCT name, narg, type FROM pragma_function_list")
    functions = table()
    for name, count, kind in rows:
        if name in ELSEWHERE or name.startswith(("fts5", "geopoly")):
            continue
        # -1 and below: any number from -1 or -2 - count on
        arguments = count if count >= 0 else max(1, -2 - count)
        found = functions.lookup(name, arguments)
        if name in ("max", "min"):
            arguments = 1 if kind == "w" else 2
            found = functions.lookup(name, arguments)
        assert found is not None, (name, count)
        expected = ScalarFunction if kind == "s" else (AggregateFunction, WindowFunction)
        assert isinstance(found, expected), (name, count)


def test_determinism_is_that_of_sqlite():
    connection = apsw.Connection(":memory:")
    rows = connection.execute("SELECT name, narg, flags FROM pragma_function_list WHERE type = 's'")
    functions = table()
    for name, count, flags in rows:
        found = functions.lookup(name, count if count >= 0 else max(2, -2 - count))
        if isinstance(found, ScalarFunction) and name not in (
            "match",
            "load_extension",
            "sqlite_log",
        ):
            assert found.deterministic == bool(flags & 0x800), name


def test_messages_for_what_is_missing():
    functions = table()
    assert functions.lookup("nosuch", 1) is None
    assert functions.missing("NoSuch") == "no such function: NoSuch"
    assert functions.lookup("abs", 2) is None
    assert functions.missing("ABS") == "wrong number of arguments to function ABS()"


def test_users_function_hides_a_builtin_one_until_it_is_removed():
    functions = table()
    builtin = functions.lookup("abs", 1)
    mine = PlainFunction("abs", 1, 1, lambda args: "mine")
    functions.add(mine)
    assert functions.lookup("abs", 1) is mine
    assert functions.lookup("abs", 2) is None
    assert table().lookup("abs", 1) is builtin
    functions.add(PlainFunction("abs", 2, 2, lambda args: "two"))
    assert functions.lookup("abs", 2).call([1, 2]) == "two"
    before = functions.version
    functions.remove("ABS", 1, 1)
    assert functions.version > before
    assert functions.lookup("abs", 1) is builtin
    functions.remove("abs", 2, 2)
    assert not functions.added


def test_exact_number_of_arguments_goes_before_any():
    functions = table()
    anything = PlainFunction("f", 0, -1, lambda args: "any")
    two = PlainFunction("f", 2, 2, lambda args: "two")
    functions.add(anything)
    functions.add(two)
    assert functions.lookup("f", 2) is two
    assert functions.lookup("f", 3) is anything
    assert functions.exists("f")
    assert anything in functions.all()


def test_context_is_that_of_the_connection():
    one, other = FunctionContext(), FunctionContext()
    one.changes, one.total_changes, one.last_insert_rowid = 3, 7, 42
    functions = FunctionTable(one)
    assert functions.lookup("changes", 0).call([]) == 3
    assert functions.lookup("total_changes", 0).call([]) == 7
    assert functions.lookup("last_insert_rowid", 0).call([]) == 42
    assert FunctionTable(other).lookup("changes", 0).call([]) == 0


def test_now_is_the_same_throughout_a_statement():
    context = FunctionContext()
    first = context.now()
    assert context.now() == first
    context.now_ms = 1_700_000_000_123
    functions = FunctionTable(context)
    assert functions.lookup("datetime", 1).call(["now"]) == "2023-11-14 22:13:20"
    context.begin_statement()
    assert context.now() >= first
