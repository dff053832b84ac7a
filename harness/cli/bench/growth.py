"""`dbwright bench growth`."""

import json

import click

from harness.cli.bench.options import engine_option, print_ratios, reference_option
from harness.cli.options import json_option
from harness.errors import NOT_ALL_PASSED


@click.command(epilog="Example: dbwright bench growth --most 100000")
@engine_option
@reference_option
@click.option(
    "--most", type=click.IntRange(10_000), default=1_000_000, show_default=True,
    help="Rows of the largest table; the smallest has 1,000.",
)  # fmt: skip
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@json_option
@click.pass_context
def command(
    context: click.Context, engine: str, reference: str, most: int, rounds: int, as_json: bool
) -> None:
    """How CPU time grows with the table, from 1,000 rows on, beside SQLite in the same run.

    Exits with 1 when an exponent is over SQLite's by more than 0.15, or the ratio at the
    largest size over 3.0.
    """
    from harness.bench.growth.measure import measure

    sizes = [10**power for power in range(3, 10) if 10**power <= most]
    rows = measure(engine, reference, sizes, rounds, lambda text: click.echo(text, err=True))
    if as_json:
        found = {"schema": 1, "engine": engine, "reference": reference}
        click.echo(json.dumps({**found, "tasks": [row.as_json() for row in rows]}))
    else:
        print_ratios(
            "operation",
            (f"{engine} ms", f"{reference} ms", "exponent", "of reference", "ratio"),
            (
                (
                    row.name,
                    f"{row.seconds[-1] * 1000:.2f}",
                    f"{row.reference_seconds[-1] * 1000:.2f}",
                    f"{row.exponent:.2f}",
                    f"{row.reference_exponent:.2f}",
                    f"{row.ratio:.2f}",
                    "" if row.is_within else "over",
                )
                for row in rows
            ),
        )
    context.exit(0 if all(row.is_within for row in rows) else NOT_ALL_PASSED)
