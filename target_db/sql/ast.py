"""The syntax tree: one class for each construct of SQLite's language.

Positions (`pos`, `..._pos`, `start`, `end`) are character offsets in the text given to the
parser, -1 where there is none. `pos` is where the node's name or operator token starts, which
is what error messages and ALTER TABLE RENAME need; `start` and `end` span whole clauses.
Names are stored without their quotes, in the case they were written in.

Every leaf class is final in practice, so `isinstance` against it is one pointer comparison
when compiled: dispatch with chains of it, the most frequent class first. Trees hold no cycles:
no node points to one above it. (mypyc's `acyclic` attribute is not used: in 2.4.1 a tree deeper
than 50 of such nodes corrupts memory when it is freed.) The nodes that every query has once are
kept for reuse.
"""

from mypy_extensions import i64, mypyc_attr

# --------------------------------------------------------------------------- expressions


class Expr:
    """An expression. `pos` is the offset that an error about it should show."""

    def __init__(self, pos: i64) -> None:
        self.pos = pos


@mypyc_attr(free_list_len=1)
class Literal(Expr):
    """A constant: None, int (64 bits), float, str or bytes. TRUE and FALSE are a ColumnRef."""

    def __init__(self, value: object, pos: i64) -> None:
        self.value = value
        self.pos = pos
        self.is_answer = False  # of an empty IN list: it is no column's number


class OversizedHex(Expr):
    """A hexadecimal literal beyond 64 bits (`text`, with its minus sign if there is one).

    It parses; to evaluate it is the error `hex literal too big: TEXT`.
    """

    def __init__(self, text: str, pos: i64) -> None:
        self.text = text
        self.pos = pos


@mypyc_attr(free_list_len=1)
class ColumnRef(Expr):
    """`name`, `table.name` or `schema.table.name`.

    `quoted` tells that a lone name was written in double quotes, so that it is a string
    literal where no such column exists. TRUE and FALSE that name no column are 1 and 0
    (unless quoted in any way, which `bare` tells).
    """

    def __init__(
        self,
        name: str,
        pos: i64,
        table: str | None,
        table_pos: i64,
        schema: str | None,
        schema_pos: i64,
        quoted: bool,
        bare: bool,
    ) -> None:
        self.name = name
        self.pos = pos
        self.table = table
        self.table_pos = table_pos
        self.schema = schema
        self.schema_pos = schema_pos
        self.quoted = quoted
        self.bare = bare


@mypyc_attr(free_list_len=1)
class Star(Expr):
    """`*` or `table.*` as a result column (or in RETURNING)."""

    def __init__(self, table: str | None, pos: i64) -> None:
        self.table = table
        self.pos = pos


@mypyc_attr(free_list_len=1)
class Unary(Expr):
    """`op operand`, op one of NEGATE, PLUS, BIT_NOT, NOT."""

    def __init__(self, op: i64, operand: Expr, pos: i64) -> None:
        self.op = op
        self.operand = operand
        self.pos = pos


@mypyc_attr(free_list_len=1)
class Binary(Expr):
    """`left op right`, op from OR to EXTRACT_VALUE. `pos` is the operator's."""

    def __init__(self, op: i64, left: Expr, right: Expr, pos: i64) -> None:
        self.op = op
        self.left = left
        self.right = right
        self.pos = pos


@mypyc_attr(free_list_len=1)
class IsNull(Expr):
    """`operand ISNULL`, `IS NULL`, or negated `NOTNULL`, `NOT NULL`, `IS NOT NULL`."""

    def __init__(self, operand: Expr, negated: bool, pos: i64) -> None:
        self.operand = operand
        self.negated = negated
        self.pos = pos


@mypyc_attr(free_list_len=1)
class Between(Expr):
    """`operand [NOT] BETWEEN low AND high`."""

    def __init__(self, operand: Expr, low: Expr, high: Expr, negated: bool, pos: i64) -> None:
        self.operand = operand
        self.low = low
        self.high = high
        self.negated = negated
        self.pos = pos


@mypyc_attr(free_list_len=1)
class InList(Expr):
    """`operand [NOT] IN (items)`; the list is not empty."""

    def __init__(self, operand: Expr, items: list[Expr], negated: bool, pos: i64) -> None:
        self.operand = operand
        self.items = items
        self.negated = negated
        self.pos = pos


