"""The harness's errors: one root, with the exit code of the command line in each."""

ALL_PASSED = 0
NOT_ALL_PASSED = 1
USAGE = 2
ENGINE_NOT_STARTED = 3
INTERNAL_FAULT = 4


class HarnessError(Exception):
    """What went wrong, and what to do about it.

    `message` says what and where; `hint` what to do; `exit_code` is what `dbwright` exits with.
    """

    exit_code = INTERNAL_FAULT

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  {self.hint}" if self.hint else self.message


class UsageError(HarnessError):
    """The user asked for something that isn't there or can't be."""

    exit_code = USAGE


class EngineStartError(HarnessError):
    """The engine could not be started, so that no case can be judged."""

    exit_code = ENGINE_NOT_STARTED


class InternalFault(HarnessError):
    """The harness itself could not go on: a full disk, a store that cannot be opened."""

    exit_code = INTERNAL_FAULT


class SuiteFault(HarnessError):
    """One suite file or archive that can't be read; the others still run.

    `file` is the name shown, `line` the line in it (0: the file as a whole).
    """

    def __init__(self, file: str, line: int, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.file = file
        self.line = line

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {super().__str__()}"
