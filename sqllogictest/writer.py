"""Records to the text of a suite file, in one fixed form."""

from sqllogictest.records import (
    COUNT,
    ERROR,
    EXACT,
    MAIN_CONNECTION,
    REGEX,
    Broken,
    Case,
    Conditions,
    Control,
    Halt,
    HashThreshold,
    Let,
    Query,
    Record,
    Require,
    Restart,
    Retry,
    Sleep,
    Statement,
    SuiteError,
    System,
)


def write(records: list[Record]) -> str:
    """The text that parses to the same records, but for file names and line numbers.

    Loops and includes come out unrolled. Raises SuiteError at a `Broken` record.
    """
    return "\n".join(write_record(record) for record in records)


def write_record(record: Record) -> str:
    """One record, its conditions before it, ended by a newline."""
    lines = condition_lines(record.conditions)
    connection = ""
    if isinstance(record, (Case, Let)):
        connection = record.connection
    if connection != MAIN_CONNECTION:
        lines.insert(0, f"connection {connection}\n")
    if isinstance(record, Query):
        lines += query_lines(record)
    elif isinstance(record, Statement):
        lines += statement_lines(record)
    else:
        lines += other_lines(record)
    if record.conditions.never:
        lines = ["mode skip", "", *lines, "", "mode unskip"]
    return "\n".join(lines) + "\n"


def condition_lines(conditions: Conditions) -> list[str]:
    """The skipif and onlyif lines."""
    skip = [f"skipif {name}" for name in conditions.skip]
    return skip + [f"onlyif {name}" for name in conditions.only]


def query_lines(record: Query) -> list[str]:
    """A query's header, SQL and expected result."""
    if record.expect == ERROR:
        return error_lines(record, "query error")
    words = ["query", record.types, record.sort_mode, record.label]
    header = " ".join(word for word in words if word) + retry_clause(record.retry)
    lines = [header, record.sql]
    expected = record.expected
    if expected is not None:
        lines += ["----", *expected]
    return lines


def statement_lines(record: Statement) -> list[str]:
    """A statement's header, SQL and expected error."""
    header = f"statement {record.expect}"
    if record.expect == COUNT:
        header += f" {record.count}"
    return error_lines(record, header)


def error_lines(record: Case, header: str) -> list[str]:
    """A header, the SQL, and which error must come: one line behind, several lines below."""
    error = record.error
    if error is not None and error.kind == REGEX:
        return [f"{header} {error.text}", record.sql]
    lines = [header + retry_clause(record.retry), record.sql]
    if error is not None:
        lines += ["----", error.text]
        if error.kind == EXACT:
            lines += ["", ""]
    return lines


def retry_clause(retry: Retry | None) -> str:
    """` retry N backoff DURATION`, or ''."""
    if retry is None:
        return ""
    return f" retry {retry.attempts - 1} backoff {milliseconds(retry.backoff)}"


def milliseconds(seconds: float) -> str:
    """A duration as it is written in a suite file."""
    return f"{round(seconds * 1000)}ms"


def other_lines(record: Record) -> list[str]:
    """The lines of a record that is neither statement nor query."""
    if isinstance(record, Halt):
        return ["halt"]
    if isinstance(record, HashThreshold):
        return [f"hash-threshold {record.threshold}"]
    if isinstance(record, Control):
        return [f"control {record.setting} {record.value}"]
    if isinstance(record, Sleep):
        return [f"sleep {milliseconds(record.seconds)}"]
    if isinstance(record, Let):
        return [f"let {', '.join(record.names)}", record.sql]
    if isinstance(record, Require):
        return [f"require {record.feature}"]
    if isinstance(record, Restart):
        return ["restart" if record.path is None else f"load {record.path}".rstrip()]
    if isinstance(record, System):
        lines = ["system ok" + retry_clause(record.retry), record.sql]
        if record.expected is not None:
            lines += ["----", *record.expected, "", ""]
        return lines
    if isinstance(record, Broken):
        raise record.fault
    raise SuiteError(record.file, record.line, f"a {type(record).__name__} cannot be written")