class InSelect(Expr):
    """`operand [NOT] IN (select)`."""

    def __init__(self, operand: Expr, select: "Select", negated: bool, pos: i64) -> None:
        self.operand = operand
        self.select = select
        self.negated = negated
        self.pos = pos


class InTable(Expr):
    """`operand [NOT] IN table`, or a table function with `args`."""

    def __init__(
        self,
        operand: Expr,
        table: "QualifiedName",
        args: list[Expr] | None,
        negated: bool,
        pos: i64,
    ) -> None:
        self.operand = operand
        self.table = table
        self.args = args
        self.negated = negated
        self.pos = pos


class Like(Expr):
    """`operand [NOT] op pattern [ESCAPE escape]`, op one of LIKE, GLOB, REGEXP, MATCH.

    It means the function `op(pattern, operand[, escape])`.
    """

    def __init__(
        self,
        op: i64,
        operand: Expr,
        pattern: Expr,
        escape: Expr | None,
        negated: bool,
        pos: i64,
    ) -> None:
        self.op = op
        self.operand = operand
        self.pattern = pattern
        self.escape = escape
        self.negated = negated
        self.pos = pos


class Collate(Expr):
    """`operand COLLATE collation`."""

    def __init__(self, operand: Expr, collation: str, pos: i64) -> None:
        self.operand = operand
        self.collation = collation
        self.pos = pos


@mypyc_attr(free_list_len=1)
class Cast(Expr):
    """`CAST(operand AS type_name)`; the type may be empty."""

    def __init__(self, operand: Expr, type_name: str, pos: i64) -> None:
        self.operand = operand
        self.type_name = type_name
        self.pos = pos


class Case(Expr):
    """`CASE [operand] WHEN conditions[i] THEN results[i] ... [ELSE otherwise] END`."""

    def __init__(
        self,
        operand: Expr | None,
        conditions: list[Expr],
        results: list[Expr],
        otherwise: Expr | None,
        pos: i64,
    ) -> None:
        self.operand = operand
        self.conditions = conditions
        self.results = results
        self.otherwise = otherwise
        self.pos = pos


@mypyc_attr(free_list_len=1)
class FunctionCall(Expr):
    """`name([DISTINCT] args [ORDER BY ...]) [FILTER (WHERE ...)] [OVER ...]`.

    `star` is `name(*)`, with no args. `over` is a window written in parentheses,
    `over_name` a window named directly (`OVER w`).
    """

    def __init__(
        self,
        name: str,
        args: list[Expr],
        distinct: bool,
        star: bool,
        order_by: "list[OrderTerm] | None",
        filter_: Expr | None,
        over: "Window | None",
        over_name: str | None,
        pos: i64,
    ) -> None:
        self.name = name
        self.args = args
        self.distinct = distinct
        self.star = star
        self.order_by = order_by
        self.filter = filter_
        self.over = over
        self.over_name = over_name
        self.pos = pos


class CurrentTime(Expr):
    """CURRENT_TIME, CURRENT_DATE or CURRENT_TIMESTAMP; `name` is that word in capitals."""

    def __init__(self, name: str, pos: i64) -> None:
        self.name = name
        self.pos = pos


class Parameter(Expr):
    """`?`, `?N`, `:name`, `@name`, `$name`. `index` starts at 1; `name` keeps its prefix."""

    def __init__(self, index: i64, name: str | None, pos: i64) -> None:
        self.index = index
        self.name = name
        self.pos = pos


class Exists(Expr):
    """`EXISTS (select)`. NOT EXISTS is a Unary around it."""

    def __init__(self, select: "Select", pos: i64) -> None:
        self.select = select
        self.pos = pos


class Subquery(Expr):
    """`(select)` as a value (or a row value)."""

    def __init__(self, select: "Select", pos: i64) -> None:
        self.select = select
        self.pos = pos


class RowValue(Expr):
    """`(a, b, ...)` with two items or more."""

    def __init__(self, items: list[Expr], pos: i64) -> None:
        self.items = items
        self.pos = pos


