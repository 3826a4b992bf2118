"""The history gives back what was put into it, in little memory."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.machine.history import History
from agi_emu.state.layout import STATE_BYTES, StateLayout
from agi_emu.state.used_part import used_part

FREE = 1 << 30
EMPTY_BYTES = History(FREE).used_bytes


class Moments:
    """A state that changes, in place of a machine."""

    def __init__(self) -> None:
        self.buffer = bytearray(STATE_BYTES)
        self.state = StateLayout.from_buffer(self.buffer)
        self.machine: Any = SimpleNamespace(buffer=self.buffer, state=self.state)

    def used(self) -> bytes:
        """Return the part of the state that counts."""
        return bytes(self.buffer[used_part(self.state)])

    def keep(self, history: History, times: range, *, seed: int = 1) -> dict[int, bytes]:
        """Keep moments that differ in a few bytes, and in length; return them by time."""
        rng = random.Random(seed)
        found = {}
        for time in times:
            for _ in range(5):
                self.state.screen[rng.randrange(64_000)] = rng.randrange(256)
            self.state.arena_used = rng.randrange(100)
            history.add(time, self.machine)
            found[time] = self.used()
        return found


@pytest.fixture
def moments() -> Moments:
    return Moments()


@given(st.lists(st.tuples(st.integers(0, STATE_BYTES - 200), st.binary(max_size=40)), min_size=1, max_size=20))
def test_every_moment_comes_back(writes: list[tuple[int, bytes]]) -> None:
    moments, history, states = Moments(), History(FREE), []
    for time, (place, data) in enumerate(writes):
        moments.buffer[place : place + len(data)] = data
        moments.state.arena_used = len(data)
        history.add(3 * time, moments.machine)
        states.append(moments.used())
    assert [history.get(3 * time) for time in range(len(states))] == states
    assert history.newest == 3 * (len(states) - 1)


def test_differences_are_small(moments: Moments) -> None:
    history = History(FREE)
    moments.keep(history, range(64))
    assert history.used_bytes < EMPTY_BYTES + 64 * 700


def test_the_newest_not_after_a_time_is_found(moments: Moments) -> None:
    history = History(FREE)
    assert (history.newest, history.newest_until(5)) == (None, None)
    moments.keep(history, range(10, 40, 10))
    assert [history.newest_until(time) for time in (9, 10, 29, 99)] == [None, 10, 20, 30]


def test_memory_is_bounded_and_the_oldest_goes_first(moments: Moments) -> None:
    history = History(EMPTY_BYTES + 40_000)
    states = moments.keep(history, range(600))
    assert history.used_bytes <= EMPTY_BYTES + 40_000
    oldest = next(time for time in states if history.newest_until(time) is not None)
    assert 0 < oldest < 580
    assert all(history.get(time) == states[time] for time in range(oldest, 600))


def test_another_way_from_a_time_on(moments: Moments) -> None:
    history = History(FREE)
    states = moments.keep(history, range(30))
    history.forget_after(10)
    assert history.newest == 10
    states |= moments.keep(history, range(11, 20), seed=2)
    assert all(history.get(time) == states[time] for time in range(20))
    history.forget_after(-1)
    assert history.newest is None
    assert moments.keep(history, range(3))[2] == history.get(2)


def test_moments_come_back_in_any_order_while_others_are_kept_and_forgotten(moments: Moments) -> None:
    history, rng = History(EMPTY_BYTES + STATE_BYTES + 20_000), random.Random(5)
    states: dict[int, bytes] = {}
    for begin in range(0, 400, 20):
        states |= moments.keep(history, range(begin, begin + 20), seed=begin)
        for time in rng.choices(range(begin + 20), k=6):
            if time in states and time >= history.oldest:
                assert history.get(time) == states[time]
                assert next(history.going_back(time)) == (time, states[time])
        history.forget_after(begin + 15)
        states = {time: state for time, state in states.items() if time <= begin + 15}
        assert history.get(begin + 17) == states[begin + 15]
    assert history.oldest > 0
