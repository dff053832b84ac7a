"""Views and triggers outside temp name nothing in another database than their own."""

from __future__ import annotations

from target_db.ddl.reference_walk import ReferenceWalk
from target_db.errors import SqlError


class OneSchema(ReferenceWalk):
    """Refuses names of tables in other databases. `what`: "view v" or "trigger t"."""

    def __init__(self, what: str, schema: str) -> None:
        super().__init__()
        self.what = what
        self.schema = schema.lower()

    def see_table(self, name: str, place: int, schema: str | None) -> None:
        if schema is not None and schema.lower() != self.schema:
            raise SqlError(f"{self.what} cannot reference objects in database {schema}")
