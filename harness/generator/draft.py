"""A suite file before it has answers."""

from dataclasses import dataclass, field

MYSQL_DIFFERS = (
    (" / ", " DIV ", "use DIV operator for integer division"),
    (" AS INTEGER )", " AS SIGNED )", "CAST syntax: SIGNED type"),
)
"""Where the official files have one query for MySQL and one for the others."""


@dataclass
class Draft:
    """The text of a suite file so far; queries end at `----`, with nothing after it."""

    lines: list[str] = field(default_factory=lambda: ["hash-threshold 8", ""])
    labels: int = 0

    def statement(self, sql: str, expect: str = "ok") -> None:
        self.lines += [f"statement {expect}", sql, ""]

    def query(self, sql: str, types: str, sort: str = "rowsort", label: str = "") -> None:
        header = f"query {types} {sort} {label}".rstrip()
        self.lines += [header, sql, "----", ""]

    def portable_query(self, sql: str, types: str) -> None:
        """A query that MySQL spells in its own way: one record for it, one for the rest."""
        theirs, reasons = sql, []
        for ours, spelled, reason in MYSQL_DIFFERS:
            if ours in theirs:
                theirs = theirs.replace(ours, spelled)
                reasons.append(reason)
        if not reasons:
            self.query(sql, types)
            return
        self.labels += 1
        label = f"label-{self.labels}"
        self.lines.append(f"onlyif mysql # {': '.join(reasons)}: ")
        self.query(theirs, types, label=label)
        self.lines.append("skipif mysql # not compatible")
        self.query(sql, types, label=label)

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"
