"""Presses keys for the player: for clicks, a gamepad, letters on the screen, texts that are pasted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.facts.codes import EGO
from agi_emu.facts.codes import Key as KeyWord
from agi_emu.input.click_guide import ClickGuide, ClickMeaning
from agi_emu.input.host_events import (
    HostEvent,
    KeyPress,
    KeyRelease,
    PadButton,
    PadPress,
    PadStick,
    Pointer,
    PointerShape,
)
from agi_emu.input.host_keyboard import CURSOR, ESCAPE, F12, RETURN
from agi_emu.input.keys_for_player import Typist, can_walk
from agi_emu.input.player_commands import PlayerCommand
from agi_emu.machine.input.events import Arrow, InputEvent, Key, Mouse
from agi_emu.machine.input.keynames import text_events
from agi_emu.window.letter_board import LetterBoard

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.window.picture_out import PictureOut


LONGEST_PASTED = 200
"""Characters of a text that is pasted."""
CELL_PIXELS = 2
"""A game's x counts picture cells, two screen pixels wide (reference: EXT-8)."""
CLICK_CYCLES = 2
"""Cycles for which a button counts as held at least."""
CURSORS = {
    ClickMeaning.WALK: PointerShape.TARGET,
    ClickMeaning.CHOOSE: PointerShape.HAND,
    ClickMeaning.CONTINUE: PointerShape.HAND,
    ClickMeaning.OPEN_MENU: PointerShape.HAND,
}


