"""A text machine that keys reach as they do in the real one: interrupt, BIOS buffer, poll, event queue."""

from __future__ import annotations

from collections.abc import Iterable

from agi_emu._core import keyboard
from agi_emu.machine.display import screen_modes
from agi_emu.machine.input import keys
from agi_emu.machine.input.events import InputEvent, key_events, text_events
from agi_emu.machine.windows import modal
from agi_emu.state.layout import TEXT_COLUMNS
from tests.unit.text_machine import TextMachine


class Desk(TextMachine):
    """Shows an empty white picture; what waits takes each key that is hit."""

    def __init__(self, profile: str = "2.936") -> None:
        super().__init__(profile=profile)
        self.state.picture[:] = b"\x4f" * len(self.state.picture)
        self.state.menu.allowed = 1
        screen_modes.show_picture(self.as_machine)

    def note(self, sentence: str) -> None:
        self.notes.append(sentence)

    def hang(self, why: str) -> None:
        """Keep why the original would stand still."""
        self.note(why)
        self.state.general.hung = 1

    def message_number(self, message: bytes) -> int:
        """Add a message to logic 0 and return its number."""
        self.messages[0] = (*self.messages[0], message)
        return len(self.messages[0])

    def hit(self, *names: str) -> None:
        """Hit named keys, one by one."""
        for name in names:
            self._give(key_events(name))

    def type(self, typed: str) -> None:
        """Type characters, one by one."""
        for character in typed:
            self._give(text_events(character))

    def _give(self, events: Iterable[InputEvent]) -> None:
        keys.accept(self.as_machine, events)
        keyboard.poll(self.core)
        while self.waits and not modal.turn(self.as_machine):
            pass

    def cells(self, row: int) -> list[int]:
        """The attributes of a text row's cells."""
        start = row * TEXT_COLUMNS
        return list(self.state.text_attributes[start : start + TEXT_COLUMNS])
