"""A machine as far as text, windows and keys need one: state and screen without game, clock and logics."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

from agi_emu._core.screen import Screen
from agi_emu.font import built_in_face
from agi_emu.machine import keys, modal, screen_modes, text
from agi_emu.machine.keynames import key_events, text_events
from agi_emu.state.layout import STATE_BYTES, TEXT_COLUMNS, StateLayout
from agi_emu.versions import PROFILES

NO_WORDS = bytes(52) + b"\0"


class Item(NamedTuple):
    """An inventory item as the machine lists it."""

    name: bytes
    room: int = 0


class Desk:
    """Enough of a machine; `messages` are those of logic 0, which counts as running."""

    def __init__(self, profile: str = "2.936", picture_row: int = 1) -> None:
        """Show an empty white picture from `picture_row` on."""
        self.buffer = bytearray(STATE_BYTES)
        self.state = StateLayout.from_buffer(self.buffer)
        self.screen = Screen(self.buffer, built_in_face())
        self.profile = PROFILES[profile]
        self.settings = SimpleNamespace(mercies=frozenset(), extensions=frozenset())
        self.game = SimpleNamespace(words=SimpleNamespace(raw=NO_WORDS))
        self.vars = self.state.vars
        self.notes: list[str] = []
        self.messages: list[bytes | None] = []
        self.items: list[Item] = []
        self.state.picture[:] = b"\x4f" * len(self.state.picture)
        text.reset(self)  # type: ignore[arg-type]
        self.state.text.picture_row = picture_row
        self.state.menu.allowed = 1
        screen_modes.show_picture(self)  # type: ignore[arg-type]

    def flag(self, number: int) -> bool:
        """Return a flag."""
        return bool(self.state.flags[number >> 3] & 0x80 >> (number & 7))

    def set_flag(self, number: int, value: bool) -> None:
        """Set or reset a flag."""
        mask = 0x80 >> (number & 7)
        byte = self.state.flags[number >> 3]
        self.state.flags[number >> 3] = byte | mask if value else byte & ~mask

    def note(self, text: str) -> None:
        """Keep a note."""
        self.notes.append(text)

    def logic_messages(self, number: int) -> list[bytes | None]:
        """Return the messages of a logic."""
        return self.messages

    def next_event(self) -> tuple[int, int] | None:
        """Take an event of the queue."""
        return keys.take(self)  # type: ignore[arg-type]

    def message_number(self, message: bytes) -> int:
        """Add a message and return its number."""
        self.messages.append(message)
        return len(self.messages)

    def press(self, *names: str) -> None:
        """Press named keys, one by one, and let what waits take each."""
        for name in names:
            self._give(key_events(name))

    def type(self, typed: str) -> None:
        """Type characters."""
        for character in typed:
            self._give(text_events(character))

    def _give(self, events: Any) -> None:
        keys.accept(self, events)  # type: ignore[arg-type]
        keys.poll_bios(self)  # type: ignore[arg-type]
        while self.state.modal.depth and not modal.turn(self):  # type: ignore[arg-type]
            pass

    @property
    def is_waiting(self) -> bool:
        """Tell whether a command waits."""
        return bool(self.state.modal.depth)

    def row(self, number: int) -> str:
        """Return a text row, blanks at its end cut off."""
        start = number * TEXT_COLUMNS
        cells = bytes(self.state.text_chars[start : start + TEXT_COLUMNS])
        return cells.replace(b"\0", b" ").decode("cp437").rstrip()

    def attributes(self, row: int) -> list[int]:
        """Return the attributes of a text row's cells."""
        start = row * TEXT_COLUMNS
        return list(self.state.text_attributes[start : start + TEXT_COLUMNS])

    def pixel(self, x: int, y: int) -> int:
        """Return the colour of a pixel of the 320x200 screen."""
        return int(self.state.screen[y * 320 + x])
