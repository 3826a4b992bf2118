"""A machine and a host window without anything behind them, for the parts that join the two."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from agi_emu.input.host_events import HostEvent, PointerShape
from agi_emu.machine.frame import Frame
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.settings import Settings
from agi_emu.resources.credits import Credits
from agi_emu.resources.translation import UNTRANSLATED
from agi_emu.state.layout import StateLayout
from agi_emu.state.progress import Stop

EGA = bytes(
    part
    for index in range(16)
    for part in (
        (0xAA * (index >> 2 & 1) + 0x55 * (index >> 3)) & 0xFF,
        (0xAA * (index >> 1 & 1) + 0x55 * (index >> 3)) & 0xFF,
        (0xAA * (index & 1) + 0x55 * (index >> 3)) & 0xFF,
    )
)


class FakeMachine:
    """Counts beats, ends a cycle every `cycle_beats`, remembers its input and writes a port each beat."""

    def __init__(self, *, cycle_beats: int = 4, ends_at: int | None = None) -> None:
        self.state = StateLayout()
        self.unguarded = self
        self.state.palette[:] = list(EGA)
        self.code_page = "cp437"
        self.translation = UNTRANSLATED
        self.settings = Settings()
        self.game = SimpleNamespace(id="fake", title="Fake Quest", credits=Credits(), extensions=frozenset())
        self.port_writes: list[tuple[int, int, int]] = []
        self.beats = 0
        self.events: list[tuple[int, InputEvent]] = []
        self._cycle_beats = cycle_beats
        self._ends_at = ends_at

    def stop(self) -> None:
        """Do nothing: no beat lasts."""

    def advance(self, events: Iterable[InputEvent], until: Stop = Stop.BEAT) -> Stop:
        self.events += [(self.beats, event) for event in events]
        self.beats += 1
        self.port_writes.append((self.beats, 0xC0, self.beats & 0xFF))
        self.state.screen[self.beats % 64000] = 15
        if self.beats == self._ends_at:
            self.state.general.exited = 1
            return Stop.BEAT | Stop.ENDED
        return Stop.BEAT | (Stop.CYCLE if self.beats % self._cycle_beats == 0 and until & Stop.CYCLE else Stop(0))

    @property
    def frame(self) -> Frame:
        return Frame(bytes(self.state.screen), bytes(self.state.palette))


class FakeWindow:
    """A host window of any size that remembers what was drawn; `happen` queues events."""

    def __init__(self, width: int = 640, height: int = 480) -> None:
        self.title = ""
        self.full_screen = False
        self.pointer_visible = True
        self.updates: list[tuple[int, int]] = []
        self.softened: list[tuple[int, int, int, int]] = []
        self.cleared = 0
        self.cursor = PointerShape.ARROW
        self.copied = ""
        self._events: list[HostEvent] = []
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        self._size = (width, height)
        self.pixels = array("I", bytes(4 * width * height))

    def happen(self, *events: HostEvent) -> None:
        self._events += events

    def size(self) -> tuple[int, int]:
        return self._size

    def canvas(self) -> tuple[Any, int]:
        return self.pixels, self._size[0]

    def small_canvas(self, width: int, height: int) -> tuple[Any, int]:
        self.small = array("I", bytes(4 * width * height))
        return self.small, width

    def soften(self, left: int, top: int, width: int, height: int) -> None:
        self.softened.append((left, top, width, height))

    def colour(self, red: int, green: int, blue: int) -> int:
        return red << 16 | green << 8 | blue

    def clear(self) -> None:
        self.cleared += 1
        self.pixels = array("I", bytes(4 * len(self.pixels)))

    def update(self, top: int, bottom: int) -> None:
        self.updates.append((top, bottom))

    def show_pointer(self, *, visible: bool) -> None:
        self.pointer_visible = visible

    def show_cursor(self, cursor: PointerShape) -> None:
        self.cursor = cursor

    def clipboard(self) -> str:
        return self.copied

    def poll(self) -> list[HostEvent]:
        events, self._events = self._events, []
        return events

    def pixel(self, x: int, y: int) -> int:
        return self.pixels[y * self._size[0] + x]
