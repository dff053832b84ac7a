"""INSERT, UPDATE, DELETE, their constraints, and triggers.

A statement becomes a `Program` (program.py): InsertProgram, UpdateProgram, DeleteProgram. Each
gathers the rows it will touch, and gives them to the table's `TableWriter` (writer.py), which
checks constraints, resolves conflicts and keeps the indexes. `triggers.py` runs triggers
around each row, `foreign_keys.py` keeps references whole.
"""
