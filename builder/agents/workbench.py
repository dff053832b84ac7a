"""The tools of an agent at one order, all within its worktree and in few lines.

Every tool returns text: totals first, then a few lines, cut to LONGEST characters. What goes
wrong is text as well (`error: ...`), so that the agent can mend it.
"""

import re
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.errors import AgentFault
from builder.measure import Measurement, Suite, measure, scratch_store
from builder.orders.order import WorkOrder
from builder.patch import apply_patch
from builder.rules import EngineEntry, Rules, breaches, read_rules
from builder.sandbox.engine import ask, precompile, profile
from builder.sandbox.jail import Jail
from harness.errors import HarnessError
from sqllogictest.parser import parse_bytes
from sqllogictest.records import Case

LONGEST = 6000
MOST_HITS = 60
LARGEST_FILE = 400_000
CASE_SECONDS = 30.0


@dataclass(frozen=True)
class Tool:
    """One tool: its method's name, what it does, and its parameters as JSON schema types."""

    name: str
    description: str
    parameters: dict[str, str]
    optional: tuple[str, ...] = ()

    def json_schema(self) -> dict[str, Any]:
        required = [name for name in self.parameters if name not in self.optional]
        return {
            "type": "object",
            "properties": {name: {"type": kind} for name, kind in self.parameters.items()},
            "required": required,
            "additionalProperties": False,
        }


TOOLS = (
    Tool("search", "Lines that match a regular expression, as FILE:LINE: TEXT.",
         {"pattern": "string", "path": "string"}, ("path",)),
    Tool("read", "Lines of a file, numbered; from line `start`, at most `lines` of them.",
         {"path": "string", "start": "integer", "lines": "integer"}, ("start", "lines")),
    Tool("write", "Write a whole file, new or not.", {"path": "string", "text": "string"}),
    Tool("edit", "Replace the one place where `old` stands in a file by `new`.",
         {"path": "string", "old": "string", "new": "string"}),
    Tool("apply_patch", "Apply a unified diff (git's form) to the worktree.", {"diff": "string"}),
    Tool("run_case", "Run the order's repro of this number, or any SQL statements of your own.",
         {"number": "integer", "sql": "string"}, ("number", "sql")),
    Tool("run_sample", "Run the files that the order's cases are in: totals, then failures.", {}),
    Tool("explain", "The engine's plan for a query (EXPLAIN QUERY PLAN), after the setup of repro "
         "`number` if given.", {"sql": "string", "number": "integer"}, ("number",)),
    Tool("profile", "Where the engine's time goes in repro `number`.", {"number": "integer"}),
)  # fmt: skip


