"""The engine of a worktree as a name that the harness understands, and a short talk with it."""

import compileall
import json
import py_compile
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

from builder.rules import EngineEntry
from builder.sandbox import host
from builder.sandbox.jail import NONE, Jail, python

HOST = Path(host.__file__)
HOST_INSIDE = "/dbwright-host.py"


@dataclass(frozen=True)
class Answer:
    """What the engine said to one text: rows or an error, or that it ended (`ended`)."""

    rows: list[list[object]] | None
    error: str | None
    ended: str = ""


def engine_command(entry: EngineEntry, folder: Path, jail: Jail, *options: str) -> list[str]:
    """The jailed command that serves the engine of the worktree `folder`.

    `options` are the host's; an engine that is a command of its own gets none.
    """
    if entry.command:
        return jail.wrap(list(entry.command), folder)
    command = [python(), "-I", "-S", "-B", jail.inside(HOST, HOST_INSIDE), entry.module]
    if entry.dbapi:
        command.append("--dbapi")
    command += options
    return jail.wrap(command, folder, readable=[(HOST, HOST_INSIDE)])


def precompile(folder: Path) -> None:
    """Write the bytecode of Python sources beside them, so that engines start sooner.

    It is known by the sources' content: of two edits within a second, the later one counts.
    """
    kind = py_compile.PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(str(folder), quiet=2, invalidation_mode=kind)


def engine_name(entry: EngineEntry, folder: Path, jail: Jail) -> str:
    """The same as an engine of the harness; a Python engine is imported once a worker.

    Without a jail nobody ends the children of a process that is killed, so there it is not.
    """
    if entry.command or jail.kind == NONE:
        return "process:" + shlex.join(engine_command(entry, folder, jail))
    return "resettable:" + shlex.join(engine_command(entry, folder, jail, "--resets"))


def ask(
    entry: EngineEntry, folder: Path, jail: Jail, texts: list[str], seconds: float = 20.0
) -> list[Answer]:
    """Ask a fresh engine each text in turn.

    The list ends early, with an `ended` answer, when the engine dies or takes too long.
    """
    output, told, status = _talk(engine_command(entry, folder, jail), texts, seconds)
    answers = [_understand(line) for line in output.splitlines()]
    if len(answers) < len(texts):
        how = told.strip() or f"exit status {status}"
        answers.append(Answer(None, None, how))
    return answers


def profile(entry: EngineEntry, folder: Path, jail: Jail, texts: list[str], seconds: float) -> str:
    """Where a Python engine's time goes in these texts: the profiler's table."""
    if entry.command:
        return "only engines that are Python modules can be profiled"
    return _talk(engine_command(entry, folder, jail, "--profile"), texts, seconds)[1]


def _talk(command: list[str], texts: list[str], seconds: float) -> tuple[str, str, int]:
    """Standard output, standard error and exit status of an engine that was asked `texts`."""
    requests = "".join(json.dumps({"sql": sql}) + "\n" for sql in texts)
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, errors="replace",
    )  # fmt: skip
    try:
        output, told = process.communicate(requests, timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        output, told = process.communicate()
        told += f"\nno answer within {seconds:g} s"
    return output, told, process.returncode


def _understand(line: str) -> Answer:
    try:
        answer = json.loads(line)
    except ValueError:
        return Answer(None, None, f"answered with what is not JSON: {line[:200]}")
    return Answer(answer.get("result"), answer.get("err"))


def violation(text: str) -> tuple[str, str] | None:
    """(reason, what) of the guard's message in an engine's output; None where there is none."""
    for line in text.splitlines():
        if line.startswith(host.MARK + ": "):
            reason, _, what = line.removeprefix(host.MARK + ": ").partition(": ")
            return reason, what
    return None
