"""The results store: one DuckDB file with every case of every run.

`schema` holds the tables, step by step; `database` opens the file; `parts` is what workers
write while a run goes on; `ingest` takes the parts in; `queries` is how others read.
"""
