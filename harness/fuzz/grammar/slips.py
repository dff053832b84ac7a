"""Statements with one thing wrong, whose error texts must be the same to the letter."""

from harness.fuzz.grammar.dice import Dice
from harness.fuzz.grammar.model import Database, Table
from harness.reduce.token import join, raw_tokens

WRONG_CALLS = [
    "nosuch(1)", "abs()", "abs(1, 2)", "substr('a')", "round(1, 2, 3)", "coalesce(1)",
    "json('{')", "json_extract('{}', 'a')", "json_set('{}', '$')", "json_object('a')",
    "json_array_insert('{}', '$.a', 1)",
    "json_object(1, 2)", "json_array(x'00')", "jsonb('[1')", "abs(-9223372036854775808)",
    "zeroblob(1e18)", "char(1) LIKE 'a' ESCAPE 'ab'", "1 -> '$['", "CAST(1 AS)", "max(DISTINCT)",
    "count(DISTINCT 1, 2)", "group_concat(DISTINCT 1, 2)", "row_number()", "ntile(0) OVER ()",
    "lag() OVER ()", "sum(1) OVER nowin", "nth_value(1, 0) OVER ()", "(SELECT 1, 2)", "(1, 2)",
    "(1, 2) = (1, 2, 3)", "(1, 2) IN (SELECT 1)", "1 IN (SELECT 1, 2)", "sum(sum(1))",
    "percentile(1, 101)", "percentile(1, 'a')", "printf()", "strftime()", "unhex()",
    "total(1, 2)", "abs(1) FILTER (WHERE 1)", "max(1, 2) OVER ()",
    "json_group_object('a')", "iif(1)", "likelihood(1, 2)", "raise(ABORT, 'x')", "nosuch.k0",
    "sum(1) OVER (ROWS BETWEEN 1 FOLLOWING AND 1 PRECEDING)", "sum(1) OVER (ROWS -1 PRECEDING)",
    "sum(1) OVER (RANGE 1 PRECEDING)", "count(*) OVER (GROUPS 1 PRECEDING)", "0x10000000000000000",
]  # fmt: skip

IN_A_TABLE = [
    "SELECT nosuch FROM {t}",
    "SELECT t1.nosuch FROM {t} AS t1",
    "SELECT {k} FROM {t} AS t1, {t} AS t2",
    "SELECT {k} FROM {t} WHERE sum({k}) > 1",
    "SELECT {k} FROM {t} GROUP BY sum({k})",
    "SELECT {k} FROM {t} HAVING 1",
    "SELECT {k} FROM {t} ORDER BY 9",
    "SELECT {k} FROM {t} GROUP BY 9",
    "SELECT {k} FROM {t} UNION SELECT 1, 2",
    "SELECT {k} FROM {t} UNION SELECT 1 ORDER BY nosuch",
    "SELECT {k} FROM {t} LIMIT 'a'",
    "SELECT {k} FROM {t} LIMIT 1 OFFSET 'a'",
    "SELECT {k} FROM {t} WHERE rank() OVER () = 1",
    "SELECT {k} FROM {t} AS t1 JOIN {t} AS t2 USING (nosuch)",
    "SELECT {k} FROM {t} INDEXED BY nosuch",
    "SELECT * FROM {t}(1)",
    "SELECT nosuch.* FROM {t}",
    "INSERT INTO {t}(nosuch) VALUES (1)",
    "INSERT INTO {t} VALUES (1, 2, 3, 4, 5, 6, 7, 8, 9)",
    "INSERT INTO {t}({k}) VALUES (1, 2)",
    "INSERT INTO {t}({k}) VALUES (1), (1, 2)",
    "INSERT INTO {t}({k}) VALUES (1) ON CONFLICT (nosuch) DO NOTHING",
    "INSERT INTO {t}({k}) VALUES (1) RETURNING nosuch",
    "UPDATE {t} SET nosuch = 1",
    "UPDATE {t} SET ({k}, {k}) = (1, 2, 3)",
    "UPDATE {t} SET {k} = nosuch",
    "UPDATE {t} SET {k} = 1 FROM nosuch",
    "DELETE FROM {t} WHERE nosuch = 1",
    "CREATE TABLE {t}(a)",
    "CREATE VIEW {t} AS SELECT 1",
    "CREATE INDEX {t} ON {t}({k})",
    "CREATE INDEX nosuch ON {t}(nosuch)",
    "CREATE INDEX nosuch ON {t}(random())",
    "CREATE INDEX nosuch ON {t}({k}) WHERE (SELECT 1)",
    "CREATE TRIGGER nosuch INSTEAD OF INSERT ON {t} BEGIN SELECT 1; END",
    "DROP VIEW {t}",
    "DROP INDEX {t}",
    "ALTER TABLE {t} RENAME TO {t}",
    "ALTER TABLE {t} RENAME COLUMN nosuch TO a",
    "ALTER TABLE {t} ADD COLUMN {k} ANY",
    "ALTER TABLE {t} ADD COLUMN z ANY PRIMARY KEY",
    "ALTER TABLE {t} ADD COLUMN z ANY UNIQUE",
    "ALTER TABLE {t} ADD COLUMN z ANY NOT NULL DEFAULT NULL",
    "ALTER TABLE {t} DROP COLUMN nosuch",
]

