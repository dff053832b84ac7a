"""`dbwright fuzz`."""

import json
import sys
from pathlib import Path

import click

from harness.cli.options import json_option
from harness.engines.registry import engine_names
from harness.errors import ALL_PASSED, NOT_ALL_PASSED

EPILOG = """\b
Example:
  dbwright fuzz --seed 7 --seconds 60
  dbwright fuzz --engine process:'python my_engine.py' --causes 1 --save found/
  dbwright fuzz --engine target_db --oracle tlp --statements 20000 --json"""


@click.command(epilog=EPILOG)
@click.option(
    "--engine", default="target_db", show_default=True, metavar="NAME",
    help=f"The engine to search. One of: {', '.join(engine_names())}.",
)  # fmt: skip
@click.option(
    "--reference", default="sqlite", show_default=True, metavar="NAME",
    help="The engine whose answers are right, for --oracle differential.",
)  # fmt: skip
@click.option(
    "--oracle", default="differential", show_default=True,
    type=click.Choice(["differential", "planner", "norec", "tlp"]),
    help="How a wrong answer is told: by the reference, by the engine with its optimiser off, by "
    "counting where it can't act (NoREC), or by splitting rows in three (TLP).",
)  # fmt: skip
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="N",
    help="Of the random programs: the same seed, the same programs.",
)  # fmt: skip
@click.option(
    "--seconds", type=click.FloatRange(0), default=0.0, metavar="N", help="Stop after N seconds."
)
@click.option(
    "--statements", type=click.IntRange(0), default=0, metavar="N",
    help="Stop after N statements.  [default: 5000 if --seconds is not given]",
)  # fmt: skip
@click.option(
    "--causes", type=click.IntRange(0), default=0, metavar="N",
    help="Stop when N causes are found.",
)  # fmt: skip
@click.option(
    "--save", "folder", type=click.Path(file_okay=False, path_type=Path),
    help="Write each cause found into this folder, as a suite file.",
)  # fmt: skip
@json_option
@click.pass_context
def command(
    context: click.Context,
    engine: str,
    reference: str,
    oracle: str,
    seed: int,
    seconds: float,
    statements: int,
    causes: int,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Search for wrong answers with random programs; each cause found is made small.

    Exit code 1 when something was found, else 0.
    """
    from harness.fuzz.campaign import Campaign, Outcome, Request

    watched = sys.stderr.isatty()

    def progress(outcome: Outcome) -> None:
        if watched:
            click.echo(
                f"\r{outcome.statements:,} statements, {len(outcome.findings)} causes",
                nl=False,
                err=True,
            )

    if not seconds and not statements:
        statements = 5_000
    request = Request(engine, reference, oracle, seed, seconds, statements, folder, causes)
    outcome = Campaign(request, progress).run()
    if watched:
        click.echo("", err=True)
    if as_json:
        click.echo(json.dumps(outcome.as_json(request)))
    else:
        for cause, finding in outcome.findings.items():
            click.echo(f"{cause}  ({outcome.counts[cause]} times)")
            for sql in (*finding.setup, finding.sql):
                click.echo(f"    {sql};")
            click.echo(f"    -- ours:   {finding.ours}\n    -- theirs: {finding.theirs}")
        click.echo(
            f"{outcome.statements:,} statements in {outcome.programs:,} programs, "
            f"{len(outcome.findings)} causes found"
        )
    context.exit(NOT_ALL_PASSED if outcome.findings else ALL_PASSED)