class Raise(Expr):
    """`RAISE(IGNORE)`, `RAISE(ROLLBACK|ABORT|FAIL, message)`; `action` is a CONFLICT_ code."""

    def __init__(self, action: i64, message: Expr | None, pos: i64) -> None:
        self.action = action
        self.message = message
        self.pos = pos


# --------------------------------------------------------------------------- names and terms


class Identifier:
    """A name and where it stands."""

    def __init__(self, name: str, pos: i64) -> None:
        self.name = name
        self.pos = pos


class QualifiedName:
    """`[schema.]name` of a table, index, view or trigger."""

    def __init__(self, name: str, pos: i64, schema: str | None, schema_pos: i64) -> None:
        self.name = name
        self.pos = pos
        self.schema = schema
        self.schema_pos = schema_pos


@mypyc_attr(free_list_len=1)
class OrderTerm:
    """`expr [ASC|DESC] [NULLS FIRST|LAST]`; also a column of an index or of a PRIMARY KEY."""

    def __init__(self, expr: Expr, descending: bool, nulls: i64) -> None:
        self.expr = expr
        self.descending = descending
        self.nulls = nulls


class Frame:
    """The frame of a window: unit, both bounds with their expressions, EXCLUDE."""

    def __init__(
        self,
        unit: i64,
        start: i64,
        start_expr: Expr | None,
        end: i64,
        end_expr: Expr | None,
        exclude: i64,
    ) -> None:
        self.unit = unit
        self.start = start
        self.start_expr = start_expr
        self.end = end
        self.end_expr = end_expr
        self.exclude = exclude


class Window:
    """`([base] [PARTITION BY ...] [ORDER BY ...] [frame])`."""

    def __init__(
        self,
        base: str | None,
        partition_by: list[Expr],
        order_by: list[OrderTerm],
        frame: Frame | None,
        pos: i64,
    ) -> None:
        self.base = base
        self.partition_by = partition_by
        self.order_by = order_by
        self.frame = frame
        self.pos = pos


class NamedWindow:
    """`name AS (window)` of a WINDOW clause."""

    def __init__(self, name: str, window: Window) -> None:
        self.name = name
        self.window = window


@mypyc_attr(free_list_len=1)
class ResultColumn:
    """One result column. `sql[start:end]` is the expression's text, its name without alias."""

    def __init__(self, expr: Expr, alias: str | None, start: i64, end: i64) -> None:
        self.expr = expr
        self.alias = alias
        self.start = start
        self.end = end


# --------------------------------------------------------------------------- FROM


class FromItem:
    """One item of a FROM clause and how it joins what stands left of it.

    `join` is a JOIN_ code; `natural`, `on` and `using` belong to that join.
    """

    def __init__(self, alias: str | None, pos: i64) -> None:
        self.alias = alias
        self.pos = pos
        self.join: i64 = 0
        self.natural = False
        self.on: Expr | None = None
        self.using: list[Identifier] | None = None


@mypyc_attr(free_list_len=1)
class TableRef(FromItem):
    """`[schema.]name [AS alias] [INDEXED BY index | NOT INDEXED]`."""

    def __init__(
        self,
        name: str,
        pos: i64,
        schema: str | None,
        schema_pos: i64,
        alias: str | None,
        indexed_by: str | None,
        not_indexed: bool,
    ) -> None:
        super().__init__(alias, pos)
        self.name = name
        self.schema = schema
        self.schema_pos = schema_pos
        self.indexed_by = indexed_by
        self.not_indexed = not_indexed


class TableFunction(FromItem):
    """`[schema.]name(args) [AS alias]`."""

    def __init__(
        self,
        name: str,
        pos: i64,
        schema: str | None,
        schema_pos: i64,
        args: list[Expr],
        alias: str | None,
    ) -> None:
        super().__init__(alias, pos)
        self.name = name
        self.schema = schema
        self.schema_pos = schema_pos
        self.args = args


class SubqueryRef(FromItem):
    """`(select) [AS alias]`."""

    def __init__(self, select: "Select", alias: str | None, pos: i64) -> None:
        super().__init__(alias, pos)
        self.select = select


class JoinGroup(FromItem):
    """`(from clause) [AS alias]`: joins in parentheses, of one item or more."""

    def __init__(self, items: list[FromItem], alias: str | None, pos: i64) -> None:
        super().__init__(alias, pos)
        self.items = items


