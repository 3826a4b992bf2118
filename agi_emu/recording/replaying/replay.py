"""Moves to any moment of a recording, forward and back; the player can take over there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.machine.history import History
from agi_emu.machine.input.events import InputEvent, key_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.save_store import Disk
from agi_emu.machine.snapshots import sealed
from agi_emu.recording.editing import deleted, inserted, settled, trimmed
from agi_emu.recording.masks import NO_MASKS, Masks
from agi_emu.recording.position import Place, PlaceFinder
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import NOBODY, Audience, Listener, Playback
from agi_emu.recording.replaying.searching import Spread, fastest, fastest_of_seeds
from agi_emu.resources.game import Game
from agi_emu.session import PortWrites
from agi_emu.state.progress import Stop

SNAPSHOT_TICKS = 20
"""Ticks from one snapshot to the next: few enough that reaching a tick takes some milliseconds."""
LIMIT_BYTES = 64 << 20
"""Memory of the snapshots; without the oldest, a replay begins at the start to reach what they were of."""


class Replay(Playback):
    """A playback that can step and move to any tick, also back, and be taken over."""

    def __init__(
        self, game: Game, recording: Recording, audience: Audience = NOBODY, *, masks: Masks = NO_MASKS
    ) -> None:
        """Put a machine at the start; without an audience it plays unseen, as fast as possible."""
        super().__init__(game, recording, audience, masks=masks)
        self._longest = self.recorder.recording
        self._history = History(LIMIT_BYTES)
        self._beside: dict[int, tuple[Disk | None, int]] = {}
        """Beside each snapshot the disk, and how many events had gone in: an edited one may go in after its place."""
        self._start = self.machine.snapshot()

    def seek(self, tick: int) -> None:
        """Move the machine to the end of a tick, 0 to the last one; ticks not yet played are played now."""
        tick = max(0, min(tick, self.beats // BEATS_PER_TICK))
        found = self._history.newest_until(tick) or 0
        if tick < self.tick or self.beat % BEATS_PER_TICK or found > self.tick or not tick:
            self._restore(found)
        if tick:
            with self._unheard():
                while not self._stands_at(tick * BEATS_PER_TICK):
                    self.session.play_to(Stop.BEAT | Stop.CYCLE)

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
            with self._unheard():
                while self._place() < tops[-1] and not self.session.game_ended:
                    self.session.play_to(Stop.BEAT | Stop.CYCLE)

    def take_over(self) -> Recording:
        """Let the player play from here; return the recording so far, which continues."""
        here = self._place()
        kept = tuple(each for each in self.recording.events if each.place < here)
        self.input.joined = True
        self.recorder.keep_texts(kept)
        self.recorder.count_rerecord()
        self._history.forget_after(self.tick)
        return self.recorder.recording

    def at(self, tick: int) -> tuple[InputEvent, ...]:
        """Return what goes in during a tick; ticks count from 1."""
        last = self.start_beat + BEATS_PER_TICK * tick
        return tuple(each.event for each in self.recording.events if last - BEATS_PER_TICK < each.place.beat <= last)

    def insert(self, tick: int, *keys: str, ticks: int = 0) -> None:
        """Press keys, by name, at the beginning of a tick; with `ticks`, put so many in there first.

        The machine goes to the end of the tick before if it was beyond; nothing that comes before is played again.
        """
        events = [event for name in keys for event in key_events(name)]
        self.edit(inserted(self.recording, self.start_beat, tick, ticks, events), tick - 1)

    def delete(self, first: int, last: int) -> None:
        """Take ticks out, with what is pressed in them."""
        self.edit(deleted(self.recording, self.start_beat, first, last), first - 1)

    def edit(self, recording: Recording, tick: int) -> None:
        """Continue with a recording that is the same up to the end of a tick."""
        tick = min(tick, self.tick)
        self.recording = recording
        self.input.follow(recording)
        self._history.forget_after(tick)
        self._longest = self._played().until(Place(self.start_beat + BEATS_PER_TICK * tick + 1), tick)
        self._go_to(self._history.newest_until(tick) or 0)
        self.seek(tick)

    def branch(self, tick: int | None = None) -> Recording:
        """Return the recording up to a tick, or all of it, with the digests of this replay: to be saved."""
        self.seek(self.beats if tick is None else tick)
        played, start = self.recorder.recording, self.start_beat
        kept = self.recording if tick is None else trimmed(self.recording, start, tick)
        end = kept.end if tick is None and not self.session.game_ended else played.end
        head = replace(played.head, markers=kept.head.markers)
        return replace(settled(kept, played), head=head, ticks=played.ticks, end=end)

    def search(
        self,
        goal: str,
        actions: Sequence[str],
        span: int,
        *,
        every: int = 1,
        seeds: Iterable[int] = (),
        spread: Spread | None = None,
    ) -> Recording | None:
        """Return a recording that continues here so that `goal` comes true soonest; None if nothing does.

        `goal` is an assertion such as "room == 5 and score > 3". Each `every` ticks one of `actions` is pressed: the
        name of a key, several with blanks between them, or "" for nothing; for at most `span` ticks. Of states with the
        same flags, items, place of ego and variables (apart from those that change by themselves), the first one is
        continued. With `seeds`, each is tried in place of the recording's own. `spread` is the `map` of an executor;
        without, all cores of this computer search.
        """
        how = {"game": self.machine.game.path, "tick": self.tick, "goal": goal, "actions": actions}
        # Imported when needed: a browser has no processes, and plays recordings.
        from concurrent.futures import ProcessPoolExecutor

        search: dict[str, Any] = {**how, "span": span, "every": every}
        with ExitStack() as stack:
            spread = spread or stack.enter_context(ProcessPoolExecutor()).map
            seeds = tuple(seeds)
            if seeds:
                return fastest_of_seeds(self.recording, seeds, spread, **search)
            return fastest(self.recording, spread=spread, **search)

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Keep a snapshot at the end of each stretch of ticks that has none yet, and stop where `run` must end."""
        beat = self.beat
        if beat % (BEATS_PER_TICK * SNAPSHOT_TICKS) == 0 and machine.unguarded.state.cycle.beat_due:
            tick = beat // BEATS_PER_TICK
            if tick > (self._history.newest or 0):
                # Disks are never changed in place, so most of these are the same object.
                self._beside[tick] = machine.snapshot().disk, self.input.given
                self._history.add(tick, machine.unguarded)
        super().after(machine, events)

    def next_beat(self, machine: Machine) -> int:
        """Return the beat at whose end the next snapshot is due, or `run` must stop."""
        stretch = BEATS_PER_TICK * SNAPSHOT_TICKS
        return min(super().next_beat(machine), self.start_beat + (self.beat // stretch + 1) * stretch)

    def _played(self) -> Recording:
        """Return the longest beginning that was played."""
        return max(self._longest, self.recorder.recording, key=lambda each: len(each.ticks))

    def _restore(self, tick: int) -> None:
        self._longest = self._played()
        self._go_to(tick)

    def _go_to(self, tick: int) -> None:
        """Bring back the snapshot of a tick."""
        machine = self.machine
        disk, given = self._beside[tick] if tick else (None, None)
        machine.restore(sealed(self._history.get(tick), disk) if tick else self._start)
        machine.port_writes.clear()
        if self._listener:
            self._listener.resume(machine)
        self.session.forget_input()
        self.session.give(self.input.jump(machine, given))
        self.recorder.resume(self._longest.until(PlaceFinder(machine).place(machine), tick))

    def _place(self) -> Place:
        return self.recorder.place

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


def replay(game: Game, recording: Recording) -> Replay:
    """Return a replay of the recording with this game, at its start; play it with `run`, `seek` and `step`."""
    return Replay(game, recording)
