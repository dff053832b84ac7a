"""What to do with an order that beat several attempts."""

from builder.gate.verdict import RULE
from builder.orders.order import WorkOrder
from builder.state.ledger import INTERRUPTED, Attempt

CODER, LARGER, SPLIT, ARCHITECT, GIVE_UP = "coder", "larger", "split", "architect", "give up"

TRIES_EACH = 3
"""Attempts before the strategy changes."""
RULES_IN_THE_WAY = 2
"""Attempts that a design rule stopped, before the architect is asked."""


def next_strategy(order: WorkOrder, attempts: list[Attempt], has_larger: bool) -> tuple[str, str]:
    """(strategy, why) for the next attempt; why is '' where nothing changes."""
    judged = [attempt for attempt in attempts if attempt.verdict != INTERRUPTED]
    strategies = [CODER, *([LARGER] if has_larger else []), SPLIT, ARCHITECT, GIVE_UP]
    current = order.strategy if order.strategy in strategies else CODER
    flip = flips(judged)
    if current != ARCHITECT:
        stopped = [attempt for attempt in judged[-TRIES_EACH:] if attempt.reason == RULE]
        if len(stopped) >= RULES_IN_THE_WAY:
            return ARCHITECT, f"a design rule is in the way: {stopped[-1].feedback[:300]}"
    due = TRIES_EACH * (strategies.index(current) + 1)
    if len(judged) < due and not flip:
        return current, ""
    following = strategies[strategies.index(current) + 1]
    if following == SPLIT and len(order.cases) < 2:
        following = ARCHITECT
    why = flip or f"{len(judged)} attempts were turned down, the last for {judged[-1].reason}"
    return following, why


def flips(attempts: list[Attempt]) -> str:
    """How the last attempt repeats an earlier one (A-B-A), or ''."""
    if len(attempts) < 3 or not attempts[-1].patch:
        return ""
    for earlier in attempts[:-1]:
        if earlier.patch == attempts[-1].patch:
            return f"attempt {attempts[-1].number} is attempt {earlier.number} again"
    return ""


def split(order: WorkOrder) -> WorkOrder:
    """The order for the first half of its cases: those with the plainest repros come first."""
    half = max(1, len(order.cases) // 2)
    order.cases = order.cases[:half]
    order.strategy = SPLIT
    return order
