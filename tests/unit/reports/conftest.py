"""A store with runs of SQLite and of DuckDB on a small suite whose texts are hostile."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from harness import runs
from harness.clusters.find import find_clusters
from harness.coordinator import Observer
from harness.repros import reduce_missing
from harness.store import queries
from harness.store.database import open_for_reading
from reports.content import Content, gather

SCRIPT = '<script>alert("x")</script>'
NAME = "family/<img src=x>`|@you.test"
SUITE = f"""\
statement ok
CREATE TABLE t(a)

query I nosort
SELECT 7 / 2
----
3

query T nosort
SELECT '{SCRIPT} ```' || (1 / 2)
----
{SCRIPT} ```0

query I nosort
SELECT total('{SCRIPT}|@you`') FROM (SELECT 1)
----
0

query I nosort
SELECT 2 + 2
----
4
"""


@dataclass(frozen=True)
class Results:
    """A store, and the ids of its runs: SQLite's, then two of DuckDB's."""

    store: Path
    sqlite: str
    first: str
    second: str

    def content(self, run_id: str, against: str | None = None) -> Content:
        with open_for_reading(self.store) as connection:
            other = queries.find_run(connection, against) if against else None
            return gather(connection, self.store, queries.find_run(connection, run_id), other)


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("reports")
    path = folder / "suite" / NAME
    path.parent.mkdir(parents=True)
    path.write_text(SUITE)
    store = folder / "results.duckdb"
    ids = []
    for engine in ("sqlite", "duckdb", "duckdb"):
        request = runs.RunRequest(engine, [str(folder / "suite")], store=store)
        ids.append(runs.start(request, Observer()).run_id)
    found = Results(store, *ids)
    run, clusters = find_clusters(store, found.second)
    assert reduce_missing(store, run, clusters, 60) > 0
    return found


@pytest.fixture
def content(results: Results) -> Content:
    """What there is to say of DuckDB's second run, against SQLite's."""
    return results.content(results.second, results.sqlite)
