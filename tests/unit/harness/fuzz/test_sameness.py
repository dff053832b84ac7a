"""When two answers to one statement are the same."""

import pytest

from harness.engines.observation import Observation
from harness.fuzz.sameness import difference


def failed(code: str, message: str = "no") -> Observation:
    return Observation(error=(code, message))


@pytest.mark.parametrize(("ours", "theirs"), [("19", "2067"), ("Error", "1"), ("", "19")])
def test_errors_of_one_class_are_the_same(ours: str, theirs: str) -> None:
    assert difference(failed(ours, "one"), failed(theirs, "other")) == ""


def test_errors_of_two_classes_differ() -> None:
    assert difference(failed("1"), failed("19")) == "error: no, not: no"


def test_an_error_is_no_answer() -> None:
    assert difference(failed("Error"), Observation([(1,)])) == "error: no"
    assert difference(Observation([(1,)]), failed("1")) == "no error, not: no"


def test_rows_are_a_bag_unless_ordered() -> None:
    one, other = Observation([(1,), (2,)]), Observation([(2,), (1,)])
    assert difference(one, other) == ""
    assert difference(one, other, ordered=True) == "order of rows"


def test_equal_values_stand_for_one_another_where_one_of_them_is_chosen() -> None:
    one, other = Observation([(1, "a")]), Observation([(1.0, "A")])
    assert difference(one, other) == "values"
    assert difference(one, other, loose=True) == ""
