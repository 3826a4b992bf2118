"""Quit, restart, save and restore, tracing, and what does nothing on a PC."""

from __future__ import annotations

import pytest

from agi_emu.facts.mercies import AS_RECORDED, IGNORE_GAME_ID
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources.releases import Extension
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import RETURN, Stage, on_object, press
from tests.unit.sample_games import logic


@covers("quit")
def test_quit_1_ends_at_once(play: Stage) -> None:
    # reference: CMD-31
    m = play("quit(1); v40 = 1;")
    assert m.state.general.exited
    assert m.vars[40] == 0


@pytest.mark.parametrize(("key", "ended"), [("enter", True), ("esc", False)])
@covers("quit")
def test_quit_asks(play: Stage, key: str, ended: bool) -> None:
    # reference: CMD-31
    m = play("if (!f200) { set(f200); quit(0); v40 = 1; }")
    assert m.message == "Press ENTER to quit.\nPress ESC to keep playing."
    press(m, key)
    assert bool(m.state.general.exited) is ended
    assert m.vars[40] == (0 if ended else 1)


@covers("quit", "set")
def test_quit_behind_flag_15_ends_at_once(play: Stage) -> None:
    # reference: TIME-31, TEXT-67
    assert play("set(f15); quit(0);").state.general.exited


@pytest.mark.parametrize(("interpreter", "executed"), [("2.089", 1), ("2.230", 1), ("2.272", 0), ("2.936", 0)])
@covers("quit")
def test_operands_of_quit_by_interpreter(play: Stage, interpreter: str, executed: int) -> None:
    # reference: CMD-5: none before 2.272; the byte 0C behind it is then `set`
    m = play(
        "if (!f200) { set(f200); call(1); }",
        logics={1: logic(bytes.fromhex("86 0C 5A 5A 00"))},
        interpreter=interpreter,
    )
    assert m.modal is Purpose.QUIT
    press(m, "esc")
    assert m.flag(0x5A) is bool(executed)


@covers("restart.game")
def test_restart_resets_variables_and_flags(play: Stage) -> None:
    # reference: TIME-21, TIME-22: f5 and f6 set, strings stay
    source = """
    if (f6) { v50 = v40; if (f5) { v51 = 1; } if (f100) { v52 = 1; } }
    if (!f101) { set(f101); if (!f6) { v40 = 7; set(f100); set.string(s1, "kept"); restart.game(); v53 = 1; } }
    """
    m = play(source)
    assert m.message == "Press ENTER to restart\nthe game.\n\nPress ESC to continue\nthis game."
    press(m, "enter")
    assert list(m.vars[50:54]) == [0, 1, 0, 0]
    assert bytes(m.state.strings[40:44]) == b"kept"


@covers("restart.game")
def test_restart_refused_goes_on(play: Stage) -> None:
    m = play("if (!f100) { set(f100); v40 = 7; restart.game(); v53 = 1; }")
    press(m, "esc")
    assert (m.vars[40], m.vars[53]) == (7, 1)


@covers("restart.game")
def test_restart_and_new_room_leave_objects_in_the_picture(play: Stage) -> None:
    # reference: TIME-18, TIME-21
    first = "v255 = 0; load.pic(v255); draw.pic(v255); show.pic();" + on_object("set(f16);")
    m = play(f"if (!f6) {{ {first} restart.game(); }} else {{ set(f100); }}")
    assert m.flag(100)
    assert bytes(m.state.picture).count(b"\x91") == 12
    m = play(f"if (v0 == 0) {{ {first} new.room(1); }}", logics={1: RETURN})
    assert bytes(m.state.picture).count(b"\x91") == 12


@covers("restart.game", "trace.info")
def test_restart_loads_the_trace_logic_again(play: Stage) -> None:
    # reference: TIME-21
    source = "if (!f6) { trace.info(9, 1, 3); set(f16); load.logics(1); restart.game(); }"
    m = play(source, logics={1: RETURN, 9: RETURN})
    loaded = m.state.loaded.logics
    assert list(loaded.order[: loaded.count]) == [0, 9]
    m = play(source, logics={1: RETURN})
    assert m.message == "logic 9 not found"


@pytest.mark.parametrize(("interpreter", "asks"), [("2.411", True), ("2.425", False), ("2.936", False)])
@covers("restart.game")
def test_flag_16_restarts_silently(play: Stage, interpreter: str, asks: bool) -> None:
    m = play("if (!f6) { set(f16); restart.game(); }", interpreter=interpreter)
    assert (m.modal is Purpose.RESTART) is asks


@covers("save.game", "restore.game")
def test_save_and_restore_dialogs_can_be_left(play: Stage) -> None:
    # reference: SAVE-16: ESC goes on behind the command
    m = play("if (!f100) { set(f100); save.game(); v40 = 1; restore.game(); v41 = 1; }")
    assert m.modal is not None
    assert m.vars[40] == 0
    press(m, "esc")
    assert m.vars[40] == 1
    assert m.modal is not None
    press(m, "esc")
    assert m.vars[41] == 1


