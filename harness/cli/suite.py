"""`dbwright suite`: where cases come from."""

import json
from pathlib import Path

import click

from harness.cli.options import json_option, store_option
from harness.errors import NOT_ALL_PASSED
from harness.suites import registry


@click.group(epilog="Example: dbwright suite add official && dbwright run official")
def command() -> None:
    """Add, list, verify and generate suites."""


@command.command(
    epilog="""\b
Example:
  dbwright suite add official                        SQLite's own, from its home page
  dbwright suite add mine ./tests/sql
  dbwright suite add theirs https://example.org/suite.tar.gz
  dbwright suite add theirs git+https://example.org/suite.git"""
)
@click.argument("name")
@click.argument("origin", required=False, metavar="[PATH|URL|GIT]")
@store_option
def add(name: str, origin: str | None, store: Path) -> None:
    """Keep a suite under NAME, with the checksum of each of its files.

    This is the only command that fetches anything, and only from the address given.
    """
    entry = registry.add(name, origin, store.parent)
    click.echo(f"{entry.name}: {len(entry.files)} files at {entry.path}")


@command.command("list", epilog="Example: dbwright suite list --json")
@store_option
@json_option
def list_suites(store: Path, as_json: bool) -> None:
    """Show the registered suites."""
    entries = registry.entries(store.parent)
    if as_json:
        rows = [
            {"name": e.name, "origin": e.origin, "path": e.path, "files": len(e.files)}
            for e in entries
        ]
        click.echo(json.dumps({"schema": 1, "suites": rows}))
        return
    for entry in entries:
        click.echo(f"{entry.name}\t{len(entry.files)} files\t{entry.path}")
    if not entries:
        click.echo("no suite is registered; `dbwright suite add NAME PATH` adds one", err=True)


@command.command(epilog="Example: dbwright suite verify official")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@store_option
@click.pass_context
def verify(context: click.Context, names: tuple[str, ...], store: Path) -> None:
    """Compare registered suites (all, if none is named) with their checksums.

    Exits with 1 when a file is missing, changed or new.
    """
    base = store.parent
    entries = [registry.find(name, base) for name in names] or registry.entries(base)
    sound = True
    for entry in entries:
        differences = registry.differences(entry)
        sound = sound and not differences
        for difference in differences:
            click.echo(f"{entry.name}: {difference}")
        if not differences:
            click.echo(f"{entry.name}: {len(entry.files)} files as they were added")
    context.exit(0 if sound else NOT_ALL_PASSED)


@command.command(
    epilog="""\b
Example:
  dbwright suite generate --seed 7 --records 5000 fresh/
  dbwright suite generate --seed 1 --records 20000 sample.tar.xz"""
)
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--seed", default="1", show_default=True, help="The same seed, the same bytes.")
@click.option(
    "--records", type=click.IntRange(1000), default=20_000, show_default=True,
    help="About how many records to write.",
)  # fmt: skip
def generate(target: Path, seed: str, records: int) -> None:
    """Write new files in the manner of the official families, answered by SQLite.

    TARGET is a folder, or the name of a packed archive ending in .tar.xz.
    """
    from harness.generator.generate import generate_files, write_folder, write_packed

    files = generate_files(seed, records)
    if target.name.endswith(".tar.xz"):
        write_packed(files, target)
    else:
        write_folder(files, target)
    click.echo(f"{len(files)} files in {target}")
