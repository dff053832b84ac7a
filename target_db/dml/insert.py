"""INSERT and REPLACE into a table."""

from __future__ import annotations

from typing import Final

from target_db.bind.expressions import bind_value
from target_db.bind.scope import BindContext, Scope
from target_db.catalog.objects import Table
from target_db.dml.autoincrement import AutoIncrement
from target_db.dml.bulk_insert import FEWEST, BulkInsert, takes_bulk
from target_db.dml.conflicts import GO_ON, UPSERT, ConflictResolver
from target_db.dml.literals import literal_values
from target_db.dml.program import Program
from target_db.dml.returning import Returning
from target_db.dml.row_events import RowEvents
from target_db.dml.runtime import Runtime
from target_db.dml.scopes import child_scope
from target_db.dml.single_row import gives_key
from target_db.dml.target import require_column
from target_db.dml.upsert import UpsertClauses
from target_db.dml.writer import TableWriter, open_writer
from target_db.errors import MISMATCH, SqlError
from target_db.expr.base import Expr, RowPlan
from target_db.physical.planner import plan_select
from target_db.sql import ast
from target_db.types.affinity import INTEGER, apply_affinity

ROWID: Final = -1
IGNORED: Final = -2  # a column named twice: the first value counts


class ValueSource:
    """Where the rows of an INSERT come from: constants, expressions, a query, or nothing."""

    def __init__(self) -> None:
        self.width = 0
        self.constants: list[list[object]] | None = None  # rows of literals
        self.rows: list[list[Expr]] | None = None
        self.plan: RowPlan | None = None

    def is_single(self) -> bool:
        """Whether it gives one row, all of it before that is inserted."""
        if self.constants is not None:
            return len(self.constants) == 1
        if self.rows is not None:
            return len(self.rows) == 1
        return self.plan is None


def bind_values(
    select: ast.Select | None, context: BindContext, parent: Scope | None
) -> ValueSource:
    """Bind VALUES or a SELECT. Rows of VALUES that are all literals are not bound."""
    found = ValueSource()
    if select is None:
        return found
    core = select.cores[0]
    rows = core.rows
    is_plain = len(select.cores) == 1 and select.with_ is None and select.order_by is None
    if rows is None or not is_plain or select.limit is not None:
        plan = plan_select(select, context, parent)
        found.plan = plan
        found.width = plan.width
        return found
    found.width = len(rows[0])
    constants: list[list[object]] = []
    for row in rows:
        literals = literal_values(row)
        if literals is None or len(literals) != found.width:
            break
        constants.append(literals)
    else:
        found.constants = constants
        return found
    scope = child_scope(context, parent)
    bound: list[list[Expr]] = []
    for row in rows:
        if len(row) != found.width:
            raise SqlError("all VALUES must have the same number of terms")
        bound.append([bind_value(expr, scope) for expr in row])
    found.rows = bound
    return found


