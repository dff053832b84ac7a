"""The builder's errors: one root, shown by the command line without a traceback."""

from harness.errors import ENGINE_NOT_STARTED, INTERNAL_FAULT, USAGE, HarnessError


class BuildError(HarnessError):
    """The build can't go on; `message` says what and where, `hint` what to do."""

    exit_code = INTERNAL_FAULT


class BuildUsageError(BuildError):
    """The user asked for something that isn't there or can't be."""

    exit_code = USAGE


class EngineFault(BuildError):
    """The engine does not build or start, or the architect's skeleton does not stand."""

    exit_code = ENGINE_NOT_STARTED


class AgentFault(BuildError):
    """An agent's attempt ended without a patch: its calls ran out, its endpoint is gone."""


class BudgetSpent(AgentFault):
    """A call would go over a budget. `whole` tells that the whole build's is spent."""

    def __init__(self, message: str, whole: bool) -> None:
        super().__init__(message, "raise the budget and run `dbwright build --resume`")
        self.whole = whole
