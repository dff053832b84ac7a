"""How many cases a file holds for a label, by the rules alone."""

from collections.abc import Iterable

from sqllogictest.records import Halt, Record


def count(records: Iterable[Record], label: str = "sqlite") -> tuple[int, int]:
    """The number of cases that a runner with `label` must execute, and of those it must not.

    What skipif/onlyif exclude, and every case after a `halt` that applies, is not applicable.
    """
    name = label.lower()
    to_run = 0
    not_applicable = 0
    halted = False
    for record in records:
        if record.is_case:
            if halted or record.conditions.exclude(name):
                not_applicable += 1
            else:
                to_run += 1
        elif isinstance(record, Halt) and not record.conditions.exclude(name):
            halted = True
    return to_run, not_applicable
