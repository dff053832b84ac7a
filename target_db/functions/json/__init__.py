"""JSON and JSONB ("JSON Functions And Operators"): text with JSON5's liberties, SQLite's binary
format, paths, edits, aggregates and the rows of json_each and json_tree.
"""
