"""IN: the hashed list answers as comparing one item after another does."""

from hypothesis import given
from hypothesis import strategies as st

from target_db.expr.base import Run, Source
from target_db.expr.leaves import ColumnExpr, LiteralExpr, ParameterExpr, Parameters
from target_db.expr.membership import InListExpr
from target_db.types.affinity import BLOB, INTEGER, NUMERIC, REAL, TEXT
from target_db.types.collation import BINARY, NOCASE, RTRIM, UserCollation

VALUES = st.one_of(
    st.none(),
    st.integers(-3, 3),
    st.sampled_from([2**53, 2**53 + 1, 2.0**53, 0.5, 1.0, -0.0]),
    st.sampled_from(["", "a", "A", "a ", "1", "1.0", " 1", "é", "É", b"a", b"1", b""]),
)


def column(value: object, affinity: int, collation: object = BINARY) -> ColumnExpr:
    source = Source(0, "t")
    source.row = (value,)
    return ColumnExpr(source, 0, affinity, collation)  # type: ignore[arg-type]


@given(
    VALUES,
    st.lists(VALUES, min_size=1, max_size=5),
    st.sampled_from([BLOB, TEXT, NUMERIC, INTEGER, REAL]),
    st.sampled_from([BINARY, NOCASE, RTRIM]),
    st.booleans(),
)
def test_hashing_is_comparing(
    value: object, items: list[object], affinity: int, collation: object, negated: bool
) -> None:
    operand = column(value, affinity, collation)
    node = InListExpr(operand, [LiteralExpr(i) for i in items], negated, Run())
    found = int(node.search(value))
    assert int(node.find()) == found
    wanted = found if found == 2 or not negated else 1 - found
    assert int(node.truth()) == wanted
    assert node.eval() == (None if wanted == 2 else wanted)


def test_a_user_collation_is_asked() -> None:
    def by_length(a: str, b: str) -> int:
        return len(a) - len(b)

    operand = column("abc", TEXT, UserCollation("length", by_length))
    node = InListExpr(operand, [LiteralExpr("x"), LiteralExpr("xyz")], False, Run())
    assert node.is_true()


def test_parameters_are_hashed_again_in_each_run() -> None:
    run, parameters = Run(), Parameters()
    node = InListExpr(column(7, INTEGER), [ParameterExpr(parameters, 0)], False, run)
    parameters.values = [7]
    run.begin()
    assert node.is_true()
    parameters.values = [8]
    run.begin()
    assert node.is_false()
