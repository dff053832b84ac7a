"""From clusters to work orders."""

import re
from pathlib import Path

from builder.cases import Script, SuiteText
from builder.measure import Measurement
from builder.orders.order import DESIGN, REPAIR, EarlierAttempt, Repro, WorkOrder
from builder.rules import DESIGN_PAGE, Rules
from builder.state.journal import Journal
from builder.state.ledger import INTERRUPTED, RUNNING, Ledger
from builder.state.orders import OrderRow
from harness.clusters.find import find_clusters
from harness.store import causes
from harness.store.causes import Cluster
from harness.store.database import open_for_reading
from harness.store.queries import Failure
from sqllogictest.records import ERROR, Query, Statement

REPROS = 3
MOST_CASES = 1000
"""Cases of a cluster that an order carries; of a larger one, evenly spread."""
LAST_ATTEMPTS = 4
_FRAME = re.compile(r'File "(?:[^"]*/)?(?:engine/)?([\w/.-]+\.py)", line (\d+)')


def clusters_of(store: Path, run: Measurement) -> list[tuple[Cluster, list[Failure]]]:
    """The clusters of a run, the biggest gain first, each with its cases."""
    found, clusters = find_clusters(store, run.run_id)
    with open_for_reading(store) as connection:
        return [
            (cluster, thinned(causes.members(connection, found, cluster.cluster)))
            for cluster in clusters
        ]


def thinned(cases: list[Failure]) -> list[Failure]:
    """At most MOST_CASES of the cases, evenly spread."""
    step = -(-len(cases) // MOST_CASES)
    return cases[::step] if step > 1 else cases


def order_for(
    cluster: Cluster, cases: list[Failure], text: SuiteText, rules: Rules, base: str
) -> WorkOrder:
    """A repair order; its number, history and budget are filled in when it is handed out."""
    ordered = sorted(cases, key=lambda failure: (len(failure.sql), failure.name, failure.line))
    return WorkOrder(
        id=0,
        kind=REPAIR,
        title=cluster.name,
        cause=cluster.cluster,
        base=base,
        cases=[(case.container, case.name, case.record) for case in cases],
        repros=[repro_of(case, text) for case in spread(ordered, REPROS)],
        files=files_of(cases),
        contrast=[
            f"{feature}: {share:.0%} of the failing, {other:.0%} of the passing"
            for feature, share, other in cluster.contrast[:5]
        ],
        editable=list(rules.editable),
    )


def spread(cases: list[Failure], most: int) -> list[Failure]:
    """The first, the last, and some between, of a list that is ordered by size."""
    if len(cases) <= most:
        return cases
    return [cases[index * (len(cases) - 1) // (2 * (most - 1))] for index in range(most)]


def repro_of(failure: Failure, text: SuiteText) -> Repro:
    """One failing case with what it needs, and nothing else."""
    script = text.script((failure.container, failure.name, failure.record))
    shown = script.text() if script else failure.sql
    got = failure.message or failure.got or failure.reason
    return Repro(failure.where, shown, failure.expected or wanted(script, failure), got)


def wanted(script: Script | None, failure: Failure) -> str:
    """What the record asks for, in words where it lists no values."""
    case = script.case if script else None
    if isinstance(case, Query) and case.expect != ERROR:
        return case.expected_text or "no rows"
    if isinstance(case, (Query, Statement)):
        return "an error" if case.expect == ERROR else "success"
    return failure.reason


def files_of(cases: list[Failure]) -> list[str]:
    """Sources that the tracebacks of the cases name, the most frequent first."""
    counts: dict[str, int] = {}
    for case in cases:
        for match in _FRAME.finditer(f"{case.traceback}\n{case.output}"):
            name = f"{match[1]}:{match[2]}"
            counts[name] = counts.get(name, 0) + 1
    return sorted(counts, key=lambda name: (-counts[name], name))[:5]


def hand_out(row: OrderRow, base: str, ledger: Ledger, journal: Journal) -> WorkOrder:
    """The order as the next attempt gets it: with its history, notes, decisions and budget."""
    order = WorkOrder.from_json(row.body)
    order.id, order.base, order.strategy = row.id, base, row.strategy
    order.attempts = [
        EarlierAttempt(attempt.number, attempt.summary, attempt.reason, attempt.feedback)
        for attempt in ledger.attempts(row.id)
        if attempt.verdict not in (RUNNING, INTERRUPTED)
    ][-LAST_ATTEMPTS:]
    order.notes = journal.notes(row.id)
    order.decisions = [decision.text for decision in journal.decisions(row.id)][-LAST_ATTEMPTS:]
    spent, each = ledger.spent(row.id), ledger.each
    for name in ("tokens", "money", "seconds"):
        limit = getattr(each, name)
        if limit:
            order.budget[name] = limit - getattr(spent, name)
    return order


def design_order(order: WorkOrder, breach: str) -> WorkOrder:
    """An order to the architect: a rule of the page stands in the way of `order`."""
    return WorkOrder(
        id=0,
        kind=DESIGN,
        title=f"a design rule stands in the way of order {order.id}",
        cause=f"design:{order.cause}",
        base=order.base,
        cases=order.cases,
        repros=order.repros,
        editable=[*order.editable, DESIGN_PAGE],
        notes=[breach],
        strategy="architect",
    )
