"""Digests and labels."""

import hashlib

from sqllogictest.digest import hash_line, is_hash_line, is_hashed, md5_of
from sqllogictest.labels import Labels


def test_each_value_is_followed_by_a_newline() -> None:
    assert md5_of("1\n2") == hashlib.md5(b"1\n2\n").hexdigest()
    assert md5_of("") == hashlib.md5(b"").hexdigest()


def test_the_line_of_a_hash() -> None:
    line = hash_line(2, "1\n2")
    assert line == "2 values hashing to " + hashlib.md5(b"1\n2\n").hexdigest()
    assert is_hash_line(line)
    assert not is_hash_line("2 values hashing to nothing")
    assert not is_hash_line("values")


def test_the_threshold_is_exceeded_by_more_values_and_never_when_0() -> None:
    assert [is_hashed(count, 8) for count in (0, 8, 9)] == [False, False, True]
    assert not is_hashed(1000, 0)


def test_labels_hold_the_first_result() -> None:
    labels = Labels()
    assert labels.agree("a", "1")
    assert labels.agree("a", "1")
    assert not labels.agree("a", "2")
    assert labels.agree("a", "1")
    assert labels.agree("b", "2")


def test_labels_tell_long_results_apart() -> None:
    labels = Labels()
    long = "\n".join(["12345678"] * 20)
    assert labels.agree("a", long)
    assert labels.agree("a", long)
    assert not labels.agree("a", long[:-1] + "9")
    assert labels.agree("empty", "")
    assert not labels.agree("empty", "x")
