"""What is evaluated when: short circuits, cached constants, three-valued logic."""

import pytest

from target_db.errors import SqlError
from target_db.expr.base import FALSE, TRUE, UNKNOWN, Expr, Run
from target_db.expr.conditional import CaseExpr, CoalesceExpr
from target_db.expr.leaves import CachedConstant, LiteralExpr, ParameterExpr, Parameters
from target_db.expr.logic import And, Not, Or


class Counted(Expr):
    """Counts its evaluations."""

    def __init__(self, value: object) -> None:
        self.value = value
        self.count = 0
        self.is_constant = True

    def eval(self) -> object:
        self.count += 1
        return self.value


class Failing(Expr):
    """Must not be evaluated."""

    def eval(self) -> object:
        raise SqlError("evaluated")


# Their nodes are interpreted subclasses, which compiled classes do not allow.
uncompiled = pytest.mark.pure_only

TRUTHS = [(1, TRUE), (0, FALSE), (None, UNKNOWN)]


@pytest.mark.parametrize("left", TRUTHS)
@pytest.mark.parametrize("right", TRUTHS)
def test_three_valued_logic(left: tuple[object, int], right: tuple[object, int]) -> None:
    a, b = LiteralExpr(left[0]), LiteralExpr(right[0])
    values = {left[1], right[1]}
    conjunction = FALSE if FALSE in values else (UNKNOWN if UNKNOWN in values else TRUE)
    disjunction = TRUE if TRUE in values else (UNKNOWN if UNKNOWN in values else FALSE)
    for node, wanted in ((And(a, b), conjunction), (Or(a, b), disjunction)):
        assert node.truth() == wanted
        assert node.is_true() == (wanted == TRUE)
        assert node.is_false() == (wanted == FALSE)
        assert node.eval() == (None if wanted == UNKNOWN else wanted)
        assert Not(node).eval() == (None if wanted == UNKNOWN else 1 - wanted)


@uncompiled
def test_and_or_stop_early() -> None:
    assert And(LiteralExpr(0), Failing()).eval() == 0
    assert Or(LiteralExpr(1), Failing()).eval() == 1
    assert not And(LiteralExpr(None), Failing()).is_true()


@uncompiled
def test_conditionals_stop_early() -> None:
    one, two = LiteralExpr(1), LiteralExpr(2)
    assert CoalesceExpr([LiteralExpr(None), one, Failing()]).eval() == 1
    assert CaseExpr([one, Failing()], [two, Failing()], Failing()).eval() == 2
    assert CaseExpr([LiteralExpr(0)], [Failing()], None).eval() is None


@uncompiled
def test_a_constant_is_evaluated_once_a_run() -> None:
    run, counted = Run(), Counted(7)
    node = CachedConstant(counted, run)
    run.begin()
    assert [node.eval(), node.eval()] == [7, 7]
    assert counted.count == 1
    run.begin()
    assert node.eval() == 7
    assert counted.count == 2


@uncompiled
def test_a_failing_constant_fails_when_it_is_wanted() -> None:
    node = CachedConstant(Failing(), Run())
    with pytest.raises(SqlError):
        node.eval()
    with pytest.raises(SqlError):
        node.eval()


def test_a_parameter_without_a_value_is_null() -> None:
    parameters = Parameters()
    node = ParameterExpr(parameters, 1)
    assert node.eval() is None
    parameters.values = [1, "x"]
    assert node.eval() == "x"
