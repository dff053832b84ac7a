"""Variable-length integers ("Database File Format", 1.6): 1 to 9 bytes, big-endian, 7 bits each."""

from __future__ import annotations

from librt.strings import BytesWriter
from mypy_extensions import i64


def varint_size(value: i64) -> i64:
    """How many bytes the varint of `value` takes; a negative one takes nine."""
    if value < 0:
        return 9
    size: i64 = 1
    while value > 127 and size < 9:
        value = value >> 7
        size += 1
    return size


def write_varint(out: BytesWriter, value: i64) -> None:
    """Append the varint of an int64."""
    if 0 <= value <= 127:
        out.append(value)
        return
    if value < 0 or value >= 0x100_0000_0000_0000:
        low = value & 0xFF
        value = value >> 8
        shift: i64 = 49
        while shift >= 0:
            out.append((value >> shift) & 0x7F | 0x80)
            shift -= 7
        out.append(low)
        return
    shift = 7 * (varint_size(value) - 1)
    while shift > 0:
        out.append((value >> shift) & 0x7F | 0x80)
        shift -= 7
    out.append(value & 0x7F)


def varint_end(data: bytes, at: i64) -> i64:
    """Where the varint that starts at `at` ends; past the data when it is cut off."""
    stop = at + 9
    size: i64 = len(data)
    while at < stop - 1:
        if at >= size:
            return size + 1
        if data[at] < 0x80:
            return at + 1
        at += 1
    return stop


def read_varint(data: bytes, at: i64) -> i64:
    """The int64 of the varint at `at`, which `varint_end` found to be whole."""
    byte: i64 = data[at]
    if byte < 0x80:
        return byte
    value: i64 = byte & 0x7F
    i: i64 = 1
    while i < 8:
        byte = data[at + i]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value
        i += 1
    byte = data[at + 8]
    # The ninth byte counts in full; the top bit that this shifts out makes the sign.
    return wrap(value, byte)


def wrap(high: i64, low: i64) -> i64:
    """`high` (56 bits) and then eight more bits, as a signed number of 64 bits."""
    if high >= 0x80_0000_0000_0000:
        high -= 0x100_0000_0000_0000
    return high * 256 + low
