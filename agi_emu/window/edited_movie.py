"""A recording while it is edited: what every tick was, changes that are played at once, and those before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from agi_emu.facts.codes import BEATS_PER_TICK, EGO, Var
from agi_emu.facts.errors import RecordingError
from agi_emu.machine.assertions import Assertion
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.recording import editing
from agi_emu.recording.head import Marker
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.replay import Replay
from agi_emu.resources.game import Game
from agi_emu.state.progress import WAITS_FOR_KEY

MOST_UNDONE = 1000
STRETCH = 400
"""Ticks that are played at most between two pictures."""


SeenTick = tuple[str, int, int, int, str, str]
"""What a tick was at its end: input read, cycle, room, score, ego's place, watched values.

Input is `read` if a cycle began that takes the player's, `key` if its logics alone can ask for a key, `waits` if a
window or prompt waits for one, and "" if nothing was read.
"""


class EditedMovie:
    """Plays a recording, changes it, and can undo that; of what was played it knows every tick."""

    def __init__(self, game: Game, recording: Recording) -> None:
        """Begin at the start of a recording."""
        # Replaying makes the ticks; without them an edit copies little.
        self.replay = Replay(game, replace(recording, ticks=()))
        self.replay.session.observers.append(self)
        self.watches: list[Assertion] = []
        self.seen: dict[int, SeenTick] = {}
        self._reached = 0
        """The last tick that was played as the recording is now."""
        self._last = (0, self.replay.machine.unguarded.state.cycle.number)
        self._past: list[tuple[Recording, int]] = []
        self._undone: list[tuple[Recording, int]] = []
        self._is_over = False
        """Whether the game is known to end before the recording does."""
        self._index()

    @property
    def recording(self) -> Recording:
        """The recording as it is now, without ticks."""
        return self.replay.recording

    @property
    def ticks(self) -> int:
        """How many ticks it has."""
        return self.replay.beats // BEATS_PER_TICK

    def pressed(self, tick: int) -> Sequence[InputEvent]:
        """Return what is pressed in a tick."""
        return self._pressed.get(tick, ())

    def tick_of(self, beat: int) -> int:
        """Return the tick of a beat since power-on."""
        return max(1, (beat - self.replay.start_beat + BEATS_PER_TICK - 1) // BEATS_PER_TICK)

    def markers(self, tick: int) -> list[Marker]:
        """Return the markers of a tick."""
        return [each for each in self.recording.head.markers if self.tick_of(each.beat) == tick]

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """See a machine that plays; what it is at the end of a tick is kept where the tick before was seen, too."""
        state = machine.unguarded.state
        tick, rest = divmod(self.replay.beat, BEATS_PER_TICK)
        if rest or not state.cycle.beat_due:
            return
        (before, number), self._last = self._last, (tick, state.cycle.number)
        self._reached = max(self._reached, tick)
        if tick == before + 1:
            read = "read" if state.general.player_control or state.input.enabled else "key"
            begun = read if state.cycle.number > number else ""
            kind = "waits" if state.cycle.beat_due in WAITS_FOR_KEY else begun
            room, score, ego = state.vars[Var.ROOM], state.vars[Var.SCORE], state.objects[EGO]
            watched = " ".join(f"{each.text}={each.value(machine)!s}" for each in self.watches)
            self.seen[tick] = (kind, state.cycle.number, room, score, f"{ego.x},{ego.y}", watched)

    def follow(self, tick: int, first: int, last: int) -> None:
        """Move the machine to a tick, or nearer if that is far, and see the ticks `first` to `last` that were not."""
        if self._reached < last and not self._is_over:
            goal = min(last, self._reached + STRETCH)
            self.replay.seek(goal)
            self._is_over = self._reached < goal
        last = min(last, self._reached)
        unseen = next((each for each in range(first, last + 1) if each not in self.seen), None)
        if unseen is not None:
            self.replay.seek(unseen - 1)
            self.after(self.replay.machine, ())
            self.replay.seek(last)
        if self.replay.tick != min(tick, self._reached):
            self.replay.seek(min(tick, self._reached))

    def watch(self, watches: list[Assertion]) -> None:
        """See these values of every tick."""
        self.watches = watches
        self.seen.clear()

    def change(self, recording: Recording, first: int) -> None:
        """Continue with a changed recording, the same before tick `first`."""
        self._past = [*self._past[1 - MOST_UNDONE :], (self.recording, first)]
        self._undone.clear()
        head = replace(recording.head, rerecords=self.recording.head.rerecords + 1)
        self._continue(replace(recording, head=head, ticks=()), first)

    def undo(self) -> None:
        """Take the last change back; RecordingError if there is none."""
        self._go_back(self._past, self._undone, "undo")

    def redo(self) -> None:
        """Make the change again that was taken back last; RecordingError if there is none."""
        self._go_back(self._undone, self._past, "redo")

    def _go_back(self, those: list[tuple[Recording, int]], others: list[tuple[Recording, int]], what: str) -> None:
        if not those:
            raise RecordingError(f"there is nothing to {what}")
        recording, first = those.pop()
        others.append((self.recording, first))
        self._continue(recording, first)

    def add(self, tick: int, events: Sequence[InputEvent], ticks: int = 0) -> None:
        """Press something at the beginning of a tick, with so many ticks put in; one after the last tick is made."""
        ticks = max(ticks, tick - self.ticks)
        self.change(editing.inserted(self.recording, self.replay.start_beat, tick, ticks, events), tick)

    def take_out(self, tick: int, events: Sequence[InputEvent]) -> None:
        """Press these no longer in a tick."""
        old = self.recording
        kept = [each for each in old.events if each.event not in events or self.tick_of(each.place.beat) != tick]
        self.change(replace(old, events=tuple(kept)), tick)

    def delete(self, tick: int) -> None:
        """Take a tick out."""
        if tick <= self.ticks:
            self.change(editing.deleted(self.recording, self.replay.start_beat, tick, tick), tick)

    def shift(self, tick: int, by: int) -> None:
        """Press what a tick has so many ticks later."""
        self.change(editing.shifted(self.recording, self.replay.start_beat, tick, tick, by), min(tick, tick + by))

    def mark(self, *markers: Marker) -> None:
        """Have these markers."""
        head = replace(self.recording.head, markers=tuple(sorted(markers)))
        self.change(replace(self.recording, head=head), self.ticks + 1)

    def sign(self, author: str) -> None:
        """Have a name for who made it."""
        self.change(replace(self.recording, head=replace(self.recording.head, author=author)), self.ticks + 1)

    def take(self, branch: Recording) -> None:
        """Continue with a branch, from where it differs; RecordingError if it starts in another way."""
        now = self.recording
        if (branch.head.settings, branch.head.start) != (now.head.settings, now.head.start):
            raise RecordingError("this branch starts in another way; edit it by itself")
        pairs = zip_longest(now.events, branch.events)
        differing = [self.tick_of(each.place.beat) for pair in pairs if pair[0] != pair[1] for each in pair if each]
        ends = [each.beats(self.replay.start_beat) // BEATS_PER_TICK + 1 for each in (now, branch)]
        self.change(branch, min(differing + ends))

    def _continue(self, recording: Recording, first: int) -> None:
        self.replay.edit(recording, first - 1)
        self.seen = {tick: seen for tick, seen in self.seen.items() if tick < first}
        self._reached, self._is_over = min(self._reached, first - 1), False
        self._index()

    def _index(self) -> None:
        self._pressed: dict[int, list[InputEvent]] = {}
        for each in self.recording.events:
            self._pressed.setdefault(self.tick_of(each.place.beat), []).append(each.event)
