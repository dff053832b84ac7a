"""How the time of basic operations grows with the size of a table, beside SQLite.

tasks.py     the operations: what is prepared for them, what is timed
measure.py   times of both engines in turn, in one process
fit.py       exponents
"""
