"""The input line, keys, controllers, menus."""

from __future__ import annotations

import pytest

from agi_emu.machine.input.events import Arrow, InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.machine.windows.modal import Purpose
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, on_object, press

INPUT_ROW = 23


@covers("accept.input", "prevent.input", "set.cursor.char")
def test_input_line_is_shown_and_hidden(play: Stage) -> None:
    # reference: WORD-1, WORD-6, WORD-10
    source = """
    if (!f200) { set(f200); set.string(s0, ">"); set.cursor.char("_"); accept.input(); }
    if (f201) { prevent.input(); }
    """
    m = play(source)
    press(m, "a", "b")
    assert m.text.rows[INPUT_ROW] == ">ab_"
    m.set_flag(201, True)
    m.cycle()
    press(m, "c")
    assert m.text.rows[INPUT_ROW] == ""
    assert bytes(m.state.input.text[: m.state.input.length]) == b"ab"


@covers("cancel.line", "echo.line")
def test_echo_and_cancel(play: Stage) -> None:
    # reference: WORD-8, WORD-9: echo appends what the last line has beyond this one
    source = """
    if (!f200) { set(f200); accept.input(); }
    if (f201) { reset(f201); echo.line(); }
    if (f202) { reset(f202); cancel.line(); }
    """
    m = play(source)
    press(m, *"look", "enter", "l", "x")
    m.set_flag(201, True)
    m.cycle()
    assert m.text.rows[INPUT_ROW] == "lxok"
    m.set_flag(202, True)
    m.cycle()
    assert m.text.rows[INPUT_ROW] == ""
    assert m.state.input.length == 0


@covers("echo.line", "prevent.input")
def test_echo_needs_input_to_be_accepted(play: Stage) -> None:
    m = play("if (!f200) { set(f200); accept.input(); } if (f201) { reset(f201); prevent.input(); echo.line(); }")
    press(m, *"look", "enter")
    m.set_flag(201, True)
    m.cycle()
    assert m.state.input.length == 0


@covers("set.key")
def test_first_assignment_of_a_key_wins(play: Stage) -> None:
    # reference: KEY-19
    m = play(
        "if (!f200) { set(f200); set.key(0, 59, c5); set.key(0, 59, c6); set.key(97, 0, c7); set.key(0, 0, c8); } "
        "if (controller(c5)) { v45 = 1; } if (controller(c6)) { v46 = 1; } if (controller(c7)) { v47 = 1; }"
    )
    press(m, "f1", "a")
    assert list(m.vars[45:48]) == [1, 0, 1]
    assert m.state.keyboard.map_count == 3


def test_digits_are_directions_on_a_tandy(play: Stage) -> None:
    # reference: KEY-13
    m = play.room(on_object("", number=0, at=(80, 120)), "v10 = 1; v45 = v19;", machine="tandy")
    for digit, direction in zip("896321475", (1, 2, 3, 4, 5, 6, 7, 8, 0), strict=True):
        press(m, digit)
        assert (m.vars[6], m.vars[45]) == (direction, 0), digit
    m = play.room(on_object("", number=0, at=(80, 120)), "v10 = 1;")
    press(m, "8")
    assert m.vars[6] == 0


@pytest.mark.parametrize(("machine", "seen", "direction"), [("tandy", [0, 1, 1], 6), ("pc", [1, 1, 1], 0)])
@covers("set.key", "controller")
def test_controllers_of_a_tandy_are_taken_for_digits(
    play: Stage, machine: str, seen: list[int], direction: int
) -> None:
    # reference: KEY-13: the digits come behind the controllers, and a controller of 49 to 57 turns ego, too
    keys = "set.key(97, 0, c49); set.key(98, 0, c48); set.key(56, 0, c47);"
    each = "".join(f"if (controller(c{49 - i})) {{ v{45 + i} = 1; }} " for i in range(3))
    m = play.room(keys + on_object("", number=0), f"v10 = 1; {each}", machine=machine)
    press(m, "b", "8", "a")
    assert list(m.vars[45:48]) == seen
    assert m.vars[6] == direction


@pytest.mark.parametrize(("interpreter", "slots"), [("2.917", 39), ("2.936", 39), ("3.002.149", 49)])
@covers("set.key")
def test_key_slots_by_interpreter(play: Stage, interpreter: str, slots: int) -> None:
    # reference: KEY-19
    source = "".join(f"set.key({n}, 0, c1); " for n in range(1, 60))
    assert play(source, interpreter=interpreter).state.keyboard.map_count == slots


def turned(m: Machine, *events: InputEvent) -> int:
    """Let events happen, then a cycle; return v6."""
    m.advance(events)
    m.run(cycles=2)
    return int(m.vars[6])