class Workbench:
    """The tools, for one attempt. Calls of one turn may come from several threads."""

    def __init__(
        self, worktree: Path, order: WorkOrder, rules: Rules, suite: Suite, jail: Jail,
        scratch: Path, deadline: float,
    ) -> None:  # fmt: skip
        """`deadline` is a time of the monotonic clock after which every tool refuses."""
        self.worktree = worktree.resolve()
        self.order = order
        self.rules = rules
        self.suite = suite
        self.jail = jail
        self.scratch = scratch
        self.deadline = deadline
        self.turn = threading.Lock()
        self.compiled = False

    def call(self, name: str, arguments: dict[str, Any]) -> str:
        """Run a tool; never raises but AgentFault, when the attempt's time is over."""
        self.check_time()
        tool = next((tool for tool in TOOLS if tool.name == name), None)
        if tool is None:
            return f"error: there is no tool {name!r}; there are {', '.join(t.name for t in TOOLS)}"
        fault = self._wrong_arguments(tool, arguments)
        if fault:
            return f"error: {fault}"
        method: Callable[..., str] = getattr(self, name)
        with self.turn:
            try:
                return capped(method(**arguments))
            except (OSError, ValueError, HarnessError) as error:
                return capped(f"error: {error}")

    def check_time(self) -> None:
        if time.monotonic() > self.deadline:
            raise AgentFault("the attempt's time is over")

    @staticmethod
    def _wrong_arguments(tool: Tool, arguments: dict[str, Any]) -> str:
        kinds = {"string": str, "integer": int}
        for name, value in arguments.items():
            if name not in tool.parameters:
                return f"{tool.name} has no parameter {name!r}, only {', '.join(tool.parameters)}"
            kind = tool.parameters[name]
            if not isinstance(value, kinds[kind]) or isinstance(value, bool):
                return f"{tool.name}: {name} must be of type {kind}"
        missing = [
            name for name in tool.parameters
            if name not in tool.optional and name not in arguments
        ]  # fmt: skip
        return f"{tool.name} lacks {', '.join(missing)}" if missing else ""

    def place(self, path: str) -> Path:
        """The file that a path means; raises ValueError for what lies outside the worktree."""
        full = (self.worktree / path).resolve()
        if full != self.worktree and self.worktree not in full.parents:
            raise ValueError(f"{path} leads out of the worktree")
        if ".git" in full.relative_to(self.worktree).parts:
            raise ValueError(f"{path} is git's")
        return full

    def search(self, pattern: str, path: str = ".") -> str:
        try:
            wanted = re.compile(pattern)
        except re.error as error:
            raise ValueError(f"{pattern!r} is no regular expression: {error}") from error
        root = self.place(path)
        hits = []
        for file in [root] if root.is_file() else sorted(root.rglob("*")):
            name = file.relative_to(self.worktree).as_posix()
            if not file.is_file() or file.is_symlink() or name.startswith((".git", "__pycache__")):
                continue
            if file.suffix == ".pyc" or file.stat().st_size > LARGEST_FILE:
                continue
            text = file.read_text(encoding="utf-8", errors="replace")
            for number, line in enumerate(text.splitlines(), 1):
                if wanted.search(line):
                    hits.append(f"{name}:{number}: {line[:160]}")
        shown = hits[:MOST_HITS]
        return "\n".join([f"{len(hits)} lines match", *shown])

    def read(self, path: str, start: int = 1, lines: int = 200) -> str:
        text = self.place(path).read_text(encoding="utf-8", errors="replace").splitlines()
        first = max(start, 1)
        part = text[first - 1 : first - 1 + lines]
        head = f"{path}: {len(text)} lines, {first} to {first + len(part) - 1} shown"
        return "\n".join([head, *(f"{first + i}: {line}" for i, line in enumerate(part))])

    def write(self, path: str, text: str) -> str:
        file = self._editable(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return f"wrote {path}: {text.count(chr(10))} lines" + self._broken_rules()

    def edit(self, path: str, old: str, new: str) -> str:
        file = self._editable(path)
        text = file.read_text(encoding="utf-8")
        count = text.count(old)
        if count != 1 or not old:
            raise ValueError(f"`old` stands in {path} {count} times, not once")
        file.write_text(text.replace(old, new), encoding="utf-8")
        line = text[: text.index(old)].count("\n") + 1
        return f"edited {path} at line {line}" + self._broken_rules()

    def _editable(self, path: str) -> Path:
        file = self.place(path)
        name = file.relative_to(self.worktree).as_posix()
        if not self.rules.may_edit(name, self.order.strategy):
            allowed = ", ".join(self.rules.editable)
            raise ValueError(f"{path} is not yours to change, only {allowed}")
        return file

    def _broken_rules(self) -> str:
        broken = breaches(self.rules, self.worktree)
        return "".join(f"\nthe design forbids: {breach}" for breach in broken[:3])

    def apply_patch(self, diff: str) -> str:
        for path in re.findall(r"^\+\+\+ (?:b/)?(.+)$", diff, re.MULTILINE):
            if path.strip() != "/dev/null":
                self._editable(path.strip())
        fault = apply_patch(self.worktree, diff)
        return (
            f"error: the patch does not apply: {fault}"
            if fault
            else "applied" + (self._broken_rules())
        )

    def run_case(self, number: int = 0, sql: str = "") -> str:
        if sql:
            return self._run_sql(sql)
        with tempfile.TemporaryDirectory(prefix="dbwright-case-") as folder:
            (Path(folder) / "case.test").write_text(self._repro(number), encoding="utf-8")
            own = Suite((folder,), record_timeout=CASE_SECONDS)
            result = self._measure(own)
        return self._told(result)

    def _entry(self) -> EngineEntry:
        """How the engine is reached; while there is no design yet, as the worktree's says.

        What it is when it is first asked for is compiled; later edits are when they are imported.
        """
        if not self.compiled:
            precompile(self.worktree)
            self.compiled = True
        engine = self.rules.engine
        return engine if engine.module or engine.command else read_rules(self.worktree).engine

    def _repro(self, number: int) -> str:
        if not 1 <= number <= len(self.order.repros):
            raise ValueError(f"there is no repro {number}, only 1 to {len(self.order.repros)}")
        return self.order.repros[number - 1].script

    def _run_sql(self, sql: str) -> str:
        texts = [text for text in re.split(r";\s*\n", sql) if text.strip()]
        answers = ask(self._entry(), self.worktree, self.jail, texts, CASE_SECONDS)
        lines = []
        for answer in answers:
            if answer.ended:
                lines.append(f"the engine ended: {answer.ended}")
            elif answer.error is not None:
                lines.append(f"error: {answer.error}")
            else:
                rows = answer.rows or []
                lines.append(f"{len(rows)} rows")
                lines += [" | ".join(map(str, row)) for row in rows[:20]]
        return "\n".join(lines)

    def run_sample(self) -> str:
        return self._told(self._measure(self.suite, sorted({case[1] for case in self.order.cases})))

    def _measure(self, suite: Suite, files: list[str] | None = None) -> Measurement:
        with scratch_store(self.scratch, f"bench-{self.order.id}") as store:
            return measure(
                suite, self._entry(), self.worktree, self.jail, store, files or ()
            )  # fmt: skip

    @staticmethod
    def _told(result: Measurement) -> str:
        lines = [f"{result.passed} of {result.records} pass"]
        for failure in list(result.failures.values())[:6]:
            lines.append(f"{failure.where}: {' '.join(failure.sql.split())[:200]}")
            told = (failure.message or failure.reason).strip().splitlines() or [""]
            lines.append(f"  {failure.verdict}: {told[0][:300]}")
            if failure.output:
                lines.append(f"  {failure.output.strip().splitlines()[-1][:300]}")
            if failure.got is not None:
                lines.append(f"  expected {(failure.expected or '')[:120]!r}")
                lines.append(f"  got      {failure.got[:120]!r}")
        return "\n".join(lines)

    def explain(self, sql: str, number: int = 0) -> str:
        setup = [] if not number else _statements(self._repro(number))
        texts = [*setup, f"EXPLAIN QUERY PLAN {sql}"]
        answer = ask(self._entry(), self.worktree, self.jail, texts, CASE_SECONDS)[-1]
        if answer.rows is None:
            return f"error: {answer.error or answer.ended}"
        return "\n".join(str(row[-1]) for row in answer.rows)

    def profile(self, number: int) -> str:
        texts = _statements(self._repro(number), with_question=True)
        return profile(self._entry(), self.worktree, self.jail, texts, CASE_SECONDS)


def _statements(script: str, with_question: bool = False) -> list[str]:
    """The SQL of a suite file's records."""
    cases = [
        record.sql
        for record in parse_bytes(script.encode(), "repro.test", "auto")
        if isinstance(record, Case)
    ]
    return cases if with_question else cases[:-1]


def capped(text: str) -> str:
    """The text, or its beginning and end with what lies between left out."""
    if len(text) <= LONGEST:
        return text
    half = LONGEST // 2
    return f"{text[:half]}\n... {len(text) - LONGEST} characters left out ...\n{text[-half:]}"
