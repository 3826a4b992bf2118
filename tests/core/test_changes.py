"""Changes of states against their plain twin, and that they lead back."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import changes
from tests.core.plain.changes import LINE, pack

MOST = 5 * LINE + 9
kinds = st.sampled_from([range(1, 256), range(1, 16), (0x40, 0xF0)])


@st.composite
def states(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """Return a state and a later one: some stretches differ, some in pairs of bytes, some in low nibbles only."""
    size = draw(st.integers(0, MOST))
    before = draw(st.binary(min_size=size, max_size=size))
    now = bytearray(before)
    for _ in range(draw(st.integers(0, 6)) if size else 0):
        start, end = sorted((draw(st.integers(0, size)), draw(st.integers(0, size))))
        step, kind = draw(st.integers(1, 2)), draw(kinds)
        for place in range(start // step * step, end - step + 1, step):
            mixed = kind[place * 7 % len(kind)]
            for byte in range(place, place + step):
                now[byte] ^= mixed
    return before, bytes(now)


def changes_of(before: bytearray, now: bytes, used: int) -> bytes:
    room = bytearray(changes.packed_size(len(before)))
    return bytes(room[: changes.pack(before, now, used, room)])


@given(states(), st.integers(0, MOST))
def test_changes_equal_their_twin_and_lead_there_and_back(pair: tuple[bytes, bytes], used: int) -> None:
    before, now = pair
    used = min(used, len(now))
    state = bytearray(before)
    packed = changes_of(state, now, used)
    assert packed == pack(before, now, used)
    reached = -(-used // LINE) * LINE
    later = now[:reached] + before[reached:]
    assert state == later
    changes.undo(state, packed)
    assert state == before
    changes.undo(state, packed)
    assert state == later


def test_what_is_shown_takes_a_quarter() -> None:
    # Pixels of the screen come in pairs of one colour: 64 of them are 16 bytes, with a head and two masks.
    source = random.Random(1)
    shown = bytes(colour for _ in range(32) for colour in 2 * (source.randrange(1, 16),))
    assert len(changes_of(bytearray(64), shown, 64)) == 20


@given(st.binary(max_size=200), st.integers(0, 3 * LINE))
def test_bytes_of_any_kind_change_nothing_elsewhere(packed: bytes, size: int) -> None:
    # The state lies in the middle of a larger buffer, whose other bytes stay.
    whole = bytearray(b"\xaa" * (size + 2 * LINE))
    with memoryview(whole)[LINE : LINE + size] as state, contextlib.suppress(ValueError):
        changes.undo(state, packed)
    assert whole[:LINE] == whole[LINE + size :] == b"\xaa" * LINE


def test_a_record_that_ends_early_or_lies_outside_is_refused() -> None:
    packed = changes_of(bytearray(LINE), bytes(range(LINE)), LINE)
    for wrong in (packed[:-1], packed[:5], packed[:1], b"\x01" + packed[1:], packed[:1] + b"\x20" + packed[2:]):
        with pytest.raises(ValueError, match="wrong at byte 0"):
            changes.undo(bytearray(LINE), wrong)
    with pytest.raises(ValueError, match=f"wrong at byte {len(packed)}"):
        changes.undo(bytearray(LINE), packed + b"\0")


def test_wrong_sizes_are_refused() -> None:
    room = bytearray(changes.packed_size(100))
    for size, used in ((100, 101), (99, 1), (100, -1)):
        with pytest.raises(ValueError, match="cannot be compared"):
            changes.pack(bytearray(100), bytes(size), used, room)
    with pytest.raises(ValueError, match="too few"):
        changes.pack(bytearray(100), bytes(100), 100, room[1:])
    with pytest.raises(ValueError, match="at most"):
        changes.packed_size(1 << 20)
    assert changes.pack(bytearray(), b"", 0, room) == 0
