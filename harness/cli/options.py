"""Options and values that several commands share."""

import os
from pathlib import Path
from typing import Any

import click

from harness.errors import UsageError
from harness.executors import DASK, LOCAL
from harness.store.database import DEFAULT_STORE

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


class Size(click.ParamType[int]):
    """Bytes, with K, M or G behind the number."""

    name = "SIZE"

    def convert(
        self, value: Any, parameter: click.Parameter | None, context: click.Context | None
    ) -> int:
        if isinstance(value, int):
            return value
        text = str(value).strip().upper().removesuffix("B").removesuffix("I")
        unit = text[-1:] if text[-1:] in UNITS else ""
        number = text[: len(text) - len(unit)]
        if not number.isdigit():
            self.fail(f"{value!r} is no size; write 512M or 2G, 0 for no limit")
        return int(number) * UNITS[unit]


store_option = click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    default=DEFAULT_STORE,
    show_default=True,
    help="The results store (a DuckDB file).",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object, and nothing else, to stdout."
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 512),
    default=None,
    help="Worker processes, one engine each.  [default: one a core]",
)
executor_option = click.option(
    "--executor", type=click.Choice([LOCAL, DASK]), default=LOCAL, show_default=True,
    help="Where to run: on this machine, or on a Dask cluster.",
)  # fmt: skip
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", default="", help="The Dask scheduler, as tcp://host:8786."
)


def check_executor(executor: str, cluster: str) -> None:
    """Raise UsageError unless a cluster is named where one is wanted, and only there."""
    if (executor == DASK) != bool(cluster):
        raise UsageError("--executor dask and --cluster ADDRESS go together")


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
