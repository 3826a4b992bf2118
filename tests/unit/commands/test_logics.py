"""Calls, rooms, scan starts, bad actions (reference: TIME-17)."""

from __future__ import annotations

import pytest

from agi_emu.facts.mercies import FRIENDLY, RUN_LATER_OPCODES, SKIP_OPERANDS_OF_NULL_ACTIONS, STRICT, Mercy
from agi_emu.machine.actions.rooms import new_room
from agi_emu.machine.binding import HANDLERS
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources import Kind, open_game
from agi_emu.state.progress import Stop
from tests.own_games.building import GameBuilder
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import RETURN, Stage, on_object, one
from tests.unit.sample_games import RETURN_LOGIC, SMALL, game_of, logic, v3_files

ERROR_LOGIC = "if (v17) { v50 = v17; v51 = v18; v17 = 0; v52 += 1; } else { if (!v50) { call(1); v53 = 1; } }"
"""Calls logic 1 once; keeps an error in v50 and v51 and counts errors in v52."""


@covers("return", "call")
def test_return_ends_the_called_logic_only(play: Stage) -> None:
    # reference: LANG-2
    m = play("call(1); v41 = 1;", logics={1: "v40 = 1; return(); v40 = 2; return();"})
    assert (m.vars[40], m.vars[41]) == (1, 1)


@covers("call", "call.v")
def test_calls_nest_and_use_their_own_messages(play: Stage) -> None:
    # reference: CMD-20
    m = play(
        'v40 = 2; set.string(s1, "zero"); call(1); set.string(s4, "zero again");',
        logics={1: 'set.string(s2, "one"); call.v(v40); return();', 2: 'set.string(s3, "two"); return();'},
    )
    strings = [bytes(m.state.strings[40 * n : 40 * n + 12]).split(b"\0")[0] for n in (1, 2, 3, 4)]
    assert strings == [b"zero", b"one", b"two", b"zero again"]


@covers("call", "load.logics", "load.logics.v")
def test_called_logic_leaves_memory_unless_it_was_loaded(play: Stage) -> None:
    # reference: CMD-16
    logics = dict.fromkeys((1, 2, 3), RETURN)
    m = play("v40 = 3; call(1); load.logics(2); call(2); load.logics.v(v40);", logics=logics)
    loaded = m.state.loaded.logics
    assert list(loaded.order[: loaded.count]) == [0, 2, 3]


@covers("call", "load.logics")
def test_called_logic_takes_what_it_loaded_with_it(play: Stage) -> None:
    # reference: CMD-16: everything that it loaded after itself goes too
    m = play("call(1); v40 = 1;", logics={1: "load.logics(2); return();", 2: RETURN})
    loaded = m.state.loaded.logics
    assert list(loaded.order[: loaded.count]) == [0]
    assert m.vars[40] == 1


@covers("call")
def test_missing_logic_ends_the_program(play: Stage) -> None:
    # reference: CMD-22, TEXT-70
    m = play("call(77); v40 = 1;")
    assert m.modal is Purpose.NOT_FOUND
    assert m.message == "logic 77 not found"
    assert m.vars[40] == 0


@covers("call")
def test_calls_without_end_blow_the_stack(play: Stage) -> None:
    # reference: CMD-23
    m = play("call(0);")
    assert m.state.general.exited


@pytest.mark.parametrize(("calls", "mercies", "ends"), [(59, STRICT, False), (60, STRICT, True), (60, FRIENDLY, False)])
def test_59_nested_calls_fit_into_the_stack(play: Stage, calls: int, mercies: frozenset[Mercy], ends: bool) -> None:
    # reference: CMD-23
    again = f"v60++; if (v60 < {calls}) {{ call(1); }} v61++; return();"
    m = play("call(1);", logics={1: again}, mercies=mercies)
    assert m.state.general.exited == ends
    assert m.vars[61] == (0 if ends else calls)


