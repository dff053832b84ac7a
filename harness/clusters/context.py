"""What the suite's files say about a run's cases: SQL that passed, and what was set up before.

The store keeps the SQL of failures only. The rest is read again from the suite's files, within a
fixed number of bytes; a suite that has moved or changed just gives less to compare with.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from harness.clusters.shapes import shape
from harness.clusters.words import masked
from harness.errors import HarnessError, SuiteFault
from harness.store.queries import Run
from harness.suites.discover import find_sources
from harness.suites.open import SuiteFile, open_source
from harness.suites.selection import Selection
from harness.workers.judge import parse
from harness.workers.protocol import Job
from sqllogictest.records import Case, Query, Statement, SuiteError

MOST_BYTES = 24_000_000
"""Of suite text read for one set of clusters: about 1.5 s to parse."""
MOST_FILE_BYTES = 4_000_000
"""Of one file: enough for its setup and thousands of its queries."""
MOST_PASSING = 3_000
"""Passing cases whose shape is looked at."""
MOST_SETUP_FORMS = 300
"""Different forms of statements of one file whose shape is looked at."""

FileKey = tuple[str, str]
"""(container, name)"""
WORD = re.compile(r"\w+")
TARGET = re.compile(
    r"\b(?:INTO|UPDATE(?:\s+OR\s+\w+)?|FROM|TABLE(?:\s+IF\s+(?:NOT\s+)?EXISTS)?|ON"
    r"|VIEW(?:\s+IF\s+(?:NOT\s+)?EXISTS)?)\s+[\"`\[]?(\w+)",
    re.IGNORECASE,
)


def targets(sql: str) -> frozenset[str]:
    """The tables and views that a statement makes, changes or indexes, in lower case."""
    return frozenset(name.lower() for name in TARGET.findall(sql))


@dataclass
class Setup:
    """Statements of one form in a file: the first's record number, their tables, their shape."""

    record: int
    targets: frozenset[str]
    features: frozenset[str]


@dataclass
class SuiteContext:
    """`passing`: a sample of the SQL that passed, each with the features of its setup.

    `setups`: the statements of each file that was read, by their first record.
    """

    passing: list[frozenset[str]] = field(default_factory=list)
    setups: dict[FileKey, list[Setup]] = field(default_factory=dict)

    def features(self, file: FileKey, record: int, sql: str) -> frozenset[str]:
        """The shape of a case together with that of what was done before to its tables."""
        return shape(sql) | self.before(file, record, sql)

    def before(self, file: FileKey, record: int, sql: str) -> frozenset[str]:
        """The shapes of the statements before `record` that touched what `sql` names."""
        found: set[str] = set()
        setups = self.setups.get(file)
        if setups:
            words = frozenset(WORD.findall(sql.lower()))
            for setup in setups:
                if setup.record >= record:
                    break
                if setup.targets & words:
                    found.update(setup.features)
        return frozenset(found)


def read_context(run: Run, failed: dict[FileKey, set[int]], passed: set[FileKey]) -> SuiteContext:
    """Read the suite of `run` again, files with failures first.

    `failed` are the numbers of the records that did not pass; `passed` the files that have any
    case that did.
    """
    context = SuiteContext()
    candidates: list[tuple[FileKey, int, str]] = []
    left = MOST_BYTES
    for file in _files(run, set(failed), passed.union(failed)):
        key = (file.container, file.name)
        cases = list(_cases(run, file))
        context.setups[key] = _setups(cases)
        bad = failed.get(key, set())
        good = [(key, number, case.sql) for number, case in cases if number not in bad]
        candidates += good[:: max(1, len(good) // 400)]
        left -= min(file.size, MOST_FILE_BYTES)
        if left <= 0:
            break
    step = max(1, -(-len(candidates) // MOST_PASSING))
    context.passing = [context.features(*candidate) for candidate in candidates[::step]]
    return context


def _files(run: Run, failed: set[FileKey], wanted: set[FileKey]) -> Iterator[SuiteFile]:
    """The wanted files of a run's suites, sources that have failures first.

    An archive is read no further than to the last file that is wanted of it.
    """
    try:
        sources = find_sources(run.suites)
    except HarnessError:
        return
    left = Counter(container for container, _ in wanted)
    failing = {container or name for container, name in failed}
    sources.sort(key=lambda source: source.name not in failing)
    for source in sources:
        if not (left[source.name] if source.is_archive else ("", source.name) in wanted):
            continue
        try:
            for file in open_source(source):
                if isinstance(file, SuiteFault) or (file.container, file.name) not in wanted:
                    continue
                yield file
                left[file.container] -= 1
                if not left[file.container]:
                    break
        except (OSError, HarnessError):
            continue


def _cases(run: Run, file: SuiteFile) -> Iterable[tuple[int, Case]]:
    """The numbered cases of a file's beginning that the run's label does not exclude."""
    path = str(file.path) if file.path is not None else None
    job = Job(0, file.name, file.container, file.line, path, file.size)
    try:
        content = file.text
        if content is None and file.path is not None:
            with file.path.open("rb") as opened:
                content = opened.read(MOST_FILE_BYTES)
        records = parse(job, (content or b"")[:MOST_FILE_BYTES])
    except (OSError, SuiteError):
        return
    label = run.label.lower()
    for number, record in enumerate(
        Selection.from_json(run.selection).take_records(file.name, records)
    ):
        if isinstance(record, (Query, Statement)) and not record.conditions.exclude(label):
            yield number, record


def _setups(cases: Iterable[tuple[int, Case]]) -> list[Setup]:
    """The forms of the file's statements, in order, each with the place of its first."""
    known: dict[tuple[str, frozenset[str]], int] = {}
    found: list[Setup] = []
    for number, case in cases:
        if not isinstance(case, Statement) or len(known) >= MOST_SETUP_FORMS:
            continue
        sql = case.sql[:2_000]
        key = (masked(sql), targets(sql))
        if key not in known:
            known[key] = number
            features = frozenset(f"after {feature}" for feature in shape(sql))
            found.append(Setup(number, key[1], features))
    return found
