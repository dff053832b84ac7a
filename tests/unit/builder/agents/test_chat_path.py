"""The chat path for real: a stub endpoint with faults, both protocols, usage and budgets."""

import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage
from toy import FILES, Toy

from builder.agents.actions import ActionAgent
from builder.agents.agent import Assignment
from builder.agents.meter import Price
from builder.agents.models import ModelSpec
from builder.agents.team import Team, understand_review
from builder.agents.workbench import Workbench
from builder.errors import AgentFault, BudgetSpent
from builder.orders.order import Repro, WorkOrder
from builder.rules import read_rules
from builder.state.database import State
from builder.state.ledger import Budget, Ledger
from builder.state.orders import Orders

sys.path.insert(0, str(Path(__file__).parent))

from stub_endpoint import Step, calls, cut_short, endpoint, fails, says, slowly

pytest.importorskip("langchain_openai")

TEXT = FILES["engine/aggregate.py"].replace(
    "    raise", '    if name == "max":\n        return max(values, default=None)\n    raise'
)
WRITE = json.dumps({"path": "engine/aggregate.py", "text": TEXT})
ACTION = json.dumps({"tool": "write", "arguments": json.loads(WRITE)})
DONE = json.dumps({"done": "max works"})


class Desk:
    """One attempt at the toy, with a real client and a ledger."""

    def __init__(self, toy: Toy, folder: Path, whole: Budget) -> None:
        self.state = State(folder / "state.sqlite")
        order = Orders(self.state).add(1, "repair", "c", "t", {}, "coder")
        assert order is not None
        self.ledger = Ledger(self.state, whole, Budget())
        self.attempt = self.ledger.begin(order, "coder", "base")
        self.toy = toy
        base = toy.repository.head()
        repro = Repro("one.test:1", "statement ok\nCREATE TABLE t(a INTEGER)\n", "ok", "error")
        self.order = WorkOrder(order, "repair", "max", "c", base, [], [repro])
        self.said: list[object] = []
        self.folder = folder

    def work(self, steps: list[Step], actions: bool = False, seconds: float = 60.0) -> str:
        name = f"desk-{self.folder.name}"
        with (
            endpoint(steps) as (address, self.requests),
            self.toy.repository.worktree(name, self.order.base) as tree,
        ):
            spec = ModelSpec("openai:stub", address, Price(1.0, 2.0), actions, 500, timeout=2.0)
            team = Team({"": spec}, self.toy.jail, self.ledger, first_wait=0.01)
            agent = team.agent("coder", "coder", self.order.id, self.attempt.id, 1)
            bench = Workbench(
                tree, self.order, read_rules(tree), self.toy.suite, self.toy.jail, self.folder,
                time.monotonic() + seconds,
            )  # fmt: skip
            summary = agent.work(Assignment("coder", "work", "the page", bench, self.said.append))
            self.text = (tree / "engine/aggregate.py").read_text()
            return summary


@pytest.fixture
def desk(toy: Toy, tmp_path: Path) -> Iterator[Desk]:
    yield Desk(toy, tmp_path, Budget())


def test_native_tool_calls(desk: Desk) -> None:
    assert desk.work([calls("write", WRITE), says("max works")]) == "max works"
    assert desk.text == TEXT
    spent = desk.ledger.spent()
    assert (spent.calls, spent.tokens_in, spent.tokens_out) == (2, 200, 40)
    assert spent.money == pytest.approx((200 * 1.0 + 40 * 2.0) / 1e6)


def test_json_actions(desk: Desk) -> None:
    assert desk.work([says(ACTION), says(DONE)], actions=True) == "max works"
    assert desk.text == TEXT


@pytest.mark.parametrize("actions", [False, True])
@pytest.mark.parametrize(
    "fault", [fails(429), fails(500), cut_short, slowly(4.0, says("too late"))],
    ids=["429", "500", "cut short", "slow"],
)  # fmt: skip
def test_passing_faults_are_tried_again_and_booked(desk: Desk, fault: Step, actions: bool) -> None:
    first = says(ACTION) if actions else calls("write", WRITE)
    last = says(DONE if actions else "max works")
    assert desk.work([fault, first, last], actions) == "max works"
    assert desk.text == TEXT
    assert desk.ledger.spent().calls == 3


