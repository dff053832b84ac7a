"""Shell commands of `system` records."""

import subprocess

from sqllogictest.records import System
from sqllogictest.verdicts import (
    FAILED,
    REASON_ERROR,
    REASON_REQUIREMENT,
    REASON_VALUES,
    Outcome,
)


def run_system(outcome: Outcome, record: System, command: str, allowed: bool) -> None:
    """Run a `system` record with bash and set `outcome`; refused unless `allowed`.

    The command must exit with 0 and print what the record expects. One that ends with `&` is
    left to run.
    """
    if not allowed:
        outcome.verdict = FAILED
        outcome.reason = REASON_REQUIREMENT
        outcome.message = "shell commands are not allowed in this run (system)"
        return
    if command.rstrip().endswith("&"):
        subprocess.Popen(["bash", "-c", command], stdin=subprocess.DEVNULL)
        return
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
    output = done.stdout.decode("utf-8", "replace")
    if done.returncode != 0:
        outcome.verdict = FAILED
        outcome.reason = REASON_ERROR
        outcome.message = f"the command ended with exit code {done.returncode}"
        outcome.got = [*output.splitlines(), *done.stderr.decode("utf-8", "replace").splitlines()]
    elif record.expected is not None:
        expected = "\n".join(record.expected).strip()
        if output.strip() != expected:
            outcome.verdict = FAILED
            outcome.reason = REASON_VALUES
            outcome.expected = expected.splitlines()
            outcome.got = output.strip().splitlines()
