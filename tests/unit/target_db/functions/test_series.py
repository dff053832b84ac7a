# ruff: noqa: E501 - tables of cases
"""generate_series, as its documentation has it: the reference build comes without it."""

from itertools import islice

import pytest

from target_db.errors import SqlError
from target_db.functions.series import generate_series

EDGE = 9223372036854775807


def values_of(series):
    while series.advance():
        yield series.value


@pytest.mark.parametrize(
    "args, expected",
    [
        ((1, 5), [1, 2, 3, 4, 5]), ((5, 1), []), ((1, 10, 3), [1, 4, 7, 10]), ((5, 1, -2), [5, 3, 1]),
        ((1, 1), [1]), ((0, 0, 0), [0]), ((1, 3, 0), [1, 2, 3]), ((1, 5, -1), []), ((None, 5), []),
        ((1, None), []), ((1, 2, None), []), (("2", "4"), [2, 3, 4]), ((1.9, 3.9), [1, 2, 3]),
        ((EDGE - 1, EDGE), [EDGE - 1, EDGE]), ((-EDGE - 1, -EDGE), [-EDGE - 1, -EDGE]),
        ((EDGE, EDGE, EDGE), [EDGE]), ((-EDGE, -EDGE - 1, -EDGE), [-EDGE]), (("x", 1), [0, 1]),
        ((EDGE - 2, EDGE, 2), [EDGE - 2, EDGE]),
    ],
)  # fmt: skip
def test_values(args, expected):
    assert list(values_of(generate_series(list(args)))) == expected


def test_without_a_stop_it_goes_on():
    assert list(islice(values_of(generate_series([7])), 3)) == [7, 8, 9]


def test_start_is_needed():
    with pytest.raises(SqlError, match="first argument"):
        generate_series([])
