"""The command line: `dbwright`, with one file for each command.

A command is added by writing `harness/cli/NAME.py` with a click command called `command`, and
naming it in COMMANDS. It is imported when it is called, so that no command pays for another.
"""

from harness.cli.main import main

__all__ = ["main"]
