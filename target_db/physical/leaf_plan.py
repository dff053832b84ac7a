"""What planning a FROM clause needs of the planner above it."""

from target_db.bind.bound import JoinLeaf
from target_db.bind.subqueries import QueryPlanner
from target_db.expr.base import Expr, Operator
from target_db.physical.join_order import Unit


class LeafPlanner(QueryPlanner):
    """Plans the FROM items that are not plain tables. `physical.planner` implements it."""

    def scan_derived(
        self, leaf: JoinLeaf, conditions: list[Expr], outside: int, is_first: bool, suffix: str
    ) -> Operator:
        """The operator over a subquery, common table or function.

        outside: the sources around the query that holds it. is_first: it is read only once.
         suffix: for EXPLAIN QUERY PLAN.
        """
        raise NotImplementedError

    def hash_scan(self, unit: Unit, leaf: JoinLeaf, conditions: list[Expr]) -> Operator:
        """The hash join of a leaf by `unit.hash_keys`."""
        raise NotImplementedError
