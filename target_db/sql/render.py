"""Syntax trees back to SQL text, in one canonical form.

Parsing the text gives the same tree again. Keywords are in capitals, names are quoted only
where they must be, and operands have parentheses only where precedence asks for them.
"""

from typing import Final

from target_db.sql import ast, codes
from target_db.sql import tokens as t
from target_db.sql.precedence import (
    P_AND,
    P_BITS,
    P_COLLATE,
    P_COMPARISON,
    P_CONCAT,
    P_EQUALITY,
    P_NOT,
    P_OR,
    P_PREFIX,
    P_PRODUCT,
    P_SUM,
)

_ATOM: Final = 100

_BINARY: Final = {
    codes.OR: ("OR", P_OR),
    codes.AND: ("AND", P_AND),
    codes.EQ: ("=", P_EQUALITY),
    codes.NE: ("<>", P_EQUALITY),
    codes.LT: ("<", P_COMPARISON),
    codes.LE: ("<=", P_COMPARISON),
    codes.GT: (">", P_COMPARISON),
    codes.GE: (">=", P_COMPARISON),
    codes.IS: ("IS", P_EQUALITY),
    codes.IS_NOT: ("IS NOT", P_EQUALITY),
    codes.BIT_AND: ("&", P_BITS),
    codes.BIT_OR: ("|", P_BITS),
    codes.SHIFT_LEFT: ("<<", P_BITS),
    codes.SHIFT_RIGHT: (">>", P_BITS),
    codes.ADD: ("+", P_SUM),
    codes.SUBTRACT: ("-", P_SUM),
    codes.MULTIPLY: ("*", P_PRODUCT),
    codes.DIVIDE: ("/", P_PRODUCT),
    codes.REMAINDER: ("%", P_PRODUCT),
    codes.CONCAT: ("||", P_CONCAT),
    codes.EXTRACT: ("->", P_CONCAT),
    codes.EXTRACT_VALUE: ("->>", P_CONCAT),
}
_UNARY: Final = {codes.NEGATE: "-", codes.PLUS: "+", codes.BIT_NOT: "~"}
_LIKE: Final = {
    codes.LIKE: "LIKE",
    codes.GLOB: "GLOB",
    codes.REGEXP: "REGEXP",
    codes.MATCH: "MATCH",
}
_COMPOUND: Final = {
    codes.UNION: "UNION",
    codes.UNION_ALL: "UNION ALL",
    codes.EXCEPT: "EXCEPT",
    codes.INTERSECT: "INTERSECT",
}
_JOIN: Final = {
    codes.JOIN_INNER: "JOIN",
    codes.JOIN_CROSS: "CROSS JOIN",
    codes.JOIN_LEFT: "LEFT JOIN",
    codes.JOIN_RIGHT: "RIGHT JOIN",
    codes.JOIN_FULL: "FULL JOIN",
}
_RAISE: Final = {
    codes.CONFLICT_ROLLBACK: "ROLLBACK",
    codes.CONFLICT_ABORT: "ABORT",
    codes.CONFLICT_FAIL: "FAIL",
}
_UNITS: Final = {
    codes.FRAME_ROWS: "ROWS",
    codes.FRAME_RANGE: "RANGE",
    codes.FRAME_GROUPS: "GROUPS",
}
_BOUNDS: Final = {
    codes.UNBOUNDED_PRECEDING: "UNBOUNDED PRECEDING",
    codes.PRECEDING: "PRECEDING",
    codes.CURRENT_ROW: "CURRENT ROW",
    codes.FOLLOWING: "FOLLOWING",
    codes.UNBOUNDED_FOLLOWING: "UNBOUNDED FOLLOWING",
}
_EXCLUDE: Final = {
    codes.EXCLUDE_CURRENT_ROW: " EXCLUDE CURRENT ROW",
    codes.EXCLUDE_GROUP: " EXCLUDE GROUP",
    codes.EXCLUDE_TIES: " EXCLUDE TIES",
}


def identifier(name: str) -> str:
    """A name, in double quotes unless it is a plain word that is no keyword."""
    plain = name.isascii() and name.replace("_", "a").isalnum() and not name[0].isdigit()
    if plain and name.upper() not in t.KEYWORD_KINDS:
        return name
    return '"' + name.replace('"', '""') + '"'


