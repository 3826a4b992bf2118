"""The dialogs of save.game and restore.game, stage by stage (reference: SAVE-16 to SAVE-24, TEXT-83).

Nothing here blocks: each stage opens a modal record, and the next one begins when its wait is over. What must last
from stage to stage stands in the record's values and in the state area ``modal``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from agi_emu.facts.codes import BLACK, WHITE, EventType
from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import NAME_SIMPLE_SAVES, SKIP_SAVE_PATH, SURVIVE_DAMAGED_SAVE
from agi_emu.machine import heap, sound
from agi_emu.machine.display import input_line, text
from agi_emu.machine.display.message import own_text
from agi_emu.machine.display.right_to_left import ordered
from agi_emu.machine.display.text import DIALOG_ESCAPE, ESCAPE
from agi_emu.machine.input import keys
from agi_emu.machine.input.keys import ArrowKey
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.save_store import DiskFullError
from agi_emu.machine.saving import slots
from agi_emu.machine.saving.slots import SaveSlot
from agi_emu.machine.windows import editor, modal, windows
from agi_emu.machine.windows.modal import Event, Purpose, finish, wait
from agi_emu.state.layout import ModalRecord
from agi_emu.state.progress import Wait

PATH_COLUMNS = 31
"""Width of the boxes with a field; the field holds one character less."""
SLOT_COLUMNS = 34
CONFIRM_COLUMNS = 35
ROWS_ABOVE_SLOTS = 5
POINTER = 26
POINTER_ROOM = b" - "

PATH_EXAMPLE = b'(For example, "B:" or "C:\\savegame")\n\n'
SAVE_PATH = (
    b"         SAVE GAME\n\nOn which disk or in which directory do you wish to save this game?\n\n" + PATH_EXAMPLE
)
RESTORE_PATH = (
    b"        RESTORE GAME\n\nOn which disk or in which directory is the game that you want to restore?\n\n"
    + PATH_EXAMPLE
)
SAVE_SLOTS = (
    b"Use the arrow keys to select the slot in which you wish to save the game. "
    b"Press ENTER to save in the slot, ESC to not save a game."
)
RESTORE_SLOTS = (
    b"Use the arrow keys to select the game which you wish to restore. "
    b"Press ENTER to restore the game, ESC to not restore a game."
)
SIMPLE_SLOTS = b"Use the arrow keys to move\n     the pointer to your name.\nThen press ENTER\n"
SIMPLE_FULL = (
    b"   Sorry, this disk is full.\nPosition pointer and press ENTER\n    to overwrite a saved game\n"
    b"or press ESC and try again \n    with another disk\n"
)
DESCRIPTION = b"How would you like to describe this saved game?\n\n"
PRESS = b"Press ENTER to continue.\nPress ESC to cancel."
CONFIRM_SAVE = b"About to save the game\ndescribed as:\n\n%s\n\nin file:\n%s\n\n" + PRESS
CONFIRM_RESTORE = b"About to restore the game\ndescribed as:\n\n%s\n\nfrom file:\n%s\n\n" + PRESS
NO_GAMES = b"There are no games to\nrestore in\n\n%s\n\nPress ENTER to continue."
BAD_PATH = b"There is no directory named\n%s.\nPress ENTER to try again.\nPress ESC to cancel."
CANNOT_OPEN = b"Can't open file:\n%s"
READ_ERROR = b"Error in restoring game.\nPress ENTER to quit."
READ_ERROR_SURVIVED = b"Error in restoring game.\nThe game goes on as it was.\nPress ENTER to continue."
REFUSED = b"The directory\n   %s\n is full or the disk is write-protected.\nPress ENTER to continue."
NOT_SAVED, NOT_RESTORED = "the game was not saved: ", "the game was not restored: "
"""Beginning of the machine's notes that say why."""
DISK_FULL = b"The disk is full.\nPress ENTER to continue."


class Stage(IntEnum):
    """The stage of a dialog (record.stage); numbers are part of saved states."""

    PATH = 1
    BAD_PATH = 2
    SLOT = 3
    DESCRIPTION = 4
    CONFIRM = 5
    TOLD = 6  # a box that only reports something
    DAMAGED = 7  # the box before the original ends


class Dialog(NamedTuple):
    """The data that a dialog keeps from stage to stage: four values of its record."""

    cursor: int
    """Text cursor and whether the input cursor was shown: column | row << 8 | shown << 16."""
    attribute: int
    """Combined attribute | background << 8 | foreground << 16; negative once the game has both back."""
    listed: int = 0
    """Slots that the list shows, slot 1 in bit 0."""
    slot: int = 0
    """Number of the chosen slot, 1-12."""

    @property
    def text_is_back(self) -> bool:
        """True once the game's cursor and colours have been restored."""
        return self.attribute < 0

    @property
    def shown(self) -> list[int]:
        """Numbers of the listed slots in order."""
        return [number for number in range(1, slots.SLOTS + 1) if self.listed >> (number - 1) & 1]


