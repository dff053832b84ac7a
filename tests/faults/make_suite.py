# ruff: noqa: E501 (tables of SQL, a line each)
"""Makes the suite on which the seeded faults are tried: `python make_suite.py FOLDER`.

A small suite of every part of SQL, a few features a query, with SQLite's answers. It is made anew
for each test session, always the same.
"""

import sys
from pathlib import Path
from random import Random

from harness.engines.registry import find_engine
from sqllogictest.completion import complete

TABLES = """statement ok
CREATE TABLE t(a INTEGER, b TEXT, c REAL, d INTEGER)

statement ok
INSERT INTO t VALUES(1,'one',1.5,-7),(2,'Two',2.5,0),(3,NULL,NULL,12),(NULL,'four',-4.5,-3),(5,'five ',0.0,NULL),(6,'it''s',7.25,-10),(7,'SEVEN',-0.5,3)

statement ok
CREATE TABLE u(a INTEGER, e TEXT, f INTEGER)

statement ok
INSERT INTO u VALUES(1,'x',10),(2,'y',20),(2,'z',NULL),(NULL,'n',40),(9,'q',50),(5,'x',60)

"""
NUMBERS = ("a", "d", "c", "a + d", "d * 2", "c - 1", "-3", "7", "2.5", "(a)", "f")
TEXTS = ("b", "'hello'", "'It''s'", "b || 'q'", "' xyz'")

SCALARS = (
    "{n} / {k}", "{n} % {k}", "{d} / 2", "{d} % 4", "{t} || {t}", "b || {n}", "{d} >> 1", "{n} << 2",
    "{n} & 3", "{n} | 4", "~{d}", "- {n}", "({p}) AND ({p})", "({p}) OR ({p})", "NOT ({p})", "NOT {n}",
    "{n} NOT IN ({k}, NULL)", "{n} IN ({k}, {k}, {k})", "{n} NOT IN ({k}, {k})", "{n} IN (NULL, {k})",
    "{t} BETWEEN 'a' AND 'one'", "b NOT BETWEEN 'a' AND 'five '", "{n} BETWEEN {n} AND {k}",
    "CASE WHEN {p} THEN {n} END", "CASE WHEN {p} THEN {t} ELSE 'no' END",
    "CASE {n} WHEN 1 THEN 'p' WHEN 2 THEN 'q' WHEN 3 THEN 'r' END",
    "CASE a WHEN {k} THEN 10 WHEN {k} THEN 20 ELSE 30 END", "coalesce({n}, {k})", "ifnull(c, {k})",
    "coalesce(d, a, {k})", "nullif({n}, {k})", "nullif(b, 'one')", "nullif(a, a)",
    "b LIKE '{l}%'", "b LIKE '%E%'", "b NOT LIKE '%o%'", "b GLOB '[a-p]*'", "b GLOB '*[!m-z]'",
    "CAST(c AS INTEGER)", "CAST({n} AS TEXT)", "CAST(c + {n} AS INTEGER)", "CAST('{k}.7' AS REAL)",
    "typeof({n})", "round(c)", "round({n} / 4.0)", "round(c, 1)", "abs({d})", "abs({n} - 5)",
    "substr({t}, -3)", "substr({t}, -4, {k})", "substr({t}, 2, {k})", "rtrim({t}) || '.'",
    "trim({t}) || '.'", "ltrim({t})", "length(rtrim({t}))", "quote(trim({t}))", "upper(rtrim({t}))", "instr({t}, 'e')", "instr(b, '{l}')", "replace({t}, 'e', 'ee')",
    "replace(b, 'e', '-')", "replace('hello', 'l', {t})", "upper({t})", "lower({t})", "length({t})",
    "length({n})", "length(a) + length(c)", "quote({t})", "quote({n})", "hex({t})", "hex(b) || 'h'",
    "unicode({t})", "unicode(lower(b))", "{n} IS NULL", "{n} IS NOT NULL", "{n} IS {k}", "{p}",
    "{n} > {n}", "b < 'p'", "iif({p}, {n}, {k})", "min({n}, {k})", "max({n}, {k})",
)  # fmt: skip
PREDICATES = (
    "a > 2", "d < 0", "b > 'm'", "c <= 2.5", "a IS NULL", "b IS NOT NULL", "a = d + 10", "d <> 0",
    "a < 5", "c > 0 AND a > 1", "length(b) > 3",
)  # fmt: skip
AGGREGATES = (
    "count(*)", "count({c})", "sum({n})", "sum(a)", "avg(a)", "avg({n})", "min({n})", "max({n})",
    "min(b)", "total(c)", "group_concat(b)", "group_concat(a)", "group_concat(b, '-')",
    "count(DISTINCT {c})", "sum(DISTINCT f)", "count(DISTINCT a)", "avg(c)", "min(d)", "count(b)",
)  # fmt: skip


