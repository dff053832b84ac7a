"""`dbwright demo`: the whole loop offline, on recorded replies."""

import json
import shutil
import time
from pathlib import Path

import click

from builder.errors import BuildUsageError
from harness.cli.options import cores


@click.command(
    epilog="""\b
Only the model's replies are recorded. Suite, harness, sandbox, gate, git and merge queue are
real: the demo ends with a small SQL engine in FOLDER/engine that passes every record.
\b
Example:
  dbwright demo
  dbwright demo --folder somewhere --json"""
)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path),
              default=Path(".dbwright") / "demo", show_default=True)  # fmt: skip
@click.option("--keep", is_flag=True, help="Refuse, rather than begin anew, if FOLDER is there.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object to stdout.")
def command(folder: Path, keep: bool, as_json: bool) -> None:
    """Build a small database from one prompt, in under two minutes, without any network."""
    from builder.demo.run import run_demo

    if folder.exists():
        if keep or not ((folder / "build").is_dir() or not any(folder.iterdir())):
            raise BuildUsageError(f"{folder}: is there already", "name another --folder")
        shutil.rmtree(folder)
    began = time.monotonic()
    result = run_demo(folder, cores(), lambda line: click.echo(line, err=True))
    seconds = time.monotonic() - began
    if as_json:
        click.echo(
            json.dumps(
                {
                    "schema": 1, "orders": result.orders, "rounds": result.outcome.rounds,
                    "records": result.outcome.records, "passed": result.outcome.passed,
                    "seconds": round(seconds, 1), "engine": str(result.engine),
                    "store": str(result.store), "story": result.story,
                }
            )
        )  # fmt: skip
        return
    click.echo(
        f"{result.outcome.passed:,} of {result.outcome.records:,} records pass: "
        f"{result.orders} orders in {result.outcome.rounds} rounds, {seconds:.0f} s\n"
        f"engine: {result.engine} (git log shows how it grew)\n"
        f"report: dbwright report --store {result.store}"
    )
