"""Random expressions over a row of random values, beside SQLite."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

VALUES = st.sampled_from([
    None, 0, 1, -1, 5, 10, 2**63 - 1, -(2**63), 2**53 + 1, 0.5, 1.5, -2.5, 5.0, 1e20, 2.0**53,
    -1e-5, "abc", "ABC", "5", "5.0", "", "xyz", " 5", "1e2", "abc  ", "12abc", "é", b"5", b"",
    b"abc",
])  # fmt: skip

LEAVES = st.sampled_from([
    *"abcdefg", *"abcdefg", "0", "1", "-1", "2", "5", "3", "1.5", "0.0", "-2.5", "1e10", "12", "63",
    "9223372036854775807", "-9223372036854775808", "9007199254740993", "'abc'", "'ABC'", "'5'",
    "'5.0'", "' 5 '", "''", "'1e2'", "'abc '", "'0x10'", "'-3'", "'a%'", "'_b%'", "'é'", "x'35'",
    "x''", "x'616263'", "NULL", "TRUE", "FALSE", "t.a", "t.f",
])  # fmt: skip

BINARY = [
    "+", "-", "*", "/", "%", "||", "&", "|", "<<", ">>", "=", "<>", "<", "<=", ">", ">=", "IS",
    "IS NOT", "IS DISTINCT FROM", "AND", "OR", "LIKE", "NOT LIKE", "GLOB",
]  # fmt: skip
PREFIX = ["-", "+", "~", "NOT "]
POSTFIX = ["IS NULL", "NOTNULL", "IS TRUE", "IS NOT TRUE", "IS FALSE", "IS NOT FALSE"]
COLLATIONS = ["COLLATE nocase", "COLLATE binary", "COLLATE rtrim"]
TYPES = ["INTEGER", "TEXT", "REAL", "BLOB", "NUMERIC", "VARCHAR(3)", "foo", "''"]
CALLS = [
    "coalesce({}, {})", "ifnull({}, {})", "nullif({}, {})", "iif({}, {}, {})", "length({})",
    "typeof({})", "upper({})", "lower({})", "max({}, {})", "min({}, {})", "max({}, {}, {})",
    "hex({})", "quote({})", "instr({}, {})", "substr({}, {})", "trim({})", "round({})",
    "likely({})", "like({}, {})", "CASE WHEN {} THEN {} ELSE {} END", "CASE {} WHEN {} THEN {} END",
    "CASE {} WHEN {} THEN {} WHEN {} THEN {} ELSE {} END", "({} BETWEEN {} AND {})",
    "({} NOT BETWEEN {} AND {})", "({} IN ({}, {}, {}))", "({} NOT IN ({}))", "({} IN ())",
    "(({}, {}) = ({}, {}))", "(({}, {}) < ({}, {}))", "(({}, {}) IS NOT ({}, {}))",
    "(({}, {}) IN (({}, {}), ({}, {})))", "(({}, {}) >= ({}, {}))", "(SELECT {})",
    "({} IN (SELECT {}))", "(({}, {}) BETWEEN ({}, {}) AND ({}, {}))",
    "(({}, {}) IN (SELECT {}, {}))",
]  # fmt: skip


def larger(smaller: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """An operator or call over smaller expressions."""
    return st.one_of(
        st.tuples(smaller, st.sampled_from(BINARY), smaller).map(lambda t: f"({' '.join(t)})"),
        st.tuples(st.sampled_from(PREFIX), smaller).map(lambda t: f"({t[0]}{t[1]})"),
        st.tuples(smaller, st.sampled_from(POSTFIX + COLLATIONS)).map(lambda t: f"({t[0]} {t[1]})"),
        st.tuples(smaller, st.sampled_from(TYPES)).map(lambda t: f"CAST({t[0]} AS {t[1]})"),
        st.sampled_from(CALLS).flatmap(
            lambda call: st.lists(
                smaller, min_size=call.count("{}"), max_size=call.count("{}")
            ).map(lambda args: call.format(*args))
        ),
    )


EXPRESSIONS = st.recursive(LEAVES, larger, max_leaves=12)


@settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(row=st.tuples(*[VALUES] * 7), expression=EXPRESSIONS)
def test_as_in_sqlite(engines, row: tuple[object, ...], expression: str) -> None:  # type: ignore[no-untyped-def]
    engines.set_row(row)
    for sql in (f"SELECT {expression} FROM t", f"SELECT count(*) FROM t WHERE {expression}"):
        ours, sqlite = engines.run(sql)
        assert ours == sqlite
