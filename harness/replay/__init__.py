"""replay: a few records on a fresh engine in a process of its own, as often as one likes.

For what looks at single cases again: reduction, reruns of failures, the pytest plugin. Runs of
whole suites go through `harness.coordinator`; the verdicts are the same.

replayer.py   our end: hands over records, notices crashes and hangs
child.py      the process that has the engine
"""
