"""How an engine's adapter says that the engine itself is lost, not just one statement."""


class EngineBroken(Exception):
    """The engine died or speaks garbage: the record is `crashed`, and a new worker goes on."""
