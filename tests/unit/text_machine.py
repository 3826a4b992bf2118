"""As much of a machine as text, windows and prompts need: a state, a screen, messages, and a key for each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from agi_emu._core import keyboard
from agi_emu._core.machine import Core
from agi_emu.facts.codes import EventType
from agi_emu.facts.font import built_in_face
from agi_emu.facts.mercies import Mercy
from agi_emu.facts.versions import PROFILES
from agi_emu.machine.display import text
from agi_emu.machine.interpreter import nothing
from agi_emu.machine.windows import modal
from agi_emu.resources.items import Item
from agi_emu.resources.translation import UNTRANSLATED
from agi_emu.state.layout import STATE_BYTES, StateLayout

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

# WORDS.TOK with "look" = 10 only: index, then one record and the end.
DICTIONARY = (
    b"".join((52 if letter == ord("l") - ord("a") else 0).to_bytes(2, "big") for letter in range(26))
    + bytes([0, *(ord(each) ^ 0x7F for each in "loo"), (ord("k") ^ 0x7F) | 0x80, 0, 10])
    + b"\0"
)


class _Words:
    raw = DICTIONARY


class _Game:
    words = _Words()


class _Settings:
    machine: str = "pc"
    mercies: frozenset[Mercy] = frozenset()
    extensions: frozenset[str] = frozenset()


class TextMachine:
    """A machine of its own; `as_machine` is what the functions under test get."""

    def __init__(self, *, profile: str = "2.936", picture_row: int = 1) -> None:
        self.buffer = bytearray(STATE_BYTES)
        self.state = StateLayout.from_buffer(self.buffer)
        self.core = Core(self.buffer, built_in_face())
        self.screen = self.core.screen
        self.vars = self.state.vars
        self.profile = PROFILES[profile]
        self.settings = _Settings()
        self.game = _Game()
        self.items: list[Item] = []
        self.messages: dict[int, tuple[bytes | None, ...]] = {0: ()}
        self.notes: list[str] = []
        self.translation = UNTRANSLATED
        self.original: tuple[int, bytes] | None = None
        self.window_opened = nothing
        self.log_lines: list[bytes] = []
        self.port_writes = self.core.port_writes
        text.reset(self.as_machine)
        self.state.text.picture_row = picture_row
        self.state.text.input_row = 22
        self.state.text.status_row = 0
        self.state.vars[24] = 41

    @property
    def as_machine(self) -> Machine:
        return cast("Machine", self)

    def flag(self, number: int) -> bool:
        return bool(self.state.flags[number >> 3] & (0x80 >> (number & 7)))

    def set_flag(self, number: int, value: bool) -> None:
        bit = 0x80 >> (number & 7)
        kept = self.state.flags[number >> 3] & ~bit
        self.state.flags[number >> 3] = kept | (bit if value else 0)

    def logic_messages(self, number: int) -> tuple[bytes | None, ...]:
        return self.messages[number]

    def note(self, sentence: str) -> None:
        self.notes.append(sentence)

    def crash(self, why: str) -> None:
        self.note(why)
        self.end(1)

    def end(self, code: int) -> None:
        self.state.general.exited = 1
        self.state.general.exit_code = code

    # What tests do and see.

    def press(self, *keys: int | str) -> None:
        """Give the open wait these keys, a turn each: key words, or texts of which each character is a key."""
        words: list[int] = []
        for key in keys:
            words += [key] if isinstance(key, int) else list(key.encode("cp437"))
        for word in words:
            self.turn((EventType.CHARACTER, word))

    def turn(self, event: tuple[int, int] | None = None) -> None:
        """Let the open wait take a turn, with an event or an empty queue."""
        self.state.keyboard.queue_head = self.state.keyboard.queue_tail = 0
        if event:
            keyboard.add_event(self.core, *event)
        modal.turn(self.as_machine)

    @property
    def queue(self) -> list[tuple[int, int]]:
        """The events that wait, oldest first."""
        keyboard = self.state.keyboard
        slots = range(keyboard.queue_head, keyboard.queue_tail)
        return [(keyboard.queue_type[slot], keyboard.queue_value[slot]) for slot in slots]

    @property
    def waits(self) -> bool:
        return self.state.modal.depth > 0

    def row(self, number: int) -> str:
        """The characters of a screen row, blanks at the end left out."""
        cells = bytes(self.state.text_chars[40 * number : 40 * number + 40]).replace(b"\0", b" ")
        return cells.decode("cp437").rstrip()

    def rows(self) -> dict[int, str]:
        """Every row that shows a character."""
        return {number: self.row(number) for number in range(25) if self.row(number)}

    def attributes(self, number: int) -> str:
        """The attributes of a row as the recordings have them: runs like 8fx21."""
        runs: list[list[Any]] = []
        for attribute in self.state.text_attributes[40 * number : 40 * number + 40]:
            if runs and runs[-1][0] == attribute:
                runs[-1][1] += 1
            else:
                runs.append([attribute, 1])
        return " ".join(f"{attribute:02x}x{count}" for attribute, count in runs)

    def pixel(self, x: int, y: int) -> int:
        return int(self.state.screen[320 * y + x])
