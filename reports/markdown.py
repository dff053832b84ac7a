"""The report for a pull request: GitHub-flavoured Markdown of a few dozen lines.

What comes from a suite or an engine stands in code spans or fenced code, where it can neither
format, nor link, nor mention anyone.
"""

import re

from reports.content import Content
from reports.numbers import percent
from reports.templating import environment

MOST_CAUSES = 15
MOST_CASES = 15
MOST_SQL = 1_500
"""Characters of an example or a repro."""
LIMIT = 60_000
"""Characters: a comment on GitHub holds 65,536."""


def markdown(content: Content) -> str:
    """The Markdown text, cut at LIMIT characters."""
    text = environment().get_template("report.md.j2").render(
        content=content,
        run=content.run,
        share=percent(content.run.passed, content.run.records),
        causes=content.pages[:MOST_CAUSES],
        most_cases=MOST_CASES,
        code=code,
        fenced=fenced,
    )  # fmt: skip
    text = re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"
    if len(text) <= LIMIT:
        return text
    return text[:LIMIT].rsplit("\n", 1)[0] + "\n\n… cut: the HTML report has all of it.\n"


def code(text: str, longest: int = 160) -> str:
    """The text as a code span that is safe in a table: one line, in a fence longer than its own."""
    line = " ".join(text.split()) or " "
    if len(line) > longest:
        line = line[: longest - 1] + "…"
    line = line.replace("|", "\\|")
    fence = "`" * (_longest_run(line) + 1)
    space = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{space}{line}{space}{fence}"


def fenced(text: str, language: str = "") -> str:
    """The text as a fenced block, cut at MOST_SQL characters."""
    if len(text) > MOST_SQL:
        text = text[:MOST_SQL] + "\n…"
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
