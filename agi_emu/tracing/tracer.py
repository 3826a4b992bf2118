"""Records a game run here: its trace, and the pixels of some cycles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from agi_emu.facts.codes import Var
from agi_emu.input.input_script import parse_input_script
from agi_emu.machine.machine import Machine
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH, SCREEN_HEIGHT
from agi_emu.tracing.check import Plane
from agi_emu.tracing.driver import TraceDriver
from agi_emu.tracing.observer import DONE
from agi_emu.tracing.records import TraceMeta
from agi_emu.tracing.trace_writer import TraceWriter

PLANES_EVERY = 100
"""Cycles between kept pixels; cycles that change the room are kept as well."""
MORE_CYCLES = 20
"""Cycles to run after the last key of a script if no number of cycles is given."""


class TraceRecorder:
    """A machine being recorded; iterate to run it, then read its end and planes."""

    def __init__(self, machine: Machine, meta: TraceMeta, cycles: int | None = None) -> None:
        """Take a machine that has not run yet; `cycles` None runs to the end of the script."""
        script = parse_input_script(meta.script)
        self.planes: dict[str, Plane] = {}
        """Pixels by their names in a planes file: ``c00100`` the picture buffer, ``s00100`` the screen model."""
        self._state = machine.unguarded.state
        self._driver = TraceDriver(machine, script, auto_ticks=meta.auto_ticks, object_fields=meta.object_fields)
        self._cycles = script.last_cycle + MORE_CYCLES if cycles is None else cycles

    def __iter__(self) -> Iterator[bytes]:
        """Run cycle after cycle and yield the lines."""
        last_room = None
        variables = self._state.vars
        for cycle in range(self._cycles + 1):
            line = self._driver.line()
            if line is None:
                return
            self._driver.observer.accept()
            room = variables[Var.ROOM]
            if room != last_room or cycle % PLANES_EVERY == 0:
                self._keep_planes(cycle)
                last_room = room
            yield line

    @property
    def why(self) -> str:
        """Why the run has ended."""
        return self._driver.why or DONE

    def end_line(self) -> bytes:
        """Return the last line."""
        return self._driver.end_line()

    def _keep_planes(self, cycle: int) -> None:
        picture = np.frombuffer(bytes(self._state.picture), dtype=np.uint8)
        screen = np.frombuffer(bytes(self._driver.observer.model), dtype=np.uint8)
        self.planes[f"c{cycle:05d}"] = picture.reshape(PICTURE_HEIGHT, PICTURE_WIDTH)
        self.planes[f"s{cycle:05d}"] = screen.reshape(SCREEN_HEIGHT, PICTURE_WIDTH)


def record_to(writer: TraceWriter, recorder: TraceRecorder) -> int:
    """Write everything that a recorder runs; return the number of records."""
    count = 0
    for line in recorder:
        writer.write(line)
        count += 1
    writer.write(recorder.end_line())
    return count


def write_planes(path: Path, recorder: TraceRecorder) -> None:
    """Write the kept pixels, the `PLANES_NAME` beside a trace."""
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **recorder.planes)
