"""Text commands in a running machine: from compiled logics, with keys, time and snapshots."""

from __future__ import annotations

import pytest

from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.machine.input.events import key_events, text_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources.game import Game, open_game
from agi_emu.resources.kinds import Kind
from agi_emu.state.progress import Stop
from tests.own_games.building import GameBuilder
from tests.unit.sample_games import game_of, logic, v2_files


def machine(build_game: GameBuilder, commands: str, *, interpreter: str = "2.936") -> Machine:
    """Return a machine whose logic 0 runs `commands` in its first cycle."""
    source = f"if (isset(f5)) {{ v10 = 1; configure.screen(1, 22, 0); {commands} }} return();"
    game = open_game(build_game({0: source}, interpreter=interpreter), interpreter)
    m = Machine(game, settings=Settings(mercies=AS_RECORDED))
    m.run(ticks=1)
    return m


def press(m: Machine, *names: str) -> None:
    """Press keys one by one, with time for each to be polled and taken."""
    for name in names:
        m.advance(key_events(name))
        for _ in range(3):
            m.advance()


def type_text(m: Machine, typed: str) -> None:
    for character in typed:
        m.advance(text_events(character))
        for _ in range(3):
            m.advance()


def row(m: Machine, number: int) -> str:
    return m.text.rows[number]


def test_print_and_print_v_wait_one_after_the_other(build_game: GameBuilder) -> None:
    m = machine(build_game, 'v40 = 2; print("One"); print.v(v40); v50 = 1; log("Two");')
    assert (m.modal, m.message) == (Purpose.PRINT, "One")
    press(m, "enter")
    assert m.message == "Two"
    assert m.vars[50] == 0
    press(m, "esc")
    assert m.message is None
    assert m.vars[50] == 1


def test_print_at_and_print_at_v_take_row_column_and_width(build_game: GameBuilder) -> None:
    # reference: TEXT-38
    m = machine(build_game, 'v40 = 1; print.at("One two", 3, 5, 6); print.at.v(v40, 8, 20, 0);')
    assert (row(m, 4), row(m, 5)) == ("     One", "     two")
    press(m, "enter")
    assert row(m, 4) == ""
    assert row(m, 9) == " " * 20 + "One two"


def test_display_and_display_v_write_without_a_window(build_game: GameBuilder) -> None:
    m = machine(
        build_game,
        'v40 = 5; v41 = 7; v42 = 1; display(3, 2, "v40 is %v40"); display.v(v40, v41, v42); set.text.attribute(4, 0);'
        'display(23, 0, "%v41|4");',
    )
    assert (row(m, 3), row(m, 5), row(m, 23)) == ("  v40 is 5", " " * 7 + "v40 is 5", "0007")
    assert m.state.text_attributes[23 * 40] == 4


def test_clear_lines_and_clear_text_rect(build_game: GameBuilder) -> None:
    text = "abcdefgh"
    m = machine(
        build_game,
        f'display(3, 0, "{text}"); display(4, 0, "{text}"); display(5, 0, "{text}");'
        "clear.lines(4, 4, 0); clear.text.rect(5, 2, 5, 4, 15);",
    )
    assert (row(m, 3), row(m, 4), row(m, 5)) == (text, "", "ab   fgh")
    assert m.state.screen[320 * 40 + 16] == 15


def test_text_screen_and_graphics(build_game: GameBuilder) -> None:
    m = machine(build_game, 'set.text.attribute(14, 0); text.screen(); display(1, 1, "hi"); v50 = 1;')
    assert m.state.general.text_mode
    assert row(m, 1) == " hi"
    m = machine(build_game, 'status.line.on(); text.screen(); graphics(); accept.input(); set.string(s0, "?");')
    assert not m.state.general.text_mode
    assert row(m, 0).startswith(" Score:0 of 0")


def test_status_line_follows_score_and_sound(build_game: GameBuilder) -> None:
    m = machine(build_game, "status.line.on(); v3 = 7; reset(f9);")
    m.run(ticks=2)
    assert m.text.status_line == " Score:7 of 0                 Sound:off"
    m = machine(build_game, "status.line.on(); status.line.off();")
    assert row(m, 0) == ""


def test_input_commands(build_game: GameBuilder) -> None:
    m = machine(build_game, 'set.string(s0, ">"); set.cursor.char("_"); accept.input();')
    type_text(m, "look\r")
    type_text(m, "la")
    assert m.text.input_line == ">la_"
    assert m.state.input.word_count == 1
    m = machine(build_game, 'set.string(s0, ">"); accept.input(); prevent.input();')
    type_text(m, "look")
    assert row(m, 22) == ""


def test_echo_line_and_cancel_line(build_game: GameBuilder) -> None:
    game = open_game(
        build_game(
            {
                0: 'if (isset(f5)) { v10 = 1; configure.screen(1, 22, 0); set.string(s0, ">"); accept.input();'
                "set.key(1, 0, c1); set.key(2, 0, c2); } if (controller(c1)) { echo.line(); }"
                "if (controller(c2)) { cancel.line(); } return();"
            }
        )
    )
    m = Machine(game, settings=Settings(mercies=AS_RECORDED))
    m.run(ticks=2)
    type_text(m, "look\r")
    press(m, "ctrl-a")
    m.run(ticks=2)
    assert row(m, 22) == ">look"
    press(m, "ctrl-b")
    m.run(ticks=2)
    assert row(m, 22) == ">"