def test_a_refusal_is_not_tried_again(desk: Desk) -> None:
    with pytest.raises(AgentFault, match="401"):
        desk.work([fails(401)])
    assert desk.ledger.spent().calls == 1


@pytest.mark.parametrize("arguments", ['{"path": ', '{"path": 7}', "{}", '{"where": "x"}'])
def test_malformed_tool_calls_are_told_to_the_model(desk: Desk, arguments: str) -> None:
    assert desk.work([calls("write", arguments), calls("write", WRITE), says("ok")]) == "ok"
    assert desk.text == TEXT


@pytest.mark.parametrize("text", ["no JSON", '{"tool": 3}', '{"tool": "fly", "arguments": {}}'])
def test_malformed_actions_are_told_to_the_model(desk: Desk, text: str) -> None:
    assert desk.work([says(text), says(ACTION), says(DONE)], actions=True) == "max works"


def test_a_model_that_never_follows_the_protocol_ends(desk: Desk) -> None:
    with pytest.raises(AgentFault, match="protocol"):
        desk.work([says("certainly!")], actions=True)


def test_a_model_that_never_ends_is_ended(desk: Desk) -> None:
    with pytest.raises(AgentFault):
        desk.work([calls("read", '{"path": "DESIGN.md"}')])
    assert desk.ledger.spent().calls <= 41


def test_paths_out_of_the_worktree_are_refused(desk: Desk) -> None:
    escape = json.dumps({"path": "../../stolen", "text": "x"})
    desk.work([calls("write", escape), says("ok")])
    assert "leads out of the worktree" in json.dumps(desk.requests[1])


@pytest.mark.parametrize("usage", [None, {"prompt_tokens": 900, "completion_tokens": 100,
                                          "total_tokens": 1000}])  # fmt: skip
def test_a_budget_is_never_over_by_more_than_one_call(
    toy: Toy, tmp_path: Path, usage: dict[str, int] | None
) -> None:
    desk = Desk(toy, tmp_path, Budget(tokens=4000))
    with pytest.raises(BudgetSpent):
        desk.work([calls("read", '{"path": "DESIGN.md"}', usage)])
    largest = desk.state.value("SELECT max(tokens_in + tokens_out) FROM calls")
    assert 0 < desk.ledger.spent().tokens <= 4000 + largest


def test_parallel_agents_with_retries_and_no_usage_keep_the_budget(
    toy: Toy, tmp_path: Path
) -> None:
    desk = Desk(toy, tmp_path, Budget(tokens=20_000))
    steps = [fails(429), says("one", None), fails(500), cut_short, says("two", None)] * 5
    with endpoint([*steps, says("three", None)]) as (address, requests):
        spec = ModelSpec("openai:stub", address, Price(), True, 500, timeout=5.0)
        team = Team({"": spec}, toy.jail, desk.ledger, first_wait=0.01)

        def talk(number: int) -> int:
            """Ask until the budget is spent; returns how many replies came."""
            agent = team.agent("coder", "coder", desk.order.id, desk.attempt.id, number)
            assert isinstance(agent, ActionAgent)
            replies = 0
            while True:
                try:
                    agent.ask([HumanMessage("x" * 1000)])
                    replies += 1
                except BudgetSpent:
                    return replies

        with ThreadPoolExecutor(8) as pool:
            replies = sum(pool.map(talk, range(8)))
    spent = desk.ledger.spent()
    largest = desk.state.value("SELECT max(tokens_in + tokens_out) FROM calls")
    assert 20_000 - 2 * (largest + spec.most_out) <= spent.tokens <= 20_000 + largest
    assert spent.calls == len(requests) > replies > 0
    assert not desk.state.value("SELECT count(*) FROM calls WHERE state = 'reserved'")


def test_reviews_are_understood_or_refused() -> None:
    assert understand_review('Well: {"verdict": "accept", "comment": "fine"}').accepted
    assert not understand_review('{"verdict": "return", "comment": "no"}').accepted
    with pytest.raises(AgentFault):
        understand_review("looks good to me")
