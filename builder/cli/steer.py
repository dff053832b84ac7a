"""Steering a build that runs: status, pause, go, note, approve, order."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from builder.cli.folder import folder_option, opened
from builder.errors import BuildUsageError


@click.command(epilog="Example: dbwright build status --json")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object to stdout.")
@folder_option
def status(folder: Path, as_json: bool) -> None:
    """What the build has done, does, and waits for."""
    from builder.live import build_status

    found = build_status(folder)
    if found is None:
        raise BuildUsageError(f"{folder}: no build is here", "name its --folder")
    if as_json:
        click.echo(json.dumps({"schema": 1, **asdict(found)}))
        return
    left = found.burn_down[-1][1] if found.burn_down else None
    how = "" if left is None else f", {left:,} records do not pass yet" if left else ", all pass"
    click.echo(f"{found.state}, round {found.round}{how}; {found.tokens:,} tokens")
    for order in found.orders:
        tried = f"{order.attempts} attempt{'' if order.attempts == 1 else 's'}"
        click.echo(f"  {order.id:4} {order.state:9} {tried:11}  {order.title}")
    for step in found.waiting_for:
        click.echo(f"  waiting: dbwright build approve {step}")


@click.command(epilog="Example: dbwright build pause")
@folder_option
def pause(folder: Path) -> None:
    """Begin no further attempt until `dbwright build go`."""
    from builder.settings import PAUSED

    opened(folder).set(PAUSED, True)


@click.command(epilog="Example: dbwright build go")
@folder_option
def go(folder: Path) -> None:
    """Go on after a pause."""
    from builder.settings import PAUSED

    opened(folder).set(PAUSED, False)


@click.command(epilog='Example: dbwright build note 12 "affinity is decided by the column"')
@click.argument("order", type=int)
@click.argument("text")
@folder_option
def note(order: int, text: str, folder: Path) -> None:
    """Tell the next attempt at ORDER something."""
    from builder.state.journal import Journal
    from builder.state.orders import Orders

    state = opened(folder)
    if Orders(state).get(order) is None:
        raise BuildUsageError(f"there is no order {order}", "see dbwright build status")
    Journal(state).note(order, text)


@click.command(epilog="Example: dbwright build approve design")
@click.argument("step")
@folder_option
def approve(step: str, folder: Path) -> None:
    """Let a step happen that waits for a person."""
    from builder.state.journal import Journal

    journal = Journal(opened(folder))
    if not journal.grant(step):
        waiting = ", ".join(journal.waiting()) or "nothing"
        raise BuildUsageError(f"nobody waits for {step!r}", f"waiting: {waiting}")


@click.command("order", epilog="Example: dbwright build order 12 --json > order-12.json")
@click.argument("number", metavar="ORDER", type=int)
@click.option("--json", "as_json", is_flag=True, help="As JSON, by the published schema.")
@folder_option
def show_order(number: int, as_json: bool, folder: Path) -> None:
    """Print a work order, for a person to solve; hand the patch in with `dbwright submit`."""
    from builder.orders.markdown import to_markdown
    from builder.orders.write import hand_out
    from builder.settings import Settings
    from builder.state.journal import Journal
    from builder.state.ledger import Ledger
    from builder.state.orders import Orders
    from builder.worktrees import git

    state = opened(folder)
    row, settings = Orders(state).get(number), Settings.load(state)
    if row is None or settings is None:
        raise BuildUsageError(f"there is no order {number}", "see dbwright build status")
    base = git(Path(settings.repo), "rev-parse", "HEAD").strip()
    ledger = Ledger(state, settings.whole, settings.each)
    order = hand_out(row, base, ledger, Journal(state))
    click.echo(json.dumps(order.as_json(), indent=1) if as_json else to_markdown(order))


COMMANDS = (status, pause, go, note, approve, show_order)
