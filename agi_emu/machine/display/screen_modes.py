"""The screen as a whole: its modes, graphics and text of 16 colours on 16, its colours, and the status line.

The colours are those of the adapter, or those of a file under the extension AGIPAL. Source: reference: TEXT-16,
TEXT-17, TIME-28, EXT-5, EXT-6.
"""

from __future__ import annotations

from agi_emu.facts.adapters import Driver
from agi_emu.facts.codes import BLACK, WHITE, Flag
from agi_emu.facts.palette import EGA_BYTES, dac_level
from agi_emu.machine.display import input_line, text
from agi_emu.machine.display.drivers import adapter_of
from agi_emu.machine.display.right_to_left import column_of, ordered
from agi_emu.machine.interpreter import Interpreter
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH


def show_text(m: Interpreter) -> None:
    """Go to text mode: the screen is cleared with the colours set, and the cursor stands in its corner.

    A background that graphics mode stored (FFh) shows as white and is lost, and so are colours of a file.
    """
    area = m.state.text
    input_line.hide_cursor(m)
    m.screen.set_mode(True)
    show_own_colours(m)
    text.set_attribute(m, area.foreground, area.background)
    text.clear_rows(m, 0, text.LAST_ROW, area.attribute)
    text.goto(m, 0, 0)


def show_graphics(m: Interpreter) -> None:
    """Go to graphics mode, also from there: clear the screen, show the picture, status line and input line."""
    area = m.state.text
    input_line.hide_cursor(m)
    m.screen.set_mode(False)
    if adapter_of(m).driver is not Driver.COLOURS:
        show_own_colours(m)
    text.set_attribute(m, area.foreground, area.background)
    show_picture(m)
    draw_status(m)
    input_line.redraw(m)


def show_picture(m: Interpreter) -> None:
    """Copy the whole picture to the screen."""
    m.screen.copy(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)


SCORE = b"Score:%s of %s  "
SCORE_COLUMN = 1
SOUND_COLUMN = 30
SCORES = 3, 7
"""Variables: the score and the most that there is."""
_WHITE_ROW = 0xFF
"""White in graphics mode and, as an attribute, a white row in text mode."""


def draw_status(m: Interpreter) -> None:
    """Draw the status line if it is on; cursor and attribute stay."""
    area = m.state.text
    if not area.status_on:
        return
    text.push_cursor(m)
    text.push_attribute(m)
    text.clear_rows(m, area.status_row, area.status_row, _WHITE_ROW)
    text.set_attribute(m, BLACK, WHITE)
    own = m.translation.own
    score = own.get(SCORE, SCORE) % tuple(m.core.number_text(m.vars[each]) for each in SCORES)
    text.goto(m, area.status_row, column_of(m, SCORE_COLUMN, len(score)))
    text.print_text(m, ordered(m, score))
    sound = m.profile.status_sound_on if m.flag(Flag.SOUND_ON) else m.profile.status_sound_off
    shown = own.get(sound, sound)
    # A longer one ends where the original ends.
    longer = max(len(m.translation.cells(shown)) - len(sound), 0)
    text.goto(m, area.status_row, column_of(m, SOUND_COLUMN - longer, len(shown)))
    text.print_text(m, ordered(m, shown))
    text.pop_attribute(m)
    text.pop_cursor(m)


def turn_status_on(m: Interpreter) -> None:
    """Show the status line from now on."""
    m.state.text.status_on = 1
    draw_status(m)


def turn_status_off(m: Interpreter) -> None:
    """Hide the status line; its row becomes black."""
    area = m.state.text
    area.status_on = 0
    text.clear_rows(m, area.status_row, area.status_row, BLACK)


FIRST_PALETTE, LAST_PALETTE = 100, 109
"""Operands of shake.screen that choose a palette."""
_LOW_COLOURS, _HIGH_COLOURS = slice(0, 24), slice(48, 72)
"""Offsets of colours 0 to 7 and 8 to 15 in a file, three bytes each; the other bytes are copies."""
_LEAST_BYTES = 72


def show_own_colours(m: Interpreter) -> None:
    """Show the colours of the adapter: 16 in a text mode, which a Hercules has not, else those of its driver."""
    adapter = adapter_of(m)
    is_text = m.state.general.text_mode and adapter.driver is not Driver.HERCULES
    _show_colours(m, EGA_BYTES if is_text else adapter.palette)


def show_palette_file(m: Interpreter, number: int) -> None:
    """Show the colours of `pal.NUMBER`; a file that is missing or too short changes nothing."""
    data = m.game.files.get(f"pal.{number}") or b""
    if len(data) >= _LEAST_BYTES:
        levels = data[_LOW_COLOURS] + data[_HIGH_COLOURS]
        # Some files hold levels of eight bits, of which the hardware uses six.
        _show_colours(m, bytes(map(dac_level, levels)))


def _show_colours(m: Interpreter, colours: bytes) -> None:
    m.state.palette[:] = list(colours)
    m.screen.touch()
