"""Presses keys for the player: for clicks, a gamepad, letters on the screen, texts that are pasted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from agi_emu.facts.codes import EGO, Var
from agi_emu.facts.codes import Key as KeyWord
from agi_emu.input.click_guide import ClickGuide, ClickMeaning
from agi_emu.input.host_events import (
    HostEvent,
    KeyPress,
    KeyRelease,
    Modifier,
    PadButton,
    PadPress,
    PadStick,
    Pointer,
    PointerShape,
)
from agi_emu.input.host_keyboard import BACKSPACE, CURSOR, ESCAPE, F12, RETURN, TAB
from agi_emu.input.keys_for_player import Typist, can_walk
from agi_emu.input.player_commands import SWITCHES, PlayerCommand
from agi_emu.machine.input.events import Arrow, InputEvent, Key, Mouse, text_events
from agi_emu.window.letter_board import BoardLook, LetterBoard
from agi_emu.window.overlay import Alphabet
from agi_emu.window.typing_line import TypingLine, TypingLook

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.window.picture_out import PictureOut


LONGEST_PASTED = 200
"""Characters of a text that is pasted."""
CELL_PIXELS = 2
"""A game's x counts picture cells, two screen pixels wide (reference: EXT-8)."""
CLICK_CYCLES = 2
"""Cycles for which a button counts as held at least."""
TYPING_PAUSES = SWITCHES[PlayerCommand.TYPING_PAUSES]
STRAIGHT_WALK = SWITCHES[PlayerCommand.STRAIGHT_WALK]
_SCANCODES = {"enter": RETURN, "backspace": BACKSPACE}
_HELD = Modifier.SHIFT | Modifier.CTRL | Modifier.LEFT_ALT | Modifier.RIGHT_ALT
CURSORS = {
    ClickMeaning.WALK: PointerShape.TARGET,
    ClickMeaning.CHOOSE: PointerShape.HAND,
    ClickMeaning.CONTINUE: PointerShape.HAND,
    ClickMeaning.OPEN_MENU: PointerShape.HAND,
}


class InputBesidesKeyboard:
    """Everything that plays the machine of a window besides its keyboard."""

    def __init__(self, switches: Collection[str]) -> None:
        """Serve no machine before `attach`; look at the settings that are on."""
        self._switches = switches
        self.letters = LetterBoard()
        self._line = TypingLine()
        self.composed = ""
        """What an input method has not finished."""
        self.alphabet = Alphabet()
        """The letters of the game."""
        self._completed = ("", "", 0)
        """The line after Tab, the line before, and which of the words it was."""
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
        self._line = TypingLine()
        self._machine = machine
        self.alphabet = Alphabet(machine.code_page, machine.unguarded.translation.face)
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
        """Let the line, Tab or the letters on the screen take a key; return whether they did.

        Other keys end what a click began.
        """
        if self.is_typing and (sentence := self._line.press(press)) is not None:
            if sentence:
                self._typist.type([*map(Key, sentence), Key(KeyWord.ENTER)])
            return True
        if press.scancode == TAB and not press.modifiers & _HELD and self._complete():
            return True
        if self.letters.is_open and self.letters.takes(press):
            self._type_key(self.letters.press(press))
            return True
        if self._guide:
            self._guide.stop()
        return False

    @property
    def is_typing(self) -> bool:
        """Whether a sentence is being typed for which the game stands still."""
        return bool(self._line.text)

    def typed(self, events: list[InputEvent]) -> list[InputEvent]:
        """Take the characters that a key has typed into the line, if typing stops the game; return the others."""
        self.composed = ""
        if not (self.is_typing or (TYPING_PAUSES in self._switches and self._can_type())):
            return events
        self._line.add(bytes(each.word for each in events if isinstance(each, Key) and 32 <= each.word < 256))
        return [each for each in events if not isinstance(each, Key)]

    def look(self) -> tuple[BoardLook | None, TypingLook | None]:
        """Return the looks of the letters on the screen and of the line, with the words of now."""
        if self.letters.is_open:
            self.letters.offer(self._words())
        if not self.is_typing or self._machine is None:
            return self.letters.look, None
        return self.letters.look, self._line.look(self._machine.code_page, self._words())

    def _can_type(self) -> bool:
        """Return whether the game takes a sentence now."""
        if self._machine is None:
            return False
        state = self._machine.unguarded.state
        return bool(state.input.enabled) and not state.modal.depth and not state.general.text_mode

    @property
    def _typed_so_far(self) -> str:
        """The sentence as it stands: in the line here, or in that of the game."""
        if self._machine is None:
            return ""
        line = self._machine.unguarded.state.input
        text = self._line.text or bytes(line.text[: line.length])
        return text.rstrip(b"\0").decode(self._machine.code_page, "replace")

    def _words(self, line: str | None = None) -> Sequence[str]:
        """Return the words that may come next, those that the logic of the room tests for first."""
        if self._machine is None or not self._can_type():
            return ()
        # Imported when it is asked for: it decodes logics.
        from agi_emu.coverage.sentences import next_words

        state = self._machine.unguarded.state
        logics = state.loaded.logics
        room = int(state.vars[Var.ROOM])
        loaded = bytes(logics.order[: logics.count])
        order = bytes(sorted(loaded, key=lambda number: (number != room, number == 0)))
        return next_words(self._machine.game, order, self._typed_so_far if line is None else line)

    def _complete(self) -> bool:
        """Complete the word that is being typed, or put the next one in its place; return whether there was one."""
        line = self._typed_so_far
        after, before, index = self._completed
        if not line or self._guide is None:
            return False
        index = index + 1 if line == after else 0
        before = before if line == after else line
        words = self._words(before)
        if not words:
            return False
        whole = before[: before.rfind(" ") + 1] + words[index % len(words)]
        self._completed = (whole, before, index)
        if self.is_typing:
            self._line.text = whole.encode(self._machine.code_page)  # type: ignore[union-attr]
        else:
            self._typist.press(_keys_between(line, whole))
        return True

    def point(self, pointer: Pointer, picture: PictureOut) -> list[InputEvent]:
        """Return what the mouse does in the game."""
        if self.letters.is_open:
            self._type_key(self.letters.point(pointer, *picture.overlay_position(pointer.x, pointer.y)))
            return []
        column, row = self._place = picture.screen_position(pointer.x, pointer.y)
        events = self._mouse(column // CELL_PIXELS, row, pointer) if self._takes_mouse else []
        if self._guide is None or not pointer.pressed or not self._is_guided():
            return events
        return events + (
            self._guide.click(column, row, is_straight=STRAIGHT_WALK in self._switches)
            if pointer.button == 1
            else self._guide.leave()
        )

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
        """Type what was chosen on the board: a key by its name, or the rest of a word that has a blank."""
        line = self._typed_so_far
        names = [name] if name else []
        if len(name) > 1 and name.endswith(" "):
            names = _keys_between(line[line.rfind(" ") + 1 :], name)
        if not (self.is_typing or TYPING_PAUSES in self._switches):
            self._typist.press(names)
            return
        for each in names:
            if each in _SCANCODES:
                self.press(KeyPress(_SCANCODES[each]))
            else:
                self._line.add(b" " if each == "space" else each.encode())


def _keys_between(before: str, after: str) -> list[str]:
    """Return the names of the keys that make one text of another: as few as possible are erased."""
    pairs = enumerate(zip(before, after, strict=False))
    same = next((at for at, (old, new) in pairs if old != new), min(len(before), len(after)))
    return [*["backspace"] * (len(before) - same), *("space" if each == " " else each for each in after[same:])]


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
