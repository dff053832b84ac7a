"""The index families: the same rows in five tables, each indexed in another way.

tab0 has no index, tab1 one on each column, tab2 to tab4 random ones. A query on any of them
must give what it gives on tab0, which the shared label demands.
"""

from collections.abc import Callable
from random import Random

from harness.generator.draft import Draft

TABLES = tuple(f"tab{number}" for number in range(5))
NUMBERS = ("col0", "col1", "col3", "col4")
LAYOUT = "pk INTEGER PRIMARY KEY, col0 INTEGER, col1 FLOAT, col2 TEXT, col3 INTEGER, " \
    "col4 FLOAT, col5 TEXT"  # fmt: skip
FLOATS = ("col1", "col4")


class Conditions:
    """Random conditions over the four numeric columns, as the index files have them."""

    def __init__(self, random: Random, largest: int) -> None:
        self.random = random
        self.largest = largest
        self.stored: dict[str, list[str]] = {column: [] for column in NUMBERS}

    def value(self, column: str) -> str:
        """A number for the column, as likely as not one that is in the tables."""
        if self.stored[column] and self.random.random() < 0.5:
            return self.random.choice(self.stored[column])
        return self.number(column)

    def number(self, column: str) -> str:
        if column in FLOATS:
            return f"{self.random.uniform(0, self.largest):.2f}".rstrip("0").rstrip(".")
        return str(self.random.randint(0, self.largest))

    def between(self) -> tuple[str, str]:
        """A BETWEEN, and the same as two comparisons."""
        column = self.random.choice(NUMBERS)
        low, high = sorted((self.number(column), self.number(column)), key=float)
        return f"{column} BETWEEN {low} AND {high}", f"({column} >= {low} AND {column} <= {high})"

    def member(self) -> tuple[str, str, str]:
        """An IN, the same in another order, and the same as a chain of OR."""
        column = self.random.choice(NUMBERS)
        values = [self.value(column) for _ in range(self.random.randint(2, 6))]
        shuffled = self.random.sample(values, len(values))
        chain = " OR ".join(f"{column} = {value}" for value in values)
        return f"{column} IN ({','.join(values)})", \
            f"{column} IN ({','.join(shuffled)})", f"({chain})"  # fmt: skip

    def comparison(self) -> tuple[str, str]:
        """A comparison, and the same with its sides exchanged."""
        column = self.random.choice(NUMBERS)
        operator, turned = self.random.choice(
            (("<", ">"), (">", "<"), ("<=", ">="), (">=", "<="), ("=", "="))
        )
        value = self.value(column)
        return f"{column} {operator} {value}", f"{value} {turned} {column}"

    def tree(self, depth: int = 2) -> tuple[str, str]:
        """Comparisons under AND and OR, and the same tree with every comparison turned."""
        if depth == 0 or self.random.random() < 0.3:
            return self.comparison()
        left, turned_left = self.tree(depth - 1)
        right, turned_right = self.tree(depth - 1)
        if self.random.random() < 0.15:
            column = self.random.choice(NUMBERS)
            left = turned_left = f"{column} IS {self.random.choice(('', 'NOT '))}NULL"
        operator = self.random.choice(("AND", "OR"))
        return f"({left} {operator} {right})", f"({turned_left} {operator} {turned_right})"


def tables(draft: Draft, random: Random, rows: int) -> Conditions:
    """The five tables, filled; returns conditions that fit their values."""
    largest = max(100, rows)
    conditions = Conditions(random, largest)
    draft.statement(f"CREATE TABLE tab0({LAYOUT})")
    for key in range(rows):
        values = [
            "NULL" if random.random() < 0.02 else conditions.number(column) for column in NUMBERS
        ]
        for column, value in zip(NUMBERS, values, strict=True):
            if value != "NULL":
                conditions.stored[column].append(value)
        words = ["".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=5)) for _ in range(2)]
        draft.statement(
            f"INSERT INTO tab0 VALUES({key},{values[0]},{values[1]},'{words[0]}',"
            f"{values[2]},{values[3]},'{words[1]}')"
        )
    for number, table in enumerate(TABLES[1:], 1):
        draft.statement(f"CREATE TABLE {table}({LAYOUT})")
        for index in range(4):
            columns = NUMBERS[index] if number == 1 else _index_columns(random)
            draft.statement(f"CREATE INDEX idx_{table}_{index} ON {table} ({columns})")
        draft.statement(f"INSERT INTO {table} SELECT * FROM tab0")
    return conditions


