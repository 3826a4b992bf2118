"""The past of a machine that is debugged: any moment of it, by kept states and the inputs since, replayed exactly.

A moment has a place in time, counted in tokens of logics, beats and cycles. A kept state is one at the end of a beat or
at the top of a cycle; from there the machine runs to any token. What goes into the machine is kept with its moment.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from agi_emu.facts.errors import SaveError
from agi_emu.machine.halts import NEVER, Halts
from agi_emu.machine.history import History
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.machine.raised_errors import ErrorList
from agi_emu.machine.save_store import Disk, MemoryStore
from agi_emu.machine.snapshots import sealed, take
from agi_emu.machine.watchables import Watchable
from agi_emu.state.progress import Phase, Stop

LIMIT_BYTES = 256 << 20
"""Memory of the kept states; when it is full, the oldest go."""
BEATS_BETWEEN = 10
"""Kept states are so far apart, or as many tokens as here: each part between two of them is replayed in milliseconds.
"""
TOKENS_BETWEEN = 100_000
STOPS = Stop.BEAT | Stop.CYCLE
DEFAULT_BEATS = 60 * 60 * 10
"""The longest that a run continues if nothing stops it: ten minutes of machine time."""


class Instant(NamedTuple):
    """A place in time; moments compare in order of time."""

    tokens: int
    """Tokens of logics executed since the debugger came."""
    beats: int
    cycles: int
    stage: int
    """How far the cycle has come, and whether it waits for a beat."""


@dataclass(frozen=True, slots=True)
class Poke:
    """A value that the debugger has set."""

    target: Watchable
    value: int | bool | str


Visit = Callable[[Stop], bool]
"""Called at each halt, with `Stop.ASKED`, and at the end of each beat and cycle; True lets the run end there."""


class TimeLine:
    """What has happened to a machine since the debugger came; it alone may run the machine."""

    def __init__(self, machine: Machine, *, limit_bytes: int = LIMIT_BYTES) -> None:
        """Begin with the machine as it is. SaveError for one whose savegames are files: they cannot be replayed."""
        self.machine = machine
        m = machine.unguarded
        if not isinstance(m.save_store, MemoryStore):
            raise SaveError("a machine is debugged with its savegames in memory, for going back must not write files")
        self._m = m
        self.halts = Halts(m, self._halted)
        self.ask: Callable[[Stop], Sequence[InputEvent]] = lambda stop: ()
        """Asked for input in the present, at the end of each beat and cycle: a player, or a recording."""
        self._visit: Visit | None = None
        self._last: Instant | None = None
        self._every = False
        self._limit = limit_bytes
        self.part: tuple[Instant, Instant] = (self.moment, self.moment)
        """The part of the past that `sweep` has played last."""
        self.begin_again()

    def begin_again(self) -> None:
        """Forget the past: the machine is what it is now."""
        self._history = History(self._limit)
        self._kept: list[tuple[Instant, Disk | None]] = []
        self._first = 0
        """Number in `_history` of the oldest kept state."""
        self._inputs: list[tuple[Instant, InputEvent | Poke]] = []
        self._next = 0
        """The first input that the machine has not been given."""
        self.present = self.moment
        self._stop = Stop.BEAT
        self._keep()

    @property
    def moment(self) -> Instant:
        """Where the machine stands in time."""
        cycle = self._m.state.cycle
        # A machine at power-on begins in a phase of its own.
        stage = -1 if cycle.phase == Phase.START else 2 * cycle.phase + bool(cycle.beat_due)
        return Instant(self.halts.tokens, self._m.state.clock.beats, cycle.number, stage)

    @property
    def beginning(self) -> Instant:
        """The earliest moment that can be gone back to."""
        return self._kept[0][0]

    @property
    def is_past(self) -> bool:
        """Whether the machine stands before the latest moment that it has been at."""
        return self.moment < self.present

    @property
    def used_bytes(self) -> int:
        """Memory of the kept states."""
        return self._history.used_bytes

    # Input

    def give(self, events: Sequence[InputEvent | Poke]) -> None:
        """Let events go in at this moment; what came after it is forgotten."""
        here = self.moment
        self._forget_future()
        for event in events:
            if isinstance(event, Poke):
                self.machine.press(*self._due(here))
                self._put(event)
                self._next += 1
            self._inputs.append((here, event))

    def _forget_future(self) -> None:
        here = self.moment
        self._inputs = [each for each in self._inputs if each[0] <= here]
        keep = bisect_right(self._kept, here, key=lambda kept: kept[0])
        del self._kept[keep:]
        self._history.forget_after(self._first + keep - 1)
        self.present = here

    def _put(self, poke: Poke) -> None:
        """Set a value; SaveError where no machine can have it, and ValueError, change nothing."""
        before = self.machine.snapshot()
        poke.target.put(self._m.state, poke.value, self._m.code_page)
        try:
            # What is not trusted is validated.
            self.machine.restore(take(self._m, trusted=False))
        except SaveError:
            self.machine.restore(before)
            raise

    def _due(self, here: Instant) -> list[InputEvent]:
        """Return the inputs of this moment, and set the values that were set here."""
        events: list[InputEvent] = []
        while self._next < len(self._inputs) and self._inputs[self._next][0] <= here:
            event = self._inputs[self._next][1]
            self._next += 1
            if isinstance(event, Poke):
                self.machine.press(*events)
                events = []
                self._put(event)
            else:
                events.append(event)
        return events

    # Forward

    def play(
        self, visit: Visit | None = None, *, to: Instant | None = None, beats: int = DEFAULT_BEATS, every: bool = False
    ) -> Stop:
        """Run until `visit` returns True (`Stop.HELD` is one of the stops then), to a moment, or for some beats.

        With `every` it is called before each token, else where `halts` has a place. The run ends with the game, and
        where `Machine.stop` was called.
        """
        last_beat = self._m.state.clock.beats + beats
        self._visit, self._last, self._every = visit, to, every
        here = self.moment
        try:
            while True:
                if to is not None and here >= to:
                    return self._stop
                stop, here = self._advance(here)
                if stop & Stop.HELD or (not stop & Stop.ASKED and visit is not None and visit(stop)):
                    return stop | Stop.HELD
                if stop & Stop.ENDED or (stop & Stop.BEAT and self._m.state.clock.beats >= last_beat):
                    return stop
                if stop & Stop.ASKED and not self._is_inner:
                    return stop
        finally:
            self._visit, self._last, self._every = None, None, False

    def halt_soon(self) -> None:
        """Let the visitor be called before the next token."""
        self.halts.stop_at(0)

    def _advance(self, here: Instant) -> tuple[Stop, Instant]:
        """Run from this moment to the next stop; return it, and the moment then: taking one costs as much as a beat."""
        events = self._due(here)
        if here >= self.present and self._stop & STOPS and not self._stop & Stop.ASKED:
            asked = list(self.ask(self._stop))
            self._inputs += [(here, event) for event in asked]
            self._next += len(asked)
            events += asked
        self._aim()
        self._is_inner = False
        self._held = False
        self._stop = stop = self.machine.advance(events, STOPS)
        here = self.moment
        if here >= self.present:
            self.present = here
            if not stop & Stop.ASKED:
                latest = self._kept[-1][0]
                if here.beats >= latest.beats + BEATS_BETWEEN or here.tokens >= latest.tokens + TOKENS_BETWEEN:
                    self._keep()
        return stop | Stop.HELD if self._held else stop, here

    def _aim(self) -> None:
        """Set the token before which the machine must halt for what happens there."""
        aims = [0] if self._every else []
        aims += [self._last.tokens] if self._last is not None else []
        aims += [self._inputs[self._next][0].tokens] if self._next < len(self._inputs) else []
        self.halts.stop_at(min(aims, default=NEVER))

    def _halted(self) -> bool:
        here = self.moment
        due = self._next < len(self._inputs) and self._inputs[self._next][0] <= here
        if due or (self._last is not None and here >= self._last):
            # An end of the run, or input on the way.
            self._is_inner = True
            return True
        self._aim()
        self._held = self._visit is not None and self._visit(Stop.ASKED)
        return self._held

    # Back

    def go_to(self, moment: Instant) -> None:
        """Stand at a moment of the past, or of the future that was already there."""
        moment = min(moment, self.present)
        here = self.moment
        index = max(0, bisect_right(self._kept, moment, key=lambda kept: kept[0]) - 1)
        if not self._kept[index][0] <= here <= moment or self._stop & Stop.ENDED:
            self._bring_back(index, self._history.get(self._first + index))
        with _Unheard(self):
            self.play(to=moment)

    def sweep(self, visit: Visit, *, every: bool = False) -> Iterator[None]:
        """Play the past before this moment again, the latest part first; yield after each part.

        Whoever asks for no further part goes to a moment then.
        """
        end = self.moment
        last = bisect_left(self._kept, end, key=lambda kept: kept[0]) - 1
        parts = self._history.going_back(self._first + last) if last >= 0 else iter(())
        for number, used in parts:
            index = number - self._first
            self._bring_back(index, used)
            self.part = self.moment, end
            with _Unheard(self):
                self.play(visit, to=end, every=every)
            yield
            end = self._kept[index][0]

    def _bring_back(self, index: int, used: bytes) -> None:
        moment, disk = self._kept[index]
        self.machine.restore(sealed(used, disk))
        self.halts.count_from(moment.tokens, halted=False)
        self._next = bisect_left(self._inputs, moment, key=lambda each: each[0])
        self._stop = Stop.BEAT

    def pokes(self, part: tuple[Instant, Instant]) -> Iterator[tuple[Instant, Poke]]:
        """Yield the values that were set in a part of the past."""
        for moment, event in self._inputs:
            if isinstance(event, Poke) and part[0] <= moment <= part[1]:
                yield moment, event

    # Keeping

    def _keep(self) -> None:
        disk = self._m.save_store.disk if isinstance(self._m.save_store, MemoryStore) else None
        self._history.add(self._first + len(self._kept), self._m)
        self._kept.append((self.moment, disk))
        gone = self._history.oldest - self._first
        del self._kept[:gone]
        self._first += gone


class _Unheard:
    """Lets a part of the past be played again without what a machine tells about it being told twice."""

    def __init__(self, line: TimeLine) -> None:
        self._m = line.machine.unguarded

    def __enter__(self) -> None:
        self._errors, self._logged = self._m.errors, len(self._m.log_lines)
        self._m.errors = ErrorList()
        self._m.errors.tell = self._errors.tell

    def __exit__(self, *raised: object) -> None:
        self._m.errors = self._errors
        del self._m.log_lines[self._logged :]
        self._m.port_writes.clear()
