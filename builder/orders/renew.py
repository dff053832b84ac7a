"""The open orders kept in line with the head: what passes is withdrawn, what is new comes in."""

from collections.abc import Iterable

from builder.orders.order import WorkOrder
from builder.state.journal import Journal
from builder.state.orders import OPEN, STUCK, WITHDRAWN, Orders
from builder.strategy import SPLIT


def renew(
    orders: Orders, journal: Journal, round_: int, fresh: Iterable[WorkOrder], most: int
) -> None:
    """`fresh` are the orders of the head, the most urgent first; at most `most` are open then."""
    by_cause = {order.cause: order for order in fresh}
    with orders.state.transaction():
        stuck = {row.cause for row in orders.all(STUCK)}
        for row in orders.all(OPEN):
            cause = row.cause.removeprefix("design:")
            if cause not in by_cause:
                orders.settle(row.id, WITHDRAWN)
                journal.decide(round_, row.id, "withdrawn", "its cases pass now")
            elif row.strategy != SPLIT and row.cause == cause:
                orders.change(row.id, by_cause[cause].as_json(), row.strategy)
        room = most - len(orders.all(OPEN))
        for order in by_cause.values():
            if room > 0 and order.cause not in stuck:
                added = orders.add(
                    round_, order.kind, order.cause, order.title, order.as_json(), order.strategy
                )
                room -= added is not None
