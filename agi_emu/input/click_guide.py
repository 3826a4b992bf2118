"""The mouse in games that know none: what a click means at a place, and the keys that a player would press for it."""

from __future__ import annotations

from enum import Enum, auto

from agi_emu.facts.codes import EGO, Flag
from agi_emu.facts.codes import Key as KeyWord
from agi_emu.input.keys_for_player import StraightWalk, Typist, Walk, can_walk
from agi_emu.machine.choices import Choice, choices_of
from agi_emu.machine.display.drivers import adapter_of
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.machine.ways import target_at
from agi_emu.state.layout import PICTURE_HEIGHT, SCREEN_HEIGHT, SCREEN_WIDTH
from agi_emu.state.progress import Wait


class ClickMeaning(Enum):
    """What a click would do."""

    NOTHING = auto()
    WALK = auto()
    CHOOSE = auto()
    CONTINUE = auto()
    LEAVE = auto()
    OPEN_MENU = auto()


class ClickGuide:
    """Turns clicks into keys for one machine."""

    def __init__(self, machine: Machine) -> None:
        """Serve one machine."""
        self._machine = machine
        self._typist = Typist()
        self._walk: Walk | None = None

    def meaning_at(self, x: int, y: int) -> ClickMeaning:
        """Return what a click would do at a pixel of a screen of 320x200."""
        m = self._machine
        state = m.state
        if state.modal.depth:
            return self._meaning_in_box(x, y)
        opens_menu = KeyWord.ESC in state.keyboard.map_key[: state.keyboard.map_count]
        has_menu = state.menu.submitted and m.flag(Flag.MENU) and opens_menu
        if has_menu and self._text_at(x, y)[0] == 0 and can_walk(m):
            return ClickMeaning.OPEN_MENU
        if can_walk(m):
            return ClickMeaning.WALK if 0 <= self._cell_at(x, y)[1] < PICTURE_HEIGHT else ClickMeaning.NOTHING
        return ClickMeaning.CONTINUE

    def click(self, x: int, y: int, *, is_straight: bool = False) -> list[InputEvent]:
        """Let the left button go down at a pixel of a screen of 320x200; return what to press at once.

        `is_straight`: a walk goes straight on and ends at the first obstacle.
        """
        self.stop()
        match self.meaning_at(x, y):
            case ClickMeaning.WALK:
                column, row = self._cell_at(x, y)
                # Its feet go there: the middle of the base line.
                left = column - self._machine.unguarded.state.objects[EGO].width // 2
                target = target_at(self._machine.unguarded, left, row)
                self._walk = (StraightWalk if is_straight else Walk)(self._machine, target)
            case ClickMeaning.CHOOSE:
                choice = self._choice_at(x, y)
                self._typist.press(choice.keys if choice else ())
            case ClickMeaning.CONTINUE:
                self._typist.press(("enter",))
            case ClickMeaning.LEAVE | ClickMeaning.OPEN_MENU:
                self._typist.press(("esc",))
        return self.turn()

    def leave(self) -> list[InputEvent]:
        """Let the right button go down: Esc."""
        self.stop()
        self._typist.press(("esc",))
        return self.turn()

    def turn(self) -> list[InputEvent]:
        """Return what to press now for the click before; called often."""
        if self._walk and not self._walk.is_over:
            return self._walk.steer()
        return self._typist.next(self._machine)

    def stop(self) -> None:
        """Forget the click before: the player does something else."""
        self._walk = None
        self._typist.stop()

    def _cell_at(self, x: int, y: int) -> tuple[int, int]:
        """Return column and row of the picture at a pixel, wherever the adapter shows it."""
        adapter = adapter_of(self._machine.unguarded)
        left, top, width, height = adapter.picture_place(self._machine.unguarded.state.text.picture_row)
        across, down = adapter.size
        return (x * across // SCREEN_WIDTH - left) // width, (y * down // SCREEN_HEIGHT - top) // height

    def _text_at(self, x: int, y: int) -> tuple[int, int]:
        """Return row and column of the text at a pixel."""
        adapter = adapter_of(self._machine.unguarded)
        across, down = adapter.size
        return adapter.text_place(x * across // SCREEN_WIDTH, y * down // SCREEN_HEIGHT)

    def _choice_at(self, x: int, y: int) -> Choice | None:
        place = self._text_at(x, y)
        return next((choice for choice in choices_of(self._machine) if choice.is_at(*place)), None)

    def _meaning_in_box(self, x: int, y: int) -> ClickMeaning:
        state = self._machine.unguarded.state
        wait = state.modal.records[state.modal.depth - 1].wait
        if wait == Wait.BEATS:
            return ClickMeaning.NOTHING
        if self._choice_at(x, y):
            return ClickMeaning.CHOOSE
        if choices_of(self._machine):
            return ClickMeaning.LEAVE if wait == Wait.MENU or not self._is_in_window(x, y) else ClickMeaning.NOTHING
        is_question = wait in (Wait.CONFIRM, Wait.EDIT) and bool(state.window.open)
        return ClickMeaning.LEAVE if is_question and not self._is_in_window(x, y) else ClickMeaning.CONTINUE

    def _is_in_window(self, x: int, y: int) -> bool:
        window = self._machine.unguarded.state.window
        rows = range(window.row - 1, window.row + window.lines + 1)
        columns = range(window.column - 1, window.column + window.columns + 1)
        row, column = self._text_at(x, y)
        return bool(window.open) and row in rows and column in columns