def identifiers(names: list[ast.Identifier]) -> str:
    """Names between commas."""
    return ", ".join([identifier(name.name) for name in names])


def qualified(name: ast.QualifiedName) -> str:
    """`[schema.]name`."""
    if name.schema is None:
        return identifier(name.name)
    return f"{identifier(name.schema)}.{identifier(name.name)}"


def literal(value: object) -> str:
    """A constant as SQL."""
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, bytes):
        return f"X'{value.hex().upper()}'"
    if isinstance(value, float):
        return "9e999" if value == float("inf") else repr(value)
    return str(value)


# --------------------------------------------------------------------------- expressions


def expression(expr: ast.Expr) -> str:
    """An expression as SQL."""
    if isinstance(expr, ast.Literal):
        if expr.is_answer:  # of an empty IN list, which must stay no column's number
            return "(NULL NOT IN ())" if expr.value else "(NULL IN ())"
        return literal(expr.value)
    if isinstance(expr, ast.ColumnRef):
        return column(expr)
    if isinstance(expr, ast.Binary):
        word, level = _BINARY[int(expr.op)]
        return f"{operand(expr.left, level)} {word} {operand(expr.right, level + 1)}"
    if isinstance(expr, ast.Unary):
        if expr.op == codes.NOT:
            return f"NOT {operand(expr.operand, P_NOT)}"
        inner = operand(expr.operand, P_PREFIX)
        sign = _UNARY[int(expr.op)]
        return f"{sign} {inner}" if inner[0] == sign else sign + inner
    if isinstance(expr, ast.IsNull):
        return f"{operand(expr.operand, P_EQUALITY)} IS {'NOT ' if expr.negated else ''}NULL"
    if isinstance(expr, ast.FunctionCall):
        return call(expr)
    if isinstance(expr, ast.Subquery):
        return f"({select(expr.select)})"
    if isinstance(expr, ast.Collate):
        return f"{operand(expr.operand, P_COLLATE)} COLLATE {identifier(expr.collation)}"
    if isinstance(expr, ast.Cast):
        return f"CAST({expression(expr.operand)} AS {type_name(expr.type_name)})"
    if isinstance(expr, ast.Case):
        return case(expr)
    if isinstance(expr, ast.Exists):
        return f"EXISTS ({select(expr.select)})"
    if isinstance(expr, ast.RowValue):
        return f"({expressions(expr.items)})"
    if isinstance(expr, ast.Parameter):
        return expr.name or "?"
    if isinstance(expr, ast.Star):
        return "*" if expr.table is None else f"{identifier(expr.table)}.*"
    if isinstance(expr, ast.CurrentTime):
        return expr.name
    if isinstance(expr, ast.OversizedHex):
        return expr.text
    if isinstance(expr, ast.Raise):
        if expr.message is None:
            return "RAISE(IGNORE)"
        return f"RAISE({_RAISE[int(expr.action)]}, {expression(expr.message)})"
    return predicate(expr)


def predicate(expr: ast.Expr) -> str:
    """BETWEEN, IN, LIKE and their kin as SQL."""
    if isinstance(expr, ast.Between):
        left, negated = expr.operand, expr.negated
        rest = f"BETWEEN {operand(expr.low, P_COMPARISON)} AND {operand(expr.high, P_COMPARISON)}"
    elif isinstance(expr, ast.Like):
        left, negated = expr.operand, expr.negated
        rest = f"{_LIKE[int(expr.op)]} {operand(expr.pattern, P_COMPARISON)}"
        if expr.escape is not None:
            rest += f" ESCAPE {operand(expr.escape, P_COMPARISON)}"
    elif isinstance(expr, ast.InList):
        left, negated = expr.operand, expr.negated
        rest = f"IN ({expressions(expr.items)})"
    elif isinstance(expr, ast.InSelect):
        left, negated = expr.operand, expr.negated
        rest = f"IN ({select(expr.select)})"
    else:
        assert isinstance(expr, ast.InTable)
        left, negated = expr.operand, expr.negated
        rest = f"IN {qualified(expr.table)}"
        if expr.args is not None:
            rest += f"({expressions(expr.args)})"
    return f"{operand(left, P_EQUALITY)} {'NOT ' if negated else ''}{rest}"


