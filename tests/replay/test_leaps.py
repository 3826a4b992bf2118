"""Beats that pass in one step: recordings, comparisons and replays come out as beat by beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.data import demo_path
from agi_emu.machine.input.events import Arrow, InputEvent, Key
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.compare import compare_with_game
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.event_text import RecordedEvent
from agi_emu.recording.masks import NO_MASKS, Masks, Rectangle, Variable
from agi_emu.recording.position import Place
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.recording.replaying.replay import Replay
from agi_emu.recording.replaying.starting import begin_recording
from agi_emu.resources.game import Game, open_game
from agi_emu.session import Session
from tests.examples import examples

BEATS = 900
EVENTS: Sequence[InputEvent] = (Key(13), Key(27), Key(ord("l")), Arrow(3, down=True), Arrow(3, down=False))
MASKS = Masks((Rectangle(8, 8, 40, 30, "test"),), (Variable(11, "test"),))
Result = TypeVar("Result")


@cache
def demo() -> Game:
    return open_game(demo_path())


@dataclass
class Stopper:
    """An observer that asks the machine to stop at the ends of stretches of its own; it cannot be hashed."""

    stretch: int

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        machine.stop()

    def next_beat(self, machine: Machine) -> int:
        return machine.unguarded.state.clock.beats + self.stretch


def beat_by_beat(work: Callable[[], Result]) -> Result:
    """Return what a piece of work returns without leaps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "_leaper", lambda session: None)
        return work()


def recorded(events: Sequence[RecordedEvent], masks: Masks = NO_MASKS) -> Recording:
    """Return a recording of the demo with these events and no ticks."""
    head = replace(begin_recording(Machine(demo(), seed=1)).head, masked=masks.areas)
    return Recording(head, tuple(sorted(events, key=lambda each: each.place)), end=BEATS)


def played(recording: Recording, *observers: Stopper, masks: Masks = NO_MASKS) -> Recording:
    """Play the events of a recording to its end and return what a recorder saw."""
    play = Playback(demo(), recording, masks=masks)
    play.session.observers += observers
    play.run()
    return play.recorder.recording


places = st.builds(Place, st.integers(0, BEATS + 20), st.sampled_from((0, 0, 0, 1, 2, 7)))
plays = st.lists(st.builds(RecordedEvent, places, st.sampled_from(EVENTS)), max_size=12)


@examples(12)
@given(plays, st.sampled_from((NO_MASKS, MASKS)), st.integers(2, 40))
def test_what_is_recorded_in_leaps_is_what_is_recorded_beat_by_beat(
    events: list[RecordedEvent], masks: Masks, stretch: int
) -> None:
    recording = recorded(events, masks)
    slow = beat_by_beat(lambda: played(recording, masks=masks))
    assert len(slow.ticks) == BEATS // 3
    assert played(recording, masks=masks) == slow
    assert played(recording, Stopper(stretch), masks=masks) == slow


def comparison(recording: Recording) -> Outcome:
    return compare_with_game(demo(), recording)


@examples(10)
@given(plays, st.lists(st.integers(0, BEATS // 3 - 1), max_size=4), st.sampled_from(("state", "frame", "values")))
def test_what_is_compared_in_leaps_differs_where_it_does_beat_by_beat(
    events: list[RecordedEvent], changed: list[int], what: str
) -> None:
    recording = played(recorded(events))
    ticks = list(recording.ticks)
    for number in changed:
        other = bytes(288) if what == "values" else "0" * 16
        ticks[number] = ticks[number]._replace(**{what: other})
    recording = replace(recording, ticks=tuple(ticks))
    found = comparison(recording)
    assert found == beat_by_beat(lambda: comparison(recording))
    assert (found.first.tick if found.first else None) == (min(changed) + 1 if changed else None)


def test_a_replay_in_leaps_can_go_anywhere() -> None:
    recording = played(recorded([RecordedEvent(Place(100, 0), Key(13)), RecordedEvent(Place(400, 1), Key(27))]))
    play = Replay(demo(), recording)
    play.run(until_tick=250)
    for tick in (250, 20, 19, 131, 0, 299):
        play.seek(tick)
        assert play.tick == tick
        assert play.recorder.recording.ticks[:tick] == recording.ticks[:tick]
        if tick:
            assert play.machine.digests(2).state == recording.ticks[tick - 1].state


def test_a_session_in_leaps_plays_as_many_beats_as_it_was_told() -> None:
    for beats in (1, 2, 3, 599, 601, 1000):
        play = Playback(demo(), recorded([]))
        play.session.run(beats=beats)
        assert play.session.beats == min(beats, BEATS + 1)
        assert play.beat == min(beats - 1, BEATS)
