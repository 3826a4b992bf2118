"""Message windows: geometry, frame, waits."""

from __future__ import annotations

import pytest

from agi_emu.facts.codes import EventType
from agi_emu.facts.mercies import FRIENDLY
from agi_emu.machine.actions import printing
from agi_emu.machine.display.message import format_message
from agi_emu.machine.windows import windows
from tests.unit.machine.test_message import Texts
from tests.unit.text_machine import TextMachine

ENTER, ESC = 0x0D, 0x1B
FOX = b"The quick brown fox jumps over the lazy dog."
PAUSE = b"      Game paused.\nPress Enter to continue."


@pytest.fixture
def m() -> TextMachine:
    """A machine whose picture is light blue."""
    machine = TextMachine()
    for cell in range(len(machine.state.picture)):
        machine.state.picture[cell] = 0x49
    machine.screen.copy(0, 0, 160, 168)
    machine.messages[0] = (b"Hello", FOX, b"The snake eyes you warily.", None)
    return machine


@pytest.mark.parametrize(
    ("message", "row", "column", "across", "down"),
    [
        # reference: TEXT-30, table at picture row 1: text row and column, screen box inclusive.
        (b"Hello", 11, 17, (126, 185), (83, 100)),
        (FOX, 10, 7, (46, 265), (75, 100)),
        (PAUSE, 10, 8, (54, 265), (75, 100)),
    ],
)
def test_window_stands_in_the_middle(
    message: bytes, row: int, column: int, across: tuple[int, int], down: tuple[int, int]
) -> None:
    formatted = format_message(message, Texts(), limit=30)
    placement = windows.place(formatted.lines, formatted.width, 1)
    box = windows.box_around(placement, 1)
    assert (placement.row, placement.column) == (row, column)
    assert (2 * box.x, 2 * (box.x + box.width) - 1) == across
    assert (8 + box.top, 8 + box.bottom) == down


def test_print_at_counts_the_row_from_the_picture(m: TextMachine) -> None:
    # reference: TEXT-30, TEXT-38: print.at "The snake eyes you warily." 8 18 15; box 134..265, 67..92.
    printing.print_at(m.as_machine, 3, 8, 18, 15)
    assert m.rows() == {9: " " * 18 + "The snake eyes", 10: " " * 18 + "you warily."}
    assert [m.pixel(x, 80) for x in (133, 134, 136, 138, 263, 265, 266)] == [9, 15, 4, 15, 4, 15, 9]
    assert [m.pixel(200, y) for y in (66, 67, 68, 69, 91, 92, 93)] == [9, 15, 4, 15, 4, 15, 9]


def test_print_at_past_the_right_edge_wraps_to_the_windows_column(m: TextMachine) -> None:
    # reference: TEXT-39: `print.at "The snake eyes you warily." 10 35 10`.
    printing.print_at(m.as_machine, 3, 10, 35, 10)
    shown = ["The s", "nake", "eyes", "you", "waril", "y."]
    assert m.rows() == {11 + line: " " * 35 + part for line, part in enumerate(shown)}
    m.press(ENTER)
    assert m.rows() == {14: " " * 35 + "you", 15: " " * 35 + "waril", 16: " " * 35 + "y."}


def test_print_at_column_0_shows_what_is_on_the_screen(m: TextMachine) -> None:
    # reference: TEXT-40: for the player clip at the left edge; the recordings' model shows nothing of it.
    model = bytearray(160 * 200)
    m.screen.attach_model(model)
    printing.print_at(m.as_machine, 1, 5, 0, 0)
    assert [m.pixel(x, 46) for x in (0, 49, 46, 50)] == [15, 15, 4, 9]
    assert model[160 * 43 + 12] == 0


def test_window_frame_line_above_the_picture_shows_nowhere(m: TextMachine) -> None:
    # reference: TEXT-40: row 0 gives a top frame line at y = 252.
    printing.print_at(m.as_machine, 1, 0, 10, 0)
    assert [m.pixel(100, y) for y in (3, 4, 5, 19, 20)] == [15, 15, 15, 4, 15]