def level_of(expr: ast.Expr) -> int:
    """How tightly the outermost operator of an expression binds."""
    if isinstance(expr, ast.Binary):
        return _BINARY[int(expr.op)][1]
    if isinstance(expr, ast.Unary):
        return P_NOT if expr.op == codes.NOT else P_PREFIX
    if isinstance(expr, ast.Collate):
        return P_COLLATE
    if isinstance(
        expr, ast.IsNull | ast.Between | ast.Like | ast.InList | ast.InSelect | ast.InTable
    ):
        return P_EQUALITY
    return _ATOM


def operand(expr: ast.Expr, minimum: int) -> str:
    """An operand as SQL, in parentheses if it binds less tightly than `minimum`."""
    text = expression(expr)
    return text if level_of(expr) >= minimum else f"({text})"


def expressions(items: list[ast.Expr]) -> str:
    """Expressions between commas."""
    return ", ".join([expression(item) for item in items])


def column(expr: ast.ColumnRef) -> str:
    """A column's name, quoted the way it was, since that has a meaning."""
    if expr.table is not None:
        name = f"{identifier(expr.table)}.{identifier(expr.name)}"
        return name if expr.schema is None else f"{identifier(expr.schema)}.{name}"
    if expr.bare:
        return expr.name
    quote = '"' if expr.quoted else "`"
    return quote + expr.name.replace(quote, quote + quote) + quote


def call(expr: ast.FunctionCall) -> str:
    """A function call as SQL."""
    inside = "*" if expr.star else expressions(expr.args)
    if expr.distinct:
        inside = f"DISTINCT {inside}".rstrip()
    if expr.order_by is not None:
        inside = f"{inside} ORDER BY {order_terms(expr.order_by)}".lstrip()
    text = f"{identifier(expr.name)}({inside})"
    if expr.filter is not None:
        text += f" FILTER (WHERE {expression(expr.filter)})"
    if expr.over is not None:
        text += f" OVER {window(expr.over)}"
    elif expr.over_name is not None:
        text += f" OVER {identifier(expr.over_name)}"
    return text


def case(expr: ast.Case) -> str:
    """A CASE as SQL."""
    parts = ["CASE"]
    if expr.operand is not None:
        parts.append(expression(expr.operand))
    for condition, result in zip(expr.conditions, expr.results, strict=True):
        parts.append(f"WHEN {expression(condition)} THEN {expression(result)}")
    if expr.otherwise is not None:
        parts.append(f"ELSE {expression(expr.otherwise)}")
    parts.append("END")
    return " ".join(parts)


def type_name(name: str) -> str:
    """A declared type: as it was written, quoted where that would not parse."""
    words = name.split("(")[0].split()
    if words and not [word for word in words if identifier(word) != word]:
        return name
    return "" if name == "" else '"' + name.replace('"', '""') + '"'


def order_terms(terms: list[ast.OrderTerm]) -> str:
    """Ordering terms between commas."""
    rendered = []
    for term in terms:
        text = expression(term.expr)
        if term.descending:
            text += " DESC"
        if term.nulls == codes.NULLS_FIRST:
            text += " NULLS FIRST"
        elif term.nulls == codes.NULLS_LAST:
            text += " NULLS LAST"
        rendered.append(text)
    return ", ".join(rendered)


# --------------------------------------------------------------------------- windows


def window(node: ast.Window) -> str:
    """A window in its parentheses."""
    parts = []
    if node.base is not None:
        parts.append(identifier(node.base))
    if node.partition_by:
        parts.append(f"PARTITION BY {expressions(node.partition_by)}")
    if node.order_by:
        parts.append(f"ORDER BY {order_terms(node.order_by)}")
    if node.frame is not None:
        parts.append(frame(node.frame))
    return f"({' '.join(parts)})"


def frame(node: ast.Frame) -> str:
    """A frame, always with both bounds."""
    start = bound(int(node.start), node.start_expr)
    end = bound(int(node.end), node.end_expr)
    exclude = _EXCLUDE.get(int(node.exclude), "")
    return f"{_UNITS[int(node.unit)]} BETWEEN {start} AND {end}{exclude}"


