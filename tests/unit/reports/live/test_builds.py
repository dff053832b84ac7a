"""What the builder's state says on the live page."""

import fcntl
from pathlib import Path

from builder.live import build_status
from builder.settings import Settings, place_of_state
from builder.state.database import State
from builder.state.journal import Journal
from builder.state.ledger import Budget, Ledger, Usage
from builder.state.orders import Orders


def test_no_build(tmp_path: Path) -> None:
    assert build_status(tmp_path) is None
    place_of_state(tmp_path).write_bytes(b"no database at all, but long enough to be looked at")
    assert build_status(tmp_path) is None


def test_a_build_that_has_begun(tmp_path: Path) -> None:
    state = State(place_of_state(tmp_path))
    settings = Settings("an engine", "repo", ["suite"], whole=Budget(tokens=1000, money=2.5))
    settings.save(state)
    orders, ledger = Orders(state), Ledger(state, settings.whole, settings.each)
    number = orders.add(1, "cause", "c1", "SELECT fails", {"cases": [1, 2, 3]}, "coder")
    other = orders.add(1, "cause", "c2", "JOIN fails", {"cases": [4]}, "coder")
    assert number is not None and other is not None
    assert orders.lease(number, "agent 1", 60.0)
    attempt = ledger.begin(number, "coder", "abc")
    call = ledger.reserve(attempt.id, number, "coder", "model", Usage(100, 50), 0.5)
    ledger.settle(call, Usage(80, 20), 0.25)
    Journal(state).decide(1, number, "strategy", "coder: first try")
    for round_, passed in ((1, 10), (2, 60)):
        state.run("INSERT INTO progress VALUES (?, ?, 'abc', 100, ?)", round_, 1.0 + round_, passed)
    (tmp_path / "transcripts").mkdir()
    (tmp_path / "transcripts" / "order-1-attempt-1.jsonl").write_text("")
    state.set("round", 2)
    state.close()

    with (tmp_path / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        status = build_status(tmp_path)
    assert status is not None
    assert (status.prompt, status.state, status.round) == ("an engine", "running", 2)
    assert (status.tokens, status.cost) == (100, 0.25)
    assert (status.token_budget, status.cost_budget) == (1000, 2.5)
    assert status.burn_down == [(2.0, 90), (3.0, 40)]
    assert [(o.id, o.state, o.cases, o.attempts, o.cost) for o in status.orders] == [
        (number, "leased", 3, 1, 0.25),
        (other, "open", 1, 0, 0.0),
    ]
    assert [(agent.name, agent.order) for agent in status.agents] == [("coder", number)]
    assert [text for _, text in status.decisions] == ["order 1: coder: first try"]
    assert status.transcripts == ["order-1-attempt-1.jsonl"]


def test_a_build_that_no_process_holds(tmp_path: Path) -> None:
    state = State(place_of_state(tmp_path))
    settings = Settings("an engine", "repo", ["suite"])
    settings.save(state)
    Ledger(state, settings.whole, settings.each).begin(1, "coder", "abc")
    state.close()
    status = build_status(tmp_path)
    assert status is not None
    assert (status.state, status.agents) == ("interrupted", [])
