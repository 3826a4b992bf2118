"""Counts, cycle by cycle, what a recorded run asks of the original's costly routines.

The core counts what its logics and objects do (`agi_emu/_core/counting.pyx`); characters, rectangles, pictures and the
texts that are decrypted for a call are counted here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agi_emu._core.counting import begin_counting, take_counts
from agi_emu._core.picture import Drawing
from agi_emu.machine.machine import Machine
from agi_emu.resources import Game, open_game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import Packing
from agi_emu.state.layout import PICTURE_CELLS, PICTURE_WIDTH
from agi_emu.tracing.check import check_of
from agi_emu.tracing.trace import Trace

Counts = Counter[str]

EMPTY_CELL = 0x4F
CORNERS, LINES, FILLS, PENS = (b"\xf4", b"\xf5"), (b"\xf6", b"\xf7"), b"\xf8", b"\xfa"
"""Commands of a picture; of each pair the first is that with vertical lines, and that with absolute places."""


def counts_of_run(path: Path, place: Path, *, last_cycle: int) -> list[Counts]:
    """Return the counts of each cycle of a recorded run of the game at `place`, the one before the first included."""
    trace = Trace(path)
    game = open_game(place, trace.meta.interpreter)
    check = check_of(game, trace)
    counter = _RunCounter(game, check.machine)
    check.run(keep_going=True, keep=lambda _: counter.end_cycle(), last_cycle=last_cycle)
    return counter.cycles


@dataclass(slots=True)
class _RunCounter:
    """Collects the counts of one machine."""

    game: Game
    machine: Machine
    cycles: list[Counts] = field(default_factory=list)
    _pictures: list[int] = field(default_factory=list)
    _screen: Counts = field(default_factory=Counter)
    _texts: dict[int, int] = field(default_factory=dict)
    _drawn: dict[int, Counts] = field(default_factory=dict)
    _present: frozenset[tuple[Kind, int]] = frozenset()

    def __post_init__(self) -> None:
        """Begin to count; a machine that draws each object again is asked what the original was."""
        self.machine.core.draw_always()
        begin_counting(self.machine.core)
        drawn_before = self.machine.picture_drawn

        def note() -> None:
            self._pictures.append(self.machine.unguarded.state.general.picture_number)
            drawn_before()

        self.machine.unguarded.picture_drawn = note

    def end_cycle(self) -> None:
        """Take what was counted since the last call."""
        screen = self.machine.core.screen
        counts: Counts = Counter(take_counts(self.machine.core))
        shown = Counter(
            characters=screen.put_count,
            filled=screen.filled,
            filled_rows=screen.filled_rows,
            filled_cells=screen.filled_cells,
        )
        counts += shown - self._screen
        self._screen = shown
        for number in range(256):
            if counts[f"called {number}"]:
                counts["loaded"] += counts[f"called {number}"]
                counts["decrypted"] += counts[f"called {number}"] * self._text_bytes(number)
        self._count_loaded(counts, left_room=bool(counts["action 18"] + counts["action 19"]))
        for number in self._pictures:
            if number not in self._drawn:
                self._drawn[number] = counts_of_picture(self.game.stored(Kind.PICTURE, number).data)
            counts += self._drawn[number]
        self._pictures.clear()
        counts["cycles"] = 1
        counts["objects"] = self.machine.unguarded.state.general.object_count
        if counts["active"]:
            counts["animated"] = 1
            counts["animated_objects"] = counts["objects"]
        counts["tests"] = sum(number for name, number in counts.items() if name.startswith("test "))
        counts["displayed"] = counts["characters"] if counts["action 103"] + counts["action 104"] else 0
        counts["actions"] = sum(number for name, number in counts.items() if name.startswith("action "))
        self.cycles.append(counts)

    def _count_loaded(self, counts: Counts, *, left_room: bool) -> None:
        """Count what is in memory and was not before; a new room begins with logic 0 alone."""
        loaded = self.machine.unguarded.state.loaded
        lists = {
            Kind.LOGIC: loaded.logics,
            Kind.VIEW: loaded.views,
            Kind.PICTURE: loaded.pictures,
            Kind.SOUND: loaded.sounds,
        }
        present = frozenset((kind, each.order[i]) for kind, each in lists.items() for i in range(each.count))
        for kind, number in present - (frozenset([(Kind.LOGIC, 0)]) if left_room else self._present):
            counts["loaded"] += 1
            stored = self.game.stored(kind, number)
            counts[f"unpacked_{stored.packing.name.lower()}"] += len(stored.data)
            if kind is Kind.LOGIC:
                counts["decrypted"] += self._text_bytes(number)
        self._present = present

    def _text_bytes(self, logic: int) -> int:
        """Return how many bytes of texts of a logic are decrypted when it is loaded."""
        if logic not in self._texts:
            stored = self.game.stored(Kind.LOGIC, logic)
            data = stored.data if stored.packing is Packing.PLAIN else b""
            start = 2 + int.from_bytes(data[:2], "little")
            count = data[start] if start < len(data) else 0
            self._texts[logic] = max(len(data) - start - 3 - 2 * count, 0) if count else 0
        return self._texts[logic]


def counts_of_picture(data: bytes) -> Counts:
    """Return what drawing a picture is: lines by kind and their points, fills, their cells and runs, pens."""
    counts: Counts = Counter(pictures=1, picture_bytes=len(data))
    cells = bytearray([EMPTY_CELL]) * PICTURE_CELLS
    drawing = Drawing(cells, data)
    is_left = True
    while is_left:
        start, before = drawing.offset, bytes(cells)
        is_left = drawing.step()
        command, operands = data[start : start + 1], data[start + 1 : drawing.offset]
        if command in CORNERS:
            _count_corners(counts, operands, vertical=command == CORNERS[0])
        elif command in LINES:
            _count_lines(counts, operands, relative=command == LINES[1])
        elif command == FILLS:
            counts["fills"] += len(operands) // 2
            changed = np.frombuffer(before, np.uint8) != np.frombuffer(bytes(cells), np.uint8)
            counts["fill_cells"] += int(changed.sum())
            counts["fill_runs"] += int(_beginnings(changed.reshape(-1, PICTURE_WIDTH)).sum())
        elif command == PENS:
            counts["pens"] += len(operands) // 2
    return counts


def _beginnings(rows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where a run of a row begins."""
    return rows & ~np.pad(rows, ((0, 0), (1, 0)))[:, :-1]


def _count_line(counts: Counts, dx: int, dy: int) -> None:
    kind = "across" if dy == 0 else "down" if dx == 0 else "slanted"
    counts[f"lines_{kind}"] += 1
    counts[f"points_{kind}"] += max(abs(dx), abs(dy)) + 1


def _count_corners(counts: Counts, operands: bytes, *, vertical: bool) -> None:
    if len(operands) < 2:
        return
    counts["plotted"] += 1
    here = list(operands[:2])
    for end in operands[2:]:
        _count_line(counts, 0 if vertical else end - here[0], end - here[1] if vertical else 0)
        here[vertical] = end
        vertical = not vertical


def _count_lines(counts: Counts, operands: bytes, *, relative: bool) -> None:
    if len(operands) < 2:
        return
    counts["plotted"] += 1
    if relative:
        for move in operands[2:]:
            _count_line(counts, move >> 4 & 7, move & 7)
        return
    x, y = operands[0], operands[1]
    for end_x, end_y in zip(operands[2::2], operands[3::2], strict=False):
        _count_line(counts, end_x - x, end_y - y)
        x, y = end_x, end_y
