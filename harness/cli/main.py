"""`dbwright` itself: its commands, its version, and what an error looks like."""

import sys
from importlib.metadata import version
from typing import Any

import click

from harness.cli.lazy import LazyGroup
from harness.errors import INTERNAL_FAULT, USAGE, HarnessError

COMMANDS = {
    "run": ("harness.cli.run", "Run cases against an engine and store every verdict."),
    "clusters": ("harness.cli.clusters", "Failures grouped by cause, the biggest gain first."),
    "show": ("harness.cli.show", "One cause: an example, and what its SQL has in common."),
    "reduce": ("harness.cli.reduce", "The smallest file that fails for the same reason."),
    "diff": ("harness.cli.diff", "Two runs: newly failing, newly passing, changed, slower."),
    "gate": ("harness.cli.gate", "The verdict for CI: a two-way ratchet, case by case."),
    "fuzz": ("harness.cli.fuzz", "Search for wrong answers with random programs."),
    "report": ("harness.cli.report", "A run as HTML, Markdown, JUnit XML and a badge."),
    "serve": ("harness.cli.serve", "The live page: runs and builds while they go on."),
    "build": ("builder.cli.build", "From one prompt to a database that passes every case."),
    "submit": ("builder.cli.submit", "Hand in a patch for a work order."),
    "demo": ("builder.cli.demo", "The whole loop offline, in under two minutes."),
    "suite": ("harness.cli.suite", "Add, list, verify and generate suites."),
    "sql": ("harness.cli.sql", "A shell for SQL and dot commands on target_db."),
    "bench": ("harness.cli.bench", "Ratios against SQLite, side by side in one run."),
}
"""Every command: its module, and its line in `dbwright --help`."""


def version_text() -> str:
    """The version, and which build of the compiled packages runs."""
    import sqllogictest
    from harness.engines.registry import find_engine

    try:
        engine = find_engine("target_db").describe()
    except ImportError as error:
        engine = f"target_db: {error}"
    return f"dbwright {version('dbwright')}\nsqllogictest ({sqllogictest.BUILD})\n{engine}"


def show_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(version_text())
        context.exit()


EPILOG = """\b
Example:
  dbwright run --engine sqlite                 the sample suite that ships
  dbwright run --engine duckdb path/to/suite   your own
Shell completion:
  eval "$(_DBWRIGHT_COMPLETE=bash_source dbwright)"    (or zsh_source, fish_source)
Exit codes: 0 all passed; 1 some case did not pass; 2 usage; 3 the engine could not be
started; 4 an internal fault."""


@click.group(cls=LazyGroup, lazy=COMMANDS, epilog=EPILOG)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=show_version,
    help="Show the version and which build runs (compiled or pure), then exit.",
)  # fmt: skip
def group() -> None:
    """dbwright turns a compatibility suite into a database."""


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line; exits with the code that the outcome calls for."""
    try:
        code = group.main(arguments, prog_name="dbwright", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except click.ClickException as error:
        error.show()
        code = USAGE
    except (KeyboardInterrupt, click.Abort):
        click.echo("dbwright: interrupted", err=True)
        code = 130
    except HarnessError as error:
        click.echo(f"dbwright: {error}", err=True)
        code = error.exit_code
    except BrokenPipeError:
        sys.stderr.close()
        code = INTERNAL_FAULT
    except OSError as error:
        click.echo(f"dbwright: {error}", err=True)
        code = INTERNAL_FAULT
    sys.exit(code if isinstance(code, int) else 0)
