"""What a report says, against what was run."""

from harness.store.database import open_for_reading
from harness.store.queries import find_run
from reports.content import Content, gather


def test_totals_and_causes(content: Content) -> None:
    assert (content.run.records, content.run.passed, content.not_passed) == (5, 2, 3)
    assert content.clustered
    assert sum(page.cluster.cases for page in content.pages) == 3
    assert any(page.repro.startswith("# Reduced by dbwright") for page in content.pages)


def test_changes_link_to_their_cause(content: Content) -> None:
    assert content.changes is not None
    assert content.changes.newly_failing == 3
    ids = {page.cluster.cluster for page in content.pages}
    assert len(content.causes_of) == 3
    assert {cluster for cluster, _ in content.causes_of.values()} <= ids


def test_the_run_before_is_of_the_same_engine(results) -> None:
    content = results.content(results.second)
    assert content.previous is not None
    assert content.previous.run_id == results.first
    assert content.changes is not None
    assert content.changes.newly_failing == 0


def test_the_first_run_has_nothing_before_it(results) -> None:
    content = results.content(results.first)
    assert content.previous is None and content.changes is None
    assert [run.run_id for run in content.history] == [results.sqlite, results.first]


def test_later_runs_are_not_in_the_history(results) -> None:
    history = results.content(results.sqlite).history
    assert [run.run_id for run in history] == [results.sqlite]


def test_speed_is_against_the_latest_run_of_sqlite(content: Content, results) -> None:
    assert content.speed is not None
    assert content.speed.reference.run_id == results.sqlite
    assert [family.cases for family in content.speed.families] == [2]
    assert content.speed.families[0].ratio > 0


def test_sqlite_is_not_compared_with_itself(results) -> None:
    assert results.content(results.sqlite).speed is None


def test_a_run_that_is_not_grouped_yet(results) -> None:
    with open_for_reading(results.store) as connection:
        content = gather(connection, results.store, find_run(connection, results.first))
    assert not content.clustered
    assert content.pages == []
