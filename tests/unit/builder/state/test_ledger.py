"""Budgets hold across threads, retries and kills; every call is in the sums."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from builder.errors import BudgetSpent
from builder.state.database import State
from builder.state.ledger import Budget, Ledger, Usage
from builder.state.orders import LEASED, OPEN, Orders


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(tmp_path / "state.sqlite")


def an_order(state: State, cause: str = "c") -> int:
    number = Orders(state).add(1, "repair", cause, "title", {"cases": []}, "coder")
    assert number is not None
    return number


def test_parallel_calls_never_overdraw(state: State) -> None:
    order = an_order(state)
    ledger = Ledger(state, Budget(tokens=10_000), Budget())
    attempt = ledger.begin(order, "coder", "base").id

    def one_call(_: int) -> bool:
        try:
            call = ledger.reserve(attempt, order, "coder", "m", Usage(400, 100), 0.0)
        except BudgetSpent:
            return False
        ledger.settle(call, Usage(400, 100), 0.0)
        return True

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(one_call, range(100)))
    assert sum(made) == 20
    assert ledger.spent().tokens == 10_000


def test_a_call_larger_than_expected_is_the_only_one_beyond_the_budget(state: State) -> None:
    order = an_order(state)
    ledger = Ledger(state, Budget(), Budget(tokens=1000))
    attempt = ledger.begin(order, "coder", "base").id
    call = ledger.reserve(attempt, order, "coder", "m", Usage(900, 50), 0.0)
    ledger.settle(call, Usage(900, 900), 0.0)
    with pytest.raises(BudgetSpent) as refused:
        ledger.reserve(attempt, order, "coder", "m", Usage(1, 1), 0.0)
    assert not refused.value.whole
    assert "tokens" in ledger.exhausted(order)


def test_money_is_a_budget_of_its_own(state: State) -> None:
    order = an_order(state)
    ledger = Ledger(state, Budget(money=1.0), Budget())
    attempt = ledger.begin(order, "coder", "base").id
    ledger.settle(ledger.reserve(attempt, order, "coder", "m", Usage(1, 1), 0.6), Usage(1, 1), 0.6)
    with pytest.raises(BudgetSpent) as refused:
        ledger.reserve(attempt, order, "coder", "m", Usage(1, 1), 0.6)
    assert refused.value.whole


def test_what_a_kill_left_open_stays_charged(state: State) -> None:
    order = an_order(state)
    ledger = Ledger(state, Budget(), Budget())
    attempt = ledger.begin(order, "coder", "base").id
    ledger.reserve(attempt, order, "coder", "m", Usage(700, 300), 0.5)
    assert Ledger(state, Budget(), Budget()).close_interrupted() == [attempt]
    spent = ledger.spent()
    assert (spent.tokens, spent.money, spent.attempts) == (1000, 0.5, 1)
    assert ledger.attempts(order)[0].verdict == "interrupted"


def test_one_order_has_one_holder(state: State) -> None:
    orders = Orders(state)
    order = an_order(state)
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda n: orders.lease(order, f"h{n}", 60), range(8)))
    assert sum(got) == 1


def test_one_cause_is_claimed_once(state: State) -> None:
    orders = Orders(state)
    an_order(state, "same")
    assert orders.add(2, "repair", "same", "again", {}, "coder") is None


def test_leases_of_an_earlier_process_are_released(state: State) -> None:
    orders = Orders(state)
    order = an_order(state)
    orders.lease(order, "dead", 3600)
    assert orders.release_lapsed("dead") == []
    assert orders.release_lapsed("me") == [order]
    found = orders.get(order)
    assert found is not None and found.status == OPEN


def test_a_lease_lapses(state: State) -> None:
    orders = Orders(state)
    order = an_order(state)
    orders.lease(order, "me", -1)
    found = orders.get(order)
    assert found is not None and found.status == LEASED
    assert orders.release_lapsed("me") == [order]