def _index_columns(random: Random) -> str:
    chosen = random.sample(NUMBERS, random.randint(1, 3))
    return ",".join(column + random.choice(("", " DESC")) for column in chosen)


def _everywhere(draft: Draft, variants: tuple[str, ...], sort: str = "rowsort") -> None:
    """The same question to every table, in every variant, under one label."""
    draft.labels += 1
    for table in TABLES:
        for variant in variants:
            sql = f"SELECT pk FROM {table} WHERE {variant}"
            draft.query(sql, "I", sort, f"label-{draft.labels}")


def between(draft: Draft, conditions: Conditions) -> None:
    (one, other), (extra, _) = conditions.between(), conditions.comparison()
    _everywhere(draft, (f"({one} OR {extra})", f"({other} OR {extra})"))


def commute(draft: Draft, conditions: Conditions) -> None:
    _everywhere(draft, conditions.tree())


def member(draft: Draft, conditions: Conditions) -> None:
    _everywhere(draft, conditions.member())


def ordered(draft: Draft, conditions: Conditions) -> None:
    """ORDER BY in every direction; sorted by the harness, so that only the set counts."""
    condition = conditions.comparison()[0]
    orders = ("ORDER BY 1", "ORDER BY 1 DESC")
    _everywhere(draft, tuple(f"{condition} {order}" for order in orders), "valuesort")


def ordered_strictly(draft: Draft, conditions: Conditions) -> None:
    """ORDER BY that leaves nothing open, compared in the order that comes."""
    column = conditions.random.choice(NUMBERS)
    condition = conditions.tree(1)[0]
    direction = conditions.random.choice(("", " DESC"))
    draft.labels += 1
    for table in TABLES:
        sql = f"SELECT pk, {column} FROM {table} WHERE {condition} ORDER BY 2{direction},1"
        types = "IR" if column in FLOATS else "II"
        draft.query(sql, types, "nosort", f"label-{draft.labels}")


def random_expressions(draft: Draft, conditions: Conditions) -> None:
    random = conditions.random
    column = random.choice(NUMBERS)
    call = random.choice(("MIN", "MAX", "COUNT", "SUM"))
    sign = random.choice(("", "- ", "+ "))
    draft.labels += 1
    for table in TABLES:
        sql = f"SELECT {sign}{call}({column} * {sign}{random.choice(('1', '1'))}) " \
            f"FROM {table} AS cor0 WHERE NOT ({conditions.number(column)} < NULL) " \
            f"OR {conditions.comparison()[0]}"  # fmt: skip
        draft.query(sql, "I")


def view(draft: Draft, conditions: Conditions) -> None:
    """A condition and its opposite, through views and straight."""
    condition = conditions.tree(1)[0]
    draft.labels += 1
    for table in TABLES:
        names = [f"view_{number}_{table}_{draft.labels}" for number in (1, 2)]
        for name, text in zip(names, (condition, f"NOT ({condition})"), strict=True):
            draft.statement(f"CREATE VIEW {name} AS SELECT pk, col0 FROM {table} WHERE {text}")
        for number, (name, text) in enumerate(
            zip(names, (condition, f"NOT ({condition})"), strict=True)
        ):
            label = f"label-{draft.labels}-{number}"
            draft.query(f"SELECT pk, col0 FROM {table} WHERE {text}", "II", "rowsort", label)
            draft.query(f"SELECT pk, col0 FROM {name}", "II", "rowsort", label)
        for name in names:
            draft.statement(f"DROP VIEW {name}")


def delete(draft: Draft, conditions: Conditions) -> None:
    """Delete by a condition: nothing that meets it is left, everything else is."""
    condition = conditions.comparison()[0]
    draft.labels += 1
    for table in TABLES:
        draft.statement(f"DELETE FROM {table} WHERE {condition}")
        draft.query(f"SELECT pk FROM {table} WHERE {condition}", "I", "rowsort", "label-empty")
        sql = f"SELECT pk FROM {table} WHERE NOT ({condition})"
        draft.query(sql, "I", "rowsort", f"label-{draft.labels}")


KINDS: dict[str, Callable[[Draft, Conditions], None]] = {
    "between": between,
    "commute": commute,
    "delete": delete,
    "in": member,
    "orderby": ordered,
    "orderby_nosort": ordered_strictly,
    "random": random_expressions,
    "view": view,
}


def index_file(kind: str, random: Random, rows: int, groups: int) -> Draft:
    """One file of `index/KIND`: tables of `rows` rows, and `groups` questions about them."""
    draft = Draft()
    conditions = tables(draft, random, rows)
    for _ in range(groups):
        KINDS[kind](draft, conditions)
    return draft
