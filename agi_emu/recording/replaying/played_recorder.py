"""Records a machine that a program plays: the public recorder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from agi_emu._core.stepper import DEFAULT_BEATS
from agi_emu.facts.codes import BEATS_PER_SECOND, BEATS_PER_TICK
from agi_emu.machine.input.events import InputEvent, key_events, text_events
from agi_emu.machine.machine import Machine
from agi_emu.recording.position import Place
from agi_emu.recording.recording import Recording, with_path_hint
from agi_emu.recording.replaying.recorder import SessionRecorder
from agi_emu.recording.replaying.starting import begin_recording
from agi_emu.session import EveryBeat, NoInput, Session
from agi_emu.state.progress import Stop

STOPS = Stop.BEAT | Stop.CYCLE
"""The stops at which a recording can hold events."""


class Recorder:
    """Plays a machine and records it, from its current moment on.

    Step the machine through the recorder only: what happens to it in another way is not recorded, and the recording
    then differs from its own replay. The machine must be at power-on or at the end of a beat.
    """

    def __init__(self, machine: Machine, *, counts_work: bool = False) -> None:
        """Begin a recording; from now on it holds the savegames that the game writes.

        With `counts_work` it also holds the work of every tick, so that a room that became slower is a difference.
        """
        self.machine = machine
        self._inner = SessionRecorder(machine, begin_recording(machine), counts_work=counts_work)
        self._session = Session(
            machine, source=NoInput(), pacer=EveryBeat(), audio=[self._inner], observers=[self._inner]
        )
        self._start: int = machine.unguarded.state.clock.beats

    def advance(self, events: Iterable[InputEvent] = (), until: Stop = Stop.BEAT) -> Stop:
        """Let `events` happen and run to the next stop of `until`, which names BEAT, CYCLE or both; return the stop.

        ValueError for another stop, at which a recording holds no events.
        """
        if not until or until & ~STOPS:
            raise ValueError(f"a recording holds events at {STOPS}, not at {until}")
        self._session.give(events)
        while True:
            stop = self._session.play_to(STOPS)
            if stop & (until | Stop.ENDED | Stop.ASKED):
                return stop

    def press(self, *names: str) -> None:
        """Press keys by name at the next step: "enter", "f6", "left"; ValueError for an unknown one."""
        self._session.give([event for name in names for event in key_events(name)])

    def type(self, text: str) -> None:
        """Type a text, as fast as the machine takes it; a line break is Enter."""
        for event in text_events(text, code_page=self.machine.code_page):
            while self.machine.unguarded.state.keyboard.bios_count:
                if self.advance() & (Stop.ENDED | Stop.ASKED):
                    return
            self.advance([event])

    def run(
        self,
        *,
        seconds: float | None = None,
        ticks: int | None = None,
        until: Callable[[Machine], bool] | None = None,
    ) -> Stop:
        """Run for a time, or until a condition holds after a beat; machine time, ten minutes at most without a time."""
        beats = DEFAULT_BEATS
        if seconds is not None or ticks is not None:
            beats = round((seconds or 0) * BEATS_PER_SECOND) + (ticks or 0) * BEATS_PER_TICK
        last = self.machine.unguarded.state.clock.beats + beats
        if until is None:
            return self._session.play_through(last)
        stop = Stop.BEAT
        while self.machine.unguarded.state.clock.beats < last and not stop & (Stop.ENDED | Stop.ASKED):
            stop = self.advance()
            if until(self.machine):
                break
        return stop

    @property
    def ticks(self) -> int:
        """The number of ticks recorded so far."""
        return len(self._inner.ticks)

    @property
    def recording(self) -> Recording:
        """The recording so far, as if it ended here; inside a beat, as if it had ended before that beat."""
        recording, state = self._inner.recording, self.machine.unguarded.state
        end: int = state.clock.beats - 1
        if state.cycle.beat_due or state.general.exited or end < self._start:
            return recording
        return replace(recording, events=tuple(each for each in recording.events if each.place.beat <= end), end=end)

    def beginning(self, ticks: int) -> Recording:
        """Return the recording of the first ticks only."""
        recording = self.recording
        if ticks >= len(recording.ticks):
            return recording
        end = self._start + BEATS_PER_TICK * ticks
        return replace(recording.until(Place(end + 1), ticks), end=end)

    def save(self, path: str | Path) -> Recording:
        """Write the recording to a file, which is replaced if it exists, and return it."""
        recording = with_path_hint(self.recording, self.machine.game, Path(path).parent)
        recording.save(path)
        return recording
