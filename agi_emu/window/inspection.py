"""Shows over the picture what the machine knows: objects, control lines, horizon, block, memory, changes, words, time.

It reads the state after each picture and writes nothing, so it works while playing, in a replay and going back in time.
A click shows what made a message window, or the fields of an object, or goes to a moment of the past.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap
from typing import Protocol

from agi_emu.coverage.sentences import next_words
from agi_emu.facts.codes import CycleType, Motion, ObjectFlag, Var
from agi_emu.machine import heap
from agi_emu.machine.costs import ENTRY_BYTES
from agi_emu.machine.display.drivers import adapter_of
from agi_emu.machine.heap_addresses import in_use, list_of
from agi_emu.machine.machine import Machine
from agi_emu.machine.watchables import FIELDS
from agi_emu.machine.watching import PRINT, Event
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.source_places import SourcePlaces
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH, SCREEN_HEIGHT, SCREEN_WIDTH, TEXT_COLUMNS
from agi_emu.window.memory_search import FLAGS_AT, values_of
from agi_emu.window.overlay import CHOSEN_GROUND, EDGE, FAINT, GLYPH, GROUND, INK, Surface

LINE_COLOURS = (CHOSEN_GROUND, FAINT, INK, EDGE)
"""Of control lines: barrier, conditional barrier, trigger, water."""
_LINES = bytes(LINE_COLOURS[cell >> 4] if cell >> 4 < len(LINE_COLOURS) else 0 for cell in range(256))
DOTS = 4
"""Cells from one dot of a line to the next, and of an area, within which the picture stays visible."""
WORD_LINES = 2
CHANGE_LINES = 2
HEAP_LINES = 3
DETAIL_LINES = 9
"""Lines about what was clicked on."""
TIME_STEPS = 1000
"""Places of the mark on the line of time."""
QUIET = frozenset({Var.SECONDS, Var.MINUTES, Var.HOURS, Var.DAYS})
"""Variables that change by themselves."""


class Past(Protocol):
    """The time that can be gone to."""

    @property
    def span(self) -> tuple[int, int, int]:
        """Its first moment, the present one and the last one, counted in beats or ticks."""

    def go_to(self, moment: int) -> None:
        """Continue at a moment of it."""


@dataclass(frozen=True, slots=True)
class InspectedObject:
    """A drawn object: its number, its cel in picture cells, and its priority."""

    number: int
    left: int
    top: int
    width: int
    height: int
    priority: int

    def covers(self, x: int, y: int) -> bool:
        """Return whether a cell of the picture lies in it."""
        return 0 <= x - self.left < self.width and 0 <= y - self.top < self.height


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
    time: tuple[int, int] | None = None
    """Which of the texts is the line of time, and where its mark stands: 0 to TIME_STEPS."""

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
        if self.time is not None:
            line, mark = top + GLYPH * self.time[0], (surface.width - TIME_MARK) * self.time[1] // TIME_STEPS
            surface.fill(0, line + 3, surface.width, 2, EDGE)
            surface.fill(0, line + 3, mark, 2, INK)
            surface.fill(mark, line + 1, TIME_MARK, GLYPH - 2, CHOSEN_GROUND)


TIME_MARK = 4
"""Pixels across of the mark."""


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

    def __init__(self, machine: Machine, past: Past | None = None) -> None:
        """Begin with no changes; without a `past` there is no line of time."""
        self._machine = machine
        self._past = past
        self._cycle = -1
        self._values = values_of(machine)
        self._changes: tuple[str, ...] = ()
        self._words: tuple[object, Sequence[str]] = (None, ())
        self._writers: dict[str, str] = {}
        self._places = SourcePlaces(machine.game)
        self._opened_at: tuple[int, int] | None = None
        """Where the logics opened the last window."""
        self._clicked: int | str | None = None
        """The number of an object, or PRINT for the message window."""
        self._latest = Inspection((), b"", 0, None, (0, 0, 1, 1), ())
        self._ends = machine.on("changes", self._note_writer), machine.on(PRINT, self._note_window)

    def close(self) -> None:
        """End the look."""
        for end in self._ends:
            end()

    def _note_writer(self, event: Event) -> None:
        """Remember who has changed a variable or flag last: logic and offset, or a part of the interpreter."""
        self._writers[event.name] = event.part or (f"{event.place[0]}@{event.place[1]}" if event.place else "")

    def _note_window(self, event: Event) -> None:
        self._opened_at = event.place

    def look(self, *, lines_below: int = 0) -> Inspection:
        """Return what is to be seen now, above so many lines at the bottom that others use."""
        state = self._machine.unguarded.state
        general = state.general
        block = (general.block_x1, general.block_y1, general.block_x2, general.block_y2)
        texts = self._texts()
        self._latest = Inspection(
            boxes=tuple(self._boxes()),
            lines=_thinned(bytes(state.picture).translate(_LINES)),
            horizon=general.horizon,
            block=block if general.block_active else None,
            place=adapter_of(self._machine.unguarded).picture_place(state.text.picture_row),
            texts=(*texts, *[""] * (lines_below + (self._past is not None))),
            time=(len(texts), self._mark(self._past)) if self._past is not None else None,
        )
        return self._latest

    @staticmethod
    def _mark(past: Past) -> int:
        first, now, last = past.span
        return TIME_STEPS * (now - first) // max(1, last - first)

    def click(self, x: int, y: int) -> bool:
        """Show what lies at a pixel of a screen of 320x200, or go to a moment; return whether there was such a thing.

        A click beside all of that shows the overview again.
        """
        m, latest = self._machine.unguarded, self._latest
        adapter = adapter_of(m)
        across, down = adapter.size
        x, y = x * across // SCREEN_WIDTH, y * down // SCREEN_HEIGHT
        line = (y - down) // GLYPH + len(latest.texts)
        if latest.time is not None and self._past is not None and line == latest.time[0]:
            first, _, last = self._past.span
            self._past.go_to(first + (last - first) * x // max(1, across - 1))
            return True
        left, top, width, height = latest.place
        cell = (x - left) // width, (y - top) // height
        row, column = adapter.text_place(x, y)
        window = m.state.window
        if line >= 0:
            self._clicked = None
        elif window.open and -1 <= row - window.row <= window.lines and -1 <= column - window.column <= window.columns:
            self._clicked = PRINT
        else:
            # The one in front.
            covering = [each for each in latest.boxes if each.covers(*cell)]
            front = max(covering, key=lambda box: (box.priority, box.top + box.height, box.number), default=None)
            self._clicked = front.number if front else None
        return line >= 0 or self._clicked is not None

    def _boxes(self) -> list[InspectedObject]:
        state = self._machine.unguarded.state
        objects = state.objects[: state.general.object_count]
        return [
            InspectedObject(number, each.x, each.y - each.height + 1, each.width, each.height, each.priority & 0x0F)
            for number, each in enumerate(objects)
            if each.flags & ObjectFlag.DRAWN
        ]

    def _texts(self) -> list[str]:
        """Return the lines below the picture: room and cycle, then what was clicked on, or else the overview."""
        state = self._machine.unguarded.state
        self._note_changes()
        head = f"room {state.vars[Var.ROOM]}, cycle {state.cycle.number}, horizon {state.general.horizon}"
        if self._clicked == PRINT and not state.window.open:
            self._clicked = None
        if self._clicked is not None:
            detail = self._window() if isinstance(self._clicked, str) else self._object(self._clicked)
            return [head, *_lines(detail, DETAIL_LINES)]
        words = " ".join(self._understood())
        changes = ", ".join(self._changes) or "no changes"
        said = f"said {words}" if words else ""
        return [head, *_lines(changes, CHANGE_LINES), *_lines(said, WORD_LINES), *_lines(self._heap(), HEAP_LINES)]

    def _heap(self) -> str:
        """Return how much of the memory for resources is in use, and for what."""
        m = self._machine.unguarded
        parts = {}
        for kind in Kind:
            listed = list_of(m.state, kind)
            sizes = [ENTRY_BYTES[kind] + heap.size_of(m, kind, number) for number in listed.order[: listed.count]]
            parts[f"{kind}s"] = sum(sizes)
        used = in_use(m)
        parts |= {"backgrounds": used - m.state.heap.used, "other": m.state.heap.used - sum(parts.values())}
        most = f" of {m.rules.heap_bytes}" if m.rules.heap_bytes else ""
        return f"heap {used}{most}: " + ", ".join(f"{name} {size}" for name, size in parts.items())

    def _object(self, number: int) -> str:
        """Return the fields of an object."""
        each = self._machine.unguarded.state.objects[number]
        values = {field: str(getattr(each, field)) for field in FIELDS}
        values["flags"] = " ".join(flag.name.lower() for flag in ObjectFlag if each.flags & flag and flag.name)
        for field, names in (("motion", Motion), ("cycle_type", CycleType)):
            named = {int(name): name.name.lower() for name in names}
            values[field] = named.get(getattr(each, field), values[field])
        return f"o{number}: " + ", ".join(f"{field} {value}" for field, value in values.items())

    def _window(self) -> str:
        """Return which action has opened the message window."""
        m = self._machine.unguarded
        place = self._opened_at
        if m.state.modal.depth and m.state.vm.depth:
            # The logic stands behind the action that waits.
            frame = m.state.vm.frames[m.state.vm.depth - 1]
            starts = [offset for offset, _ in self._places.statements(frame.logic) if offset < frame.pc]
            place = (frame.logic, starts[-1]) if starts else None
        if place is None:
            return "The program itself has opened this window."
        line = self._places.line(*place)
        return f"{place[0]}:{line.row} (offset {place[1]}) {line.text}"

    def _note_changes(self) -> None:
        number = self._machine.unguarded.state.cycle.number
        if number == self._cycle:
            return
        before, values = self._values, values_of(self._machine)
        self._cycle, self._values = number, values
        self._changes = tuple(
            self._told(f"v{at}", f"={now}") if at < FLAGS_AT else self._told(f"f{at - FLAGS_AT}", "+" if now else "-")
            for at, now in enumerate(values)
            if now != before[at] and at not in QUIET
        )
        self._writers.clear()

    def _told(self, name: str, change: str) -> str:
        return f"{name}{change} {self._writers.get(name, '')}".strip()

    def _understood(self) -> Sequence[str]:
        """Return the words with which the line goes on in a sentence that the logics in memory test for."""
        m = self._machine.unguarded
        if not m.state.input.enabled:
            return ()
        logics = m.state.loaded.logics
        line = bytes(m.state.input.text[: m.state.input.length]).rstrip(b"\0").decode(m.code_page)
        asked = bytes(logics.order[: logics.count]), line
        if asked != self._words[0]:
            self._words = asked, next_words(m.game, *asked)
        return self._words[1]


def _lines(text: str, most: int) -> list[str]:
    return wrap(text, TEXT_COLUMNS, max_lines=most, placeholder=" ..")
