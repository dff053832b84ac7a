"""A shell for SQL and dot commands, after the `sqlite3` command-line program."""
