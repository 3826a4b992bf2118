"""Packing of version 3: what is packed expands to the same bytes, in the core and in an independent plain reader."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import lzw
from agi_emu.resources.volumes import unpack_nibbles
from agi_emu.resources.writing.packing import compress, pack_nibbles
from tests.core.plain.lzw import expand


def expanded(stored: bytes, length: int) -> bytes:
    output = bytearray(length)
    return bytes(output[: lzw.expand(stored, output)])


@pytest.mark.parametrize(
    ("data", "stored"),
    [
        # reference: RES-20, vectors.
        (b"A", "00830404"),
        (b"ABABABA", "00830811483020"),
        (b"hello hello hello", "00d19461c3e60d0881040d222c1810"),
    ],
)
def test_vectors_of_the_reference(data: bytes, stored: str) -> None:
    assert compress(data) == bytes.fromhex(stored)


@given(st.binary(max_size=3000))
def test_any_bytes_expand_again(data: bytes) -> None:
    # reference: RES-21
    stored = compress(data)
    assert expand(stored, len(data) + 1) == data
    assert expanded(stored, len(data)) == data


@pytest.mark.parametrize("colors", [1, 2, 16, 256])
@pytest.mark.parametrize("length", [1021, 20_000, 65_535])
def test_long_data_start_the_table_over(colors: int, length: int) -> None:
    # reference: RES-18
    chance = random.Random(length + colors)
    data = bytes(chance.randrange(colors) for _ in range(length))
    assert expanded(compress(data), length) == data
    if length == 20_000:
        assert expand(compress(data), length) == data


def test_no_code_ever_needs_twelve_bits() -> None:
    # reference: RES-18: a reader's table has 2048 entries; 256 starts it over.
    chance = random.Random(5)
    data = bytes(chance.randrange(256) for _ in range(10_000))
    stream = int.from_bytes(compress(data), "little")
    width, free_code, is_first = 9, 258, True
    while True:
        code = stream & (1 << width) - 1
        stream >>= width
        if code == 257:
            break
        if code == 256:
            width, free_code, is_first = 9, 258, True
            continue
        assert code < free_code or (code == free_code and not is_first)
        if not is_first:
            free_code += 1
        is_first = False
        assert free_code <= 2048
        if free_code == 1 << width and width < 11:
            width += 1


def test_nibbles_of_the_reference() -> None:
    # reference: RES-22.
    plain = bytes.fromhex("F0 06 F8 12 45 F0 07 F2 05 F8 14 67 FF")
    assert pack_nibbles(plain) == bytes.fromhex("F0 6F 81 24 5F 07 F2 5F 81 46 7F F0")


@pytest.mark.parametrize("plain", ["", "F8 01 02", "F0", "F0 10 FF", "FF 00"])
def test_pictures_that_cannot_be_packed(plain: str) -> None:
    assert pack_nibbles(bytes.fromhex(plain)) is None


@given(st.lists(st.one_of(st.sampled_from([0xF0, 0xF1, 0xF2, 0xF8]), st.integers(0, 15)), max_size=60))
def test_packed_pictures_unpack(commands: list[int]) -> None:
    # reference: PIC-14
    plain = bytes([*commands, 0xFF])
    packed = pack_nibbles(plain)
    if packed is not None:
        assert unpack_nibbles(packed, len(plain)) == plain
