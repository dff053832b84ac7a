"""`dbwright bench disk`."""

import json
import tempfile
from pathlib import Path

import click

from harness.cli.bench.options import engine_option, print_ratios, reference_option
from harness.cli.options import json_option
from harness.errors import NOT_ALL_PASSED


@click.command(epilog="Example: dbwright bench disk --rows 100000 --journal wal")
@engine_option
@reference_option
@click.option("--rows", type=click.IntRange(10), default=1_000_000, show_default=True)
@click.option(
    "--points", type=click.IntRange(1), default=100_000, show_default=True,
    help="How many rows are read one by one.",
)  # fmt: skip
@click.option(
    "--journal", default="delete", show_default=True, type=click.Choice(["delete", "wal"])
)
@click.option("--synchronous", default="full", show_default=True, help="off, normal or full.")
@json_option
@click.pass_context
def command(
    context: click.Context,
    engine: str,
    reference: str,
    rows: int,
    points: int,
    journal: str,
    synchronous: str,
    as_json: bool,
) -> None:
    """Databases in files: processor time beside SQLite's, both with the same settings.

    Exits with 1 when a task takes over 10 times as long as SQLite's, or a scan over twice.
    """
    from harness.bench.disk.measure import compare, run_apart

    with tempfile.TemporaryDirectory(prefix="dbwright-bench-") as folder:
        times = []
        for place, name in enumerate((engine, reference)):
            file = Path(folder, f"{place}.db")
            options = f"file={file};journal={journal};synchronous={synchronous}"
            times.append(run_apart(f"{name}:{options}", rows, points))
    found = compare(*times)
    if as_json:
        head = {"schema": 1, "engine": engine, "reference": reference, "rows": rows}
        memory = {"megabytes": times[0].megabytes, "reference_megabytes": times[1].megabytes}
        click.echo(json.dumps({**head, **memory, "tasks": [row.as_json() for row in found]}))
    else:
        print_ratios(
            "task",
            (f"{engine} s", f"{reference} s", "ratio"),
            (
                (
                    row.name,
                    f"{row.seconds:.3f}",
                    f"{row.reference_seconds:.3f}",
                    f"{row.ratio:.2f}",
                    "" if row.is_within else "over",
                )
                for row in found
            ),
        )
    context.exit(0 if all(row.is_within for row in found) else NOT_ALL_PASSED)
