"""The menu of the program, drawn over the screen of the game with the 8x8 face, and its entries for a window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from agi_emu.facts.clock_prices import PACES
from agi_emu.input.host_events import KeyPress, Pointer
from agi_emu.input.host_keyboard import CURSOR, ESCAPE, F12, KEYPAD, KEYPAD_ENTER, RETURN, SPACE
from agi_emu.input.player_commands import SWITCHES
from agi_emu.input.player_commands import PlayerCommand as Do
from agi_emu.window.overlay import CHOSEN_GROUND, CHOSEN_INK, EDGE, FAINT, GLYPH, GROUND, INK, Surface
from agi_emu.window.window_commands import WindowCommands

COLUMNS = 38
"""Width of the menu in characters, including its edge."""
ROW_HEIGHT = 11
"""Pixels from one entry to the next."""
MARGIN = 5
SIDE = 10
"""From the edge of the menu to its text."""
FIRST_ENTRY = MARGIN + ROW_HEIGHT + 1
"""From the top of the menu to its first entry."""
TITLE = "agi-emu"
MORE = "\x10"
"""Marks an entry that leads to another menu."""
NORTH, EAST, SOUTH, WEST = 1, 3, 5, 7
CLOSING = frozenset({Do.LETTERS, Do.INSPECT, Do.PICTURE, Do.RECORD, Do.LOAD, Do.LOAD_BEFORE, Do.REWIND})
"""Commands after which the player wants to see the game."""


class HostMenuEntry(NamedTuple):
    """A line of the menu: its text, and the commands of Enter, left and right; one without any closes the menu."""

    text: str
    command: Do | None = None
    left: Do | None = None
    right: Do | None = None
    note: str = ""
    """Shown at the right end: the key that does the same."""
    submenu: tuple[HostMenuEntry, ...] = ()
    is_possible: bool = True
    """Whether it can be carried out now; else it is grey."""


class MenuLook(NamedTuple):
    """The menu's current look, in the middle of a picture of any size; equal ones look the same."""

    entries: tuple[HostMenuEntry, ...]
    chosen: int
    title: str = TITLE

    def paint(self, surface: Surface) -> None:
        """Paint the menu."""
        left, top, width, height = self._box(surface.width, surface.height)
        surface.fill(left, top, width, height, EDGE)
        surface.fill(left + 1, top + 1, width - 2, height - 2, GROUND)
        surface.write((surface.width - GLYPH * len(self.title)) // 2, top + MARGIN, self.title, FAINT)
        for index, entry in enumerate(self.entries):
            y = top + FIRST_ENTRY + ROW_HEIGHT * index
            ink = INK if entry.is_possible else FAINT
            if index == self.chosen:
                surface.fill(left + 4, y, width - 8, ROW_HEIGHT, CHOSEN_GROUND if entry.is_possible else EDGE)
                ink = CHOSEN_INK
            note = MORE if entry.submenu else entry.note
            room = (width - 2 * SIDE) // GLYPH - len(note) - 1
            surface.write(left + SIDE, y + 2, entry.text[:room], ink)
            surface.write(left + width - SIDE - GLYPH * len(note), y + 2, note, ink)

    def entry_at(self, position: tuple[int, int], size: tuple[int, int]) -> int | None:
        """Return the index of the entry at a position in a picture of this size; None if there is none."""
        left, top, width, _ = self._box(*size)
        index = (position[1] - top - FIRST_ENTRY) // ROW_HEIGHT
        inside = left <= position[0] < left + width and 0 <= index < len(self.entries)
        return index if inside else None

    def _box(self, across: int, down: int) -> tuple[int, int, int, int]:
        width = GLYPH * COLUMNS
        height = ROW_HEIGHT * (len(self.entries) + 1) + 2 * MARGIN + 1
        return (across - width) // 2, (down - height) // 2, width, height


class HostMenu:
    """Which entry is chosen, and what keys and mouse do to it."""

    def __init__(self) -> None:
        """Start closed."""
        self.is_open = False
        self._root: Sequence[HostMenuEntry] = ()
        self._path: list[int] = []
        """Of the open submenus: the index of each in the menu above it."""
        self._chosen = 0

    def open(self, entries: Sequence[HostMenuEntry]) -> None:
        """Show the menu with its first entry chosen."""
        self.is_open = True
        self._root = entries
        self._path = []
        self._chosen = 0

    def update(self, entries: Sequence[HostMenuEntry]) -> None:
        """Change the texts of the entries; the choice stays."""
        self._root = entries

    def close(self) -> None:
        """Close the menu."""
        self.is_open = False

    def press(self, press: KeyPress) -> Do | None:
        """Move the choice or return the command chosen; Esc goes up or closes, F12 closes the menu."""
        direction = CURSOR.get(press.scancode, KEYPAD.get(press.scancode))
        entries = self._entries
        entry = entries[self._chosen]
        if direction in (NORTH, SOUTH):
            self._chosen = (self._chosen + (1 if direction == SOUTH else -1)) % len(entries)
        elif direction == WEST:
            return entry.left if entry.is_possible else None
        elif direction == EAST:
            return entry.right if entry.is_possible else None
        elif press.scancode in (RETURN, KEYPAD_ENTER, SPACE) and not press.repeated:
            return self._choose(entry)
        elif press.scancode == ESCAPE and not press.repeated:
            self._leave()
        elif press.scancode == F12 and not press.repeated:
            self.close()
        return None

    @property
    def look(self) -> MenuLook | None:
        """The menu's look; None if it is closed."""
        return MenuLook(tuple(self._entries), self._chosen, self._title) if self.is_open else None

    def point(self, pointer: Pointer, position: tuple[int, int], size: tuple[int, int]) -> Do | None:
        """Let the mouse choose: moving over an entry marks it, a click takes it, on its left or right half.

        A click outside leaves the submenu or closes the menu. `position` is the pixel under the mouse in a picture of
        `size`.
        """
        index = MenuLook(tuple(self._entries), self._chosen).entry_at(position, size)
        if index is not None:
            self._chosen = index
        if not (pointer.pressed and pointer.button == 1):
            return None
        if index is None:
            self._leave()
            return None
        entry = self._entries[index]
        if entry.left and entry.right and entry.is_possible:
            return entry.left if position[0] < size[0] // 2 else entry.right
        return self._choose(entry)

    @property
    def _entries(self) -> Sequence[HostMenuEntry]:
        entries = self._root
        for index in self._path:
            entries = entries[index].submenu
        return entries

    @property
    def _title(self) -> str:
        entries, title = self._root, TITLE
        for index in self._path:
            entries, title = entries[index].submenu, entries[index].text
        return title

    def _choose(self, entry: HostMenuEntry) -> Do | None:
        if not entry.is_possible:
            return None
        if entry.submenu:
            self._path.append(self._chosen)
            self._chosen = 0
        elif entry.command in CLOSING or (entry.command is None and not entry.left):
            self.close()
        return entry.command

    def _leave(self) -> None:
        """Go up to the menu above, or close the first one."""
        if self._path:
            self._chosen = self._path.pop()
        else:
            self.close()


LEFT_MARK, RIGHT_MARK = "\x11", "\x10"


def main_menu(now: WindowCommands) -> list[HostMenuEntry]:
    """Return the entries of the menu for what the window shows and can do now."""

    def entry(text: str, command: Do) -> HostMenuEntry:
        return HostMenuEntry(text, command, note=now.keys.label(command), is_possible=now.can(command))

    def choice(text: str, value: str, command: Do | None, left: Do, right: Do) -> HostMenuEntry:
        shown = f"{text:9}{LEFT_MARK} {value:^14} {RIGHT_MARK}"
        return HostMenuEntry(shown, command, left, right, is_possible=now.can(left))

    def switch(text: str, command: Do) -> HostMenuEntry:
        return HostMenuEntry(text, command, command, command, note="on" if SWITCHES[command] in now.switches else "off")

    computer = now.session.machine.settings.machine if now.session else ""
    budget = now.session.machine.settings.budget.name if now.session else ""
    pace = PACES.get(budget, budget)
    slot = str(now.save_keys.slot if now.save_keys else 1)
    quick = (
        entry("Save", Do.SAVE),
        entry("Load", Do.LOAD),
        entry("Load before cut-scene", Do.LOAD_BEFORE),
        choice("Slot", slot, None, Do.PREVIOUS_SLOT, Do.NEXT_SLOT),
        entry("Back in time (hold)", Do.REWIND),
    )
    sound = (
        choice("Volume", now.volume or "off", Do.MUTE, Do.QUIETER, Do.LOUDER),
        entry("Unmute" if now.volume == "muted" else "Mute", Do.MUTE),
        choice(
            "Computer",
            computer,
            Do.NEXT_COMPUTER,
            Do.PREVIOUS_COMPUTER,
            Do.NEXT_COMPUTER,
        ),
    )
    display = (
        entry("Leave full screen" if now.window.full_screen else "Full screen", Do.FULL_SCREEN),
        choice("Aspect", now.picture.aspect, Do.ASPECT, Do.ASPECT, Do.ASPECT),
        choice("Size", f"{now.scale}x", None, Do.SMALLER, Do.LARGER),
        choice("Adapter", now.adapter, Do.NEXT_DISPLAY, Do.PREVIOUS_DISPLAY, Do.NEXT_DISPLAY),
        choice("Look", now.screen_look, Do.NEXT_LOOK, Do.PREVIOUS_LOOK, Do.NEXT_LOOK),
        switch("Picture tube", Do.PICTURE_TUBE),
        switch("Large text on pages", Do.LARGE_TEXT),
    )
    tools = (
        entry("Save a screenshot", Do.PICTURE),
        entry("Record", Do.RECORD),
        entry("Look inside", Do.INSPECT),
    )
    playing = (
        entry("Letters and words", Do.LETTERS),
        entry("Before translation", Do.ORIGINAL),
        switch("Typing stops the game", Do.TYPING_PAUSES),
        switch("Clicks walk straight", Do.STRAIGHT_WALK),
        switch("Speak all words", Do.SPEECH),
        choice("Language", now.language, Do.NEXT_LANGUAGE, Do.PREVIOUS_LANGUAGE, Do.NEXT_LANGUAGE),
        choice("Pace", pace, Do.NEXT_PACE, Do.PREVIOUS_PACE, Do.NEXT_PACE),
    )
    return [
        HostMenuEntry("Continue" if now.session else "Back", note="Esc"),
        entry("Saved moments", Do.MOMENTS),
        entry("Messages and rooms", Do.JOURNAL),
        HostMenuEntry("Quick save and load", submenu=quick, is_possible=now.can(Do.SAVE)),
        entry("Open another game", Do.OPEN),
        entry("Restart the game", Do.RESTART),
        entry("End the pause" if now.is_paused else "Pause", Do.PAUSE),
        choice("Speed", now.speed, Do.NORMAL, Do.SLOWER, Do.FASTER),
        HostMenuEntry("Playing", submenu=playing),
        HostMenuEntry("Sound", submenu=sound, is_possible=bool(now.volume)),
        HostMenuEntry("Display", submenu=display),
        HostMenuEntry("Tools", submenu=tools, is_possible=now.can(Do.PICTURE)),
        entry("Keys", Do.KEYS),
        entry("About", Do.ABOUT),
        entry("Quit", Do.QUIT),
    ]
