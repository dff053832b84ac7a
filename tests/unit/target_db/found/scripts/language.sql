-- the first select of a recursive common table names its columns
WITH tables AS (SELECT 'a' name UNION SELECT sqlite_schema.name FROM sqlite_schema JOIN tables ON sql LIKE tables.name) SELECT name FROM tables
WITH RECURSIVE c AS (SELECT 1 AS x, 'a' AS "y z" UNION ALL SELECT x + 1, "y z" || 'b' FROM c WHERE x < 4) SELECT * FROM c
WITH RECURSIVE c AS (VALUES (1) UNION ALL SELECT column1 + 1 FROM c WHERE column1 < 4) SELECT * FROM c
WITH RECURSIVE c AS (SELECT max(1, 2) UNION ALL SELECT "max(1, 2)" + 1 FROM c LIMIT 3) SELECT * FROM c

-- a column of a compound loses its affinity where another select gives values of the other kind
CREATE TABLE t(i INT, s TEXT, d)
INSERT INTO t VALUES (1, '2', '1')
WITH c AS (SELECT i FROM t UNION ALL SELECT s FROM t) SELECT i, i = '1', i = 2, i = '2' FROM c
WITH c AS (SELECT s FROM t UNION ALL SELECT i FROM t) SELECT s, s = '1', s = 2, s = '2' FROM c
WITH c AS (SELECT 1 AS s UNION ALL SELECT s FROM t) SELECT s, s = 2, s = '1' FROM c
WITH c AS (SELECT d UNION ALL SELECT NULL UNION ALL SELECT i FROM t) SELECT * FROM c
WITH c AS (SELECT NULL AS i UNION ALL SELECT i FROM t) SELECT i, i = '1.0' FROM c
WITH c AS (SELECT i UNION ALL SELECT i > 0 FROM t) SELECT * FROM c
WITH c AS (SELECT i FROM t UNION ALL SELECT i > 0 FROM t) SELECT i, i = '1.0' FROM c
WITH c AS (SELECT i FROM t UNION ALL SELECT s || '' FROM t) SELECT i, i = '1.0' FROM c
WITH c AS (SELECT i FROM t UNION ALL SELECT CASE WHEN i THEN 1 ELSE 'a' END FROM t) SELECT i, i = '1.0' FROM c
WITH RECURSIVE c AS (SELECT i FROM t UNION ALL SELECT s FROM t JOIN c LIMIT 3) SELECT i, i = '1', i = 2 FROM c
CREATE TABLE made AS WITH c AS (SELECT i FROM t UNION ALL SELECT s FROM t) SELECT i, i + 1 FROM c
SELECT sql FROM sqlite_schema

-- a column of a view that is no column has its affinity for a type
CREATE TABLE t(a INT, b TEXT, c)
CREATE VIEW v AS SELECT CAST(a AS INT) i, a + 1 n, b, c, NULL x, CAST(a AS REAL) r, CAST(a AS NUMERIC) m, CAST(a AS BLOB) o FROM t
PRAGMA table_info(v)
PRAGMA table_xinfo(v)

-- INSTEAD OF INSERT triggers see values as they were given, those of UPDATE as the view's columns are
CREATE TABLE t(a INT, b TEXT)
CREATE VIEW v AS SELECT a, b, CAST(b AS INT) AS c FROM t
CREATE TABLE log(x)
CREATE TRIGGER i INSTEAD OF INSERT ON v BEGIN INSERT INTO log VALUES (typeof(new.a) || typeof(new.b) || typeof(new.c) || (new.a = '1')); END
CREATE TRIGGER u INSTEAD OF UPDATE ON v BEGIN INSERT INTO log VALUES (typeof(new.a) || typeof(new.b) || typeof(new.c) || (new.a = '7')); END
INSERT INTO v VALUES ('1', 1, '1'), (1, '1', 1)
INSERT INTO v(b, a) SELECT 1, '1'
INSERT INTO t VALUES (1, '5')
UPDATE v SET a = '7', b = 8, c = '6'
SELECT * FROM log

-- a table without rows takes a STORED column
CREATE TABLE t(a)
ALTER TABLE t ADD COLUMN b AS (a) STORED
INSERT INTO t VALUES (1)
ALTER TABLE t ADD COLUMN c AS (a) STORED
SELECT * FROM t
SELECT sql FROM sqlite_schema

-- what is wrong with a new column is told as a fault of the table where only the table shows it
CREATE TABLE t(a INT)
ALTER TABLE t ADD COLUMN b AS (nope)
ALTER TABLE t ADD COLUMN b AS (sum(a))
ALTER TABLE t ADD COLUMN b CHECK (nope > 1)
ALTER TABLE t ADD COLUMN b DEFAULT (nope)
CREATE TABLE s(a INT) STRICT
ALTER TABLE s ADD COLUMN b foo
ALTER TABLE s ADD COLUMN b

-- DROP TABLE lets foreign keys be that do not fit the table
PRAGMA foreign_keys = ON
CREATE TABLE w(a)
CREATE TABLE c(a REFERENCES w(a))
INSERT INTO c VALUES (NULL)
INSERT INTO w VALUES (1)
DELETE FROM w
DROP TABLE w

-- a renamed column must leave the triggers of views whole
CREATE TABLE t(a, b)
CREATE VIEW v AS SELECT a, sum(b) s FROM t GROUP BY a
CREATE TRIGGER i INSTEAD OF DELETE ON v BEGIN DELETE FROM t WHERE a = old.a; END
ALTER TABLE t RENAME COLUMN a TO aa
ALTER TABLE t RENAME COLUMN b TO bb
SELECT sql FROM sqlite_schema

-- a table that cannot lose a column names itself before its indexes
CREATE TABLE t(a, b, CHECK (a > b))
CREATE INDEX i ON t(b)
ALTER TABLE t DROP COLUMN b

-- repeated names in the column list of a view or common table get numbers
CREATE VIEW v(a, a) AS SELECT 1, 2
SELECT * FROM v
PRAGMA table_info(v)
WITH t(a, A, a) AS (SELECT 1, 2, 3) SELECT * FROM t

-- a recursive select has no window functions of its own
WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT sum(x) OVER () FROM a WHERE x < 3 LIMIT 3) SELECT * FROM a
WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM a WHERE x IN (SELECT max(y) OVER () FROM (SELECT 1 AS y)) LIMIT 3) SELECT * FROM a

-- DETACH works within a transaction that has not written to the database
ATTACH ':memory:' AS q
CREATE TABLE q.t(a)
BEGIN
INSERT INTO q.t VALUES (1)
DETACH q
ROLLBACK
BEGIN
CREATE TABLE z(a)
DETACH q
COMMIT
SELECT name FROM z
SELECT * FROM q.t
ATTACH ':memory:' AS q
SAVEPOINT s
INSERT INTO z VALUES (1)
DETACH q
RELEASE s
SELECT * FROM z
DETACH temp
CREATE TEMP TABLE tt(a)
DETACH temp

-- a result column's name is its text up to the next token, a comment included
CREATE TABLE t(a)
SELECT 1 /* c */, 2 /* d */  , 3 /*e*/
SELECT 1+1 /*q*/ WHERE 1
SELECT a /* no */ , count(*) /* x */ FROM t
SELECT * FROM (SELECT 1 /* c */)
SELECT (1 /* i */) /* o */ LIMIT 1
SELECT 1 /* c */ AS x, 1 /* c */ y
SELECT 1+1/*c*/    UNION SELECT 2
INSERT INTO t VALUES (1) RETURNING a + 1 /* r */, a /* z */
SELECT 1 -- z
