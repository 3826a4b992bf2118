"""Notes what was pressed in a play and when, plays it again, and makes a recording of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.machine.input import keys
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.recording.comparing.updating import updated
from agi_emu.recording.event_text import RecordedEvent
from agi_emu.recording.position import Place
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.starting import begin_recording
from agi_emu.resources.game import Game
from agi_emu.state.progress import Stop

Unit = tuple[tuple[int, "InputEvent"], ...]
"""What belongs together, such as a line that is typed: events, each with the beat at whose end it happens."""
MOST_TICKS = 40
"""The longest that a step waits for the end of a cycle: two seconds."""


@dataclass(frozen=True, slots=True)
class Take:
    """A play from power-on: all that was pressed, and the beat of its end."""

    units: tuple[Unit, ...]
    end: int

    @property
    def event_count(self) -> int:
        """Return how many events there are."""
        return sum(map(len, self.units))


@dataclass(frozen=True, slots=True)
class Trail:
    """How a state was reached: from another one, with these events."""

    before: Trail | None
    units: tuple[Unit, ...]
    end: int
    """The beat at which it was."""
    rooms: frozenset[int] = frozenset()
    """Those that the play was in from the state before to this one."""

    def take(self, end: int | None = None) -> Take:
        """Return the whole play, to a beat, or to where the state is."""
        parts: list[tuple[Unit, ...]] = []
        trail: Trail | None = self
        while trail is not None:
            parts.append(trail.units)
            trail = trail.before
        return Take(tuple(unit for part in reversed(parts) for unit in part), self.end if end is None else end)


class Hand:
    """Presses keys on a machine that stands at the end of a beat, and notes them and the rooms that the play is in."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.units: list[Unit] = []
        self._rooms = {machine.room}
        self._open = False

    def begin(self) -> None:
        """Begin a unit with the next event."""
        self._open = False

    def press(self, events: Iterable[InputEvent]) -> None:
        """Let events happen now."""
        beat = self.machine.unguarded.state.clock.beats
        noted = tuple((beat, event) for event in events)
        if not noted:
            return
        keys.accept(self.machine.unguarded, [event for _, event in noted])
        if self._open:
            self.units[-1] += noted
        else:
            self.units.append(noted)
            self._open = True

    def step(self) -> Stop:
        """Run to the end of a cycle, for at most two seconds."""
        stop = self.machine.run(cycles=1, ticks=MOST_TICKS)
        self._rooms.add(self.machine.room)
        return stop

    def trail(self, before: Trail) -> Trail:
        """Return how the state of now was reached from the one before, and note from now on."""
        beats = self.machine.unguarded.state.clock.beats
        trail = Trail(before, tuple(self.units), beats, frozenset(self._rooms))
        self.units, self._rooms = [], {self.machine.room}
        return trail


def power_on(game: Game, settings: Settings) -> Machine:
    """Return a machine at the end of its first beat."""
    machine = Machine(game, settings=settings)
    machine.advance()
    return machine


def play_take(machine: Machine, take: Take, seen: Callable[[Machine], bool] | None = None) -> int | None:
    """Play a take on a machine from `power_on`; return the first beat after whose cycle `seen` holds, else None.

    Without `seen` nothing is looked at on the way, and the play goes to its end.
    """
    clock = machine.unguarded.state.clock
    for beat, event in (each for unit in take.units for each in unit):
        found = _run_to(machine, beat, seen)
        if found is not None or machine.unguarded.state.general.exited:
            return found
        keys.accept(machine.unguarded, [event])
    found = _run_to(machine, take.end, seen)
    return found if found is not None or seen is None or not seen(machine) else int(clock.beats)


def _run_to(machine: Machine, beat: int, seen: Callable[[Machine], bool] | None) -> int | None:
    clock = machine.unguarded.state.clock
    if seen is None:
        machine.advance_to(beat)
        return None
    while clock.beats < beat:
        left = beat - clock.beats
        stop = machine.run(cycles=1, ticks=left // BEATS_PER_TICK) if left >= BEATS_PER_TICK else machine.advance()
        if seen(machine):
            return int(clock.beats)
        if stop & Stop.ENDED:
            break
    return None


def recording_of(game: Game, settings: Settings, take: Take) -> Recording:
    """Return a recording of a take, with the digest of every tick."""
    begun = begin_recording(Machine(game, settings=settings))
    events = tuple(RecordedEvent(Place(beat + 1), event) for unit in take.units for beat, event in unit)
    recording, _ = updated(game, replace(begun, events=events, end=take.end))
    return recording
