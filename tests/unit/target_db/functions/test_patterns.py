"""LIKE and GLOB beside SQLite, and patterns that make naive matchers explode."""

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

PATTERNS = [
    "", "%", "_", "a", "A", "a%", "%a", "%a%", "a%b", "a_b", "_%_", "%%", "%_%", "a%b%c", "%ab%ab%",
    "__", "é", "É", "_é%", "a\0b", "%\0", "ab%", "%bc", "a%%c", "%b_", "_b%", "50\\%", "a\\_b",
    "\\", "\\\\",
    "%\\", "x%x", "[a]%", 1, 1.5, None, b"a", "1%", "\U0001f600_",
]  # fmt: skip
TEXTS = [
    "", "a", "A", "ab", "abc", "aXb", "ABC", "abab", "ababab", "aabb", "é", "É", "éa", "aéb",
    "a\0b",
    "50%", "a_b", "\\", "x", "xx", "xyx", 1, 15, 1.5, None, b"a", "bc", "abcabc", "\U0001f600x",
    "%", "_",
]  # fmt: skip
GLOBS = [
    "", "*", "?", "a*", "*a", "*a*", "a?c", "[a]", "[abc]*", "[^a]*", "[a-c]", "[a-c]*[x-z]", "[]]",
    "[]a]", "[^]]", "[a-]", "[-a]", "[a", "[", "[]", "[^", "[^]", "[a-c", "*[b]*", "?[b]?", "a[b]c",
    "**",
    "*?*", "[é]", "?é", "A*", "a\0*", "[a\0b]", 1, 1.5, None, b"a", "[c-a]", "[a-a]", "[a--]",
    "[\\]]",
    "[*]", "[?]", "a]", "[[]", "[^a-c]b",
]  # fmt: skip
ESCAPES = ["\\", "%", "_", "a", "A", "é", "", "ab", None, 1, b"\\", "\0"]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_like(pattern, same):
    for text in TEXTS:
        same("like", pattern, text)


@pytest.mark.parametrize("escape", ESCAPES)
def test_like_with_escape(escape, same):
    for pattern, text in itertools.product(PATTERNS, TEXTS):
        same("like", pattern, text, escape)


@pytest.mark.parametrize("pattern", GLOBS)
def test_glob(pattern, same):
    for text in [*TEXTS, "]", "-", "[", "b", "c", "az", "bcx", "^", "*", "?", "a]", "b", "xb"]:
        same("glob", pattern, text)


@given(st.text("ab%_\\é", max_size=10), st.text("abAé", max_size=12))
@settings(max_examples=1500)
def test_like_on_any_text(same, pattern, text):
    same("like", pattern, text)
    same("like", pattern, text, "\\")
    same("like", pattern, text, "b")


@given(st.text("ab*?[]^-c", max_size=10), st.text("abc-]", max_size=10))
@settings(max_examples=1500)
def test_glob_on_any_text(same, pattern, text):
    same("glob", pattern, text)


def test_pattern_of_over_50000_bytes_is_refused(same):
    for size in (49_999, 50_000, 50_001):
        same("like", "a" * size, "b")
        same("glob", "a" * size, "b")
        same("like", "é" * (size // 2) + "x" * (size % 2), "b")
        same("like", "a" * size, None)
    same("like", b"a" * 50_001, "b")


def test_bombs_are_harmless(ours):
    start = time.perf_counter()
    text = "a" * 5000
    assert ours("like", "%a" * 2000 + "b", text) == 0
    assert ours("like", "%_a" * 500 + "%b%", text) == 0
    assert ours("glob", "*[a]" * 500 + "b", text) == 0
    assert ours("glob", "*?a*" * 500 + "b", text) == 0
    assert time.perf_counter() - start < 5.0
