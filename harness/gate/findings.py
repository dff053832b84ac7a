"""A finished run against its baseline: every difference is a finding, and every finding is red.

Both directions count. A case that newly fails is red, and so is a listed failure that passes:
it must be taken off the list, or the next regression of it would go unseen.
"""

from dataclasses import dataclass
from typing import Any

from harness.gate.baseline import LIMITS, Baseline, BaselineFile, failing_records, files_by_name
from harness.store import marks, queries

CONDITIONS = "conditions"
INCOMPLETE = "incomplete"
MISSING_FILE = "missing file"
ADDED_FILE = "added file"
CHANGED_FILE = "changed file"
CHANGED_COUNT = "changed count"
NEWLY_FAILING = "newly failing"
CRASHED = "crashed"
TIMED_OUT = "timed out"
NOW_PASSING = "now passing"

IMPROVEMENTS = (NOW_PASSING, ADDED_FILE)
"""What `--update` may write down without `--accept`: nothing that was asked for is lost."""


@dataclass(frozen=True)
class Finding:
    """One reason why the gate is red. `file` is '' and `line` 0 where none is meant."""

    kind: str
    file: str
    line: int
    text: str

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "file": self.file, "line": self.line, "text": self.text}

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{self.kind}: {where}{self.text}"


def compare(connection: queries.Connection, run: queries.Run, baseline: Baseline) -> list[Finding]:
    """Everything in which the run differs from the baseline, the gravest kinds first."""
    files = files_by_name(connection, run)
    not_passed = failing_records(connection, run)
    found = _conditions(run, baseline)
    for name in sorted(baseline.files.keys() - files.keys()):
        found.append(Finding(MISSING_FILE, name, 0, "in the baseline, but it was not run"))
    for name in sorted(files.keys() - baseline.files.keys()):
        found.append(Finding(ADDED_FILE, name, 0, "was run, but it is not in the baseline"))
    for name in sorted(files.keys() & baseline.files.keys()):
        found += _file(name, files[name], baseline.files[name])
    cases: list[Finding] = []
    flaky = marks.flaky(connection, run)
    for name, file in files.items():
        known = baseline.files.get(name)
        listed = known.failing if known else set()
        cases += _cases(name, not_passed.get(name, {}), listed, flaky)
        if known and known.sha256 == file.sha256:
            cases += _now_passing(connection, run, name, file, known, not_passed.get(name, {}))
    order = (CRASHED, TIMED_OUT, NEWLY_FAILING, NOW_PASSING)
    cases.sort(key=lambda finding: (order.index(finding.kind), finding.file, finding.line))
    return found + cases


def _conditions(run: queries.Run, baseline: Baseline) -> list[Finding]:
    found = []
    if run.state != "complete":
        found.append(Finding(INCOMPLETE, "", 0, f"run {run.run_id} is {run.state}"))
    pairs: list[tuple[str, object, object]] = [
        ("engine", baseline.engine, run.engine),
        ("label", baseline.label, run.label),
        ("selection", baseline.selection, run.selection),
    ]
    pairs += [(name, baseline.limits.get(name), run.options.get(name)) for name in LIMITS]
    for what, wanted, got in pairs:
        if wanted != got:
            found.append(
                Finding(CONDITIONS, "", 0, f"{what} is {got!r}, the baseline's {wanted!r}")
            )
    return found


def _file(name: str, file: queries.FileResult, known: BaselineFile) -> list[Finding]:
    if file.sha256 != known.sha256:
        text = (
            f"its content changed; {file.records} records, {known.records} in the baseline; "
            f"{file.not_applicable} not applicable, {known.not_applicable} in the baseline"
        )
        return [Finding(CHANGED_FILE, name, 0, text)]
    if (file.records, file.not_applicable) != (known.records, known.not_applicable):
        text = (
            f"{file.records} records and {file.not_applicable} not applicable; "
            f"{known.records} and {known.not_applicable} in the baseline"
        )
        return [Finding(CHANGED_COUNT, name, 0, text)]
    return []


def _cases(
    name: str,
    not_passed: dict[int, queries.NotPassed],
    listed: set[int],
    flaky: dict[tuple[str, str, int], marks.Mark],
) -> list[Finding]:
    """Crashes and time-outs are red even when they are listed: they hide what comes after.

    A flaky case is as red as any other; it is said that it is flaky.
    """
    found = []
    for record, case in not_passed.items():
        text = case.message or case.reason
        mark = flaky.get((case.container, case.name, record))
        if mark is not None:
            again = mark.again.replace("_", " ")
            text += f" (flaky: {again} when it ran again in a fresh process)"
        if case.verdict in ("crashed", "timed_out"):
            kind = CRASHED if case.verdict == "crashed" else TIMED_OUT
            found.append(Finding(kind, name, case.line, text))
        elif record not in listed:
            found.append(Finding(NEWLY_FAILING, name, case.line, text))
    return found


def _now_passing(
    connection: queries.Connection,
    run: queries.Run,
    name: str,
    file: queries.FileResult,
    known: BaselineFile,
    not_passed: dict[int, queries.NotPassed],
) -> list[Finding]:
    fixed = known.failing - not_passed.keys()
    if not fixed:
        return []
    lines = queries.lines_of_records(connection, run, file, sorted(fixed))
    return [
        Finding(NOW_PASSING, name, line, "passes, but the baseline lists it as failing")
        for line in lines
    ]
