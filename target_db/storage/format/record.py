"""Records ("Database File Format", 2.1): the values of a row or of an index entry as bytes."""

from __future__ import annotations

from typing import Final

from librt.strings import (
    BytesWriter,
    read_f64_be,
    read_i16_be,
    read_i32_be,
    read_i64_be,
    write_f64_be,
    write_i16_be,
    write_i32_be,
    write_i64_be,
)
from mypy_extensions import i16, i32, i64

from target_db.storage.failure import corrupt
from target_db.storage.format.varint import read_varint, varint_end, varint_size, write_varint
from target_db.types.numeric import encode

UTF8: Final = 1
UTF16LE: Final = 2
UTF16BE: Final = 3

CODECS: Final = ["utf-8", "utf-8", "utf-16-le", "utf-16-be"]


def encode_text(text: str, encoding: i64) -> bytes:
    """`text` in a database's encoding; stray bytes of UTF-8 become what they were."""
    if encoding <= UTF8:
        return encode(text)
    return text.encode(CODECS[encoding], "surrogatepass")


def decode_text(data: bytes, encoding: i64) -> str:
    """Text from a database's encoding; what is not UTF-8 is kept as lone surrogates."""
    if encoding <= UTF8:
        return data.decode("utf-8", "surrogateescape")
    return data[: len(data) & -2].decode(CODECS[encoding], "surrogatepass")


def encode_record(values: tuple[object, ...], encoding: i64) -> bytes:
    """The record of `values`. A header of serial types, then the contents."""
    types = BytesWriter()
    body = BytesWriter()
    for value in values:
        if value is None:
            types.append(0)
        elif isinstance(value, int):
            if -128 <= value <= 127:
                if value == 0 or value == 1:
                    types.append(8 + value)
                else:
                    types.append(1)
                    body.append(value & 0xFF)
            elif -32768 <= value <= 32767:
                types.append(2)
                write_i16_be(body, value)
            elif -0x80_0000 <= value <= 0x7F_FFFF:
                types.append(3)
                body.append((value >> 16) & 0xFF)
                body.append((value >> 8) & 0xFF)
                body.append(value & 0xFF)
            elif -0x8000_0000 <= value <= 0x7FFF_FFFF:
                types.append(4)
                write_i32_be(body, value)
            elif -0x8000_0000_0000 <= value <= 0x7FFF_FFFF_FFFF:
                types.append(5)
                high = value >> 32
                body.append((high >> 8) & 0xFF)
                body.append(high & 0xFF)
                body.append((value >> 24) & 0xFF)
                body.append((value >> 16) & 0xFF)
                body.append((value >> 8) & 0xFF)
                body.append(value & 0xFF)
            else:
                types.append(6)
                write_i64_be(body, value)
        elif isinstance(value, str):
            data = encode_text(value, encoding)
            write_varint(types, 13 + 2 * len(data))
            body.write(data)
        elif isinstance(value, float):
            types.append(7)
            write_f64_be(body, value)
        elif isinstance(value, bytes):
            write_varint(types, 12 + 2 * len(value))
            body.write(value)
        else:
            raise TypeError(f"not a SQL value: {value!r}")
    size: i64 = len(types) + 1
    while varint_size(size) + len(types) > size:
        size += 1
    record = BytesWriter()
    write_varint(record, size)
    record.write(types.getvalue())
    record.write(body.getvalue())
    return record.getvalue()


def decode_record(data: bytes, at: i64, end: i64, encoding: i64) -> tuple[object, ...]:
    """The values of the record that lies at `data[at:end]`.

    Raises SqlError (CORRUPT) when the record runs over its end.
    """
    head = varint_end(data, at)
    if head > end:
        raise corrupt()
    size = read_varint(data, at)
    body = at + size
    if size < 0 or body > end:
        raise corrupt()
    stop = body
    values: list[object] = []
    while head < stop:
        kind: i64 = data[head]
        if kind < 0x80:
            head += 1
        else:
            start = head
            head = varint_end(data, start)
            if head > stop:
                raise corrupt()
            kind = read_varint(data, start)
        if kind >= 12:
            size = (kind - 12) >> 1
            if size > end - body:
                raise corrupt()
            if kind & 1 == 0:
                values.append(data[body : body + size])
            elif encoding <= UTF8:
                values.append(data[body : body + size].decode("utf-8", "surrogateescape"))
            else:
                values.append(decode_text(data[body : body + size], encoding))
            body += size
        elif kind == 0:
            values.append(None)
        elif kind == 8:
            values.append(0)
        elif kind == 9:
            values.append(1)
        elif kind <= 7:
            size = kind if kind <= 4 else (6 if kind == 5 else 8)
            if size > end - body or kind < 0:
                raise corrupt()
            if kind == 7:
                real = read_f64_be(data, body)
                values.append(real if real == real else None)
            else:
                values.append(decode_integer(data, body, kind))
            body += size
        else:
            raise corrupt()
    return tuple(values)


def decode_integer(data: bytes, at: i64, kind: i64) -> int:
    """The integer of serial type `kind`, 1 to 6."""
    byte: i64
    half: i16
    word: i32
    low: i64
    if kind == 1:
        byte = data[at]
        return int(byte - 256 if byte > 127 else byte)
    if kind == 2:
        half = read_i16_be(data, at)
        return int(half)
    if kind == 3:
        half = read_i16_be(data, at)
        byte = data[at + 2]
        return int(i64(half) * 256 + byte)
    if kind == 4:
        word = read_i32_be(data, at)
        return int(word)
    if kind == 5:
        half = read_i16_be(data, at)
        word = read_i32_be(data, at + 2)
        low = i64(word) & 0xFFFF_FFFF
        return int(i64(half) * 0x1_0000_0000 + low)
    return int(read_i64_be(data, at))


def with_reals(values: tuple[object, ...], columns: list[int]) -> tuple[object, ...]:
    """`values` with the integers in `columns` turned into floats."""
    changed = list(values)
    for column in columns:
        if column < len(changed):
            value = changed[column]
            if isinstance(value, int):
                changed[column] = float(value)
    return tuple(changed)
