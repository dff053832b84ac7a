"""What the parts of the language cost beyond the plain query: functions, windows, triggers.

`tasks` names one statement for each part, `measure` times them beside SQLite.
"""