@pytest.mark.parametrize(
    ("calls", "loop", "ends"), [(9, 1, False), (10, 1, True), (10, 0, False), (11, 1, False), (12, 1, False)]
)
def test_rows_that_are_turned_round_in_the_tenth_call_end_the_program(
    play: Stage, calls: int, loop: int, ends: bool
) -> None:
    # reference: CMD-24; the cel is held for loop 0
    mirrored = bytes.fromhex("0000 02 0000 0900 0900 01 0300 0401 80 11 00")
    added = f"v60++; if (v60 < {calls}) {{ call(1); }} else {{ add.to.pic(9, {loop}, 0, 10, 90, 15, 15); }} return();"
    source = "if (v0 == 0) { new.room(3); } if (f5) { load.view(9); call(1); }"
    m = play(source, logics={1: added, 3: "return();"}, views={9: mirrored})
    assert m.state.general.exited == ends


@covers("set.scan.start", "call")
def test_scan_start_holds_for_later_passes_of_a_loaded_logic(play: Stage) -> None:
    # reference: CMD-18
    source = "if (!f100) { set(f100); load.logics(1); } call(1);"
    m = play(source, logics={1: "v40 += 1; set.scan.start(); v41 += 1; return();"}, cycles=3)
    assert (m.vars[40], m.vars[41]) == (1, 3)


@covers("reset.scan.start", "set.scan.start")
def test_scan_start_can_be_taken_back(play: Stage) -> None:
    # reference: CMD-18
    source = "v40 += 1; set.scan.start(); v41 += 1; if (v41 == 2) { reset.scan.start(); }"
    m = play(source, cycles=4)
    # cycles: both, v41, both, v41
    assert (m.vars[40], m.vars[41]) == (2, 4)


@covers("set.scan.start", "new.room", "load.logics")
def test_new_room_keeps_the_scan_start_of_logic_0_alone(play: Stage) -> None:
    # reference: CMD-19, CMD-21
    source = "v40 += 1; set.scan.start(); load.logics(5); call(5); v41 += 1; if (v41 == 2) { new.room(1); }"
    logics = {1: "return();", 5: "v42 += 1; set.scan.start(); v43 += 1; return();"}
    m = play(source, logics=logics, cycles=4)
    # Five runs, as new.room begins logic 0 again in the second cycle; logic 5 is loaded twice.
    assert [m.vars[each] for each in (40, 41, 42, 43)] == [1, 5, 2, 5]


@pytest.mark.parametrize(
    ("code", "v40", "v41"),
    [
        ("FE 00 00 01 28 01 29 00", 1, 1),
        ("FE 02 00 01 28 01 29 00", 0, 1),
        # From byte 6 back to byte 3, whose command then ends the logic.
        ("FE 03 00 01 29 00 FE FA FF 01 28 00", 0, 1),
    ],
)
def test_jump_counts_from_the_byte_after_its_distance(play: Stage, code: str, v40: int, v41: int) -> None:
    # reference: LANG-3
    m = play("call(1);", logics={1: logic(bytes.fromhex(code))})
    assert (m.vars[40], m.vars[41]) == (v40, v41)


@covers("set.scan.start", "call")
def test_temporary_logic_begins_afresh(play: Stage) -> None:
    # reference: CMD-18
    m = play("call(1);", logics={1: "v40 += 1; set.scan.start(); v41 += 1; return();"}, cycles=3)
    assert (m.vars[40], m.vars[41]) == (3, 3)


@covers("new.room")
def test_new_room_abandons_all_logics_and_runs_logic_0_again(play: Stage) -> None:
    # reference: CMD-17
    # reference: TIME-10
    source = """
    v40 += 1;
    if (v0 == 0) { v9 = 7; set(f2); call(2); v42 = 1; }
    else { v43 = v1; v44 = v9; if (f2) { v45 = 1; } if (f5) { v46 = 1; } }
    """
    m = play(source, logics={2: "new.room(1); v41 = 1; return();", 1: RETURN})
    assert list(m.vars[40:47]) == [2, 0, 0, 0, 0, 0, 1]
    assert (m.vars[0], m.vars[1]) == (1, 0)
    assert not m.flag(5)


@covers("new.room.v")
def test_new_room_v(play: Stage) -> None:
    m = play("if (v0 == 0) { v40 = 200; new.room.v(v40); }", logics={200: RETURN})
    assert m.vars[0] == 200


