"""The end of a run for a person: totals by family, the first failures, where results are."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from harness.flaky import Rerun
from harness.output.difference import show_failure
from harness.runs import RunResult
from harness.store import queries


def print_summary(
    connection: queries.Connection,
    run: queries.Run,
    result: RunResult,
    most_failures: int,
    again: Rerun,
) -> None:
    """Print to standard output; colours only on a terminal, and never with NO_COLOR."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(family_table(queries.families(connection, run), result))
    shown = list(queries.failures(connection, run, most_failures)) if most_failures else []
    for failure in shown:
        console.print()
        console.print(show_failure(failure), end="")
    bad = result.records - result.passed
    if bad > len(shown):
        console.print(f"\n... and {bad - len(shown):,} more that did not pass")
    for mark in again.changed:
        console.print(
            Text(
                f"flaky: {mark.name}:{mark.line} {mark.verdict}, and {mark.again} when it ran "
                "again in a fresh process; it counts as not passed".replace("_", " ")
            )
        )
    console.print()
    verdict = "[green]all passed[/green]" if not bad else f"[red]{bad:,} did not pass[/red]"
    console.print(
        f"{result.engine_version}: {result.records:,} records in {result.files:,} files, {verdict}"
        f" ({result.not_applicable:,} not applicable to label {result.label!r})"
    )
    console.print(
        f"{result.seconds:.1f} s, {result.records_per_second:,.0f} records/s, "
        f"CPU {result.cpu_seconds:.1f} s, peak memory of a worker "
        f"{result.worker_memory / 2**20:.0f} MB; run {result.run_id}"
    )


def family_table(families: list[queries.FamilyTotals], result: RunResult) -> Table:
    """A row for each family, and one for all."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("family")
    for name in ("files", "records", "passed", "failed", "crashed", "timed out", "n/a"):
        table.add_column(name, justify="right")
    rows: list[queries.FamilyTotals | RunResult] = [*families, result]
    for family in rows:
        name = "all" if isinstance(family, RunResult) else family.family
        numbers = (family.failed, family.crashed, family.timed_out)
        table.add_row(
            name,
            f"{family.files:,}",
            f"{family.records:,}",
            f"{family.passed:,}",
            *(f"[red]{number:,}[/red]" if number else "0" for number in numbers),
            f"{family.not_applicable:,}",
            style="bold" if family is result else None,
        )
    return table
