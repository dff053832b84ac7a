"""Baselines: the numbers of failing records survive, compactly; broken files are refused."""

import random
from pathlib import Path

import pytest

from harness.errors import UsageError
from harness.gate.baseline import Baseline, BaselineFile, decode_numbers, encode_numbers


@pytest.mark.parametrize("numbers", [[], [0], [7], [0, 1, 2], [1, 3, 5, 6, 7], [10**6]])
def test_short_lists_are_ranges(numbers: list[int]) -> None:
    text = encode_numbers(numbers)
    assert not text.startswith("z:")
    assert decode_numbers(text) == set(numbers)


@pytest.mark.parametrize("fraction", [0.001, 0.02, 0.5, 0.97])
def test_long_lists_survive(fraction: float) -> None:
    source = random.Random(fraction)
    numbers = {i for i in range(50_000) if source.random() < fraction}
    assert decode_numbers(encode_numbers(numbers)) == numbers


def test_five_million_cases_with_every_second_failing_take_under_a_megabyte(
    tmp_path: Path,
) -> None:
    source = random.Random(1)
    files = {
        f"family/{i:03}/slt_good_{i}.test": BaselineFile(
            f"{i:064x}", 10_000, 0, {n for n in range(10_000) if source.random() < 0.5}
        )
        for i in range(500)
    }
    path = tmp_path / "baseline.json"
    baseline = Baseline("duckdb", "sqlite", {"record_timeout": 60.0}, {}, files)
    baseline.save(path)
    assert path.stat().st_size < 1_000_000
    assert Baseline.load(path) == baseline


@pytest.mark.parametrize("name", ["baseline.json", "baseline.json.gz"])
def test_saved_twice_is_the_same_bytes(tmp_path: Path, name: str) -> None:
    baseline = Baseline("sqlite", "sqlite", {}, {}, {"a.test": BaselineFile("00", 3, 0, {1})})
    baseline.save(tmp_path / name)
    first = (tmp_path / name).read_bytes()
    Baseline.load(tmp_path / name).save(tmp_path / name)
    assert (tmp_path / name).read_bytes() == first


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"schema": 1}', '{"schema": 99}', "\x00\x01",
     '{"schema": 1, "engine": "e", "label": "l", "limits": {}, "selection": {},'
     ' "files": {"a": {"sha256": "", "records": 1, "not_applicable": 0, "failing": "x"}}}'],
)  # fmt: skip
def test_a_broken_baseline_is_a_usage_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"baseline\.json"):
        Baseline.load(path)
