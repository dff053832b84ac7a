"""`dbwright bench`: one file for each thing that is measured, registered in COMMANDS."""

import click

from harness.cli.lazy import LazyGroup

COMMANDS = {
    "harness": ("harness.cli.bench.harness", "What judging costs over running the bare SQL."),
    "engine": ("harness.cli.bench.engine", "An engine's CPU time over SQLite's, by family."),
    "functions": ("harness.cli.bench.functions", "Each part of the language beside SQLite."),
    "disk": ("harness.cli.bench.disk", "Databases in files: reads, writes, openings."),
    "growth": ("harness.cli.bench.growth", "How times grow with the table, beside SQLite."),
}


@click.group(cls=LazyGroup, lazy=COMMANDS, epilog="Example: dbwright bench engine --json")
def command() -> None:
    """Ratios against SQLite, side by side in one run."""