# --------------------------------------------------------------------------- statements


class Statement:
    """A statement. `sql[start:end]` is its text, without the semicolon.

    `parameter_count` is the highest parameter index; `parameter_names` maps names
    (with prefix) to indexes, and is None when no parameter has a name.
    """

    def __init__(self) -> None:
        self.start: i64 = 0
        self.end: i64 = 0
        self.parameter_count: i64 = 0
        self.parameter_names: dict[str, int] | None = None


@mypyc_attr(free_list_len=1)
class SelectCore:
    """One member of a (compound) select: a SELECT ... or VALUES (then `rows` is not None)."""

    def __init__(
        self,
        distinct: bool,
        columns: list[ResultColumn],
        from_: list[FromItem] | None,
        where: Expr | None,
        group_by: list[Expr] | None,
        having: Expr | None,
        windows: list[NamedWindow] | None,
        rows: list[list[Expr]] | None,
        pos: i64,
    ) -> None:
        self.distinct = distinct
        self.columns = columns
        self.from_ = from_
        self.where = where
        self.group_by = group_by
        self.having = having
        self.windows = windows
        self.rows = rows
        self.pos = pos


class CommonTable:
    """`name [(columns)] AS [[NOT] MATERIALIZED] (select)` of a WITH clause."""

    def __init__(
        self,
        name: str,
        columns: list[Identifier] | None,
        select: "Select",
        materialize: i64,
        pos: i64,
    ) -> None:
        self.name = name
        self.columns = columns
        self.select = select
        self.materialize = materialize
        self.pos = pos


class With:
    """`WITH [RECURSIVE] tables`."""

    def __init__(self, recursive: bool, tables: list[CommonTable]) -> None:
        self.recursive = recursive
        self.tables = tables


@mypyc_attr(free_list_len=1)
class Select(Statement):
    """`[WITH] core [op core]... [ORDER BY] [LIMIT [OFFSET]]`.

    `operators[i]` (UNION ...) stands between `cores[i]` and `cores[i + 1]`; they apply from
    left to right. In a simple select `operators` is empty. `height` is that of its highest
    expression, as the parser counts.
    """

    def __init__(
        self,
        with_: With | None,
        cores: list[SelectCore],
        operators: list[int],
        order_by: list[OrderTerm] | None,
        limit: Expr | None,
        offset: Expr | None,
    ) -> None:
        super().__init__()
        self.with_ = with_
        self.cores = cores
        self.operators = operators
        self.order_by = order_by
        self.limit = limit
        self.offset = offset
        self.height: i64 = 0


class Assignment:
    """`column = value`, or `(columns) = value` where the value is a row (`is_row`)."""

    def __init__(self, columns: list[Identifier], value: Expr, is_row: bool) -> None:
        self.columns = columns
        self.value = value
        self.is_row = is_row


class Upsert:
    """`ON CONFLICT [(target) [WHERE target_where]] DO NOTHING | UPDATE SET ... [WHERE]`.

    `assignments` is None for DO NOTHING; `target` is None when none was written.
    """

    def __init__(
        self,
        target: list[OrderTerm] | None,
        target_where: Expr | None,
        assignments: list[Assignment] | None,
        where: Expr | None,
    ) -> None:
        self.target = target
        self.target_where = target_where
        self.assignments = assignments
        self.where = where


class Insert(Statement):
    """INSERT or REPLACE. `select` is None for DEFAULT VALUES; VALUES lists are a select."""

    def __init__(
        self,
        with_: With | None,
        conflict: i64,
        table: QualifiedName,
        alias: str | None,
        columns: list[Identifier] | None,
        select: Select | None,
        upserts: list[Upsert],
        returning: list[ResultColumn] | None,
    ) -> None:
        super().__init__()
        self.with_ = with_
        self.conflict = conflict
        self.table = table
        self.alias = alias
        self.columns = columns
        self.select = select
        self.upserts = upserts
        self.returning = returning


