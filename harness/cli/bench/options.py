"""What the benchmarks on suite files have in common."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

engine_option = click.option(
    "--engine", default="target_db", show_default=True, help="The engine measured."
)
reference_option = click.option(
    "--reference", default="sqlite", show_default=True, help="What it is held against."
)
suites_argument = click.argument("suites", nargs=-1, metavar="[SUITE]...")
per_family_option = click.option(
    "--per-family", type=click.IntRange(1), default=1, show_default=True,
    help="Files of each family in the sample.",
)  # fmt: skip
rounds_option = click.option(
    "--rounds", type=click.IntRange(1), default=3, show_default=True,
    help="How often each side is measured.",
)  # fmt: skip


@contextmanager
def sample_of(suites: tuple[str, ...], per_family: int) -> Iterator[tuple[Path, list[str]]]:
    """The folder and names of the unpacked sample; gone at the end."""
    from harness.bench.sample import unpack_sample
    from harness.sample import sample_suite

    with tempfile.TemporaryDirectory(prefix="dbwright-bench-") as scratch:
        folder = Path(scratch, "sample")
        named = list(suites) or [str(sample_suite())]
        yield folder, unpack_sample(named, per_family, folder)


def print_ratios(what: str, headings: Iterable[str], rows: Iterable[tuple[str, ...]]) -> None:
    """A table of times beside the reference's: a name first, then numbers, then what is over."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(what)
    for heading in (*headings, ""):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(*row)
    Console(highlight=False).print(table)
