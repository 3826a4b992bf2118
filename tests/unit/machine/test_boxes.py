"""The interpreter's own boxes."""

from __future__ import annotations

import pytest

from agi_emu.machine import room_changes
from agi_emu.machine.actions import boxes, text_screen
from agi_emu.machine.display import input_line
from tests.unit.text_machine import TextMachine

ENTER, ESC = 0x0D, 0x1B


@pytest.fixture
def m() -> TextMachine:
    return TextMachine()


def lines(m: TextMachine) -> list[str]:
    """The rows of text, without the blanks that they have in common."""
    shown = m.rows().values()
    indent = min(len(line) - len(line.lstrip()) for line in shown)
    return [line[indent:] for line in shown]


def test_pause_stops_the_clock_while_its_box_is_open(m: TextMachine) -> None:
    # reference: CMD-32, TIME-5
    boxes.pause(m.as_machine)
    assert m.state.clock.paused
    assert m.rows() == {10: " " * 14 + "Game paused.", 11: " " * 8 + "Press Enter to continue."}
    m.press(ENTER)
    assert not m.state.clock.paused


def test_pause_with_flag_15_goes_on_at_once(m: TextMachine) -> None:
    # reference: TEXT-67, TIME-31
    m.set_flag(15, True)
    boxes.pause(m.as_machine)
    assert not m.waits
    assert not m.state.clock.paused
    assert m.state.window.open


@pytest.mark.parametrize(("key", "exited"), [(ENTER, 1), (ESC, 0)])
def test_quit_asks(m: TextMachine, key: int, exited: int) -> None:
    # reference: TEXT-66, CMD-31: rows 10..11, columns 7..32 at picture row 1.
    boxes.quit_game(m.as_machine, 0)
    assert m.rows() == {10: " " * 7 + "Press ENTER to quit.", 11: " " * 7 + "Press ESC to keep playing."}
    m.press(key)
    assert m.state.general.exited == exited


def test_quit_1_and_a_left_open_box_end_the_game_at_once(m: TextMachine) -> None:
    # reference: CMD-31, TIME-31
    boxes.quit_game(m.as_machine, 1)
    assert m.state.general.exited
    m.state.general.exited = 0
    m.set_flag(15, True)
    boxes.quit_game(m.as_machine, 0)
    assert m.state.general.exited


def test_quit_with_a_time_limit_ends_the_game_even_with_esc(m: TextMachine) -> None:
    # reference: TIME-30, TEXT-67: with v21 set the result is true in all cases.
    m.vars[21] = 5
    boxes.quit_game(m.as_machine, 0)
    m.press(ESC)
    assert m.state.general.exited


@pytest.fixture
def restarted(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The machines that were restarted: a text machine has no logics to begin."""
    machines: list[object] = []
    monkeypatch.setattr(room_changes, "restart", machines.append)
    return machines


@pytest.mark.parametrize(("key", "restarts"), [(ENTER, 1), (ESC, 0)])
def test_restart_asks(m: TextMachine, restarted: list[object], key: int, restarts: int) -> None:
    # reference: TEXT-66, TIME-20: rows 9..13, columns 9..30.
    boxes.restart_game(m.as_machine)
    assert m.rows() == {
        9: " " * 9 + "Press ENTER to restart",
        10: " " * 9 + "the game.",
        12: " " * 9 + "Press ESC to continue",
        13: " " * 9 + "this game.",
    }
    m.press(key)
    assert len(restarted) == restarts


@pytest.mark.parametrize(
    ("profile", "was_shown", "key", "is_shown"),
    [
        ("2.936", True, ESC, True),
        ("2.936", False, ESC, True),
        ("3.002.098", True, ESC, True),
        ("3.002.098", False, ESC, False),
        ("3.002.098", False, ENTER, True),
    ],
)
@pytest.mark.usefixtures("restarted")
def test_restart_shows_the_cursor_again(profile: str, *, was_shown: bool, key: int, is_shown: bool) -> None:
    # reference: TIME-23: always in 2.936; in 3.002.098 after a refusal only where it was shown
    m = TextMachine(profile=profile)
    m.state.input.cursor_char = ord("_")
    if was_shown:
        input_line.accept(m.as_machine)
    boxes.restart_game(m.as_machine)
    assert "_" not in m.row(22)
    m.press(key)
    assert ("_" in "".join(m.rows().values())) == is_shown


def test_restart_with_flag_16_asks_nothing(m: TextMachine, restarted: list[object]) -> None:
    # reference: TIME-20
    m.set_flag(16, True)
    boxes.restart_game(m.as_machine)
    assert restarted == [m]


def test_version_names_the_profile() -> None:
    # reference: TEXT-66
    m = TextMachine(profile="2.917")
    boxes.version(m.as_machine)
    assert lines(m) == ["Adventure Game Interpreter", "      Version 2.917"]


def test_object_status_shows_the_record(m: TextMachine) -> None:
    # reference: TEXT-66, TEXT-69
    m.state.general.object_count = 5
    each = m.state.objects[4]
    each.x, each.y, each.width, each.height, each.priority, each.step_size = 10, 150, 7, 30, 12, 2
    m.vars[99] = 4
    boxes.object_status(m.as_machine, 99)
    assert lines(m) == ["Object 4:", "x: 10  xsize: 7", "y: 150  ysize: 30", "pri: 12", "stepsize: 2"]


@pytest.mark.parametrize(("profile", "count"), [("2.936", 4), ("2.440", 3)])
def test_show_mem_has_its_lines(profile: str, count: int) -> None:
    # reference: TEXT-66, TEXT-68
    m = TextMachine(profile=profile)
    boxes.show_memory(m.as_machine)
    assert len(m.rows()) == count


def test_show_pri_screen_waits_and_shows_the_picture_again(m: TextMachine) -> None:
    # reference: PIC-34
    for cell in range(len(m.state.picture)):
        m.state.picture[cell] = 0x49
    m.set_flag(15, True)
    text_screen.show_priorities(m.as_machine)
    assert m.pixel(0, 8) == 4
    assert m.waits
    m.press(ESC)
    assert m.pixel(0, 8) == 9
    assert m.flag(15)


def test_clear_lines_in_text_mode_is_always_black(m: TextMachine) -> None:
    # reference: TEXT-14
    m.state.general.text_mode = 1
    for pixel in range(64000):
        m.state.screen[pixel] = 7
    text_screen.clear_lines(m.as_machine, 1, 2, 5)
    assert m.pixel(0, 8) == 0
    assert m.attributes(1) == "00x40"


def test_configure_screen_redraws_nothing(m: TextMachine) -> None:
    # reference: TEXT-2
    before = bytes(m.state.screen)
    text_screen.configure_screen(m.as_machine, 2, 24, 1)
    area = m.state.text
    assert (area.picture_row, area.input_row, area.status_row) == (2, 24, 1)
    assert bytes(m.state.screen) == before