class Update(Statement):
    """`UPDATE [OR conflict] table SET ... [FROM] [WHERE] [RETURNING]`."""

    def __init__(
        self,
        with_: With | None,
        conflict: i64,
        table: TableRef,
        assignments: list[Assignment],
        from_: list[FromItem] | None,
        where: Expr | None,
        returning: list[ResultColumn] | None,
    ) -> None:
        super().__init__()
        self.with_ = with_
        self.conflict = conflict
        self.table = table
        self.assignments = assignments
        self.from_ = from_
        self.where = where
        self.returning = returning


class Delete(Statement):
    """`DELETE FROM table [WHERE] [RETURNING]`."""

    def __init__(
        self,
        with_: With | None,
        table: TableRef,
        where: Expr | None,
        returning: list[ResultColumn] | None,
    ) -> None:
        super().__init__()
        self.with_ = with_
        self.table = table
        self.where = where
        self.returning = returning


# --------------------------------------------------------------------------- CREATE TABLE


class Constraint:
    """A constraint of a column or a table; `name` is that of CONSTRAINT name, or None.

    `start` and `end` span it, from the word CONSTRAINT if there is one.
    """

    def __init__(self) -> None:
        self.name: str | None = None
        self.start: i64 = -1
        self.end: i64 = -1


class NotNull(Constraint):
    """NOT NULL [ON CONFLICT]."""

    def __init__(self, conflict: i64) -> None:
        super().__init__()
        self.conflict = conflict


class NullAllowed(Constraint):
    """NULL [ON CONFLICT], which means nothing."""

    def __init__(self, conflict: i64) -> None:
        super().__init__()
        self.conflict = conflict


class ColumnPrimaryKey(Constraint):
    """PRIMARY KEY [ASC|DESC] [ON CONFLICT] [AUTOINCREMENT] of one column."""

    def __init__(self, descending: bool, conflict: i64, autoincrement: bool) -> None:
        super().__init__()
        self.descending = descending
        self.conflict = conflict
        self.autoincrement = autoincrement


class ColumnUnique(Constraint):
    """UNIQUE [ON CONFLICT] of one column."""

    def __init__(self, conflict: i64) -> None:
        super().__init__()
        self.conflict = conflict


class Check(Constraint):
    """CHECK (expr) of a column or a table. The expression's text is `sql[expr_start:expr_end]`."""

    def __init__(self, expr: Expr, expr_start: i64, expr_end: i64, conflict: i64) -> None:
        super().__init__()
        self.expr = expr
        self.expr_start = expr_start
        self.expr_end = expr_end
        self.conflict = conflict


class Default(Constraint):
    """DEFAULT value. The text that PRAGMA table_info shows is `sql[expr_start:expr_end]`."""

    def __init__(self, expr: Expr, expr_start: i64, expr_end: i64) -> None:
        super().__init__()
        self.expr = expr
        self.expr_start = expr_start
        self.expr_end = expr_end


class ColumnCollate(Constraint):
    """COLLATE collation."""

    def __init__(self, collation: str) -> None:
        super().__init__()
        self.collation = collation


class Generated(Constraint):
    """[GENERATED ALWAYS] AS (expr) [STORED | VIRTUAL]."""

    def __init__(self, expr: Expr, stored: bool, expr_start: i64, expr_end: i64) -> None:
        super().__init__()
        self.expr = expr
        self.stored = stored
        self.expr_start = expr_start
        self.expr_end = expr_end


class ForeignKey(Constraint):
    """`[FOREIGN KEY (columns)] REFERENCES table [(parent_columns)] actions`.

    `columns` is None when it constrains the column it is written at.
    """

    def __init__(
        self,
        columns: list[Identifier] | None,
        table: Identifier,
        parent_columns: list[Identifier] | None,
    ) -> None:
        super().__init__()
        self.columns = columns
        self.table = table
        self.parent_columns = parent_columns
        self.on_delete: i64 = 0
        self.on_update: i64 = 0
        self.deferrable = False
        self.initially_deferred = False


class TablePrimaryKey(Constraint):
    """PRIMARY KEY (columns [AUTOINCREMENT]) [ON CONFLICT]."""

    def __init__(self, columns: list[OrderTerm], conflict: i64, autoincrement: bool) -> None:
        super().__init__()
        self.columns = columns
        self.conflict = conflict
        self.autoincrement = autoincrement


class TableUnique(Constraint):
    """UNIQUE (columns) [ON CONFLICT]."""

    def __init__(self, columns: list[OrderTerm], conflict: i64) -> None:
        super().__init__()
        self.columns = columns
        self.conflict = conflict


