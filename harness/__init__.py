"""harness: runs a compatibility suite against an engine and keeps what came of it.

The journey, by module:

1. `harness.suites` turns files, folders, archives and FILE:LINE into suite files.
2. `harness.shards` orders them, longest first.
3. `harness.workers` runs each in a process of its own kind: one engine, a fresh database a
   file, deadlines, a memory limit, and replay after a crash.
4. `harness.engines` is the only place that knows an engine by name.
5. `harness.coordinator` hands out files, watches the workers and writes down their verdicts.
6. `harness.store` keeps the results of all runs in one DuckDB file.
7. `harness.clusters` groups the failures by cause; `harness.reduce` makes one small, by way of
   `harness.replay`, which runs a few records in a process of its own; `harness.flaky` runs
   failures again.
8. `harness.compare` holds two runs side by side; `harness.gate` one against a baseline.
9. `harness.output` shows them; `harness.cli` is the command line in front of it all.
"""
