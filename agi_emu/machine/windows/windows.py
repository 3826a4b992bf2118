"""Message windows: place, box, text, and the wait for Enter or Esc (reference: TEXT-30 to TEXT-37, TIME-29)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from agi_emu._core.message import Formatted
from agi_emu.facts.codes import BLACK, MESSAGE_LINES, WHITE, WINDOW_COLUMNS, EventType, Flag, Var
from agi_emu.facts.mercies import SURVIVE_CRASHES
from agi_emu.machine.display import text
from agi_emu.machine.display.drivers import cell_height, is_hercules
from agi_emu.machine.display.message import format_text, own_text
from agi_emu.machine.display.right_to_left import aligned
from agi_emu.machine.input import keys
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import modal
from agi_emu.machine.windows.modal import Event, Purpose
from agi_emu.state.layout import ModalRecord
from agi_emu.state.progress import Wait

ACCEPTED = 1
REFUSED = 0

FRAME_COLOUR = 4
FILL_COLOUR = 15
TICKS_PER_HALF_SECOND = 10

VERBOSE_CHARACTERS = 20
TOO_VERBOSE = b'Message too verbose:\n\n"%s..."\n\nPress ESC to continue.'
_PICTURE_COLUMNS = 160
_CELL_WIDTH = 4
_LINES_ON_HERCULES = 23
"""The most lines of a window there, in the middle of which it stands (reference: TEXT-86)."""
_MARGIN = 5

OWN_VALUES = 3
"""Values of a CONFIRM record that the wait needs; those of the caller follow."""
_TIMED, _START, _CLOSES = range(OWN_VALUES)
_TICK_MASK = 0x7FFFFFFF


class TextPlacement(NamedTuple):
    """The place of a window's text: screen row and column of its first character, size in cells."""

    row: int
    column: int
    lines: int
    columns: int


class WindowBox(NamedTuple):
    """A box in picture cells: left column, bottom row (relative to the picture's top, as a byte), size."""

    x: int
    bottom: int
    width: int
    height: int

    @property
    def top(self) -> int:
        """The topmost row."""
        return self.bottom - self.height + 1


def place(
    lines: int,
    columns: int,
    picture_row: int,
    row: int | None = None,
    column: int | None = None,
    *,
    most_lines: int = MESSAGE_LINES,
) -> TextPlacement:
    """Place a text of that size: in the middle, or at a row relative to the picture and a column of the screen."""
    top = row if row is not None else 1 + (most_lines - lines) // 2
    # Modulo 65,536, and the cursor takes the low byte (reference: TEXT-21).
    left = column if column is not None else ((text.COLUMNS - columns) & 0xFFFF) >> 1
    if left >= 0x4000:
        left -= 0x8000
    return TextPlacement(top + picture_row, left, lines, columns)


def box_around(placement: TextPlacement, picture_row: int, cell_height: int = 8) -> WindowBox:
    """Return the box of a window; all but x are bytes."""
    bottom = cell_height * (placement.row + placement.lines - picture_row) + _MARGIN - 1
    # Height and width are the bytes of one word, into which a width that is too large reaches (reference: TEXT-30).
    size = (cell_height * placement.lines + 2 * _MARGIN) << 8 | (_CELL_WIDTH * placement.columns + 2 * _MARGIN)
    return WindowBox(_CELL_WIDTH * placement.column - _MARGIN, bottom & 0xFF, size & 0xFF, size >> 8 & 0xFF)


def draw_box(m: Interpreter, box: WindowBox, frame: int) -> None:
    """Paint a white box with a frame, one cell thick and inset by one."""
    _fill(m, box.x, box.bottom, box.width, box.height, FILL_COLOUR)
    for y in (box.top + 1, box.bottom - 1):
        _fill(m, box.x + 1, y, box.width - 2, 1, frame)
    for x in (box.x + 1, box.x + box.width - 2):
        _fill(m, x, box.bottom - 2, 1, box.height - 4, frame)


def _fill(m: Interpreter, x: int, bottom: int, width: int, height: int, colour: int) -> None:
    """Fill a rectangle given as the original has it: left column and bottom row are bytes.

    Quirk: a frame line above the picture has a y of about 252 and shows nowhere. Left of the screen x stays negative
    for the screen's own rule (reference: TEXT-40).
    """
    if x >= 0 or x & 0xFF < _PICTURE_COLUMNS:
        x &= 0xFF
    m.screen.fill(x, (bottom & 0xFF) - height + 1, width, height, colour)