class ColumnDef:
    """A column: its name, declared type ("" when there is none) and constraints, in order.

    `sql[pos:end]` is the whole definition.
    """

    def __init__(
        self,
        name: str,
        pos: i64,
        type_name: str,
        constraints: list[Constraint],
        end: i64,
    ) -> None:
        self.name = name
        self.pos = pos
        self.type_name = type_name
        self.constraints = constraints
        self.end = end


class CreateTable(Statement):
    """CREATE TABLE; `select` is not None for CREATE TABLE ... AS, which has no columns here."""

    def __init__(
        self,
        table: QualifiedName,
        temporary: bool,
        if_not_exists: bool,
        columns: list[ColumnDef],
        constraints: list[Constraint],
        without_rowid: bool,
        strict: bool,
        select: Select | None,
    ) -> None:
        super().__init__()
        self.table = table
        self.temporary = temporary
        self.if_not_exists = if_not_exists
        self.columns = columns
        self.constraints = constraints
        self.without_rowid = without_rowid
        self.strict = strict
        self.select = select


class CreateIndex(Statement):
    """CREATE [UNIQUE] INDEX name ON table (columns) [WHERE]."""

    def __init__(
        self,
        index: QualifiedName,
        unique: bool,
        if_not_exists: bool,
        table: Identifier,
        columns: list[OrderTerm],
        where: Expr | None,
    ) -> None:
        super().__init__()
        self.index = index
        self.unique = unique
        self.if_not_exists = if_not_exists
        self.table = table
        self.columns = columns
        self.where = where


class CreateView(Statement):
    """CREATE VIEW name [(columns)] AS select."""

    def __init__(
        self,
        view: QualifiedName,
        temporary: bool,
        if_not_exists: bool,
        columns: list[Identifier] | None,
        select: Select,
    ) -> None:
        super().__init__()
        self.view = view
        self.temporary = temporary
        self.if_not_exists = if_not_exists
        self.columns = columns
        self.select = select


class CreateTrigger(Statement):
    """CREATE TRIGGER; `body` holds Insert, Update, Delete and Select statements."""

    def __init__(
        self,
        trigger: QualifiedName,
        temporary: bool,
        if_not_exists: bool,
        timing: i64,
        event: i64,
        update_of: list[Identifier] | None,
        table: QualifiedName,
        for_each_row: bool,
        when: Expr | None,
        body: list[Statement],
    ) -> None:
        super().__init__()
        self.trigger = trigger
        self.temporary = temporary
        self.if_not_exists = if_not_exists
        self.timing = timing
        self.event = event
        self.update_of = update_of
        self.table = table
        self.for_each_row = for_each_row
        self.when = when
        self.body = body


class CreateVirtualTable(Statement):
    """CREATE VIRTUAL TABLE name USING module(args); each arg is its text, trimmed."""

    def __init__(
        self, table: QualifiedName, if_not_exists: bool, module: Identifier, args: list[str]
    ) -> None:
        super().__init__()
        self.table = table
        self.if_not_exists = if_not_exists
        self.module = module
        self.args = args


# --------------------------------------------------------------------------- other DDL


class DropTable(Statement):
    """DROP TABLE [IF EXISTS]."""

    def __init__(self, name: QualifiedName, if_exists: bool) -> None:
        super().__init__()
        self.name = name
        self.if_exists = if_exists


class DropIndex(Statement):
    """DROP INDEX [IF EXISTS]."""

    def __init__(self, name: QualifiedName, if_exists: bool) -> None:
        super().__init__()
        self.name = name
        self.if_exists = if_exists


class DropView(Statement):
    """DROP VIEW [IF EXISTS]."""

    def __init__(self, name: QualifiedName, if_exists: bool) -> None:
        super().__init__()
        self.name = name
        self.if_exists = if_exists


class DropTrigger(Statement):
    """DROP TRIGGER [IF EXISTS]."""

    def __init__(self, name: QualifiedName, if_exists: bool) -> None:
        super().__init__()
        self.name = name
        self.if_exists = if_exists


