"""Plays a recording from its start: every event goes in at its recorded place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.position import Place, PlaceFinder
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.recorder import SessionRecorder
from agi_emu.recording.replaying.starting import machine_at_start, with_game_of
from agi_emu.resources.game import Game
from agi_emu.session import (
    FAR,
    AudioSink,
    Ending,
    EveryBeat,
    InputSource,
    NoInput,
    Observer,
    Pacer,
    PortWrites,
    Session,
    VideoSink,
)
from agi_emu.state.progress import Stop


class ReplayInput:
    """Gives a session the events of a recording, as input source and prompter, until the player takes over."""

    stops = Stop.CYCLE

    def __init__(self, recording: Recording, machine: Machine, live: InputSource) -> None:
        """Start with the machine at the recording's start; `live` is always polled, since it also gives commands."""
        self._events = recording.events
        self._live = live
        self.joined = False
        """Whether the player plays, and no longer the recording."""
        self.given = 0
        """The number of events that have gone in."""
        self._finder = PlaceFinder(machine)

    def jump(self, machine: Machine, given: int | None = None) -> list[InputEvent]:
        """Continue with a machine that was moved to the end of a beat or to the start; return the events there.

        `given` is how many went in before; without it, those of earlier places.
        """
        self._finder = PlaceFinder(machine)
        place = self._finder.place(machine)
        if given is None:
            given = next((at for at, each in enumerate(self._events) if each.place >= place), len(self._events))
        self.given = given
        return self._take(place)

    def follow(self, recording: Recording) -> None:
        """Play the events of another recording; call `jump` before anything is played."""
        self._events = recording.events

    def poll(self) -> list[InputEvent]:
        """Return the player's events, once the player has taken over."""
        live = self._live.poll()
        return live if self.joined else []

    def cue(self, machine: Machine, stop: Stop) -> list[InputEvent]:
        """Return the events at the machine's place."""
        place = self._finder.place(machine)
        return [] if self.joined else self._take(place)

    def next_beat(self, machine: Machine) -> int:
        """Return the beat before the one that sees the next event."""
        if self.joined or not isinstance(self._live, NoInput):
            return 0
        return self._events[self.given].place.beat - 1 if self.given < len(self._events) else FAR

    def _take(self, place: Place) -> list[InputEvent]:
        events = []
        while self.given < len(self._events) and self._events[self.given].place <= place:
            events.append(self._events[self.given].event)
            self.given += 1
        return events


class Listener(AudioSink, Protocol):
    """An audio sink that can skip unheard beats."""

    def follow(self, port_writes: PortWrites) -> None:
        """Apply the writes of a beat that is not heard."""

    def resume(self, machine: Machine) -> None:
        """Learn that the machine was moved: from now on the notes it is playing there sound."""


@dataclass(frozen=True, slots=True)
class Audience:
    """The audience of a replay: what shows it, and who may take over."""

    live: InputSource | None = None
    """The player's input, after taking over."""
    pacer: Pacer | None = None
    video: Iterable[VideoSink] = ()
    audio: Iterable[AudioSink] = ()
    """Jumps to another place do not reach these."""
    listener: Listener | None = None
    """Skips the beats passed in a jump."""
    observers: Iterable[Observer] = ()


NOBODY = Audience()


class Playback:
    """A recording on a machine, with a session that plays it to its end or to the end of any later tick."""

    def __init__(
        self,
        game: Game,
        recording: Recording,
        audience: Audience = NOBODY,
        *,
        masks: Masks = NO_MASKS,
        counts_work: bool = False,
    ) -> None:
        """Put a machine at the start; without an audience it plays unseen, as fast as possible.

        Work is counted if the recording holds it, or with `counts_work`.
        """
        listener = audience.listener
        self.recording = recording
        self.machine = machine_at_start(game, recording)
        self.start_beat: int = self.machine.unguarded.state.clock.beats
        self.input = ReplayInput(recording, self.machine, audience.live or NoInput())
        self.recorder = SessionRecorder(
            self.machine,
            with_game_of(replace(recording, events=(), ticks=()), self.machine),
            masks=masks,
            counts_work=counts_work or recording.holds_work,
        )
        self.session = Session(
            self.machine,
            source=self.input,
            pacer=audience.pacer or EveryBeat(),
            prompter=self.input,
            video=audience.video,
            audio=[*audience.audio, *([listener] if listener else []), self.recorder],
            observers=[self.recorder, self, *audience.observers],
        )
        self.session.give(self.input.jump(self.machine))
        self._listener = listener
        if listener:
            listener.resume(self.machine)
        self._last = self.beats

    @property
    def beat(self) -> int:
        """Beats since the start of the recording."""
        return int(self.machine.unguarded.state.clock.beats) - self.start_beat

    @property
    def tick(self) -> int:
        """Number of ticks played so far."""
        return self.beat // BEATS_PER_TICK

    @property
    def beats(self) -> int:
        """Beats of the whole recording."""
        return self.recording.beats(self.start_beat)

    def run(self, *, until_tick: int | None = None) -> Ending:
        """Play to the end of a tick, or of the recording, or of the game."""
        self._last = self.beats if until_tick is None else min(self.beats, until_tick * BEATS_PER_TICK)
        if self._stands_at(self._last):
            return Ending.GAME if self.session.game_ended else Ending.LIMIT
        ending = self.session.run()
        return Ending.LIMIT if self._stands_at(self._last) and ending is Ending.STOPPED else ending

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Stop the session where `run` must end; the session calls this."""
        if not self.input.joined and self._stands_at(self._last):
            self.session.stop()

    def next_beat(self, machine: Machine) -> int:
        """Return the beat at whose end `run` must stop the session."""
        return self.start_beat + self._last

    def _stands_at(self, beat: int) -> bool:
        """Return whether the machine has completed a beat of the recording, or the game is over."""
        return (self.beat >= beat and bool(self.machine.unguarded.state.cycle.beat_due)) or self.session.game_ended


def events_of(recording: Recording, machine: Machine) -> Callable[[Stop], Sequence[InputEvent]]:
    """Return what gives a machine at the start of a recording its events, asked where it stands before each step."""
    inputs = ReplayInput(recording, machine, NoInput())
    first = inputs.jump(machine)

    def ask(stop: Stop) -> Sequence[InputEvent]:
        given = [*first, *inputs.cue(machine, stop)]
        first.clear()
        return given

    return ask


def session_of(game: Game, recording: Recording) -> Session:
    """Return a session that plays a recording from its start and continues past its end; it compares nothing."""
    machine = machine_at_start(game, recording)
    events = ReplayInput(recording, machine, NoInput())
    session = Session(machine, source=events, pacer=EveryBeat(), prompter=events)
    session.give(events.jump(machine))
    return session
