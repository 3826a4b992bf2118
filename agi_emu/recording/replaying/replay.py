"""Plays a recording: every event goes in at its recorded place. You can go to any moment, and take over there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from agi_emu.codes import BEATS_PER_TICK
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.snapshots import Snapshot
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.position import Place, PlaceFinder
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.recorder import Recorder
from agi_emu.recording.replaying.starting import machine_at_start, with_game_of
from agi_emu.session import (
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
from agi_emu.state.history import History
from agi_emu.state.progress import Stop

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.machine.save_store import Disk
    from agi_emu.resources.game import Game

SNAPSHOT_TICKS = 20
"""Ticks from one snapshot to the next: few enough that reaching a tick takes some milliseconds."""


class ReplayInput:
    """Gives a session the events of a recording, as input source and prompter, until the player takes over."""

    stops = Stop.CYCLE

    def __init__(self, recording: Recording, machine: Machine, live: InputSource) -> None:
        """Start with the machine at the recording's start; `live` is always polled, since it also gives commands."""
        self._events = recording.events
        self._live = live
        self.joined = False
        """Whether the player plays, and no longer the recording."""
        self._next = 0
        self._finder = PlaceFinder(machine)

    def jump(self, machine: Machine) -> list[InputEvent]:
        """Continue with a machine that was moved to the end of a beat or to the start; return the events there."""
        self._finder = PlaceFinder(machine)
        place = self._finder.place(machine)
        self._next = next((at for at, each in enumerate(self._events) if each.place >= place), len(self._events))
        return self._take(place)

    def poll(self) -> list[InputEvent]:
        """Return the player's events, once the player has taken over."""
        live = self._live.poll()
        return live if self.joined else []

    def cue(self, machine: Machine, stop: Stop) -> list[InputEvent]:
        """Return the events at the machine's place."""
        place = self._finder.place(machine)
        return [] if self.joined else self._take(place)

    def _take(self, place: Place) -> list[InputEvent]:
        events = []
        while self._next < len(self._events) and self._events[self._next].place <= place:
            events.append(self._events[self._next].event)
            self._next += 1
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


