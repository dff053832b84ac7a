"""The runner against scripted engines: errors, garbage, replay, connections."""

from pathlib import Path

import pytest
from sample_engines import Scripted, Sqlite

from sqllogictest.engine import Engine, EngineError, Rows
from sqllogictest.parser import parse_bytes
from sqllogictest.records import Record
from sqllogictest.runner import Collector, Runner
from sqllogictest.verdicts import Outcome


def parse(text: str, name: str = "x.test") -> list[Record]:
    return parse_bytes(text.encode(), name)


def run_one(text: str, engine: Engine, name: str = "x.test") -> Outcome:
    (outcome,) = Runner(lambda: engine).outcomes(parse(text, name))
    return outcome


ONE = "query I nosort\nSELECT 1\n----\n1\n"


def test_a_wrong_value_is_told_with_both_sides() -> None:
    outcome = run_one(ONE, Scripted(Rows(1, [(2,)])))
    assert (outcome.verdict, outcome.reason) == ("failed", "values")
    assert (outcome.expected, outcome.got, outcome.values) == (["1"], ["2"], ["2"])


def test_a_wrong_hash_is_told_with_the_values() -> None:
    text = "query I nosort\nSELECT 1\n----\n9 values hashing to 00000000000000000000000000000000\n"
    outcome = run_one(text, Scripted(Rows(1, [(n,) for n in range(9)])))
    assert outcome.got is not None
    assert outcome.got[0].startswith("9 values hashing to ")
    assert outcome.values == [str(n) for n in range(9)]


def test_an_sql_error_is_told_with_its_code() -> None:
    outcome = run_one(ONE, Scripted(EngineError("no such table: t", "SQLITE_ERROR")))
    assert (outcome.verdict, outcome.reason) == ("failed", "error")
    assert (outcome.message, outcome.error_code) == ("no such table: t", "SQLITE_ERROR")
    assert outcome.error_class == "EngineError"


@pytest.mark.parametrize("text", [ONE, "statement ok\nSELECT 1\n", "statement error\nSELECT 1\n"])
def test_another_exception_is_a_failure_with_a_traceback(text: str) -> None:
    outcome = run_one(text, Scripted(ZeroDivisionError("oops")))
    assert (outcome.verdict, outcome.reason) == ("failed", "exception")
    assert (outcome.error_class, outcome.message) == ("ZeroDivisionError", "oops")
    assert "Traceback" in outcome.traceback


@pytest.mark.parametrize(
    "answer", [None, 7, "rows", Rows(1, [(1, 2)]), Rows(1, [7]), Rows(1, [(object(),)])]
)  # type: ignore[list-item]
def test_garbage_from_an_engine_is_a_failure(answer: object) -> None:
    assert run_one(ONE, Scripted(answer)).verdict == "failed"


