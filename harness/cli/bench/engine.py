"""`dbwright bench engine`."""

import json

import click

from harness.cli.bench.options import (
    engine_option,
    per_family_option,
    reference_option,
    rounds_option,
    sample_of,
    suites_argument,
)
from harness.cli.options import json_option


@click.command(epilog="Example: dbwright bench engine --engine target_db ../shared/corpus")
@suites_argument
@engine_option
@reference_option
@per_family_option
@rounds_option
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True)
@json_option
def command(
    suites: tuple[str, ...],
    engine: str,
    reference: str,
    per_family: int,
    rounds: int,
    workers: int,
    as_json: bool,
) -> None:
    """An engine's CPU time over SQLite's, by family, through the same harness and workers."""
    from rich.console import Console
    from rich.table import Table

    from harness.bench import engine_cost

    with sample_of(suites, per_family) as (folder, names):
        cost = engine_cost.measure(folder, names, engine, reference, workers, rounds)
    if as_json:
        click.echo(json.dumps(cost.as_json()))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("family")
    for name in ("records", "passed", f"{engine} s", f"{reference} s", "ratio"):
        table.add_column(name, justify="right")
    for row in (*cost.families, cost.total):
        table.add_row(
            row.family,
            f"{row.records:,}",
            f"{row.passed:,}",
            f"{row.seconds:.2f}",
            f"{row.reference_seconds:.2f}",
            f"{row.ratio:.2f}",
        )
    Console(highlight=False).print(table)
