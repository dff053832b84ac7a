# mypyc: skip
"""Room on Python's stack for statements as deep as SQLite allows.

SQLite accepts expressions 1,000 levels deep. Uncompiled, a level takes about ten Python calls,
and Python stops after 1,000. So the first import of the session raises the limit to
RECURSION_LIMIT, once and for the process, where it is lower. It is not put back after a
statement: the limit is one for all threads, and another thread's statement may be deep
inside when this one ends.

That costs no C stack: the calls are from Python to Python, which CPython 3.11 and later run
without one (a thread with half a megabyte of stack is enough; 3.12 and later guard the C stack
with a limit of its own). The price is that a program that recurses without end through C, say
in a sort key, can meet the end of its C stack on 3.11 before RecursionError. The compiled build
counts levels itself and leaves the limit alone.
"""

import sys

RECURSION_LIMIT = 20_000


def make_room(build: str) -> None:
    """Raise the limit for the uncompiled build."""
    if build != "compiled" and sys.getrecursionlimit() < RECURSION_LIMIT:
        sys.setrecursionlimit(RECURSION_LIMIT)