class InsertProgram(Program):
    """INSERT INTO a table.

    targets: for each value of a source row the column it goes to, or ROWID, IGNORED; None when
        the source rows have every column in declared order.
    """

    def __init__(
        self,
        runtime: Runtime,
        node: ast.Insert,
        table: Table,
        context: BindContext,
        parent: Scope | None,
        events: RowEvents,
        conflict: int,
    ) -> None:
        super().__init__()
        self.runtime = runtime
        self.table = table
        self.conflict = conflict
        self.writer: TableWriter = open_writer(runtime, table)
        self.events = events
        self.is_active = events.is_active
        self.execution = context.execution
        self.source = bind_values(node.select, context, parent)
        self.targets = self.find_targets(node)
        self.resolver = ConflictResolver(self.writer, self.conflict, events)
        self.autoincrement: AutoIncrement | None = None
        if table.has_autoincrement:
            self.autoincrement = AutoIncrement(runtime, table)
        self.returning: Returning | None = None
        if node.returning is not None:
            self.returning = Returning(node.returning, table, None, context, parent)
            self.column_names = self.returning.names
            self.column_types = self.returning.types
        self.upserts: UpsertClauses | None = None
        if node.upserts:
            self.upserts = UpsertClauses(runtime, node, self.writer, context, parent)
            self.resolver.targets = self.upserts.targets
        self.resolver.prepare(self.writer.unique_indexes, gives_key(node, table))
        self.needs_undo = (
            not self.source.is_single()
            or self.is_active
            or self.upserts is not None
            or self.returning is not None
            or self.autoincrement is not None
            or self.conflict != 0
        )
        self.is_plain = not (
            self.is_active
            or self.upserts is not None
            or self.returning is not None
            or self.autoincrement is not None
            or table.has_generated
        )
        self.changed = 0
        # Of the row at hand: whether it can have duplicates at all, and of its rowid.
        self.must_resolve = True
        self.check_primary = True

    def find_targets(self, node: ast.Insert) -> list[int] | None:
        """Where each value goes: of a column that is named twice the first one counts, but of
        the rowid and the INTEGER PRIMARY KEY the last."""
        table = self.table
        width = self.source.width
        if node.columns is None:
            count = len(table.columns)
            if not table.has_generated:
                if width != count and node.select is not None:
                    raise SqlError(
                        f"table {table.name} has {count} columns but {width} values were supplied"
                    )
                return None
            targets = [i for i, c in enumerate(table.columns) if c.generated is None]
            if node.select is None:
                return []
            if width != len(targets):
                raise SqlError(
                    f"table {table.name} has {len(targets)} columns "
                    f"but {width} values were supplied"
                )
            return targets
        targets = []
        for name in node.columns:
            position = require_column(table, name.name)
            if position >= 0 and table.columns[position].generated is not None:
                raise SqlError(f'cannot INSERT into generated column "{name.name}"')
            if position == table.rowid_column:
                position = ROWID
            targets.append(IGNORED if position >= 0 and position in targets else position)
        if width != len(targets):
            raise SqlError(f"{width} values for {len(targets)} columns")
        return targets

    def run(self) -> None:
        runtime = self.runtime
        store = self.writer.store
        if not store.in_write:
            if self.needs_undo or self.writer.replaces:
                runtime.transactions.join(store)
            else:
                runtime.transactions.join_unlogged(store)
        if self.autoincrement is not None:
            self.autoincrement.start()
        self.changed = 0
        self.rows = []
        source = self.source
        constants = source.constants
        if constants is not None:
            if len(constants) >= FEWEST and self.insert_all([tuple(row) for row in constants]):
                constants = []
            for values in constants:
                self.insert_source_row(values[:])
        else:
            self.execution.begin()
            self.run_source(source)
        runtime.count(self.changed)
        if self.autoincrement is not None:
            self.autoincrement.finish()

    def run_source(self, source: ValueSource) -> None:
        rows = source.rows
        plan = source.plan
        if rows is not None:
            for row in rows:
                self.insert_source_row([expr.eval() for expr in row])
        elif plan is not None:
            gathered: list[tuple[object, ...]] = []
            plan.open()
            plan.fetch_all(gathered)
            plan.close()
            if len(gathered) >= FEWEST and self.insert_all(gathered):
                return
            for values in gathered:
                self.execution.tick()
                self.insert_source_row(list(values))
        else:
            self.insert_values(self.writer.default_values(), None)

    def insert_all(self, rows: list[tuple[object, ...]]) -> bool:
        """Insert all rows at once, where nothing can refuse them. False: nothing was done."""
        if self.conflict or self.targets is not None or not self.is_plain:
            return False
        if not takes_bulk(self.writer):
            return False
        bulk = BulkInsert(self.writer, self.execution)
        if not bulk.prepare(rows):
            return False
        self.runtime.counters.last_insert_rowid = bulk.write()
        self.changed = len(rows)
        return True

    def insert_source_row(self, given: list[object]) -> None:
        """Insert one row of the source, whose list may be changed."""
        targets = self.targets
        if targets is None:
            self.insert_values(given, None)
            return
        values = self.writer.default_values()
        rowid: object = None
        for place, position in enumerate(targets):
            if position >= 0:
                values[position] = given[place]
            elif position == ROWID:
                rowid = given[place]
        self.insert_values(values, rowid)

    def insert_values(self, values: list[object], given_rowid: object) -> None:
        """Insert one row: a value for each column, and the rowid if one was named."""
        writer = self.writer
        writer.apply_affinities(values)
        if not self.is_plain:
            self.insert_with_events(values, given_rowid)
            return
        rowid = 0
        if writer.has_rowid:
            rowid = self.choose_rowid(values, given_rowid)
        if writer.has_value_checks and not writer.check_values(values, self.conflict):
            return
        row = tuple(values)
        if writer.checks and not writer.check_expressions(rowid, row, self.conflict):
            return
        writer.make_keys(rowid, row)
        if (
            self.must_resolve
            and self.resolver.resolve(
                rowid, row, 0, None, writer.unique_indexes, self.check_primary
            )
            != GO_ON
        ):
            return
        writer.insert_row(rowid, row)
        if writer.has_rowid:
            self.runtime.counters.last_insert_rowid = rowid
        self.changed += 1

    def choose_rowid(self, values: list[object], given: object) -> int:
        """The rowid of a new row; an INTEGER PRIMARY KEY column gets it as its value."""
        writer = self.writer
        column = writer.rowid_column
        if column >= 0:
            given = given if given is not None else values[column]
        self.must_resolve = writer.is_strict or bool(writer.unique_indexes)
        self.check_primary = False
        if given is None:
            if self.autoincrement is not None:
                rowid = self.autoincrement.next_rowid(writer)
            else:
                rowid = writer.new_rowid()
        else:
            rowid = self.require_rowid(given)
            cursor = writer.cursor
            if cursor is None or rowid <= cursor.max_rowid():
                self.must_resolve = True
                self.check_primary = True
            if self.autoincrement is not None:
                self.autoincrement.note(rowid)
        if column >= 0:
            values[column] = rowid
        return rowid

    def require_rowid(self, given: object) -> int:
        """A value given for the rowid, as an integer. Raises SqlError (MISMATCH)."""
        if isinstance(given, int):
            return given
        converted = apply_affinity(given, INTEGER)
        if not isinstance(converted, int):
            raise SqlError("datatype mismatch", MISMATCH)
        return converted

    def insert_with_events(self, values: list[object], given_rowid: object) -> None:
        """Insert one row into a table that has more to it: triggers, foreign keys, generated
        columns, AUTOINCREMENT; or with UPSERT or RETURNING."""
        writer = self.writer
        if self.is_active and not self.before_insert(values, given_rowid):
            return
        rowid = 0
        if writer.has_rowid:
            rowid = self.choose_rowid(values, given_rowid)
        writer.compute_generated(rowid, values)
        if writer.has_value_checks and not writer.check_values(values, self.conflict):
            return
        row = tuple(values)
        if not writer.check_expressions(rowid, row, self.conflict):
            return
        writer.make_keys(rowid, row)
        verdict = self.resolver.resolve(
            rowid, row, 0, None, writer.unique_indexes, self.check_primary
        )
        if verdict == UPSERT:
            assert self.upserts is not None
            done = self.upserts.apply(self.resolver.clause, rowid, row)
            if done:
                self.changed += 1
                if self.returning is not None:
                    self.rows.append(
                        self.returning.make(self.upserts.updated_rowid, self.upserts.updated_row)
                    )
            return
        if verdict != GO_ON:
            return
        if self.is_active:
            self.events.storing(row)
        writer.insert_row(rowid, row)
        if writer.has_rowid:
            self.runtime.counters.last_insert_rowid = rowid
        self.changed += 1
        if self.returning is not None:
            self.rows.append(self.returning.make(rowid, row))
        if self.is_active:
            self.events.after_insert(rowid, row)

    def before_insert(self, values: list[object], given_rowid: object) -> bool:
        """Fire BEFORE INSERT; a rowid not yet chosen shows as -1. False: leave the row out."""
        writer = self.writer
        column = writer.rowid_column
        shown = values[:]
        rowid = -1
        if writer.has_rowid:
            given = given_rowid
            if given is None and column >= 0:
                given = values[column]
            if given is not None:
                rowid = self.require_rowid(given)
            if column >= 0:
                shown[column] = rowid
        writer.compute_generated(rowid, shown)
        if self.events.has_before:
            writer.check_new_types(shown)
        return self.events.before_insert(rowid, tuple(shown))
