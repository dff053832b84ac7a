"""One statement for each part of the language, over a table of `n` rows."""

from harness.bench.growth.tasks import Task

SCHEMA = (
    "CREATE TABLE t(id INTEGER PRIMARY KEY, number INT, value REAL, name TEXT, day TEXT, doc TEXT);"
    "CREATE TABLE parent(id INTEGER PRIMARY KEY);"
    "CREATE TABLE child(id INTEGER PRIMARY KEY, up INT REFERENCES parent, key TEXT UNIQUE, n INT);"
    "CREATE TABLE log(id INT);"
    "CREATE TABLE watched(id INTEGER PRIMARY KEY, made INT AS (id * 2) STORED);"
    "CREATE TRIGGER watch AFTER INSERT ON watched BEGIN INSERT INTO log VALUES (new.id); END;"
    "CREATE TABLE strict_one(id INTEGER PRIMARY KEY, a INT, b TEXT) STRICT;"
    "PRAGMA foreign_keys = 1"
)
FILL = (
    "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {n}) "
    "INSERT INTO t SELECT i, (i * 7919) % 1000, i * 0.37, 'name ' || (i % 1000), "
    "date('2000-01-01', (i % 9000) || ' days'), "
    "json_object('id', i, 'tags', json_array('a', i % 7, 2.5), 'name', 'name ' || i) FROM c"
)
FILL_PARENT = "INSERT INTO parent SELECT id FROM t"

EXPRESSIONS = {
    "upper, length, substr": "length(upper(substr(name, 2, 6)))",
    "replace, instr, trim": "instr(replace(trim(name), 'a', 'bb'), 'bb')",
    "hex, quote": "length(hex(name)) + length(quote(name))",
    "like": "name LIKE '%e 7_'",
    "glob": "name GLOB 'n*[0-4]'",
    "round, abs, sign": "round(value, 2) + abs(number) + sign(value)",
    "sqrt, pow, ln, sin": "sqrt(value) + pow(value, 1.5) + ln(value) + sin(value)",
    "printf of integers": "length(printf('%05d %x %,d', number, id, id))",
    "printf of reals": "length(printf('%.2f %g %e', value, value, value))",
    "printf of text": "length(printf('%10s|%-10s|%Q', name, name, name))",
    "date": "date(day)",
    "date with days": "date(day, '+10 days', 'start of month')",
    "date with months": "date(day, '+1 month', '-1 day')",
    "strftime": "strftime('%Y/%m/%d %j %W', day)",
    "julianday, unixepoch": "julianday(day) + unixepoch(day)",
    "json_extract": "json_extract(doc, '$.tags[1]')",
    "-> and ->>": "doc -> 'tags' ->> 0",
    "json_type, json_valid": "json_type(doc, '$.name') || json_valid(doc)",
    "json_array, json_object": "length(json_object('a', id, 'b', json_array(name, value)))",
    "json_set, json_remove": "length(json_remove(json_set(doc, '$.id', 5), '$.tags'))",
    "json_patch": 'length(json_patch(doc, \'{"id":null,"x":1}\'))',
    "jsonb": "length(jsonb(doc))",
    "case, coalesce, iif": "CASE WHEN number > 5 THEN coalesce(NULL, name) ELSE iif(id, 1, 0) END",
    "cast": "CAST(CAST(value AS TEXT) AS INTEGER)",
    "row values": "(number, id) > (500, 10)",
}
AGGREGATES = {
    "group_concat": "SELECT length(group_concat(name, ',')) FROM t",
    "aggregate with ORDER BY": "SELECT length(group_concat(name ORDER BY value DESC)) FROM t",
    "aggregate with FILTER": "SELECT sum(value) FILTER (WHERE number > 500) FROM t",
    "median, percentile": "SELECT median(value), percentile(number, 90) FROM t",
    "json_group_array": "SELECT length(json_group_array(value)) FROM t",
    "count(DISTINCT)": "SELECT count(DISTINCT number) FROM t",
    "json_each": "SELECT count(json_each.value) FROM t, json_each(t.doc, '$.tags')",
    "json_tree": "SELECT count(json_tree.fullkey) FROM t, json_tree(t.doc)",
    "recursive common table": (
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000) "
        "SELECT sum(i) FROM c"
    ),
}
WINDOWS = {
    "row_number, rank": "row_number() OVER w + rank() OVER w",
    "lag, lead": "lag(value) OVER w + lead(value, 2, 0) OVER w",
    "running sum": "sum(value) OVER w",
    "moving frame": "avg(value) OVER (ORDER BY id ROWS BETWEEN 5 PRECEDING AND 5 FOLLOWING)",
    "frame with EXCLUDE": (
        "sum(value) OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 3 FOLLOWING EXCLUDE CURRENT ROW)"
    ),
}
CHANGES = {
    "UPSERT": (
        "INSERT INTO child(up, key, n) SELECT id, name, 1 FROM t WHERE id <= 4000"
        " ON CONFLICT(key) DO UPDATE SET n = n + excluded.n"
    ),
    "RETURNING": "UPDATE t SET number = number + 1 WHERE id <= 4000 RETURNING id, number",
    "UPDATE FROM": "UPDATE t SET value = p.id FROM parent AS p WHERE p.id = t.id AND t.id <= 4000",
    "foreign keys": "INSERT INTO child(up) SELECT id FROM t WHERE id <= 4000",
    "trigger, generated column": "INSERT INTO watched(id) SELECT id FROM t WHERE id <= 4000",
    "STRICT": "INSERT INTO strict_one SELECT id, number, name FROM t WHERE id <= 4000",
}


def task(name: str, sql: str, changes: bool = False) -> Task:
    """A task of one statement."""
    return Task(name, lambda size: [sql], changes)


TASKS = (
    *(task(name, f"SELECT count({sql}) FROM t") for name, sql in EXPRESSIONS.items()),
    *(task(name, sql) for name, sql in AGGREGATES.items()),
    *(
        task(name, f"SELECT sum(x) FROM (SELECT {sql} AS x FROM t WINDOW w AS (ORDER BY id))")
        for name, sql in WINDOWS.items()
    ),
    *(task(name, sql, changes=True) for name, sql in CHANGES.items()),
)
