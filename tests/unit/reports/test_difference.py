"""Expected against got."""

from reports.difference import EXTRA, GAP, MISSING, MOST_LINES, SAME, Line, difference


def test_what_is_missing_and_what_came_instead() -> None:
    assert difference("1\n2\n3", "1\n5\n3") == [
        Line(SAME, "1"),
        Line(MISSING, "2"),
        Line(EXTRA, "5"),
        Line(SAME, "3"),
    ]


def test_lines_that_look_like_a_diff_are_told_apart() -> None:
    assert difference("--- a\n+++ b", "--- a") == [Line(SAME, "--- a"), Line(MISSING, "+++ b")]


def test_equal_texts_differ_nowhere() -> None:
    assert difference("a\nb", "a\nb") == []


def test_a_long_difference_is_cut_and_says_so() -> None:
    lines = difference("\n".join(map(str, range(500))), "")
    assert len(lines) == MOST_LINES + 1
    assert lines[-1] == Line(GAP, "440 more lines")


def test_two_places_have_a_gap_between() -> None:
    old = [str(number) for number in range(40)]
    new = ["x", *old[1:39], "y"]
    assert [line.sign for line in difference("\n".join(old), "\n".join(new))].count(GAP) == 1
