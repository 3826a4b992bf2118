"""Run a machine beside a recording and compare every cycle."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agi_emu.facts.codes import BEATS_PER_TICK, STRING_BYTES, Var
from agi_emu.facts.errors import RecordingError
from agi_emu.host_files.reading import TRACE, open_file
from agi_emu.input.input_script import parse_input_script
from agi_emu.machine.machine import Machine
from agi_emu.resources import Game
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH, SCREEN_HEIGHT
from agi_emu.tracing.comparison import TraceComparison
from agi_emu.tracing.differences import FieldDifference, Scope
from agi_emu.tracing.driver import TraceDriver
from agi_emu.tracing.fields import OBJECT_FIELDS
from agi_emu.tracing.records import STRING_COUNT, TraceRecord
from agi_emu.tracing.tolerances import FREE_MEMORY_VARIABLE, SURPLUS_BEATS, free_memory_and_copies
from agi_emu.tracing.trace import PLANES_NAME, Trace
from agi_emu.tracing.trace_reader import TraceLine, TraceReader

Plane = NDArray[np.integer[Any]]
OBJECT_NAME = "object"


@dataclass(frozen=True, slots=True)
class Planes:
    """The pixels that a recording holds for some cycles, beside its trace."""

    path: Path

    def picture(self, cycle: int) -> Plane | None:
        """Return the picture buffer after a cycle, (168, 160), priority << 4 | colour; None if it was not kept."""
        return self._plane(f"c{cycle:05d}", PICTURE_HEIGHT)

    def screen(self, cycle: int) -> Plane | None:
        """Return the screen model after a cycle, (200, 160); None if it was not kept."""
        return self._plane(f"s{cycle:05d}", SCREEN_HEIGHT)

    def _plane(self, name: str, height: int) -> Plane | None:
        """Return a plane of `height` rows of 160 pixels; RecordingError for a file that holds something else."""
        if not self.path.is_file():
            return None
        try:
            with open_file(self.path, TRACE) as file:
                # Checked first, since a reader that fails half-way complains again when it is discarded.
                if not zipfile.is_zipfile(file):
                    raise zipfile.BadZipFile("no archive")
                file.seek(0)
                with np.load(file) as planes:
                    plane = planes[name] if name in planes.files else None
        except (ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            raise RecordingError(
                f"{self.path}: damaged; without this file, everything except pixels is compared"
            ) from error
        if plane is not None and (plane.shape != (height, PICTURE_WIDTH) or plane.dtype.kind not in "iu"):
            raise RecordingError(f"{self.path}: {name} is not a picture of {PICTURE_WIDTH}x{height} numbers")
        return plane


Watch = Callable[[TraceRecord, TraceRecord, list[str]], None]
"""Called for every cycle that differs: the expected record, the one found, the fields."""
Keep = Callable[[bytes], object]
"""Called with every line of ours."""


class TraceCheck:
    """A machine that must do what a recording says."""

    def __init__(self, machine: Machine, trace: Trace, *, object_file: bytes | None) -> None:
        """Take a machine that has not run yet and was made for the recording's interpreter and seed."""
        meta = trace.meta
        self.machine = machine
        self.trace = trace
        script = parse_input_script(meta.script)
        self.driver = TraceDriver(machine, script, auto_ticks=meta.auto_ticks, object_fields=meta.object_fields)
        self._state = machine.unguarded.state
        self.outcome = TraceComparison(Scope.of(meta, object_file))
        self._expected = TraceReader(meta.object_fields)
        self._found = TraceReader(meta.object_fields)
        # Equal lines mean equal records as long as those before were equal. Such lines are not even parsed; then the
        # readers stay behind.
        self._were_equal = True
        self._are_behind = False

    @cached_property
    def planes(self) -> Planes:
        """The pixels kept with the recording."""
        return Planes(self.trace.path.parent / PLANES_NAME)

    def run(
        self,
        *,
        keep_going: bool = False,
        resync: bool = False,
        watch: Watch | None = None,
        keep: Keep | None = None,
        last_cycle: int | None = None,
    ) -> TraceComparison:
        """Compare up to the first difference or, with `keep_going` or `resync`, to the recording's end or `last_cycle`.

        `resync` loads the recorded values into the machine after each difference, so that every cause shows once.
        """
        outcome = self.outcome
        for line in self.trace.lines():
            if line.is_end:
                self._compare_ends(line)
                break
            if last_cycle is not None and line.cycle > last_cycle:
                break
            ours = self.driver.line(recorded=line, lists_actions=line.lists_actions)
            if ours is None:
                self._catch_up()
                outcome.take_early_end(self._expected.record(line), None)
                break
            if self.driver.surplus:
                outcome.masked[SURPLUS_BEATS.name] += 1
                outcome.surplus_beats += self.driver.surplus
            fields: list[str] = []
            if self._were_equal and ours == line.raw:
                self._are_behind = True
                outcome.take_equal(line.cycle, self._state.vars[Var.ROOM])
            else:
                expected, fields = self._compare(line, watch)
                self._were_equal = not fields
            if keep is not None:
                keep(self.driver.same_line(lists_actions=True))
            self.driver.observer.accept()
            if fields and resync:
                self._load(expected, fields)
            elif fields and not keep_going:
                break
        return outcome

    def _compare(self, line: TraceLine, watch: Watch | None) -> tuple[TraceRecord, list[str]]:
        """Compare the records that a line and ours stand for; return the expected one, and the fields that differ."""
        self._catch_up()
        expected = self._expected.record(line)
        if self._state.vars[Var.FREE_MEMORY] != expected.variables[Var.FREE_MEMORY]:
            self._mask_free_memory(expected)
        found = self._found.record(TraceLine(self.driver.same_line(lists_actions=True)))
        fields = self.outcome.take(expected, found)
        if fields:
            self._locate_pixels(expected, fields)
            if watch is not None:
                watch(expected, found, fields)
        return expected, fields

    def _catch_up(self) -> None:
        """Bring the readers to the last line, which was equal to ours."""
        if self._are_behind:
            whole = self.driver.observer.whole()
            self._expected.begin_with(whole)
            self._found.begin_with(whole)
            self._are_behind = False

    def _compare_ends(self, line: TraceLine) -> None:
        """Let a game that must end, or must get stuck, do so in the cycle after the last record."""
        self._catch_up()
        end = self._expected.end(line)
        if end.has_exited or end.is_stuck:
            self.driver.line()
        self.outcome.take_end(end, self._found.end(TraceLine(self.driver.end_line())))

    def _mask_free_memory(self, expected: TraceRecord) -> None:
        """Take over v8 and what this cycle copied from it (mask free-memory)."""
        self.outcome.masked[FREE_MEMORY_VARIABLE.name] += 1
        variables = self._state.vars
        for number in free_memory_and_copies(self.driver.observer.actions, bytes(variables)):
            variables[number] = expected.variables[number]

    def _locate_pixels(self, expected: TraceRecord, fields: list[str]) -> None:
        """Return the first pixel that differs in the first differing cycle, if the recording kept its pixels."""
        outcome = self.outcome
        if outcome.first_cycle[0].cycle != expected.cycle:
            return
        if ("vis" in fields or "pri" in fields) and (plane := self.planes.picture(expected.cycle)) is not None:
            ours, _ = planes_of(self.driver)
            outcome.first_cycle += _first_pixel(expected, "vis", "colour", plane & 15, ours & 15)
            outcome.first_cycle += _first_pixel(expected, "pri", "priority", plane >> 4, ours >> 4)
        if "scr" in fields and (plane := self.planes.screen(expected.cycle)) is not None:
            _, ours = planes_of(self.driver)
            outcome.first_cycle += _first_pixel(expected, "scr", "colour on the screen", plane, ours)

    def _load(self, expected: TraceRecord, fields: list[str]) -> None:
        """Put the recorded values of the differing fields into the machine; pictures and text stay ours."""
        state = self.machine.unguarded.state
        if "v" in fields:
            state.vars[:] = list(expected.variables)
        if "f" in fields:
            state.flags[:] = list(expected.flags)
        if "o" in fields:
            names = [OBJECT_FIELDS[name] for name in self.trace.meta.object_fields]
            for screen_object, values in zip(state.objects, expected.objects.tolist(), strict=False):
                for name, value in zip(names, values, strict=True):
                    setattr(screen_object, name, value)
        if "inv" in fields:
            count = min(self.outcome.scope.item_count, len(expected.item_rooms))
            state.item_rooms[:count] = list(expected.item_rooms[:count])
        if "s" in fields:
            cells = (text.encode("latin-1").ljust(STRING_BYTES, b"\0") for text in expected.strings)
            state.strings[: STRING_COUNT * STRING_BYTES] = list(b"".join(cells))
        if "rng" in fields:
            state.rng = expected.seed
        if "t" in fields or "sys" in fields:
            state.clock.beats = expected.beats
            state.clock.divider = expected.beats % BEATS_PER_TICK
            state.clock.ticks = expected.ticks


