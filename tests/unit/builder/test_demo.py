"""`dbwright demo`: what it promises, and twice the same."""

from pathlib import Path

import pytest

from builder.demo.run import run_demo


@pytest.mark.soak
def test_twice_the_same_result(tmp_path: Path) -> None:
    first, second = (run_demo(tmp_path / name, 2, lambda line: None) for name in "ab")
    assert first.story == second.story
    assert first.outcome == second.outcome


def test_the_demo_keeps_its_promises(tmp_path: Path) -> None:
    result = run_demo(tmp_path / "demo", 2, lambda line: None)
    assert result.outcome.passed == result.outcome.records >= 1500