class RenameTable(Statement):
    """ALTER TABLE table RENAME TO new_name."""

    def __init__(self, table: QualifiedName, new_name: Identifier) -> None:
        super().__init__()
        self.table = table
        self.new_name = new_name


class RenameColumn(Statement):
    """ALTER TABLE table RENAME [COLUMN] column TO new_name."""

    def __init__(self, table: QualifiedName, column: Identifier, new_name: Identifier) -> None:
        super().__init__()
        self.table = table
        self.column = column
        self.new_name = new_name


class AddColumn(Statement):
    """ALTER TABLE table ADD [COLUMN] column definition."""

    def __init__(self, table: QualifiedName, column: ColumnDef) -> None:
        super().__init__()
        self.table = table
        self.column = column


class DropColumn(Statement):
    """ALTER TABLE table DROP [COLUMN] column."""

    def __init__(self, table: QualifiedName, column: Identifier) -> None:
        super().__init__()
        self.table = table
        self.column = column


class AddConstraint(Statement):
    """ALTER TABLE table ADD [CONSTRAINT name] CHECK (expr)."""

    def __init__(self, table: QualifiedName, constraint: Check) -> None:
        super().__init__()
        self.table = table
        self.constraint = constraint


class DropConstraint(Statement):
    """ALTER TABLE table DROP CONSTRAINT name."""

    def __init__(self, table: QualifiedName, constraint: Identifier) -> None:
        super().__init__()
        self.table = table
        self.constraint = constraint


class SetNotNull(Statement):
    """ALTER TABLE table ALTER [COLUMN] column SET NOT NULL [ON CONFLICT]."""

    def __init__(self, table: QualifiedName, column: Identifier, conflict: i64) -> None:
        super().__init__()
        self.table = table
        self.column = column
        self.conflict = conflict


class DropNotNull(Statement):
    """ALTER TABLE table ALTER [COLUMN] column DROP NOT NULL."""

    def __init__(self, table: QualifiedName, column: Identifier) -> None:
        super().__init__()
        self.table = table
        self.column = column


class Reindex(Statement):
    """REINDEX [name of a collation, table or index]."""

    def __init__(self, name: QualifiedName | None) -> None:
        super().__init__()
        self.name = name


class Analyze(Statement):
    """ANALYZE [name of a schema, table or index]."""

    def __init__(self, name: QualifiedName | None) -> None:
        super().__init__()
        self.name = name


# --------------------------------------------------------------------------- transactions, the rest


class Begin(Statement):
    """BEGIN [DEFERRED | IMMEDIATE | EXCLUSIVE]."""

    def __init__(self, mode: i64) -> None:
        super().__init__()
        self.mode = mode


class Commit(Statement):
    """COMMIT or END."""


class Rollback(Statement):
    """ROLLBACK [TO savepoint]."""

    def __init__(self, savepoint: str | None) -> None:
        super().__init__()
        self.savepoint = savepoint


class Savepoint(Statement):
    """SAVEPOINT name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class Release(Statement):
    """RELEASE [SAVEPOINT] name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class Pragma(Statement):
    """`PRAGMA name`, `PRAGMA name = value` or `PRAGMA name(value)`.

    `value` is the value's text without quotes (a sign stays), None when there is none.
    """

    def __init__(self, name: QualifiedName, value: str | None, called: bool) -> None:
        super().__init__()
        self.name = name
        self.value = value
        self.called = called


class Attach(Statement):
    """ATTACH [DATABASE] file AS schema [KEY key]; a bare word (a ColumnRef) means its name."""

    def __init__(self, file: Expr, schema: Expr, key: Expr | None) -> None:
        super().__init__()
        self.file = file
        self.schema = schema
        self.key = key


class Detach(Statement):
    """DETACH [DATABASE] schema."""

    def __init__(self, schema: Expr) -> None:
        super().__init__()
        self.schema = schema


class Vacuum(Statement):
    """VACUUM [schema] [INTO file]."""

    def __init__(self, schema: str | None, into: Expr | None) -> None:
        super().__init__()
        self.schema = schema
        self.into = into


class Explain(Statement):
    """EXPLAIN [QUERY PLAN] statement."""

    def __init__(self, statement: Statement, query_plan: bool) -> None:
        super().__init__()
        self.statement = statement
        self.query_plan = query_plan
