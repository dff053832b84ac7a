"""clusters: the failures of a run, grouped by cause.

words.py       keywords, functions and names of an SQL text, without parsing
messages.py    error messages without what comes from the case
wrongness.py   the way in which a result is wrong
frames.py      where in the engine an error came from
symptoms.py    all of these together: what can be seen of a failure
shapes.py      the shape of the SQL, through sqlglot
context.py     what the suite says: SQL that passed, what was set up before
rules.py       what failing SQL has in common and passing SQL lacks
failing.py     the failures of a run, read once
partition.py   the grouping itself
naming.py      names for people, ids that stay the same
find.py        the whole, and the store
"""