class InputBesidesKeyboard:
    """Everything that plays the machine of a window besides its keyboard."""

    def __init__(self) -> None:
        """Serve no machine before `attach`."""
        self.letters = LetterBoard()
        self._gamepad = Gamepad()
        self._typist = Typist()
        self._machine: Machine | None = None
        self._guide: ClickGuide | None = None
        self._takes_mouse = False
        self._clicked_in = -CLICK_CYCLES
        self._release: Mouse | None = None
        self._place: tuple[int, int] | None = None

    def attach(self, machine: Machine, *, is_guided: bool, takes_mouse: bool) -> None:
        """Serve a machine: `is_guided` makes clicks into keys, `takes_mouse` gives the game the mouse itself."""
        self._typist.stop()
        self._machine = machine
        self._guide = ClickGuide(machine) if is_guided else None
        self._takes_mouse = takes_mouse
        self._release = None

    @property
    def uses_mouse(self) -> bool:
        """Whether the mouse does anything in the game."""
        return self._takes_mouse or self._guide is not None

    def turn(self) -> list[InputEvent]:
        """Return what a click, the stick or a text to type goes on to press; called often while the game runs."""
        if self._machine is None:
            return []
        events = self._typist.next(self._machine) + self._gamepad.turn(self._machine)
        if self._release and self._machine.state.cycle.number - self._clicked_in >= CLICK_CYCLES:
            events.append(self._release)
            self._release = None
        return events + self._guide.turn() if self._guide else events

    def press(self, press: KeyPress) -> bool:
        """Let the letters on the screen take a key; return whether they did. Other keys end what a click began."""
        if self.letters.is_open and self.letters.takes(press):
            self._type_key(self.letters.press(press))
            return True
        if self._guide:
            self._guide.stop()
        return False

    def point(self, pointer: Pointer, picture: PictureOut) -> list[InputEvent]:
        """Return what the mouse does in the game."""
        if self.letters.is_open:
            self._type_key(self.letters.point(pointer, *picture.overlay_position(pointer.x, pointer.y)))
            return []
        column, row = self._place = picture.screen_position(pointer.x, pointer.y)
        events = self._mouse(column // CELL_PIXELS, row, pointer) if self._takes_mouse else []
        if self._guide is None or not pointer.pressed or not self._is_guided():
            return events
        return events + (self._guide.click(column, row) if pointer.button == 1 else self._guide.leave())

    def pad(self, event: PadPress | PadStick) -> list[HostEvent | PlayerCommand]:
        """Return the keys or the command that an event of a gamepad means."""
        return self._gamepad.translate(event, self._machine)

    def carry_out(self, command: PlayerCommand, clipboard: str) -> None:
        """Carry out PASTE, AGAIN or LETTERS."""
        if command is PlayerCommand.LETTERS:
            self.letters.toggle()
        elif self._machine and command is PlayerCommand.PASTE:
            line = " ".join(clipboard.split())[:LONGEST_PASTED]
            self._typist.type(text_events(line, code_page=self._machine.code_page))
        elif self._machine and command is PlayerCommand.AGAIN:
            line_before = self._machine.unguarded.state.input
            characters = bytes(line_before.previous[: line_before.previous_length])
            self._typist.type([*(Key(each) for each in characters if each), Key(KeyWord.ENTER)])

    def cursor(self) -> PointerShape:
        """Return the shape that says what a click would do."""
        if self._guide is None or self._place is None or self.letters.is_open or not self._is_guided():
            return PointerShape.ARROW
        return CURSORS.get(self._guide.meaning_at(*self._place), PointerShape.ARROW)

    def _mouse(self, x: int, y: int, pointer: Pointer) -> list[InputEvent]:
        """Return the mouse for a game that looks at it once in a cycle: a click lasts long enough to be seen."""
        assert self._machine
        cycle = self._machine.state.cycle.number
        event = Mouse(x, y, pointer.button)
        if pointer.pressed:
            self._clicked_in = cycle
        elif not pointer.button and 0 <= cycle - self._clicked_in < CLICK_CYCLES:
            self._release = event
            return []
        self._release = None
        return [event]

    def _is_guided(self) -> bool:
        """Return whether clicks become keys: games that know the mouse get it themselves, except in boxes."""
        return not self._takes_mouse or bool(self._machine and self._machine.unguarded.state.modal.depth)

    def _type_key(self, name: str) -> None:
        self._typist.press([name] if name else [])


KEYS = {PadButton.CONFIRM: RETURN, PadButton.CANCEL: ESCAPE, PadButton.MENU: ESCAPE, PadButton.PROGRAM: F12}
COMMANDS = {PadButton.AGAIN: PlayerCommand.AGAIN, PadButton.LETTERS: PlayerCommand.LETTERS}
SCANCODES = {direction: scancode for scancode, direction in CURSOR.items()}
CYCLES_TO_STOP = 6
"""Cycles in which ego must have begun to walk the way that the stick pointed."""


class Gamepad:
    """One gamepad, or several that act as one."""

    def __init__(self) -> None:
        """Start with the stick in the middle."""
        self._direction = 0
        self._stopping = 0
        self._until = 0

    def translate(self, event: PadPress | PadStick, machine: Machine | None) -> list[HostEvent | PlayerCommand]:
        """Return the keys or the command that an event means."""
        if isinstance(event, PadPress):
            if event.button in COMMANDS:
                return [COMMANDS[event.button]]
            scancode = KEYS[event.button]
            return [KeyPress(scancode), KeyRelease(scancode)]
        keys: list[HostEvent | PlayerCommand] = []
        if self._direction:
            keys.append(KeyRelease(SCANCODES[self._direction]))
        if event.direction:
            keys.append(KeyPress(SCANCODES[event.direction]))
        self._stopping = 0 if event.direction or machine is None else self._direction
        self._until = machine.unguarded.state.cycle.number + CYCLES_TO_STOP if machine else 0
        self._direction = event.direction
        return keys

    def turn(self, machine: Machine) -> list[InputEvent]:
        """Return what stops ego when the stick was let go: without hold.key a walk goes on without the arrow."""
        if not self._stopping:
            return []
        state = machine.unguarded.state
        if not can_walk(machine) or state.keyboard.hold or state.cycle.number > self._until:
            self._stopping = 0
        elif state.objects[EGO].direction == self._stopping:
            going, self._stopping = self._stopping, 0
            return [Arrow(going, down=True), Arrow(going, down=False)]
        return []
