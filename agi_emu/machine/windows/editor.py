"""The line editor of get.string, get.num and the fields of dialogs (reference: TEXT-45).

It edits at the text cursor and keeps its text in the state area ``modal``. No key is filtered: one without a character
counts as character 0, shown as a blank cell, and ends the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from agi_emu.facts.codes import EventType, Key
from agi_emu.machine.display import input_line, text
from agi_emu.machine.display.right_to_left import bytes_of_last, show_typed
from agi_emu.machine.input import keys
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import modal
from agi_emu.machine.windows.modal import Event, Purpose
from agi_emu.state.layout import ModalRecord
from agi_emu.state.progress import Wait

CLEARING_KEYS = (0x03, 0x18)
"""Ctrl-C and Ctrl-X delete everything."""
STORED = 1
LEFT = 0
OWN_VALUES = 1
"""Values of the record that the editor needs; those of the caller follow."""


def edit(
    m: Interpreter, initial: bytes, size: int, *, purpose: Purpose, stage: int = 0, values: Sequence[int] = ()
) -> None:
    """Let the player edit `initial` up to `size` - 1 characters.

    The wait ends with STORED (Enter, button 1) or LEFT (Esc, button 2); `edited` gives the text. `values` stand in the
    record from `OWN_VALUES` on.
    """
    area = m.state.modal
    modal.open(m, wait=Wait.EDIT, purpose=purpose, stage=stage, values=(size, *values))
    area.edit_length = len(initial)
    area.edit[: len(initial)] = list(initial)
    text.print_text(m, initial, is_typed=True)
    input_line.show_cursor(m)
    show_typed(m, b"")


def edited(m: Interpreter) -> bytes:
    """Return the editor's text, up to the first character 0."""
    area = m.state.modal
    return bytes(area.edit[: area.edit_length]).split(b"\0", 1)[0]


@modal.wait(Wait.EDIT)
def _turn(m: Interpreter, record: ModalRecord, event: Event | None) -> int | None:
    if event is None or event[0] != EventType.CHARACTER:
        return None
    input_line.hide_cursor(m)
    area = m.state.modal
    if keys.confirms(event[1]):
        return STORED
    if keys.cancels(event[1]):
        return LEFT
    character = event[1] & 0xFF
    if character == Key.BACKSPACE:
        _delete(m, bytes_of_last(m, bytes(area.edit[: area.edit_length])))
    elif character in CLEARING_KEYS:
        _delete(m, area.edit_length)
    elif area.edit_length < record.values[0] - 1:
        area.edit[area.edit_length] = character
        area.edit_length += 1
        text.put_char(m, character)
    input_line.show_cursor(m)
    show_typed(m, b"")
    return None


def _delete(m: Interpreter, count: int) -> None:
    area = m.state.modal
    for _ in range(min(count, area.edit_length)):
        area.edit_length -= 1
        text.put_char(m, Key.BACKSPACE)
