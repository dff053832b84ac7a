CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
INSERT INTO item(name, price) VALUES ('tea', 2.5), ('coffee', 3.25), ('milk', NULL);
SELECT * FROM item;
.headers on
SELECT * FROM item;
.mode column
SELECT * FROM item;
.mode box
SELECT * FROM item;
.mode table
SELECT name, price FROM item;
.mode markdown
SELECT * FROM item LIMIT 1;
.mode json
SELECT * FROM item;
.mode csv
SELECT * FROM item;
.mode html
SELECT * FROM item LIMIT 1;
.mode insert item
SELECT * FROM item;
.mode line
SELECT * FROM item LIMIT 2;
.mode quote
SELECT * FROM item;
.mode tabs
SELECT * FROM item;
.mode list
.separator " ; "
SELECT * FROM item;
.separator "|"
.nullvalue (none)
SELECT * FROM item;
.nullvalue ""
.tables
CREATE INDEX item_name ON item(name);
.indexes
.schema
.schema item
CREATE VIEW cheap AS SELECT * FROM item WHERE price < 3;
.tables
.tables c%
SELECT * FROM cheap;
.dump item
SELECT nosuch FROM item;
SELECT * FROM nosuch;
SELEC 1;
.nosuch
.print hello there
.show
INSERT INTO item VALUES (1, 'twice', 1);
.changes on
UPDATE item SET price = 4 WHERE id = 3;
.changes off
.eqp on
SELECT * FROM item WHERE id = 2;
.eqp off
EXPLAIN QUERY PLAN SELECT * FROM item ORDER BY price;
.width 4 8
.mode column
SELECT * FROM item;
.parameter set :low 3
SELECT name FROM item WHERE price > :low;
.parameter list
.parameter clear
.echo on
SELECT 1
+ 1;
.echo off
.bail off
SELECT count(*) FROM item;
