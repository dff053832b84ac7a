"""reduce: from a failing case to the smallest file that fails for the same reason.

source.py      what to reduce: a cluster's example or FILE:LINE, with its setup
candidate.py   a smaller case that might still fail
probe.py       whether it does, for the same reason: one look at SQLite, one at the engine
minimise.py    leaving out as many of a list's items as one can
setup.py       passes over the setup: statements, rows, columns
tree.py        passes over the SQL: syntax trees
token.py       a last pass over the SQL: tokens
reducer.py     the passes in their order, counted, within a time limit
write.py       the result as a suite file

Simpler is: fewer statements, then fewer rows, then fewer tokens in the query, then fewer
tokens in the setup, then shorter. A pass only ever takes what is simpler, so it ends.
"""
