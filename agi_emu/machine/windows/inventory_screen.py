"""The inventory screen of the action ``status`` (reference: TEXT-61 to TEXT-65)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from agi_emu.facts.codes import BLACK, CARRIED, ITEM_ENTRY_BYTES, WHITE, EventType, Flag, Var
from agi_emu.machine import data_segment, memory_layout
from agi_emu.machine.display import screen_modes, text
from agi_emu.machine.display.message import item_name, own_text
from agi_emu.machine.display.right_to_left import ordered
from agi_emu.machine.input import keys
from agi_emu.machine.input.keys import ArrowKey
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import modal
from agi_emu.machine.windows.modal import Event, Purpose, finish, wait
from agi_emu.state.layout import TEXT_ROWS, ModalRecord
from agi_emu.state.progress import Wait

ITEM_BYTES = 256
NOTHING_SELECTED = 255

TITLE = b"You are carrying:"
NOTHING = b"nothing"
PRESS_A_KEY = b"Press a key to return to the game"
SELECT = b"Press ENTER to select, ESC to cancel"
FIRST_ROW = 2
PROMPT_ROW = 24
LEFT_COLUMN = 1
RIGHT_EDGE = 39

_STEPS = {ArrowKey.UP: -2, ArrowKey.DOWN: 2, ArrowKey.LEFT: -1, ArrowKey.RIGHT: 1}


class CarriedItem(NamedTuple):
    """A carried item on the screen."""

    item: int
    name: bytes
    row: int
    column: int


def entries(m: Interpreter) -> list[CarriedItem]:
    """Return what the screen lists: carried items in number order, two a row, the second one right-aligned."""
    rooms = m.state.item_rooms
    carried = [(item, item_name(m, item)) for item in range(min(len(m.items), ITEM_BYTES)) if rooms[item] == CARRIED]
    found = []
    for place, (item, name) in enumerate([*carried, *islice(_behind_the_file(m), ITEM_BYTES)]):
        row, is_right = divmod(place, 2)
        column = RIGHT_EDGE - len(m.translation.cells(name)) if is_right else LEFT_COLUMN
        found.append(CarriedItem(item, name, FIRST_ROW + row, column & 0xFF))
    return found or [CarriedItem(0, m.translation.own.get(NOTHING, NOTHING), FIRST_ROW, 16)]


def _behind_the_file(m: Interpreter) -> Iterator[tuple[int, bytes]]:
    """Yield the carried items after the end of OBJECT, with their names: three bytes each of what follows in memory.

    A plain file that the interpreter decrypts says that it has so many (reference: TEXT-87).
    """
    first, count = len(m.items), m.state.general.item_count
    if count <= first or not m.rules.heap_bytes or not m.profile.heap_is_known:
        return
    memory, items = memory_layout.memory_of(m), data_segment.items_address(m)
    for item in range(first, count):
        low, high, room = (memory[items + ITEM_ENTRY_BYTES * item + byte & 0xFFFF] for byte in range(ITEM_ENTRY_BYTES))
        if room == CARRIED:
            yield item, memory[items + (low | high << 8) & 0xFFFF :].partition(b"\0")[0]


def open_inventory(m: Interpreter) -> None:
    """Show the list in text mode and wait for a key or, with flag 13, for a selection."""
    selecting = m.flag(Flag.SELECT_ITEM) and m.profile.selects_item_in_status
    text.push_attribute(m)
    text.set_attribute(m, BLACK, WHITE)
    # Quirk: in text mode this makes the screen black and the title invisible; each item sets its own attribute.
    screen_modes.show_text(m)
    _print_own(m, TITLE, 0, 11)
    listed = entries(m)
    current = 0
    if selecting:
        wanted = m.vars[Var.SELECTED_ITEM]
        current = next((place for place, entry in enumerate(listed) if entry.item == wanted), 0)
    for place, entry in enumerate(listed):
        _print_entry(m, entry, current=selecting and place == current)
    text.set_attribute(m, BLACK, WHITE)
    _print_own(m, SELECT if selecting else PRESS_A_KEY, PROMPT_ROW, 2 if selecting else 4)
    modal.open(m, wait=Wait.INVENTORY, purpose=Purpose.INVENTORY, values=(selecting, current))


def _print_own(m: Interpreter, words: bytes, row: int, column: int) -> None:
    """Print one of the interpreter's own texts, with its middle where the original has it."""
    shown = own_text(m, words)
    text.goto(m, row, max(column - (len(m.translation.cells(shown)) - len(words)) // 2, 0))
    text.print_text(m, ordered(m, shown))


def _print_entry(m: Interpreter, entry: CarriedItem, *, current: bool) -> None:
    if entry.row >= TEXT_ROWS:
        return
    text.set_attribute(m, *((WHITE, BLACK) if current else (BLACK, WHITE)))
    text.goto(m, entry.row, entry.column)
    text.print_text(m, ordered(m, entry.name))


@wait(Wait.INVENTORY)
def turn(m: Interpreter, record: ModalRecord, event: Event | None) -> int | None:
    """Without selection any event ends; with it the result is the item, or NOTHING_SELECTED after ESC."""
    if event is None:
        return None
    kind, value = event
    selecting, current = record.values[0], record.values[1]
    if not selecting:
        return 0
    listed = entries(m)
    if kind == EventType.CHARACTER:
        if keys.confirms(value):
            return listed[current].item
        if keys.cancels(value):
            return NOTHING_SELECTED
    elif kind == EventType.DIRECTION:
        target = current + _STEPS.get(ArrowKey(value), 0)
        if target != current and 0 <= target < len(listed):
            # In this order, which the cursor of the text shows (reference: TEXT-63).
            _print_entry(m, listed[target], current=True)
            _print_entry(m, listed[current], current=False)
            record.values[1] = target
    return None


@finish(Purpose.INVENTORY)
def leave(m: Interpreter, record: ModalRecord, result: int) -> None:
    """Store the selection and go back to the graphics screen, also when it was text mode before."""
    if record.values[0]:
        m.vars[Var.SELECTED_ITEM] = result
    text.pop_attribute(m)
    screen_modes.show_graphics(m)
