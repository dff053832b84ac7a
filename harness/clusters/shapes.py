"""The shape of an SQL text as a set of features that a person can read.

sqlglot's tree gives the operators, functions, clauses, join kinds and subquery positions, each
operator with what stands below it and the clause it stands in. Literals count by their kind,
names not at all. What sqlglot can't read is described by its keywords and functions.
"""

import logging
import re
from functools import lru_cache

import sqlglot
from sqlglot import exp

from harness.clusters.words import tokens

logging.getLogger("sqlglot").setLevel(logging.ERROR)

LONGEST_SQL = 20_000
"""Characters; what is longer is described by its words."""
DIALECT = "sqlite"

TRANSPARENT = (exp.Paren, exp.Alias, exp.Identifier, exp.Ordered)
CLAUSES = {
    "where": "WHERE",
    "having": "HAVING",
    "group": "GROUP BY",
    "order": "ORDER BY",
    "limit": "LIMIT",
    "offset": "OFFSET",
    "distinct": "DISTINCT",
    "with_": "WITH",
    "on": "ON",
    "expressions": "the result columns",
    "from_": "FROM",
    "joins": "FROM",
}
OPERATORS = {
    exp.Add: "+", exp.Sub: "-", exp.Mul: "*", exp.Div: "/", exp.Mod: "%", exp.DPipe: "||",
    exp.EQ: "=", exp.NEQ: "<>", exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">=",
    exp.And: "AND", exp.Or: "OR", exp.Not: "NOT", exp.Neg: "unary -", exp.BitwiseNot: "~",
    exp.BitwiseAnd: "&", exp.BitwiseOr: "|", exp.BitwiseLeftShift: "<<",
    exp.BitwiseRightShift: ">>", exp.Is: "IS", exp.In: "IN", exp.Between: "BETWEEN",
    exp.Like: "LIKE", exp.Glob: "GLOB", exp.Case: "CASE", exp.Exists: "EXISTS",
    exp.Collate: "COLLATE", exp.Window: "window function", exp.Star: "*",
    exp.Union: "UNION", exp.Except: "EXCEPT", exp.Intersect: "INTERSECT",
    exp.Subquery: "subquery", exp.Select: "SELECT", exp.Null: "NULL", exp.Column: "column",
    exp.Boolean: "boolean", exp.HexString: "blob literal", exp.Tuple: "row value",
    exp.Escape: "ESCAPE", exp.Values: "VALUES", exp.NullSafeEQ: "IS", exp.NullSafeNEQ: "IS NOT",
}  # fmt: skip
PLAIN = frozenset(("column", "*", "a number", "SELECT"))
"""What nearly every text has: no features by themselves."""


FUNCTION_NAMES: dict[type[exp.Func], str] = {}


def shape(sql: str) -> frozenset[str]:
    """The features of the first statement of `sql`."""
    if len(sql) > LONGEST_SQL:
        return word_shape(sql)
    return _parsed_shape(sql)


@lru_cache(maxsize=20_000)
def _parsed_shape(sql: str) -> frozenset[str]:
    try:
        tree = next((t for t in sqlglot.parse(sql, dialect=DIALECT) if t is not None), None)
    except (sqlglot.errors.SqlglotError, RecursionError, ValueError):
        return word_shape(sql)
    if tree is None or isinstance(tree, exp.Command):
        return word_shape(sql)
    return Walk().run(tree)


def word_shape(sql: str) -> frozenset[str]:
    """The keywords and functions of the text, the statement's kind as its first words."""
    found = tokens(sql)
    words = [text for kind, text in found if kind == "keyword"]
    features = {word if kind == "keyword" else f"{word}()" for kind, word in found
                if kind in ("keyword", "function")}  # fmt: skip
    if words:
        features.add(" ".join(words[:2]) if words[0] in ("CREATE", "DROP") else words[0])
    return frozenset(features)


