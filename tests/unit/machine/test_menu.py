"""The menu bar: building, showing, choosing."""

from __future__ import annotations

from typing import Any

import pytest

from agi_emu._core import keyboard
from agi_emu.facts.codes import Computer
from agi_emu.facts.mercies import FRIENDLY
from agi_emu.machine.actions import menus as actions
from agi_emu.machine.windows import menu
from tests.unit.desk import Desk

BLACK_ON_WHITE, WHITE_ON_BLACK = 0x8F, 0x0F


@pytest.fixture
def desk() -> Any:
    return Desk()


def build(m: Any, *menus: tuple[str, *tuple[tuple[str, int], ...]], submitted: bool = True) -> None:
    for name, *items in menus:
        actions.set_menu(m, m.message_number(name.encode()))
        for item, controller in items:
            actions.set_menu_item(m, m.message_number(item.encode()), controller)
    if submitted:
        actions.submit_menu(m)


def usual(m: Any) -> None:
    build(
        m,
        (" Sierra ", (" About ", 20), (" Help <F1> ", 1)),
        (" File ", (" Save    <F5> ", 5), (" Restore <F7> ", 7), (" Quit    <Alt-Z> ", 9)),
        (" Empty ",),
        (" Speed ", (" Slow ", 11), (" Fast ", 12)),
    )
    m.set_flag(14, True)
    actions.menu_input(m)
    assert menu.is_due(m)
    menu.open_menu(m)


def queued(m: Any) -> list[tuple[int, int]]:
    events = []
    while (event := keyboard.take_event(m.core)) is not None:
        events.append(event)
    return events


def test_names_stand_side_by_side(desk: Any) -> None:
    # reference: TEXT-49
    build(desk, ("One", ("a", 1)), ("Three", ("b", 2)), ("X", ("c", 3)))
    # column 1, then column + length + 1
    assert [desk.state.menu.menus[i].column for i in range(3)] == [1, 5, 11]


def test_items_begin_where_the_first_one_has_room(desk: Any) -> None:
    # reference: TEXT-50
    build(desk, ("M" * 30, ("a", 1)), ("Menu", ("x" * 7, 1), ("longer than the first", 2)), ("N", ("y" * 10, 3)))
    columns = [desk.state.menu.menus[i].item_column for i in range(3)]
    assert columns == [1, 39 - 7, 39 - 10]


def test_bar_is_shown_with_the_first_menu_open(desk: Any) -> None:
    # reference: TEXT-57
    usual(desk)
    assert desk.row(0) == "  Sierra   File   Empty   Speed"
    attributes = desk.cells(0)
    assert attributes[1:9] == [WHITE_ON_BLACK] * 8
    assert attributes[10:16] == [BLACK_ON_WHITE] * 6
    assert desk.row(2) == "  About"
    assert desk.row(3) == "  Help <F1>"
    assert desk.cells(2)[1:8] == [WHITE_ON_BLACK] * 7
    assert desk.cells(3)[1:12] == [BLACK_ON_WHITE] * 11


def test_box_is_as_wide_as_the_first_item(desk: Any) -> None:
    # reference: TEXT-57, TEXT-58
    desk.state.picture[:] = b"\x41" * len(desk.state.picture)
    usual(desk)
    # n = 2 items, L = 7, C = 1: screen rows 1..n+2 of text, columns C-1..C+L
    left, right, top, bottom = 0, 8 * 9 - 1, 8, 8 * 5 - 1
    assert desk.pixel(left, top) == 15
    assert desk.pixel(right, bottom) == 15
    assert desk.pixel(right + 1, bottom) == 15  # the untouched screen shows the picture that was there before: white
    assert desk.pixel(left + 2, top + 1) == 0  # a black frame, inset by one
    assert desk.pixel(right - 2, bottom - 1) == 0
    assert desk.pixel(left, top + 1) == 15


def test_moving_among_items_goes_round(desk: Any) -> None:
    # reference: TEXT-59
    usual(desk)
    entry = desk.state.menu.menus[0]
    desk.hit("up")
    assert entry.current == 1
    assert desk.cells(3)[1] == WHITE_ON_BLACK
    assert desk.cells(2)[1] == BLACK_ON_WHITE
    desk.hit("down")
    assert entry.current == 0
    desk.hit("pgdn")
    assert entry.current == 1
    desk.hit("pgup")
    assert entry.current == 0


def test_moving_among_menus_skips_the_disabled(desk: Any) -> None:
    # reference: TEXT-59, TEXT-49
    usual(desk)
    seen = []
    for key in ("right", "right", "right", "left", "home", "end"):
        desk.hit(key)
        seen.append(desk.state.menu.current)
    assert seen == [1, 3, 0, 3, 0, 3]


def test_digits_move_the_mark_on_a_tandy(desk: Any) -> None:
    # reference: KEY-13
    usual(desk)
    for other in (Computer.PC, Computer.PCJR):
        desk.vars[20] = other
        desk.hit("6", "2")
        assert (desk.state.menu.current, desk.state.menu.menus[1].current) == (0, 0)
    desk.vars[20] = Computer.TANDY
    desk.hit("6", "2")
    assert (desk.state.menu.current, desk.state.menu.menus[1].current) == (1, 1)


def test_enter_posts_the_controller_and_closes(desk: Any) -> None:
    # reference: TEXT-59, TEXT-60
    usual(desk)
    desk.hit("right", "down", "enter")
    assert not desk.waits
    assert queued(desk) == [(3, 7)]
    assert desk.row(0) == ""
    assert desk.pixel(0, 0) == 0  # no status line: row 0 becomes black
    assert desk.vars[19] == 0


