"""Run a machine cycle by cycle in the time convention of the recordings and write a line of each cycle.

The convention: the processor is infinitely fast; a beat comes only where the game waits: for the animation counter,
three times at the top of a cycle whose v10 is 0, and at every 61st poll that finds no event. A game that waits for a
key gets one at every 18th beat that polls cost in a cycle (reference: golden README, "The time convention").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle as endlessly

from agi_emu.facts.codes import BEATS_PER_TICK, Var
from agi_emu.facts.errors import RecordingError
from agi_emu.input.input_script import InputScript, KeySchedule
from agi_emu.machine.input.events import InputEvent, key_events
from agi_emu.machine.input.keys import accept
from agi_emu.machine.machine import Machine
from agi_emu.machine.save_store import MemoryStore
from agi_emu.machine.snapshots import Snapshot
from agi_emu.state.progress import BeatReason, Stop
from agi_emu.tracing.fields import BLOCKED, OBJECT_FIELDS, PRESSED
from agi_emu.tracing.observer import Event, MachineObserver
from agi_emu.tracing.trace_reader import TraceLine

AUTO_KEYS = ("enter", "enter", "esc", "enter", "space", "y", "enter", "n", "esc", "f10", "1", "enter")
"""Keys pressed in turn, from the first one in every cycle, while the game waits and no `blocked` line is left."""
MOST_BLOCKED_KEYS = 12
"""Of a `blocked` line; the recorder drops the rest (reference: CMD-44)."""
MOST_PRESSES = 60
"""Most of these in one cycle; if another is due, the game is stuck. Those of `blocked` lines do not count."""
BEATS_OF_DATE = 120
"""Dates of files come in steps of two seconds."""
MOST_BUSY_BEATS = 2000
"""Most beats that the logics of a cycle may take without waiting; the recordings were given up about there."""
GIVEN_UP = "wall time"
"""The end of a trace whose game never comes back: it loops, or hangs as the original does."""
STOPS = Stop.INSIDE | Stop.CYCLE
STOPS_WITH_KEYS = STOPS | Stop.READY


@dataclass(frozen=True, slots=True)
class _Beginning:
    """What a cycle changes, as it was at its beginning."""

    snapshot: Snapshot
    model: bytes
    schedule: KeySchedule
    blocked_lines: tuple[tuple[str, ...], ...]
    notes: int


class TraceDriver:
    """A machine under the convention; call `line` for record 0, then again for every cycle."""

    def __init__(
        self,
        machine: Machine,
        script: InputScript,
        *,
        auto_ticks: int = 18,
        object_fields: tuple[str, ...] = tuple(OBJECT_FIELDS),
    ) -> None:
        """Take a machine that has not run yet."""
        if script.steps:
            raise RecordingError(f"{script.name}: a trace takes lines that name cycles, not steps of a walkthrough")
        self.machine = machine
        self._state = machine.unguarded.state
        self.why: str | None = None
        """Why the trace has ended; None until then."""
        self.observer = MachineObserver(machine, object_fields)
        self._auto_ticks = auto_ticks
        self._schedule = KeySchedule(script)
        self._blocked_lines = list(reversed(script.blocked))
        self.surplus = 0
        """Beats of the last cycle that are known only from the recording."""
        self.goes_back = True
        """Whether a cycle is run once more for its surplus beats; without, all come at its end."""
        self._pictures = 0
        """Pictures drawn in this cycle."""
        self._waited_presses: list[tuple[int, int]] = []
        """Of each key pressed for the game in this cycle the beat, and the pictures drawn before it."""
        self._late_pictures: Counter[int] = Counter()
        """Surplus beats by picture of the cycle, counted from 1."""
        machine.picture_drawn = self._note_picture
        if isinstance(machine.save_store, MemoryStore):
            machine.save_store.date = self._date
        self._cycle = 0
        self._events: list[Event] = []
        self._poll_beats = 0
        self._busy_beats = 0
        self._presses = 0
        self._show_wait = True
        self._auto_keys: Iterator[str] = iter(())

    def line(self, *, recorded: TraceLine | None = None, lists_actions: bool = True) -> bytes | None:
        """Run to the next top of the main loop and return its line; None if the trace has ended (see `why`).

        Where the keys pressed in the `recorded` cycle, or its end, come later than ours, the missing beats are surplus
        (see masks). They come in the last picture that is drawn before, for which the cycle is run once more; what is
        left comes at the end (reference: TIME-32). Call `observer.accept` before the next one.
        """
        clock = self._state.clock
        beginning = self._beginning() if recorded and self._takes_long(recorded) else None
        self._late_pictures.clear()
        if not self._run_to_cycle():
            return None
        if recorded and beginning and (late := self._pictures_of_surplus(recorded)):
            self._go_back(beginning)
            self._late_pictures = late
            if not self._run_to_cycle():
                return None
        left = max(0, recorded.beats - clock.beats) if recorded else 0
        self.surplus = left + self._late_pictures.total()
        if recorded and left:
            self.machine.surplus_beats(left)
        self._cycle += 1
        return self.same_line(lists_actions=lists_actions)

    def same_line(self, *, lists_actions: bool) -> bytes:
        """Return the line of the last cycle as it is now, with the list of its actions or without."""
        return self.observer.line(self._cycle - 1, self._events, lists_actions=lists_actions)

    def _date(self) -> int:
        return int(self._state.clock.beats) // BEATS_OF_DATE

    def end_line(self) -> bytes:
        """Return the last line of the trace."""
        return self.observer.end_line(self.why, self._events)

    def _beginning(self) -> _Beginning:
        machine = self.machine
        return _Beginning(
            machine.snapshot(),
            bytes(self.observer.model),
            self._schedule.copy(),
            tuple(self._blocked_lines),
            len(machine.notes),
        )

    def _go_back(self, beginning: _Beginning) -> None:
        """Stand again where the cycle began."""
        machine = self.machine
        machine.restore(beginning.snapshot)
        del machine.notes[beginning.notes :]
        self._schedule = beginning.schedule
        self._blocked_lines = list(beginning.blocked_lines)
        self.observer.forget_cycle(beginning.model)

    def _takes_long(self, recorded: TraceLine) -> bool:
        """Return whether a recorded cycle takes more beats than the wait at its beginning may."""
        longest = BEATS_PER_TICK * max(self._state.vars[Var.CYCLE_TICKS], 1)
        return (
            self.goes_back
            and self._cycle > 0
            and (recorded.waits or recorded.beats - self._state.clock.beats > longest)
        )

    def _pictures_of_surplus(self, recorded: TraceLine) -> Counter[int]:
        """Return how many beats are missing in which pictures of the cycle that has run, by the recorded one."""
        late: Counter[int] = Counter()
        ends = [*zip(recorded.presses(), self._waited_presses, strict=False)]
        ends.append((recorded.beats, (self._state.clock.beats, self._pictures)))
        before = 0
        for theirs, (ours, pictures) in ends:
            missing = theirs - ours - late.total()
            if missing > 0 and pictures > before:
                late[pictures] += missing
            before = pictures
        return late

    def _note_picture(self) -> None:
        """Count a picture that was drawn, and let the surplus beats come that are due in it."""
        self._pictures += 1
        if late := self._late_pictures[self._pictures]:
            self.machine.surplus_beats(late)

    def _run_to_cycle(self) -> bool:
        """Advance to the top of the main loop; return False if the game has ended or is stuck."""
        machine, state = self.machine, self._state
        self._events = []
        self._poll_beats = self._busy_beats = self._presses = self._pictures = 0
        self._waited_presses = []
        self._show_wait = True
        self._auto_keys = endlessly(AUTO_KEYS)
        keys = self._schedule.due(self._cycle - 1) if self._cycle else ()
        while True:
            # Without a key there is nothing to do between the wait and the input.
            stop = machine.advance(until=STOPS_WITH_KEYS if keys or state.keyboard.bios_count else STOPS)
            if stop & Stop.CYCLE:
                return True
            if stop & Stop.ENDED:
                self.why = f"exit({state.general.exit_code})"
                return False
            if stop & Stop.READY:
                self._press(keys, "key")
                machine.poll_keyboard()
            elif stop & Stop.BEAT and not self._deliver_beat():
                return False

    def _deliver_beat(self) -> bool:
        """Deliver the beat for which the machine waits; press a key at every 18th that polls took."""
        reason = self._state.cycle.beat_due
        if reason == BeatReason.WORK:
            self._busy_beats += 1
        if self._state.general.hung or self._busy_beats > MOST_BUSY_BEATS:
            self.why = GIVEN_UP
            return False
        self.machine.deliver_beat()
        if reason != BeatReason.POLL:
            return True
        self._poll_beats += 1
        if self._poll_beats % self._auto_ticks == 0:
            return self._press_for_waiting_game()
        return True

    def _press_for_waiting_game(self) -> bool:
        """Press what is due; return False where the recorder gives up."""
        if not self._blocked_lines:
            if self._presses == MOST_PRESSES:
                self.why = "stuck"
                return False
            self._presses += 1
        if self._show_wait:
            self._events.append((BLOCKED, self._state.clock.beats, self.observer.wait()))
        # What is shown while the game waits is recorded before the first press of a cycle and after each scripted one.
        self._show_wait = bool(self._blocked_lines)
        keys = self._blocked_lines.pop()[:MOST_BLOCKED_KEYS] if self._blocked_lines else (next(self._auto_keys),)
        self._press(keys, PRESSED)
        self._waited_presses += [(self._state.clock.beats, self._pictures)] * len(keys)
        return True

    def _press(self, keys: tuple[str, ...], kind: str) -> None:
        beats = self._state.clock.beats
        events: list[InputEvent] = []
        for key in keys:
            events += key_events(key)
            self._events.append((kind, beats, key))
        accept(self.machine.unguarded, events)