class Walk:
    """Collects the features of one tree."""

    def __init__(self) -> None:
        self.features: set[str] = set()

    def run(self, tree: exp.Expr) -> frozenset[str]:
        self.features.add(statement_kind(tree))
        if isinstance(tree, exp.Create) and tree.args.get("unique"):
            self.features.add("UNIQUE index")
        if isinstance(tree, exp.Insert) and tree.args.get("alternative"):
            self.features.add(f"OR {tree.args['alternative']}".upper())
        tables = 0
        stack: list[tuple[exp.Expr, str, str]] = [(tree, "", "")]
        while stack:
            node, parent, clause = stack.pop()
            tables += isinstance(node, exp.Table)
            name = self.see(node, parent, clause)
            below = parent if isinstance(node, TRANSPARENT) else name
            for key, value in node.args.items():
                inner = clause
                if isinstance(node, (exp.Select, exp.Join)) and key in CLAUSES:
                    inner = CLAUSES[key]
                    if value and key not in ("expressions", "from_", "joins", "on"):
                        self.features.add(inner)
                for child in value if isinstance(value, list) else (value,):
                    if isinstance(child, exp.Expr):
                        stack.append((child, below, inner))
        if tables > 1:
            self.features.add("two tables" if tables == 2 else "three tables or more")
        return frozenset(self.features)

    def see(self, node: exp.Expr, parent: str, clause: str) -> str:
        """Note what the node is and where; returns its name for what stands below it."""
        if isinstance(node, TRANSPARENT):
            if isinstance(node, exp.Ordered) and node.args.get("desc"):
                self.features.add("ORDER BY DESC")
            return ""
        name = node_name(node)
        if not name:
            return ""
        if name not in PLAIN:
            self.features.add(name)
            if clause and not isinstance(node, (exp.Literal, exp.Null, exp.Join)):
                self.features.add(f"{name} in {clause}")
        if parent and parent != "SELECT":
            self.features.add(f"{name} under {parent}")
        if node.args.get("negate"):
            self.features.add("NOT")
            if clause:
                self.features.add(f"NOT in {clause}")
        if isinstance(node, exp.Case):
            self.features.add("CASE with operand" if node.this else "CASE without operand")
            if not node.args.get("default"):
                self.features.add("CASE without ELSE")
        return name


def statement_kind(tree: exp.Expr) -> str:
    """`SELECT`, `INSERT`, `CREATE TABLE` and so on."""
    if isinstance(tree, (exp.Create, exp.Drop)):
        return f"{tree.key.upper()} {str(tree.args.get('kind') or '').upper()}".strip()
    if isinstance(tree, exp.SetOperation):
        return "SELECT"
    return tree.key.upper()


def node_name(node: exp.Expr) -> str:
    """What a person calls the node; '' for what is not worth a name."""
    if isinstance(node, exp.Literal):
        if node.is_string:
            return "a text" if node.this else "an empty text"
        return "a real" if any(c in node.this for c in ".eE") else "a number"
    if isinstance(node, exp.Not) and type(node.this) in (exp.In, exp.Between, exp.Is):
        return "NOT " + OPERATORS[type(node.this)]
    if isinstance(node, exp.In):
        if node.args.get("query"):
            return "IN subquery"
        return "IN list" if node.expressions else "IN with an empty list or a table"
    if isinstance(node, exp.SetOperation):
        return OPERATORS.get(type(node), "") + ("" if node.args.get("distinct") else " ALL")
    if isinstance(node, exp.Join):
        return join_name(node)
    if isinstance(node, exp.Cast):
        return f"CAST AS {node.to.sql(DIALECT).split('(')[0].upper()}"
    if isinstance(node, exp.Anonymous):
        return f"{node.name.upper()}()"
    known = OPERATORS.get(type(node))
    if known is not None:
        return f"NOT {known}" if node.args.get("negate") else known
    if isinstance(node, exp.Distinct):
        return "DISTINCT in an aggregate" if isinstance(node.parent, exp.AggFunc) else ""
    if isinstance(node, exp.Func):
        return f"{function_name(node)}()"
    if isinstance(node, exp.ColumnConstraintKind):
        return node.key.upper().removesuffix("COLUMNCONSTRAINT") + " constraint"
    if isinstance(node, exp.DataType):
        return f"type {node.sql(DIALECT).split('(')[0].upper()}"
    return ""


def function_name(node: exp.Func) -> str:
    """What SQLite calls the function: sqlglot's own name may be another."""
    kind = type(node)
    if kind not in FUNCTION_NAMES:
        written = re.match(r"(\w+)\(", node.sql(DIALECT))
        FUNCTION_NAMES[kind] = written[1] if written else node.sql_name()
    return FUNCTION_NAMES[kind]


def join_name(node: exp.Join) -> str:
    """`LEFT JOIN`, `comma join` and so on."""
    words = [str(node.args.get(key) or "").upper() for key in ("method", "side", "kind")]
    named = " ".join(word for word in words if word and word != "OUTER")
    if not named:
        return "JOIN" if node.args.get("on") or node.args.get("using") else "comma join"
    return f"{named} JOIN"
