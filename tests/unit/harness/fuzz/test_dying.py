"""Programs that take the engine's process with them become the statements that do."""

import pytest

from harness.fuzz import dying
from harness.fuzz.dying import find_death

PROGRAM = [
    "CREATE TABLE t(a)",
    "INSERT INTO t VALUES (1), (2)",
    "SELECT nothing FROM nowhere",
    "CREATE INDEX i ON t(a)",
    "SELECT a, a + 1 FROM t WHERE a > boom 0 ORDER BY a",
    "SELECT 1",
]


@pytest.mark.parametrize(
    ("way", "how"),
    [
        ("talk_and_die", "crashes: the engine's process was killed by SIGABRT"),
        ("exit_at_once", "crashes: the engine's process exited with status 7"),
    ],
)
def test_a_crash(way: str, how: str, faulty_engines: None) -> None:
    death = find_death(f"dbapi:faulty:{way}", PROGRAM)
    assert death is not None
    assert death.how == how
    assert death.statements == ["boom"]


def test_a_hang(faulty_engines: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dying, "STATEMENT_SECONDS", 1.0)
    death = find_death("dbapi:faulty:hang", PROGRAM[:5])
    assert death is not None
    assert death.how == "hangs"
    assert death.statements[-1] == "boom"


def test_what_the_engine_survives_is_no_death(faulty_engines: None) -> None:
    assert find_death("dbapi:faulty:none", PROGRAM) is None
