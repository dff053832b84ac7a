"""The toy with one aggregate missing: the smallest build that there is."""

from pathlib import Path

import pytest
import scripted_build
from scripted_build import prepare, settings

from builder.settings import Settings

RIGHT = "def call(values):\n    return max(values)\n"
NULL_TOO = "def call(values):\n    return max(values) if values else None\n"


def prepared(folder: Path, patcher: pytest.MonkeyPatch) -> Settings:
    """The repository and the suite in `folder`; max() is missing."""
    patcher.setattr(scripted_build, "CALLS", {"max": scripted_build.CALLS["max"]})
    prepare(folder)
    return settings(folder)
