-- a scalar subquery has the declared type of its column
CREATE TABLE t(a TEXT, b INT, PRIMARY KEY (b))
INSERT INTO t VALUES ('x', 2), ('y', 5)
SELECT (SELECT a FROM t), (VALUES (1)), (SELECT rowid FROM t), (SELECT t1.a FROM t LIMIT 1) FROM t AS t1
SELECT EXISTS (SELECT a FROM t), (SELECT max(a) FROM t), (SELECT a FROM t) || '', (SELECT +a FROM t)
SELECT c FROM (SELECT (SELECT a FROM t) AS c LIMIT 1)
SELECT (SELECT (SELECT a FROM t))
WITH w AS (SELECT (SELECT a FROM t) AS c) SELECT c, (SELECT c FROM w) FROM w
SELECT (SELECT a FROM t UNION ALL SELECT b FROM t)

-- NOT INDEXED leaves a WITHOUT ROWID table its own tree
CREATE TABLE t(a, b, PRIMARY KEY (b)) WITHOUT ROWID
INSERT INTO t VALUES (1, 2), (0, 5)
SELECT * FROM t NOT INDEXED
SELECT * FROM t NOT INDEXED WHERE b = 2
SELECT * FROM t NOT INDEXED WHERE b > 2 AND a = 0
UPDATE t NOT INDEXED SET a = 7 WHERE b = 2
SELECT * FROM t
DELETE FROM t NOT INDEXED WHERE b = 2 OR a = 0

-- the primary key of a STRICT table is NOT NULL
CREATE TABLE s(k0 TEXT PRIMARY KEY, k1 ANY) STRICT
INSERT INTO s VALUES (NULL, 2)
INSERT INTO s VALUES (NULL, 2) ON CONFLICT (k0) DO NOTHING
INSERT OR IGNORE INTO s VALUES (NULL, 2)
CREATE TABLE s2(k0 TEXT, k1 INT, k2 ANY, PRIMARY KEY (k0, k1)) STRICT
INSERT INTO s2 VALUES ('a', NULL, 2)
CREATE TABLE s3(k0 INTEGER PRIMARY KEY, k1 ANY) STRICT
INSERT INTO s3 VALUES (NULL, 2)
SELECT * FROM s3
SELECT name, "notnull", pk FROM pragma_table_info('s2')
SELECT name, "notnull", pk FROM pragma_table_info('s3')
SELECT name, "notnull", pk FROM pragma_table_info('s')

-- a text that is no rowid mismatches, in a STRICT table too
CREATE TABLE s(k0 INTEGER PRIMARY KEY, k1 BLOB) STRICT
INSERT INTO s VALUES ('a', x'00')
INSERT OR IGNORE INTO s VALUES ('a', x'00')
INSERT INTO s VALUES (1.5, x'00')
INSERT INTO s VALUES ('7', x'00')
UPDATE s SET k0 = 'b'
UPDATE s SET k0 = x'01'
UPDATE s SET k0 = NULL
SELECT * FROM s

-- rows before one that a STRICT column refuses are checked first
CREATE TABLE s(k0 INTEGER PRIMARY KEY, k1 REAL) STRICT
INSERT INTO s VALUES (7, 1.5)
INSERT INTO s VALUES (7, 2.5), (8, 'a')
INSERT INTO s VALUES (8, 'a'), (7, 2.5)

-- an ordinal that is no 32-bit integer is an expression
CREATE TABLE t(a)
INSERT INTO t VALUES (1), (2)
SELECT count(*), 2 FROM t GROUP BY 9223372036854775807
SELECT count(*), 2 FROM t GROUP BY 2147483648
SELECT count(*), 2 FROM t GROUP BY 2147483647
SELECT a FROM t ORDER BY 2147483648
SELECT a FROM t ORDER BY 2147483647
SELECT a FROM t ORDER BY -1
SELECT a FROM t ORDER BY +1
SELECT a FROM t UNION SELECT a FROM t ORDER BY 2147483648
SELECT a FROM t UNION SELECT a FROM t ORDER BY 2147483647

-- what is checked first: the rowid, NOT NULL, STRICT types, CHECK, UNIQUE
CREATE TABLE s(a INTEGER PRIMARY KEY, b INT UNIQUE, c INT NOT NULL, d INT CHECK (d <> 5)) STRICT
INSERT INTO s VALUES (1, 1, 1, 1)
INSERT INTO s VALUES ('x', 'y', NULL, 5)
INSERT INTO s VALUES (1, 'z', 2, 5)
INSERT INTO s VALUES (3, 'z', NULL, 5)
INSERT INTO s VALUES (3, 1, 2, 5)
INSERT OR IGNORE INTO s VALUES ('x', 2, 2, 2)
INSERT OR IGNORE INTO s VALUES (3, 'z', NULL, 2)
INSERT OR IGNORE INTO s VALUES (3, 'z', 3, 2)
UPDATE s SET b = 'x', c = NULL WHERE a = 1
UPDATE s SET b = 'x', d = 5 WHERE a = 1
UPDATE s SET a = 'x', b = 'y' WHERE a = 1