def test_escape_closes_without_a_controller(desk: Any) -> None:
    # reference: TEXT-59
    usual(desk)
    desk.hit("x", "f3", "esc")
    assert not desk.waits
    assert queued(desk) == []


def test_disabled_item_cannot_be_chosen(desk: Any) -> None:
    # reference: TEXT-59, TEXT-53
    usual(desk)
    actions.disable_item(desk, 20)
    desk.hit("enter")
    assert desk.waits
    actions.enable_item(desk, 20)
    desk.hit("enter")
    assert queued(desk) == [(3, 20)]


def test_menu_opens_where_it_was_left(desk: Any) -> None:
    # reference: TEXT-59, TEXT-52
    usual(desk)
    desk.hit("right", "down", "down", "right", "left", "esc")
    desk.set_flag(14, True)
    actions.menu_input(desk)
    menu.open_menu(desk)
    assert desk.state.menu.current == 1
    assert desk.state.menu.menus[1].current == 2
    desk.hit("esc")
    # a second submit.menu lets the first menu open again with its first item
    actions.submit_menu(desk)
    actions.menu_input(desk)
    menu.open_menu(desk)
    assert desk.state.menu.current == 0
    assert desk.state.menu.menus[0].current == 0


def test_submitted_menus_do_not_grow(desk: Any) -> None:
    # reference: TEXT-52
    build(desk, ("One", ("a", 1)))
    build(desk, ("Two", ("b", 2)), submitted=False)
    assert (desk.state.menu.menu_count, desk.state.menu.item_count) == (1, 1)


def test_request_needs_flag_14_and_waits_for_allow_menu(desk: Any) -> None:
    # reference: TEXT-54, TEXT-55
    build(desk, ("One", ("a", 1)))
    actions.menu_input(desk)
    assert not menu.is_due(desk)
    desk.set_flag(14, True)
    actions.allow_menu(desk, 0)
    actions.menu_input(desk)
    assert not menu.is_due(desk)
    actions.allow_menu(desk, 1)
    assert menu.is_due(desk)


def test_a_first_item_longer_than_a_row_begins_left_of_the_screen(desk: Any) -> None:
    # reference: TEXT-51: length 56: column -17; item row 2 begins on row 3 with its second character
    name = "".join(chr(0x21 + place) for place in range(56))
    build(desk, ("One", (name, 1)))
    desk.set_flag(14, True)
    actions.menu_input(desk)
    menu.open_menu(desk)
    assert desk.row(2) == ""
    assert desk.row(3) == name[1:41]
    assert desk.row(4).rstrip() == name[41:]


def test_menu_input_without_a_menu_shows_memory(desk: Any) -> None:
    # reference: TEXT-56: ENTER counts only once v1 or v2 is not 0, and gives v3 + 256 v4; ESC closes
    desk.set_flag(14, True)
    actions.menu_input(desk)
    menu.open_menu(desk)
    assert bytes(desk.state.text_chars[:3]) == b"\x90\x1e\0"
    desk.hit("enter", "left", "down", "enter")
    assert desk.waits
    desk.hit("esc")
    assert not desk.waits
    desk.vars[1], desk.vars[3] = 4, 7
    actions.menu_input(desk)
    menu.open_menu(desk)
    desk.hit("enter")
    assert not desk.waits
    assert queued(desk) == [(3, 7)]


def test_menu_input_without_a_menu_does_nothing_for_a_player(desk: Any) -> None:
    desk.settings.mercies = FRIENDLY
    desk.set_flag(14, True)
    actions.menu_input(desk)
    menu.open_menu(desk)
    assert not desk.waits


def test_menus_that_were_never_submitted_hang_the_original(desk: Any) -> None:
    # reference: TEXT-56
    build(desk, ("One", ("a", 1)), submitted=False)
    desk.set_flag(14, True)
    actions.menu_input(desk)
    menu.open_menu(desk)
    assert desk.state.general.hung


def test_long_bar_goes_on_in_row_1(desk: Any) -> None:
    # reference: TEXT-58
    # "Menu names past column 39 go on at row 1, column 0, and stay too."
    build(desk, ("A" * 35, ("a", 1)), ("Second menu", ("b", 2)))
    desk.set_flag(14, True)
    actions.menu_input(desk)
    menu.open_menu(desk)
    assert desk.row(0) == " " + "A" * 35 + " Sec"
    # the box of the open menu covers columns 0 to 2
    desk.hit("esc")
    assert desk.row(1) == "    menu"


def test_cursor_and_attribute_come_back(desk: Any) -> None:
    # reference: TEXT-60
    desk.state.text.row, desk.state.text.column = 7, 9
    usual(desk)
    desk.hit("esc")
    area = desk.state.text
    assert (area.row, area.column, area.attribute) == (7, 9, 15)
    assert (area.position_depth, area.attribute_depth) == (0, 0)


def test_items_of_a_game_that_never_stops_are_limited(desk: Any) -> None:
    build(desk, ("One", *((f"item {i}", i) for i in range(210))))
    assert desk.state.menu.item_count == 200
    assert desk.notes
    desk.state.menu.requested = 1
    menu.open_menu(desk)
    desk.hit("up", "down", "esc")
    assert not desk.waits


def test_oldest_menu_commands_only_eat_operands() -> None:
    # reference: CMD-6: in 2.272 the commands exist but do nothing
    m: Any = Desk("2.272")
    build(m, ("One", ("a", 1)))
    assert (m.state.menu.menu_count, m.state.menu.submitted) == (0, 0)
