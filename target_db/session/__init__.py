"""Sessions: what SQLite calls a database connection, and its prepared statements.

`Session` (session.py) parses, prepares and runs SQL. `Statement` (statement.py) is one
prepared statement: bind values, step through rows, reset. `programs` makes the
program of any statement but SELECT; `pragmas` holds one table of all PRAGMAs.
"""
