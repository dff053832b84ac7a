"""`dbwright submit`: hand in a patch for a work order, by whoever made it."""

from pathlib import Path
from typing import IO

import click

from builder.cli.folder import folder_option, opened
from builder.errors import BuildUsageError
from harness.errors import ALL_PASSED, NOT_ALL_PASSED


@click.command(
    epilog="""\b
The patch is a git diff against the commit that the order names; - reads standard input. It goes
through the same gate as everyone's, and is merged when the gate accepts it.
\b
Example:
  dbwright build order 12 > order-12.md
  git -C .dbwright/build/engine worktree add --detach ../mine
  git -C .dbwright/build/mine diff | dbwright submit 12 -"""
)
@click.argument("order", type=int)
@click.argument("patch", type=click.File("r"))
@click.option("--summary", default="handed in by a person", help="A sentence for the log.")
@folder_option
@click.pass_context
def command(context: click.Context, order: int, patch: IO[str], summary: str, folder: Path) -> None:
    """Hand in PATCH for ORDER."""
    from builder.build import Build
    from builder.settings import Settings

    settings = Settings.load(opened(folder))
    if settings is None:
        raise BuildUsageError(f"{folder}: no build is here", "name its --folder")
    build = Build(folder, settings, lambda line: click.echo(line, err=True))
    verdict = build.submit(order, patch.read(), summary)
    if verdict.accepted:
        click.echo(f"accepted and merged: {len(verdict.gained)} cases gained")
    else:
        click.echo(f"turned down: {verdict.reason}\n{verdict.feedback}")
    context.exit(ALL_PASSED if verdict.accepted else NOT_ALL_PASSED)
