"""The tester: writes cases that the suite lacks. SQLite answers them, never the tester.

Asked when every case passes. What SQLite refuses is left out, and so is what the suite has.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path

from builder.errors import AgentFault
from builder.gate.honesty import normal
from builder.siblings import REFERENCE, accepts
from harness.engines.registry import find_engine
from sqllogictest.completion import complete
from sqllogictest.engine import Engine, EngineError

MOST_SCRIPTS = 50

Script = list[str]
"""Setup statements, and then one query."""


def request_page(design: str, decisions: Iterable[str], known: Iterable[str]) -> str:
    """What the tester is asked: the design, what was done lately, and a sample of the suite."""
    lines = ["# New cases are wanted", "", "Every case of the suite passes.", "", "## Lately", ""]
    lines += [f"- {text}" for text in decisions]
    lines += ["", "## Some of the suite's SQL", ""]
    lines += [f"- {' '.join(sql.split())[:200]}" for sql in known]
    return "\n".join([*lines, "", "## The design", "", design])


def understand_scripts(text: str) -> list[Script]:
    """The scripts in a tester's answer; raises AgentFault where there are none."""
    found = re.search(r"\{.*\}", text, re.DOTALL)
    try:
        scripts = json.loads(found[0])["scripts"] if found else None
    except (ValueError, KeyError, TypeError):
        scripts = None
    if not isinstance(scripts, list):
        raise AgentFault(f"the tester gave no scripts: {text[:300]}")
    return [
        script
        for script in scripts[:MOST_SCRIPTS]
        if isinstance(script, list) and script and all(isinstance(sql, str) for sql in script)
    ]


def write_cases(scripts: Iterable[Script], known: Iterable[str], folder: Path, name: str) -> int:
    """Write a suite file for each script that SQLite executes and the suite lacks.

    Returns how many; they are called `name`-1.test and so on.
    """
    seen = set(map(normal, known))
    connect = find_engine(REFERENCE).factory()
    count = 0
    for script in scripts:
        if normal(script[-1]) in seen:
            continue
        engine = connect()
        try:
            draft = _draft(script, engine)
        finally:
            engine.close()
        if draft is None:
            continue
        seen.add(normal(script[-1]))
        count += 1
        folder.mkdir(parents=True, exist_ok=True)
        file = f"{name}-{count}.test"
        (folder / file).write_text(complete(draft, file, connect), encoding="utf-8")
    return count


def _draft(script: Script, engine: Engine) -> str | None:
    """The suite file without the query's answer; None where SQLite does not execute it all."""
    lines: list[str] = []
    for sql in script[:-1]:
        if not accepts(engine, sql, query=False):
            return None
        lines += ["statement ok", _in_one_piece(sql), ""]
    try:
        rows = engine.query(script[-1])
    except EngineError:
        return None
    if rows.fault is not None or rows.columns < 1:
        return None
    types = "".join(_type_of([row[place] for row in rows.rows]) for place in range(rows.columns))
    sort = "nosort" if re.search(r"\bORDER\s+BY\b", script[-1], re.IGNORECASE) else "rowsort"
    return "\n".join([*lines, f"query {types} {sort}", _in_one_piece(script[-1]), "----", ""])


def _in_one_piece(sql: str) -> str:
    """Without empty lines, which would end the record."""
    return "\n".join(line for line in sql.strip().splitlines() if line.strip())


def _type_of(values: list[object]) -> str:
    """I, R or T, by the values of a column."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int}:
        return "I"
    return "R" if kinds and kinds <= {int, float} else "T"
