"""The folder of a build on the command line."""

from pathlib import Path
from typing import Any

import click

from builder.errors import BuildUsageError

DEFAULT_FOLDER = Path(".dbwright") / "build"

folder_option = click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path), default=DEFAULT_FOLDER,
    show_default=True, help="Where the build keeps its state, results and transcripts.",
)  # fmt: skip


def opened(folder: Path) -> Any:
    """The state of the build in `folder`; raises BuildUsageError where there is none."""
    from builder.settings import place_of_state
    from builder.state.database import State

    if not place_of_state(folder).is_file():
        raise BuildUsageError(f"{folder}: no build is here", "name its --folder")
    return State(place_of_state(folder))