@pytest.mark.parametrize(
    ("edge", "place"), [(0, (70, 90)), (1, (70, 167)), (2, (0, 90)), (3, (70, 37)), (4, (156, 90))]
)
@covers("new.room")
def test_ego_comes_in_at_the_other_side(play: Stage, edge: int, place: tuple[int, int]) -> None:
    # reference: TIME-17
    enter = f"if (v0 == 1) {{ {on_object('', number=0, at=(70, 90))} }} else {{ v60 = v2; get.posn(o0, v61, v62); }}"
    m = play.room(enter, f"if (v0 == 1) {{ v2 = {edge}; new.room(2); }}", logics={2: RETURN}, cycles=2)
    assert (m.vars[61], m.vars[62]) == place
    assert m.vars[60] == 0


@covers("new.room")
def test_new_room_resets_objects_and_keeps_the_rest_of_them(play: Stage) -> None:
    # reference: TIME-17, TIME-18
    change = """
      v60 = 5; step.size(o1, v60); step.time(o1, v60); cycle.time(o1, v60); set.priority(o1, 9); ignore.blocks(o1);
      stop.update(o1); block(1, 2, 3, 4); set.horizon(60); program.control(); v4 = 3; v5 = 2; new.room(2);
    """
    m = play.room(f"if (v0 == 1) {{ {on_object(change)} }}", logics={2: RETURN})
    o = one(m)
    assert o.flags & 0x51 == 0x10
    assert o.flags & 0x06 == 0x06
    assert (o.step_size, o.step_time, o.step_clock, o.cycle_time, o.cycle_clock) == (1, 1, 1, 1, 1)
    assert (o.x, o.y, o.view, o.width, o.priority) == (80, 100, 0, 4, 9)
    assert not o.has_view
    assert not o.has_cel
    general = m.state.general
    assert (general.horizon, general.player_control, general.block_active) == (36, 1, 0)
    assert (m.vars[4], m.vars[5]) == (0, 0)
    assert m.state.loaded.views.count == 0
    # the room's logic, and what room 2 loaded and drew in the same cycle
    assert m.state.script.count == 3


@covers("new.room")
def test_new_room_tells_egos_view(play: Stage) -> None:
    # reference: TIME-17
    m = play.room(f"if (v0 == 1) {{ {on_object('', number=0, of=3)} new.room(2); }}", logics={2: RETURN})
    assert m.vars[16] == 3


@pytest.mark.parametrize(
    ("interpreter", "number"),
    [("2.089", 155), ("2.272", 161), ("2.440", 170), ("2.917", 174), ("2.917", 181), ("2.936", 176), ("2.936", 181)],
)
def test_action_that_the_interpreter_lacks_is_error_16(play: Stage, interpreter: str, number: int) -> None:
    # reference: CMD-2
    m = play(ERROR_LOGIC, logics={1: logic(bytes([number, 0, 0, 0, 0]))}, interpreter=interpreter)
    assert (m.vars[50], m.vars[51], m.vars[52], m.vars[53]) == (16, number, 1, 0)


@pytest.mark.parametrize("number", [182, 0xC8, 0xFB])
def test_no_such_action_is_error_16(play: Stage, number: int) -> None:
    # reference: LANG-2, CMD-2
    m = play(ERROR_LOGIC, logics={1: logic(bytes([number, 0]))}, interpreter="3.002.149")
    assert (m.vars[50], m.vars[51]) == (16, number)


@pytest.mark.parametrize("number", [0xFC, 0xFD])
def test_token_of_conditions_as_an_action_hangs(play: Stage, number: int) -> None:
    # reference: LANG-2: to treat it as error 16 is for those who play
    m = play(ERROR_LOGIC, logics={1: logic(bytes([number, 0]))})
    assert m.state.general.hung
    assert list(m.vars[50:54]) == [0, 0, 0, 0]
    m = play(ERROR_LOGIC, logics={1: logic(bytes([number, 0]))}, mercies=FRIENDLY)
    assert (m.vars[50], m.vars[51]) == (16, number)


@covers("set.pri.base")
def test_later_actions_are_run_for_friends(play: Stage) -> None:
    m = play(
        ERROR_LOGIC,
        logics={1: logic(bytes([174, 100, 0]))},
        interpreter="2.917",
        mercies=frozenset({RUN_LATER_OPCODES}),
    )
    assert m.vars[50] == 0
    assert m.state.priorities[99] == 4


