"""Actions that show one of the interpreter's own boxes, or a dialog (reference: TEXT-66 to TEXT-69).

The texts are the original program's data and match byte for byte.
"""

from __future__ import annotations

from agi_emu.facts.codes import Flag
from agi_emu.facts.program_texts import ASK_QUIT, ASK_RESTART, HEAP_SIZE, MAX_SCRIPT, OBJECT_STATUS, ROOM_MEMORY, TITLE
from agi_emu.machine import heap_addresses, objects_behind, picture_drawing, room_changes, sound
from agi_emu.machine.binding import action
from agi_emu.machine.display import input_line
from agi_emu.machine.display.message import own_text, string_of
from agi_emu.machine.input import keys
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.saving import dialogs
from agi_emu.machine.windows import windows
from agi_emu.machine.windows.modal import Purpose, finish
from agi_emu.resources.releases import Extension
from agi_emu.state.layout import ModalRecord

QUIT_AT_ONCE = 1

PAUSED = b"      Game paused.\nPress Enter to continue."


@action("pause")
def pause(m: Interpreter) -> None:
    """Stop the clock until the player continues."""
    m.state.clock.paused = 1
    keys.flush(m)
    sound.stop(m)
    windows.print_wait(m, own_text(m, PAUSED), Purpose.PAUSE)


@finish(Purpose.PAUSE)
def _go_on(m: Interpreter, record: ModalRecord, result: int) -> None:
    m.state.clock.paused = 0


@action("quit")
def quit_game(m: Interpreter, when: int = 0) -> None:
    """End the game, at once (1) or if the player confirms.

    The oldest interpreters have no operand; ending at once is what the operand added, so they ask (our reading).
    """
    sound.stop(m)
    if when == QUIT_AT_ONCE:
        m.end(0)
    else:
        windows.print_wait(m, own_text(m, ASK_QUIT), Purpose.QUIT)


@finish(Purpose.QUIT)
def _answer_quit(m: Interpreter, record: ModalRecord, result: int) -> None:
    if result == windows.ACCEPTED:
        m.end(0)


@action("restart.game")
def restart_game(m: Interpreter) -> None:
    """Begin the game again if the player confirms; with flag 16 set without asking."""
    sound.stop(m)
    cursor_was_shown = m.state.input.cursor_shown
    input_line.hide_cursor(m)
    if m.flag(Flag.RESTART_SILENTLY) and m.profile.flag_16_restarts_silently:
        room_changes.restart(m)
        input_line.show_cursor(m)
    else:
        windows.print_wait(m, own_text(m, ASK_RESTART), Purpose.RESTART, values=(cursor_was_shown,))


@finish(Purpose.RESTART)
def _answer_restart(m: Interpreter, record: ModalRecord, result: int) -> None:
    if result == windows.ACCEPTED:
        room_changes.restart(m)
    elif not (record.values[windows.OWN_VALUES] or m.profile.refused_restart_shows_cursor):
        return
    input_line.show_cursor(m)


@action("version")
def version(m: Interpreter) -> None:
    """Show the interpreter's name and version."""
    windows.print_wait(m, own_text(m, TITLE) + m.profile.name.encode(), Purpose.PRINT)


@action("obj.status.v")
def object_status(m: Interpreter, variable: int) -> None:
    """Show place, size, priority and step size of the object whose number is in a variable."""
    number = m.vars[variable]
    each = objects_behind.shown(m, number)
    shown = own_text(m, OBJECT_STATUS) % (
        number,
        each.x,
        each.width,
        each.y,
        each.height,
        each.priority,
        int(m.core.number_text(each.step_size)),
    )
    windows.print_wait(m, shown, Purpose.PRINT)


@action("show.mem")
def show_memory(m: Interpreter) -> None:
    """Show how much of the memory for resources is in use, by the room and for good, and the longest script list."""
    for_good = m.state.heap.base
    now = heap_addresses.in_use(m)
    most = max(now, m.state.heap.most)
    counted_from = 0 if m.profile.show_mem_has_room_line else for_good
    shown = own_text(m, HEAP_SIZE) % tuple(each - counted_from for each in (m.profile.heap_bytes, now, most))
    if m.profile.show_mem_has_room_line:
        shown += own_text(m, ROOM_MEMORY) % for_good
    shown += own_text(m, MAX_SCRIPT) % int(m.core.number_text(m.state.script.largest))
    windows.print_wait(m, shown, Purpose.PRINT)


@action("save.game")
def save_game(m: Interpreter) -> None:
    """Let the player choose a slot and write the game into it."""
    dialogs.begin(m, Purpose.SAVE)


@action("restore.game")
def restore_game(m: Interpreter) -> None:
    """Let the player choose a savegame and continue from there."""
    dialogs.begin(m, Purpose.RESTORE)


@action("set.simple")
def set_simple(m: Interpreter, number: int) -> None:
    """Name the saved games after a string, so that their dialogs are short; an empty string ends that.

    Under AGI256 the number is that of a variable with the number of a bitmap, which is shown instead.
    """
    if Extension.AGI256 in m.settings.extensions and picture_drawing.show_bitmap(m, m.vars[number]):
        return
    dialogs.set_simple_name(m, string_of(m, number))