def bound(kind: int, expr: ast.Expr | None) -> str:
    """One bound of a frame. Parentheses keep a column named CURRENT from being read as a word."""
    if expr is None:
        return _BOUNDS[kind]
    return f"({expression(expr)}) {_BOUNDS[kind]}"


# --------------------------------------------------------------------------- SELECT


def select(node: ast.Select) -> str:
    """A select with all its clauses."""
    parts = [] if node.with_ is None else [with_clause(node.with_)]
    for i, core in enumerate(node.cores):
        if i > 0:
            parts.append(_COMPOUND[node.operators[i - 1]])
        parts.append(select_core(core))
    if node.order_by is not None:
        parts.append(f"ORDER BY {order_terms(node.order_by)}")
    if node.limit is not None:
        parts.append(f"LIMIT {expression(node.limit)}")
    if node.offset is not None:
        parts.append(f"OFFSET {expression(node.offset)}")
    return " ".join(parts)


def select_core(core: ast.SelectCore) -> str:
    """One member of a compound select."""
    if core.rows is not None:
        return "VALUES " + ", ".join([f"({expressions(row)})" for row in core.rows])
    parts = ["SELECT DISTINCT" if core.distinct else "SELECT", result_columns(core.columns)]
    if core.from_ is not None:
        parts.append(f"FROM {from_items(core.from_)}")
    if core.where is not None:
        parts.append(f"WHERE {expression(core.where)}")
    if core.group_by is not None:
        parts.append(f"GROUP BY {expressions(core.group_by)}")
    if core.having is not None:
        parts.append(f"HAVING {expression(core.having)}")
    if core.windows is not None:
        named = [f"{identifier(w.name)} AS {window(w.window)}" for w in core.windows]
        parts.append(f"WINDOW {', '.join(named)}")
    return " ".join(parts)


def result_columns(columns: list[ast.ResultColumn]) -> str:
    """The columns after SELECT or RETURNING."""
    rendered = []
    for item in columns:
        text = expression(item.expr)
        if item.alias is not None:
            text += f" AS {identifier(item.alias)}"
        rendered.append(text)
    return ", ".join(rendered)


def with_clause(node: ast.With) -> str:
    """A WITH clause."""
    tables = []
    for table in node.tables:
        columns = "" if table.columns is None else f"({identifiers(table.columns)})"
        hint = ""
        if table.materialize == codes.MATERIALIZE_YES:
            hint = "MATERIALIZED "
        elif table.materialize == codes.MATERIALIZE_NO:
            hint = "NOT MATERIALIZED "
        tables.append(f"{identifier(table.name)}{columns} AS {hint}({select(table.select)})")
    return f"WITH {'RECURSIVE ' if node.recursive else ''}{', '.join(tables)}"


def from_items(items: list[ast.FromItem]) -> str:
    """The items of a FROM clause with their joins."""
    text = ""
    for item in items:
        if item.join == codes.JOIN_COMMA:
            text += ", "
        elif item.join != codes.JOIN_FIRST:
            text += f" {'NATURAL ' if item.natural else ''}{_JOIN[int(item.join)]} "
        text += from_item(item)
        if item.on is not None:
            text += f" ON {expression(item.on)}"
        if item.using is not None:
            text += f" USING ({identifiers(item.using)})"
    return text


def from_item(item: ast.FromItem) -> str:
    """One item of a FROM clause, or the target of an UPDATE or DELETE."""
    alias = "" if item.alias is None else f" AS {identifier(item.alias)}"
    if isinstance(item, ast.TableRef):
        text = identifier(item.name)
        if item.schema is not None:
            text = f"{identifier(item.schema)}.{text}"
        text += alias
        if item.indexed_by is not None:
            return f"{text} INDEXED BY {identifier(item.indexed_by)}"
        return f"{text} NOT INDEXED" if item.not_indexed else text
    if isinstance(item, ast.SubqueryRef):
        return f"({select(item.select)}){alias}"
    if isinstance(item, ast.JoinGroup):
        return f"({from_items(item.items)}){alias}"
    assert isinstance(item, ast.TableFunction)
    text = f"{identifier(item.name)}({expressions(item.args)}){alias}"
    return text if item.schema is None else f"{identifier(item.schema)}.{text}"
