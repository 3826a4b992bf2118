"""The menu bar: how it is built, shown and used (reference: TEXT-49 to TEXT-60).

Menu names stand in row 0, the items of the open menu in a box from row 2 on. The box is as wide as the first item:
longer items stick out and stay on the screen, as do names past column 39.
"""

from __future__ import annotations

from agi_emu._core import keyboard
from agi_emu.facts.codes import BLACK, WHITE, EventType
from agi_emu.facts.mercies import SURVIVE_CRASHES
from agi_emu.machine import costs, heap
from agi_emu.machine.display import screen_modes, text
from agi_emu.machine.display.drivers import cell_height
from agi_emu.machine.display.message import text_at_0
from agi_emu.machine.display.right_to_left import column_of, ordered
from agi_emu.machine.display.wide_letters import MARK, print_letters, put_letter
from agi_emu.machine.input import keys
from agi_emu.machine.input.keys import ArrowKey
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import modal, windows
from agi_emu.machine.windows.modal import Event, Purpose, finish, wait
from agi_emu.state.layout import MENU_CAPACITY, MENU_ITEM_CAPACITY, MenuEntry, MenuItem, ModalRecord
from agi_emu.state.progress import Wait

FIRST_COLUMN = 1
FIRST_ITEM_ROW = 2
NAME_BYTES = 40
"""Of a name in `text`; as many more are kept in `rest`."""
ITEM_IS_ENABLED, CONTROLLER = 1, 3
"""Variables, each the low byte of a word, which the original reads where no menu exists."""
CELL_WIDTH = 4


# Building


def add_menu(m: Interpreter, name: bytes) -> None:
    """Append a menu; ignored once the menus are submitted. A menu left without items is disabled."""
    menu = m.state.menu
    if menu.submitted:
        return
    _disable_if_empty(m)
    heap.take_bytes(m, costs.MENU_BYTES)
    if menu.menu_count >= MENU_CAPACITY:
        m.note(f"the game makes more than {MENU_CAPACITY} menus")
        return
    entry = menu.menus[menu.menu_count]
    if menu.menu_count == 0:
        menu.next_column = FIRST_COLUMN
    _store_name(entry, name)
    entry.column = menu.next_column
    entry.enabled = 1
    entry.first = menu.item_count
    entry.count = 0
    entry.current = 0
    menu.menu_count += 1
    menu.next_column = min(entry.column + entry.length + 1, 255)


def add_item(m: Interpreter, name: bytes, controller: int) -> None:
    """Append an item to the last menu; the first item fixes the column of all of them."""
    menu = m.state.menu
    if menu.submitted or not menu.menu_count:
        return
    heap.take_bytes(m, costs.ITEM_BYTES)
    if menu.item_count >= MENU_ITEM_CAPACITY:
        m.note(f"the game makes more than {MENU_ITEM_CAPACITY} menu items")
        return
    entry = menu.menus[menu.menu_count - 1]
    item = menu.items[menu.item_count]
    _store_name(item, name)
    item.controller = controller
    item.enabled = 1
    if entry.count == 0:
        # Quirk: left of the screen where the item is longer than a row, and the cursor takes it as a byte: the first
        # character is not seen, the second begins the next row (reference: TEXT-51).
        entry.item_column = min(entry.column, text.LAST_COLUMN - len(name)) & 0xFF
    entry.count += 1
    menu.item_count += 1


def submit(m: Interpreter) -> None:
    """End the making of menus. A second submit only lets the first menu open with its first item again."""
    menu = m.state.menu
    _disable_if_empty(m)
    heap.keep(m)
    menu.submitted = 1
    menu.current = 0
    menu.menus[0].current = 0


def enable_items(m: Interpreter, controller: int, *, enabled: bool) -> None:
    """Enable or disable every item with this controller."""
    menu = m.state.menu
    for index in range(menu.item_count):
        if menu.items[index].controller == controller:
            menu.items[index].enabled = enabled


def enable_all(m: Interpreter) -> None:
    """Enable every item, as restart and restore do."""
    menu = m.state.menu
    for index in range(menu.item_count):
        menu.items[index].enabled = 1


def _store_name(entry: MenuEntry | MenuItem, name: bytes) -> None:
    kept = name[: 2 * NAME_BYTES]
    entry.text[: len(kept[:NAME_BYTES])] = list(kept[:NAME_BYTES])
    entry.rest[: len(kept[NAME_BYTES:])] = list(kept[NAME_BYTES:])
    entry.length = len(kept)


def _disable_if_empty(m: Interpreter) -> None:
    menu = m.state.menu
    if menu.menu_count and menu.menus[menu.menu_count - 1].count == 0:
        menu.menus[menu.menu_count - 1].enabled = 0


# Showing


