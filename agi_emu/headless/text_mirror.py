"""Reports the words of a game as plain text, as they appear on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from agi_emu.facts.codes import Var
from agi_emu.facts.font import PC_CODE_PAGE
from agi_emu.machine.choices import choices_of
from agi_emu.machine.display.readable import row_text
from agi_emu.machine.display.right_to_left import ordered
from agi_emu.machine.display.wide_letters import text_on
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.machine import Machine
from agi_emu.machine.windows.modal import Purpose
from agi_emu.state.layout import TEXT_COLUMNS, TEXT_ROWS
from agi_emu.state.progress import Wait

SEVERAL_BLANK_ROWS = re.compile("\n{3,}")
SEVERAL_BLANKS = re.compile(" {3,}")
SETTLED_BEATS = 12
"""Beats for which text must stay unchanged before it is told, since a screen is written piece by piece."""


class TextMirror:
    """An observer that reports what appears: windows, screens, texts on the picture, choices, the status line."""

    def __init__(self, tell: Callable[[str], None], *, tells_input: bool = True, is_plain: bool = False) -> None:
        """Call `tell` with each text, lines separated by newlines; `tells_input`: also what the player enters.

        `is_plain` leaves out what only matters now: choices and the status line.
        """
        self._is_plain = is_plain
        self._tell = tell
        self._tells_input = tells_input
        self._window: tuple[int, ...] | None = None
        self._window_text = ""
        self._screen = b""
        self._told_screen = b""
        self._still = 0
        self._choice = ""
        self._status = ""
        self._lines = LastLines()
        self._rows = PictureTexts()

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look at the screen after a stop."""
        if self._tells_input and (line := self._lines.entered(machine)):
            self._tell(f"> {line}")
        self._look_at_window(machine)
        self._look_at_screen(machine)
        if not self._is_plain:
            self._look_at_choice(machine)
            self._look_at_status(machine)
        for text in self._rows.new(machine):
            self._tell(text)

    def _look_at_choice(self, machine: Machine) -> None:
        """Report what Enter would take from a menu or a list, with the name of the menu."""
        choices = choices_of(machine) if machine.unguarded.state.modal.depth else ()
        marked = next((choice.text.strip() for choice in choices if choice.is_marked), "")
        bar = next((choice.text.strip() for choice in choices if not choice.keys), "")
        words = f"{bar}: {marked}" if bar and marked else marked
        if words != self._choice:
            self._choice = words
            if words:
                self._tell(words)

    def _look_at_status(self, machine: Machine) -> None:
        """Report the status line when it changes; not while the menu bar lies over it."""
        state = machine.unguarded.state
        if state.modal.depth or state.general.text_mode or not state.text.status_on:
            return
        words = SEVERAL_BLANKS.sub("  ", row_text(machine, state.text.status_row).strip())
        if words and words != self._status:
            self._status = words
            self._tell(words)

    def _look_at_window(self, machine: Machine) -> None:
        window, modal = machine.unguarded.state.window, machine.unguarded.state.modal
        is_command = modal.depth and modal.records[modal.depth - 1].purpose == Purpose.COMMAND
        if not window.open or is_command:
            # In the window of a Hercules a line is typed; it is told when it is entered.
            self._window = None
            return
        place = (window.row, window.column, window.lines, window.columns)
        if place == self._window and not modal.depth:
            # Nothing waits: text painted into an old window belongs to the game, not to the message.
            return
        bottom = min(window.row + window.lines, TEXT_ROWS)
        cells, right = bytes(machine.unguarded.state.text_chars), window.column + window.columns
        text = text_of(cells, window.row, window.column, bottom, right, machine.unguarded)
        if (place, text) != (self._window, self._window_text):
            is_list = place == self._window and bool(choices_of(machine))
            self._window, self._window_text = place, text
            if text and not is_list:
                self._tell(text)

    def _look_at_screen(self, machine: Machine) -> None:
        if not machine.unguarded.state.general.text_mode:
            self._screen = self._told_screen = b""
            return
        screen = bytes(machine.unguarded.state.text_chars)
        self._still = self._still + 1 if screen == self._screen else 0
        self._screen = screen
        if self._still == SETTLED_BEATS and screen != self._told_screen:
            self._told_screen = screen
            text = text_of(screen, 0, 0, TEXT_ROWS, TEXT_COLUMNS, machine.unguarded)
            if text:
                self._tell(SEVERAL_BLANK_ROWS.sub("\n\n", text))


