"""Reduction of what the seeded faults break: still failing, for the same reason, and small."""

from pathlib import Path
from statistics import median

import pytest
from catalogue import FAULTS
from lab import Lab, engine

from harness.clusters.find import find_clusters
from harness.reduce.case import ReducedCase
from harness.reduce.cluster import reduce_cluster
from harness.replay.replayer import Replayer

SOME = ("left-join-drops", "concat-null", "dropped-index-entry", "hex-aborts", "check-not-checked")


def reduce_fault(lab: Lab, name: str) -> ReducedCase:
    """Reduce the biggest cluster of a run with one fault; checks that the file stands alone."""
    run_id = lab.run(name)
    _, clusters = find_clusters(lab.store, run_id)
    made = reduce_cluster(lab.store, run_id, clusters[0].cluster, 60.0, 2.0)
    with Replayer(engine(name), timeout=3.0) as faulty, Replayer(engine()) as sound:
        assert not faulty.run_text(made.text, "reduced.test")[-1].passed
        assert all(outcome.passed for outcome in sound.run_text(made.text, "reduced.test"))
    assert made.reduced.seconds < 60
    return made


@pytest.mark.parametrize("name", SOME)
def test_a_fault_is_reduced(name: str, suite: Path, tmp_path: Path) -> None:
    made = reduce_fault(Lab(suite, tmp_path), name)
    assert made.statements <= 4
    assert made.tokens <= 20


@pytest.mark.soak
def test_every_fault_is_reduced(suite: Path, tmp_path: Path) -> None:
    lab = Lab(suite, tmp_path)
    made = []
    for name in FAULTS:
        made.append(reduce_fault(lab, name))
        one = made[-1]
        print(f"{name}: {one.statements} statements, {one.tokens} tokens, "
              f"{one.reduced.seconds:.1f} s", flush=True)  # fmt: skip
    assert median(one.statements for one in made) <= 3
    assert median(one.tokens for one in made) <= 15