@covers("discard.sound", "increment")
def test_discard_sound_leaves_its_operand_to_be_executed(play: Stage) -> None:
    # reference: CMD-4: AF 01 5A increments v90
    m = play("call(1);", logics={1: logic(bytes.fromhex("AF 01 5A 00"))})
    assert m.vars[90] == 1


@covers("discard.sound")
def test_discard_sound_eats_its_operand_for_friends(play: Stage) -> None:
    m = play("call(1);", logics={1: logic(bytes.fromhex("AF 01 0C C8 00"))}, mercies=FRIENDLY)
    assert SKIP_OPERANDS_OF_NULL_ACTIONS in FRIENDLY
    assert m.flag(200)


def test_discard_sound_is_error_16_in_2_917(play: Stage) -> None:
    # reference: CMD-2
    m = play(ERROR_LOGIC, logics={1: logic(bytes.fromhex("AF 01 5A 00"))}, interpreter="2.917")
    assert (m.vars[50], m.vars[51], m.vars[90]) == (16, 175, 0)


@covers("hide.mouse", "show.mouse", "fence.mouse", "mouse.posn", "init.disk")
def test_null_actions_leave_their_operands_to_be_executed(play: Stage) -> None:
    # reference: CMD-4, KEY-25; operands 01 28 increment v40, and so on
    code = "7F B0 B2 B3 01 28 01 28 B4 01 29 00"
    # Called by hand in 3.002.098, they leave the place in the code as it is
    for interpreter in ("3.002.098", "3.002.149"):
        m = play("call(1);", logics={1: logic(bytes.fromhex(code))}, interpreter=interpreter)
        assert list(m.vars[40:42]) == [2, 1]


@covers("allow.menu")
@pytest.mark.parametrize("interpreter", ["3.002.086", "3.002.098"])
def test_allow_menu_eats_its_operand(play: Stage, interpreter: str) -> None:
    # reference: TEXT-55
    m = play("call(1);", logics={1: logic(bytes.fromhex("B1 01 01 28 00"))}, interpreter=interpreter)
    assert (m.vars[40], m.state.menu.allowed) == (1, 1)


def test_errors_take_time_where_work_is_counted(build_game: GameBuilder) -> None:
    # Two beeps of 0.1 s each (reference: SND-28), so five errors a second at most.
    game = open_game(build_game({0: "v10 = 1; increment(v60); set.view(o0, 99); return();"}))
    counted = Machine(game)
    counted.run(seconds=10)
    assert 40 <= counted.vars[60] <= 51
    endless = Machine(game, settings=Settings(budget=UNLIMITED))
    assert endless.beat() is Stop.BEAT, "a beat ends all the same"


def test_error_drops_resources_and_starts_logic_0_again(play: Stage) -> None:
    # reference: CMD-40, TIME-16: nothing of the cycle is reset; logic 0 alone stays
    source = """
    if (v17) { v60 = v9; if (f2) { v61 = 1; } v17 = 0; load.view(1); }
    else { load.view(0); load.logics(2); set(f2); v9 = 3; call(1); }
    """
    m = play(source, logics={1: logic(b"\xc8\0"), 2: RETURN})
    assert (m.vars[60], m.vars[61]) == (3, 1)
    loaded = m.state.loaded
    assert list(loaded.logics.order[: loaded.logics.count]) == [0]
    assert list(loaded.views.order[: loaded.views.count]) == [1]
    # two beeps (reference: CMD-40)
    assert [write[1:] for write in m.port_writes].count((0x43, 0xB6)) == 2


@covers("new.room", "new.room.v")
def test_new_room_of_gold_rush_leads_elsewhere_by_number_only() -> None:
    # reference: TIME-19: 7Eh-80h go to 49h, in the number form
    rooms = dict.fromkeys((0, 73, 126), RETURN_LOGIC)
    m = Machine(game_of(v3_files({**SMALL, Kind.LOGIC: rooms}, prefix="gr")))
    new_room(m, 0x7E)
    assert m.vars[0] == 0x49
    m.vars[40] = 0x7E
    HANDLERS["new.room.v"](m, 40)
    assert m.vars[0] == 0x7E
