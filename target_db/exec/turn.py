# mypyc: skip
"""A turn for others: what compiled loops owe to threads and signals.

CPython hands the interpreter lock over, and handles signals, where it starts to run an
interpreted function. Compiled code never does, so that a long query would stop every other
thread, the one that wants to interrupt it included, and Ctrl-C too.
"""


def give_turn() -> None:
    """Let other threads and signal handlers run. Raises what a handler raises."""