def test_what_is_no_exception_goes_through_and_the_engine_is_closed() -> None:
    engine = Scripted(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        run_one(ONE, engine)
    assert engine.closed


def test_a_fault_is_told_when_the_rows_are_wrong() -> None:
    outcome = run_one(ONE, Scripted(Rows(1, [], "integer overflow")))
    assert outcome.verdict == "failed"
    assert "integer overflow" in outcome.message
    assert run_one(ONE, Scripted(Rows(1, [(1,)], "integer overflow"))).verdict == "passed"


def test_an_unknown_number_of_affected_rows_is_not_the_number_asked_for() -> None:
    text = "statement count 0\nSELECT 1\n"
    assert run_one(text, Scripted(None)).reason == "affected rows"
    assert run_one(text, Scripted(0)).verdict == "passed"


def test_an_unknown_number_of_columns_is_seen_from_the_rows() -> None:
    assert run_one(ONE, Scripted(Rows(-1, [(1,)]))).verdict == "passed"
    assert run_one(ONE, Scripted(Rows(-1, [(1, 2)]))).reason == "columns"
    assert run_one("query I nosort\nSELECT 1\n----\n", Scripted(Rows(-1, []))).verdict == "passed"


def test_query_error_takes_a_fault_while_stepping() -> None:
    text = "query error overflow\nSELECT 1\n"
    assert run_one(text, Scripted(Rows(1, [], "integer overflow"))).verdict == "passed"
    assert run_one(text, Scripted(Rows(1, [], "disk full"))).reason == "other error"


def test_duckdb_errors_are_substrings() -> None:
    head = "require notwindows\n\n"
    text = head + "statement error\nSELECT 1\n----\nno such\n"
    assert run_one(text, Scripted(EngineError("Catalog: no such table"))).verdict == "passed"
    assert run_one(text, Scripted(EngineError("Catalog: missing"))).verdict == "failed"
    regex = head + "statement error\nSELECT 1\n----\n<REGEX>:no .* table\n"
    assert run_one(regex, Scripted(EngineError("no such table"))).verdict == "passed"
    maybe = head + "statement maybe\nSELECT 1\n----\nno such\n"
    assert run_one(maybe, Scripted(None)).verdict == "passed"
    assert run_one(maybe, Scripted(EngineError("other"))).verdict == "failed"


def test_values_of_other_dialects_are_shown_in_full() -> None:
    text = "query TRI\nSELECT 1\n----\né 1.5 4294967298\n"
    assert run_one(text, Scripted(Rows(3, [("é", 1.5, 4294967298)])), "x.slt").verdict == "passed"


def test_seconds_are_measured() -> None:
    assert run_one(ONE, Sqlite()).seconds > 0.0


def test_connections_are_opened_once_by_name() -> None:
    opened: list[str] = []

    class Shared(Sqlite):
        def connect(self, name: str) -> Engine:
            opened.append(name)
            return super().connect(name)

    text = "connection a\nstatement ok\nCREATE TABLE t(a)\n\nconnection a\n" + ONE + "\n" + ONE
    outcomes = Runner(Shared).outcomes(parse(text))
    assert [outcome.verdict for outcome in outcomes] == ["passed"] * 3
    assert opened == ["a"]


def test_an_engine_without_a_second_connection_fails_the_case() -> None:
    outcome = run_one("connection a\n" + ONE, Scripted())
    assert (outcome.verdict, outcome.reason) == ("failed", "requirement")


def test_restart_without_support_fails_what_follows() -> None:
    outcomes = Runner(Sqlite).outcomes(parse(ONE + "\nrestart\n\n" + ONE))
    assert [outcome.verdict for outcome in outcomes] == ["passed", "failed"]
    assert outcomes[1].reason == "requirement"


def test_system_runs_where_it_is_allowed(tmp_path: Path) -> None:
    text = (
        "system ok\necho hello\n----\nhello\n\n\nsystem ok\necho hello\n----\nbye\n\n\n"
        "system ok\nexit 3\n\nsystem ok\ntest -d $__TEST_DIR__\n"
    )
    outcomes = Runner(Sqlite, allow_system=True).outcomes(parse(text))
    verdicts = [outcome.verdict for outcome in outcomes]
    assert verdicts == ["passed", "failed", "failed", "passed"]
    refused = Runner(Sqlite).outcomes(parse(text))
    assert {outcome.reason for outcome in refused} == {"requirement"}


def test_a_let_that_breaks_the_engine_fails_what_follows() -> None:
    text = "let a\nSELECT 1\n\n" + ONE
    assert run_one(text, Scripted(ZeroDivisionError())).reason == "requirement"


# Replay

FILE = """\
hash-threshold 2

statement ok
CREATE TABLE t(a)

query I nosort once
SELECT 1
----
1

query I nosort twice
SELECT count(*) FROM t
----
0

statement ok
INSERT INTO t VALUES (1)

statement error
INSERT INTO nowhere VALUES (1)

query I nosort
INSERT INTO t VALUES (2) RETURNING a
----
2

query I nosort twice
SELECT count(*) FROM t
----
2

query I nosort
SELECT a FROM t UNION SELECT 7
----
3 values hashing to 4b09dfb0dd7c8c02e0f0a6a6df6bc6df
"""


class Log(Collector):
    def __init__(self) -> None:
        super().__init__()
        self.replayed: list[int] = []
        self.started: list[int] = []

    def replaying(self, index: int, record: Record) -> None:
        self.replayed.append(index)

    def starting(self, index: int, record: Record) -> None:
        self.started.append(index)


def replay(start: int, unsafe: frozenset[int] = frozenset()) -> Log:
    log = Log()
    Runner(Sqlite).run_file(parse(FILE), log, start, unsafe)
    return log


def summary(outcomes: list[Outcome]) -> list[tuple[int, str, str, str]]:
    return [(o.index, o.verdict, o.reason, "\n".join(o.got or [])) for o in outcomes]


@pytest.mark.parametrize("start", range(10))
def test_replay_gives_the_verdicts_of_an_undisturbed_run(start: int) -> None:
    whole = summary(replay(0).outcomes)
    assert summary(replay(start).outcomes) == [entry for entry in whole if entry[0] >= start]


def test_replay_does_only_what_changed_the_state() -> None:
    log = replay(7)
    assert log.replayed == [1, 3, 4, 5, 6]
    assert log.started == [7, 8]
    assert "label twice" in log.outcomes[0].message


def test_labels_that_do_not_come_again_are_not_replayed() -> None:
    log = Log()
    Runner(Sqlite).run_file(parse(FILE), log, 8)
    assert 2 not in log.replayed
    assert 3 not in log.replayed


def test_unsafe_records_are_left_out_of_the_replay() -> None:
    log = replay(7, frozenset({4}))
    assert log.replayed == [1, 3, 5, 6]
    assert log.outcomes[0].got == ["1"]


def test_excluded_records_are_told_but_not_started() -> None:
    log = Log()
    Runner(Sqlite).run_file(parse("skipif sqlite\n" + ONE + "\nhalt\n\n" + ONE), log)
    assert [outcome.verdict for outcome in log.outcomes] == ["not_applicable"] * 2
    assert log.started == []