@pytest.mark.parametrize(
    ("interpreter", "action", "stands"),
    [("2.089", "save", False), ("2.089", "restore", True), ("2.230", "save", True), ("2.936", "save", True)],
)
def test_clock_stands_still_in_dialogs_by_interpreter(play: Stage, interpreter: str, action: str, stands: bool) -> None:
    # reference: TIME-5: in 2.089 not while the game is saved
    m = play(f"if (!f100) {{ set(f100); {action}.game(); }}", interpreter=interpreter)
    m.run(seconds=3)
    assert m.modal is not None
    assert (m.vars[11] == 0) is stands
    press(m, "esc")
    m.run(seconds=3)
    assert m.vars[11] > 0


@covers("set.simple", "set.string")
def test_set_simple_keeps_31_bytes(play: Stage) -> None:
    # reference: SAVE-22: at most 31 bytes with the NUL
    m = play(f'set.string(s3, "{"n" * 35}"); set.simple(s3);')
    assert bytes(m.state.modal.simple_name).split(b"\0")[0] == b"n" * 30
    m = play('set.string(s3, "Bob"); set.simple(s3); set.string(s3, ""); set.simple(s3);')
    assert m.state.modal.simple_name[0] == 0


@covers("set.game.id")
def test_set_game_id_keeps_six_characters(play: Stage) -> None:
    # reference: CMD-33
    m = play('set.game.id("MEADOWS"); v40 = 1;')
    assert IGNORE_GAME_ID in AS_RECORDED
    assert bytes(m.state.general.game_id) == b"MEADOW\0\0"
    assert m.vars[40] == 1


@covers("set.game.id")
def test_set_game_id_of_another_game_ends_the_program(play: Stage) -> None:
    # reference: CMD-33
    assert play('set.game.id("OTHER"); v40 = 1;', mercies=frozenset()).state.general.exited


@covers("trace.info", "trace.on")
def test_trace_needs_flag_10(play: Stage) -> None:
    # reference: TEXT-74
    m = play("trace.info(0, 3, 1); trace.on(); v40 = 1;")
    assert m.modal is None
    assert (m.state.trace.row, m.state.trace.height, m.vars[40]) == (3, 2, 1)
    m = play("set(f10); trace.on(); v40 = 1;")
    assert m.modal is Purpose.TRACE
    assert m.vars[40] == 0


@covers("init.disk", "init.joy", "toggle.monitor", "set.upper.left", "open.dialogue", "close.dialogue")
def test_commands_without_effect(play: Stage) -> None:
    # reference: CMD-4, CMD-35, PIC-35, TEXT-44
    m = play(
        "init.disk(); init.joy(); toggle.monitor(); set.upper.left(1, 2); open.dialogue(); close.dialogue(); v40 = 1;"
    )
    assert m.vars[40] == 1
    assert m.modal is None
    assert not any(m.state.screen)


@covers("push.script")
def test_push_script_reads_the_mouse_of_agimouse_games(play: Stage) -> None:
    # reference: EXT-8, EXT-9
    m = play("push.script();", extensions=frozenset({Extension.AGIMOUSE}))
    for button in (2, 0):
        m.state.mouse.x, m.state.mouse.y, m.state.mouse.button = 90 + button, 120, button
        m.cycle()
        assert list(m.vars[27:30]) == [button, 90 + button, 120]


def test_program_start(play: Stage) -> None:
    # reference: TIME-24
    m = play(
        "if (!f100) { set(f100); v40 = v20; v41 = v22; v42 = v24; v43 = v26; if (f5 && f9) { v44 = 1; } v45 = v10; }"
    )
    assert list(m.vars[40:46]) == [0, 1, 41, 3, 1, 0]
    assert m.state.general.horizon == 0
    assert not m.flag(5)


@pytest.mark.parametrize(
    ("machine", "v20", "v22", "flag_11"), [("pc", 0, 1, False), ("pcjr", 1, 3, True), ("tandy", 2, 3, True)]
)
def test_what_logics_see_of_the_machine(play: Stage, machine: str, v20: int, v22: int, flag_11: bool) -> None:
    # reference: TIME-25, VER-26
    m = play("", machine=machine)
    assert (m.vars[20], m.vars[22], m.flag(11)) == (v20, v22, flag_11)


@pytest.mark.parametrize(
    ("interpreter", "voices"), [("2.089", 1), ("2.230", 3), ("2.272", 3), ("2.411", 3), ("2.425", 1)]
)
def test_v22_by_interpreter(play: Stage, interpreter: str, voices: int) -> None:
    # reference: SND-12, VER-10: always 3 from 2.230 until 2.425
    assert play("", interpreter=interpreter).vars[22] == voices


@pytest.mark.parametrize(("interpreter", "length", "monitor"), [("2.230", 0, 0), ("2.272", 41, 0), ("2.411", 41, 3)])
def test_variables_that_the_interpreter_lacks_stay_0(play: Stage, interpreter: str, length: int, monitor: int) -> None:
    # reference: CMD-8
    # reference: CMD-8, VER-12, VER-13: v24 comes with 2.272, v26 with 2.411
    m = play("", interpreter=interpreter)
    assert (m.vars[24], m.vars[26]) == (length, monitor)


def test_strings_behind_the_last_one_show_the_interpreters_version(play: Stage) -> None:
    # reference: CMD-30
    texts = {"2.936": b"ersion 2.936", "2.917": b".917"}
    for interpreter, expected in texts.items():
        m = play(RETURN, interpreter=interpreter)
        assert bytes(m.state.strings[40 * 56 : 40 * 57]).split(b"\0")[0] == expected