def is_due(m: Interpreter) -> bool:
    """Return whether a menu was asked for and may open; a request that is held back stays.

    Quirk: the original does not ask whether there is a menu (reference: TEXT-56).
    """
    menu = m.state.menu
    may_open = bool(menu.requested and menu.allowed)
    is_there = bool(menu.submitted and menu.item_count)
    return may_open and (is_there or (SURVIVE_CRASHES not in m.settings.mercies and text_at_0(m) is not None))


def open_menu(m: Interpreter) -> None:
    """Show the menu bar and wait for a choice, if that is due; called by the input step before it takes events."""
    if not is_due(m):
        return
    menu = m.state.menu
    menu.requested = 0
    if not menu.menu_count:
        _make_menu_of_memory(m)
    elif not menu.submitted:
        m.hang("the menu was never submitted, its memory is used for other things, and the original hangs there")
        return
    text.push_attribute(m)
    text.push_cursor(m)
    text.clear_rows(m, 0, 0, BLACK if m.state.general.text_mode else WHITE)
    for index in range(menu.menu_count):
        _print_menu_name(m, index, current=False)
    if menu.menu_count and not menu.menus[menu.current].enabled:
        menu.current = _enabled_menu(m, menu.current, 1)
    _show_items(m)
    modal.open(m, wait=Wait.MENU, purpose=Purpose.MENU)


def _is_of_memory(m: Interpreter) -> bool:
    return not m.state.menu.menu_count


def _make_menu_of_memory(m: Interpreter) -> None:
    """Take the lowest data addresses for a menu and its first item, as the original does where there is none.

    Both are called as the text at address 0, and no item is shown (reference: TEXT-56; golden: the screens of
    probe menu-none).
    """
    menu = m.state.menu
    for entry in (menu.menus[0], menu.items[0]):
        _store_name(entry, text_at_0(m) or b"")
        entry.enabled = _word(m, ITEM_IS_ENABLED) != 0
    menu.menus[0].column = menu.menus[0].item_column = menu.menus[0].first = menu.menus[0].count = 0
    menu.menus[0].current = 0
    menu.current = 0


def _word(m: Interpreter, variable: int) -> int:
    return int(m.vars[variable] | m.vars[variable + 1] << 8)


def _close(m: Interpreter) -> None:
    _hide_items(m)
    if m.state.text.status_on:
        screen_modes.draw_status(m)
    else:
        text.clear_rows(m, 0, 0, BLACK)
    text.pop_cursor(m)
    text.pop_attribute(m)


def name_of(m: Interpreter, entry: MenuEntry | MenuItem) -> bytes:
    """Return the name of a menu or item in the language that is drawn."""
    return m.translation.value(bytes((*entry.text, *entry.rest)[: entry.length]))


def _width(m: Interpreter, entry: MenuEntry | MenuItem) -> int:
    return len(m.translation.cells(name_of(m, entry)))


def column_of_menu(m: Interpreter, index: int) -> int:
    """Return the column of a menu's name; in a translation the names before it count as they are drawn."""
    menus = m.state.menu.menus
    if not (m.translation.values or m.translation.is_right_to_left):
        return int(menus[index].column)
    first = FIRST_COLUMN + sum(_width(m, each) + 1 for each in menus[:index])
    return column_of(m, first, _width(m, menus[index]))


def width_of_items(m: Interpreter, entry: MenuEntry) -> int:
    """Return how wide the box of a menu is inside: as its first item, where menus may be translated as the longest."""
    items = m.state.menu.items[entry.first : entry.first + entry.count]
    if not (m.translation.values or m.translation.is_right_to_left) or not items:
        return int(m.state.menu.items[entry.first].length) if entry.count or _is_of_memory(m) else 0
    return max(_width(m, each) for each in items)


def column_of_items(m: Interpreter, entry: MenuEntry, index: int) -> int:
    """Return the column of the items of menu `index`."""
    if not (m.translation.values or m.translation.is_right_to_left):
        return int(entry.item_column)
    width = width_of_items(m, entry)
    column = column_of_menu(m, index)
    if m.translation.is_right_to_left:
        column += _width(m, entry) - width
    return max(min(column, text.LAST_COLUMN - width), 1)


def _print_name(m: Interpreter, entry: MenuEntry | MenuItem, row: int, column: int, *, current: bool) -> None:
    """Print a name black on white, the current one white on black, a disabled one in half tone.

    Quirk: in text mode all but the current name are black on black (golden: probe menu-wide).
    """
    area = m.state.text
    text.set_attribute(m, *((WHITE, BLACK) if current else (BLACK, WHITE)))
    if m.state.general.text_mode and not current:
        area.attribute = BLACK
    text.goto(m, row, column)
    name = ordered(m, name_of(m, entry))
    if entry.enabled:
        print_letters(m, name)
        return
    for letter in m.translation.cells(name):
        row, column = area.row, area.column
        text.put_char(m, MARK if letter > 0xFF else letter)
        put_letter(m, row, column, letter, is_grey=True)


