"""What all tests share: which build is under test, and where the official suite is."""

import os
from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"


def pytest_configure(config: pytest.Config) -> None:
    import sqllogictest
    import target_db

    expected = os.environ.get("DBWRIGHT_EXPECT")
    for package in (sqllogictest, target_db):
        if expected and expected != package.BUILD:
            raise pytest.UsageError(
                f"{package.__name__} runs {package.BUILD}, the tests are for the {expected} build"
            )


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of the official suite's archives; the test is skipped where it is absent."""
    if not CORPUS.is_dir():
        pytest.skip("the official suite is not at ../shared/corpus")
    return CORPUS
