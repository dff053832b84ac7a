"""Fuzzing: random programs of SQL that search for cases no suite has.

    grammar/    what is generated: a schema, rows, queries, changes, transactions
    program     one random database's life, as a list of statements
    oracles     how a wrong answer is told: SQLite beside it, or the engine against itself
    sameness    when two answers are the same
    reducing    from a finding to the few statements it needs
    dying       the same for what takes the engine's process with it
    findings    one finding for each cause, saved as a case
    campaign    the search: programs, one after the other, for a time or a number of statements

A program depends on its seed and its number alone, so every finding can be made again.
"""
