"""Walking every statement of the schema, with the FROM items in sight at each column name."""

from __future__ import annotations

from target_db.sql import ast
from target_db.sql.walk import operands


class Sight:
    """The FROM items of one query: pairs of a lower-case alias and the item (None: NEW, OLD)."""

    def __init__(self) -> None:
        self.items: list[tuple[str, ast.FromItem | None]] = []


class ReferenceWalk:
    """Visits the names in a statement. Subclasses look at tables, columns, and column lists.

    `sights` holds the queries around the place, the innermost last. `common` are the names of
    the common tables in sight, which hide tables.
    """

    def __init__(self) -> None:
        self.sights: list[Sight] = []
        self.common: set[str] = set()

    # What subclasses look at

    def see_table(self, name: str, place: int, schema: str | None) -> None:
        """The name of a table, where it is a table's."""

    def see_qualifier(self, name: str, place: int) -> None:
        """The `t` of `t.column` or `t.*`."""

    def see_column(self, node: ast.ColumnRef) -> None:
        """A column's name in an expression."""

    def see_assigned(self, table: str, column: ast.Identifier) -> None:
        """A column's name in SET or in the column list of an INSERT."""

    def see_using(self, column: ast.Identifier) -> None:
        """A column's name in USING."""

    # Statements

    def statement(self, node: ast.Statement) -> None:
        """Visit a statement of a trigger, or a view's SELECT."""
        if isinstance(node, ast.Select):
            self.select(node)
            return
        saved = self.common
        if isinstance(node, ast.Insert):
            self.with_(node.with_)
            self.insert(node)
        elif isinstance(node, ast.Update):
            self.with_(node.with_)
            self.update(node)
        elif isinstance(node, ast.Delete):
            self.with_(node.with_)
            self.target(node.table)
            self.optional(node.where)
            self.returning(node.returning)
            self.sights.pop()
        self.common = saved

    def insert(self, node: ast.Insert) -> None:
        name = node.table.name
        self.see_table(name, int(node.table.pos), node.table.schema)
        for column in node.columns or []:
            self.see_assigned(name, column)
        if node.select is not None:
            self.select(node.select)
        sight = Sight()
        item = ast.TableRef(name, -1, node.table.schema, -1, node.alias, None, False)
        sight.items.append(((node.alias or name).lower(), item))
        sight.items.append(("excluded", item))
        self.sights.append(sight)
        for upsert in node.upserts:
            for term in upsert.target or []:
                self.expression(term.expr)
            self.optional(upsert.target_where)
            self.assignments(name, upsert.assignments or [])
            self.optional(upsert.where)
        self.returning(node.returning)
        self.sights.pop()

    def update(self, node: ast.Update) -> None:
        self.target(node.table)
        sight = self.sights[-1]
        for item in node.from_ or []:
            self.from_item(item, sight)
        self.assignments(node.table.name, node.assignments)
        self.optional(node.where)
        self.returning(node.returning)
        self.sights.pop()

    def target(self, table: ast.TableRef) -> None:
        self.see_table(table.name, int(table.pos), table.schema)
        sight = Sight()
        sight.items.append(((table.alias or table.name).lower(), table))
        self.sights.append(sight)

    def assignments(self, table: str, nodes: list[ast.Assignment]) -> None:
        for node in nodes:
            for column in node.columns:
                self.see_assigned(table, column)
            self.expression(node.value)

    def returning(self, columns: list[ast.ResultColumn] | None) -> None:
        for column in columns or []:
            self.expression(column.expr)

    def with_(self, node: ast.With | None) -> None:
        if node is None:
            return
        self.common = self.common | {table.name.lower() for table in node.tables}
        for table in node.tables:
            self.select(table.select)

    def select(self, node: ast.Select) -> None:
        """Visit a query."""
        saved = self.common
        self.with_(node.with_)
        for core in node.cores:
            self.sights.append(Sight())
            self.core(core)
            if core is not node.cores[-1]:
                self.sights.pop()
        for term in node.order_by or []:
            self.expression(term.expr)
        self.optional(node.limit)
        self.optional(node.offset)
        self.sights.pop()
        self.common = saved

    def core(self, core: ast.SelectCore) -> None:
        sight = self.sights[-1]
        for item in core.from_ or []:
            self.from_item(item, sight)
        for item in core.from_ or []:
            self.join_terms(item)
        for column in core.columns:
            self.expression(column.expr)
        self.optional(core.where)
        for expr in core.group_by or []:
            self.expression(expr)
        self.optional(core.having)
        for row in core.rows or []:
            for expr in row:
                self.expression(expr)
        for window in core.windows or []:
            self.window(window.window)

    def from_item(self, item: ast.FromItem, sight: Sight) -> None:
        if isinstance(item, ast.TableRef):
            if item.schema is not None or item.name.lower() not in self.common:
                self.see_table(item.name, int(item.pos), item.schema)
            sight.items.append(((item.alias or item.name).lower(), item))
        elif isinstance(item, ast.SubqueryRef):
            self.select(item.select)
            sight.items.append(((item.alias or "").lower(), item))
        elif isinstance(item, ast.TableFunction):
            for arg in item.args:
                self.expression(arg)
            sight.items.append(((item.alias or item.name).lower(), item))
        elif isinstance(item, ast.JoinGroup):
            for inner in item.items:
                self.from_item(inner, sight)
            for inner in item.items:
                self.join_terms(inner)

    def join_terms(self, item: ast.FromItem) -> None:
        self.optional(item.on)
        for column in item.using or []:
            self.see_using(column)

    def window(self, window: ast.Window) -> None:
        for expr in window.partition_by:
            self.expression(expr)
        for term in window.order_by:
            self.expression(term.expr)

    def optional(self, expr: ast.Expr | None) -> None:
        if expr is not None:
            self.expression(expr)

    def expression(self, expr: ast.Expr) -> None:
        """Visit an expression, and the queries in it."""
        if isinstance(expr, ast.ColumnRef):
            if expr.table is not None:
                self.see_qualifier(expr.table, int(expr.table_pos))
            self.see_column(expr)
        elif isinstance(expr, ast.Star):
            if expr.table is not None:
                self.see_qualifier(expr.table, int(expr.pos))
        elif isinstance(expr, (ast.Subquery, ast.Exists, ast.InSelect)):
            self.select(expr.select)
        elif isinstance(expr, ast.InTable):
            self.see_table(expr.table.name, int(expr.table.pos), expr.table.schema)
        for operand in operands(expr):
            self.expression(operand)
