"""`dbwright sql`: a shell on target_db."""

import click

EPILOG = """\b
Example:
  dbwright sql                                  a database in memory
  dbwright sql shop.db                          a file in SQLite's format
  dbwright sql -json shop.db "SELECT * FROM t"  one statement, for a pipe
  dbwright sql -help                            all options, as those of sqlite3
Exit codes: 0 no errors; 1 some statement or command failed."""


@click.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
    epilog=EPILOG,
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def command(context: click.Context, arguments: tuple[str, ...]) -> None:
    """A shell for SQL and dot commands, after the sqlite3 program: [OPTIONS] [FILE [SQL...]]."""
    from harness.engines.shell import run_shell

    context.exit(run_shell(list(arguments)))
