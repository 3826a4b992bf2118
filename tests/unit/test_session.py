"""The session's loop, with a machine that only counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agi_emu.machine.frame import Frame
from agi_emu.machine.input.events import InputEvent, Key
from agi_emu.session import Ending, EveryBeat, NoInput, Session
from tests.frontend.fakes import FakeMachine


class Listed:
    """An input source that gives one list after another."""

    def __init__(self, *polls: list[InputEvent]) -> None:
        self._polls = list(polls)

    def poll(self) -> list[InputEvent]:
        return self._polls.pop(0) if self._polls else []


class Everything:
    """A sink and observer that remembers what it got."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.writes: list[tuple[int, int, int]] = []
        self.seen: list[tuple[int, tuple[InputEvent, ...]]] = []

    def show(self, frame: Frame) -> None:
        self.frames.append(frame)

    def write(self, port_writes: Sequence[tuple[int, int, int]]) -> None:
        self.writes += port_writes

    def after(self, machine: Any, events: Sequence[InputEvent]) -> None:
        self.seen.append((machine.beats, tuple(events)))


class Reluctant(EveryBeat):
    """A pacer for which a beat is due at every third asking only."""

    def __init__(self) -> None:
        self.asked = 0

    def wait(self, beat: int) -> bool:
        self.asked += 1
        return self.asked % 3 == 0


def test_every_part_is_served_each_beat() -> None:
    machine, parts = FakeMachine(), Everything()
    session = Session(
        machine,  # type: ignore[arg-type]
        source=Listed([Key(65)], [], [Key(66), Key(67)]),
        pacer=EveryBeat(),
        video=[parts],
        audio=[parts],
        observers=[parts],
    )
    assert session.run(beats=3) is Ending.LIMIT
    assert parts.seen == [(1, (Key(65),)), (2, ()), (3, (Key(66), Key(67)))]
    assert parts.writes == [(1, 0xC0, 1), (2, 0xC0, 2), (3, 0xC0, 3)]
    assert machine.port_writes == [], "the machine's list must not grow"
    assert len(parts.frames) == 3


def test_run_goes_on_where_it_stopped() -> None:
    machine = FakeMachine()
    session = Session(machine, source=NoInput(), pacer=EveryBeat())  # type: ignore[arg-type]
    session.run(beats=2)
    session.run(beats=3)
    assert session.beats == machine.beats == 5


def test_the_end_of_the_game_ends_the_run() -> None:
    session = Session(FakeMachine(ends_at=7), source=NoInput(), pacer=EveryBeat())  # type: ignore[arg-type]
    assert session.run(beats=100) is Ending.GAME
    assert session.beats == 7


def test_events_wait_for_the_beat_that_is_due() -> None:
    machine = FakeMachine()
    session = Session(machine, source=Listed([Key(65)], [Key(66)]), pacer=Reluctant())  # type: ignore[arg-type]
    for _ in range(3):
        session.turn()
    assert machine.beats == 1
    assert machine.events == [(0, Key(65)), (0, Key(66))]


def test_stop_from_the_input_ends_the_run_before_the_next_beat() -> None:
    machine = FakeMachine()

    class Leaver(NoInput):
        def poll(self) -> list[InputEvent]:
            if machine.beats == 5:
                session.stop()
            return []

    session = Session(machine, source=Leaver(), pacer=EveryBeat())  # type: ignore[arg-type]
    assert session.run() is Ending.STOPPED
    assert machine.beats == 5


def test_a_step_plays_to_the_end_of_the_cycle() -> None:
    machine = FakeMachine(cycle_beats=4)
    session = Session(machine, source=NoInput(), pacer=EveryBeat())  # type: ignore[arg-type]
    session.step_cycle()
    assert machine.beats == 4
    session.run(beats=1)
    session.step_cycle()
    assert machine.beats == 8


def test_a_step_gives_up_when_no_cycle_ends() -> None:
    machine = FakeMachine(cycle_beats=10_000)
    Session(machine, source=NoInput(), pacer=EveryBeat()).step_cycle()  # type: ignore[arg-type]
    assert machine.beats == 60


def test_a_step_during_the_poll_takes_each_event_once() -> None:
    machine = FakeMachine(cycle_beats=1)

    class Stepper(NoInput):
        def poll(self) -> list[InputEvent]:
            session.step_cycle()
            return [Key(65)]

    session = Session(machine, source=Stepper(), pacer=Reluctant())  # type: ignore[arg-type]
    for _ in range(3):
        session.turn()
    assert [event for _, event in machine.events] == [Key(65)] * 3
