"""Records and varints: there and back, and SqlError for what is cut off."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.strings import BytesWriter

from target_db.errors import CORRUPT, SqlError
from target_db.storage.format.record import decode_record, encode_record
from target_db.storage.format.varint import read_varint, varint_end, varint_size, write_varint

EDGES = [
    sign * (2**power + delta) for sign in (1, -1) for power in range(63) for delta in (-1, 0, 1)
]
INTEGERS = st.sampled_from([*EDGES, 2**63 - 1, -(2**63)]) | st.integers(-(2**63), 2**63 - 1)
VALUES = st.lists(
    st.one_of(
        st.none(),
        INTEGERS,
        st.floats(allow_nan=False),
        st.text(max_size=200),
        st.binary(max_size=200),
    ),
    max_size=150,
)


def varint(value: int) -> bytes:
    out = BytesWriter()
    write_varint(out, value)
    return out.getvalue()


@given(INTEGERS)
def test_varint(value: int) -> None:
    data = varint(value)
    assert len(data) == varint_size(value) == varint_end(data, 0)
    assert read_varint(data, 0) == value
    for size in range(len(data)):
        assert varint_end(data[:size], 0) > size


@given(VALUES, st.sampled_from([1, 2, 3]))
def test_there_and_back(values: list, encoding: int) -> None:
    record = encode_record(tuple(values), encoding)
    found = decode_record(b"--" + record + b"--", 2, 2 + len(record), encoding)
    assert found == tuple(values)
    assert [type(value) for value in found] == [type(value) for value in values]


@given(VALUES)
def test_a_record_that_is_cut_off_is_corrupt(values: list) -> None:
    record = encode_record(tuple(values), 1)
    for size in range(0, len(record), 1 + len(record) // 20):
        try:
            found = decode_record(record[:size], 0, size, 1)
        except SqlError as error:
            assert error.code == CORRUPT
        else:
            pytest.fail(f"{size} of {len(record)} bytes gave {found}")


def test_bytes_that_are_not_text_stay() -> None:
    text = b"a\xff\xc3(".decode("utf-8", "surrogateescape")
    record = encode_record((text,), 1)
    assert record.endswith(b"a\xff\xc3(")
    assert decode_record(record, 0, len(record), 1) == (text,)


def test_the_serial_types_of_the_documentation() -> None:
    # "Database File Format", 2.1: the smallest type that holds the value
    assert encode_record((None, 0, 1, 2, 300, "a", b"b"), 1) == bytes(
        [8, 0, 8, 9, 1, 2, 15, 14, 2, 1, 44, 97, 98]
    )
