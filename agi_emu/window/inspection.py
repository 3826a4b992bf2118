"""Shows over the picture what the machine knows: objects, control lines, horizon, block, changes, words.

It reads the state after each picture and writes nothing, so it works while playing, in a replay and going back in time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap
from typing import TYPE_CHECKING

from agi_emu.coverage.sentences import said_words
from agi_emu.facts.codes import ObjectFlag, Var
from agi_emu.machine.display.drivers import adapter_of
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH, TEXT_COLUMNS
from agi_emu.window.overlay import CHOSEN_GROUND, EDGE, FAINT, GLYPH, GROUND, INK, Surface

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.machine.watching import Event

LINE_COLOURS = (CHOSEN_GROUND, FAINT, INK, EDGE)
"""Of control lines: barrier, conditional barrier, trigger, water."""
_LINES = bytes(LINE_COLOURS[cell >> 4] if cell >> 4 < len(LINE_COLOURS) else 0 for cell in range(256))
DOTS = 4
"""Cells from one dot of a line to the next, and of an area, within which the picture stays visible."""
WORD_LINES = 3
CHANGE_LINES = 2
QUIET = frozenset({Var.SECONDS, Var.MINUTES, Var.HOURS, Var.DAYS})
"""Variables that change by themselves."""


@dataclass(frozen=True, slots=True)
class InspectedObject:
    """A drawn object: its number, its cel in picture cells, and its priority."""

    number: int
    left: int
    top: int
    width: int
    height: int
    priority: int


@dataclass(frozen=True, slots=True)
class Inspection:
    """What is painted; equal ones look the same."""

    boxes: tuple[InspectedObject, ...]
    lines: bytes
    """A colour of the overlay, or 0, for each cell of the picture."""
    horizon: int
    block: tuple[int, int, int, int] | None
    """Left, top, right and bottom."""
    place: tuple[int, int, int, int]
    """Of the picture: left, top, and width and height of a cell, in pixels."""
    texts: tuple[str, ...]

    def paint(self, surface: Surface) -> None:
        """Paint it over a picture of the adapter's size."""
        canvas = _Canvas(surface, *self.place)
        top = surface.height - GLYPH * len(self.texts)
        canvas.paint_cells(self.lines)
        for x in range(0, PICTURE_WIDTH, DOTS):
            canvas.dot(x, self.horizon, CHOSEN_GROUND)
        if self.block is not None:
            canvas.outline(*self.block, EDGE)
        for box in self.boxes:
            canvas.outline(box.left, box.top, box.left + box.width - 1, box.top + box.height - 1, INK)
            canvas.write(box.left, box.top, f"{box.number}:{box.priority}", top)
        surface.fill(0, top, surface.width, surface.height - top, GROUND)
        for row, text in enumerate(self.texts):
            surface.write(0, top + GLYPH * row, text[: surface.width // GLYPH], INK)


class _Canvas:
    """A surface in cells of the picture."""

    def __init__(self, surface: Surface, left: int, top: int, cell_width: int, cell_height: int) -> None:
        self._surface = surface
        self._left, self._top = left, top
        self._cell_width, self._cell_height = cell_width, cell_height

    def _x(self, cell: int) -> int:
        return max(0, min(self._left + cell * self._cell_width, self._surface.width - 1))

    def _y(self, row: int) -> int:
        return max(0, min(self._top + row * self._cell_height, self._surface.height - 1))

    def dot(self, x: int, y: int, colour: int) -> None:
        """Fill a cell."""
        left, top = self._x(x), self._y(y)
        self._surface.fill(left, top, max(1, self._x(x + 1) - left), max(1, self._y(y + 1) - top), colour)

    def outline(self, left: int, top: int, right: int, bottom: int, colour: int) -> None:
        """Draw the edge of a rectangle; both corners belong to it."""
        x, y = self._x(left), self._y(top)
        # The last cell has no next one.
        width = max(1, min(self._left + (right + 1) * self._cell_width, self._surface.width) - x)
        height = max(1, self._y(bottom + 1) - y)
        self._surface.fill(x, y, width, 1, colour)
        self._surface.fill(x, y + height - 1, width, 1, colour)
        self._surface.fill(x, y, 1, height, colour)
        self._surface.fill(x + width - 1, y, 1, height, colour)

    def write(self, x: int, y: int, text: str, bottom: int) -> None:
        """Write a text inside the picture and above a line, as near to a cell as it fits."""
        width, surface = GLYPH * len(text), self._surface
        left = max(0, min(self._x(x), surface.width - width))
        top = max(0, min(self._y(y) - GLYPH, bottom - GLYPH))
        surface.fill(left, top, width, GLYPH, GROUND)
        surface.write(left, top, text, INK)

    def paint_cells(self, colours: bytes) -> None:
        """Paint cells that have a colour; nothing may have been painted where they are."""
        surface, scale = self._surface, self._cell_width
        for y in range(PICTURE_HEIGHT):
            row = colours[PICTURE_WIDTH * y : PICTURE_WIDTH * (y + 1)]
            if not any(row):
                continue
            wide = bytearray(scale * PICTURE_WIDTH)
            for offset in range(scale):
                wide[offset::scale] = row
            for line in range(self._y(y), max(self._y(y) + 1, self._y(y + 1))):
                start = line * surface.width + self._left
                surface.pixels[start : start + len(wide)] = wide


@lru_cache(4)
def _thinned(colours: bytes) -> bytes:
    """Return the colours of cells without most of those inside areas: their edges stay, and some dots."""
    # A picture as one number, a byte for each cell; shifted by a cell or a row, it compares all neighbours at once.
    cells = int.from_bytes(colours, "little")
    different = 0
    for bits in (8, 8 * PICTURE_WIDTH):
        step = cells ^ (cells >> bits)
        different |= step | (step << bits)
    kept = different.to_bytes(len(colours) + PICTURE_WIDTH, "little")[: len(colours)].translate(_ANY)
    return (cells & (int.from_bytes(kept, "little") | _DOTTED)).to_bytes(len(colours), "little")


_ANY = bytes(bool(value) * 0xFF for value in range(256))
_DOTTED = int.from_bytes(
    bytes(0xFF * ((x + 2 * y) % DOTS == 0 and y % 2 == 0) for y in range(PICTURE_HEIGHT) for x in range(PICTURE_WIDTH)),
    "little",
)


class Inspector:
    """Looks at a machine; remembers the variables and flags of the cycle before, and who has changed them."""

    def __init__(self, machine: Machine) -> None:
        """Begin with no changes."""
        self._machine = machine
        self._cycle = -1
        self._values = self._read()
        self._changes: tuple[str, ...] = ()
        self._words: tuple[bytes, tuple[str, ...]] = (b"", ())
        self._writers: dict[str, str] = {}
        self.close = machine.on("changes", self._note_writer)
        """Ends the look."""

    def _note_writer(self, event: Event) -> None:
        """Remember who has changed a variable or flag last: logic and offset, or a part of the interpreter."""
        self._writers[event.name] = event.part or (f"{event.place[0]}@{event.place[1]}" if event.place else "")

    def _read(self) -> tuple[bytes, bytes]:
        state = self._machine.unguarded.state
        return bytes(state.vars), bytes(state.flags)

    def look(self, *, lines_below: int = 0) -> Inspection:
        """Return what is to be seen now, above so many lines at the bottom that others use."""
        state = self._machine.unguarded.state
        general = state.general
        block = (general.block_x1, general.block_y1, general.block_x2, general.block_y2)
        return Inspection(
            boxes=tuple(self._boxes()),
            lines=_thinned(bytes(state.picture).translate(_LINES)),
            horizon=general.horizon,
            block=block if general.block_active else None,
            place=adapter_of(self._machine.unguarded).picture_place(state.text.picture_row),
            texts=(*self._texts(), *[""] * lines_below),
        )

    def _boxes(self) -> list[InspectedObject]:
        state = self._machine.unguarded.state
        objects = state.objects[: state.general.object_count]
        return [
            InspectedObject(number, each.x, each.y - each.height + 1, each.width, each.height, each.priority & 0x0F)
            for number, each in enumerate(objects)
            if each.flags & ObjectFlag.DRAWN
        ]

    def _texts(self) -> list[str]:
        """Return the lines below the picture: the cycle, what changed in it, and the words that are understood."""
        state = self._machine.unguarded.state
        self._note_changes()
        head = f"room {state.vars[Var.ROOM]}, cycle {state.cycle.number}, horizon {state.general.horizon}"
        words = " ".join(self._understood())
        changes = ", ".join(self._changes) or "no changes"
        lines = [head, *wrap(changes, TEXT_COLUMNS, max_lines=CHANGE_LINES, placeholder=" ..")]
        lines += wrap(words, TEXT_COLUMNS, max_lines=WORD_LINES, placeholder=" ..")
        return lines

    def _note_changes(self) -> None:
        number = self._machine.unguarded.state.cycle.number
        if number == self._cycle:
            return
        variables, flags = self._read()
        before, flags_before = self._values
        written = enumerate(variables)
        changed = [self._told(f"v{at}", f"={now}") for at, now in written if now != before[at] and at not in QUIET]
        for at in range(256):
            mask = 0x80 >> (at & 7)
            if (flags[at >> 3] ^ flags_before[at >> 3]) & mask:
                changed.append(self._told(f"f{at}", "+" if flags[at >> 3] & mask else "-"))
        self._cycle, self._values, self._changes = number, (variables, flags), tuple(changed)
        self._writers.clear()

    def _told(self, name: str, change: str) -> str:
        return f"{name}{change} {self._writers.get(name, '')}".strip()

    def _understood(self) -> Sequence[str]:
        """Return a word of each group that `said` tests for in the logics in memory."""
        state = self._machine.unguarded.state
        logics = bytes(state.loaded.logics.order[: state.loaded.logics.count])
        if logics != self._words[0]:
            self._words = logics, tuple(said_words(self._machine.game, logics)) if state.input.enabled else ()
        return self._words[1]
