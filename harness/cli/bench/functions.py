"""`dbwright bench functions`."""

import json

import click

from harness.cli.bench.options import engine_option, print_ratios, reference_option
from harness.cli.options import json_option
from harness.errors import NOT_ALL_PASSED


@click.command(epilog="Example: dbwright bench functions --rows 5000")
@engine_option
@reference_option
@click.option("--rows", type=click.IntRange(1), default=20_000, show_default=True)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@json_option
@click.pass_context
def command(
    context: click.Context, engine: str, reference: str, rows: int, rounds: int, as_json: bool
) -> None:
    """CPU time of functions, windows, JSON, triggers and the like, beside SQLite in the same run.

    Exits with 1 when one of them costs more than 5 times as much.
    """
    from harness.bench.functions.measure import measure

    parts = measure(engine, reference, rows, rounds, lambda text: click.echo(text, err=True))
    if as_json:
        found = {"schema": 1, "engine": engine, "reference": reference, "rows": rows}
        click.echo(json.dumps({**found, "parts": [part.as_json() for part in parts]}))
    else:
        print_ratios(
            "part",
            (f"{engine} ms", f"{reference} ms", "ratio"),
            (
                (
                    part.name,
                    f"{part.seconds * 1000:.2f}",
                    f"{part.reference_seconds * 1000:.2f}",
                    f"{part.ratio:.2f}",
                    "" if part.is_within else "over",
                )
                for part in parts
            ),
        )
    context.exit(0 if all(part.is_within for part in parts) else NOT_ALL_PASSED)