@covers("hold.key")
@pytest.mark.parametrize(("interpreter", "counts"), [("2.917", True), ("3.002.086", True), ("3.002.098", False)])
def test_hold_key_counts_its_calls_before_3_002_098(play: Stage, interpreter: str, *, counts: bool) -> None:
    # reference: KEY-16: two calls give 2, and 256 calls switch it off again
    assert play("hold.key();" * 2, interpreter=interpreter).state.keyboard.hold == (2 if counts else 1)
    assert play("hold.key();" * 256, interpreter=interpreter).state.keyboard.hold == (0 if counts else 1)


@covers("hold.key", "release.key")
def test_held_keys(play: Stage) -> None:
    # reference: KEY-15
    source = "v10 = 1; if (f201) { reset(f201); hold.key(); } if (f202) { reset(f202); release.key(); }"
    m = play.room(on_object("", number=0), source, interpreter="3.002.149")
    assert turned(m, Arrow(1, down=True)) == 1
    assert turned(m, Arrow(1, down=False)) == 1
    m.set_flag(201, True)
    m.run(cycles=2)
    # hold.key itself does not stop ego
    assert m.vars[6] == 1
    assert turned(m, Arrow(3, down=True)) == 3
    assert turned(m, Arrow(3, down=True)) == 3
    assert turned(m, Arrow(3, down=False)) == 0
    m.set_flag(202, True)
    m.run(cycles=2)
    assert turned(m, Arrow(5, down=True)) == 5
    assert turned(m, Arrow(5, down=False)) == 5


@pytest.mark.parametrize(("interpreter", "direction"), [("2.230", 3), ("2.272", 0), ("2.936", 0)])
def test_keypad_5_by_interpreter(play: Stage, interpreter: str, direction: int) -> None:
    # reference: KEY-14, VER-12: from 2.272 it stops ego
    m = play.room(on_object("", number=0), "v10 = 1;", interpreter=interpreter)
    assert turned(m, Arrow(3, down=True), Arrow(3, down=False)) == 3
    assert turned(m, Arrow(0, down=True), Arrow(0, down=False)) == direction


MENU = """
if (!f200) {
  set(f200); set(f14); v10 = 1;
  set.menu("Game"); set.menu.item("About", c20); set.menu.item("Quit", c21);
  set.menu("Empty"); set.menu("Speed"); set.menu.item("Fast", c22); submit.menu(); set.menu("Late");
}
if (f201) { reset(f201); menu.input(); }
if (controller(c20)) { v40 += 1; } if (controller(c21)) { v41 += 1; } if (controller(c22)) { v42 += 1; }
"""


@covers("set.menu", "set.menu.item", "submit.menu", "menu.input")
def test_menu(play: Stage) -> None:
    # reference: TEXT-54, TEXT-57, TEXT-59
    m = play(MENU)
    m.set_flag(201, True)
    m.run(cycles=3, ticks=10)
    assert m.modal is Purpose.MENU
    assert m.text.rows[0] == " Game Empty Speed"
    press(m, "down", "enter")
    assert m.modal is None
    assert list(m.vars[40:43]) == [0, 1, 0]


@covers("menu.input")
def test_menu_needs_flag_14(play: Stage) -> None:
    # reference: TEXT-54
    m = play(MENU)
    m.set_flag(14, False)
    m.set_flag(201, True)
    m.run(ticks=10)
    assert m.modal is None


@covers("disable.item", "enable.item")
def test_disabled_items_cannot_be_chosen(play: Stage) -> None:
    # reference: TEXT-53, TEXT-59
    source = f"{MENU} if (f202) {{ reset(f202); disable.item(c20); }} if (f203) {{ reset(f203); enable.item(c20); }}"
    m = play(source)
    m.set_flag(201, True)
    m.set_flag(202, True)
    m.run(ticks=10)
    press(m, "enter")
    assert m.modal is Purpose.MENU
    press(m, "esc")
    m.set_flag(201, True)
    m.set_flag(203, True)
    m.run(ticks=10)
    press(m, "enter")
    assert m.modal is None
    assert m.vars[40] == 1


@covers("allow.menu")
def test_allow_menu_holds_a_request_back(play: Stage) -> None:
    # reference: TEXT-55: the request stays pending
    m = play(
        f"{MENU} if (f202) {{ reset(f202); allow.menu(0); }} if (f203) {{ reset(f203); allow.menu(1); }}",
        interpreter="3.002.149",
    )
    m.set_flag(202, True)
    m.run(ticks=4)
    m.set_flag(201, True)
    m.run(ticks=10)
    assert m.modal is None
    m.set_flag(203, True)
    m.run(ticks=10)
    assert m.modal is Purpose.MENU


@covers("set.menu", "set.menu.item", "submit.menu", "enable.item", "disable.item")
def test_menu_commands_only_eat_their_operands_in_2_272(play: Stage) -> None:
    # reference: CMD-6
    m = play(
        'set.menu("Game"); set.menu.item("Help", c2); submit.menu(); enable.item(c1); disable.item(c2); v40 = 1;',
        interpreter="2.272",
    )
    assert m.vars[40] == 1
    assert m.state.menu.menu_count == 0
