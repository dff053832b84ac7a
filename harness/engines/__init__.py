"""The engines under test, each behind `sqllogictest.engine.Engine`.

Nothing outside this package names an engine: `registry.find_engine` takes the name that the
user gave (`sqlite`, `duckdb`, `target_db`, `target_db-pure`, `dbapi:MODULE[:ARG]`,
`process:COMMAND`) and returns how to open it.
"""
