"""Clusters against causes: twelve faults at once, the truth known by running each alone."""

from pathlib import Path
from statistics import mean

import pytest
from lab import Lab, draw
from scoring import adjusted_mutual_information

DRAWS = range(100, 120)
"""The seeds of the draws. Rules of grouping were tried on other ones."""


def test_the_measure() -> None:
    assert adjusted_mutual_information("aabbcc", "xxyyzz") == pytest.approx(1.0)
    assert adjusted_mutual_information("aaaabbbb", "xyxyxyxy") < 0.05
    partly = adjusted_mutual_information("aaabbbccc", "xxxyyyyyy")
    assert 0.3 < partly < 0.8


def test_one_draw(suite: Path, tmp_path: Path) -> None:
    score = Lab(suite, tmp_path).score(draw(2))
    print(score)
    assert score.clusters_ami >= 0.85
    assert score.clusters_ami > score.messages_ami + 0.3
    assert not score.lacking


@pytest.mark.soak
def test_twenty_draws(suite: Path, tmp_path: Path) -> None:
    lab = Lab(suite, tmp_path)
    scores = []
    for seed in DRAWS:
        scores.append(lab.score(draw(seed)))
        print(f"draw {seed}: {scores[-1]}", flush=True)
    found = mean(score.clusters_ami for score in scores)
    least = min(score.clusters_ami for score in scores)
    by_message = mean(score.messages_ami for score in scores)
    print(f"mean AMI {found:.3f}, least {least:.3f}, messages alone {by_message:.3f}")
    assert found >= 0.9
    assert not [name for score in scores for name in score.lacking]
