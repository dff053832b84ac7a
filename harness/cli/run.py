"""`dbwright run`: run cases, store verdicts, print a summary."""

import json
from pathlib import Path

import click

from harness.cli.options import (
    Size,
    check_executor,
    cluster_option,
    cores,
    executor_option,
    json_option,
    store_option,
    workers_option,
)
from harness.engines.registry import engine_names
from harness.errors import ALL_PASSED, NOT_ALL_PASSED
from harness.suites.selection import Sample, Selection

EPILOG = """\b
A SUITE is a .test or .slt file, a folder, an archive (.zip .tar .tar.gz .tar.bz2 .tar.xz
.tar.zst, read in place), ARCHIVE/MEMBER, a glob, or a name from `dbwright suite list`. FILE:LINE
is the one case on that line, with the statements before it as its setup. None: the sample suite.
\b
Example:
  dbwright run --engine sqlite
  dbwright run --engine process:'python my_engine.py' suite/select1.test:120
  dbwright run --engine duckdb --include 'select*' suite.tar.bz2 --json
  dbwright run --engine duckdb --executor dask --cluster tcp://scheduler:8786 suite.tar.bz2"""


@click.command(epilog=EPILOG)
@click.argument("suites", nargs=-1, metavar="[SUITE]...")
@click.option(
    "--engine", default="sqlite", show_default=True, metavar="NAME",
    help=f"One of: {', '.join(engine_names())}.",
)  # fmt: skip
@click.option(
    "--label", default="sqlite", show_default=True,
    help="The name that skipif and onlyif are compared with.",
)  # fmt: skip
@workers_option
@click.option(
    "--timeout", type=click.FloatRange(min=0.1), default=60.0, show_default=True,
    help="Seconds that one record may take.",
)  # fmt: skip
@click.option(
    "--file-timeout", type=click.FloatRange(min=0.1), default=1800.0, show_default=True,
    help="Seconds that one file may take; what is left of it then has timed out.",
)  # fmt: skip
@click.option(
    "--memory-limit", type=Size(), default="2G", show_default=True,
    help="Memory of one worker; 0 for no limit.",
)  # fmt: skip
@click.option("--include", multiple=True, metavar="GLOB", help="Only files whose name matches.")
@click.option("--exclude", multiple=True, metavar="GLOB", help="No file whose name matches.")
@click.option(
    "--sample", metavar="FRACTION:SEED",
    help="A fixed part of each file's queries, with all its statements.",
)  # fmt: skip
@click.option("--sample-files", metavar="FRACTION:SEED", help="A fixed part of the files.")
@executor_option
@cluster_option
@click.option("--allow-system", is_flag=True, help="Let `system` records run shell commands.")
@store_option
@click.option("--resume", metavar="ID", help="Finish the run ID that was killed or interrupted.")
@click.option(
    "--limit-failures", type=click.IntRange(0), default=10, show_default=True,
    help="How many of the cases that did not pass to show.",
)  # fmt: skip
@click.option(
    "--rerun-failures", type=click.IntRange(0), default=20, show_default=True, metavar="N",
    help="Run N of the failures again in a fresh process, and mark those that are flaky. "
    "They still count as failures.",
)  # fmt: skip
@json_option
@click.option(
    "--junit", type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Also write a JUnit XML file.",
)  # fmt: skip
@click.pass_context
def command(
    context: click.Context,
    suites: tuple[str, ...],
    engine: str,
    label: str,
    workers: int | None,
    timeout: float,
    file_timeout: float,
    memory_limit: int,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    sample: str | None,
    sample_files: str | None,
    executor: str,
    cluster: str,
    allow_system: bool,
    store: Path,
    resume: str | None,
    limit_failures: int,
    rerun_failures: int,
    as_json: bool,
    junit: Path | None,
) -> None:
    """Run the cases of each SUITE against an engine and store every verdict.

    The selecting options choose what is run and are recorded with the run; they never turn a
    case into a pass.
    """
    from harness import flaky, runs
    from harness.output.junit import write_junit
    from harness.output.progress import show_progress
    from harness.output.summary import print_summary
    from harness.store import queries
    from harness.store.database import open_for_reading

    check_executor(executor, cluster)
    with show_progress() as observer:
        if resume is not None:
            result = runs.resume(resume, store, workers, observer, cluster)
        else:
            request = runs.RunRequest(
                engine=engine,
                suites=list(suites),
                label=label,
                workers=workers or cores(),
                record_timeout=timeout,
                file_timeout=file_timeout,
                memory_limit=memory_limit,
                selection=Selection(
                    include,
                    exclude,
                    Sample.parse(sample_files) if sample_files else None,
                    Sample.parse(sample) if sample else None,
                ),
                store=store,
                allow_system=allow_system,
                executor=executor,
                cluster=cluster,
            )
            result = runs.start(request, observer)
    again = flaky.rerun_failures(store, result.run_id, 0 if result.all_passed else rerun_failures)
    with open_for_reading(store) as connection:
        run = queries.find_run(connection, result.run_id)
        if junit is not None:
            write_junit(connection, run, junit)
        if not as_json:
            print_summary(connection, run, result, limit_failures, again)
    if as_json:
        report = runs.summary_json(result) | {
            "rerun": again.cases,
            "flaky": [f"{mark.name}:{mark.line}" for mark in again.changed],
        }
        click.echo(json.dumps(report))
    context.exit(ALL_PASSED if result.all_passed else NOT_ALL_PASSED)
