"""What EXPLAIN QUERY PLAN will show: notes that the planner leaves while it decides."""


class PlanNote:
    """One line of the plan, and the lines under it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.children: list[PlanNote] = []


class PlanNotes:
    """Gathers the notes of one statement; queries inside queries nest.

    A context that explains nothing has none, and planning then costs nothing more.
    """

    def __init__(self) -> None:
        self.stack: list[list[PlanNote]] = []
        self.subqueries = 0

    def begin(self) -> None:
        """Start the notes of a query."""
        self.stack.append([])

    def end(self) -> list[PlanNote]:
        """The notes of the query begun last."""
        return self.stack.pop()

    def add(self, text: str) -> PlanNote:
        """Note a line of the current query."""
        note = PlanNote(text)
        self.stack[-1].append(note)
        return note
