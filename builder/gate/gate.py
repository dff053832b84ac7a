"""The gate itself: every check in its order, on a clean checkout of the patch."""

import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from builder.cases import SuiteText
from builder.gate.held_back import check_siblings
from builder.gate.honesty import check_honesty
from builder.gate.paths import check_paths
from builder.gate.speed import check_gain, check_speed
from builder.gate.verdict import (
    BUILD,
    CONFLICT,
    NO_GAIN,
    REGRESSION,
    RULE,
    START,
    SWALLOWED,
    TIMED_OUT,
    Verdict,
    refused,
)
from builder.measure import Case, Measurement, Suite, measure, scratch_store
from builder.patch import Patch, read_patch
from builder.rules import DESIGN_PAGE, Rules, breaches, read_rules
from builder.sandbox.engine import ask, precompile, violation
from builder.sandbox.jail import Jail
from builder.worktrees import Repository
from harness.errors import EngineStartError

NONSENSE = (
    "SELECT FROM WHERE",
    "CREATE TABLE",
    "SELECT * FROM no_such_table_anywhere",
    "INSERT INTO no_such_table_anywhere VALUES (1)",
    "this is no statement",
)
"""What no SQL engine may accept."""

MOST_TOLD = 5
WHOLE_FROM = 3
"""Where the cluster's files are a third of all, or more, everything is run at once."""


@dataclass(frozen=True)
class Subject:
    """What a patch is for: the order's cases that fail now, and the base's run."""

    name: str
    base: str
    cases: tuple[Case, ...]
    before: Measurement
    role: str = "coder"
    wants_speed: bool = False


