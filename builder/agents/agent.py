"""What every agent is: something that changes the worktree of an order and says what it did."""

from collections.abc import Callable
from dataclasses import dataclass

from langchain_core.messages import BaseMessage

from builder.agents.workbench import Workbench

MOST_CALLS = 40
"""Model calls of one attempt."""

Transcript = Callable[[BaseMessage], None]
"""Takes each message as it comes, to be written down."""


@dataclass(frozen=True)
class Assignment:
    """What an agent gets: its role's prompt, the order's page, the tools, and the transcript."""

    role: str
    prompt: str
    page: str
    bench: Workbench
    transcript: Transcript


class Agent:
    """`work` changes the worktree; its text is the summary that later attempts will read."""

    name = "agent"

    def work(self, assignment: Assignment) -> str:
        """Do the order. Raises AgentFault when the attempt ended without a result."""
        raise NotImplementedError
