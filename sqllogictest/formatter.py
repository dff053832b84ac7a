"""Formatter: one layout for suite files, without changing what they mean."""

from sqllogictest.parser import parse_bytes
from sqllogictest.records import AUTO, EXACT, REGEX, Broken, Case, Record, System
from sqllogictest.rendering import encode


def format_text(text: str, name: str = "file.test", dialect: str = AUTO) -> str:
    """`text` laid out anew: the same records, comments, SQL and results.

    Lines end with a newline alone; one blank line stands between records; header words are one
    blank apart. A record that cannot be understood is left as it is. Raises SuiteError for
    what is no suite file.
    """
    records = [r for r in parse_bytes(encode(text), name, dialect) if r.file == name]
    headers = {record.line: record for record in records}
    ends = {record.end_line: record for record in records}
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    out: list[str] = []
    inside = 0
    for number, line in enumerate(lines, 1):
        record = headers.get(number)
        if record is not None:
            inside = max(inside, record.end_line)
            out.append(format_header(line, record))
        elif number <= inside:
            out.append(line)
        elif line.strip():
            out.append(line.rstrip() if line.startswith("#") else " ".join(line.split()))
        elif out and out[-1]:
            out.append("")
        if number in ends and needs_two_blanks(ends[number]):
            out += ["", ""]
    while out and not out[-1]:
        out.pop()
    closing = [""] if records and needs_two_blanks(records[-1]) else []
    return "\n".join([*out, *closing, ""]) if out else ""


def format_header(line: str, record: Record) -> str:
    """A record's first line; a pattern in it stays as it is written."""
    if isinstance(record, Broken):
        return line
    if isinstance(record, Case) and record.error is not None and record.error.kind == REGEX:
        return " ".join([*line.split(None, 2)[:2], line.split(None, 2)[2].strip()])
    return " ".join(line.split())


def needs_two_blanks(record: Record) -> bool:
    """Whether a record may hold blank lines, so that only two of them end it."""
    if isinstance(record, System):
        return record.expected is not None
    return isinstance(record, Case) and record.error is not None and record.error.kind == EXACT
