"""Rules: what failing SQL has in common and passing SQL lacks."""

from harness.clusters.rules import contrast, find_rules


def features(*names: str) -> frozenset[str]:
    return frozenset(names)


def test_the_shared_feature_of_the_failures_is_found() -> None:
    failing = [features("SELECT", "LEFT JOIN", f"noise {i}") for i in range(10)]
    passing = [features("SELECT", f"noise {i}") for i in range(50)]
    rules = find_rules(failing, ["fewer rows"] * 10, passing)
    assert [rule.features for rule in rules] == [("LEFT JOIN",)]


def test_two_causes_give_two_rules() -> None:
    failing = [features("SELECT", "ROUND()")] * 8 + [features("SELECT", "NOT IN")] * 5
    passing = [features("SELECT")] * 40
    rules = find_rules(failing, ["rounding"] * 8 + ["no rows"] * 5, passing)
    assert [rule.features for rule in rules] == [("ROUND()",), ("NOT IN",)]
    assert [rule.failing for rule in rules] == [8, 5]


def test_what_passes_too_is_no_rule() -> None:
    failing = [features("SELECT", "WHERE")] * 10
    assert find_rules(failing, [""] * 10, [features("SELECT", "WHERE")] * 10) == []


def test_a_second_feature_is_added_where_one_is_not_enough() -> None:
    failing = [features("NOT IN", "NULL")] * 10
    passing = [features("NOT IN")] * 30 + [features("NULL")] * 30 + [features("other")] * 30
    rules = find_rules(failing, ["no rows"] * 10, passing)
    assert rules[0].features == ("NOT IN", "NULL")
    assert rules[0].passing == 0


def test_contrast_lists_what_only_the_failures_have() -> None:
    found = contrast([features("a", "b")] * 4, [features("b")] * 4)
    assert found == [("a", 1.0, 0.0)]
