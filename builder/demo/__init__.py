"""The demo: the whole loop offline, from an empty folder and one prompt to an engine.

Only the replies of the model are recorded (`replies`, a file for each conversation); the
suite is generated, and harness, sandbox, gate, git and queue are the real ones.
"""
