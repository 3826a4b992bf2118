"""The history gives back what was put into it, in little memory."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.state.history import History


def snapshots(count: int, *, size: int = 5000) -> list[bytes]:
    """Return states of which each differs from the one before in a few bytes, and in length."""
    rng = random.Random(1)
    state = bytearray(rng.randbytes(size))
    found = []
    for _ in range(count):
        for _ in range(5):
            state[rng.randrange(len(state))] = rng.randrange(256)
        found.append(bytes(state[: size - rng.randrange(100)]))
    return found


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=30), st.integers(1, 10))
def test_every_snapshot_comes_back(states: list[bytes], key_every: int) -> None:
    history = History(key_every=key_every)
    for time, state in enumerate(states):
        history.add(3 * time, state)
    assert [history.get(time) for time in history] == states
    assert list(history) == [3 * time for time in range(len(states))]


def test_differences_are_small() -> None:
    states = snapshots(64)
    history = History(key_every=64)
    for time, state in enumerate(states):
        history.add(time, state)
    assert history.used_bytes < 2 * 5000 + 64 * 700


def test_the_newest_not_after_a_time_is_found() -> None:
    history = History()
    assert history.newest_until(5) is None
    for time in (10, 20, 30):
        history.add(time, b"x")
    assert [history.newest_until(time) for time in (9, 10, 29, 99)] == [None, 10, 20, 30]
    assert (20 in history, 21 in history, len(history)) == (True, False, 3)


def test_memory_is_bounded_and_the_first_may_stay() -> None:
    states = snapshots(300)
    for keep_first in (False, True):
        history = History(limit_bytes=40_000, key_every=10, keep_first=keep_first)
        for time, state in enumerate(states):
            history.add(time, state)
        assert history.used_bytes <= 40_000
        times = list(history)
        assert times[-1] == 299
        assert (times[0] == 0) is keep_first
        assert times[-20:] == list(range(280, 300))
        assert all(history.get(time) == states[time] for time in times)


def test_another_way_from_a_time_on() -> None:
    states = snapshots(30)
    history = History(key_every=8)
    for time, state in enumerate(states):
        history.add(time, state)
    history.forget_after(10)
    assert list(history)[-1] == 10
    for time in range(11, 20):
        history.add(time, states[time - 5])
    assert history.get(10) == states[10]
    assert history.get(19) == states[14]


def test_time_does_not_stand_still() -> None:
    history = History()
    history.add(4, b"")
    with pytest.raises(ValueError, match="time 4 is not after 4"):
        history.add(4, b"")
    with pytest.raises(ValueError, match="at least one"):
        History(limit_bytes=0)
