"""Messages, text on the screen, its colours."""

from __future__ import annotations

import pytest

from agi_emu.facts.mercies import FRIENDLY
from agi_emu.machine.display.message import string_of
from agi_emu.machine.machine import Machine
from agi_emu.machine.windows.modal import Purpose
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, catching, caught, press
from tests.unit.sample_games import logic

WHITE_ON_BLACK, INVERTED = 0x0F, 0x8F
ROW_1 = "configure.screen(1, 22, 0);"
ERROR_14 = bytes.fromhex("65 01 0C C8 00")
"""print(m1); set(f200);"""


def attributes(m: Machine, row: int) -> set[int]:
    """Return the attributes of the cells of a row that show something."""
    row_cells = slice(40 * row, 40 * row + 40)
    return {a for c, a in zip(m.state.text_chars[row_cells], m.state.text_attributes[row_cells], strict=True) if c}


def pixel(m: Machine, x: int, y: int) -> int:
    """Return a pixel of the screen."""
    return int(m.state.screen[320 * y + x])


@covers("print", "print.v", "configure.screen")
def test_print_waits_for_enter_or_esc(play: Stage) -> None:
    # reference: TEXT-30, TEXT-31, TEXT-35: Hello in row 11, column 17
    for source in ('print("Hello");', '#message 7 "Hello"\nv40 = 7; print.v(v40);'):
        m = play.room(f"{ROW_1} {source} v41 = 1;")
        assert m.modal is Purpose.PRINT
        assert m.text.rows[11] == " " * 17 + "Hello"
        assert attributes(m, 11) == {INVERTED}
        # box from (126, 83) to (185, 100); frame lines inset by 1
        assert [pixel(m, x, 90) for x in (126, 128, 130, 185, 183)] == [15, 4, 15, 15, 4]
        press(m, "x", "left")
        assert m.vars[41] == 0
        press(m, "esc")
        assert m.vars[41] == 1
        assert m.message is None
        assert pixel(m, 126, 90) == 15


@covers("print", "close.window")
def test_flag_15_leaves_the_window_open(play: Stage) -> None:
    # reference: TIME-31, TEXT-36; close.window takes it away
    m = play.room('set(f15); print("Hello"); v41 = 1;')
    assert (m.vars[41], m.flag(15), m.message) == (1, False, "Hello")
    m = play.room('set(f15); print("Hello"); close.window();')
    assert m.message is None


@covers("print")
def test_windows_always_wait_before_2_411(play: Stage) -> None:
    # reference: TEXT-35
    # reference: VER-8, VER-13
    assert play.room('set(f15); print("Hello");', interpreter="2.272").modal is Purpose.PRINT
    assert play.room('set(f15); print("Hello");', interpreter="2.411").modal is None


@covers("print")
def test_v21_closes_the_window_after_half_seconds(play: Stage) -> None:
    # reference: TIME-30: 10 ticks each
    m = play.room('v21 = 2; print("Hello"); v41 = 1;')
    m.run(until=lambda m: bool(m.vars[41]))
    assert m.vars[21] == 0
    # the window opened within the first two ticks
    assert 20 <= m.state.clock.ticks <= 22


@covers("print.at", "print.at.v")
def test_print_at(play: Stage) -> None:
    # reference: TEXT-30, TEXT-38
    text = '"The snake eyes you warily."'
    for source in (f"print.at({text}, 8, 18, 15);", f"#message 7 {text}\nv40 = 7; print.at.v(v40, 8, 18, 15);"):
        m = play.room(f"{ROW_1} {source}")
        assert m.text.rows[9:11] == (" " * 18 + "The snake eyes", " " * 18 + "you warily.")
        assert [pixel(m, x, y) for x, y in ((134, 67), (265, 92), (136, 80))] == [15, 15, 4]


@covers("print.at")
def test_print_at_takes_four_operands_in_every_interpreter(play: Stage) -> None:
    # reference: CMD-3, TEXT-38; width 0 is 30
    for interpreter in ("2.272", "2.440", "2.917"):
        m = play.room('print.at("Hi", 5, 6, 0); v41 = 1;', interpreter=interpreter)
        assert m.message == "Hi"
        press(m, "enter")
        assert m.vars[41] == 1


@pytest.mark.parametrize("error", ["print", "display"])
def test_message_without_text_is_error_14(play: Stage, error: str) -> None:
    # reference: TEXT-29: counted, but of offset 0
    code = ERROR_14 if error == "print" else bytes.fromhex("67 01 01 01 0C C8 00")
    m = play(catching("call(1);"), logics={1: logic(code, [None, b"two"])})
    assert caught(m) == (14, 1)
    assert not m.flag(201)


@covers("print", "display")
def test_message_past_the_last_one_shows_a_player_nothing_and_is_noted(play: Stage) -> None:
    # reference: TEXT-28
    code = bytes.fromhex("65 09 67 01 01 09 0C C8 00")
    m = play("call(1);", logics={1: logic(code, [b"one"])}, mercies=FRIENDLY)
    assert m.flag(200)
    assert m.modal is None
    assert any("has no message 9" in note for note in m.notes)


