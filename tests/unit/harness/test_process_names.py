"""How a `process:` engine is called in runs, reports and on the live page."""

import pytest

from harness.engines.process import LONGEST_SHOWN
from harness.engines.registry import find_engine


@pytest.mark.parametrize("kind", ["process", "resettable"])
def test_a_long_command_is_shown_by_its_first_word_and_its_last_ones(kind: str) -> None:
    assert find_engine(f"{kind}:my-engine --json").describe() == "my-engine --json"
    hidden = " ".join(f"--hide file-{number}" for number in range(100))
    shown = find_engine(f"{kind}:sandbox {hidden} -- my-engine --json").describe()
    assert shown.startswith("sandbox ... ") and shown.endswith("file-99 -- my-engine --json")
    assert LONGEST_SHOWN / 2 < len(shown) <= LONGEST_SHOWN + len(" ...")
