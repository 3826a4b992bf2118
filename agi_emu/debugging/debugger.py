"""The debugger: it stops a machine, steps it forward and back, and answers what it is and who made it so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agi_emu.debugging.breakpoints import ERROR, MERCY, Breakpoint, breakpoint_of
from agi_emu.debugging.causes import Asked, Causes, Write
from agi_emu.debugging.time_line import DEFAULT_BEATS, LIMIT_BYTES, Instant, Poke, TimeLine
from agi_emu.facts.codes import BEATS_PER_SECOND
from agi_emu.facts.errors import AgiError
from agi_emu.machine.assertions import parse_assertion
from agi_emu.machine.halts import Place
from agi_emu.machine.input.events import key_events, text_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.watchables import Watchable, shown, watchable_of
from agi_emu.machine.watching import PRINT, Event
from agi_emu.resources.projects.source_places import SourceLine, SourcePlaces
from agi_emu.state.progress import Stop

Unit = Literal["line", "instruction", "cycle", "beat"]
Way = Literal["into", "over", "out"]
_BRACES = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where and why the machine stands."""

    reason: str
    """step, breakpoint, limit, waiting, beginning, ended or pause."""
    text: str
    """The reason in words."""
    breakpoints: tuple[Breakpoint, ...] = ()


@dataclass(frozen=True, slots=True)
class StackFrame:
    """A logic that is running."""

    logic: int
    offset: int
    """Of the instruction that comes next, or that has called."""
    line: SourceLine

    def __str__(self) -> str:
        return f"{self.line.place}: {self.line.text}"


