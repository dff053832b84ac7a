"""What a gate says: accepted, or the one reason why not."""

from dataclasses import dataclass, field

from builder.measure import Case

CONFLICT = "conflict"
"""Does not apply to the commit it is judged on."""
EMPTY = "empty"
PATHS = "paths"
"""Touches a path that the role may not."""
KIND = "kind of file"
"""A link, a submodule, a binary, git's own files."""
SIZE = "size"
HARD_CODED = "hard-coded"
"""Holds the text of the suite's cases, or their digests."""
FORBIDDEN_IMPORT = "forbidden import"
REFERENCE = "reference engine"
PROCESS = "starts a process"
ESCAPE = "escape"
SUITE = "reads the suite"
TAMPERING = "tampering"
STALLING = "stalling"
RULE = "design rule"
BUILD = "build"
START = "does not start"
NO_GAIN = "no gain"
SWALLOWED = "swallowed error"
"""Answers what is wrong SQL with success."""
SIBLINGS = "siblings"
REGRESSION = "regression"
TIMED_OUT = "timed out"
SLOWER = "slower"
REVIEW = "review"
NO_PATCH = "no patch"
"""The agent ended without one."""


@dataclass
class Verdict:
    """`reason` is '' for an accepted patch. `feedback` is what the agent may know.

    `gained` are the cases that newly pass, `lost` those that newly fail.
    """

    reason: str = ""
    feedback: str = ""
    gained: list[Case] = field(default_factory=list)
    lost: list[Case] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def accepted(self) -> bool:
        return not self.reason


def refused(reason: str, feedback: str) -> Verdict:
    return Verdict(reason, feedback)
