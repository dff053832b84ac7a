"""Workers: spawned processes that run one suite file at a time, each with its own engine.

In the worker: `main` is the process, `judge` runs a file, `sink` notes every verdict down.
In the coordinator: `process` starts, watches and ends one worker.
Between them: `progress` is memory that outlives a crashed worker, `protocol` the messages.
`limits` holds the operating system's part: memory, and dying with the parent.
"""
