"""Binding: from the names of a syntax tree to executable nodes."""

# The modules of this package refer to each other (a subquery is an expression, and holds some):
# they load in one order, whichever is asked for first.
from target_db.bind import expressions as expressions
