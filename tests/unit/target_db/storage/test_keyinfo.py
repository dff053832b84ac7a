"""Orders of index entries: the quick comparison of texts, digests, and encodings."""

from hypothesis import given
from hypothesis import strategies as st

from target_db.storage.digest import digest
from target_db.storage.keyinfo import KeyInfo, text_order
from target_db.types.collation import BINARY, NOCASE, RTRIM
from target_db.types.compare import compare

TEXTS = st.text(
    st.sampled_from("aAzZ \0é\u07ff\u0800\ud7ff\ue000\uffff😀\udc80\udcc3\udcff"), max_size=10
)
VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.integers(-3, 3),
    st.floats(allow_nan=False),
    st.sampled_from([0.5, -0.5, 2.0**60, -(2.0**60), 2.0**63, float("inf")]),
    TEXTS,
    st.binary(max_size=10),
)


@given(TEXTS, TEXTS)
def test_text_order_is_that_of_bytes(a: str, b: str) -> None:
    x = a.encode("utf-8", "surrogateescape")
    y = b.encode("utf-8", "surrogateescape")
    assert text_order(a, b) == (x > y) - (x < y)
    assert BINARY.compare(a, b) == (x > y) - (x < y)


@given(VALUES, VALUES, st.sampled_from([BINARY, NOCASE, RTRIM]))
def test_digests_never_contradict_the_order(a, b, collation) -> None:
    first, second = digest(a, collation), digest(b, collation)
    order = compare(a, b, collation)
    if first < second:
        assert order < 0
    elif first > second:
        assert order > 0


@given(st.tuples(VALUES, VALUES), st.tuples(VALUES, VALUES))
def test_descending_fields_turn_the_order_round(a, b) -> None:
    up = KeyInfo([NOCASE, BINARY], [False, False], 2)
    down = KeyInfo([NOCASE, BINARY], [True, True], 2)
    assert down.compare(a, b, 2) == -up.compare(a, b, 2)
    assert down.compare(a, b, 1) == -up.compare(a, b, 1)


@given(TEXTS, TEXTS)
def test_binary_in_utf16_compares_those_bytes(a: str, b: str) -> None:
    a = a.encode("utf-8", "ignore").decode()
    b = b.encode("utf-8", "ignore").decode()
    for encoding, codec in ((2, "utf-16-le"), (3, "utf-16-be")):
        info = KeyInfo([BINARY], [False], 1).for_encoding(encoding)
        x, y = a.encode(codec), b.encode(codec)
        assert info.compare((a,), (b,), 1) == (x > y) - (x < y)
