# ruff: noqa: E501 (tables of SQL, a line each)
"""The seeded faults: each makes one rule of the engine wrong, and has a case that shows it.

`setup` is run first; then `sql` must be answered otherwise than without the fault: another
result, an error, a crash, or no answer at all.
"""

from dataclasses import dataclass

from source_patch import Patch

T = "CREATE TABLE t(a INTEGER, b TEXT, c REAL); INSERT INTO t VALUES(1,'one',1.5),(2,'two',2.5)," \
    "(3,NULL,NULL),(NULL,'four',-4.5),(5,'five',0.0);"  # fmt: skip
U = "CREATE TABLE u(a INTEGER, d TEXT); INSERT INTO u VALUES(1,'x'),(2,'y'),(2,'z'),(NULL,'n'),(9,'q');"
ABORT = '__import__("os").abort()'


@dataclass(frozen=True)
class Fault:
    """One fault: the patch, and the case that shows its harm."""

    name: str
    patch: Patch
    setup: str
    sql: str


def fault(
    name: str, module: str, function: str, old: str, new: str, sql: str, setup: str = ""
) -> Fault:
    return Fault(name, Patch(module, function, old, new), setup, sql)


_ALL = [
    # Operators
    fault("not-in-null", "expr.membership", "InListExpr.make_keys",
          "self.has_null = True", "self.has_null = False",
          "SELECT 5 NOT IN (1, NULL)"),
    fault("in-subquery-null", "exec.subqueries", "InSubquery.is_member",
          "UNKNOWN if self.loose else FALSE", "FALSE",
          "SELECT 7 NOT IN (SELECT a FROM t)", T),
    fault("integer-division-floors", "types.arithmetic", "_divide_int",
          "-(-a // b)", "a // b", "SELECT a / 2 FROM (SELECT -7 AS a)"),
    fault("remainder-sign", "types.arithmetic", "_remainder",
          "-(-a % b)", "a % b", "SELECT a % 3 FROM (SELECT -7 AS a)"),
    fault("concat-null", "types.arithmetic", "concat",
          "a is None or b is None", "a is None and b is None", "SELECT 'x' || b FROM t", T),
    fault("shift-right-unsigned", "types.arithmetic", "_shift",
          "value >> -left", "(value & 0x7FFFFFFFFFFFFFFF) >> -left", "SELECT -8 >> 1"),
    fault("and-null", "expr.logic", "And.truth",
          "right if left == TRUE or right == FALSE else UNKNOWN",
          "right if left == TRUE else UNKNOWN", "SELECT (a > 100) AND a IS NOT NULL FROM t", T),
    fault("or-null", "expr.logic", "Or.truth",
          "right if left == FALSE or right == TRUE else UNKNOWN",
          "right if left == FALSE else UNKNOWN", "SELECT (a > 100) OR 1 FROM t", T),
    fault("not-null-is-true", "expr.logic", "Not.truth",
          "found if found == UNKNOWN else found ^ 1", "TRUE if found == UNKNOWN else found ^ 1",
          "SELECT NOT a FROM t", T),
    fault("between-excludes-end", "expr.comparison", "BetweenExpr.is_between",
          "high == GREATER", "high != LESS", "SELECT b BETWEEN 'a' AND 'one' FROM t", T),
    fault("case-without-else", "expr.conditional", "CaseExpr.eval",
          "None if otherwise is None else otherwise.eval()",
          "0 if otherwise is None else otherwise.eval()", "SELECT CASE WHEN a > 2 THEN 1 END FROM t",
          T),
    fault("simple-case-takes-first", "expr.conditional", "SimpleCaseExpr.eval",
          "return self.results[i].eval()", "return self.results[0].eval()",
          "SELECT CASE a WHEN 1 THEN 'x' WHEN 2 THEN 'y' END FROM t", T),
    fault("coalesce-skips-zero", "expr.conditional", "CoalesceExpr.eval",
          "value is not None", "value", "SELECT coalesce(c, 9) FROM t", T),
    fault("nullif-null", "expr.conditional", "NullIfExpr.eval",
          "return None", "return 0", "SELECT nullif(a, 2) FROM t", T),
    fault("like-minds-case", "functions.patterns", "Pattern.matches",
          "self.ignore_case", "False", "SELECT 'ONE' LIKE 'o%'"),
    fault("glob-ranges-inverted", "functions.patterns", "CharSet.matches",
          "found != self.inverted", "found == self.inverted", "SELECT 'hello' GLOB '[a-h]*'"),
    # Types
    fault("cast-rounds", "types.affinity", "cast",
          "return to_int64(value)",
          "return to_int64(value + 0.5 if isinstance(value, float) else value)",
          "SELECT CAST(c AS INTEGER) FROM t", T),
    fault("text-affinity", "types.affinity", "apply_affinity",
          "return str(value)", "return value",
          "SELECT typeof(x) FROM v", "CREATE TABLE v(x TEXT); INSERT INTO v VALUES(12);"),
    fault("numeric-affinity", "types.affinity", "apply_affinity",
          "number = text_to_number(value)", "number = None",
          "SELECT typeof(x) FROM v", "CREATE TABLE v(x INTEGER); INSERT INTO v VALUES('12');"),
    fault("float-is-numeric", "types.affinity", "affinity_of_type",
          '"REAL" in name or "FLOA" in name or "DOUB" in name', '"REAL" in name or "DOUB" in name',
          "SELECT typeof(x) FROM v", "CREATE TABLE v(x FLOAT); INSERT INTO v VALUES(12);"),
    fault("text-before-numbers", "types.compare", "rank",
          "return 1", "return 3", "SELECT x < y FROM v",
          "CREATE TABLE v(x, y); INSERT INTO v VALUES(1.5, 'a'), ('a', 2.5);"),
    # Functions
    fault("round-truncates", "functions.numbers", "round_real",
          "float(int(value + 0.5))", "float(int(value))", "SELECT round(c) FROM t", T),
    fault("abs-keeps-sign", "functions.numbers", "AbsFunction.call1",
          "return -value", "return value", "SELECT abs(-7)"),
    fault("substr-from-end", "functions.text", "SubstrFunction.bounds",
          "low = size + start", "low = size + start + 1", "SELECT substr('hello', -3, 2)"),
    fault("rtrim-does-nothing", "functions.text", "TrimFunction.call",
          "text.rstrip(characters)", "text", "SELECT rtrim('x  ') || '|'"),
    fault("instr-from-zero", "functions.text", "instr",
          "to_text(where).find(to_text(what)) + 1", "to_text(where).find(to_text(what))",
          "SELECT instr('hello', 'l')"),
    fault("replace-first-only", "functions.text", "replace",
          "text.replace(old, new)", "text.replace(old, new, 1)", "SELECT replace('hello', 'l', 'r')"),
    fault("upper-titles", "functions.text", "upper",
          "text.upper()", "text.title()", "SELECT upper(b) FROM t", T),
    fault("length-of-number", "functions.text", "LengthFunction.call1",
          "len(to_text(value))", "len(value)", "SELECT length(a) FROM t", T),
    fault("quote-leaves-quotes", "functions.text", "quote",
          """before_nul(value).replace("'", "''")""", "before_nul(value)", "SELECT quote('it''s')"),
    fault("unicode-aborts", "functions.text", "unicode",
          "code = ord(text[0])", f"code = ord(text[0]) if text[0] < 'p' else {ABORT}",
          "SELECT unicode('q')"),
    fault("hex-aborts", "functions.text", "hex_of",
          "encode(to_text(value))", f"encode(to_text(value)) if value is not None else {ABORT}",
          "SELECT hex(b) FROM t", T),
    # Aggregates
    fault("count-counts-null", "functions.aggregates", "CountAccumulator.step1",
          "value is not None", "True", "SELECT count(a) FROM t", T),
    fault("sum-of-nothing", "functions.aggregates", "SumAccumulator.final",
          "return None", "return 0", "SELECT sum(a) FROM t WHERE a > 100", T),
    fault("avg-floors", "functions.aggregates", "AvgAccumulator.final",
          "self.real_total() / float(self.count)", "float(self.real_total() // self.count)",
          "SELECT avg(a) FROM t", T),
    fault("min-is-max", "functions.aggregates", "ExtremeAccumulator.step1",
          "value > best if self.sign > 0 else value < best", "value > best",
          "SELECT min(a + 0) FROM t", T),
    fault("concat-separator", "functions.aggregates", "ConcatAccumulator.step1",
          'self.pieces.append(",")', 'self.pieces.append(", ")',
          "SELECT group_concat(b) FROM t", T),
    fault("distinct-aggregate", "exec.aggregate", "DistinctAccumulator.step",
          "key not in self.seen", "True", "SELECT count(DISTINCT a) FROM u", U),
    # Clauses
    fault("nulls-last", "exec.sort", "sort_mixed",
          "nulls + rest if term.nulls_first else rest + nulls", "rest + nulls",
          "SELECT a FROM t ORDER BY a", T),
    fault("sort-by-first-term", "exec.sort", "Sorter.order",
          "i = len(self.terms) - 1", "i = 0", "SELECT a, d FROM u ORDER BY a, d DESC", U),
    fault("offset-ignored", "exec.limit", "Limit.open",
          "self.to_skip = skip", "self.to_skip = 0", "SELECT a FROM t LIMIT 2 OFFSET 2", T),
    fault("except-intersects", "exec.compound", "SetOperation.prepare",
          "(key in others) == wanted", "key in others", "SELECT a FROM t EXCEPT SELECT a FROM u", T + U),
    fault("left-join-drops", "exec.joins", "NestedLoop.step",
          "level.is_left and not level.matched", "False",
          "SELECT t.a, u.d FROM t LEFT JOIN u ON t.a = u.a", T + U),
    fault("full-join-drops-left", "exec.outer_join", "OuterJoin.step",
          "self.keeps_left and not self.left_matched", "False",
          "SELECT t.a, u.d FROM t FULL JOIN u ON t.a = u.a", T + U),
    fault("right-join-drops", "exec.outer_join", "OuterJoin.step",
          "not self.has_partner[at]", "False",
          "SELECT t.a, u.d FROM t RIGHT JOIN u ON t.a = u.a", T + U),
    fault("recursion-repeats", "exec.recursive", "Recursive.enqueue_all",
          "key in self.seen", "False",
          "WITH RECURSIVE r(x) AS (SELECT 1 UNION SELECT x % 3 + 1 FROM r) SELECT x FROM r"),
    fault("frame-end-short", "exec.frames", "FrameBounds.end",
          "min(max(row + shift + 1, 0), partition.size)", "min(max(row + shift, 0), partition.size)",
          "SELECT a, sum(a) OVER (ORDER BY d ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM u", U),
    fault("window-max-hangs", "functions.aggregates", "WindowExtreme.step1",
          "queue.pop()", "None",
          "SELECT max(a) OVER (ORDER BY d ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM u", U),
    # Changes
    fault("dropped-index-entry", "dml.writer", "TableWriter.insert_row",
          "writer.tree.insert(key)",
          "if rowid % 4 != 2: writer.tree.insert(key)",
          "SELECT x FROM v WHERE x = 20",
          "CREATE TABLE v(x); CREATE INDEX vx ON v(x);"
          "INSERT INTO v VALUES(10); INSERT INTO v VALUES(20); INSERT INTO v VALUES(30);"),
    fault("unique-not-checked", "dml.index_writer", "IndexWriter.find_duplicate",
          "value is not None and self.cursor.find((value,))", "False",
          "INSERT INTO v VALUES(1)", "CREATE TABLE v(x UNIQUE); INSERT INTO v VALUES(1);"),
    fault("check-not-checked", "dml.writer", "TableWriter.check_expressions",
          "expr.is_false()", "False", "INSERT INTO v VALUES(-1)",
          "CREATE TABLE v(x CHECK (x > 0));"),
    fault("not-null-not-checked", "dml.writer", "TableWriter.check_not_null",
          "values[i] is not None", "True", "INSERT INTO v VALUES(NULL)",
          "CREATE TABLE v(x NOT NULL);"),
    fault("delete-keeps-first", "dml.delete", "DeleteProgram.run",
          "writer.delete_row(rowids[place], row)",
          "if place or len(rows) == 1: writer.delete_row(rowids[place], row)",
          "SELECT a FROM t", T + "DELETE FROM t WHERE a < 3;"),
    fault("ignore-inserts", "dml.conflicts", "ConflictResolver.resolve_primary",
          "return SKIP", "return GO_ON", "SELECT x, y FROM v",
          "CREATE TABLE v(x INTEGER PRIMARY KEY, y); INSERT INTO v VALUES(1,1);"
          "INSERT OR IGNORE INTO v VALUES(1,2);"),
    fault("update-trigger-lost", "dml.update", "UpdateProgram.update_one",
          "self.events.after_update(rowid, row, updater.new_rowid, updater.new_row)", "None",
          "SELECT x FROM log",
          "CREATE TABLE v(x); CREATE TABLE log(x); CREATE TRIGGER tr AFTER UPDATE ON v BEGIN"
          " INSERT INTO log VALUES(new.x); END; INSERT INTO v VALUES(1); UPDATE v SET x = 2;"),
    fault("autoincrement-reuses", "dml.autoincrement", "AutoIncrement.next_rowid",
          "max(self.largest, writer.cursor.max_rowid())", "writer.cursor.max_rowid()",
          "SELECT x FROM v",
          "CREATE TABLE v(x INTEGER PRIMARY KEY AUTOINCREMENT, y); INSERT INTO v(y) VALUES(1);"
          "INSERT INTO v(y) VALUES(2); DELETE FROM v WHERE x = 2; INSERT INTO v(y) VALUES(3);"),
]  # fmt: skip
FAULTS = {fault.name: fault for fault in _ALL}