ALONE = [
    "SELECT * FROM nosuch",
    "INSERT INTO nosuch VALUES (1)",
    "UPDATE nosuch SET a = 1",
    "DELETE FROM nosuch",
    "DROP TABLE nosuch",
    "DROP TABLE sqlite_schema",
    "ALTER TABLE nosuch ADD COLUMN a",
    "CREATE TABLE nosuch(a, a)",
    "CREATE TABLE nosuch(a PRIMARY KEY, b PRIMARY KEY)",
    "CREATE TABLE nosuch(a) WITHOUT ROWID",
    "CREATE TABLE nosuch(a) STRICT",
    "CREATE TABLE nosuch(a INTEGER, b TEXT NOSUCH) STRICT",
    "CREATE TABLE nosuch(a TEXT PRIMARY KEY AUTOINCREMENT)",
    "CREATE TABLE nosuch(a AS (b))",
    "CREATE TABLE nosuch(a AS (a), b)",
    "CREATE TABLE nosuch(a, b AS (random()))",
    "CREATE TABLE nosuch(a CHECK (b > 1))",
    "CREATE TABLE nosuch(a DEFAULT (b))",
    "CREATE TABLE nosuch(a, FOREIGN KEY (b) REFERENCES c)",
    "CREATE TABLE nosuch(a, UNIQUE (b))",
    "CREATE TABLE sqlite_a(a)",
    "CREATE TABLE temp.a.b(c)",
    "RELEASE nosuch",
    "ROLLBACK TO nosuch",
    "WITH a AS (SELECT 1) SELECT * FROM a, b",
    "WITH a(x, y) AS (SELECT 1) SELECT * FROM a",
    "WITH a AS (SELECT * FROM a) SELECT * FROM a",
    "VALUES (1), (1, 2)",
    "SELECT *",
    "SELECT 'a",
    "SELECT 1 WHERE",
    "SELECT (1",
    "SELECT 1 FROM (SELECT 1 UNION)",
    "SELECT 1abc",
    "SELECT @",
    "SELECT x'0'",
    "DETACH nosuch",
    "REINDEX nosuch",
    "ANALYZE nosuch.a",
]  # fmt: skip

MENDABLE = [
    "SELECT {k}, count(*) FROM {t} WHERE {k} > 1 GROUP BY {k} HAVING count(*) > 1 ORDER BY {k}",
    "SELECT CASE WHEN {k} IN (1, 2) THEN 'a' ELSE 'b' END AS c FROM {t} LEFT JOIN {t} AS x ON 1",
    "INSERT INTO {t}({k}) VALUES (1) ON CONFLICT DO NOTHING RETURNING {k}",
    "SELECT sum({k}) OVER (PARTITION BY {k} ORDER BY {k} ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"
    " FROM {t}",
    "CREATE INDEX IF NOT EXISTS slip ON {t}({k} COLLATE NOCASE DESC) WHERE {k} IS NOT NULL",
    "WITH RECURSIVE a(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM a WHERE x < 3) SELECT x FROM a",
    "DELETE FROM {t} WHERE {k} BETWEEN 'q' AND 'r' OR {k} LIKE 'zz%' ESCAPE '!'",
    "UPDATE {t} SET {k} = CAST({k} AS TEXT) WHERE NOT EXISTS (SELECT 1) AND {k} GLOB 'zz*'",
]
"""Right statements, of which one token is left out or said twice."""


class Slips:
    """Makes statements that fail for one reason, if they fail."""

    def __init__(self, dice: Dice, database: Database) -> None:
        self.dice = dice
        self.database = database

    def statement(self) -> str:
        """One such statement."""
        return self.dice.branch(
            [
                (4, lambda: f"SELECT {self.dice.pick(WRONG_CALLS)}"),
                (4, lambda: self.fill(self.dice.pick(IN_A_TABLE))),
                (2, lambda: self.dice.pick(ALONE)),
                (4, lambda: self.mangled(self.fill(self.dice.pick(MENDABLE)))),
            ]
        )

    def fill(self, template: str) -> str:
        """The template with a table, and a column that it has."""
        table: Table = self.dice.pick(self.database.tables)
        return template.format(t=table.name, k=self.dice.pick(table.writable).name)

    def mangled(self, sql: str) -> str:
        """The statement with one token fewer, or one twice."""
        tokens = raw_tokens(sql)
        place = self.dice.number(0, len(tokens) - 1)
        copies = self.dice.pick([0, 0, 2])
        return join(tokens[:place] + tokens[place : place + 1] * copies + tokens[place + 1 :])
