"""Clusters of real runs: causes told apart, ids that stay, follow-on failures in their place."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli.main import group
from harness.clusters.find import find_clusters
from harness.store.causes import Cluster

ENGINE = """
import json, sqlite3, sys
database = sqlite3.connect(":memory:")
for line in sys.stdin:
    sql = json.loads(line)["sql"]
    try:
        if "TRIGGER" in sql:
            raise sqlite3.Error(f"near line {len(sql)}: no triggers here")
        rows = [[v if v is None else str(v) for v in row] for row in database.execute(sql)]
        if "upper(" in sql:
            rows = [[v and v.title() for v in row] for row in rows]
        if "LEFT JOIN" in sql:
            rows = [row for row in rows if None not in row]
        print(json.dumps({"result": rows}), flush=True)
    except sqlite3.Error as error:
        print(json.dumps({"err": str(error)}), flush=True)
"""

HEAD = """statement ok
CREATE TABLE t(a, b)

statement ok
INSERT INTO t VALUES(1, 'one'), (2, 'two'), (3, NULL)

statement ok
CREATE TABLE u(a, c)

statement ok
INSERT INTO u VALUES(1, 'x'), (9, 'y')

"""


def suite_text(queries: int, triggers: bool = True) -> str:
    parts = [HEAD]
    for n in range(queries):
        parts.append(f"query T rowsort\nSELECT upper(b) FROM t WHERE a = {n % 2 + 1}\n----\n"
                     f"{('ONE', 'TWO')[n % 2]}\n\n")  # fmt: skip
        parts.append(f"query I rowsort\nSELECT a + {n} FROM t WHERE a = 1\n----\n{1 + n}\n\n")
        parts.append(f"query T rowsort\nSELECT c FROM t JOIN u ON t.a = u.a AND t.a > {-n}\n"
                     "----\nx\n\n")  # fmt: skip
        parts.append(f"query T rowsort\nSELECT c FROM t LEFT JOIN u ON t.a = u.a AND t.a > {-n}\n"
                     "----\nNULL\nNULL\nx\n\n")  # fmt: skip
    if triggers:
        for n in range(3):
            parts.append(f"statement ok\nCREATE TRIGGER tr{n} AFTER INSERT ON t BEGIN SELECT {n}; "
                         "END\n\n")  # fmt: skip
    return "".join(parts)


class Place:
    def __init__(self, folder: Path) -> None:
        self.suite = folder / "suite"
        self.suite.mkdir()
        self.store = folder / "store" / "results.duckdb"
        engine = folder / "engine.py"
        engine.write_text(ENGINE)
        self.engine = f"process:python3 {engine}"

    def run(self) -> dict[str, Cluster]:
        """Run the suite; its clusters by name."""
        ended = CliRunner().invoke(
            group,
            ["run", "--engine", self.engine, "--store", str(self.store), "--workers", "1",
             "--json", str(self.suite)],
        )  # fmt: skip
        assert ended.exit_code == 1, ended.output
        _, clusters = find_clusters(self.store)
        return {cluster.name: cluster for cluster in clusters}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_causes_are_told_apart_and_named(place: Place) -> None:
    (place.suite / "a.test").write_text(suite_text(6))
    found = place.run()
    assert sum(cluster.cases for cluster in found.values()) == 15
    by_rule = {cluster.rule[0]: cluster for cluster in found.values() if cluster.rule}
    assert by_rule["UPPER()"].cases == 6
    assert by_rule["LEFT JOIN"].cases == 6
    assert any("no triggers here" in name for name in found)
    assert by_rule["UPPER()"].ways == {"letter case": 6}


def test_a_cluster_keeps_its_id_while_cases_come_and_go(place: Place) -> None:
    (place.suite / "a.test").write_text(suite_text(6))
    before = {c.rule[0] if c.rule else c.symptom: c for c in place.run().values()}
    (place.suite / "a.test").write_text(suite_text(9, triggers=False))
    after = {c.rule[0] if c.rule else c.symptom: c for c in place.run().values()}
    for key in ("UPPER()", "LEFT JOIN"):
        assert after[key].cluster == before[key].cluster
        assert after[key].first_seen == before[key].first_seen
        assert after[key].cases == 9


def test_what_follows_from_a_failed_statement_is_in_its_cluster(place: Place) -> None:
    (place.suite / "a.test").write_text(
        HEAD + "statement ok\nCREATE TABLE v(x TEXT DEFAULT 'TRIGGER')\n\n"
        "query I rowsort\nSELECT count(*) FROM v\n----\n0\n\n"
        "query I rowsort\nSELECT x FROM v\n----\n\n"
    )
    found = place.run()
    assert [cluster.cases for cluster in found.values()] == [3]


def test_the_commands_show_them(place: Place) -> None:
    (place.suite / "a.test").write_text(suite_text(4))
    found = place.run()
    runner = CliRunner()
    options = ["--store", str(place.store)]
    ended = runner.invoke(group, ["clusters", *options])
    assert ended.exit_code == 1
    for name, cluster in found.items():
        assert name in ended.output
        assert cluster.cluster in ended.output
    report = json.loads(runner.invoke(group, ["clusters", "--json", *options]).output)
    assert report["clusters"] == len(found)
    first = report["shown"][0]
    shown = runner.invoke(group, ["show", first["cluster"][:4], *options])
    assert shown.exit_code == 0
    assert first["example"]["where"] in shown.output
    assert "a.test" in shown.output
    missing = runner.invoke(group, ["show", "nothing", *options])
    assert "no cluster" in str(missing.exception)
