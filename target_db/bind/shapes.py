"""Shapes: the columns that a subquery, view or common table has as a FROM item."""

from target_db.bind.bound import BoundQuery
from target_db.bind.column_names import inner_types, unique_names, written_names
from target_db.bind.compound_affinity import output_affinities
from target_db.catalog.objects import Column, Table
from target_db.types.collation import BINARY


def shape_of_query(name: str, query: BoundQuery, names: list[str] | None) -> Table:
    """A table without a tree that has the columns of `query`, under `names` if given.

    A column has the affinity and collation of its expression ("Datatypes in SQLite", 3.3.1).
    """
    names = unique_names(written_names(query) if names is None else names)
    types = inner_types(query)
    affinities = output_affinities(query)
    columns: list[Column] = []
    for i, output in enumerate(query.outputs):
        column = Column(names[i], types[i], affinities[i])
        collation = output.collation
        column.collation = BINARY if collation is None else collation
        columns.append(column)
    table = Table(name, "", columns)
    table.has_rowid = False
    return table