-- an unnamed CHECK that begins with a quote is named by what is quoted
CREATE TABLE t(a INT CHECK ('1' = a), b CHECK ("b" = 1), c CHECK ([c] = 1), d CHECK ('a''b' = d))
INSERT INTO t VALUES (0, 1, 1, NULL)
INSERT INTO t VALUES (1, 0, 1, NULL)
INSERT INTO t VALUES (1, 1, 0, NULL)
INSERT INTO t VALUES (1, 1, 1, 0)
CREATE TABLE t2(a, CHECK ( 'x' || a = 'xy'))
INSERT INTO t2 VALUES (0)

-- an index with the INTEGER PRIMARY KEY in it is no UPSERT target
CREATE TABLE t(a INTEGER PRIMARY KEY, b, c, UNIQUE (a, b), UNIQUE (c, a), UNIQUE (b, c))
INSERT INTO t VALUES (1, 2, 3)
INSERT INTO t VALUES (1, 2, 3) ON CONFLICT (a, b) DO NOTHING
INSERT INTO t VALUES (1, 2, 3) ON CONFLICT (c, a) DO NOTHING
INSERT INTO t VALUES (1, 2, 3) ON CONFLICT (c, b) DO NOTHING
INSERT INTO t VALUES (1, 2, 3) ON CONFLICT (a) DO NOTHING
CREATE TABLE w(a, b PRIMARY KEY, UNIQUE (a, b)) WITHOUT ROWID
INSERT INTO w VALUES (1, 2)
INSERT INTO w VALUES (1, 2) ON CONFLICT (a, b) DO NOTHING

-- a table where a rolled back index was
CREATE TABLE t(k0 TEXT, k1)
INSERT INTO t VALUES ('a', 1)
BEGIN
CREATE INDEX i ON t(k0 COLLATE NOCASE, k1)
ROLLBACK
CREATE TABLE u(a, b REAL)
DELETE FROM u
INSERT INTO u VALUES (1, 2)
SELECT * FROM u
BEGIN
CREATE TABLE v(a)
ROLLBACK
CREATE INDEX i ON t(k1, k0)
REINDEX
SELECT * FROM t ORDER BY k1
PRAGMA integrity_check

-- a star is ambiguous where two items have one name and a column in common
CREATE TABLE t(a, B)
CREATE TABLE u(a, b)
SELECT * FROM t, t
SELECT t.* FROM t, u, t
SELECT u.* FROM t, u, t
SELECT * FROM t NATURAL JOIN t
SELECT * FROM t JOIN t USING (a)
SELECT * FROM t AS "Xy", u AS xY
SELECT * FROM (SELECT 1 AS A) AS T, (SELECT 1 AS a) AS t
SELECT * FROM (SELECT 1 AS x) AS t, u AS t
WITH w(q) AS (SELECT 1) SELECT * FROM w, w
SELECT count(*) FROM t, t
CREATE TEMP TABLE t(a)
SELECT * FROM t, main.t

-- a compound that is part of a query has the declared types of its last arm
CREATE TABLE t(a INT, b TEXT)
INSERT INTO t VALUES (1, 'x')
SELECT a AS c FROM t UNION ALL SELECT b FROM t
SELECT c FROM (SELECT a AS c FROM t UNION ALL SELECT b FROM t)
SELECT c FROM (SELECT a AS c FROM t UNION SELECT b FROM t LIMIT 1)
CREATE VIEW v AS SELECT a AS c FROM t UNION ALL SELECT b FROM t
SELECT c FROM v
WITH w AS (SELECT b FROM t EXCEPT SELECT a FROM t) SELECT * FROM w

-- a column of a subquery brings BINARY to comparisons, be it an expression there
CREATE TABLE t(a TEXT COLLATE NOCASE, b TEXT)
INSERT INTO t VALUES ('ABC', 'abc'), ('x', 'X')
SELECT * FROM (SELECT b || '' AS c FROM t) AS s, t WHERE s.c = t.a
SELECT * FROM (SELECT b || '' AS c FROM t) AS s, t WHERE t.a = s.c
SELECT * FROM (SELECT 'abc' AS c FROM t) AS s, t WHERE s.c = t.a
SELECT * FROM t AS x, t AS y WHERE x.b || '' = y.a
SELECT c FROM (SELECT b || '' AS c FROM t) UNION SELECT a FROM t ORDER BY 1
SELECT +c FROM (SELECT b || '' AS c FROM t) INTERSECT SELECT a FROM t

-- unhex reads up to a NUL
SELECT unhex(x'00'), unhex(x'7f'), unhex(''), hex(unhex(x'343100')), hex(unhex(x'3400'))
SELECT hex(unhex('41' || char(0) || 'zz')), hex(unhex('41z' || char(0) || '42', 'z' || char(0)))
SELECT unhex('zz' || char(0), 'z'), hex(unhex('41x', char(0) || 'x'))
