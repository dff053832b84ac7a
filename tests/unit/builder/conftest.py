"""Fixtures for the builder's tests."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from toy import Toy


@pytest.fixture(scope="session")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Toy]:
    """A toy engine that lacks max(), with its suite and gate."""
    yield Toy(tmp_path_factory.mktemp("toy"))
