"""What a build tells the live page: read from its state, which is left untouched.

The page asks through the entry point group `dbwright.live`, for the folder of a results store; a
build keeps its store and its state in one folder.
"""

import json
from pathlib import Path
from typing import Any

import apsw

from builder.settings import NAME, place_of_state
from builder.state.orders import LEASED
from harness.live.build_status import AgentStatus, BuildStatus, OrderStatus
from harness.live.held import is_held

MOST_DECISIONS = 12
MOST_TRANSCRIPTS = 40


def build_status(folder: Path) -> BuildStatus | None:
    """The build whose state is in `folder`; None if there is none, or none that can be read."""
    path = place_of_state(folder)
    if not path.is_file():
        return None
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            connection.set_busy_timeout(1_000)
            return _read(connection, folder)
        finally:
            connection.close()
    except apsw.Error:
        return None


def _read(connection: apsw.Connection, folder: Path) -> BuildStatus | None:
    def rows(sql: str, *values: str | int) -> list[tuple[Any, ...]]:
        return list(connection.execute(sql, values))

    stored = rows("SELECT value FROM settings WHERE name = ?", NAME)
    if not stored:
        return None
    settings = json.loads(stored[0][0])
    tokens, cost = rows("SELECT total(tokens_in + tokens_out), total(cost) FROM calls")[0]
    progress = rows("SELECT round, at, records - passed FROM progress ORDER BY round")
    outcome = rows("SELECT value FROM settings WHERE name = 'outcome'")
    begun = rows("SELECT min(at) FROM (SELECT at FROM progress UNION SELECT started FROM calls)")
    transcripts = folder / "transcripts"
    found = sorted(transcripts.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    return BuildStatus(
        prompt=settings["prompt"],
        state="at work"
        if is_held(folder / "lock")
        else json.loads(outcome[0][0])
        if outcome
        else "at rest",
        round=max((row[0] for row in progress), default=0),
        started=begun[0][0] or 0.0,
        tokens=int(tokens),
        cost=cost,
        token_budget=settings["whole"]["tokens"],
        cost_budget=settings["whole"]["money"],
        orders=[_order(row) for row in rows(_ORDERS)],
        agents=[AgentStatus(*row) for row in rows(_AGENTS, LEASED)],
        burn_down=[(at, left) for _, at, left in progress],
        decisions=[(at, text) for at, text in rows(_DECISIONS, MOST_DECISIONS)],
        waiting_for=[
            row[0]
            for row in rows("SELECT step FROM approvals WHERE granted IS NULL ORDER BY asked")
        ],
        transcripts=[path.name for path in found[:MOST_TRANSCRIPTS]],
        transcript_folder=str(transcripts),
    )


_ORDERS = """
    SELECT o.id, o.title, o.status, o.body,
           (SELECT count(*) FROM attempts a WHERE a."order" = o.id),
           (SELECT total(cost) FROM calls c WHERE c."order" = o.id)
    FROM orders o ORDER BY o.id DESC"""

_AGENTS = """
    SELECT o.holder, o.id, max(a.started), 'attempt ' || a.number || ' (' || o.strategy || ')'
    FROM orders o JOIN attempts a ON a."order" = o.id
    WHERE o.status = ? AND a.verdict = 'running' GROUP BY o.id ORDER BY o.id"""

_DECISIONS = """
    SELECT at, CASE WHEN "order" IS NULL THEN '' ELSE 'order ' || "order" || ', ' END
               || kind || ': ' || text
    FROM decisions ORDER BY id DESC LIMIT ?"""


def _order(row: tuple[Any, ...]) -> OrderStatus:
    number, title, status, body, attempts, cost = row
    cases = len(json.loads(body).get("cases", ()))
    return OrderStatus(number, title, status, cases, attempts, cost)


def _state(folder: Path, outcome: list[tuple[Any, ...]]) -> str:
    if is_held(folder / "lock"):
        return "at work"
    return str(json.loads(outcome[0][0])) if outcome else "at rest"
