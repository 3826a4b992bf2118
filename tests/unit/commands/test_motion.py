"""Motion of objects (reference: OBJ-9, OBJ-51, OBJ-46)."""

from __future__ import annotations

import pytest

from agi_emu.machine.machine import Machine
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, on_object, one, view

BLOCKED, STOPPED = 0x80, 0x4000
DELTAS = ((0, 0), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def path(m: Machine, cycles: int, number: int = 1) -> list[tuple[int, int]]:
    """Return where an object stands now and after each further cycle."""
    o = one(m, number)
    found = [(o.x, o.y)]
    for _ in range(cycles):
        m.cycle()
        found.append((o.x, o.y))
    return found


def walking(direction: int, more: str = "", at: tuple[int, int] = (80, 100), number: int = 1) -> str:
    """Return source for an object that walks in a direction."""
    return on_object(f"v60 = {direction}; set.dir(o{number}, v60); {more}", at=at, number=number)


@pytest.mark.parametrize("direction", range(9))
@covers("set.dir", "get.dir", "step.size")
def test_directions(play: Stage, direction: int) -> None:
    # reference: OBJ-7
    m = play.room(walking(direction, "v61 = 3; step.size(o1, v61); get.dir(o1, v62);"))
    dx, dy = DELTAS[direction]
    assert path(m, 1) == [(80 + 3 * dx, 100 + 3 * dy), (80 + 6 * dx, 100 + 6 * dy)]
    assert m.vars[62] == direction


@pytest.mark.parametrize(
    ("direction", "end"),
    [
        *((9, (80, 108)), (10, (79, 101)), (11, (79, 102)), (12, (80, 107)), (13, (81, 100)), (14, (81, 103))),
        *((15, (81, 106)), (16, (80, 105)), (17, (79, 104)), (18, (88, 167)), (200, (80, 167))),
    ],
)
@covers("set.dir")
def test_directions_over_8_read_behind_the_tables(play: Stage, direction: int, end: tuple[int, int]) -> None:
    # reference: OBJ-8
    m = play.room(walking(direction))
    assert path(m, 0) == [end]


def test_steps_behind_the_tables_are_16_bits_wide(play: Stage) -> None:
    # reference: OBJ-8, OBJ-1
    # 2 * 20490 is above 32767, so the object leaves at the top, where one of 3 rows stands on row 2
    m = play.room(walking(18, "v61 = 2; step.size(o1, v61);"))
    assert path(m, 0) == [(96, 2)]


@pytest.mark.parametrize(
    ("direction", "loop"), [(9, 0), (10, 1), (12, 0), (15, 2), (16, 1), (17, 1), (18, 1), (19, 0), (20, 1)]
)
@covers("set.dir")
def test_directions_over_8_choose_loops_behind_the_table(play: Stage, direction: int, loop: int) -> None:
    # reference: OBJ-38: for 2-3 loops 0, 4, 3, 0, 0, 0, 2, 1, 1, 1, 0 from direction 9 on; 4 leaves the loop
    source = on_object(f"set.loop(o1, 1); v60 = {direction}; set.dir(o1, v60);", of=3)
    assert one(play.room(source, views={3: view(loops=3)})).loop == loop


@covers("set.dir")
def test_direction_11_takes_a_view_with_3_loops_to_a_loop_that_it_lacks(play: Stage) -> None:
    # reference: OBJ-38: error 8, v18 = object
    m = play.room(on_object("v60 = 11; set.dir(o1, v60);", of=3), "if (v17) { v50 = v17; v51 = v18; v17 = 0; }")
    m.cycle(beats=2)  # it never ends: the error comes again and again
    assert (one(m).loop, m.vars[17] or m.vars[50]) == (3, 8)
    assert (m.vars[18] if m.vars[17] else m.vars[51]) == 1


@covers("set.dir")
def test_set_dir_has_no_effect_on_ego(play: Stage) -> None:
    # reference: TIME-13, OBJ-12: ego.direction := v6 in both control modes
    m = play.room(walking(3, "program.control();", number=0))
    assert path(m, 2, 0) == [(80, 100)] * 3


@covers("step.time")
def test_step_time_sets_period_and_counter(play: Stage) -> None:
    # reference: OBJ-45
    m = play.room(walking(3, "v61 = 3; step.time(o1, v61);"))
    assert path(m, 6) == [(80, 100), (80, 100), (81, 100), (81, 100), (81, 100), (82, 100), (82, 100)]
    # reference: OBJ-46, OBJ-11: a clock of 0 is not decremented and moves
    m = play.room(walking(3, "v61 = 0; step.time(o1, v61);"))
    assert path(m, 2) == [(81, 100), (82, 100), (83, 100)]


@pytest.mark.parametrize(
    ("direction", "start", "border", "end"),
    [
        (7, (1, 100), 4, (0, 100)),
        (3, (155, 100), 2, (156, 100)),
        (5, (80, 166), 3, (80, 167)),
        (1, (80, 38), 1, (80, 37)),
        # a vertical edge overrides a horizontal one
        (8, (1, 38), 1, (0, 37)),
    ],
)
@covers("set.dir")
def test_edges(play: Stage, direction: int, start: tuple[int, int], border: int, end: tuple[int, int]) -> None:
    # reference: OBJ-48, OBJ-50: standing on the edge is no hit, only crossing
    m = play.room(walking(direction, at=start), "v70 = v4; v71 = v5;")
    assert path(m, 0) == [end]
    assert (m.vars[4], m.vars[5]) == (0, 0)
    m.cycle()
    assert path(m, 0) == [end]
    assert (m.vars[4], m.vars[5], m.vars[2]) == (1, border, 0)
    m.cycle()
    assert (m.vars[70], m.vars[71]) == (1, border)


def test_egos_edge_is_v2(play: Stage) -> None:
    # reference: OBJ-50
    m = play.room(on_object("v6 = 7;", number=0, at=(0, 100)))
    assert (m.vars[2], m.vars[4], m.vars[5]) == (4, 0, 0)


@pytest.mark.parametrize(("interpreter", "borders"), [("2.936", [0, 4]), ("3.002.086", [4, 4]), ("3.002.098", [0, 4])])
def test_left_edge_by_interpreter(play: Stage, interpreter: str, borders: list[int]) -> None:
    # reference: OBJ-48: 3.002.086 counts x = 0 itself
    m = play.room(walking(7, at=(1, 100)), interpreter=interpreter)
    found = [m.vars[5]]
    m.cycle()
    assert [*found, m.vars[5]] == borders


@covers("move.obj")
def test_move_obj_ends_near_its_target(play: Stage) -> None:
    # reference: OBJ-23: (10,100) to (20,103) step 3: (13,103) (16,103) (19,103), then done
    m = play.room(on_object("set(f90); move.obj(o1, 20, 103, 3, f90); if (!f90) { v70 = 1; }", at=(10, 100)))
    o = one(m)
    assert path(m, 2) == [(13, 103), (16, 103), (19, 103)]
    assert (o.motion, m.flag(90), o.step_size) == (3, False, 3)
    m.cycle()
    assert (o.motion, m.flag(90), o.step_size, o.direction) == (0, True, 1, 0)
    assert m.vars[70] == 1


@covers("move.obj")
def test_move_obj_with_step_0_keeps_the_step(play: Stage) -> None:
    # reference: OBJ-21
    m = play.room(on_object("v61 = 2; step.size(o1, v61); move.obj(o1, 15, 100, 0, f90);", at=(10, 100)))
    # reference: OBJ-23: (10,100) to (15,100) step 2: 12, 14, then done at 14
    assert path(m, 3) == [(12, 100), (14, 100), (14, 100), (14, 100)]
    assert m.flag(90)


@covers("move.obj")
def test_move_obj_to_where_it_stands_is_done_at_once(play: Stage) -> None:
    # reference: OBJ-22
    m = play.room(on_object("move.obj(o1, 80, 100, 0, f90); if (f90) { v70 = 1; }"))
    assert m.vars[70] == 1
    assert one(m).motion == 0


@covers("move.obj.v")
def test_move_obj_v_takes_the_step_from_a_variable(play: Stage) -> None:
    # reference: CMD-1, OBJ-21: the flag alone is a number
    m = play.room(on_object("v61 = 20; v62 = 103; v63 = 3; move.obj.v(o1, v61, v62, v63, f90);", at=(10, 100)))
    assert path(m, 2) == [(13, 103), (16, 103), (19, 103)]
    o = one(m)
    assert (o.p0, o.p1, o.p2, o.p3) == (20, 103, 1, 90)


@covers("move.obj")
def test_second_move_obj_loses_the_step_size(play: Stage) -> None:
    # reference: OBJ-21: it saves the step size of the moment
    m = play.room(on_object("move.obj(o1, 20, 100, 5, f90); move.obj(o1, 10, 100, 2, f90);", at=(10, 100)))
    assert one(m).step_size == 5


@covers("move.obj")
def test_move_obj_of_ego_takes_and_gives_back_control(play: Stage) -> None:
    # reference: OBJ-21, OBJ-24
    m = play.room(on_object("move.obj(o0, 82, 100, 1, f90);", number=0))
    assert (m.state.general.player_control, m.vars[6]) == (0, 3)
    m.cycle()
    m.cycle()
    assert (m.state.general.player_control, m.vars[6], m.flag(90)) == (1, 0, True)


@covers("move.obj")
def test_edge_ends_a_move(play: Stage) -> None:
    # reference: OBJ-26: a non-ego direction is kept
    m = play.room(on_object("move.obj(o1, 100, 10, 1, f90);", at=(80, 38)))
    assert not m.flag(90)
    m.cycle()
    assert (m.flag(90), one(m).motion, one(m).direction) == (True, 0, 2)


@pytest.mark.parametrize(("interpreter", "direction"), [("2.272", 0), ("2.411", 3)])
@covers("move.obj")
def test_first_step_of_move_obj_by_interpreter(play: Stage, interpreter: str, direction: int) -> None:
    # reference: OBJ-22, OBJ-10: after 2.272 move.obj chooses a direction itself; up to then that follows the logics
    setup = on_object("move.obj(o1, 20, 100, 2, f90); get.dir(o1, v70);", at=(10, 100))
    m = play.room(setup, interpreter=interpreter)
    assert m.vars[70] == direction
    assert path(m, 0) == [(12, 100)]


@covers("follow.ego")
def test_follow_ego_sets_its_parameters(play: Stage) -> None:
    # reference: OBJ-28, OBJ-27
    m = play.room(
        on_object("", number=0, at=(80, 100))
        + on_object("v61 = 5; step.size(o1, v61); set(f90); follow.ego(o1, 3, f90);", at=(20, 100))
    )
    o = one(m)
    assert (o.p0, o.p1, o.p2, o.motion, m.flag(90)) == (5, 90, 255, 2, False)


@covers("follow.ego")
def test_follow_ego_arrives(play: Stage) -> None:
    # reference: OBJ-28
    ego, follower = on_object("", number=0, at=(80, 100)), on_object("follow.ego(o1, 10, f90);", at=(20, 120))
    m = play.room(ego + follower)
    for _ in range(100):
        m.cycle()
        if m.flag(90):
            break
    o = one(m)
    # Arrived: within 10 of ego in both axes.
    assert m.flag(90)
    assert abs(o.x - 80) < 10
    assert abs(o.y - 100) < 10
    assert (o.direction, o.motion) == (0, 0)


@covers("wander")
def test_wander_takes_the_shared_byte_as_it_is(play: Stage) -> None:
    # reference: OBJ-19, OBJ-20, vectors from seed 1: p0 3 runs out: (2,0) (1,0) (0,0) (255,5); move.obj leaves p0 = 3
    m = play.room(on_object("move.obj(o1, 3, 100, 0, f90); v60 = 0; wander(o1); set.dir(o1, v60);"), seed=1)
    o = one(m)
    seen = []
    for _ in range(4):
        # An object that stands still counts as stopped, and that would draw a direction too.
        o.flags &= ~STOPPED
        m.cycle()
        seen.append((o.p0, o.direction))
    assert seen == [(2, 0), (1, 0), (0, 0), (255, 5)]


@covers("wander")
def test_wander_of_ego_takes_control(play: Stage) -> None:
    # reference: OBJ-18
    m = play.room(on_object("wander(o0);", number=0), seed=1)
    assert (one(m, 0).motion, m.state.general.player_control) == (1, 0)
    m.cycle()
    assert m.vars[6] == one(m, 0).direction


@covers("normal.motion")
def test_normal_motion_keeps_the_direction(play: Stage) -> None:
    # reference: OBJ-17
    m = play.room(on_object("move.obj(o1, 150, 100, 1, f90); normal.motion(o1);"))
    assert (one(m).motion, one(m).direction) == (0, 3)
    assert path(m, 1) == [(81, 100), (82, 100)]


@covers("stop.motion", "start.motion")
def test_stop_and_start_of_an_object(play: Stage) -> None:
    # reference: OBJ-15, OBJ-16
    m = play.room(on_object("move.obj(o1, 150, 100, 1, f90); stop.motion(o1);"))
    assert (one(m).motion, one(m).direction) == (0, 0)
    m = play.room(on_object("move.obj(o1, 150, 100, 1, f90); start.motion(o1);"))
    assert (one(m).motion, one(m).direction) == (0, 3)
    assert m.state.general.player_control == 1


@covers("stop.motion", "start.motion", "player.control", "program.control")
def test_control_of_ego(play: Stage) -> None:
    # reference: OBJ-13
    m = play.room(on_object("v6 = 3; stop.motion(o0); v61 = v6;", number=0))
    assert (m.vars[61], m.state.general.player_control) == (0, 0)
    m = play.room(on_object("program.control(); v6 = 3; start.motion(o0); v61 = v6;", number=0))
    assert (m.vars[61], m.state.general.player_control) == (0, 1)
    m = play.room(on_object("wander(o0); player.control();", number=0))
    assert (one(m, 0).motion, m.state.general.player_control) == (0, 1)
    m = play.room(on_object("program.control();", number=0))
    assert m.state.general.player_control == 0


@covers("player.control")
@pytest.mark.parametrize(("interpreter", "motion"), [("2.936", 0), ("3.002.098", 4)])
def test_motion_by_mouse_is_left_by_player_control(play: Stage, interpreter: str, motion: int) -> None:
    # reference: OBJ-14
    each = "if (f200) { reset(f200); player.control(); }"
    m = play.room(on_object("program.control();", number=0), each, interpreter=interpreter)
    one(m, 0).motion, one(m, 0).p0, one(m, 0).p1 = 4, 150, 100
    m.set_flag(200, True)
    m.cycle()
    assert (one(m, 0).motion, m.state.general.player_control) == (motion, 1)


@covers("move.obj")
def test_end_of_a_motion_by_mouse_sets_no_flag(play: Stage) -> None:
    # reference: OBJ-14: motion type 4 ends as move.obj does, but for the flag
    m = play.room(on_object("move.obj(o0, 83, 100, 1, f90);", number=0), interpreter="3.002.098")
    one(m, 0).motion = 4
    m.cycle(), m.cycle(), m.cycle(), m.cycle()
    assert (one(m, 0).x, one(m, 0).motion, m.state.general.player_control) == (83, 0, 1)
    assert not m.flag(90)


BLOCK = "block(20, 90, 40, 110);"


@covers("block")
def test_block_is_not_entered(play: Stage) -> None:
    # reference: OBJ-31: from (15,100), step 2, east: 17, 19, then direction 0 and "blocked"
    m = play.room(walking(3, f"{BLOCK} v61 = 2; step.size(o1, v61);", at=(15, 100)))
    assert path(m, 3) == [(17, 100), (19, 100), (19, 100), (19, 100)]
    assert one(m).flags & BLOCKED
    assert one(m).direction == 0


@covers("block")
def test_block_is_not_left(play: Stage) -> None:
    # reference: OBJ-31
    m = play.room(walking(3, BLOCK, at=(37, 100)))
    assert path(m, 4)[-1] == (39, 100)


@covers("unblock", "block", "ignore.blocks", "observe.blocks")
def test_blocks_can_be_ignored_and_taken_away(play: Stage) -> None:
    # reference: OBJ-30, OBJ-32, OBJ-57
    start = (18, 100)
    assert path(play.room(walking(3, f"{BLOCK} ignore.blocks(o1);", at=start)), 4)[-1] == (23, 100)
    assert path(play.room(walking(3, f"{BLOCK} unblock();", at=start)), 4)[-1] == (23, 100)
    seen = path(play.room(walking(3, f"{BLOCK} ignore.blocks(o1); observe.blocks(o1);", at=start)), 4)
    assert seen[-1] == (20, 100)


@pytest.mark.parametrize(("interpreter", "direction"), [("2.272", 3), ("2.411", 0)])
@covers("block")
def test_blocked_direction_by_interpreter(play: Stage, interpreter: str, direction: int) -> None:
    # reference: OBJ-31: up to 2.272 the direction stays and the object just does not move
    m = play.room(walking(3, BLOCK, at=(18, 100)), interpreter=interpreter)
    assert path(m, 5)[-1] == (20, 100)
    assert one(m).direction == direction


WATER = {1: "color off\npriority 3\nfill 0,0"}
ON_WATER = "v59 = 1; load.pic(v59); draw.pic(v59); show.pic();"
HALF_WATER = {1: "color off\npriority 3\nline 100,0 100,167\nfill 110,0"}


@covers("object.on.water", "object.on.anything")
def test_object_on_water_stays_there(play: Stage) -> None:
    # reference: OBJ-51, OBJ-55: water from x = 100 on
    m = play.room(ON_WATER + walking(7, "object.on.water(o1);", at=(103, 100)), pictures=HALF_WATER)
    assert path(m, 5)[-1] == (100, 100)
    source = ON_WATER + walking(7, "object.on.water(o1); object.on.anything(o1);", at=(103, 100))
    assert path(play.room(source, pictures=HALF_WATER), 5)[-1] == (97, 100)


@covers("object.on.land")
def test_object_on_land_touches_it(play: Stage) -> None:
    # reference: OBJ-51, OBJ-55: on.land must touch land: the last place of 4 cells with one of them left of 100 is 99
    m = play.room(ON_WATER + walking(3, "object.on.land(o1);", at=(94, 100)), pictures=HALF_WATER)
    assert path(m, 9)[-1] == (99, 100)


@covers("object.on.water", "object.on.land")
def test_egos_water_and_land_bits_last_a_cycle(play: Stage) -> None:
    # reference: OBJ-34
    m = play.room(
        on_object("object.on.land(o0); object.on.water(o1);", number=0)
        + on_object("object.on.water(o1);", at=(20, 150))
    )
    assert one(m, 0).flags & 0x0900 == 0
    assert one(m, 1).flags & 0x0900 == 0x0100


def test_ego_on_water_and_on_a_signal_line(play: Stage) -> None:
    # reference: OBJ-51, OBJ-52: flag 0 all water, flag 3 touches a signal line
    m = play.room(ON_WATER + on_object("v6 = 3;", number=0, at=(94, 100)), pictures=HALF_WATER)
    seen = [m.flag(0)]
    for _ in range(6):
        m.cycle()
        seen.append(m.flag(0))
    # 4 cells wide: wholly in the water from x = 100 on
    assert seen == [False] * 5 + [True] * 2
    signal = {1: "color off\npriority 2\nline 100,0 100,167"}
    m = play.room(ON_WATER + on_object("v6 = 3;", number=0, at=(94, 100)), pictures=signal)
    seen = [m.flag(3)]
    for _ in range(7):
        m.cycle()
        seen.append(m.flag(3))
    assert seen == [False, False, True, True, True, True, False, False]


@pytest.mark.parametrize(
    ("line", "more", "stops"),
    [(0, "", 96), (0, "ignore.blocks(o1);", 96), (1, "", 96), (1, "ignore.blocks(o1);", 101), (2, "", 101)],
)
@covers("set.dir")
def test_control_lines(play: Stage, line: int, more: str, stops: int) -> None:
    # reference: OBJ-51, OBJ-49: 0 always stops, 1 only those that observe blocks; the object is 4 cells wide
    m = play.room(
        ON_WATER + walking(3, more, at=(92, 100)), pictures={1: f"color off\npriority {line}\nline 100,0 100,167"}
    )
    assert path(m, 8)[-1] == (stops, 100)


@covers("set.priority")
def test_priority_15_is_not_stopped_by_lines(play: Stage) -> None:
    # reference: OBJ-53
    m = play.room(
        ON_WATER + walking(3, "set.priority(o1, 15);", at=(92, 100)),
        pictures={1: "color off\npriority 0\nline 100,0 100,167"},
    )
    assert path(m, 8)[-1] == (101, 100)
