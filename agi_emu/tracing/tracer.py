"""Records a game run here: its trace, and the pixels of some cycles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from agi_emu.machine.machine import Machine
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH, SCREEN_HEIGHT
from agi_emu.tracing.check import Plane
from agi_emu.tracing.driver import TraceDriver
from agi_emu.tracing.input_script import parse_input_script
from agi_emu.tracing.trace import TraceEnd, TraceMeta, TraceRecord
from agi_emu.tracing.writer import TraceWriter

PLANES_EVERY = 100
"""Cycles between kept pixels; cycles that change the room are kept as well."""
MORE_CYCLES = 20
"""Cycles to run after the last key of a script if no number of cycles is given."""


class TraceRecorder:
    """A machine being recorded; iterate to run it, then read its end and planes."""

    def __init__(self, machine: Machine, meta: TraceMeta, cycles: int | None = None) -> None:
        """Take a machine that has not run yet; `cycles` None runs to the end of the script."""
        script = parse_input_script(meta.script)
        self.meta = meta
        self.planes: dict[str, Plane] = {}
        """Pixels by their names in a planes file: ``c00100`` the picture buffer, ``s00100`` the screen model."""
        self._machine = machine
        self._driver = TraceDriver(
            machine, script, auto_ticks=meta.auto_ticks, object_fields=meta.object_fields, keep_actions=True
        )
        self._cycles = script.last_cycle + MORE_CYCLES if cycles is None else cycles

    def __iter__(self) -> Iterator[TraceRecord]:
        """Run cycle after cycle and yield the records."""
        room = None
        for cycle in range(self._cycles + 1):
            record = self._driver.record()
            if record is None:
                return
            if record.room != room or cycle % PLANES_EVERY == 0:
                self._keep_planes(cycle)
            room = record.room
            yield record

    @property
    def end(self) -> TraceEnd:
        """The end of the run, once it has ended."""
        return self._driver.end or TraceEnd("done", self._machine.unguarded.state.clock.beats)

    def _keep_planes(self, cycle: int) -> None:
        picture = np.frombuffer(bytes(self._machine.unguarded.state.picture), dtype=np.uint8)
        screen = np.frombuffer(bytes(self._driver.observer.model), dtype=np.uint8)
        self.planes[f"c{cycle:05d}"] = picture.reshape(PICTURE_HEIGHT, PICTURE_WIDTH)
        self.planes[f"s{cycle:05d}"] = screen.reshape(SCREEN_HEIGHT, PICTURE_WIDTH)


def record_to(writer: TraceWriter, recorder: TraceRecorder) -> int:
    """Write everything that a recorder runs; return the number of records."""
    count = 0
    for record in recorder:
        writer.write(record)
        count += 1
    writer.finish(recorder.end)
    return count


def write_planes(path: Path, recorder: TraceRecorder) -> None:
    """Write the kept pixels, the `PLANES_NAME` beside a trace."""
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **recorder.planes)
