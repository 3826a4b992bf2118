"""Packed ticks against their plain twin: both ways, and damaged ones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import tick_blocks as core
from agi_emu._core.ticks import ROW_BYTES, row_of, tick_of
from tests.core.plain import tick_blocks as plain
from tests.core.plain.ticks import PlainTick

MOST_ADDED = 0xFFFF
"""Cycles in a tick, at most."""

digests = st.sampled_from((0, 1, 2**64 - 1)).map("{:016x}".format)
values = st.sampled_from((bytes(288), bytes(range(256)) + bytes(32), b"\xff" * 288))
works = st.none() | st.sampled_from((0, 127, 128, 16_383, 16_384, plain.MOST_WORK, 2**63))


@st.composite
def blocks(draw: st.DrawFn) -> list[PlainTick]:
    cycle = draw(st.integers(0, 2**32 - 1 - 20 * MOST_ADDED))
    held = draw(st.sampled_from((st.just(b""), values)))
    ticks: list[PlainTick] = []
    for _ in range(draw(st.integers(1, 20))):
        ticks.append((draw(digests), draw(digests), draw(digests), cycle, draw(held), draw(works)))
        cycle += draw(st.sampled_from((0, 1, MOST_ADDED)))
    return ticks


def rows_of(ticks: Sequence[PlainTick]) -> bytes:
    return b"".join(row_of(bytes.fromhex("".join(tick[:3])), *tick[3:]) for tick in ticks)


def ticks_in(rows: bytes | bytearray) -> list[PlainTick]:
    return [tick_of(rows, index) for index in range(len(rows) // ROW_BYTES)]


@given(blocks())
def test_blocks_are_those_of_the_twin(ticks: list[PlainTick]) -> None:
    rows = rows_of(ticks)
    packed = plain.pack(ticks)
    assert core.pack(rows) == packed
    assert ticks_in(core.unpack(packed, len(ticks))) == [(*tick[:5], None) for tick in ticks]
    assert plain.unpack(packed, len(ticks)) == [(*tick[:5], None) for tick in ticks]
    column = plain.pack_work(ticks)
    assert core.pack_work(rows) == column
    if column:
        again = bytearray(rows_of([(*tick[:5], None) for tick in ticks]))
        assert core.unpack_work(again, column) == len(ticks)
        assert [tick[5] for tick in ticks_in(again)] == [min(tick[5] or 0, plain.MOST_WORK) for tick in ticks]


@given(blocks(), st.integers(-1, 21))
def test_lines_are_those_of_the_twin(ticks: list[PlainTick], first: int) -> None:
    held = [(*tick[:4], tick[4] or bytes(288), tick[5]) for tick in ticks]
    for each in (held, [(*tick[:4], b"", tick[5]) for tick in ticks]):
        assert core.lines(rows_of(each), first) == list(plain.lines(each, max(first, 0)))


@given(blocks(), st.data())
def test_damaged_blocks_are_read_as_by_the_twin_or_refused(ticks: list[PlainTick], data: st.DataObject) -> None:
    packed = bytearray(plain.pack(ticks))
    for _ in range(data.draw(st.integers(0, 3))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(packed[: data.draw(st.integers(0, len(packed)))])
    count = data.draw(st.sampled_from((len(ticks), len(ticks) - 1, 0, -1)))
    try:
        expected = plain.unpack(cut, count)
    except ValueError:
        with pytest.raises(ValueError, match="packed"):
            core.unpack(cut, count)
    else:
        assert ticks_in(core.unpack(cut, count)) == expected


@pytest.mark.parametrize("column", [b"\xff" * 9 + b"\x01", b"\x80" * 1000, b"\xff\xff\xff\xff\xff\xff\x7f"])
def test_work_that_is_too_large_is_refused(column: bytes) -> None:
    with pytest.raises(ValueError, match="a number above"):
        core.unpack_work(bytearray(rows_of([("0" * 16, "0" * 16, "0" * 16, 0, b"", None)])), column)


def test_a_column_of_another_length_is_counted() -> None:
    rows = bytearray(rows_of([("0" * 16, "0" * 16, "0" * 16, 0, b"", None)]))
    assert [core.unpack_work(rows, column) for column in (b"", b"\x85", b"\5", b"\5\6")] == [0, 0, 1, 2]
    assert ticks_in(rows)[0][5] == 5
    assert core.pack_work(b"") == b""
    with pytest.raises(ValueError, match="one tick or more"):
        core.pack(b"")
