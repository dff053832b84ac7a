"""A live line for each worker and one for the whole, on standard error."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.table import Table

from harness.coordinator import Observer, Totals
from harness.workers.slot import Slot

REFRESH = 0.25
"""Seconds between two pictures."""


@contextmanager
def show_progress() -> Iterator[Observer]:
    """An observer that draws on standard error; a silent one when that is not a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield Observer()
        return
    began = time.monotonic()
    drawn = 0.0
    with Live(console=console, auto_refresh=False, transient=True) as live:

        def tick(slots: list[Slot], totals: Totals) -> None:
            nonlocal drawn
            now = time.monotonic()
            if now - drawn >= REFRESH:
                drawn = now
                live.update(picture(slots, totals, now - began), refresh=True)

        yield Observer(tick=tick)


def picture(slots: list[Slot], totals: Totals, seconds: float) -> Table:
    """The lines as they are now."""
    table = Table.grid(padding=(0, 2))
    running = 0
    for slot in slots:
        if slot.worker is None or slot.job is None:
            table.add_row(f"worker {slot.number}", "waits" if slot.ready else "starts", "")
            continue
        position = slot.worker.position()
        done = max(position.record, 0)
        running += done
        share = f"{100 * done // position.total:3d} %" if position.total else "reads"
        table.add_row(f"worker {slot.number}", slot.job.name, share)
    bad = totals.failed + totals.crashed + totals.timed_out
    records = totals.records + running
    table.add_row(
        "[bold]all[/bold]",
        f"{totals.files} files, {records:,} records, {records / max(seconds, 0.001):,.0f}/s",
        f"[red]{bad:,} not passed[/red]" if bad else "[green]all passed[/green]",
    )
    return table
