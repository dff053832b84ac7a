"""Asking the tester: the request, what came of it, and the folder with the cases that are new."""

import shutil
from pathlib import Path

from builder.agents.transcript import TranscriptFile
from builder.cases import SuiteText
from builder.errors import AgentFault, BudgetSpent
from builder.rules import DESIGN_PAGE
from builder.state.journal import Journal
from builder.tester import request_page, write_cases
from builder.workshop import Workshop

LATEST = 8
"""Decisions that the tester is shown, to write cases near what was changed lately."""
SHOWN_TO_TESTER = 40
"""Cases of the suite that the tester is shown, evenly spread."""


def ask_for_cases(
    shop: Workshop, text: SuiteText, journal: Journal, round_: int, number: int
) -> Path | None:
    """Ask the tester for the `number`th time; None where no case came that the suite lacks.

    What a killed process left of the same time is written anew.
    """
    known = list(text.every_sql())
    decisions = [decision.text for decision in journal.decisions()]
    design = (shop.repository.folder / DESIGN_PAGE).read_text(encoding="utf-8")
    sample = known[:: max(1, len(known) // SHOWN_TO_TESTER)]
    page = request_page(design, decisions[-LATEST:], sample)
    transcript = TranscriptFile(shop.folder / "transcripts" / f"tester-{number}.jsonl")
    transcript.head("tester", number, page)
    folder = shop.folder / "new-cases" / str(number)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        scripts = shop.team.scripts(page, transcript)
    except (AgentFault, BudgetSpent) as fault:
        journal.decide(round_, None, "tester", fault.message)
        return None
    count = write_cases(scripts, known, folder, "new")
    told = f"{count} of {len(scripts)} scripts are new cases, answered by SQLite"
    journal.decide(round_, None, "tester", told)
    shop.tell(f"the tester: {told}")
    return folder if count else None