def planes_of(driver: TraceDriver) -> tuple[Plane, Plane]:
    """Return copies of the picture buffer and of the screen model as they are now."""
    picture = np.frombuffer(bytes(driver.machine.unguarded.state.picture), dtype=np.uint8)
    screen = np.frombuffer(bytes(driver.observer.model), dtype=np.uint8)
    return picture.reshape(PICTURE_HEIGHT, PICTURE_WIDTH), screen.reshape(SCREEN_HEIGHT, PICTURE_WIDTH)


def _first_pixel(expected: TraceRecord, field: str, word: str, was: Plane, now: Plane) -> list[FieldDifference]:
    """Return the first differing pixel in reading order with the number of all that differ; [] when none does."""
    cells = np.flatnonzero(was != now)
    if not cells.size:
        return []
    y, x = divmod(int(cells[0]), PICTURE_WIDTH)
    place = f"{word} at ({x}, {y}), the first of {cells.size} pixels that differ"
    return [FieldDifference(expected.cycle, expected.room, field, place, str(was[y, x]), str(now[y, x]))]


def check_of(game: Game, trace: Trace) -> TraceCheck:
    """Return a check of a game under a recording's settings."""
    return TraceCheck(Machine(game, settings=trace.meta.settings()), trace, object_file=game.files.get(OBJECT_NAME))
