"""Runs the demo's build, and tells whether what came of it is what the demo promises."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from builder.agents.models import RECORDED, ModelSpec
from builder.build import Build, Outcome
from builder.errors import BuildError
from builder.gate.verdict import CONFLICT, REGRESSION, REVIEW, SIBLINGS
from builder.settings import Settings
from builder.state.orders import MERGED
from harness.generator.generate import generate_files, write_folder
from harness.suites.selection import Selection

PROMPT = "A small SQL engine in Python that answers like SQLite."
SEED = "demo"
RECORDS = 1800
LEFT_OUT = ("select5.test", "index/*/100/*")
"""What the small engine would take long for; some 1,700 records are left."""
REPLIES = Path(__file__).with_name("replies")
FEWEST_ORDERS, FEWEST_ROUNDS, FEWEST_RECORDS = 8, 4, 1500
MUST_HAPPEN = (REGRESSION, SIBLINGS, REVIEW, CONFLICT)


@dataclass(frozen=True)
class DemoResult:
    """What came of the demo. `story` is a line for each merge and refusal; twice the same."""

    outcome: Outcome
    orders: int
    engine: Path
    store: Path
    story: list[str]


def demo_settings(folder: Path, workers: int) -> Settings:
    """The demo's build, in `folder`."""
    return Settings(
        prompt=PROMPT,
        repo=str(folder / "engine"),
        suites=[str(folder / "suite")],
        models={"": ModelSpec(f"{RECORDED}{REPLIES}")},
        agents=2,
        orders_a_round=3,
        workers=workers,
        lease=300.0,
        record_timeout=10.0,
        file_timeout=60.0,
        selection=Selection(exclude=LEFT_OUT).as_json(),
        seed=SEED,
    )


def run_demo(folder: Path, workers: int, tell: Callable[[str], None]) -> DemoResult:
    """Run it in an empty folder. Raises BuildError when it is not as it must be."""
    write_folder(generate_files(SEED, RECORDS), folder / "suite")
    build = Build(folder / "build", demo_settings(folder, workers), tell)
    outcome = build.run()
    attempts = build.ledger.attempts()
    merged = [row for row in build.orders.all(MERGED) if row.round]
    unused = build.shop.team.maker.unused()
    reasons = {attempt.reason for attempt in attempts}
    short = [
        f"{what}: {got}, not {wanted} or more"
        for what, got, wanted in (
            ("orders", len(merged), FEWEST_ORDERS),
            ("rounds", outcome.rounds, FEWEST_ROUNDS),
            ("records", outcome.records, FEWEST_RECORDS),
        )
        if got < wanted
    ]
    short += [f"nothing was turned down for: {reason}" for reason in MUST_HAPPEN
              if reason not in reasons]  # fmt: skip
    short += [f"recorded replies were not used: {line}" for line in unused]
    if outcome.passed != outcome.records:
        short.append(f"{outcome.passed} of {outcome.records} records pass")
    if short:
        raise BuildError("the demo did not go as recorded:\n  " + "\n  ".join(short))
    story = [
        f"order {attempt.order}.{attempt.number} {attempt.verdict} {attempt.reason}".rstrip()
        for attempt in sorted(attempts, key=lambda a: (a.order, a.number))
    ]
    return DemoResult(outcome, len(merged), folder / "engine", build.store, story)
