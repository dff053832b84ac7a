"""`dbwright fuzz`."""

import json
from pathlib import Path

import click

from harness.cli.options import json_option
from harness.errors import ALL_PASSED, NOT_ALL_PASSED


@click.command(epilog="Example: dbwright fuzz --engine target_db --seed 7 --seconds 60")
@click.option("--engine", default="target_db", show_default=True, help="The engine searched.")
@click.option("--reference", default="sqlite", show_default=True, help="What is right.")
@click.option(
    "--oracle", default="differential", show_default=True,
    type=click.Choice(["differential", "planner", "norec", "tlp"]),
    help="Against the reference; optimiser on and off; NoREC; ternary logic partitioning.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random programs.")
@click.option("--seconds", type=click.FloatRange(0), default=0.0, help="Stop after this time.")
@click.option("--statements", type=click.IntRange(0), default=0, help="Stop after so many.")
@click.option("--causes", type=click.IntRange(0), default=0, help="Stop after so many causes.")
@click.option(
    "--save", "folder", type=click.Path(file_okay=False, path_type=Path),
    help="A folder for the cases found.",
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
    """Search for wrong answers with random programs; each cause found is made small and saved.

    Without --seconds and --statements it stops after 5,000 statements. Exits with 1 when
    something was found.
    """
    from harness.fuzz.campaign import Campaign, Outcome, Request

    def progress(outcome: Outcome) -> None:
        click.echo(
            f"\r{outcome.statements:,} statements, {len(outcome.findings)} causes",
            nl=False,
            err=True,
        )

    if not seconds and not statements:
        statements = 5_000
    request = Request(engine, reference, oracle, seed, seconds, statements, folder, causes)
    outcome = Campaign(request, progress).run()
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
