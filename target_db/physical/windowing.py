"""Window functions of a query as an operator."""

from target_db.bind.bound import BoundSelect
from target_db.expr.base import Operator


def plan_windows(query: BoundSelect, operator: Operator) -> Operator:
    """The rows of `operator`, with the value of every window call for each."""
    raise NotImplementedError
