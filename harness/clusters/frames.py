"""Where in the engine's own code an error came from, read from a traceback or a crash's output."""

import re

FRAME = re.compile(r'File "(?P<path>[^"]+)", line \d+,? in (?P<function>[^\n]+)')
NOT_THE_ENGINE = re.compile(
    r"/lib/python[^/]*/(?!(site|dist)-packages/)|/harness/|/sqllogictest/|<frozen|<string>"
)
"""The standard library and what runs the engine; an engine may well be an installed package."""
NOT_WORDS = ("Extension modules:", "Current thread", "Fatal Python error:")
"""How lines begin that `faulthandler` adds to every crash."""
INNERMOST = 2


def frames(traceback: str, output: str) -> tuple[str, ...]:
    """The innermost frames of the engine, `folder/file.py:function`, the innermost last.

    `output` is the engine's last output, where `faulthandler` leaves its traceback: there the
    innermost frame comes first.
    """
    found = _ours(traceback)
    if not found:
        found = _ours(output)
        if "most recent call first" in output:
            found.reverse()
    return tuple(found[-INNERMOST:])


def last_words(output: str) -> str:
    """The last line that the engine printed, if it looks like a message."""
    lines = [line.strip() for line in output.splitlines()]
    lines = [line for line in lines if line and not line.startswith(NOT_WORDS)]
    return lines[-1] if lines and not FRAME.search(lines[-1]) else ""


def _ours(text: str) -> list[str]:
    return [
        "/".join(match["path"].split("/")[-2:]) + ":" + match["function"].strip()
        for match in FRAME.finditer(text)
        if not NOT_THE_ENGINE.search(match["path"])
    ]
