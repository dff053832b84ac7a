"""What an engine does to itself becomes the verdict of that record, and of no other."""

import sys
from pathlib import Path

import pytest

from harness.errors import EngineStartError

SUITE = """\
statement ok
CREATE TABLE t(a INTEGER)

statement ok
INSERT INTO t VALUES(1)

query I nosort once
SELECT sum(a) FROM t
----
1

statement ok
boom INSERT INTO t VALUES(2)

statement ok
INSERT INTO t VALUES(4)

query I nosort
SELECT count(*) FROM t
----
2

query I nosort once
SELECT 1
----
1

query I nosort
boom SELECT sum(a) FROM t
----
5

onlyif mysql
query I nosort
SELECT nonsense
----
0

query I nosort
SELECT sum(a) FROM t
----
5
"""
SOUND = SUITE.replace("boom ", "").replace("----\n2", "----\n3").replace("----\n5", "----\n7")
P, N = "passed", "not_applicable"


def expected(verdict: str) -> list[str]:
    return [P, P, P, verdict, P, P, P, verdict, N, P]


@pytest.mark.parametrize(
    ("way", "verdict", "message"),
    [
        ("segfault", "crashed", "SIGSEGV"),
        ("talk_and_die", "crashed", "SIGABRT"),
        ("exit_at_once", "crashed", "status 7"),
        ("allocate", "crashed", "out of memory"),
        ("hang", "timed_out", "no answer within 1 s"),
        ("hang_in_c", "timed_out", "no answer within 1 s"),
    ],
)
def test_engine_that_is_lost(workplace, way, verdict, message):
    workplace.write("a.test", SUITE)
    workplace.write("b.test", SOUND)
    timeout = 1.0 if verdict == "timed_out" else 30.0
    ran = workplace.run(f"dbapi:faulty:{way}", record_timeout=timeout, memory_limit=300 << 20)
    of_a = [v for name, _, v in ran.cases if name == "a.test"]
    assert of_a == expected(verdict)
    assert message in ran.details[0]["message"]
    assert len(ran.details) == 2
    assert ran.result.records == 18
    assert ran.result.restarts == 2


def test_last_words_are_kept(workplace):
    workplace.write("a.test", SUITE)
    ran = workplace.run("dbapi:faulty:talk_and_die")
    assert "the last words" in ran.details[0]["output"]
    assert "boom INSERT" in ran.details[0]["sql"]


@pytest.mark.parametrize("way", ["garbage", "fork"])
def test_engine_that_misbehaves_beside_its_work(workplace, way):
    """Neither output nor a second process of the engine's reaches the results."""
    workplace.write(
        "a.test", SOUND.replace("INSERT INTO t VALUES(2)", "boom INSERT INTO t VALUES(2)")
    )
    ran = workplace.run(f"dbapi:faulty:{way}")
    assert ran.verdicts() == expected(P)
    assert ran.result.restarts == 0


@pytest.mark.parametrize("way", ["raise_strangely", "exit_politely", "raise_without_a_class"])
def test_engine_that_raises(workplace, way):
    workplace.write("a.test", SUITE)
    ran = workplace.run(f"dbapi:faulty:{way}")
    assert ran.verdicts() in (expected("failed"), expected("crashed"))
    assert ran.result.records == 9


def test_crash_after_the_last_answer(workplace):
    """All cases had their verdict: the last one bears the crash, so that no run passes by it."""
    workplace.write("a.test", SOUND)
    ran = workplace.run("dbapi:faulty:segfault_at_close")
    assert ran.verdicts() == [P] * 8 + [N, "crashed"]
    assert "after it had answered" in ran.details[0]["message"]


def test_many_crashes_in_one_file(workplace):
    text = "statement ok\nCREATE TABLE t(a)\n\n" + "".join(
        f"statement ok\n{'boom ' if i % 3 else ''}INSERT INTO t VALUES({i})\n\n" for i in range(9)
    )
    workplace.write("a.test", text + "query I nosort\nSELECT count(*) FROM t\n----\n3\n")
    ran = workplace.run("dbapi:faulty:segfault")
    assert ran.verdicts() == [P, *(["passed", "crashed", "crashed"] * 3), P]


def test_file_deadline_gives_the_rest_up(workplace):
    text = "statement ok\nCREATE TABLE t(a)\n\n" + "statement ok\nslow SELECT 1\n\n" * 60
    workplace.write("a.test", text + "skipif sqlite\nstatement ok\nnonsense\n")
    ran = workplace.run("dbapi:faulty:none", file_timeout=1.0)
    verdicts = ran.verdicts()
    assert verdicts[0] == P
    assert verdicts[-1] == N
    assert verdicts[-2] == "timed_out"
    assert ran.result.timed_out + ran.result.passed == 61
    assert "deadline of 1 s" in ran.details[-1]["message"]


@pytest.mark.parametrize("way", ["refuse", "die"])
def test_engine_that_cannot_start(workplace, way):
    workplace.write("a.test", SUITE)
    with pytest.raises(EngineStartError) as caught:
        workplace.run(f"dbapi:faulty:{way}")
    assert caught.value.exit_code == 3
    assert not list(workplace.store.parent.glob("runs/*"))


PROCESS = """\
import json, sqlite3, sys, os
db = sqlite3.connect(":memory:", isolation_level=None)
for line in sys.stdin:
    sql = json.loads(line)["sql"]
    if "boom" in sql:
        {boom}
    try:
        rows = db.execute(sql).fetchall()
        print(json.dumps({{"result": rows}}), flush=True)
    except sqlite3.Error as error:
        print(json.dumps({{"err": str(error)}}), flush=True)
"""


@pytest.mark.parametrize(
    ("boom", "verdict", "message"),
    [
        ("os.abort()", "crashed", "signal 6"),
        ("sys.exit(9)", "crashed", "status 9"),
        ("print('Segmentation whatever', flush=True)", "crashed", "not JSON"),
        ("print('[1, 2]', flush=True)", "crashed", "neither"),
        ("import time; time.sleep(3600)", "timed_out", "no answer"),
    ],
)
def test_process_engine(workplace, tmp_path: Path, boom, verdict, message):
    script = tmp_path / "engine.py"
    script.write_text(PROCESS.format(boom=boom))
    workplace.write("a.test", SUITE)
    timeout = 1.5 if verdict == "timed_out" else 30.0
    ran = workplace.run(f"process:{sys.executable} {script}", record_timeout=timeout)
    assert ran.verdicts() == expected(verdict)
    assert message in ran.details[0]["message"]
