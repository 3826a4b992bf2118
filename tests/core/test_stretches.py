"""Digests of stretches of a state against their plain twin."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import stretches
from tests.core.plain.stretches import Records, Stretch, digest

MOST = 60
LARGE_STATE = bytes(range(251)) * 80
"""Of 20,080 bytes: more than the core gathers at once."""

numbers = st.integers(0, MOST)
pairs = st.tuples(numbers, numbers)
records = st.builds(
    Records,
    numbers,
    st.integers(0, 9),
    st.integers(0, 9),
    st.tuples(numbers, st.integers(0, 5)),
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=3).map(tuple),
)


def places_of(items: Sequence[Stretch | Records]) -> array[int]:
    found = array("I")
    for item in items:
        if isinstance(item, Records):
            found.extend((len(item.pieces), item.offset, item.stride, item.capacity, *item.count))
            found.extend(chain.from_iterable(item.pieces))
        else:
            found.extend((0, *item))
    return found


@given(st.binary(max_size=MOST), st.lists(st.one_of(pairs, records), max_size=6))
def test_digest_equals_its_twin_or_refuses(state: bytes, items: list[Stretch | Records]) -> None:
    try:
        expected = digest(state, items)
    except AssertionError:
        with pytest.raises(ValueError, match="outside"):
            stretches.digest(state, places_of(items))
    else:
        assert stretches.digest(state, places_of(items)) == expected


@given(st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from((0, 1, 500, 4095, 4096, 8192, 10_080))), max_size=9))
def test_large_stretches_are_hashed_in_their_order(items: list[Stretch]) -> None:
    assert stretches.digest(LARGE_STATE, places_of(items)) == digest(LARGE_STATE, items)


@pytest.mark.parametrize("size", [1, 43, 63, 64, 65])
def test_many_small_stretches_are_more_than_the_core_gathers_at_once(size: int) -> None:
    items = [(7 * number, size) for number in range(400)] + [(len(LARGE_STATE) - size, size)] * 3
    assert stretches.digest(LARGE_STATE, places_of(items)) == digest(LARGE_STATE, items)


HUGE = 0xFFFFFFFF


@pytest.mark.parametrize(
    "places",
    [
        (0, 4, 7),
        (0, 11, 0),
        (0, 0, HUGE),
        (0, HUGE, HUGE),
        (0, 1),
        (1, 0, 1, 1, 0, 1),
        (HUGE, 0, 1, 1, 0, 1),
        (1, 0, 1, 1, 9, 2, 0, 1),
        (1, 0, 1, 1, 0, 5, 0, 1),
        (1, HUGE, HUGE, HUGE, 0, 1, 0, 1),
        (1, 0, HUGE, 2, 0, 1, 0, 1),
        (1, 0, 1, 2, 0, 1, HUGE, HUGE),
    ],
)
def test_places_outside_of_the_state_are_refused(places: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"outside|cut off"):
        stretches.digest(b"\xff" * 10, array("I", places))


def test_no_places_are_the_digest_of_nothing() -> None:
    assert stretches.digest(b"", array("I")) == digest(b"", [])
