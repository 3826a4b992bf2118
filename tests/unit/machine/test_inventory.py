"""The inventory screen."""

from __future__ import annotations

from typing import Any

import pytest

from agi_emu import Machine, Settings, open_game
from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY, Mercy
from agi_emu.machine.display import screen_modes
from agi_emu.machine.display.readable import row_text
from agi_emu.machine.windows.inventory_screen import open_inventory
from agi_emu.resources.items import Item
from tests.own_games.building import GameBuilder
from tests.unit.desk import Desk

SELECT = 13


@pytest.fixture
def desk() -> Any:
    m = Desk()
    m.items = [Item(b"?", 0), Item(b"lamp", 0), Item(b"rusty key", 0), Item(b"rope", 0), Item(b"ring%v1", 0)]
    m.state.general.item_count = 5
    return m


def carry(m: Any, *items: int) -> None:
    for item in items:
        m.state.item_rooms[item] = 255


def test_nothing_is_carried(desk: Any) -> None:
    # reference: TEXT-61
    open_inventory(desk)
    assert desk.state.general.text_mode == 1
    assert desk.row(0) == " " * 11 + "You are carrying:"
    assert desk.row(2) == " " * 16 + "nothing"
    assert desk.row(24) == "    Press a key to return to the game"
    assert desk.cells(24)[4:10] == [0xF0] * 6


@pytest.mark.parametrize("key", ["enter", "x", "f4", "left", "kp5"])
def test_any_event_ends_without_selection(desk: Any, key: str) -> None:
    # reference: TEXT-62
    open_inventory(desk)
    desk.hit(key)
    assert not desk.waits
    assert desk.state.general.text_mode == 0
    assert desk.vars[25] == 0


def test_items_stand_in_two_columns(desk: Any) -> None:
    # reference: TEXT-61
    carry(desk, 1, 2, 4)
    open_inventory(desk)
    # even ones at column 1, odd ones end before column 39; names are raw
    assert desk.row(2) == " lamp" + " " * 25 + "rusty key"
    assert desk.row(3) == " ring%v1"
    desk.hit("esc")


def test_a_name_too_long_for_the_right_side_begins_beyond_the_row(desk: Any) -> None:
    # reference: TEXT-61
    # golden-play, impatient-2/gtamp1-2.917, cycle 17: the D of "Du ga" shows nowhere, "u ga" begins the next row
    desk.items[2] = Item(b"Du ga " + b"." * 50, 0)
    carry(desk, 1, 2)
    open_inventory(desk)
    assert desk.row(2) == " lamp"
    assert desk.row(3) == "u ga " + "." * 35
    assert desk.row(4) == "." * 15
    desk.hit("esc")


def test_selection_starts_at_v25_and_moves_within_the_list(desk: Any) -> None:
    # reference: TEXT-63
    carry(desk, 1, 2, 3, 4)
    desk.set_flag(SELECT, True)
    desk.vars[25] = 3
    open_inventory(desk)
    assert desk.row(24) == "  Press ENTER to select, ESC to cancel"
    assert desk.cells(3)[1:5] == [0x0F] * 4
    desk.hit("down", "right")  # two forward is outside, one forward is the last item
    assert desk.cells(3)[1:5] == [0xF0] * 4
    assert desk.cells(3)[32:39] == [0x0F] * 7
    desk.hit("right", "home", "x", "up", "left")
    assert desk.cells(2)[1:5] == [0x0F] * 4
    desk.hit("enter")
    assert desk.vars[25] == 1
    assert not desk.waits


def test_the_item_left_is_printed_last(desk: Any) -> None:
    # reference: TEXT-63
    carry(desk, 1, 2)
    desk.set_flag(SELECT, True)
    open_inventory(desk)
    desk.hit("right")
    assert (desk.state.text.row, desk.state.text.column) == (2, len(" lamp"))
    desk.hit("enter")


def test_escape_selects_255(desk: Any) -> None:
    # reference: TEXT-63
    carry(desk, 1)
    desk.set_flag(SELECT, True)
    desk.vars[25] = 77  # not carried: the first one is current
    open_inventory(desk)
    assert desk.cells(2)[1:5] == [0x0F] * 4
    desk.hit("esc")
    assert desk.vars[25] == 255


def test_nothing_counts_as_item_0(desk: Any) -> None:
    # reference: TEXT-61, TEXT-63
    desk.set_flag(SELECT, True)
    desk.vars[25] = 9
    open_inventory(desk)
    desk.hit("enter")
    assert desk.vars[25] == 0


def test_called_in_text_mode_the_title_is_black_on_black(desk: Any) -> None:
    # reference: TEXT-64
    screen_modes.show_text(desk)
    carry(desk, 1)
    open_inventory(desk)
    assert desk.cells(0)[11:16] == [0] * 5
    assert desk.cells(2)[1:5] == [0xF0] * 4
    assert desk.cells(24)[4:8] == [0xF0] * 4
    desk.hit("enter")
    assert desk.state.general.text_mode == 0


def test_more_items_than_the_screen_has_rows(desk: Any) -> None:
    # reference: TEXT-65
    desk.items = [Item(f"thing {i}".encode(), 255) for i in range(256)]
    desk.state.general.item_count = 256
    carry(desk, *range(256))
    desk.set_flag(SELECT, True)
    open_inventory(desk)
    desk.hit("down", "down", "enter")
    assert desk.vars[25] == 4


@pytest.mark.parametrize("mercies", [AS_RECORDED, FRIENDLY])
def test_items_behind_the_file_are_what_lies_in_memory(build_game: GameBuilder, mercies: frozenset[Mercy]) -> None:
    # reference: TEXT-87; golden-play, gtamp1: the action 03 25 FF is an item that is carried
    path = build_game({0: "v1 = 255; v10 = 1; set(f13); status(); return();"}, items=[("?", 0)])
    header = bytes([0x60, 0x0B, 16])  # names at 0B60h, so 972 items; 17 objects
    file = header + bytes.fromhex("0300 00") + b"?\0"
    file = file.ljust(3 + 0x0103, b"\0") + b"treasure\0"
    behind = 43 * 17 + 10 + 2  # the records of the objects, that of logic 0, and the length of its code
    file += bytes(-(len(file) - 3 + behind) % 3)
    item = (len(file) - 3 + behind) // 3  # 03 01 FF: offset 0103h, carried
    key = b"Avis Durgan"
    (path / "OBJECT").write_bytes(bytes(byte ^ key[at % len(key)] for at, byte in enumerate(file)))
    m = Machine(open_game(path, "2.936"), settings=Settings(mercies=mercies))
    m.run(seconds=1)
    assert row_text(m.unguarded, 2).rstrip() == (" treasure" if mercies == AS_RECORDED else " " * 16 + "nothing")
    m.press("enter")
    m.run(ticks=2)
    assert m.vars[25] == (item & 255 if mercies == AS_RECORDED else 0)


def test_attribute_comes_back(desk: Any) -> None:
    # reference: TEXT-64
    open_inventory(desk)
    desk.hit("esc")
    assert desk.state.text.attribute == 15
    assert desk.state.text.attribute_depth == 0


def test_oldest_interpreters_select_nothing() -> None:
    # reference: TEXT-62: no selection before 2.411
    m: Any = Desk("2.272")
    m.items = [Item(b"lamp", 0)]
    m.state.general.item_count = 1
    carry(m, 0)
    m.set_flag(SELECT, True)
    open_inventory(m)
    assert m.row(24) == "    Press a key to return to the game"
    m.hit("down")
    assert not m.waits
