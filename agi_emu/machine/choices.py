"""Lists what the player can choose from now: names and items of the menu, carried items, slots of a save dialog.

For those who choose without arrows, such as a mouse, and for those who cannot see the choice.
"""

from __future__ import annotations

from typing import NamedTuple

from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.saving import dialogs
from agi_emu.machine.windows import inventory_screen, menu
from agi_emu.state.layout import MenuEntry, MenuItem, ModalRecord
from agi_emu.state.progress import Wait


class Choice(NamedTuple):
    """Something to choose: its place on the screen in text cells, its words, the keys that go there, by name."""

    row: int
    column: int
    length: int
    text: str
    keys: tuple[str, ...]
    is_marked: bool = False
    """Whether Enter would take it now."""

    def is_at(self, row: int, column: int) -> bool:
        """Return whether it lies at a text cell."""
        return row == self.row and self.column <= column < self.column + self.length


def choices_of(m: Interpreter) -> tuple[Choice, ...]:
    """Return what there is to choose from; nothing where no menu or list waits."""
    modal = m.state.modal
    if not modal.depth:
        return ()
    record = modal.records[modal.depth - 1]
    if record.wait == Wait.MENU:
        return (*_menus(m), *_items(m))
    if record.wait == Wait.INVENTORY and record.values[0]:
        return _carried(m, record)
    if record.wait == Wait.SLOTS:
        return _slots(m, record)
    return ()


def marked_choice(m: Interpreter) -> Choice | None:
    """Return what Enter would take; None where nothing is marked."""
    return next((choice for choice in choices_of(m) if choice.is_marked), None)


def _steps(start: int, target: int, count: int, back: str, forward: str) -> tuple[str, ...]:
    """Return the keys of the shorter way round a list whose ends join."""
    ahead = (target - start) % count
    return (forward,) * ahead if ahead <= count - ahead else (back,) * (count - ahead)


def _name(m: Interpreter, entry: MenuEntry | MenuItem) -> str:
    return menu.name_of(m, entry).decode(m.code_page, "replace")


def _menus(m: Interpreter) -> list[Choice]:
    bar = m.state.menu
    enabled = [index for index in range(bar.menu_count) if bar.menus[index].enabled]
    if bar.current not in enabled:
        return []
    start = enabled.index(bar.current)
    return [
        Choice(
            0,
            menu.column_of_menu(m, index),
            len(_name(m, bar.menus[index])),
            _name(m, bar.menus[index]),
            _steps(start, place, len(enabled), "left", "right"),
        )
        for place, index in enumerate(enabled)
    ]


def _items(m: Interpreter) -> list[Choice]:
    bar = m.state.menu
    entry = bar.menus[bar.current]
    items = [bar.items[entry.first + index] for index in range(entry.count)]
    return [
        Choice(
            menu.FIRST_ITEM_ROW + index,
            menu.column_of_items(m, entry, bar.current),
            max(len(_name(m, item)), menu.width_of_items(m, entry)),
            _name(m, item),
            (*_steps(entry.current, index, len(items), "up", "down"), "enter"),
            is_marked=index == entry.current,
        )
        for index, item in enumerate(items)
    ]


def _carried(m: Interpreter, record: ModalRecord) -> tuple[Choice, ...]:
    current = record.values[1]
    found = []
    for index, entry in enumerate(inventory_screen.entries(m)):
        rows, columns = index // 2 - current // 2, index % 2 - current % 2
        across = ("right",) * columns if columns > 0 else ("left",) * -columns
        down = ("down",) * rows if rows > 0 else ("up",) * -rows
        # First to the left, last to the right: a row below may have no right one.
        way = (*across, *down) if columns < 0 else (*down, *across)
        text = entry.name.decode(m.code_page, "replace")
        found.append(Choice(entry.row, entry.column, len(text), text, (*way, "enter"), is_marked=index == current))
    return tuple(found)


def _slots(m: Interpreter, record: ModalRecord) -> tuple[Choice, ...]:
    window = m.state.window
    top = window.row + dialogs.ROWS_ABOVE_SLOTS
    shown = dialogs.dialog_of(record).shown
    # No first picture waits for it.
    from agi_emu.machine.display.readable import window_text

    lines = (window_text(m) or "").split("\n")[dialogs.ROWS_ABOVE_SLOTS :]
    found = []
    for index, line in enumerate(lines[: len(shown)]):
        text = line.strip(f" {chr(dialogs.POINTER)}")
        way = (*_steps(record.values[0], index, len(shown), "up", "down"), "enter")
        is_marked = index == record.values[0]
        found.append(Choice(top + index, window.column, window.columns, text, way, is_marked=is_marked))
    return tuple(found)
