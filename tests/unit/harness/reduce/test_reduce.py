"""Reduction from end to end, on engines that are wrong in one way."""

import time
from pathlib import Path

import pytest

from harness.reduce.case import ReducedCase, reduce_case
from harness.reduce.probe import NotFailing
from harness.reduce.source import from_line
from harness.replay.replayer import Replayer

ENGINE = """
import json, os, re, sqlite3, sys, time
database = sqlite3.connect(":memory:")
way = sys.argv[1]
for line in sys.stdin:
    sql = json.loads(line)["sql"]
    try:
        if way == "between":
            sql = re.sub(r"(\\w+) BETWEEN (\\w+) AND (\\w+)", r"\\1 >= \\2 AND \\1 < \\3", sql)
        if way == "refuses" and "HAVING" in sql:
            raise sqlite3.Error("no HAVING here")
        if way == "dies" and "EXCEPT" in sql:
            os.abort()
        if way == "hangs" and "EXCEPT" in sql:
            time.sleep(60)
        rows = [list(row) for row in database.execute(sql)]
        tables = len(re.findall(r"\\bt\\d+\\b", sql.partition("FROM")[2].partition("WHERE")[0]))
        if way == "joins" and tables >= 3:
            rows = rows[1:]
        print(json.dumps({"result": rows}), flush=True)
    except sqlite3.Error as error:
        print(json.dumps({"err": str(error)}), flush=True)
"""
ROWS = "".join(f"statement ok\nINSERT INTO t VALUES({n}, {n * 7 % 50}, 'text {n}')\n\n"
               for n in range(40))  # fmt: skip
SUITE = f"""statement ok
CREATE TABLE t(a INTEGER PRIMARY KEY, b INTEGER, c TEXT)

statement ok
CREATE INDEX tb ON t(b)

{ROWS}query I rowsort
SELECT 1
----
1

query II rowsort
SELECT a + 0, b * 2 FROM t WHERE (b BETWEEN 3 AND 21 AND c <> 'no') OR (a < 3 AND a > 99)
----
0 values

query T rowsort
SELECT c FROM t WHERE a > 3 GROUP BY c HAVING count(*) >= 1 AND min(a) > 30 ORDER BY c DESC
----
nothing

query I rowsort
SELECT a FROM t WHERE b > 10 EXCEPT SELECT b FROM t WHERE a < 20
----
nothing
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "engine.py").write_text(ENGINE)
    path = tmp_path / "s.test"
    with Replayer("sqlite"):
        from harness.engines.registry import find_engine
        from sqllogictest.completion import complete

        path.write_text(complete(SUITE, "s.test", find_engine("sqlite").factory()))
    return path


def reduce_line(suite: Path, way: str, text: str) -> ReducedCase:
    lines = suite.read_text().splitlines()
    line = next(n for n, content in enumerate(lines, 1) if text in content)
    engine = f"process:python3 {suite.parent / 'engine.py'} {way}"
    made = reduce_case(from_line(f"{suite}:{line}", "sqlite"), engine, "sqlite", 60.0, 2.0)
    with Replayer(engine, timeout=3.0) as wrong, Replayer("sqlite") as right:
        assert not wrong.run_text(made.text, "r.test")[-1].passed
        assert all(outcome.passed for outcome in right.run_text(made.text, "r.test"))
    return made


def test_a_wrong_result(suite: Path) -> None:
    made = reduce_line(suite, "between", "BETWEEN 3 AND 21")
    assert made.statements <= 3
    assert made.tokens <= 12
    assert "BETWEEN" in made.text
    assert made.reduced.counts["drop statements"].taken > 0


def test_an_error(suite: Path) -> None:
    made = reduce_line(suite, "refuses", "HAVING")
    assert made.statements <= 3
    assert made.tokens <= 10
    assert "HAVING" in made.text
    assert "no HAVING here" in made.reason


def test_a_crash(suite: Path) -> None:
    made = reduce_line(suite, "dies", "EXCEPT")
    assert made.statements <= 2
    assert made.tokens <= 6
    assert made.reason.startswith("crashed")


def test_a_hang(suite: Path) -> None:
    made = reduce_line(suite, "hangs", "EXCEPT")
    assert made.reason.startswith("timed out")
    assert made.tokens < 18


def test_what_passes_can_not_be_reduced(suite: Path) -> None:
    with pytest.raises(NotFailing, match="passes"):
        reduce_line(suite, "no way", "HAVING")


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("member", "text"),
    [("select5.test", "FROM t"), ("select4.test", "SELECT"), ("index", "BETWEEN")],
)
def test_the_big_files_of_the_suite(member: str, text: str, corpus: Path, tmp_path: Path) -> None:
    pytest.importorskip("zstandard")
    from harness.errors import SuiteFault
    from harness.suites.discover import find_sources
    from harness.suites.open import open_source

    found = None
    for source in find_sources([str(corpus)]):
        if source.is_archive and member[:6] not in source.name:
            continue
        for file in open_source(source):
            if isinstance(file, SuiteFault):
                continue
            wanted = "between/1000" in file.name if member == "index" else file.name == member
            if wanted:
                found = file
                break
        if found is not None:
            break
    if found is None:
        pytest.skip(f"the suite has no {member}")
    content = found.text if found.text is not None else found.path.read_bytes()  # type: ignore[union-attr]
    path = tmp_path / "big.test"
    path.write_bytes(content)
    (tmp_path / "engine.py").write_text(ENGINE)
    way = "between" if member == "index" else "joins"
    engine = f"process:python3 {tmp_path / 'engine.py'} {way}"
    with Replayer(engine) as replayer:
        outcomes = replayer.run_text(content.decode("utf-8", "replace"), "big.test")
    bad = next((outcome for outcome in outcomes if not outcome.passed), None)
    if bad is None:
        pytest.skip(f"nothing in {found.name} shows this fault")
    from sqllogictest.parser import parse_bytes

    line = parse_bytes(content, "big.test")[bad.index].line
    began = time.monotonic()
    made = reduce_case(from_line(f"{path}:{line}", "sqlite"), engine, "sqlite", 60.0)
    assert time.monotonic() - began < 65
    assert made.statements <= 6
    assert made.tokens <= 40