@covers("display")
def test_percent_sign_at_the_end_shows_the_next_message_too(play: Stage) -> None:
    # reference: TEXT-25; a player sees the message alone, and behind the last one nothing is known
    texts = [b"1 %", None, b"2 %", b"3", b"4 %"]
    code = bytes.fromhex("67 02 00 01 67 03 00 05")
    m = play("call(1);", logics={1: logic(code, texts)})
    assert m.text.rows[2:4] == ("1 2 3", "4")
    m = play("call(1);", logics={1: logic(code, texts)}, mercies=FRIENDLY)
    assert m.text.rows[2:4] == ("1", "4")


@covers("display", "display.v")
def test_display_writes_at_a_place(play: Stage) -> None:
    # reference: TEXT-41: row absolute, further lines begin in column 0
    m = play('v40 = 5; display(3, 20, "%v40|3 of\\nthem");')
    assert m.text.rows[3:5] == (" " * 20 + "005 of", "them")
    m = play('#message 7 "Hello"\nv40 = 4; v41 = 2; v42 = 7; display.v(v40, v41, v42);')
    assert m.text.rows[4] == "  Hello"
    assert attributes(m, 4) == {WHITE_ON_BLACK}


@covers("display")
def test_what_lies_outside_the_screen_shows_nowhere(play: Stage) -> None:
    # reference: TEXT-43: a row as a whole; of a column the first character, then the next row begins
    m = play('display(30, 3, "row"); display(5, 60, "column");')
    assert {number: row for number, row in enumerate(m.text.rows) if row.strip()} == {6: "olumn"}


@covers("print", "display")
def test_text_is_on_the_screen_alone(play: Stage) -> None:
    # reference: TEXT-7: the window that closes, and the picture that is shown, are copied over it
    m = play.room(f'{ROW_1} display(11, 18, "under"); display(20, 0, "below"); print("Hello there");')
    assert m.text.rows[11].strip() == "Hello there"
    press(m, "enter")
    assert (m.text.rows[11], m.text.rows[20]) == ("", "below")
    m = play.room('display(20, 0, "below"); show.pic();')
    assert m.text.rows[20] == ""


@covers("set.text.attribute", "display")
def test_text_attributes(play: Stage) -> None:
    # reference: TEXT-8
    m = play('set.text.attribute(3, 0); display(2, 0, "a"); set.text.attribute(3, 7); display(3, 0, "b");')
    assert (attributes(m, 2), attributes(m, 3)) == ({3}, {INVERTED})
    m = play('text.screen(); set.text.attribute(3, 7); display(2, 0, "a");')
    assert attributes(m, 2) == {0x73}


@covers("text.screen", "graphics")
def test_text_mode_and_back(play: Stage) -> None:
    # reference: TEXT-16, TEXT-17
    m = play.room("set.text.attribute(3, 1); text.screen(); v40 = 1;")
    assert m.state.general.text_mode == 1
    assert set(m.state.text_attributes) == {0xF3}
    assert set(m.state.screen) == {15}
    m = play.room("text.screen(); graphics();")
    assert m.state.general.text_mode == 0
    assert pixel(m, 0, 100) == 15


@covers("text.screen")
def test_objects_stand_still_in_text_mode(play: Stage) -> None:
    # reference: TIME-14, OBJ-33
    walk = "load.view(0); animate.obj(o1); position(o1, 80, 100); set.view(o1, 0); draw(o1); v60 = 3; set.dir(o1, v60);"
    m = play.room(f"{walk} text.screen();", cycles=4)
    assert m.state.objects[1].x == 80


@covers("text.screen", "draw", "erase", "add.to.pic", "force.update")
def test_pictures_of_objects_are_copied_in_text_mode_too(play: Stage) -> None:
    # reference: VIEW-29: only the picture's being visible is asked for. The recordings' model of the
    # screen shows what is copied in text mode, where the monitor does not (golden data, `scr` of a window that closes).
    place = "load.view(0); animate.obj(o1); position(o1, 80, 100); set.view(o1, 0);"
    for action, colour in (
        ("draw(o1);", 1),
        ("draw(o1); erase(o1);", 15),
        ("add.to.pic(0, 0, 0, 80, 100, 15, 15);", 1),
        ("draw(o1); graphics(); text.screen(); force.update(o1);", 1),
    ):
        m = play.room(place, f"if (!f201) {{ set(f201); text.screen(); {action} }}")
        model = bytearray(160 * 200)
        m.screen.attach_model(model)
        m.cycle()
        assert m.state.general.text_mode
        assert model[160 * 100 + 80] == colour
        assert set(m.state.screen) == {0}


