"""Where agents' code runs: without network, suite, reference engine, or anything to leave behind.

`jail` wraps a command (bubblewrap, else unshare with limits); `host` runs inside, serves a
Python engine over JSON lines and ends it at the first forbidden act; `engine` puts both
together into the harness's `process:` engine.
"""