class Writer:
    """Writes one file: its tables, then records without their answers."""

    def __init__(self, name: str, tables: str = TABLES) -> None:
        self.name = name
        self.parts = [tables]
        self.seen: set[str] = set()

    def query(self, sql: str, types: str, sort: str = "rowsort") -> None:
        if sql not in self.seen:
            self.seen.add(sql)
            self.parts.append(f"query {types} {sort}\n{sql}\n----\n\n")

    def ok(self, sql: str) -> None:
        self.parts.append(f"statement ok\n{sql}\n\n")

    def error(self, sql: str) -> None:
        self.parts.append(f"statement error\n{sql}\n\n")

    def text(self) -> str:
        engine = find_engine("sqlite").factory()
        return complete("hash-threshold 0\n\n" + "".join(self.parts), self.name, engine)


class Maker:
    """Fills the templates, by a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def fill(self, template: str, with_u: bool = False) -> str:
        pick = self.random.choice
        numbers = NUMBERS if with_u else NUMBERS[:-1]
        text = template
        for mark, make in (
            ("{n}", lambda: pick(numbers)), ("{d}", lambda: pick(("d", "a - 4", "-7", "d - 1"))),
            ("{t}", lambda: pick(TEXTS)), ("{k}", lambda: str(self.random.randint(1, 5))),
            ("{p}", lambda: pick(PREDICATES)), ("{l}", lambda: pick("fotSx")),
            ("{c}", lambda: pick(("a", "b", "c", "d"))),
        ):  # fmt: skip
            while mark in text:
                text = text.replace(mark, make(), 1)
        return text

    def scalar(self) -> str:
        return self.fill(self.random.choice(SCALARS))

    def where(self) -> str:
        return f" WHERE {self.random.choice(PREDICATES)}" if self.random.random() < 0.3 else ""


def expressions(make: Maker) -> Writer:
    file = Writer("expressions.test")
    for template in SCALARS * 5:
        file.query(f"SELECT {make.fill(template)} FROM t{make.where()}", "T")
    for template in SCALARS * 2:
        file.query(f"SELECT a, {make.fill(template)} FROM t{make.where()}", "IT")
        file.query(f"SELECT a FROM t WHERE {make.fill(template)}", "I")
    for _ in range(120):
        file.query(f"SELECT {make.scalar()}, {make.scalar()} FROM t", "TT")
    return file


def aggregates(make: Maker) -> Writer:
    file = Writer("aggregates.test")
    for template in AGGREGATES * 4:
        call = make.fill(template).replace("f", "a") if "(f" not in template else "sum(DISTINCT d)"
        file.query(f"SELECT {call} FROM t{make.where()}", "T")
        file.query(f"SELECT {call} FROM t WHERE a > 100", "T")
        file.query(f"SELECT b > 'm', {call} FROM t GROUP BY b > 'm'", "TT")
    for template in AGGREGATES:
        if (
            "{" not in template
            and "b" not in template
            and "c)" not in template
            and "d)" not in template
        ):
            file.query(f"SELECT a, {template} FROM u GROUP BY a", "TT")
    for column in ("a", "e", "f"):
        file.query(f"SELECT count(DISTINCT {column}), count({column}) FROM u", "II")
    file.query("SELECT DISTINCT e FROM u", "T")
    file.query("SELECT DISTINCT a FROM u WHERE f > 0", "I")
    return file


def joins(make: Maker) -> Writer:
    file = Writer("joins.test")
    conditions = ("t.a = u.a", "t.a = u.a AND u.f > 10", "t.a < u.a", "t.d = u.f", "t.a = u.a + 1")
    for kind in ("LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "JOIN", "CROSS JOIN", "LEFT OUTER JOIN"):
        for condition in conditions:
            on = f" ON {condition}"
            file.query(f"SELECT t.a, u.e FROM t {kind} u{on}", "IT")
            file.query(f"SELECT count(*), sum(u.f) FROM t {kind} u{on}", "II")
            file.query(f"SELECT t.b, u.f FROM t {kind} u{on}{make.where()}".replace(
                "WHERE a ", "WHERE t.a "), "TI")  # fmt: skip
    file.query(
        "SELECT t.a, u.e, w.e FROM t LEFT JOIN u ON t.a = u.a LEFT JOIN u w ON w.f = t.d", "ITT"
    )
    file.query("SELECT t.a FROM t, u WHERE t.a = u.a AND u.e = 'x'", "I")
    file.query("SELECT a, e FROM t NATURAL JOIN u", "IT")
    file.query("SELECT a, e FROM t LEFT JOIN u USING (a)", "IT")
    return file


def subqueries(make: Maker) -> Writer:
    file = Writer("subqueries.test")
    for column in ("a", "d", "c", "a + 1", "d - 2"):
        for inner in ("SELECT a FROM u", "SELECT f FROM u", "SELECT a FROM u WHERE f > 10",
                      "SELECT d FROM t WHERE d > 0"):  # fmt: skip
            file.query(f"SELECT a FROM t WHERE {column} IN ({inner})", "I")
            file.query(f"SELECT a FROM t WHERE {column} NOT IN ({inner})", "I")
            file.query(f"SELECT {column} NOT IN ({inner}) FROM t", "I")
    for condition in ("u.a = t.a", "u.f > t.a * 10", "u.e = t.b"):
        file.query(f"SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE {condition})", "I")
        file.query(f"SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE {condition})", "I")
        file.query(f"SELECT a, (SELECT e FROM u WHERE {condition}) FROM t", "IT")
        file.query(
            f"SELECT x.a FROM (SELECT a, d FROM t WHERE d < 5) x, u WHERE u.a = x.a AND {condition.replace('t.', 'x.') if 't.b' not in condition else '1'}",
            "I",
        )
    return file


def compounds(make: Maker) -> Writer:
    file = Writer("compounds.test")
    for operator in ("UNION", "UNION ALL", "EXCEPT", "INTERSECT"):
        for one, other in (("a FROM t", "a FROM u"), ("a FROM u", "a FROM t"), ("b FROM t", "e FROM u"),
                           ("d FROM t", "a FROM t"), ("a FROM t WHERE d < 0", "a FROM t WHERE c > 0"),
                           ("a, d FROM t", "a, f FROM u")):  # fmt: skip
            types = "TT" if "," in one else "T"
            file.query(f"SELECT {one} {operator} SELECT {other}", types)
            file.query(f"SELECT {one} {operator} SELECT {other} LIMIT 3", types)
    return file


def sorting(make: Maker) -> Writer:
    file = Writer("sorting.test")
    for term in ("a", "b", "c", "d", "a DESC", "c DESC", "abs(d)", "b COLLATE NOCASE", "length(b), a",
                 "b > 'm', a", "c IS NULL, a", "a % 2, d", "a IS NULL, d DESC", "d < 0, a DESC"):  # fmt: skip
        file.query(f"SELECT a, b FROM t ORDER BY {term}", "IT", "nosort")
        file.query(f"SELECT a FROM t WHERE d IS NOT NULL ORDER BY {term}, a", "I", "nosort")
        for limit in ("LIMIT 3", "LIMIT 2 OFFSET 2", "LIMIT 4 OFFSET 1", "LIMIT -1 OFFSET 3"):
            file.query(f"SELECT a FROM t ORDER BY {term}, a {limit}", "I", "nosort")
    for term in ("a, e DESC", "e, f", "a, f", "e DESC, a"):
        file.query(f"SELECT a, e, f FROM u ORDER BY {term}", "ITI", "nosort")
    return file


def windows(make: Maker) -> Writer:
    file = Writer("windows.test")
    for call in ("sum(f)", "count(*)", "avg(f)", "min(f)", "group_concat(e)", "total(a)"):
        for frame in ("ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING", "ROWS 2 PRECEDING",
                      "ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING", "RANGE UNBOUNDED PRECEDING",
                      "ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING", "GROUPS 1 PRECEDING"):  # fmt: skip
            if call != "min(f)" or "UNBOUNDED" in frame:
                file.query(f"SELECT e, {call} OVER (ORDER BY e, f {frame}) FROM u", "TT")
    for call in ("row_number()", "rank()", "dense_rank()", "lag(f)", "lead(e)", "first_value(f)"):
        file.query(f"SELECT e, {call} OVER (ORDER BY e) FROM u", "TT")
        file.query(f"SELECT e, {call} OVER (PARTITION BY a ORDER BY e) FROM u", "TT")
    for frame in ("1 PRECEDING", "2 PRECEDING", "3 PRECEDING"):
        file.query(f"SELECT max(f) OVER (ORDER BY e ROWS {frame}) FROM u", "I")
    return file


def recursion(make: Maker) -> Writer:
    file = Writer("recursion.test")
    for last in (3, 5, 9, 17):
        file.query(f"WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x < {last}) "
                   "SELECT x FROM r", "I")  # fmt: skip
        file.query(f"WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x * 2 FROM r LIMIT {last}) "
                   "SELECT sum(x), count(*) FROM r", "II")  # fmt: skip
    for size in (3, 4, 7):
        file.query(f"WITH RECURSIVE r(x) AS (SELECT 1 UNION SELECT x % {size} + 1 FROM r) "
                   "SELECT x FROM r", "I")  # fmt: skip
    file.query("WITH v(x) AS (SELECT a FROM t WHERE a > 2) SELECT x, x + 1 FROM v", "II")
    return file


def types(make: Maker) -> Writer:
    file = Writer("types.test", "")
    values = ("12", "'12'", "'1.50'", "2.5", "'abc'", "NULL", "-3", "'-4'", "1e3", "x'6162'")
    for number, kind in enumerate(("INTEGER", "TEXT", "REAL", "FLOAT", "NUMERIC", "BLOB", "VARCHAR(9)",
                                   "DOUBLE", "INT", "")):  # fmt: skip
        file.ok(f"CREATE TABLE v{number}(k INTEGER PRIMARY KEY, x {kind})")
        for value in values:
            file.ok(f"INSERT INTO v{number}(x) VALUES({value})")
        for shown in ("x", "typeof(x)", "x || ''", "x < 5", "x = 12", "x > 'abc'", "x + 1"):
            file.query(f"SELECT k, {shown} FROM v{number}", "IT")
        file.query(f"SELECT k FROM v{number} WHERE x > 1 ORDER BY x, k", "I", "nosort")
        file.query(f"SELECT k FROM v{number} ORDER BY x, k", "I", "nosort")
        file.query(f"SELECT max(x), count(x) FROM v{number}", "TI")
    file.query("SELECT p.k, q.k FROM v0 p, v9 q WHERE p.x < q.x AND p.k < 4", "II")
    file.query("SELECT p.k, q.k FROM v9 p, v9 q WHERE p.x < q.x", "II")
    return file


def indexes(make: Maker) -> Writer:
    file = Writer("indexes.test", "")
    pick = make.random.randint
    for name in ("plain", "indexed"):
        file.ok(f"CREATE TABLE {name}(k INTEGER PRIMARY KEY, x INTEGER, y TEXT)")
    file.ok("CREATE INDEX ix ON indexed(x)")
    file.ok("CREATE INDEX iyx ON indexed(y, x)")
    for key in range(1, 41):
        row = f"({key}, {pick(0, 30)}, '{make.random.choice('abcde')}')"
        file.ok(f"INSERT INTO plain VALUES{row}")
        file.ok(f"INSERT INTO indexed VALUES{row}")
    for _ in range(12):
        low = pick(0, 25)
        letter = make.random.choice("abcde")
        for condition in (f"x = {low}", f"x > {low}", f"x BETWEEN {low} AND {low + 6}", f"y = '{letter}'",
                          f"y = '{letter}' AND x > {low}", f"x IN ({low}, {low + 1}, {low + 3})"):  # fmt: skip
            for name in ("plain", "indexed"):
                file.query(f"SELECT k FROM {name} WHERE {condition}", "I")
    for name in ("plain", "indexed"):
        file.query(f"SELECT x, count(*) FROM {name} GROUP BY x", "II")
        file.query(f"SELECT x FROM {name} ORDER BY x LIMIT 9", "I", "nosort")
        file.query(f"SELECT min(x), max(x) FROM {name}", "II")
    return file


def changes(make: Maker) -> Writer:
    file = Writer("changes.test", "")
    for n in range(6):
        file.ok(f"CREATE TABLE uq{n}(x UNIQUE, y)")
        file.ok(f"INSERT INTO uq{n} VALUES({n}, 1), ({n + 1}, 2), (NULL, 3)")
        file.error(f"INSERT INTO uq{n} VALUES({n + 1}, 9)")
        file.error(f"UPDATE uq{n} SET x = {n} WHERE y = 2")
        file.query(f"SELECT x, y FROM uq{n}", "II")
        file.ok(f"CREATE TABLE ck{n}(x CHECK (x > {n}), y TEXT NOT NULL)")
        file.ok(f"INSERT INTO ck{n} VALUES({n + 1}, 'a'), (NULL, 'b')")
        file.error(f"INSERT INTO ck{n} VALUES({n - 1}, 'c')")
        file.error(f"INSERT INTO ck{n} VALUES({n + 2}, NULL)")
        file.error(f"INSERT INTO ck{n}(x) VALUES({n + 3})")
        file.error(f"UPDATE ck{n} SET x = {n} WHERE y = 'a'")
        file.query(f"SELECT x, y FROM ck{n}", "IT")
    for n in range(6):
        file.ok(f"CREATE TABLE dl{n}(x INTEGER, y TEXT)")
        file.ok(f"INSERT INTO dl{n} VALUES(1,'a'),(2,'b'),(3,'c'),(4,'d'),(5,'e'),(6,'f')")
        file.ok(f"DELETE FROM dl{n} WHERE x > {n % 3 + 1} AND x < 6")
        file.query(f"SELECT x FROM dl{n}", "I")
        file.query(f"SELECT count(*), min(y) FROM dl{n}", "IT")
        file.ok(f"CREATE TABLE ig{n}(x INTEGER PRIMARY KEY, y)")
        file.ok(f"INSERT INTO ig{n} VALUES(1, 1), (2, 2)")
        file.ok(f"INSERT OR IGNORE INTO ig{n} VALUES({n % 2 + 1}, 7), (3, 3)")
        file.query(f"SELECT x, y FROM ig{n}", "II")
        file.query(f"SELECT sum(y), count(*) FROM ig{n}", "II")
        file.ok(f"INSERT OR REPLACE INTO ig{n} VALUES(3, {n})")
        file.query(f"SELECT y FROM ig{n} WHERE x = 3", "I")
    for n in range(5):
        file.ok(f"CREATE TABLE tg{n}(x, y)")
        file.ok(f"CREATE TABLE log{n}(w, x)")
        file.ok(
            f"CREATE TRIGGER up{n} AFTER UPDATE ON tg{n} BEGIN INSERT INTO log{n} VALUES('u', new.x); END"
        )
        file.ok(
            f"CREATE TRIGGER ins{n} AFTER INSERT ON tg{n} BEGIN INSERT INTO log{n} VALUES('i', new.x); END"
        )
        file.ok(f"INSERT INTO tg{n} VALUES({n}, 1), ({n + 1}, 2)")
        file.query(f"SELECT w, x FROM log{n}", "TI")
        file.ok(f"UPDATE tg{n} SET x = x + 10 WHERE y = 2")
        file.query(f"SELECT w, x FROM log{n}", "TI")
        file.query(f"SELECT count(*) FROM log{n} WHERE w = 'u'", "I")
        file.query(f"SELECT x, y FROM tg{n}", "II")
        file.ok(f"CREATE TABLE au{n}(x INTEGER PRIMARY KEY AUTOINCREMENT, y)")
        file.ok(f"INSERT INTO au{n}(y) VALUES(1), (2), (3)")
        file.ok(f"DELETE FROM au{n} WHERE x = 3")
        file.ok(f"INSERT INTO au{n}(y) VALUES(4)")
        file.query(f"SELECT x, y FROM au{n}", "II")
        file.query(f"SELECT max(x) FROM au{n}", "I")
    return file


FILES = (expressions, aggregates, joins, subqueries, compounds, sorting, windows, recursion, types,
         indexes, changes)  # fmt: skip


def make_suite(folder: Path) -> Path:
    """Write the suite's files to `folder`; returns it."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed, write in enumerate(FILES):
        file = write(Maker(seed))
        (folder / file.name).write_text(file.text(), encoding="utf-8")
    return folder


if __name__ == "__main__":
    make_suite(Path(sys.argv[1]))
