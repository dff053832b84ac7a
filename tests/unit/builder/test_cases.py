"""A case by itself is judged as it is in its file."""

from pathlib import Path

import pytest

from builder.cases import SuiteText
from builder.measure import Suite
from harness import runs
from harness.coordinator import Observer

ROWS = "\n".join(map(str, range(12)))
CASE = (
    "statement ok\nCREATE TABLE t(a INTEGER)\n\n"
    f"statement ok\nINSERT INTO t VALUES {','.join(f'({n})' for n in range(12))}\n\n"
    f"query I nosort\nSELECT a FROM t\n----\n{ROWS}\n"
)


@pytest.mark.parametrize("head, passes", [("hash-threshold 0\n\n", True), ("", False)])
def test_the_hash_threshold_of_the_file_comes_along(
    tmp_path: Path, head: str, passes: bool
) -> None:
    suite, alone = tmp_path / "suite", tmp_path / "alone.test"
    suite.mkdir()
    (suite / "a.test").write_text(head + CASE)
    text = SuiteText(Suite((str(suite),)))
    last = len(text.records("", "a.test")) - 1
    script = text.script(("", "a.test", last))
    assert script is not None
    alone.write_text(script.text())
    for path in (suite, alone):
        request = runs.RunRequest("sqlite", [str(path)], store=tmp_path / "s" / f"{path.stem}.db")
        result = runs.start(request, Observer())
        assert result.passed == result.records - (not passes)