class Gate:
    """Judges patches. `seed` draws the siblings and is known to no agent."""

    def __init__(
        self, repository: Repository, suite: Suite, text: SuiteText, jail: Jail, folder: Path,
        seed: str,
    ) -> None:  # fmt: skip
        self.repository = repository
        self.suite = suite
        self.text = text
        self.jail = jail
        self.folder = folder
        self.seed = seed

    def judge(self, subject: Subject, patch_text: str) -> Verdict:
        """All checks; the first that fails is the verdict."""
        began = time.monotonic()
        name = f"gate-{subject.name}"
        with self.repository.worktree(name, subject.base) as worktree:
            rules = read_rules(worktree)
            patch, fault = read_patch(worktree, subject.base, patch_text)
            if patch is None:
                return refused(CONFLICT, fault)
            verdict = self._text(patch, worktree, rules, subject) or self._run(
                worktree, rules, subject
            )
        verdict.seconds = time.monotonic() - began
        return verdict

    def _text(self, patch: Patch, worktree: Path, rules: Rules, subject: Subject) -> Verdict | None:
        """What can be judged without running anything. The rules are those of the base."""
        found = check_paths(patch, rules, subject.role) or check_honesty(
            patch, worktree, rules.engine.module.partition(".")[0], self.text.every_sql()
        )
        if found:
            return found
        if any(change.path == DESIGN_PAGE for change in patch.changes):
            rules = read_rules(worktree)
        broken = breaches(rules, worktree)
        if broken:
            return refused(RULE, "\n".join(map(str, broken[:MOST_TOLD])))
        return None

    def _run(self, worktree: Path, rules: Rules, subject: Subject) -> Verdict:
        found = self.build(worktree, rules) or self.probe(worktree, rules)
        if found:
            return found
        with scratch_store(self.folder, f"gate-{subject.name}") as store:
            try:
                return self._measured(worktree, rules, subject, store)
            except EngineStartError as error:
                return refused(START, error.message)

    def build(self, worktree: Path, rules: Rules) -> Verdict | None:
        """Run the design's build commands in the jail."""
        for command in rules.build:
            done = self.jail.run(
                list(command), worktree, rules.budgets.build_seconds, writable=True
            )
            if done.returncode != 0:
                told = "\n".join(done.stdout.splitlines()[-MOST_TOLD:])
                return refused(BUILD, f"{' '.join(command)} failed:\n{told}")
        precompile(worktree)
        return None

    def probe(self, worktree: Path, rules: Rules) -> Verdict | None:
        """Ask a fresh engine what no engine may accept."""
        answers = ask(rules.engine, worktree, self.jail, list(NONSENSE))
        if answers[-1].ended:
            broken = violation(answers[-1].ended)
            if broken:
                return refused(*broken)
            last = "\n".join(answers[-1].ended.splitlines()[-MOST_TOLD:])
            return refused(START, f"the engine ended:\n{last}")
        for sql, answer in zip(NONSENSE, answers, strict=True):
            if answer.error is None:
                return refused(SWALLOWED, f"the engine accepts {sql!r}")
        return None

    def _measured(self, worktree: Path, rules: Rules, subject: Subject, store: Path) -> Verdict:
        """The cluster first, which is quick; then siblings, then everything."""
        entry, jail, before = rules.engine, self.jail, subject.before
        files = {case[1] for case in subject.cases}
        if WHOLE_FROM * len(files) >= len(before.files):
            files = {name for _, name in before.files}
        quick = measure(self.suite, entry, worktree, jail, store, files)
        broken = quick.violation()
        if broken:
            return refused(*broken)
        gained = [case for case in subject.cases if case in quick.micros]
        if not gained and not subject.wants_speed:
            return refused(NO_GAIN, _still_failing(subject, quick))
        siblings = check_siblings(
            self.text, gained, self.seed, self.suite, entry, worktree, jail, store
        )
        if siblings:
            return siblings
        everything = quick
        if len(files) < len(before.files):
            everything = measure(self.suite, entry, worktree, jail, store)
        broken = everything.violation()
        if broken:
            return refused(*broken)
        lost = newly_failing(before, everything)
        if lost:
            return _regression(lost, everything)
        slower = self._timed(worktree, rules, subject, everything, store)
        if slower:
            return slower
        newly = sorted(case for case in before.failures if case in everything.micros)
        return Verdict(gained=newly)

    def _timed(
        self, worktree: Path, rules: Rules, subject: Subject, after: Measurement, store: Path
    ) -> Verdict | None:
        """The checks on time. The commit before is checked out when it is first measured."""
        with ExitStack() as stack:
            base: list[Path] = []

            def old(names: Iterable[str]) -> Measurement:
                if not base:
                    name = f"before-{subject.name}"
                    tree = self.repository.worktree(name, subject.base)
                    base.append(stack.enter_context(tree))
                    self.build(base[0], rules)
                return measure(self.suite, rules.engine, base[0], self.jail, store, names)

            def new(names: Iterable[str]) -> Measurement:
                return measure(self.suite, rules.engine, worktree, self.jail, store, names)

            found = check_speed(subject.before, after, rules.budgets.slower, old, new)
            if found is None and subject.wants_speed:
                found = check_gain(subject.cases, old, new)
            return found


def newly_failing(before: Measurement, after: Measurement) -> list[Case]:
    """Cases that passed before and do not now, those that disappeared included."""
    return sorted(case for case in before.micros if case not in after.micros)


def _regression(lost: list[Case], after: Measurement) -> Verdict:
    failures = [after.failures[case] for case in lost if case in after.failures]
    timed_out = bool(failures) and all(failure.verdict == "timed_out" for failure in failures)
    told = f"; the first is {failures[0].where}" if failures else ""
    lines = [f"{len(lost)} cases that passed before fail now{told}"]
    lines += [
        f"{failure.where}: {' '.join(failure.sql.split())[:200]}: "
        f"{(failure.message or failure.reason)[:200]}"
        for failure in failures[:MOST_TOLD]
    ]
    verdict = refused(TIMED_OUT if timed_out else REGRESSION, "\n".join(lines))
    verdict.lost = lost
    return verdict


def _still_failing(subject: Subject, after: Measurement) -> str:
    failures = [after.failures[case] for case in subject.cases if case in after.failures]
    lines = [f"none of the order's {len(subject.cases)} cases passes; they now end with"]
    messages: dict[str, int] = {}
    for failure in failures:
        text = (failure.message or failure.reason).splitlines()[0][:200]
        messages[text] = messages.get(text, 0) + 1
    ordered = sorted(messages.items(), key=lambda item: (-item[1], item[0]))
    return "\n".join(lines + [f"{count} x {text}" for text, count in ordered[:MOST_TOLD]])