class Debugger:
    """A machine with its past. It alone may run the machine: other input and steps are not kept."""

    def __init__(self, machine: Machine, *, sources: Path | str | None = None, limit_bytes: int = LIMIT_BYTES) -> None:
        """Begin where the machine stands; `sources` is the project folder that its game was built from."""
        self.machine = machine
        self.places = SourcePlaces(machine.game, Path(sources) if sources else None)
        self.time = TimeLine(machine, limit_bytes=limit_bytes)
        self.breakpoints: list[Breakpoint] = []
        self.log: Callable[[str], None] = lambda text: None
        """Called with what log points write."""
        self.branched: Callable[[], None] = lambda: None
        """Called when a value is set or the past is left another way: a recording of the run is another one then."""
        self._by_place: dict[Place, list[Breakpoint]] = {}
        self._met: list[tuple[Breakpoint, str]] = []
        """What has happened since the last halt that some breakpoint waits for."""
        self._stopped_by: tuple[Breakpoint, ...] = ()
        """What the machine was stopped by where it stands, going either way."""
        self._goes_back = False
        self._is_listening = False
        self._ends: list[Callable[[], None]] = []
        self._starts: dict[int, frozenset[int]] = {}
        self._task: _Task | None = None
        self._causes = Causes(self.time, self.places)
        machine.unguarded.errors.tell = lambda error: self._hear(ERROR, str(error))
        machine.unguarded.noted = lambda sentence: self._hear(MERCY, sentence)

    # Breakpoints

    def add(self, what: str, *, condition: str = "", hits: str = "", log: str = "") -> Breakpoint:
        """Stop there from now on, see `breakpoint_of`; AgiError says what is not understood."""
        found = breakpoint_of(what, self.machine.game, self.places, condition=condition, hits=hits, log=log)
        self.set_breakpoints([*self.breakpoints, found])
        return found

    def remove(self, each: Breakpoint) -> None:
        """Stop there no more."""
        self.set_breakpoints([other for other in self.breakpoints if other is not each])

    def set_breakpoints(self, breakpoints: Sequence[Breakpoint]) -> None:
        """Stop at these and at no others."""
        self.breakpoints = list(breakpoints)
        for end in self._ends:
            end()
        self._ends = [self._watch(each) for each in self.breakpoints if each.target is not None or each.text]
        self._by_place = {}
        for each in self.breakpoints:
            for place in each.places:
                self._by_place.setdefault(place, []).append(each)
        self.time.halts.set_places(self._by_place)

    def _watch(self, each: Breakpoint) -> Callable[[], None]:
        def changed(event: Event) -> None:
            if self._is_listening and each.holds(self.machine):
                self._meet(each, f"{each.what} is {shown(event.value)}, was {shown(event.before)}")

        def printed(event: Event) -> None:
            if self._is_listening and each.text in " ".join(str(event.value).split()).lower():
                self._meet(each, f"the text {event.value!r} is shown")

        return self.machine.on(str(each.target) if each.target else PRINT, changed if each.target else printed)

    def _hear(self, kind: str, sentence: str) -> None:
        for each in self.breakpoints:
            if self._is_listening and each.tells == kind and each.holds(self.machine):
                self._meet(each, sentence)

    def _meet(self, each: Breakpoint, text: str) -> None:
        self._met.append((each, text))
        self.time.halt_soon()

    def _take_met(self, stop: Stop) -> list[tuple[Breakpoint, str]]:
        """Return the breakpoints that are met here and are to be stopped at; log points write what they say."""
        met, self._met = self._met, []
        place = self.time.halts.place if stop & Stop.ASKED else None
        if place is not None:
            met += [(each, each.what) for each in self._by_place.get(place, ()) if each.holds(self.machine)]
        if self._goes_back:
            return [each for each in met if not each[0].log]
        stops = []
        for each, text in met:
            if not each.counts():
                continue
            if each.log:
                self.log(self._filled(each.log))
            else:
                stops.append((each, text))
        return stops

    def _filled(self, text: str) -> str:
        def value(match: re.Match[str]) -> str:
            try:
                return shown(self.evaluate(match[1]))
            except AgiError as error:
                return f"{{{error}}}"

        return _BRACES.sub(value, text)

    # Running

    def run(self, *, seconds: float | None = None) -> Stopped:
        """Run until something stops the machine, a window that waits or the end too; ten minutes without `seconds`."""
        self._task = None
        return self._to_the_end(seconds)

    def step(self, by: Unit = "line", way: Way = "over") -> Stopped:
        """Step by a line, an instruction, a cycle or a beat; over calls, into them, or out of the logic."""
        self.begin_step(by, way)
        return self._to_the_end(None)

    def _to_the_end(self, seconds: float | None) -> Stopped:
        beats = None if seconds is None else round(seconds * BEATS_PER_SECOND)
        return self.play(beats=beats, waits=False) or Stopped("limit", "the time is over")

    def begin_step(self, by: Unit = "line", way: Way = "over") -> None:
        """Let `play` end where a step does."""
        self._task = _Task(self, by, way)

    def begin_run(self) -> None:
        """Let `play` end at breakpoints alone."""
        self._task = None

    def play(self, *, beats: int | None = None, waits: bool = True) -> Stopped | None:
        """Play until something stops the machine, or some beats; None if nothing did.

        Without `waits` a window that waits for the player is such a thing.
        """
        task = self._task
        found: list[Stopped] = []

        def visit(stop: Stop) -> bool:
            met = self._take_met(stop)
            if met:
                text = "; ".join(text for _, text in met)
                found.append(Stopped("breakpoint", text, tuple(each for each, _ in met)))
            elif task is not None and task.is_done(stop):
                found.append(Stopped("step", f"after a step by {task.by}"))
            elif not waits and stop & Stop.WAITING and not self._has_keys():
                found.append(Stopped("waiting", "a window waits for the player"))
            return bool(found)

        every = task is not None and task.by != "beat"
        with self._listening():
            stop = self.time.play(visit, every=every, beats=DEFAULT_BEATS if beats is None else beats)
        if not found and stop & Stop.ENDED:
            found.append(Stopped("ended", "the game has ended"))
        if found:
            self._task = None
        self._stopped_by = found[0].breakpoints if found else ()
        return found[0] if found else None

    def _has_keys(self) -> bool:
        keyboard = self.machine.unguarded.state.keyboard
        return bool(keyboard.bios_count or keyboard.queue_head != keyboard.queue_tail)

    @contextmanager
    def _listening(self, *, goes_back: bool = False) -> Iterator[None]:
        self._met = []
        self._is_listening, self._goes_back = True, goes_back
        try:
            yield
        finally:
            self._is_listening = False
            self._met = []

    # Back

    def run_back(self) -> Stopped:
        """Run backwards to the last breakpoint; conditions count, hit counts and log points do not."""
        met: list[tuple[Instant, Stopped]] = []

        def visit(stop: Stop) -> bool:
            found = self._take_met(stop)
            if found:
                stopped = Stopped("breakpoint", "; ".join(text for _, text in found), tuple(each for each, _ in found))
                met.append((self.time.moment, stopped))
            return False

        return self._back_to_last(visit, met)

    def step_back(self, by: Unit = "line", way: Way = "over") -> Stopped:
        """Step back by a line, an instruction, a cycle or a beat; over calls, into them, or to the caller."""
        task = _Task(self, by, way)
        met: list[tuple[Instant, Stopped]] = []

        def visit(stop: Stop) -> bool:
            if task.is_before(stop):
                met.append((self.time.moment, Stopped("step", f"after a step back by {by}")))
            return False

        return self._back_to_last(visit, met, every=by != "beat")

    def _back_to_last(
        self, visit: Callable[[Stop], bool], met: list[tuple[Instant, Stopped]], *, every: bool = False
    ) -> Stopped:
        """Go to the last moment before this one that `visit` has added to `met`, or to the beginning.

        A change right before this moment counts as one there, unless the machine was stopped by it already.
        """
        here, known = self.time.moment, self._stopped_by
        with self._listening(goes_back=True):
            for _ in self.time.sweep(visit, every=every):
                before = [each for each in met if each[0] < here]
                if self.time.part[1] == here and not every:
                    new = [(each, text) for each, text in self._met if not each.log and each not in known]
                    text, by = "; ".join(text for _, text in new), tuple(each for each, _ in new)
                    before += [(here, Stopped("breakpoint", text, by))] if new else []
                if before:
                    moment, stopped = before[-1]
                    break
                self._met = []
            else:
                moment, stopped = self.time.beginning, Stopped("beginning", "the past begins here")
        self.time.go_to(moment)
        self._stopped_by = stopped.breakpoints
        return stopped

    def go_to(self, moment: Instant) -> None:
        """Stand at a moment of the past, such as one that `time.moment` was."""
        self.time.go_to(moment)

    # Looking

    @property
    def stack(self) -> list[StackFrame]:
        """The logics that are running, innermost first; none between two cycles."""
        vm = self.machine.unguarded.state.vm
        here = self.time.halts.place
        if here is None:
            return []
        places = [here, *((frame.logic, frame.pc - 1) for frame in reversed(vm.frames[: vm.depth - 1]))]
        return [StackFrame(logic, offset, self.places.line(logic, offset)) for logic, offset in places]

    def evaluate(self, text: str) -> int | bool | str:
        """Return the value of an expression over names: `v30`, `door.state + 1`, `o0.x < 20`, `s1`."""
        return parse_assertion(text, self.places.names).value(self.machine)

    def last_write(self, name: str) -> Write | None:
        """Return the last change of a value and who made it; None if it has not changed in the past that is kept."""
        return self._causes.last_write(self.target(name))

    def why(self, name: str) -> list[str]:
        """Return in sentences who changed a value last, and what led to that; copies are skipped."""
        return self._causes.explained(self.target(name))

    def why_not(self, where: str) -> list[Asked]:
        """Return how the conditions in a line such as `17:14`, or of an action, came out when they were asked last."""
        return self._causes.why_not(where)

    def back_to_change(self, name: str) -> Stopped:
        """Run backwards to right after the last change of a value, or to the beginning."""
        target = self.target(name)
        write = self._causes.last_write(target)
        if write is not None and write.moment >= self.time.moment:
            # It stands there already.
            write = self._causes.last_write(target, before=write.moment)
        self.time.go_to(self.time.beginning if write is None else write.moment)
        if write is None:
            return Stopped("beginning", f"{name} has not changed since here")
        return Stopped("breakpoint", f"{name} is {shown(write.value)}, was {shown(write.before)}")

    def target(self, name: str) -> Watchable:
        """Return what a name stands for, the author's or ours; ValueError for one that is none."""
        first, dot, rest = name.partition(".")
        names = self.places.names
        meant = names.get(name) or (f"{names[first]}{dot}{rest}" if first in names else name)
        target = watchable_of(meant)
        if target is None:
            raise ValueError(f"{name!r} is not a variable, flag, field of an object, item or string")
        return target

    def set(self, name: str, value: int | bool | str) -> None:
        """Set a value here and forget what came after; ValueError or SaveError for one that it cannot have."""
        self.branched()
        self.time.give([Poke(self.target(name), value)])

    def press(self, *names: str) -> None:
        """Press keys by name at this moment: "enter", "f6", "left"."""
        self.time.give([event for name in names for event in key_events(name)])

    def type(self, text: str) -> None:
        """Type a text, as fast as the machine takes it; a line break is Enter."""
        for event in text_events(text, code_page=self.machine.code_page):
            self.time.give([event])
            self.time.play(beats=1)
            while self.machine.unguarded.state.keyboard.bios_count:
                self.time.play(beats=1)

    def starts(self, logic: int) -> frozenset[int]:
        """Return the offsets at which statements of a logic begin."""
        if logic not in self._starts:
            self._starts[logic] = frozenset(offset for offset, _ in self.places.statements(logic))
        return self._starts[logic]