def test_window_closes_and_shows_the_picture_again(m: TextMachine) -> None:
    # reference: TEXT-34
    before = bytes(m.state.screen)
    printing.print_message(m.as_machine, 2)
    assert m.state.window.open
    assert m.waits
    m.press("x", 0x3B00)  # other keys are swallowed
    assert m.waits
    m.press(ENTER)
    assert not m.waits
    assert not m.state.window.open
    assert bytes(m.state.screen) == before
    assert not m.rows()


def test_window_restores_cursor_and_attribute(m: TextMachine) -> None:
    # reference: TEXT-32
    m.state.text.row, m.state.text.column = 7, 8
    printing.print_message(m.as_machine, 1)
    area = m.state.text
    assert (area.row, area.column, area.attribute, area.reset_column) == (7, 8, 0x0F, 0)


def test_flag_15_leaves_the_window_open(m: TextMachine) -> None:
    # reference: TEXT-36, TIME-31
    m.set_flag(15, True)
    m.vars[21] = 4
    printing.print_message(m.as_machine, 1)
    assert not m.waits
    assert m.state.window.open
    assert not m.flag(15)
    assert m.vars[21] == 4
    printing.print_message(m.as_machine, 3)
    assert m.rows() == {11: " " * 7 + "The snake eyes you warily."}
    windows.close(m.as_machine)
    assert not m.rows()


def test_flag_15_means_nothing_to_the_oldest_interpreters() -> None:
    # reference: TEXT-35
    m = TextMachine(profile="2.272")
    m.messages[0] = (b"Hello",)
    m.set_flag(15, True)
    printing.print_message(m.as_machine, 1)
    assert m.waits


def test_time_limit_closes_after_half_seconds(m: TextMachine) -> None:
    # reference: TIME-30: 10 * v21 ticks, then v21 is 0.
    m.state.clock.ticks = 0xFFFFFFFA
    m.vars[21] = 2
    printing.print_message(m.as_machine, 1)
    m.state.clock.ticks = 13
    m.turn()
    assert m.waits
    m.state.clock.ticks = 14
    m.turn()
    assert not m.waits
    assert m.vars[21] == 0


def test_key_of_the_interrupt_that_ends_the_time_limit_stays_in_the_queue(m: TextMachine) -> None:
    # golden README, "Poll": the interrupt comes behind a poll that found nothing, so the time is looked at before the
    # queue is again.
    m.vars[21] = 1
    printing.print_message(m.as_machine, 1)
    m.state.clock.ticks = 9
    m.turn((EventType.CHARACTER, ord("x")))
    assert (m.waits, m.queue) == (True, [])
    m.state.clock.ticks = 10
    m.turn((EventType.CHARACTER, ord("y")))
    assert (m.waits, m.queue) == (False, [(EventType.CHARACTER, ord("y"))])


def test_window_that_waits_forgets_the_keys_before(m: TextMachine) -> None:
    # reference: TIME-29, TEXT-35
    m.state.keyboard.queue_tail = 3
    printing.print_message(m.as_machine, 1)
    assert m.state.keyboard.queue_tail == m.state.keyboard.queue_head
    m.press(ENTER)
    m.state.keyboard.queue_head, m.state.keyboard.queue_tail = 0, 3
    m.vars[21] = 1
    printing.print_message(m.as_machine, 1)
    assert m.state.keyboard.queue_tail == 3


def test_window_of_a_text_too_long_says_so(m: TextMachine) -> None:
    # reference: TEXT-33
    m.messages[0] = (b"\n".join([b"line"] * 20),)
    printing.print_message(m.as_machine, 1)
    assert next(iter(m.rows().values())).strip() == "Message too verbose:"
    # The excerpt is 20 characters: four times "line" and a line break.
    assert [line.strip() for line in m.rows().values()][1:] == [
        '"line',
        *["line"] * 3,
        '..."',
        "Press ESC to continue.",
    ]


