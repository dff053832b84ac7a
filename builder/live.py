"""What the live page shows of a build, read from its state without touching it."""

from pathlib import Path

from builder.errors import BuildError
from builder.settings import PAUSED, Settings, place_of_state
from builder.state.database import State
from builder.state.journal import Journal
from builder.state.ledger import RUNNING, Ledger
from builder.state.orders import Orders
from harness.live.build_status import AgentStatus, BuildStatus, OrderStatus
from harness.live.held import is_held

LAST_DECISIONS = 50


def build_status(folder: Path) -> BuildStatus | None:
    """The build whose results lie in `folder`; None where there is none that can be read."""
    if not place_of_state(folder).is_file():
        return None
    try:
        state = State(place_of_state(folder))
    except BuildError:
        return None
    try:
        settings = Settings.load(state)
        return None if settings is None else _status(folder, state, settings)
    finally:
        state.close()


def _status(folder: Path, state: State, settings: Settings) -> BuildStatus:
    ledger = Ledger(state, settings.whole, settings.each)
    journal = Journal(state)
    spent = ledger.spent()
    attempts = ledger.attempts()
    progress = state.rows("SELECT at, records - passed FROM progress ORDER BY round")
    running = is_held(folder / "lock")
    transcripts = folder / "transcripts"
    return BuildStatus(
        prompt=settings.prompt,
        state=_word(state, running),
        round=int(state.setting("round", 0)),
        started=min((attempt.started for attempt in attempts), default=0.0),
        tokens=spent.tokens,
        cost=spent.money,
        token_budget=settings.whole.tokens,
        cost_budget=settings.whole.money,
        orders=[
            OrderStatus(
                row.id, row.title, row.status, len(row.body["cases"]),
                sum(attempt.order == row.id for attempt in attempts), ledger.spent(row.id).money,
            )
            for row in Orders(state).all()
        ],
        agents=[
            AgentStatus(a.agent, a.order, a.started, f"attempt {a.number}")
            for a in attempts
            if a.verdict == RUNNING and running
        ],
        burn_down=[(at, left) for at, left in progress],
        decisions=[
            (d.at, f"order {d.order}: {d.text}" if d.order else d.text)
            for d in journal.decisions()[-LAST_DECISIONS:]
        ],
        waiting_for=journal.waiting(),
        transcripts=[
            path.name
            for path in sorted(
                transcripts.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True
            )
        ],
        transcript_folder=str(transcripts),
    )  # fmt: skip


def _word(state: State, running: bool) -> str:
    if running:
        return "paused" if state.setting(PAUSED, False) else "running"
    return str(state.setting("outcome", "interrupted"))
