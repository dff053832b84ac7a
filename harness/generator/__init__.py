"""Writes new suite files in the manner of the official families, from a seed.

`expressions` makes random SQL expressions; `random_files`, `index_files` and `join_files`
make the records of a family; `draft` is what they build; `generate` lets SQLite answer the
drafts and names the files. The same seed gives the same bytes.
"""