class _Task:
    """A step: where it began, and whether a halt is its end."""

    def __init__(self, debugger: Debugger, by: Unit, way: Way) -> None:
        self.by = by
        self._way = way
        self._debugger = debugger
        self._m = debugger.machine.unguarded
        self._line = debugger.time
        self._began = debugger.time.moment
        self._depth = self._m.state.vm.depth if debugger.time.halts.place else 0
        self._at = self._row() if self._depth else None

    def _row(self) -> tuple[object, ...] | None:
        """Return which line of which pass of a logic comes next."""
        place = self._line.halts.place
        if place is None:
            return None
        line = self._debugger.places.line(*place)
        return place[0], line.file, line.row, self._m.state.vm.depth, self._m.state.cycle.number

    def is_done(self, stop: Stop) -> bool:
        """Return whether a step forward ends here."""
        return self._ends(stop, begins_cycle=self._m.state.cycle.number > self._began.cycles)

    def is_before(self, stop: Stop) -> bool:
        """Return whether a step back may end here."""
        state = self._m.state
        is_first = state.vm.depth == 1 and self._line.halts.place == (0, state.loaded.scan_start[0])
        return self._ends(stop, begins_cycle=is_first)

    def _ends(self, stop: Stop, *, begins_cycle: bool) -> bool:
        if self.by == "beat":
            return bool(stop & Stop.BEAT)
        if not stop & Stop.ASKED or self._line.halts.in_condition:
            return False
        if self.by == "cycle":
            return begins_cycle
        return self._is_as_deep() and (self.by == "instruction" or (self._begins() and self._row() != self._at))

    def _is_as_deep(self) -> bool:
        depth = self._m.state.vm.depth
        if self._way == "into" or not self._depth:
            return True
        return depth < self._depth if self._way == "out" else depth <= self._depth

    def _begins(self) -> bool:
        place = self._line.halts.place
        return place is not None and place[1] in self._debugger.starts(place[0])


def debug(machine: Machine, *, sources: Path | str | None = None) -> Debugger:
    """Return a debugger of a machine: it stops, steps forward and back, and says who wrote a value and why.

    `sources` is the project folder that the game was built from, if there is one; else the disassembly is shown.
    """
    return Debugger(machine, sources=sources)
