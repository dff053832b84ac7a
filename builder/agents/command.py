"""Command-line coding agents: `command:...` runs in the worktree, the order on standard input.

The command is jailed like the engine, but may write to its worktree, and sees the files that it
names by full path; it has no network, so an agent that must reach a provider needs a build that
insists on no sandbox. The gate judges what it leaves behind like everyone's patch.
"""

import shlex
import time
from pathlib import Path

from langchain_core.messages import AIMessage

from builder.agents.agent import Agent, Assignment
from builder.errors import AgentFault
from builder.sandbox.jail import SYSTEM, Jail


class CommandAgent(Agent):
    """Runs the command to its end or to the attempt's deadline; its output is the transcript."""

    def __init__(self, command: str, jail: Jail) -> None:
        self.name = f"command:{command}"
        self.command = shlex.split(command)
        self.jail = jail
        paths = [Path(word) for word in self.command if word.startswith("/")]
        self.readable = [
            (path, str(path)) for path in paths
            if path.is_file() and not str(path).startswith(SYSTEM)
        ]  # fmt: skip

    def work(self, assignment: Assignment) -> str:
        bench = assignment.bench
        left = bench.deadline - time.monotonic()
        if left <= 0:
            raise AgentFault("the attempt's time is over")
        text = f"{assignment.prompt}\n\n{assignment.page}\n"
        done = self.jail.run(
            self.command, bench.worktree, left, writable=True, readable=self.readable, text=text
        )
        assignment.transcript(AIMessage(done.stdout[-20_000:]))
        if done.returncode == -9:
            raise AgentFault(f"the command was ended after {left:.0f} s")
        if done.returncode != 0:
            last = "\n".join(done.stdout.splitlines()[-3:])
            raise AgentFault(f"the command exited with status {done.returncode}: {last}")
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        return lines[-1][:2000] if lines else "the command said nothing"
