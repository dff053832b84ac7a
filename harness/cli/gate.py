"""`dbwright gate`: the verdict for CI, held against a committed baseline."""

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.options import (
    check_executor,
    cluster_option,
    cores,
    executor_option,
    json_option,
    store_option,
    workers_option,
)
from harness.errors import ALL_PASSED, NOT_ALL_PASSED, UsageError

if TYPE_CHECKING:
    from harness.gate.baseline import Baseline
    from harness.gate.findings import Finding
    from harness.runs import RunRequest
    from harness.store.queries import Run

EPILOG = """\b
The baseline fixes the engine, the label, the limits and the selection: a run that differs in
one of them is red. So is a case that newly fails, a listed failure that now passes, a crash, a
time-out, and a file that is missing, added or changed. --update writes down what became better;
what became worse only with --accept as well. What newly fails is run again in a fresh process:
if it passes then, it is called flaky, and it stays red.
\b
Example:
  dbwright gate --baseline baseline.json --update suite/    the first time: makes the baseline
  dbwright gate --baseline baseline.json suite/             in CI
  dbwright gate --baseline baseline.json --run 20260718     a run that is there already"""

MOST_SHOWN = 50


@click.command(epilog=EPILOG)
@click.argument("suites", nargs=-1, metavar="[SUITE]...")
@click.option(
    "--baseline", "baseline_path", required=True, type=click.Path(dir_okay=False, path_type=Path),
    help="The committed baseline (JSON; .gz is packed).",
)  # fmt: skip
@click.option("--engine", metavar="NAME", help="The engine.  [default: the baseline's]")
@click.option("--run", "run_id", metavar="ID", help="Judge this run instead of making one.")
@click.option("--update", is_flag=True, help="Write what became better into the baseline.")
@click.option("--accept", is_flag=True, help="With --update: write what became worse as well.")
@workers_option
@executor_option
@cluster_option
@store_option
@json_option
@click.pass_context
def command(
    context: click.Context,
    suites: tuple[str, ...],
    baseline_path: Path,
    engine: str | None,
    run_id: str | None,
    update: bool,
    accept: bool,
    workers: int | None,
    executor: str,
    cluster: str,
    store: Path,
    as_json: bool,
) -> None:
    """Hold a run of each SUITE against a baseline: exit code 0 is green, 1 is red."""
    from harness import runs
    from harness.gate.baseline import Baseline
    from harness.gate.findings import IMPROVEMENTS, compare
    from harness.store import queries
    from harness.store.database import open_for_reading

    if accept and not update:
        raise UsageError("--accept goes with --update")
    check_executor(executor, cluster)
    makes_baseline = update and not baseline_path.exists()
    baseline = None if makes_baseline else Baseline.load(baseline_path)
    made_now = run_id is None
    if run_id is None:
        request = runs.RunRequest(
            engine or (baseline.engine if baseline else "target_db"), list(suites),
            workers=workers or cores(), store=store, executor=executor, cluster=cluster,
        )  # fmt: skip
        run_id = _run(request, baseline)
    elif suites:
        raise UsageError("name a SUITE or --run, not both")
    with open_for_reading(store) as connection:
        run = queries.find_run(connection, run_id)
        current = Baseline.of_run(connection, run)
        findings = compare(connection, run, baseline or current)
    if made_now and _rerun_reds(store, run, findings):
        with open_for_reading(store) as connection:
            findings = compare(connection, run, baseline or current)
    worse = [finding for finding in findings if finding.kind not in IMPROVEMENTS]
    updated = update and (accept or not worse)
    if updated:
        current.save(baseline_path)
    green = not findings or updated
    listed = current.failing if updated else (baseline or current).failing
    if as_json:
        report = {
            "schema": 1,
            "gate": "green" if green else "red",
            "run_id": run.run_id,
            "baseline": str(baseline_path),
            "records": run.records,
            "passed": run.passed,
            "listed_failures": listed,
            "updated": updated,
            "findings": [finding.as_json() for finding in findings],
        }
        click.echo(json.dumps(report))
    else:
        for finding in findings[:MOST_SHOWN]:
            click.echo(finding)
        if len(findings) > MOST_SHOWN:
            click.echo(f"... and {len(findings) - MOST_SHOWN:,} more findings (--json has all)")
        colour = "green" if green else "red"
        click.secho(f"The gate is {colour}", fg=colour, bold=True, nl=False)
        click.echo(
            f": {run.passed:,} of {run.records:,} records pass ({run.engine_version}), "
            f"{len(findings):,} findings against {baseline_path}, {listed:,} failures listed there"
            + (", which was updated" if updated else "")
        )
        if update and not updated:
            click.echo("The baseline was not touched: --accept writes what became worse, too.")
    context.exit(ALL_PASSED if green else NOT_ALL_PASSED)


def _rerun_reds(store: Path, run: "Run", findings: "list[Finding]") -> bool:
    """Run again what is newly red; whether any of it is flaky, which the findings then say."""
    from harness import flaky
    from harness.gate.findings import CRASHED, NEWLY_FAILING, TIMED_OUT
    from harness.store import queries
    from harness.store.database import open_for_reading

    kinds = (CRASHED, NEWLY_FAILING, TIMED_OUT)
    reds = {(red.file, red.line) for red in findings if red.kind in kinds}
    if not reds:
        return False
    with open_for_reading(store) as connection:
        failing = (f for f in queries.failures(connection, run) if (f.name, f.line) in reds)
        chosen = list(islice(failing, flaky.MOST_RERUN))
    return bool(flaky.rerun(store, run, chosen).changed)


def _run(request: "RunRequest", baseline: "Baseline | None") -> str:
    """Run the suites under the baseline's conditions; returns the run's id."""
    from harness import runs
    from harness.output.progress import show_progress
    from harness.suites.selection import Selection

    if baseline is not None:
        request.label = baseline.label
        request.record_timeout = baseline.limits["record_timeout"]
        request.file_timeout = baseline.limits["file_timeout"]
        request.memory_limit = int(baseline.limits["memory_limit"])
        request.selection = Selection.from_json(baseline.selection)
    with show_progress() as observer:
        return runs.start(request, observer).run_id