class _Words(NamedTuple):
    """The differences between the two dialogs."""

    path: bytes
    slots: bytes
    confirm: bytes


WORDS = {
    Purpose.SAVE: _Words(SAVE_PATH, SAVE_SLOTS, CONFIRM_SAVE),
    Purpose.RESTORE: _Words(RESTORE_PATH, RESTORE_SLOTS, CONFIRM_RESTORE),
}


def begin(m: Interpreter, purpose: Purpose) -> None:
    """Open the dialog of save.game or restore.game."""
    state = m.state
    state.clock.paused = purpose is Purpose.RESTORE or m.profile.saving_stops_clock
    state.text.escape = DIALOG_ESCAPE
    dialog = _put_text_away(m)
    sound.stop(m)
    text.set_attribute(m, BLACK, WHITE)
    is_first = not state.modal.dialog_used
    state.modal.dialog_used = 1
    if _simple_name(m):
        _begin_simple(m, purpose, dialog, is_first=is_first)
    elif SKIP_SAVE_PATH in m.settings.mercies:
        _choose_slot(m, purpose, dialog, WORDS[purpose].slots)
    else:
        _ask_path(m, purpose, dialog, slots.directory(m))


def _begin_simple(m: Interpreter, purpose: Purpose, dialog: Dialog, *, is_first: bool) -> None:
    """Find the slot by its name; the first time in a session let the player point at it."""
    if is_first:
        _choose_slot(m, purpose, dialog, SIMPLE_SLOTS)
        return
    name = _simple_name(m)
    found = slots.read_slots(m)
    chosen = next((slot for slot in found if slot.is_used and slot.description == name), None)
    if chosen is None and purpose is Purpose.SAVE:
        chosen = next((slot for slot in found if not slot.description), None)
        if chosen is None:
            _choose_slot(m, purpose, dialog, SIMPLE_FULL)
            return
    if chosen is None:
        _end(m, dialog)
        return
    _set_description(m, name)
    _carry_out(m, purpose, dialog._replace(slot=chosen.number))


def _simple_name(m: Interpreter) -> bytes:
    return bytes(m.state.modal.simple_name).split(b"\0", 1)[0]


def set_simple_name(m: Interpreter, name: bytes) -> None:
    """Name the saved games after a text, so that their dialogs are short; after none they are as ever."""
    kept = name[: slots.DESCRIPTION_CHARACTERS]
    m.state.modal.simple_name[: len(kept) + 1] = [*kept, 0]


def _description(m: Interpreter) -> bytes:
    return bytes(m.state.modal.description).split(b"\0", 1)[0]


def _set_description(m: Interpreter, description: bytes) -> None:
    kept = description[: slots.DESCRIPTION_CHARACTERS]
    m.state.modal.description[: len(kept) + 1] = [*kept, 0]


# Path


def _ask_path(m: Interpreter, purpose: Purpose, dialog: Dialog, preset: bytes) -> None:
    _edit_field(m, WORDS[purpose].path, preset, purpose, Stage.PATH, dialog)


def _edit_field(m: Interpreter, question: bytes, preset: bytes, purpose: Purpose, stage: Stage, dialog: Dialog) -> None:
    """Show a box whose last line is a black field, and let the player edit it."""
    place = windows.open_window(m, own_text(m, question), width=PATH_COLUMNS, fixed=True)
    row = place.row + place.lines - 1
    text.clear(m, row, place.column, row, place.column + place.columns - 1, BLACK)
    text.set_attribute(m, WHITE, BLACK)
    text.goto(m, row, place.column)
    editor.edit(m, preset[: PATH_COLUMNS - 1], PATH_COLUMNS, purpose=purpose, stage=stage, values=dialog)


def _take_path(m: Interpreter, purpose: Purpose, dialog: Dialog) -> None:
    typed = editor.edited(m)
    # Quirk: it is stored as it was typed, before it is tested; what the test leaves out is seen later (reference:
    # SAVE-29).
    slots.set_directory(m, typed)
    if m.save_store.list(slots.place(m)) is None:
        windows.print_wait(m, own_text(m, BAD_PATH) % typed, purpose, stage=Stage.BAD_PATH, values=dialog)
        return
    _choose_slot(m, purpose, dialog, WORDS[purpose].slots)


# Slots