def test_get_string_goes_on_from_a_snapshot(build_game: GameBuilder) -> None:
    m = machine(build_game, 'get.string(s4, "Name? ", 5, 0, 20); display(7, 0, "Hi %s4"); v50 = 1;')
    type_text(m, "Gra")
    here = m.snapshot()
    type_text(m, "ham\r")
    assert (row(m, 5), row(m, 7), m.vars[50]) == ("Name? Graham", "Hi Graham", 1)
    m.restore(here)
    type_text(m, "ce\r")
    assert (row(m, 5), row(m, 7)) == ("Name? Grace", "Hi Grace")


def test_get_num_stores_and_the_clock_runs(build_game: GameBuilder) -> None:
    # reference: TEXT-45
    m = machine(build_game, 'get.num("How many? ", v60);')
    ticks = m.state.clock.ticks
    m.run(seconds=2)
    assert m.vars[11] == 2
    assert m.state.clock.ticks >= ticks + 40
    type_text(m, "42\r")
    assert m.vars[60] == 42


def test_close_window_and_a_window_left_open(build_game: GameBuilder) -> None:
    # reference: TEXT-36
    m = machine(build_game, 'set(f15); print("Left"); v50 = 1;')
    assert (m.message, m.vars[50]) == ("Left", 1)
    m = machine(build_game, 'set(f15); print("Left"); close.window();')
    assert m.message is None


def test_window_with_a_time_limit_closes_by_itself(build_game: GameBuilder) -> None:
    m = machine(build_game, 'v21 = 3; print("Wait");')
    m.run(ticks=28)
    assert m.message == "Wait"
    m.run(ticks=3)
    assert m.message is None


def test_pause_stops_the_clock(build_game: GameBuilder) -> None:
    m = machine(build_game, "pause();")
    m.run(seconds=3)
    assert m.vars[11] == 0
    press(m, "enter")
    m.run(seconds=2)
    assert m.vars[11] >= 1


@pytest.mark.parametrize(
    ("commands", "first_line"),
    [
        ("version();", "Adventure Game Interpreter"),
        ("show.mem();", "heapsize: 57728"),
        ("v40 = 2; obj.status.v(v40);", "Object 2:"),
        ("quit(0);", "Press ENTER to quit."),
        ("restart.game();", "Press ENTER to restart"),
    ],
)
def test_boxes_open(build_game: GameBuilder, commands: str, first_line: str) -> None:
    m = machine(build_game, commands)
    assert m.message is not None
    assert m.message.split("\n")[0] == first_line


def test_quit_ends_the_program(build_game: GameBuilder) -> None:
    # reference: CMD-31
    assert machine(build_game, "quit(1);").advance() & Stop.ENDED
    m = machine(build_game, "quit(0);")
    press(m, "enter")
    assert m.advance() & Stop.ENDED


def test_quit_without_operand_asks(build_game: GameBuilder) -> None:
    # reference: CMD-5: no operand in 2.089 and 2.230.
    m = machine(build_game, "quit();", interpreter="2.230")
    assert m.modal is Purpose.QUIT


def test_restart_begins_again_with_flag_6(build_game: GameBuilder) -> None:
    source = (
        "if (isset(f6)) { v50 = 7; } if (isset(f5)) { v10 = 1; v51 += 1; if (!isset(f6)) { v52 = 9; restart.game(); } }"
        "return();"
    )
    m = Machine(open_game(build_game({0: source})), settings=Settings(mercies=AS_RECORDED))
    m.run(ticks=1)
    press(m, "enter")
    m.run(ticks=3)
    assert (m.vars[50], m.vars[51], m.vars[52]) == (7, 1, 0)


def test_show_pri_screen_waits(build_game: GameBuilder) -> None:
    m = machine(build_game, "show.pri.screen(); v50 = 1;")
    assert m.state.screen[320 * 20] == 4
    press(m, "enter")
    assert m.vars[50] == 1
    assert m.state.screen[320 * 20] == 0


def test_commands_without_effect_on_this_machine_go_on(build_game: GameBuilder) -> None:
    m = machine(build_game, "init.joy(); toggle.monitor(); open.dialogue(); close.dialogue(); v50 = 1;")
    assert m.vars[50] == 1


def test_log_is_given_to_the_host(build_game: GameBuilder) -> None:
    # reference: CMD-34
    m = machine(build_game, 'log("seen %v0");')
    assert m.log_lines == [b"\n\nRoom 0\nInput line: \nseen 0"]


def missing_message(code: str) -> Game:
    """A game whose logic 0 runs `code` in the first cycle, while v17 is 0; its messages are "%m2" and one not there."""
    body = bytes.fromhex(code)
    guarded = bytes.fromhex("ff 07 05 01 11 00 ff") + len(body).to_bytes(2, "little") + body + b"\0"
    return game_of(v2_files({Kind.LOGIC: {0: logic(guarded, [b"%m2", None])}}))


@pytest.mark.parametrize(
    "code",
    [
        "65 02",  # print(m2)
        "67 05 05 01",  # display(5, 5, m1), which inserts m2
        "72 00 01 78",  # set.string(s0, m1); accept.input()
    ],
)
def test_message_that_is_not_there_is_error_14(code: str) -> None:
    # reference: TEXT-29
    m = Machine(missing_message(code), settings=Settings(mercies=AS_RECORDED))
    m.run(ticks=1)
    assert (m.vars[17], m.vars[18]) == (14, 2)


def test_prompt_of_the_input_line_can_raise_error_14_too() -> None:
    # The error comes while keys are handled, not in a logic: accept.input, then string 0 becomes "%m2".
    m = Machine(missing_message("78 72 00 01"), settings=Settings(mercies=AS_RECORDED))
    m.run(ticks=1)
    assert m.vars[17] == 0
    type_text(m, "a\r")
    m.run(ticks=3)
    assert (m.vars[17], m.vars[18]) == (14, 2)
    assert m.modal is None
