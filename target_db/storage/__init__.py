"""Storage: one B-tree of decoded nodes behind cursors, in memory or in SQLite's file format.

From the top: a `Store` (database.py) is one database. It hands out cursors (cursor.py) over
its trees: `TableCursor` over rowid tables, `IndexCursor` over indexes and WITHOUT ROWID
tables. A tree (table_tree.py, index_tree.py) finds, inserts and deletes in nodes (node.py),
which it reaches by page number through a `Pager` (pager.py). The pager knows what a node was
before the transaction, the savepoint or the statement, and puts it back on rollback.
`MemoryPager` (memory.py) keeps nodes and nothing else.
"""
