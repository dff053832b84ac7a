"""A work order as a page for people and agents: totals first, then what is needed, no more."""

from builder.orders.order import PERFORMANCE, WorkOrder

LONGEST_SCRIPT = 2500


def to_markdown(order: WorkOrder) -> str:
    """The page. It holds everything that an agent is told about the order."""
    lines = [f"# Order {order.id}: {order.title}", ""]
    if order.kind == PERFORMANCE:
        lines.append(f"{len(order.cases)} cases take {order.ratio:.0f} times as long as SQLite.")
    else:
        lines.append(f"{len(order.cases)} cases fail, and seem to have this one cause.")
    lines += ["", f"- kind: {order.kind}; cause: {order.cause}; base: {order.base[:12]}"]
    lines.append(f"- you may change: {', '.join(order.editable)}")
    if order.files:
        lines.append(f"- files that the failures point to: {', '.join(order.files)}")
    for name, value in order.budget.items():
        lines.append(f"- budget: {value:g} {name}")
    lines += ["", "## Repros", ""]
    for number, repro in enumerate(order.repros, 1):
        lines += _repro(number, repro.where, repro.script, repro.expected, repro.got)
    if order.contrast:
        lines += ["## What the failing SQL has and the passing SQL lacks", ""]
        lines += [f"- {line}" for line in order.contrast] + [""]
    if order.attempts:
        lines += ["## Tried before, and turned down", ""]
        for attempt in order.attempts:
            lines.append(f"{attempt.number}. {attempt.summary or 'no summary'}")
            told = attempt.feedback.replace("\n", "\n   ")
            lines.append(f"   **{attempt.reason}**: {told}")
        lines.append("")
    for title, texts in (("Notes from people", order.notes), ("Decisions", order.decisions)):
        if texts:
            lines += [f"## {title}", "", *(f"- {text}" for text in texts), ""]
    return "\n".join(lines)


def _repro(number: int, where: str, script: str, expected: str, got: str) -> list[str]:
    if len(script) > LONGEST_SCRIPT:
        script = (
            f"... (the beginning is left out; run_case {number} runs it all)\n"
            + script[-LONGEST_SCRIPT:]
        )
    return [
        f"### {number}. {where}", "", "```", script.rstrip(), "```", "",
        f"expected: {_short(expected)}", f"got: {_short(got)}", "",
    ]  # fmt: skip


def _short(text: str) -> str:
    flat = text.strip().replace("\n", " | ")
    return flat if len(flat) <= 300 else flat[:300] + " ..."
