"""The status line: score and sound, black on white (reference: TIME-28)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.facts.codes import BLACK, WHITE, Flag
from agi_emu.machine.display import text

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

SCORE_COLUMN = 1
SOUND_COLUMN = 30
SCORES = 3, 7
"""Variables: the score and the most that there is."""
_WHITE_ROW = 0xFF
"""White in graphics mode and, as an attribute, a white row in text mode."""


def draw(m: Interpreter) -> None:
    """Draw the status line if it is on; cursor and attribute stay."""
    area = m.state.text
    if not area.status_on:
        return
    text.push_cursor(m)
    text.push_attribute(m)
    text.clear_rows(m, area.status_row, area.status_row, _WHITE_ROW)
    text.set_attribute(m, BLACK, WHITE)
    text.goto(m, area.status_row, SCORE_COLUMN)
    text.print_text(m, b"Score:%s of %s  " % tuple(text.number(m, m.vars[each]) for each in SCORES))
    text.goto(m, area.status_row, SOUND_COLUMN)
    text.print_text(m, m.profile.status_sound_on if m.flag(Flag.SOUND_ON) else m.profile.status_sound_off)
    text.pop_attribute(m)
    text.pop_cursor(m)


def turn_on(m: Interpreter) -> None:
    """Show the status line from now on."""
    m.state.text.status_on = 1
    draw(m)


def turn_off(m: Interpreter) -> None:
    """Hide the status line; its row becomes black."""
    area = m.state.text
    area.status_on = 0
    text.clear_rows(m, area.status_row, area.status_row, BLACK)
