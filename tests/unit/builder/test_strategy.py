"""Orders that beat several attempts get another strategy."""

from builder.gate.verdict import RULE, SIBLINGS
from builder.orders.order import WorkOrder
from builder.state.ledger import Attempt
from builder.strategy import ARCHITECT, CODER, GIVE_UP, LARGER, SPLIT, flips, next_strategy, split


def order(strategy: str, cases: int = 4) -> WorkOrder:
    every = [("", "a.test", n) for n in range(cases)]
    return WorkOrder(1, "repair", "t", "c", "b", every, [], strategy=strategy)


def attempts(
    count: int, reason: str = SIBLINGS, patches: str = "abcdefghijklmnop"
) -> list[Attempt]:
    return [
        Attempt(n, 1, n, "coder", "b", 0.0, 1.0, "refused", reason, "why", "", patches[n - 1], 0)
        for n in range(1, count + 1)
    ]


def test_two_failures_change_nothing() -> None:
    assert next_strategy(order(CODER), attempts(2), True) == (CODER, "")


def test_then_a_larger_model_a_split_the_architect_and_the_end() -> None:
    steps = [CODER]
    for tries in (3, 6, 9, 12):
        steps.append(next_strategy(order(steps[-1]), attempts(tries), True)[0])
    assert steps == [CODER, LARGER, SPLIT, ARCHITECT, GIVE_UP]


def test_without_a_larger_model_that_step_is_left_out() -> None:
    assert next_strategy(order(CODER), attempts(3), False)[0] == SPLIT


def test_one_case_can_not_be_split() -> None:
    assert next_strategy(order(CODER, cases=1), attempts(3), False)[0] == ARCHITECT


def test_a_rule_in_the_way_goes_to_the_architect() -> None:
    strategy, why = next_strategy(order(CODER), attempts(2, RULE), True)
    assert strategy == ARCHITECT and "why" in why


def test_a_patch_that_comes_back_is_seen() -> None:
    tried = attempts(3, patches="aba")
    assert "attempt 1 again" in flips(tried)
    assert next_strategy(order(CODER), tried[:3], True)[0] == LARGER


def test_splitting_halves_the_cases() -> None:
    assert len(split(order(CODER)).cases) == 2
