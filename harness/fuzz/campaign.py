"""The search: one child process a worker, watched, and started again after a crash or a hang."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness.engines.registry import find_engine
from harness.errors import EngineStartError
from harness.fuzz.dying import Death, find_death
from harness.fuzz.findings import Finding, save
from harness.fuzz.oracles import ORACLES
from harness.fuzz.program import program

SILENCE = 90.0
"""Seconds without a word after which a child hangs: a statement is interrupted well before."""


@dataclass(frozen=True)
class Request:
    """What is searched, how, and for how long.

    seconds, statements, causes: the search ends when one of them is reached; 0 for no bound.
    folder: where the cases found are saved, if anywhere.
    """

    engine: str
    reference: str
    oracle: str
    seed: int
    seconds: float
    statements: int
    folder: Path | None
    causes: int = 0


@dataclass
class Outcome:
    """What came of it. `findings` has one for each cause, `counts` how often each came."""

    statements: int = 0
    programs: int = 0
    seconds: float = 0.0
    findings: dict[str, Finding] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    files: list[str] = field(default_factory=list)

    def as_json(self, request: Request) -> dict[str, Any]:
        return {
            "schema": 1,
            "engine": request.engine,
            "oracle": request.oracle,
            "seed": request.seed,
            "programs": self.programs,
            "statements": self.statements,
            "seconds": round(self.seconds, 1),
            "findings": [
                {**finding.as_json(), "times": self.counts[cause]}
                for cause, finding in self.findings.items()
            ],
            "files": self.files,
        }


class Child:
    """One process that runs programs from number `first` on."""

    def __init__(self, request: Request, first: int) -> None:
        spec = find_engine(request.engine)
        command = [sys.executable, "-m", "harness.fuzz.child", request.engine, request.reference]
        command += [request.oracle, str(request.seed), str(first)]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **spec.environment},
            text=True,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put("")

    def next(self, seconds: float) -> dict[str, Any] | None:
        """The next message; None when it has died. Raises queue.Empty after `seconds`."""
        line = self.lines.get(timeout=seconds)
        if not line.startswith("{"):
            return None
        message: dict[str, Any] = json.loads(line)
        return message

    def end(self) -> str:
        """End the process; what it wrote to standard error."""
        self.process.kill()
        _, errors = self.process.communicate()
        return errors


class Campaign:
    """Runs one request to its end."""

    def __init__(self, request: Request, progress: Callable[[Outcome], None]) -> None:
        self.request = request
        self.progress = progress
        self.outcome = Outcome()

    def run(self) -> Outcome:
        """Search until the time or the statements are used up, or enough is found."""
        started = time.monotonic()
        number = 0
        while not self.is_over(started):
            number = self.follow(Child(self.request, number), number, started)
        self.outcome.seconds = time.monotonic() - started
        return self.outcome

    def is_over(self, started: float) -> bool:
        request = self.request
        self.outcome.seconds = time.monotonic() - started
        return (
            0 < request.statements <= self.outcome.statements
            or 0 < request.seconds <= self.outcome.seconds
            or 0 < request.causes <= len(self.outcome.findings)
        )

    def follow(self, child: Child, number: int, started: float) -> int:
        """Listen to one child until it dies or all is over; the program to go on with."""
        silent_since = time.monotonic()
        began = False
        while not self.is_over(started):
            try:
                message = child.next(0.2)
            except queue.Empty:
                if time.monotonic() - silent_since < SILENCE:
                    continue
                child.end()
                self.lost(number, "hangs")
                return number + 1
            if message is None:
                errors = child.end().strip()
                if not began:
                    raise EngineStartError(
                        f"{self.request.engine} cannot be fuzzed", errors.splitlines()[-1]
                    )
                self.lost(number, f"crashes: {errors.splitlines()[-1] if errors else 'silently'}")
                return number + 1
            silent_since = time.monotonic()
            began = True
            number = message.get("at", number)
            self.take(message)
        child.end()
        return number

    def take(self, message: dict[str, Any]) -> None:
        """Note one message of a child."""
        if "statements" in message:
            self.outcome.statements += message["statements"]
            self.outcome.programs += 1
        if "finding" in message:
            fields = dict(message["finding"])
            del fields["cause"]
            self.note(Finding(**fields))
        self.progress(self.outcome)

    def note(self, finding: Finding) -> None:
        """Count a finding, and keep the first of each cause."""
        self.outcome.counts[finding.cause] += 1
        if finding.cause in self.outcome.findings:
            return
        self.outcome.findings[finding.cause] = finding
        if self.request.folder is not None:
            self.outcome.files.append(str(save(finding, self.request.folder)))

    def lost(self, number: int, how: str) -> None:
        """A program took the process with it. `how` is told if it doesn't do so again."""
        asks = ORACLES[self.request.oracle].asks
        statements = [statement.sql for statement in program(self.request.seed, number, asks)]
        death = find_death(self.request.engine, statements) or Death(how, statements)
        *setup, last = death.statements
        self.note(
            Finding(self.request.oracle, self.request.seed, number, f"the engine {death.how}",
                    setup, last, "", death.how, "", "", None)
        )  # fmt: skip
