"""What a build tells of itself: plain values, from whoever builds.

The harness knows no builder. A package that builds names a function under the entry point group
`dbwright.live`: it takes the folder of the results store and returns a BuildStatus, or None when
no build keeps its results there. It is asked about once a second and must only read.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path

GROUP = "dbwright.live"


@dataclass
class OrderStatus:
    """One work order. `cases` is what it would gain, `cost` in the currency of the price table."""

    id: int
    title: str
    state: str
    cases: int = 0
    attempts: int = 0
    cost: float = 0.0


@dataclass
class AgentStatus:
    """One agent at work: which order it has, since when (seconds since the epoch)."""

    name: str
    order: int
    since: float
    doing: str = ""


@dataclass
class BuildStatus:
    """A build as it is now. Times are seconds since the epoch.

    `burn_down` pairs a time with the records that do not pass yet. `transcripts` are names of
    files in `transcript_folder`, the latest first: JSON lines with `kind` and `text`. Budgets of 0
    are no limit.
    """

    prompt: str
    state: str
    round: int
    started: float
    tokens: int = 0
    cost: float = 0.0
    token_budget: int = 0
    cost_budget: float = 0.0
    orders: list[OrderStatus] = field(default_factory=list)
    agents: list[AgentStatus] = field(default_factory=list)
    burn_down: list[tuple[float, int]] = field(default_factory=list)
    decisions: list[tuple[float, str]] = field(default_factory=list)
    waiting_for: list[str] = field(default_factory=list)
    transcripts: list[str] = field(default_factory=list)
    transcript_folder: str = ""


Source = Callable[[Path], BuildStatus | None]


def build_sources() -> list[Source]:
    """The functions that installed packages offer."""
    return [point.load() for point in entry_points(group=GROUP)]


def find_build(folder: Path, sources: list[Source]) -> BuildStatus | None:
    """The build that keeps its results in `folder`, if any."""
    for source in sources:
        if (found := source(folder)) is not None:
            return found
    return None
