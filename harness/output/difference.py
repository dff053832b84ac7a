"""Expected against got, line by line, for one case."""

import difflib

from rich.text import Text

from harness.store.queries import Failure

MOST_LINES = 20


def show_failure(failure: Failure) -> Text:
    """One failure for a terminal: where, why, the SQL, and the difference in colour."""
    text = Text()
    text.append(f"{failure.where}  ", style="bold")
    text.append(failure.verdict.replace("_", " "), style="bold red")
    if failure.reason:
        text.append(f" ({failure.reason})")
    text.append("\n")
    for line in failure.sql.splitlines()[:MOST_LINES]:
        text.append(f"  {line}\n", style="cyan")
    if failure.message:
        name = f"{failure.error_class}: " if failure.error_class else ""
        for line in f"{name}{failure.message}".splitlines()[:MOST_LINES]:
            text.append(f"  {line}\n", style="yellow")
    if failure.expected is not None or failure.got is not None:
        text.append_text(_difference(failure.expected or "", failure.got or ""))
    if failure.output:
        text.append("  last output of the engine:\n", style="dim")
        for line in failure.output.splitlines()[-5:]:
            text.append(f"    {line}\n", style="dim")
    return text


def _difference(expected: str, got: str) -> Text:
    """`-` is what the suite wants and did not come, `+` what came instead."""
    text = Text()
    lines = list(
        difflib.unified_diff(
            expected.splitlines(), got.splitlines(), "expected", "got", lineterm="", n=2
        )
    )
    for line in lines[:MOST_LINES]:
        style = {"-": "red", "+": "green", "@": "dim"}.get(line[:1], "")
        text.append(f"  {line}\n", style=style)
    if len(lines) > MOST_LINES:
        text.append(f"  ... {len(lines) - MOST_LINES} more lines\n", style="dim")
    return text