def test_a_negative_width_gives_the_largest_box(m: TextMachine) -> None:
    # reference: TEXT-21, TEXT-30: k = 4: left 22, box word FFFAh, x 83; rows of 18 from column 22 (golden: probe
    # window-negative has the first one on row 9)
    m.state.text.picture_row = 0
    m.messages[0] = (b"abc de\n" + b"x" * 30,)
    printing.print_message(m.as_machine, 1)
    window = m.state.window
    assert (window.x, window.height, window.width) == (83, 255, 250)
    assert {row: text.lstrip() for row, text in m.rows().items()} == {9: "abc", 10: "de", 11: "x" * 18, 12: "x" * 12}
    assert {len(text) - len(text.lstrip()) for text in m.rows().values()} == {22}


def test_a_window_below_the_picture_takes_the_text_there_with_it(m: TextMachine) -> None:
    # reference: TEXT-34: rows 22 and 23 are empty after print.at("Hello there", 22, 2, 10)
    m.state.text.picture_row = 0
    m.messages[0] = (b"Hello there",)
    printing.print_at(m.as_machine, 1, 22, 2, 10)
    assert m.rows() == {22: "  Hello", 23: "  there"}
    m.press(ENTER)
    assert m.rows() == {}
    assert m.pixel(16, 8 * 22 + 4) == 0


@pytest.mark.parametrize(("width", "dies"), [(2, True), (8, False), (9, False)])
def test_too_verbose_for_its_own_window_kills_the_original(m: TextMachine, width: int, dies: bool) -> None:
    # reference: TEXT-33
    m.messages[0] = (b"a b " * 200,)
    printing.print_at(m.as_machine, 1, 1, 1, width)
    assert bool(m.state.general.exited) is dies
    assert any("Message too verbose" in note for note in m.notes) is dies
    m.state.general.exited = 0
    m.settings.mercies = FRIENDLY
    printing.print_at(m.as_machine, 1, 1, 1, width)
    assert not m.state.general.exited


def test_window_in_text_mode_has_no_box(m: TextMachine) -> None:
    # reference: TEXT-37
    m.state.general.text_mode = 1
    for pixel in range(64000):
        m.state.screen[pixel] = 0
    printing.print_message(m.as_machine, 1)
    assert "f0x5" in m.attributes(11)
    assert [m.pixel(x, 90) for x in (130, 143)] == [0, 15]


def test_print_of_a_number_past_the_last_message_shows_the_stack_and_waits(m: TextMachine) -> None:
    # reference: TEXT-28: a window without lines or columns, and 39 characters in rows of 20 from column 20 on
    printing.print_message(m.as_machine, 9)
    assert m.waits
    top = 10 + m.state.text.picture_row
    assert m.rows()[top] == " " * 20 + "s" * 20
    assert m.rows()[top + 1] == " " * 20 + "s" * 18 + "x"
    assert (m.state.window.width, m.state.window.height) == (10, 10)
    assert m.notes == ["logic 0 has no message 9"]


def test_print_of_a_number_past_the_last_message_shows_a_player_nothing(m: TextMachine) -> None:
    m.settings.mercies = FRIENDLY
    printing.print_message(m.as_machine, 9)
    assert not m.waits
    assert m.notes == ["logic 0 has no message 9"]


def test_display_breaks_lines_without_regard_to_its_column(m: TextMachine) -> None:
    # reference: TEXT-41: W = 40; the first line runs on at column 0 of the next row.
    m.messages[0] = (b"One two three four five six",)
    m.state.text.row, m.state.text.column = 2, 3
    printing.display(m.as_machine, 5, 20, 1)
    assert m.rows() == {5: " " * 20 + "One two three four f", 6: "ive six"}
    assert (m.state.text.row, m.state.text.column) == (2, 3)


def test_display_v_takes_all_three_from_variables(m: TextMachine) -> None:
    # reference: TEXT-41
    m.vars[40:43] = [6, 2, 1]
    printing.display_v(m.as_machine, 40, 41, 42)
    assert m.rows() == {6: "  Hello"}


def test_log_gives_room_line_and_message(m: TextMachine) -> None:
    # reference: CMD-34: LF LF "Room 5" LF "Input line: look" LF and the message, nothing behind.
    m.vars[0] = 5
    m.state.input.previous[:4] = list(b"look")
    m.state.input.previous_length = 4
    printing.log(m.as_machine, 1)
    assert m.log_lines == [b"\n\nRoom 5\nInput line: look\nHello"]
