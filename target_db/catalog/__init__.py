"""The catalogue: what schemas, tables, indexes, views and triggers a connection knows.

`objects` says what they are. `builder` makes a `Table` of a CREATE TABLE's syntax tree, with
SQLite's checks; `indexes` does so for indexes. `loader` makes all objects of one schema from
the SQL text in its `sqlite_schema` table. `catalog` finds them by name.
"""
