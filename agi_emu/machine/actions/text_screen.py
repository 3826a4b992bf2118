"""Actions on the text grid, its colours and the screen's rows (reference: TEXT-2, TEXT-8 to TEXT-17)."""

from __future__ import annotations

from agi_emu.facts.codes import BLACK
from agi_emu.machine.binding import action
from agi_emu.machine.display import screen_modes, text
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import windows
from agi_emu.machine.windows.modal import Purpose, finish
from agi_emu.state.layout import ModalRecord


@action("clear.lines")
def clear_lines(m: Interpreter, top: int, bottom: int, colour: int) -> None:
    """Clear rows, both included."""
    clear_text_rect(m, top, 0, bottom, text.LAST_COLUMN, colour)


@action("clear.text.rect")
def clear_text_rect(m: Interpreter, top: int, left: int, bottom: int, right: int, colour: int) -> None:
    """Clear a rectangle of cells, edges included: black or white, in text mode always black."""
    text.clear(m, top, left, bottom, right, BLACK if m.state.general.text_mode else colour)


@action("configure.screen")
def configure_screen(m: Interpreter, picture: int, input_row: int, status_row: int) -> None:
    """Set the rows where picture, input line and status line are drawn from now on; nothing is moved."""
    area = m.state.text
    area.picture_row, area.input_row, area.status_row = picture, input_row, status_row


@action("show.pri.screen")
def show_priorities(m: Interpreter) -> None:
    """Show the priorities of the picture as colours until Enter or Esc."""
    m.screen.copy_priorities()
    windows.await_confirmation(m, Purpose.SHOW_PRIORITIES, closes=False)


@finish(Purpose.SHOW_PRIORITIES)
def _show_colours(m: Interpreter, record: ModalRecord, result: int) -> None:
    screen_modes.show_picture(m)
