"""A chat model with tool calls of its own, driven by LangChain's agent loop."""

from collections.abc import Callable
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import (
    AgentMiddleware,
    ClearToolUsesEdit,
    ContextEditingMiddleware,
    ModelCallLimitMiddleware,
    ModelRetryMiddleware,
    ToolErrorMiddleware,
)
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.tools import BaseTool, StructuredTool

from builder.agents.agent import MOST_CALLS, Agent, Assignment
from builder.agents.meter import Meter
from builder.agents.workbench import TOOLS, Workbench
from builder.errors import AgentFault, BuildError

RETRIES = 4
MOST_MENDED = 4
CONTEXT_TOKENS = 60_000
"""Beyond this, old tool results are taken out of the conversation."""


class Metering(AgentMiddleware[Any, Any]):
    """Innermost around the model: every call, retries too, is booked and written down."""

    def __init__(self, meter: Meter, assignment: Assignment) -> None:
        super().__init__()
        self.meter = meter
        self.assignment = assignment

    def wrap_model_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
        self.assignment.bench.check_time()
        response = self.meter.call(request.messages, lambda: handler(request), _message)
        self.assignment.transcript(_message(response))
        return response


class Mending(AgentMiddleware[Any, Any]):
    """Asks again where a tool call is no JSON: the agent loop would take it for the last word."""

    def wrap_model_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
        for _ in range(MOST_MENDED):
            response = handler(request)
            message = _message(response)
            if message.tool_calls or not message.invalid_tool_calls:
                return response
            wrong = message.invalid_tool_calls[0]
            told = HumanMessage(
                f"error: the arguments of the tool call {wrong['name']!r} are no JSON object: "
                f"{(wrong['args'] or '')[:200]}; call it again"
            )
            request = request.override(messages=[*request.messages, told])
        raise AgentFault("the model's tool calls are no JSON")


def _message(response: Any) -> AIMessage:
    found = response if isinstance(response, AIMessage) else response.result[0]
    assert isinstance(found, AIMessage)
    return found


def is_passing_fault(error: Exception) -> bool:
    """Whether asking again may help: too many requests, a server's fault, a cut connection."""
    status = getattr(error, "status_code", None)
    if status is not None:
        return status in (408, 409, 429) or status >= 500
    names = {kind.__name__ for kind in type(error).__mro__}
    return bool(names & {"APIConnectionError", "APITimeoutError", "ConnectionError",
                         "TimeoutException", "TransportError", "JSONDecodeError"})  # fmt: skip


class NativeAgent(Agent):
    """The loop: model, tools, model ... until it answers without a tool call."""

    def __init__(
        self, name: str, model: BaseChatModel, meter: Meter, first_wait: float = 1.0
    ) -> None:
        """`first_wait` is the seconds before the first retry; each waits twice as long."""
        self.name = name
        self.model = model
        self.meter = meter
        self.first_wait = first_wait

    def work(self, assignment: Assignment) -> str:
        limits: list[AgentMiddleware[Any, Any]] = [
            ModelCallLimitMiddleware(run_limit=MOST_CALLS, exit_behavior="error"),
            ContextEditingMiddleware(edits=[ClearToolUsesEdit(trigger=CONTEXT_TOKENS)]),
            ToolErrorMiddleware(_tool_fault),
            Mending(),
            ModelRetryMiddleware(
                max_retries=RETRIES, retry_on=is_passing_fault, on_failure="error",
                initial_delay=self.first_wait,
            ),
            Metering(self.meter, assignment),
        ]  # fmt: skip
        agent = create_agent(
            self.model, tools_of(assignment.bench), system_prompt=assignment.prompt,
            middleware=limits,
        )  # fmt: skip
        try:
            state = agent.invoke(
                {"messages": [HumanMessage(assignment.page)]}, {"recursion_limit": 10 * MOST_CALLS}
            )
        except BuildError:
            raise
        except Exception as error:  # whatever a provider's client raises
            raise AgentFault(f"{type(error).__name__}: {error}") from error
        return final_text(state["messages"])


def _tool_fault(error: Exception, request: Any) -> str | None:
    """What the model reads of a tool that raised; None lets the end of an attempt through."""
    if isinstance(error, BuildError):
        return None
    return f"error: {request.tool_call['name']}: {type(error).__name__}: {error}"


def final_text(messages: list[BaseMessage]) -> str:
    """The agent's last word; a run that ends in anything else has failed."""
    last = messages[-1]
    if not isinstance(last, AIMessage) or last.tool_calls:
        raise AgentFault("the agent ended without a last word")
    return last.text.strip()[:2000]


def tools_of(bench: Workbench) -> list[BaseTool]:
    """The workbench's tools as LangChain takes them."""
    return [
        StructuredTool(
            name=tool.name,
            description=tool.description,
            args_schema=tool.json_schema(),
            func=_caller(bench, tool.name),
        )
        for tool in TOOLS
    ]


def _caller(bench: Workbench, name: str) -> Callable[..., str]:
    def call(**arguments: Any) -> str:
        return bench.call(name, arguments)

    return call
