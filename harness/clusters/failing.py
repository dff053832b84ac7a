"""The failures of a run, read once and ready to be grouped."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from harness.clusters.context import FileKey, SuiteContext
from harness.clusters.shapes import shape, word_shape
from harness.clusters.symptoms import Symptom, symptom_of
from harness.clusters.words import masked, vocabularies
from harness.store.queries import Failure

MOST_PARSED = 4_000
"""Different SQL texts that are parsed; beyond, those alike in coarser ways share one tree."""
LONGEST_SQL = 4_000
"""Characters kept of one case's SQL."""


@dataclass(slots=True)
class FailingCase:
    """One failure in brief. `file_number` is the store's."""

    file_number: int
    file: FileKey
    record: int
    sql: str
    kind: str
    symptom: Symptom
    raw_message: str

    @property
    def place(self) -> tuple[int, int]:
        return self.file_number, self.record


def read_cases(failures: Iterable[tuple[int, Failure]]) -> list[FailingCase]:
    """The failures, without what grouping does not look at."""
    interned: dict[Symptom, Symptom] = {}
    found = []
    for number, failure in failures:
        symptom = symptom_of(failure)
        symptom = interned.setdefault(symptom, symptom)
        found.append(
            FailingCase(
                number,
                (failure.container, failure.name),
                failure.record,
                failure.sql[:LONGEST_SQL],
                failure.kind,
                symptom,
                failure.message[:500],
            )
        )
    return found


class Shapes:
    """The features of failing cases, with no more than MOST_PARSED texts parsed."""

    def __init__(self, cases: list[FailingCase], context: SuiteContext) -> None:
        self.cases = cases
        self.context = context
        self.parsed: dict[str, frozenset[str]] = {}
        self.keys = _keys([case.sql for case in cases])
        for key, case in zip(self.keys, cases, strict=True):
            if key not in self.parsed:
                parse = shape if len(self.parsed) < MOST_PARSED else word_shape
                self.parsed[key] = parse(case.sql)

    def features(self) -> list[frozenset[str]]:
        """For each case its shape, and that of what was done before to its tables."""
        return [
            self.parsed[key] | self.context.before(case.file, case.record, case.sql)
            for key, case in zip(self.keys, self.cases, strict=True)
        ]


def _keys(texts: Sequence[str]) -> list[str]:
    """What texts have in common that share one tree: as fine as MOST_PARSED trees allow."""
    masks: list[str] = []
    different: set[str] = set()
    for sql in texts:
        masks.append(masked(sql))
        different.add(masks[-1])
        if len(different) > MOST_PARSED:
            break
    else:
        return masks
    fine, coarse = zip(*map(vocabularies, texts), strict=True)
    return list(fine if len(set(fine)) <= MOST_PARSED else coarse)