def _choose_slot(m: Interpreter, purpose: Purpose, dialog: Dialog, question: bytes) -> None:
    """Show the slots, all for saving and those in use for restoring; the newest is marked."""
    found = slots.read_slots(m)
    listed = [slot for slot in found if purpose is Purpose.SAVE or slot.is_used]
    if not listed and question is not SIMPLE_SLOTS:
        _tell(m, purpose, dialog, own_text(m, NO_GAMES) % slots.directory(m))
        return
    rows = len(listed)
    place = windows.open_window(
        m, own_text(m, question), width=SLOT_COLUMNS, height=ROWS_ABOVE_SLOTS + rows, fixed=True
    )
    top = place.row + ROWS_ABOVE_SLOTS
    for row, slot in enumerate(listed):
        text.goto(m, top + row, place.column)
        text.print_text(m, POINTER_ROOM + ordered(m, slot.description))
    # Quirk: the first list under a simple name may be empty; its pointer stands alone below it (reference: SAVE-30).
    current = listed.index(_newest(listed)) if listed else 0
    _point(m, current, POINTER)
    mask = sum(1 << (slot.number - 1) for slot in listed)
    modal.open(m, wait=Wait.SLOTS, purpose=purpose, stage=Stage.SLOT, values=(current, *dialog._replace(listed=mask)))


def _newest(listed: Sequence[SaveSlot]) -> SaveSlot:
    """Return the slot written last; of equal ones, or unused ones, the first."""
    return max(listed, key=lambda slot: slot.order)


def _point(m: Interpreter, current: int, character: int) -> None:
    window = m.state.window
    text.goto(m, window.row + ROWS_ABOVE_SLOTS + current, window.column)
    text.put_char(m, character)


@wait(Wait.SLOTS)
def _slot_turn(m: Interpreter, record: ModalRecord, event: Event | None) -> int | None:
    """Move the pointer; ENTER ends the wait with 1 + its row, ESC with 0."""
    if event is None:
        return None
    kind, value = event
    current = record.values[0]
    count = len(dialog_of(record).shown) or 1
    if kind == EventType.CHARACTER:
        if keys.confirms(value):
            return 1 + int(current)
        return 0 if keys.cancels(value) else None
    if kind == EventType.DIRECTION and value in (ArrowKey.UP, ArrowKey.DOWN):
        _point(m, current, ord(" "))
        record.values[0] = (current + (1 if value == ArrowKey.DOWN else -1)) % count
        _point(m, record.values[0], POINTER)
    return None


def _take_slot(m: Interpreter, purpose: Purpose, dialog: Dialog) -> None:
    """Go on with the chosen slot: to its description, to the confirmation or, under a simple name, to the deed."""
    slot = slots.read_slot(m, dialog.slot)
    name = _simple_name(m)
    if purpose is Purpose.SAVE and name:
        # Quirk: what is written is whatever description was used last, so the next save does not find its own name
        # (reference: SAVE-23).
        if NAME_SIMPLE_SAVES in m.settings.mercies:
            _set_description(m, name)
        _carry_out(m, purpose, dialog)
    elif purpose is Purpose.SAVE:
        _edit_field(m, DESCRIPTION, slot.description, purpose, Stage.DESCRIPTION, dialog)
    else:
        _set_description(m, slot.description)
        if name:
            set_simple_name(m, slot.description)
        if _simple_name(m):
            _carry_out(m, purpose, dialog)
        else:
            _ask_confirmation(m, purpose, dialog)


# Confirmation and deed


def _ask_confirmation(m: Interpreter, purpose: Purpose, dialog: Dialog) -> None:
    dialog = _bring_text_back(m, dialog)
    question = own_text(m, WORDS[purpose].confirm) % (_description(m), slots.shown_path(m, dialog.slot))
    # It obeys neither flag 15 nor v21, and changes neither (reference: SAVE-19).
    windows.open_window(m, question, width=CONFIRM_COLUMNS)
    windows.await_confirmation(m, purpose, stage=Stage.CONFIRM, values=dialog, closes=True)


def _carry_out(m: Interpreter, purpose: Purpose, dialog: Dialog) -> None:
    """Save or restore. Only the two know the form of savegames, which a start of the program does without."""
    dialog = _bring_text_back(m, dialog)
    if purpose is Purpose.SAVE:
        _save(m, dialog)
    else:
        _restore(m, dialog)


def _save(m: Interpreter, dialog: Dialog) -> None:
    from agi_emu.machine.saving import restoring

    data = restoring.savegame_of(m, _description(m)).to_bytes()
    directory = slots.directory(m)
    try:
        m.save_store.write(slots.place(m), slots.file_name(m, dialog.slot), data)
    except DiskFullError as error:
        m.note(f"{NOT_SAVED}{error}")
        _tell(m, Purpose.SAVE, dialog, own_text(m, DISK_FULL))
    except SaveError as error:
        m.note(f"{NOT_SAVED}{error}")
        _tell(m, Purpose.SAVE, dialog, own_text(m, REFUSED) % directory)
    else:
        _end(m, dialog)


