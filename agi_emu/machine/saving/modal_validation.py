"""Validates the windows and prompts that a loaded state says are open.

The values of a record mean something to its handlers only; here stands what each of them relies on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agi_emu.facts.errors import SaveError
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.memory_layout import KINDS
from agi_emu.machine.saving import dialogs, slots
from agi_emu.machine.saving.dialogs import Stage
from agi_emu.machine.windows import editor, windows
from agi_emu.machine.windows.inventory_screen import entries
from agi_emu.machine.windows.modal import Purpose
from agi_emu.state.layout import ModalRecord
from agi_emu.state.progress import Wait

EDITOR_BYTES = 63
BYTE = range(256)
STRINGS = range(257)
"""0, or 1 + the number of one."""
MOST_SHAKE_BEATS = 65536 * 32
CURSORS = range(1 << 17)
ATTRIBUTES = range(-1, 1 << 24)
"""The part of the text that dialogs keep: see saving.Dialog."""

WAITS: Mapping[Purpose, Wait] = {
    **dict.fromkeys((Purpose.PRINT, Purpose.PAUSE, Purpose.QUIT, Purpose.RESTART), Wait.CONFIRM),
    **dict.fromkeys((Purpose.SHOW_PRIORITIES, Purpose.SHOW_OBJECT), Wait.CONFIRM),
    **dict.fromkeys((Purpose.NOT_FOUND, Purpose.INSERT_DISK, Purpose.NO_MEMORY), Wait.CONFIRM),
    **dict.fromkeys((Purpose.GET_STRING, Purpose.GET_NUMBER), Wait.EDIT),
    Purpose.COMMAND: Wait.EDIT,
    Purpose.MENU: Wait.MENU,
    Purpose.INVENTORY: Wait.INVENTORY,
    Purpose.TRACE: Wait.TRACE,
    Purpose.SHAKE: Wait.BEATS,
}
"""The wait of each purpose; the save dialogs wait for something else at each stage."""
WAITS_OF_STAGES: Mapping[Stage, Wait] = {
    Stage.PATH: Wait.EDIT,
    Stage.BAD_PATH: Wait.CONFIRM,
    Stage.SLOT: Wait.SLOTS,
    Stage.DESCRIPTION: Wait.EDIT,
    Stage.CONFIRM: Wait.CONFIRM,
    Stage.TOLD: Wait.CONFIRM,
    Stage.DAMAGED: Wait.CONFIRM,
}
STAGES_WITH_SLOT = (Stage.DESCRIPTION, Stage.CONFIRM)


def check_open(m: Interpreter) -> None:
    """Raise SaveError when something is open in the machine that this program would not have opened so."""
    modal = m.state.modal
    for number, record in enumerate(modal.records[: modal.depth]):
        if not _is_valid(m, record):
            raise SaveError(
                f"chunk Modl: records[{number}] is not a window or prompt that can be open: purpose {record.purpose}, "
                f"wait {record.wait}, stage {record.stage}, values {list(record.values)}"
            )


def _is_valid(m: Interpreter, record: ModalRecord) -> bool:
    if record.purpose not in {*Purpose}:
        return False
    purpose = Purpose(record.purpose)
    if purpose in dialogs.WORDS:
        return _is_valid_dialog(record)
    if record.wait != WAITS[purpose]:
        return False
    check = CHECKS.get(purpose)
    return check is None or check(m, record)


def _is_valid_dialog(record: ModalRecord) -> bool:
    if record.stage not in {*Stage} or record.wait != WAITS_OF_STAGES[Stage(record.stage)]:
        return False
    dialog = dialogs.dialog_of(record)
    least_slot = 1 if record.stage in STAGES_WITH_SLOT else 0
    return (
        dialog.cursor in CURSORS
        and dialog.attribute in ATTRIBUTES
        and dialog.listed in range(1 << slots.SLOTS)
        and least_slot <= dialog.slot <= slots.SLOTS
        and (record.wait != Wait.EDIT or _is_valid_editor(record))
        and (record.wait != Wait.SLOTS or record.values[0] in range(len(dialog.shown) or 1))
    )


def _is_valid_editor(record: ModalRecord) -> bool:
    return 1 <= record.values[0] <= EDITOR_BYTES + 1


def _edits_a_numbered_one(m: Interpreter, record: ModalRecord) -> bool:
    return _is_valid_editor(record) and record.values[editor.OWN_VALUES] in BYTE


def _names_a_resource(m: Interpreter, record: ModalRecord) -> bool:
    kind, number = record.values[windows.OWN_VALUES : windows.OWN_VALUES + 2]
    return kind in range(len(KINDS)) and number in BYTE


def _shows_a_view(m: Interpreter, record: ModalRecord) -> bool:
    return not record.values[windows.OWN_VALUES + 1] or m.state.loaded.views.count > 0


def _points_at_an_item(m: Interpreter, record: ModalRecord) -> bool:
    return not record.values[0] or record.values[1] in range(len(entries(m)))


def _shakes(m: Interpreter, record: ModalRecord) -> bool:
    passed = m.state.clock.beats - record.values[0]
    return 0 <= passed <= record.values[1] <= MOST_SHAKE_BEATS


CHECKS: Mapping[Purpose, Callable[[Interpreter, ModalRecord], bool]] = {
    Purpose.COMMAND: lambda m, record: _is_valid_editor(record) and record.values[editor.OWN_VALUES] in STRINGS,
    Purpose.GET_STRING: _edits_a_numbered_one,
    Purpose.GET_NUMBER: _edits_a_numbered_one,
    Purpose.NOT_FOUND: _names_a_resource,
    Purpose.INSERT_DISK: _names_a_resource,
    Purpose.SHOW_OBJECT: _shows_a_view,
    Purpose.INVENTORY: _points_at_an_item,
    Purpose.SHAKE: _shakes,
}
"""Further checks of the purposes that need any."""