def _print_menu_name(m: Interpreter, index: int, *, current: bool) -> None:
    entry = m.state.menu.menus[index]
    _print_name(m, entry, 0, column_of_menu(m, index), current=current)


def _print_item(m: Interpreter, index: int, *, current: bool) -> None:
    """Print item `index` of the open menu."""
    menu = m.state.menu
    entry = menu.menus[menu.current]
    item = menu.items[entry.first + index]
    column = column_of_items(m, entry, menu.current)
    if m.translation.is_right_to_left:
        column += width_of_items(m, entry) - _width(m, item)
    _print_name(m, item, FIRST_ITEM_ROW + index, column, current=current)


def _box(m: Interpreter) -> windows.WindowBox:
    menu = m.state.menu
    entry = menu.menus[menu.current]
    width = width_of_items(m, entry)
    high = cell_height(m)
    return windows.WindowBox(
        x=CELL_WIDTH * (column_of_items(m, entry, menu.current) - 1),
        bottom=high * (entry.count + 3 - m.state.text.picture_row) - 1,
        width=CELL_WIDTH * width + 2 * CELL_WIDTH,
        height=high * entry.count + 2 * high,
    )


def _show_items(m: Interpreter) -> None:
    menu = m.state.menu
    entry = menu.menus[menu.current]
    _print_menu_name(m, menu.current, current=True)
    windows.draw_box(m, _box(m), BLACK)
    for index in range(entry.count):
        _print_item(m, index, current=index == entry.current)


def _hide_items(m: Interpreter) -> None:
    _print_menu_name(m, m.state.menu.current, current=False)
    box = _box(m)
    m.screen.copy(box.x, box.top, box.width, box.height)


# Using


def _enabled_menu(m: Interpreter, start: int, step: int) -> int:
    """Return the next enabled menu from `start` in direction `step`, around the bar; `start` if there is no other."""
    menu = m.state.menu
    index = start
    for _ in range(menu.menu_count):
        index = (index + step) % menu.menu_count
        if menu.menus[index].enabled:
            break
    return index


def _go_to_menu(m: Interpreter, index: int) -> None:
    _hide_items(m)
    m.state.menu.current = index
    _show_items(m)


def _go_to_item(m: Interpreter, index: int) -> None:
    menu = m.state.menu
    entry = menu.menus[menu.current]
    _print_item(m, entry.current, current=False)
    entry.current = index
    _print_item(m, index, current=True)


@wait(Wait.MENU)
def turn(m: Interpreter, record: ModalRecord, event: Event | None) -> int | None:
    """Move in the menu; ENTER ends it with 1 + the item's controller, ESC with 0."""
    if event is None:
        return None
    kind, value = event
    menu = m.state.menu
    entry = menu.menus[menu.current]
    if kind == EventType.CHARACTER:
        if keys.cancels(value):
            return 0
        if keys.confirms(value) and entry.count:
            item = menu.items[entry.first + entry.current]
            if item.enabled:
                return 1 + int(item.controller)
        if keys.confirms(value) and _is_of_memory(m) and _word(m, ITEM_IS_ENABLED):
            return 1 + _word(m, CONTROLLER)
        return None
    if kind == EventType.DIRECTION and not _is_of_memory(m):
        _move(m, value)
    return None


def _move(m: Interpreter, direction: int) -> None:
    """Go to another item or menu, as the arrow cluster says; the ends join."""
    menu = m.state.menu
    entry = menu.menus[menu.current]
    last = menu.menu_count - 1
    if direction == ArrowKey.LEFT:
        _go_to_menu(m, _enabled_menu(m, menu.current, -1))
    elif direction == ArrowKey.RIGHT:
        _go_to_menu(m, _enabled_menu(m, menu.current, 1))
    elif direction == ArrowKey.HOME:
        _go_to_menu(m, _enabled_menu(m, last, 1))
    elif direction == ArrowKey.END:
        _go_to_menu(m, _enabled_menu(m, 0, -1))
    elif not entry.count:
        return
    elif direction == ArrowKey.UP:
        _go_to_item(m, (entry.current - 1) % entry.count)
    elif direction == ArrowKey.DOWN:
        _go_to_item(m, (entry.current + 1) % entry.count)
    elif direction == ArrowKey.PAGE_UP:
        _go_to_item(m, 0)
    elif direction == ArrowKey.PAGE_DOWN:
        _go_to_item(m, entry.count - 1)


@finish(Purpose.MENU)
def choose(m: Interpreter, record: ModalRecord, result: int) -> None:
    """Close the menu; the controller of the chosen item joins the queue and is seen in the same polling."""
    _close(m)
    if result:
        keyboard.add_event(m.core, EventType.CONTROLLER, result - 1)
