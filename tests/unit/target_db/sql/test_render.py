"""Trees back to text: canonical, and the same tree when parsed again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sql_helpers import STATEMENTS, mutated, our_error, parse, tree

from target_db.sql.render_statement import statement as render

PARSED = [sql for sql in STATEMENTS if our_error(sql)[0] is None and sql.strip(" ;")]


def check(sql):
    first = parse(sql)
    text = render(first)
    again = parse(text)
    assert tree(again) == tree(first), text
    assert render(again) == text


@pytest.mark.parametrize("sql", PARSED)
def test_round_trip(sql):
    check(sql)


def test_round_trip_of_mutated_statements():
    count = 0
    for sql in mutated(99, 3000):
        if our_error(sql)[0] is None:
            check(sql)
            count += 1
    assert count > 100


LEAVES = st.sampled_from(["a", "t.b", "1", "-1", "2.5", "'x'", "NULL", "?", "x'01'", "f(a)", '"q"'])
OPERATORS = st.sampled_from(
    ["OR", "AND", "=", "<>", "<", ">=", "IS", "IS NOT", "IS NOT DISTINCT FROM", "&", "|", "<<",
     "+", "-", "*", "/", "%", "||", "->", "->>", "LIKE", "NOT GLOB"]
)  # fmt: skip


def compound(inner):
    return st.one_of(
        st.builds("{} {} {}".format, inner, OPERATORS, inner),
        st.builds("({}) {} ({})".format, inner, OPERATORS, inner),
        st.builds("{} {}".format, st.sampled_from(["NOT", "-", "+", "~"]), inner),
        st.builds("({}) {}".format, inner, st.sampled_from(["ISNULL", "NOT NULL", "COLLATE c"])),
        st.builds("({}) BETWEEN {} AND ({})".format, inner, LEAVES, inner),
        st.builds("({}) NOT IN ({}, {})".format, inner, inner, inner),
        st.builds("CASE {} WHEN {} THEN {} END".format, inner, inner, inner),
        st.builds("({}) LIKE ({}) ESCAPE ({})".format, inner, inner, inner),
        st.builds("(SELECT {} FROM t WHERE {})".format, inner, inner),
        st.builds("CAST({} AS t(1))".format, inner),
    )


@given(st.recursive(LEAVES, compound, max_leaves=12))
@settings(max_examples=400, deadline=None)
def test_round_trip_of_expressions(text):
    check(f"SELECT {text}")


GOLDEN = """
select  a+b*c  , (a+b)*c
SELECT a + b * c, (a + b) * c
select - - 1, -(a), not (a or b)
SELECT - -1, -a, NOT (a OR b)
select a isnull, a notnull, a == b, a != b
SELECT a IS NULL, a IS NOT NULL, a = b, a <> b
select "x", `y`, [select], t."from"
SELECT "x", `y`, `select`, t."from"
select 1 a union all values(1),(2)
SELECT 1 AS a UNION ALL VALUES (1), (2)
select * from a,b left outer join c using(x) cross join d
SELECT * FROM a, b LEFT JOIN c USING (x) CROSS JOIN d
select 1 limit 2,3
SELECT 1 LIMIT 3 OFFSET 2
replace into t values(1)
INSERT OR REPLACE INTO t VALUES (1)
create table t(a int primary key, unique(a desc))without rowid
CREATE TABLE t (a int PRIMARY KEY, UNIQUE (a DESC)) WITHOUT ROWID
select sum(a)over(order by b rows 1 preceding)
SELECT sum(a) OVER (ORDER BY b ROWS BETWEEN (1) PRECEDING AND CURRENT ROW)
end transaction
COMMIT
create trigger r update of a on t begin delete from t;end
CREATE TRIGGER r BEFORE UPDATE OF a ON t BEGIN DELETE FROM t; END
""".strip().splitlines()


@pytest.mark.parametrize(("sql", "canonical"), list(zip(GOLDEN[::2], GOLDEN[1::2], strict=True)))
def test_canonical_text(sql, canonical):
    assert render(parse(sql)) == canonical
