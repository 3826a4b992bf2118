"""LZW of the core against its plain twin, by round trips, and by the vectors of the reference."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import lzw
from tests.core.plain import lzw as plain

# Streams of whole codes get past the first one more often than random bytes do.
streams = st.one_of(
    st.binary(max_size=200),
    st.lists(st.integers(0, 511), max_size=80).map(
        lambda codes: sum(code << 9 * at for at, code in enumerate([256, *codes])).to_bytes(
            (9 * (len(codes) + 1) + 7) // 8, "little"
        )
    ),
    st.lists(st.sampled_from([65, 66, 258, 259, 260, 261, 262]), max_size=80).map(
        lambda codes: sum(code << 9 * at for at, code in enumerate([256, 65, *codes])).to_bytes(
            (9 * (len(codes) + 2) + 7) // 8, "little"
        )
    ),
)


def expand(stored: bytes, length: int) -> bytes:
    output = bytearray(length)
    return bytes(output[: lzw.expand(stored, output)])


@pytest.mark.parametrize(
    ("stored", "text"),
    [
        # reference: RES-20, vectors
        ("00830404", b"A"),
        ("00830811483020", b"ABABABA"),
        ("00d19461c3e60d0881040d222c1810", b"hello hello hello"),
    ],
)
def test_expand_gives_the_vectors_of_the_reference(stored: str, text: bytes) -> None:
    assert expand(bytes.fromhex(stored), 100) == text


def test_expand_works_without_the_first_reset() -> None:
    # reference: RES-17: "handle streams without it too"
    stream = (65 | 66 << 9 | 257 << 18).to_bytes(4, "little")
    assert expand(stream, 10) == b"AB"


@given(streams, st.integers(0, 300))
def test_expand_equals_its_plain_twin(stored: bytes, length: int) -> None:
    assert expand(stored, length) == plain.expand(stored, length)


@given(st.one_of(st.binary(max_size=3000), st.text("ab", max_size=4000).map(str.encode)), st.booleans())
def test_expand_undoes_compression(data: bytes, resets: bool) -> None:
    assert expand(plain.compress(data, resets=resets), len(data)) == data


@pytest.mark.parametrize("resets", [True, False])
def test_expand_survives_a_full_table(resets: bool) -> None:
    # More than 2048 entries: all widths, and the table either starts over or stays full.
    data = random.Random(1).randbytes(20000)
    stored = plain.compress(data, resets=resets)
    assert expand(stored, len(data)) == data == plain.expand(stored, len(data))


def test_expand_stops_at_the_end_of_the_output() -> None:
    output = bytearray(b"....")
    assert lzw.expand(plain.compress(b"A" * 50), memoryview(output)[:3]) == 3
    assert output == b"AAA."


@pytest.mark.parametrize(("stored", "room"), [(b"", 5), (b"\x00\x83\x04\x04", 0), (b"\x00", 5)])
def test_expand_of_nothing_gives_nothing(stored: bytes, room: int) -> None:
    assert expand(stored, room) == b""


def test_expand_refuses_an_output_that_cannot_be_written() -> None:
    with pytest.raises((BufferError, ValueError, TypeError)):
        lzw.expand(b"\x00\x83", b"fixed")
