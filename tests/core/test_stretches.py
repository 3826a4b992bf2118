"""Stretches of a state against their plain twin."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import stretches
from tests.core.plain.stretches import gather

MOST = 60
AROUND = b"\xaa" * 8


def places_of(pairs: list[tuple[int, int]]) -> array[int]:
    return array("I", [number for pair in pairs for number in pair])


@given(st.binary(max_size=MOST), st.lists(st.tuples(st.integers(0, MOST), st.integers(0, MOST)), max_size=6))
def test_gather_equals_its_twin(state: bytes, wanted: list[tuple[int, int]]) -> None:
    pairs = [(min(offset, len(state)), min(size, max(0, len(state) - offset))) for offset, size in wanted]
    expected = gather(state, pairs)
    whole = bytearray(AROUND + bytes(len(expected)) + AROUND)
    with memoryview(whole)[8:-8] as target:
        assert stretches.gather(state, places_of(pairs), target) == len(expected)
    assert whole == AROUND + expected + AROUND


@pytest.mark.parametrize(
    ("pairs", "room"), [([(4, 7)], 20), ([(11, 0)], 20), ([(0, 0xFFFFFFFF)], 20), ([(0, 5), (5, 5)], 9), ([(0, 1)], 0)]
)
def test_what_does_not_fit_is_refused(pairs: list[tuple[int, int]], room: int) -> None:
    whole = bytearray(AROUND + bytes(room) + AROUND)
    with memoryview(whole)[8:-8] as target, pytest.raises(ValueError, match="room"):
        stretches.gather(bytes(10), places_of(pairs), target)
    assert whole[:8] == whole[-8:] == AROUND


def test_nothing_is_gathered_from_nothing() -> None:
    assert stretches.gather(b"", array("I"), bytearray()) == 0
