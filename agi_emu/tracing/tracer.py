"""Records a game run here: its trace, and the pixels of some cycles."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import numpy as np

from agi_emu.facts.codes import Var
from agi_emu.input.input_script import parse_input_script
from agi_emu.machine.machine import Machine
from agi_emu.tracing.check import Plane, planes_of
from agi_emu.tracing.driver import TraceDriver
from agi_emu.tracing.observer import DONE, compact
from agi_emu.tracing.records import TraceMeta

LEVEL = 6
"""Of gzip: files are up to 5 % larger than with 9, and packed in half the time."""
BLOCK = 1 << 17
"""Bytes that are packed at once."""
PLANES_EVERY = 100
"""Cycles between kept pixels; cycles that change the room are kept as well."""
MORE_CYCLES = 20
"""Cycles to run after the last key of a script if no number of cycles is given."""


def begin_trace(file: BinaryIO, meta: TraceMeta) -> BinaryIO:
    """Write the first line of a trace to an open file; return it for the others."""
    file.write(compact({"meta": meta.fields()}).encode() + b"\n")
    return file


@contextmanager
def create_trace(path: Path, meta: TraceMeta) -> Iterator[BinaryIO]:
    """Begin a gzipped trace file; the same lines give the same bytes: its header holds neither time nor name."""
    with (
        path.open("wb") as binary,
        gzip.GzipFile(filename="", fileobj=binary, mode="wb", compresslevel=LEVEL, mtime=0) as zipped,
        io.BufferedWriter(zipped, BLOCK) as file,
    ):
        yield begin_trace(file, meta)


def record_to(
    file: BinaryIO, machine: Machine, meta: TraceMeta, cycles: int | None = None
) -> tuple[int, str, dict[str, Plane]]:
    """Run a machine that has not run yet, and write a line of each cycle and of the end; None runs the whole script.

    Return the number of records, why the run has ended, and kept pixels by their names in a planes file: ``c00100`` the
    picture buffer, ``s00100`` the screen model.
    """
    script = parse_input_script(meta.script)
    driver = TraceDriver(machine, script, auto_ticks=meta.auto_ticks, object_fields=meta.object_fields)
    planes: dict[str, Plane] = {}
    count, last_room = 0, None
    variables = machine.unguarded.state.vars
    for cycle in range((script.last_cycle + MORE_CYCLES if cycles is None else cycles) + 1):
        line = driver.line()
        if line is None:
            break
        driver.observer.accept()
        room = variables[Var.ROOM]
        if room != last_room or cycle % PLANES_EVERY == 0:
            planes[f"c{cycle:05d}"], planes[f"s{cycle:05d}"] = planes_of(driver)
            last_room = room
        file.write(line)
        count += 1
    file.write(driver.end_line())
    return count, driver.why or DONE, planes


def write_planes(path: Path, planes: dict[str, Plane]) -> None:
    """Write kept pixels, the `PLANES_NAME` beside a trace."""
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **planes)
