"""A generator of SELECTs over a small schema whose tables are indexed in different ways."""

from __future__ import annotations

import random

TABLES = ["p", "q", "r", "s"]
COLUMNS = ["a", "b", "c"]
VALUES = ["NULL", "0", "1", "2", "3", "7", "2.0", "2.5", "'1'", "'x'", "'X'", "''", "x'31'", "-1"]


def schema(rnd: random.Random) -> str:
    """CREATE TABLEs, indexes and rows: a rowid table, a rowid alias, WITHOUT ROWID, a mixture."""
    sql = (
        "CREATE TABLE p(a INT, b TEXT, c);"
        "CREATE TABLE q(a INTEGER PRIMARY KEY, b REAL, c TEXT COLLATE NOCASE);"
        "CREATE TABLE r(a TEXT, b INT, c NUMERIC, PRIMARY KEY (b, a)) WITHOUT ROWID;"
        "CREATE TABLE s(a, b INT UNIQUE, c TEXT);"
        "CREATE INDEX pa ON p(a); CREATE INDEX pbc ON p(b, c DESC); CREATE INDEX qc ON q(c);"
        "CREATE INDEX sca ON s(c, a);"
    )
    for table in TABLES:
        for _ in range(14):
            row = [rnd.choice(VALUES) for _ in COLUMNS]
            if table == "q":
                row[0] = str(rnd.randint(-3, 20))
            sql += f"INSERT OR IGNORE INTO {table} VALUES ({', '.join(row)});"
    return sql


class Query:
    """One random query. `sql` is its text; `is_ordered` when its ORDER BY leaves no choice."""

    def __init__(self, rnd: random.Random) -> None:
        self.rnd = rnd
        self.aliases: list[str] = []
        from_ = self.from_clause()
        where = f" WHERE {self.condition(3)}" if rnd.random() < 0.8 else ""
        kind = rnd.random()
        self.is_ordered = False
        if kind < 0.2:
            key = self.column()
            having = f" HAVING count(*) > {rnd.randint(0, 2)}" if rnd.random() < 0.3 else ""
            what = f"typeof({key}), count(*), count({self.column()})"
            self.sql = f"SELECT {what} FROM {from_}{where} GROUP BY typeof({key}){having}"
        elif kind < 0.3:
            self.sql = f"SELECT count(*), max({self.column()}) IS NULL FROM {from_}{where}"
        elif kind < 0.5:
            columns = [f"{alias}.{column}" for alias in self.aliases for column in COLUMNS]
            rnd.shuffle(columns)
            order = ", ".join(c + rnd.choice(["", " DESC"]) for c in columns)
            limit = f" LIMIT {rnd.randint(0, 5)}" if rnd.random() < 0.5 else ""
            if rnd.random() < 0.2:
                limit += " OFFSET 1" if limit else ""
            self.sql = f"SELECT {', '.join(columns)} FROM {from_}{where} ORDER BY {order}{limit}"
            self.is_ordered = True
        elif kind < 0.6:
            self.sql = f"SELECT DISTINCT typeof({self.column()}) FROM {from_}{where}"
        else:
            self.sql = f"SELECT * FROM {from_}{where}"

    def from_clause(self) -> str:
        parts = []
        for number in range(self.rnd.choice([1, 1, 2, 2, 3])):
            alias = f"t{number}"
            item = f"{self.rnd.choice(TABLES)} AS {alias}"
            if self.rnd.random() < 0.15:
                item = f"(SELECT a, b, c FROM {self.rnd.choice(TABLES)}) AS {alias}"
            self.aliases.append(alias)
            if number == 0:
                parts.append(item)
                continue
            join = self.rnd.choice(
                [",", " JOIN", " LEFT JOIN", " LEFT JOIN", " FULL JOIN", " RIGHT JOIN"]
            )
            on = "" if join == "," else f" ON {self.condition(1)}"
            if self.rnd.random() < 0.1:
                join, on = " NATURAL JOIN", ""
            parts.append(f"{join} {item}{on}")
        return "".join(parts)

    def column(self) -> str:
        return f"{self.rnd.choice(self.aliases)}.{self.rnd.choice(COLUMNS)}"

    def operand(self) -> str:
        kind = self.rnd.random()
        if kind < 0.5:
            return self.column()
        if kind < 0.9:
            return self.rnd.choice(VALUES)
        return f"{self.column()} + {self.rnd.randint(0, 2)}"

    def condition(self, depth: int) -> str:
        rnd = self.rnd
        kind = rnd.random()
        if depth > 0 and kind < 0.35:
            word = rnd.choice(["AND", "AND", "OR"])
            return f"({self.condition(depth - 1)} {word} {self.condition(depth - 1)})"
        if kind < 0.7:
            op = rnd.choice(["=", "=", "=", "<", "<=", ">", ">=", "<>", "IS", "IS NOT"])
            return f"{self.column()} {op} {self.operand()}"
        if kind < 0.78:
            items = ", ".join(rnd.choice(VALUES) for _ in range(rnd.randint(0, 4)))
            return f"{self.column()} {rnd.choice(['', 'NOT '])}IN ({items})"
        if kind < 0.86:
            return f"{self.column()} BETWEEN {rnd.choice(VALUES)} AND {rnd.choice(VALUES)}"
        if kind < 0.9:
            return f"{self.column()} IS {rnd.choice(['', 'NOT '])}NULL"
        inner = rnd.choice(TABLES)
        if kind < 0.95:
            return f"{self.column()} IN (SELECT {rnd.choice(COLUMNS)} FROM {inner})"
        return (
            f"EXISTS (SELECT 1 FROM {inner} AS i WHERE i.{rnd.choice(COLUMNS)} = {self.column()})"
        )