class Replay:
    """A recording on a machine, with a session that plays it; it can step and move to any tick."""

    def __init__(
        self,
        game: Game,
        recording: Recording,
        audience: Audience = NOBODY,
        *,
        masks: Masks = NO_MASKS,
        seekable: bool = True,
    ) -> None:
        """Put a machine at the start; without an audience it plays unseen, as fast as possible."""
        listener = audience.listener
        self.recording = recording
        self.machine = machine_at_start(game, recording)
        self.start_beat: int = self.machine.state.clock.beats
        self.input = ReplayInput(recording, self.machine, audience.live or NoInput())
        self.recorder = Recorder(
            self.machine, with_game_of(replace(recording, events=(), ticks=()), self.machine), masks=masks
        )
        self.session = Session(
            self.machine,
            source=self.input,
            pacer=audience.pacer or EveryBeat(),
            prompter=self.input,
            video=audience.video,
            audio=[*audience.audio, *([listener] if listener else []), self.recorder],
            observers=[self.recorder, _Watch(self, keeps=seekable), *audience.observers],
        )
        self.session.give(self.input.jump(self.machine))
        self._listener = listener
        if listener:
            listener.resume(self.machine)
        self._last = self.beats
        self._longest = self.recorder.recording
        self._history = History()
        self._disks: dict[int, Disk | None] = {}
        if seekable:
            self._keep(0)

    @property
    def beat(self) -> int:
        """Beats since the start of the recording."""
        return int(self.machine.state.clock.beats) - self.start_beat

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

    def seek(self, tick: int) -> None:
        """Move the machine to the end of a tick, 0 to the last one; ticks not yet played are played now."""
        tick = max(0, min(tick, self.beats // BEATS_PER_TICK))
        found = self._history.newest_until(tick)
        assert found is not None, "the history holds the start"
        if tick < self.tick or self.beat % BEATS_PER_TICK or found > self.tick or not tick:
            self._restore(found)
        if tick:
            self._play_to(tick * BEATS_PER_TICK)

    def step(self) -> None:
        """Play to the top of the next cycle, at most a second."""
        self.session.step_cycle()

    def step_back(self) -> None:
        """Move the machine to the top of the cycle before the current one, but not before the start."""
        here = self._place()
        tick = self.tick
        while True:
            tick = max(0, tick - SNAPSHOT_TICKS)
            tops = self._tops(tick, here)
            if tops or tick == 0:
                break
        self.seek(tick)
        if tops:
            self._play_to_place(tops[-1])

    def take_over(self) -> Recording:
        """Let the player play from here; return the recording so far, which continues."""
        here = self._place()
        kept = tuple(each for each in self.recording.events if each.place < here)
        self.input.joined = True
        self.recorder.keep_texts(kept)
        self.recorder.count_rerecord()
        self._history.forget_after(self.tick)
        return self.recorder.recording

    def after_stop(self) -> None:
        """Stop the session where `run` must end."""
        if not self.input.joined and self._stands_at(self._last):
            self.session.stop()

    def keep_snapshot(self) -> None:
        """Keep a snapshot at the end of each stretch of ticks that has none yet."""
        beat = self.beat
        if beat % (BEATS_PER_TICK * SNAPSHOT_TICKS) == 0 and self.machine.state.cycle.beat_due:
            tick = beat // BEATS_PER_TICK
            newest = self._history.newest_until(tick)
            if newest is None or newest < tick:
                self._keep(tick)

    def _keep(self, tick: int) -> None:
        snapshot = self.machine.snapshot()
        self._history.add(tick, snapshot.used)
        # Disks are never changed in place, so most of these are the same object.
        self._disks[tick] = snapshot.disk

    def _restore(self, tick: int) -> None:
        machine = self.machine
        played = self.recorder.recording
        if len(played.ticks) > len(self._longest.ticks):
            self._longest = played
        machine.restore(Snapshot(self._history.get(tick), self._disks[tick]))
        machine.port_writes.clear()
        if self._listener:
            self._listener.resume(machine)
        self.session.forget_input()
        self.session.give(self.input.jump(machine))
        self.recorder.resume(self._longest.until(PlaceFinder(machine).place(machine), tick))

    def _place(self) -> Place:
        return self.recorder.place

    def _play_to(self, beat: int) -> None:
        """Play to a beat of the recording, unheard and without the pacer."""
        with self._unheard():
            while not self._stands_at(beat):
                self.session.play_to(Stop.BEAT | Stop.CYCLE)

    def _play_to_place(self, place: Place) -> None:
        with self._unheard():
            while self._place() < place and not self.session.game_ended:
                self.session.play_to(Stop.BEAT | Stop.CYCLE)

    def _stands_at(self, beat: int) -> bool:
        """Return whether the machine has completed a beat of the recording, or the game is over."""
        return (self.beat >= beat and bool(self.machine.state.cycle.beat_due)) or self.session.game_ended

    @contextmanager
    def _unheard(self) -> Iterator[None]:
        sinks = self.session.audio
        self.session.audio = [*([_Following(self._listener)] if self._listener else []), self.recorder]
        try:
            yield
        finally:
            self.session.audio = sinks

    def _tops(self, tick: int, before: Place) -> Sequence[Place]:
        """Return the places of the tops of cycles from the end of a tick to `before`, without playing past that."""
        self.seek(tick)
        tops = []
        with self._unheard():
            while not self.session.game_ended:
                self.session.play_to(Stop.BEAT | Stop.CYCLE)
                place = self._place()
                if place >= before:
                    break
                if place.cycle:
                    tops.append(place)
        return tops


class _Following:
    """Makes a listener skip beats."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def write(self, port_writes: PortWrites) -> None:
        """Pass on the writes of a beat."""
        self._listener.follow(port_writes)


class _Watch:
    """Ends the session with the recording, and keeps snapshots while it is played."""

    def __init__(self, replay: Replay, *, keeps: bool) -> None:
        self._replay = replay
        self._keeps = keeps

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Keep a snapshot if it is due, and stop at the end."""
        if self._keeps:
            self._replay.keep_snapshot()
        self._replay.after_stop()


def session_of(game: Game, recording: Recording) -> Session:
    """Return a session that plays a recording from its start and continues past its end; it compares nothing."""
    machine = machine_at_start(game, recording)
    events = ReplayInput(recording, machine, NoInput())
    session = Session(machine, source=events, pacer=EveryBeat(), prompter=events)
    session.give(events.jump(machine))
    return session


def replay(game: Game, recording: Recording) -> Replay:
    """Return a replay of the recording with this game, at its start; play it with `run`, `seek` and `step`."""
    return Replay(game, recording)
