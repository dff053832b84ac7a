"""The seeded faults, the suite they are tried on, and runs of it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))


@pytest.fixture(autouse=True, scope="session")
def importable() -> Iterator[None]:
    """Workers find `faulty_target` by PYTHONPATH."""
    before = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HERE), before)))
    yield
    os.environ["PYTHONPATH"] = before


@pytest.fixture(scope="session")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from make_suite import make_suite

    return make_suite(tmp_path_factory.mktemp("faults") / "suite")