class LastLines:
    """Notices the lines that the player enters."""

    def __init__(self) -> None:
        """Know no line."""
        self._before: bytes | None = None
        self._typed = b""

    def entered(self, machine: Machine) -> str:
        """Return the line that was entered since the last call; "" if none was."""
        line = machine.unguarded.state.input
        typed, before = bytes(line.text[: line.length]), bytes(line.previous[: line.previous_length])
        is_known = self._before is not None
        is_new = before != self._before or (not typed and self._typed == before)
        self._before, self._typed = before, typed
        return before.decode(machine.code_page, "replace").rstrip("\0") if is_known and is_new and before else ""


class PictureTexts:
    """Notices texts that a game writes on its picture, row by row, once they stand still."""

    def __init__(self) -> None:
        """Know no text."""
        self._room = -1
        self._seen: dict[int, str] = {}
        self._still: dict[int, int] = {}
        self._told: dict[int, str] = {}
        self._cells = b""

    def new(self, machine: Machine) -> list[str]:
        """Return the texts that are new, rows that follow each other as one."""
        state = machine.unguarded.state
        if state.vars[Var.ROOM] != self._room:
            self._room = state.vars[Var.ROOM]
            self._told.clear()
        if state.general.text_mode or choices_of(machine):
            return []
        rows = bytes(state.text_chars)
        if rows == self._cells and not any(still < SETTLED_BEATS for still in self._still.values()):
            return []
        self._cells = rows
        found: list[tuple[int, str]] = []
        for row in set(range(TEXT_ROWS)) - self._rows_of_others(machine):
            text = text_of(rows, row, 0, row + 1, TEXT_COLUMNS, machine.unguarded).strip()
            self._still[row] = self._still.get(row, 0) + 1 if text == self._seen.get(row, "") else 0
            self._seen[row] = text
            if self._still[row] == SETTLED_BEATS and text and text != self._told.get(row):
                self._told[row] = text
                found.append((row, text))
        return _joined(found)

    def _rows_of_others(self, machine: Machine) -> set[int]:
        """Return the rows of what is told elsewhere: window, status line, input line, the line that is edited."""
        state = machine.unguarded.state
        rows = {int(state.text.input_row)}
        if state.text.status_on:
            rows.add(int(state.text.status_row))
        if state.window.open:
            rows |= set(range(state.window.row, state.window.row + state.window.lines))
        if state.modal.depth and state.modal.records[state.modal.depth - 1].wait == Wait.EDIT:
            rows.add(int(state.text.row))
        return rows


def _joined(found: list[tuple[int, str]]) -> list[str]:
    texts: list[str] = []
    last = -2
    for row, text in sorted(found):
        if row == last + 1:
            texts[-1] += f"\n{text}"
        else:
            texts.append(text)
        last = row
    return texts


def text_of(cells: bytes, top: int, left: int, bottom: int, right: int, m: Interpreter | None = None) -> str:
    """Return the text in a rectangle of cells (`bottom` and `right` are past it), without the blanks around it.

    The characters are those of the code page of a machine, in the order in which they are read; the codes below 32 have
    glyphs, which plain text cannot show.
    """
    rows = []
    if m is not None and m.translation.is_wide:
        letters = "".join(each if each >= " " else " " for each in text_on(m, cells))
        starts = range(TEXT_COLUMNS * top, TEXT_COLUMNS * bottom, TEXT_COLUMNS)
        rows = [letters[start + left : start + min(right, TEXT_COLUMNS)].rstrip() for start in starts]
        return "\n".join(rows).strip("\n")
    for row in range(top, bottom):
        line = cells[row * TEXT_COLUMNS + left : row * TEXT_COLUMNS + min(right, TEXT_COLUMNS)]
        shown = bytes(code if code >= 32 and code != 127 else 32 for code in line)
        if m is not None:
            shown = ordered(m, shown)
        rows.append(shown.decode(m.code_page if m is not None else PC_CODE_PAGE, "replace").rstrip())
    return "\n".join(rows).strip("\n")
