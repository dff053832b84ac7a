"""The shell of target_db, for `dbwright sql`."""


def run_shell(arguments: list[str]) -> int:
    """Run it with these arguments; returns the exit code. Imported late: it loads the engine."""
    from target_db.shell.main import main

    return main(arguments)
