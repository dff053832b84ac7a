"""The live page as a Starlette application.

/                     the page; its script follows /events
/events               snapshots as server-sent events, one whenever something changed
/runs/RUN             that run's report
/transcripts/NAME     what an agent of the build said and did
/scripts, /styles     what the pages need
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from itertools import islice
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from harness.errors import HarnessError
from harness.live.build_status import Source, find_build
from harness.store import queries
from harness.store.database import open_for_reading
from reports.content import gather
from reports.live.guard import REPORT_POLICY, Guard
from reports.live.snapshot import Snapshots
from reports.page import page
from reports.templating import environment

INTERVAL = 1.0
"""Seconds between two looks."""
SILENCE = 15.0
"""Seconds after which something is sent though nothing changed: a closed connection shows."""
MOST_LINES = 2_000
"""Lines shown of a transcript."""
LONGEST_TEXT = 20_000

REPORTS = Path(__file__).parents[1]


class Live:
    """The pages on one store. `prepare` is called before a run's report is made (in a thread)."""

    def __init__(self, store: Path, sources: list[Source], prepare: Callable[[str], None]) -> None:
        self.store = store
        self.sources = sources
        self.prepare = prepare
        self.snapshots = Snapshots(store, sources)
        self.turn = asyncio.Lock()
        self.reports: dict[str, str] = {}

    async def front(self, request: Request) -> Response:
        async with self.turn:
            runs = await asyncio.to_thread(self.snapshots.finished_runs)
        text = environment().get_template("live.html.j2").render(runs=runs, store=str(self.store))
        return HTMLResponse(text)

    async def events(self, request: Request) -> Response:
        return StreamingResponse(
            self._stream(request), media_type="text/event-stream",
            headers={"x-accel-buffering": "no"},
        )  # fmt: skip

    async def _stream(self, request: Request) -> AsyncIterator[str]:
        last, quiet = "", 0.0
        while not await request.is_disconnected():
            try:
                async with self.turn:
                    taken = await asyncio.to_thread(self.snapshots.take)
                text = json.dumps(taken)
            except HarnessError as error:
                text = json.dumps({"error": str(error)})
            quiet += INTERVAL
            if text != last:
                yield f"data: {text}\n\n"
                last, quiet = text, 0.0
            elif quiet >= SILENCE:
                yield ": still here\n\n"
                quiet = 0.0
            await asyncio.sleep(INTERVAL)

    async def report(self, request: Request) -> Response:
        try:
            text = await asyncio.to_thread(self._report, request.path_params["run"])
        except HarnessError as error:
            return PlainTextResponse(f"{error}\n", 404)
        return HTMLResponse(text, headers={"content-security-policy": REPORT_POLICY})

    def _report(self, named: str) -> str:
        with open_for_reading(self.store) as connection:
            run = queries.find_run(connection, named)
        self.prepare(run.run_id)
        with open_for_reading(self.store) as connection:
            return page(gather(connection, self.store, run), home="/")

    async def transcript(self, request: Request) -> Response:
        name = request.path_params["name"]
        text = await asyncio.to_thread(self._transcript, name)
        if text is None:
            return PlainTextResponse("There is no such transcript.\n", 404)
        return HTMLResponse(text)

    def _transcript(self, name: str) -> str | None:
        build = find_build(self.store.parent, self.sources)
        if build is None or name not in build.transcripts:
            return None
        lines = _said(Path(build.transcript_folder) / name)
        return environment().get_template("transcript.html.j2").render(name=name, lines=lines)


def _said(path: Path) -> list[tuple[str, str]]:
    """What a transcript says, as pairs of a kind and a text; half-written lines are left out."""
    found = []
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in islice(lines, MOST_LINES):
            try:
                said = json.loads(line)
            except ValueError:
                continue
            calls = said.get("calls")
            text = str(said.get("text", ""))
            if calls:
                text += "\n" + json.dumps(calls, indent=1)
            found.append((str(said.get("kind", "")), text[:LONGEST_TEXT]))
    return found


def make_app(
    store: Path,
    names: frozenset[str],
    sources: list[Source],
    prepare: Callable[[str], None] = lambda run_id: None,
) -> Starlette:
    """The application for the results in `store`, answering to the host names `names`."""
    live = Live(store, sources, prepare)
    return Starlette(
        routes=[
            Route("/", live.front),
            Route("/events", live.events),
            Route("/runs/{run}", live.report),
            Route("/transcripts/{name}", live.transcript),
            Mount("/scripts", StaticFiles(directory=REPORTS / "scripts")),
            Mount("/styles", StaticFiles(directory=REPORTS / "styles")),
        ],
        middleware=[Middleware(Guard, names=names)],
    )