@covers("clear.lines", "clear.text.rect", "display")
def test_clearing(play: Stage) -> None:
    # reference: TEXT-14, TEXT-15: edges included; any colour but 0 is white
    fill = "".join(f'display({row}, 0, "{"x" * 39}"); ' for row in range(2, 7))
    m = play(f"{fill} clear.lines(3, 4, 7);")
    assert [bool(m.text.rows[row]) for row in range(2, 7)] == [True, False, False, True, True]
    assert (pixel(m, 0, 24), pixel(m, 319, 39), pixel(m, 0, 40)) == (15, 15, 0)
    m = play(f"{fill} clear.text.rect(3, 5, 4, 10, 0);")
    assert m.text.rows[3] == "x" * 5 + " " * 6 + "x" * 28
    assert m.text.rows[5] == "x" * 39
    # no check of the order: from row 4 down to row 3 there is none
    m = play(f"{fill} clear.lines(4, 3, 0); clear.text.rect(3, 9, 5, 8, 0);")
    assert all(m.text.rows[row] == "x" * 39 for row in range(2, 7))
    # in text mode always black
    m = play(f"text.screen(); {fill} clear.lines(3, 4, 7);")
    assert pixel(m, 0, 24) == 0


@covers("status.line.on", "status.line.off", "configure.screen")
def test_status_line(play: Stage) -> None:
    # reference: TIME-28
    m = play("configure.screen(1, 22, 5); v3 = 7; v7 = 99; status.line.on();")
    assert m.text.rows[5] == " Score:7 of 99" + " " * 16 + "Sound:on"
    assert pixel(m, 0, 40) == 15
    m = play("configure.screen(1, 22, 5); status.line.on(); status.line.off();")
    assert m.text.rows[5] == ""
    assert pixel(m, 0, 40) == 0


@pytest.mark.parametrize(
    ("interpreter", "words"), [("2.089", ("Sound is on", "Sound is off")), ("2.230", ("Sound:on", "Sound:off"))]
)
@covers("status.line.on")
def test_status_line_by_interpreter(play: Stage, interpreter: str, words: tuple[str, str]) -> None:
    m = play("v40 += 1; if (v40 == 1) { status.line.on(); } else { reset(f9); }", interpreter=interpreter)
    assert m.text.rows[21][30:] == words[0][:10]
    m.cycle()
    assert m.text.rows[21][30:] == words[1][:10]


@covers("pause")
def test_pause_stops_the_clock(play: Stage) -> None:
    # reference: CMD-32, TIME-5
    m = play("pause(); v41 = 1;")
    assert m.message == "      Game paused.\nPress Enter to continue."
    seconds = m.vars[11]
    m.run(seconds=3)
    assert (m.vars[11], m.vars[41]) == (seconds, 0)
    press(m, "enter")
    assert m.vars[41] == 1


@covers("version")
def test_version(play: Stage) -> None:
    # reference: TEXT-66
    assert play("version();").message == "Adventure Game Interpreter\n      Version 2.936"
    assert play("version();", interpreter="2.440").message == "Adventure Game Interpreter\n      Version 2.440"


@covers("obj.status.v")
def test_object_status(play: Stage) -> None:
    # reference: TEXT-69
    setup = (
        "load.view(0); animate.obj(o1); position(o1, 80, 100); set.view(o1, 0); draw(o1); v40 = 1; obj.status.v(v40);"
    )
    assert play.room(setup).message == "Object 1:\nx: 80  xsize: 4\ny: 100  ysize: 3\npri: 9\nstepsize: 1"


@covers("show.mem")
def test_show_mem_counts_the_script_list(play: Stage) -> None:
    # reference: TEXT-66, TEXT-68
    m = play.room("show.mem();")
    lines = (m.message or "").split("\n")
    assert [line.split(":")[0] for line in lines] == ["heapsize", "now", "rm.0, etc.", "max script"]
    assert lines[-1] == "max script: 3"
    older = (play.room("show.mem();", interpreter="2.440").message or "").split("\n")
    assert [line.split(":")[0] for line in older] == ["heapsize", "now", "max script"]


@covers("print", "set.string")
def test_message_0_is_what_lies_behind_the_texts(play: Stage) -> None:
    # reference: LANG-11, TEXT-28: the place of message 0 in the table of offsets is that of the texts' end, and no
    # check but that of the count comes before it (reference: TEXT-28); behind most texts nothing is known
    show = bytes.fromhex("72 02 00 65 00 0C C8 00")  # set.string(s2, m0); print(m0); set(f200);
    m = play("if (!f201) { set(f201); call(1); }", logics={1: logic(show, [b"one"])})
    assert m.modal is Purpose.PRINT
    assert m.message == ""
    assert string_of(m, 2) == b""
    press(m, "enter")
    assert m.flag(200)
    m = play("if (!f201) { set(f201); call(1); }", logics={1: logic(show, [b"one", None]) + b"behind\0more"})
    assert m.message == "behind"
    assert string_of(m, 2) == b"behind"
    m = play("if (!f201) { set(f201); call(1); }", logics={1: logic(show, [b"one"]) + b"behind\0"}, mercies=FRIENDLY)
    assert m.modal is None
    assert m.flag(200)
