"""From one prompt to a design and a skeleton: the first order of a build in an empty repository."""

import time
from pathlib import Path

from builder.agents.agent import Assignment
from builder.agents.transcript import TranscriptFile
from builder.agents.workbench import Workbench
from builder.errors import AgentFault, BuildError, BuildUsageError, EngineFault
from builder.gate.honesty import check_honesty
from builder.gate.verdict import Verdict
from builder.orders.order import DESIGN, WorkOrder
from builder.patch import Patch, apply_patch, take_patch
from builder.rules import DESIGN_PAGE, Breach, EngineEntry, Rules, breaches, read_rules
from builder.state.orders import MERGED, Orders
from builder.workshop import ACCEPTED, REFUSED, Workshop
from builder.worktrees import ORDER_TRAILER, git

MOST_TRIES = 3


def has_design(folder: Path) -> bool:
    return (folder / DESIGN_PAGE).is_file()


def make_design(shop: Workshop, orders: Orders, prompt: str) -> None:
    """Have the architect write the design and the skeleton, and commit them.

    Raises EngineFault when no attempt gives an engine that starts.
    """
    row = next((order for order in orders.all() if order.cause == "intent"), None)
    if row is None:
        order = WorkOrder(0, DESIGN, "the design and the skeleton", "intent", "", [], [])
        number = orders.add(0, DESIGN, "intent", order.title, order.as_json(), "architect")
    else:
        number = row.id
    assert number is not None
    feedback = ""
    for _ in range(MOST_TRIES):
        feedback = _attempt(shop, orders, number, prompt, feedback)
        if not feedback:
            return
    raise EngineFault(
        f"the architect's skeleton does not stand: {feedback}", f"see {shop.folder / 'transcripts'}"
    )


def _attempt(shop: Workshop, orders: Orders, number: int, prompt: str, feedback: str) -> str:
    """One attempt; returns '' or what was wrong with it."""
    base = shop.repository.head()
    row = shop.ledger.begin(number, "architect", base)
    transcript = TranscriptFile(
        shop.folder / "transcripts" / f"order-{number}-attempt-{row.number}.jsonl"
    )
    page = f"# The intent\n\n{prompt}\n"
    if feedback:
        page += f"\n## The last attempt was turned down\n\n{feedback}\n"
    transcript.head("architect", row.number, page)
    order = WorkOrder(number, DESIGN, "intent", "intent", base, [], [], strategy="architect")
    summary = patch = ""
    with shop.repository.worktree(f"order-{number}-attempt-{row.number}", base) as worktree:
        bench = Workbench(
            worktree, order, _Unbound(), shop.suite, shop.jail, shop.folder,
            time.monotonic() + shop.lease,
        )  # fmt: skip
        try:
            agent = shop.team.agent("architect", "architect", number, row.id, row.number)
            prompt_text = shop.team.prompt("architect")
            summary = agent.work(Assignment("architect", prompt_text, page, bench, transcript))
            taken = take_patch(worktree, base)
            patch, wrong = taken.text, _judge(shop, worktree, taken)
        except (AgentFault, BuildUsageError) as fault:
            wrong = fault.message
    verdict = REFUSED if wrong else ACCEPTED
    shop.ledger.finish(row.id, verdict, "design" if wrong else "", wrong, summary, patch)
    transcript.end(verdict, wrong)
    shop.tell(f"the design: {verdict}" + (f": {wrong}" if wrong else f": {summary}"))
    if not wrong:
        _commit(shop, orders, number, base, patch, summary)
    return wrong


class _Unbound(Rules):
    """The rules before there is a design: everything but git's own files may be written."""

    def __init__(self) -> None:
        super().__init__(EngineEntry(), ())

    def may_edit(self, path: str, role: str) -> bool:
        return not path.startswith(".git")


def _judge(shop: Workshop, worktree: Path, patch: Patch) -> str:
    """Whether the skeleton is an engine that keeps its own rules; '' or what is wrong."""
    rules = read_rules(worktree)
    found: Verdict | None = check_honesty(
        patch, worktree, rules.engine.module.partition(".")[0], ()
    )
    broken: list[Breach] = breaches(rules, worktree)
    if broken:
        return "\n".join(map(str, broken[:5]))
    found = found or shop.gate.build(worktree, rules) or shop.gate.probe(worktree, rules)
    return f"{found.reason}: {found.feedback}" if found else ""


def _commit(
    shop: Workshop, orders: Orders, number: int, base: str, patch: str, summary: str
) -> None:
    with shop.repository.worktree("head", base) as worktree:
        fault = apply_patch(worktree, patch)
        if fault:
            raise BuildError(f"the architect's patch does not apply: {fault}")
        message = f"Lay out the design and the skeleton\n\n{summary}\n\n{ORDER_TRAILER}: {number}\n"
        git(worktree, "commit", "--quiet", "-F", "-", text=message)
        tip = git(worktree, "rev-parse", "HEAD").strip()
        shop.repository.advance(tip, base)
    orders.settle(number, MERGED, tip)
