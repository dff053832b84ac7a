"""Sort modes."""

from hypothesis import given
from hypothesis import strategies as st

from sqllogictest.sorting import sort_values, sorted_text

VALUES = st.lists(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1))


def test_nosort_keeps_the_order() -> None:
    assert sort_values(["2", "1"], 1, "nosort") == ["2", "1"]


def test_rowsort_keeps_rows_together() -> None:
    assert sort_values(["b", "1", "a", "2"], 2, "rowsort") == ["a", "2", "b", "1"]


def test_valuesort_does_not() -> None:
    assert sort_values(["b", "1", "a", "2"], 2, "valuesort") == ["1", "2", "a", "b"]


def test_sorting_is_by_bytes_not_by_number() -> None:
    assert sort_values(["10", "9", "-1", "NULL", "(empty)"], 1, "rowsort") == [
        "(empty)", "-1", "10", "9", "NULL",
    ]  # fmt: skip


@given(VALUES, st.integers(1, 4), st.sampled_from(["nosort", "rowsort", "valuesort"]))
def test_the_text_is_the_sorted_values(values: list[str], columns: int, mode: str) -> None:
    values = values[: len(values) // columns * columns]
    assert sorted_text(list(values), columns, mode) == "\n".join(
        sort_values(list(values), columns, mode)
    )