def _restore(m: Interpreter, dialog: Dialog) -> None:
    from agi_emu.machine.saving import restoring

    try:
        data = m.save_store.read(slots.place(m), slots.file_name(m, dialog.slot))
    except SaveError as error:
        m.note(f"{NOT_RESTORED}{error}")
        _tell(m, Purpose.RESTORE, dialog, own_text(m, CANNOT_OPEN) % slots.shown_path(m, dialog.slot))
        return
    # What ends a dialog comes first here: the savegame brings its own colours, and its text goes over the old cursor.
    _end(m, dialog)
    try:
        restoring.restore(m, data)
    except SaveError as error:
        m.note(f"{NOT_RESTORED}{error}")
        m.state.clock.paused = 1
        if isinstance(error.__cause__, heap.NoMemoryError):
            # The program ends as with any other load that does not fit (reference: MEM-12).
            m.state.heap.wanted, m.state.heap.had = error.__cause__.args
        elif SURVIVE_DAMAGED_SAVE in m.settings.mercies:
            _tell(m, Purpose.RESTORE, dialog, own_text(m, READ_ERROR_SURVIVED))
        else:
            _tell(m, Purpose.RESTORE, dialog, own_text(m, READ_ERROR), Stage.DAMAGED)


def _tell(m: Interpreter, purpose: Purpose, dialog: Dialog, sentence: bytes, stage: Stage = Stage.TOLD) -> None:
    windows.print_wait(m, sentence, purpose, stage=stage, values=dialog)


# From stage to stage


def _own_values(record: ModalRecord) -> int:
    """Return how many values of a record belong to its wait."""
    if record.wait == Wait.EDIT:
        return editor.OWN_VALUES
    return windows.OWN_VALUES if record.wait == Wait.CONFIRM else 1


def dialog_of(record: ModalRecord) -> Dialog:
    """Return what a dialog keeps in its record."""
    start = _own_values(record)
    return Dialog(*record.values[start : start + len(Dialog._fields)])


@finish(Purpose.SAVE)
@finish(Purpose.RESTORE)
def _go_on(m: Interpreter, record: ModalRecord, result: int) -> None:
    """Begin the stage after the one that is over; 0 (ESC) ends the dialog."""
    dialog = dialog_of(record)
    purpose = Purpose(record.purpose)
    stage = Stage(record.stage)
    if record.wait == Wait.EDIT:
        text.set_attribute(m, BLACK, WHITE)
    if stage is Stage.DAMAGED:
        m.end(1)
    elif not result or stage is Stage.TOLD:
        _end(m, dialog)
    elif stage is Stage.PATH:
        _take_path(m, purpose, dialog)
    elif stage is Stage.BAD_PATH:
        _ask_path(m, purpose, dialog, editor.edited(m))
    elif stage is Stage.SLOT:
        shown = dialog.shown or [slots.SLOTS]
        _take_slot(m, purpose, dialog._replace(slot=shown[result - 1]))
    elif stage is Stage.DESCRIPTION:
        _set_description(m, editor.edited(m))
        _ask_confirmation(m, purpose, dialog)
    else:
        _carry_out(m, purpose, dialog)


def _end(m: Interpreter, dialog: Dialog) -> None:
    """Put away what the dialog brought; the game continues after the command."""
    windows.close(m)
    _bring_text_back(m, dialog)
    m.state.text.escape = ESCAPE
    m.state.clock.paused = 0


def _put_text_away(m: Interpreter) -> Dialog:
    """Rub out the input cursor and remember its place and the colours."""
    area = m.state.text
    shown = m.state.input.cursor_shown
    input_line.hide_cursor(m)
    return Dialog(
        cursor=area.column | area.row << 8 | shown << 16,
        attribute=area.attribute | area.background << 8 | area.foreground << 16,
    )


def _bring_text_back(m: Interpreter, dialog: Dialog) -> Dialog:
    """Put cursor and colours where they were before the dialog, once."""
    if dialog.text_is_back:
        return dialog
    area = m.state.text
    area.attribute = dialog.attribute & 0xFF
    area.background = dialog.attribute >> 8 & 0xFF
    area.foreground = dialog.attribute >> 16 & 0xFF
    text.goto(m, dialog.cursor >> 8, dialog.cursor)
    if dialog.cursor >> 16:
        input_line.show_cursor(m)
    return dialog._replace(attribute=-1)