def open_window(
    m: Interpreter,
    message: bytes | Formatted,
    *,
    row: int | None = None,
    column: int | None = None,
    width: int = 0,
    height: int = 0,
    fixed: bool = False,
) -> TextPlacement:
    """Show a text in a window and leave it open; a window that was open closes first.

    `width` is the line limit, 0 for the usual one. A `fixed` window is as wide as that limit and, unless 0, `height`
    lines high. Row and column are for print.at; without, the window is in the middle. A text that is formatted already
    is shown as it is.
    """
    close(m)
    area = m.state.text
    text.push_attribute(m)
    text.push_cursor(m)
    text.set_attribute(m, BLACK, WHITE)
    limit = width or WINDOW_COLUMNS
    formatted = message if isinstance(message, Formatted) else format_text(m, message, limit)
    lines, columns = _size(formatted, limit, height, fixed=fixed)
    most_lines = _LINES_ON_HERCULES if is_hercules(m) else MESSAGE_LINES
    if lines > most_lines and isinstance(message, bytes):
        excerpt = message[:VERBOSE_CHARACTERS]
        warning = own_text(m, TOO_VERBOSE) % excerpt
        formatted = format_text(m, warning, limit)
        lines, columns = _size(formatted, limit, height, fixed=fixed)
        if lines > most_lines and SURVIVE_CRASHES not in m.settings.mercies:
            # Quirk: it is then copied onto itself for ever, over all memory (reference: TEXT-33).
            excess = f"'Message too verbose' has more than {most_lines} lines in a window this narrow"
            m.crash(f"{excess}, and the original dies of it")
    placement = place(lines, columns, area.picture_row, row, column, most_lines=most_lines)
    box = box_around(placement, area.picture_row, cell_height(m))
    draw_box(m, box, FRAME_COLOUR)
    window = m.state.window
    window.x, window.y, window.width, window.height = box.x, box.bottom, box.width, box.height
    window.row, window.column = placement.row & 0xFF, placement.column & 0xFF
    window.lines, window.columns = lines & 0xFF, columns & 0xFF
    area.reset_column = placement.column & 0xFF
    text.goto(m, placement.row, placement.column)
    text.print_text(m, aligned(m, formatted.text, columns))
    area.reset_column = 0
    text.pop_cursor(m)
    text.pop_attribute(m)
    window.open = 1
    window.dialogue_open = 1
    m.window_opened()
    return placement


def _size(formatted: Formatted, limit: int, height: int, *, fixed: bool) -> tuple[int, int]:
    if not fixed:
        return formatted.lines, formatted.width
    return height or formatted.lines, limit


def close(m: Interpreter) -> None:
    """Close the open window, if any: the picture shows again where its box was."""
    window = m.state.window
    if window.open:
        x = window.x
        if x >= 0 or x & 0xFF < _PICTURE_COLUMNS:
            x &= 0xFF
        m.screen.copy(x, window.y - window.height + 1, window.width, window.height)
    window.open = 0
    window.dialogue_open = 0


def print_wait(
    m: Interpreter,
    message: bytes | Formatted,
    purpose: Purpose,
    *,
    row: int | None = None,
    column: int | None = None,
    width: int = 0,
    stage: int = 0,
    values: Sequence[int] = (),
) -> None:
    """Show a window; `purpose` resumes with ACCEPTED or REFUSED when the player or the time limit has closed it.

    With flag 15 set the window stays and `purpose` resumes at once, accepted. `values` stand in the record from
    `OWN_VALUES` on.
    """
    open_window(m, message, row=row, column=column, width=width)
    if m.flag(Flag.WINDOW_STAYS) and not m.profile.windows_always_wait:
        m.set_flag(Flag.WINDOW_STAYS, False)
        modal.open(m, wait=Wait.CONFIRM, purpose=purpose, stage=stage, values=(0, 0, 0, *values))
        modal.conclude(m, ACCEPTED)
        return
    await_confirmation(m, purpose, stage=stage, values=values, timed=bool(m.vars[Var.WINDOW_TIME]), closes=True)


def await_confirmation(
    m: Interpreter, purpose: Purpose, *, stage: int = 0, values: Sequence[int] = (), timed: bool = False, closes: bool
) -> None:
    """Wait for Enter or Esc, perhaps with the time limit of v21; keys typed before are lost unless there is a limit."""
    if not timed:
        keys.flush(m)
    start = m.state.clock.ticks & _TICK_MASK
    modal.open(m, wait=Wait.CONFIRM, purpose=purpose, stage=stage, values=(timed, start, closes, *values))


@modal.limit(Wait.CONFIRM)
def _is_over(m: Interpreter, record: ModalRecord) -> bool:
    """Return whether the time limit has passed.

    The interrupt that ends it comes after a poll that found nothing, and then the program looks at the time: a key of
    that interrupt stays in the queue (reference: golden README, "Poll").
    """
    elapsed: int = (m.state.clock.ticks - record.values[_START]) & _TICK_MASK
    return bool(record.values[_TIMED]) and elapsed >= TICKS_PER_HALF_SECOND * m.vars[Var.WINDOW_TIME]


@modal.wait(Wait.CONFIRM)
def _turn(m: Interpreter, record: ModalRecord, event: Event | None) -> int | None:
    result = None
    if event is not None and event[0] == EventType.CHARACTER:
        if keys.confirms(event[1]):
            result = ACCEPTED
        elif keys.cancels(event[1]):
            result = REFUSED
    if record.values[_TIMED]:
        if result is None and not _is_over(m, record):
            return None
        # Quirk: a window with a time limit counts as accepted, however it ends (reference: TIME-30).
        m.vars[Var.WINDOW_TIME] = 0
        result = ACCEPTED
    if result is not None and record.values[_CLOSES]:
        close(m)
    return result
