"""How a wrong answer is told: by another engine, or by the engine itself asked otherwise."""

from collections.abc import Callable
from dataclasses import dataclass

from harness.engines.observation import Observation, Observer, Watchdog
from harness.errors import UsageError
from harness.fuzz import program
from harness.fuzz.grammar.model import Statement
from harness.fuzz.sameness import difference

WRONG_TYPE = str(19 + (12 << 8))
"""SQLITE_CONSTRAINT_DATATYPE: a value that a STRICT table does not take."""

SECONDS = 5.0
"""The reference's time for a statement before it is interrupted, and the program ends."""

PATIENCE = 15.0
"""The engine's: it may join in another order, on a busy machine. More is a finding."""

MakeObserver = Callable[[], Observer]


@dataclass(frozen=True)
class Verdict:
    """What differs, '' for nothing; and the two answers. `stop`: the program cannot go on."""

    what: str
    ours: Observation
    theirs: Observation
    stop: bool = False


class Oracle:
    """Judges programs, one fresh database each."""

    name = "oracle"
    asks = program.PLAIN

    def __init__(self, engine: MakeObserver, reference: MakeObserver) -> None:
        self.make_engine = engine
        self.make_reference = reference
        self.start()

    def start(self) -> None:
        """A fresh database."""
        self.observer = self.make_engine()
        self.engine = Watchdog(self.observer, PATIENCE)

    def end(self) -> None:
        """Close it."""
        self.observer.close()

    def judge(self, statement: Statement) -> Verdict:
        """Run one statement, and say what is wrong with its answer."""
        raise NotImplementedError


class Differential(Oracle):
    """Every statement against the reference engine: rows, names, types, errors, changes."""

    name = "differential"

    def start(self) -> None:
        super().start()
        self.reference = self.make_reference()
        self.reference_watched = Watchdog(self.reference, SECONDS)

    def end(self) -> None:
        super().end()
        self.reference.close()

    def judge(self, statement: Statement) -> Verdict:
        theirs = self.reference_watched.run(statement.sql)
        if theirs.was_interrupted or theirs.is_unreadable:
            return Verdict("", theirs, theirs, stop=True)
        ours = self.engine.run(statement.sql)
        what = difference(ours, theirs, statement.ordered, statement.loose, statement.exact)
        stop = bool(what) and not statement.is_query
        return Verdict(what, ours, theirs, stop or self.keeps_half(theirs))

    def keeps_half(self, theirs: Observation) -> bool:
        """Whether SQLite may have kept what a statement did that failed: the rows before one
        that a STRICT table does not take stay, where a transaction is open."""
        is_wrong_type = theirs.error is not None and theirs.error[0] == WRONG_TYPE
        return is_wrong_type and self.reference.in_transaction()


class Planner(Oracle):
    """Every query with the optimiser on, and with indexes and rewrites off."""

    name = "planner"

    def start(self) -> None:
        super().start()
        if not self.observer.set_optimizer(True):
            raise UsageError(
                "this engine's optimiser cannot be switched off", "use --oracle norec or tlp"
            )

    def judge(self, statement: Statement) -> Verdict:
        ours = self.engine.run(statement.sql)
        if not statement.is_query:
            return Verdict(internal_fault(ours), ours, ours)
        self.observer.set_optimizer(False)
        theirs = self.engine.run(statement.sql)
        self.observer.set_optimizer(True)
        if ours.was_interrupted or theirs.was_interrupted:
            return Verdict("", ours, theirs)
        what = difference(ours, theirs, statement.ordered, statement.loose)
        return Verdict(internal_fault(ours) or what, ours, theirs)


class Twins(Oracle):
    """Every query against a twin that must give the same rows."""

    def judge(self, statement: Statement) -> Verdict:
        ours = self.engine.run(statement.sql)
        if not statement.twin:
            return Verdict(internal_fault(ours), ours, ours)
        theirs = self.engine.run(statement.twin)
        what = internal_fault(ours) or internal_fault(theirs)
        if ours.error is None and theirs.error is None:
            what = what or difference(bare(ours), bare(theirs))
        return Verdict(what, ours, theirs)


class Norec(Twins):
    """Non-optimising reference engine construction."""

    name = "norec"
    asks = program.NOREC


class Tlp(Twins):
    """Ternary logic partitioning."""

    name = "tlp"
    asks = program.TLP


def bare(observation: Observation) -> Observation:
    """The rows alone: twins have other names and types."""
    return Observation(observation.rows)


def internal_fault(observation: Observation) -> str:
    """The fault that no SQL may bring about, or ''."""
    if observation.error is not None and observation.error[1].startswith("internal error"):
        return f"error: {observation.error[1]}"
    return ""


ORACLES: dict[str, type[Oracle]] = {
    oracle.name: oracle for oracle in (Differential, Planner, Norec, Tlp)
}
