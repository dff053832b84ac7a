"""What came of failures that ran again, in the store."""

from collections.abc import Sequence
from dataclasses import dataclass

from harness.store.queries import Connection, Run


@dataclass(frozen=True)
class Mark:
    """One failure that ran again: its verdict in the run, and `again`."""

    container: str
    name: str
    record: int
    line: int
    verdict: str
    again: str
    message: str

    @property
    def is_changed(self) -> bool:
        """Whether the case is flaky: the same record gave two verdicts."""
        return self.verdict != self.again


def save(connection: Connection, run: Run, marks: Sequence[Mark]) -> None:
    """Add the marks; a case that is marked already is marked anew."""
    for mark in marks:
        place = [run.run, mark.container, mark.name, mark.record]
        connection.execute(
            """DELETE FROM reruns WHERE run = ? AND record = ? AND file =
               (SELECT file FROM files WHERE container = ? AND name = ?)""",
            [run.run, mark.record, mark.container, mark.name],
        )
        connection.execute(
            """INSERT INTO reruns
               SELECT $1, file, $4, $5, $6 FROM files WHERE container = $2 AND name = $3""",
            [*place, mark.again, mark.message],
        )


def flaky(connection: Connection, run: Run) -> dict[tuple[str, str, int], Mark]:
    """The cases of a run whose verdict changed, by container, name and record."""
    rows = connection.execute(
        """SELECT f.container, f.name, r.record, d.line, d.verdict::VARCHAR, r.verdict::VARCHAR,
                  r.message
           FROM reruns r JOIN files f USING (file)
           JOIN details d ON d.run = r.run AND d.file = r.file AND d.record = r.record
           WHERE r.run = ? AND r.verdict <> d.verdict ORDER BY f.name, r.record""",
        [run.run],
    ).fetchall()
    return {row[:3]: Mark(*row) for row in rows}
