"""What the reference says of objects and added cels in single sentences, one test each."""

from __future__ import annotations

import pytest

from agi_emu.machine.machine import Machine
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, on_object, one, view

STOPPED, CYCLING = 0x4000, 0x20
WATER = {1: "color off\npriority 3\nfill 0,0"}
ON_WATER = "v59 = 1; load.pic(v59); draw.pic(v59); show.pic();"
EAST = "v60 = 3; set.dir(o1, v60);"


def at(m: Machine, number: int = 1) -> tuple[int, int]:
    """Return where an object stands."""
    o = one(m, number)
    return o.x, o.y


@covers("move.obj", "step.size")
def test_move_obj_with_steps_of_0_never_ends(play: Stage) -> None:
    # reference: OBJ-25: nothing is closer than 0, so the direction is 8 at the target itself
    still = "v61 = 0; step.size(o1, v61); move.obj(o1, {x}, 100, 0, f90);"
    for x, direction in ((80, 8), (90, 2), (70, 8)):
        m = play.room(on_object(still.format(x=x)), cycles=4)
        o = one(m)
        assert (o.direction, o.motion, m.flag(90), at(m)) == (direction, 3, False, (80, 100))


@pytest.mark.parametrize(
    ("count", "stopped_before", "expected"),
    [
        (0, None, [(255, 5), (254, 5), (253, 5)]),
        (2, 2, [(1, 0), (41, 5), (40, 5)]),
        (20, 2, [(19, 0), (18, 5), (17, 5)]),
        (3, None, [(2, 0), (1, 0), (0, 0), (255, 5)]),
    ],
)
@covers("wander")
def test_wander_vectors(play: Stage, count: int, stopped_before: int | None, expected: list[tuple[int, int]]) -> None:
    # reference: OBJ-19, vectors from seed 1; steps of 0 keep the object where it is
    m = play.room(on_object("v61 = 0; step.size(o1, v61);"), "if (!f200) { set(f200); v60 = 0; wander(o1); }", seed=1)
    m.cycle()
    o = one(m)
    o.p0, o.direction = count, 0
    found = []
    for number in range(1, len(expected) + 1):
        o.flags = o.flags & ~STOPPED | (STOPPED if number == stopped_before else 0)
        m.cycle()
        found.append((o.p0, o.direction))
    assert found == expected


def test_sliding_along_an_edge_is_moving(play: Stage) -> None:
    # reference: VIEW-30
    m = play.room(on_object("v60 = 8; set.dir(o1, v60);", at=(0, 100)), cycles=3)
    assert at(m) == (0, 97)
    assert not one(m).flags & STOPPED
    m = play.room(on_object("v60 = 7; set.dir(o1, v60);", at=(0, 100)), cycles=3)
    assert one(m).flags & STOPPED


@covers("step.time")
def test_stopped_is_looked_at_when_the_step_counter_is_full(play: Stage) -> None:
    # reference: VIEW-30: only where step counter = step time
    m = play.room(on_object("v61 = 3; step.time(o1, v61); v60 = 0; set.dir(o1, v60);"))
    o = one(m)
    o.flags &= ~STOPPED
    seen = []
    for _ in range(3):
        m.cycle()
        seen.append((o.step_clock, bool(o.flags & STOPPED)))
    assert seen == [(1, False), (3, True), (2, True)]


@covers("end.of.loop", "program.control")
def test_ego_walks_on_behind_the_end_of_its_loop(play: Stage) -> None:
    # reference: OBJ-42: no step in that cycle; v6 stays, and under program control it becomes 0
    walk = on_object("v6 = 3; {control} end.of.loop(o0, f90);", number=0, of=1)
    for control, places in (("", [81, 82, 82, 83, 84]), ("program.control();", [81, 82, 82, 82, 82])):
        m = play.room(walk.format(control=control))
        seen = [one(m, 0).x]
        for _ in range(4):
            m.cycle()
            seen.append(one(m, 0).x)
        assert seen == places
        assert m.vars[6] == (3 if not control else 0)


@covers("set.priority")
def test_priority_15_sees_neither_water_nor_signals(play: Stage) -> None:
    # reference: OBJ-53
    for priority, wet in ((14, True), (15, False)):
        m = play.room(
            ON_WATER + on_object(f"set.priority(o0, {priority}); v6 = 3;", number=0), pictures=WATER, cycles=2
        )
        assert (m.flag(0), m.flag(3)) == (wet, False)


@covers("object.on.water", "draw", "ignore.objs")
def test_a_sprite_on_water_is_land_for_draw(play: Stage) -> None:
    # reference: OBJ-54: the updating sprites are in the buffer then. In the row below there is none: (-1, 1) on
    # the spiral of reference: OBJ-58.
    swimmer = "load.view(0); animate.obj(o2); position(o2, 80, 100); set.view(o2, 0); ignore.objs(o2);"
    swimmer += "object.on.water(o2); draw(o2); get.posn(o2, v62, v63);"
    m = play.room(ON_WATER + on_object(f"ignore.objs(o1); {swimmer}"), pictures=WATER)
    assert (m.vars[62], m.vars[63]) == (79, 101)


@covers("object.on.water", "reposition")
def test_an_objects_own_sprite_is_land_for_reposition(play: Stage) -> None:
    # reference: OBJ-54: even the object itself
    source = on_object("object.on.water(o1); v64 = 0; reposition(o1, v64, v64); get.posn(o1, v62, v63);")
    m = play.room(ON_WATER + source, pictures=WATER)
    assert (m.vars[62], m.vars[63]) == (79, 101)


@covers("step.size")
def test_objects_do_not_jump_across_each_other(play: Stage) -> None:
    # reference: OBJ-56: o.y > q.y and o.prev y < q.prev y is a collision
    wall = on_object("", number=2, at=(80, 100))
    south = "v60 = 5; set.dir(o1, v60); v61 = 10; step.size(o1, v61);"
    m = play.room(wall + on_object(south, at=(80, 92)), cycles=3)
    assert at(m) == (80, 92)
    m = play.room(wall + on_object(f"{south} ignore.objs(o1);", at=(80, 92)), cycles=3)
    assert at(m) == (80, 122)


def test_nothing_moves_or_cycles_before_the_first_room(play: Stage) -> None:
    # reference: OBJ-5: all counters and sizes are 0
    m = play(f"if (f5) {{ v255 = 0; load.pic(v255); draw.pic(v255); show.pic(); {on_object(EAST, of=1)} }}", cycles=4)
    o = one(m)
    assert (at(m), o.cel, o.flags & CYCLING) == ((80, 100), 0, CYCLING)
    assert (o.step_size, o.step_time, o.cycle_time) == (0, 0, 0)


@covers("reposition.to", "set.cel", "force.update")
def test_what_is_copied_is_the_union_of_both_places(play: Stage) -> None:
    # reference: VIEW-29: (50,100) 10x20, before (48,102) 8x22: x 48 to 59, y 81 to 102
    cels = "loop\ncel\n" + ("1" * 8 + "\n") * 22 + "cel\n" + ("2" * 10 + "\n") * 20
    change = "if (f200) { set.cel(o1, 1); reposition.to(o1, 50, 100); force.update(o1); return; }"
    m = play.room(on_object("stop.cycling(o1); stop.update(o1);", at=(48, 102)), change, views={0: cels})
    m.state.screen[:] = [7] * len(m.state.screen)
    m.set_flag(200, True)
    m.cycle()
    changed = [(place % 320 // 2, place // 320) for place, colour in enumerate(m.state.screen) if colour != 7]
    columns, rows = zip(*changed, strict=True)
    assert (min(columns), max(columns), min(rows), max(rows)) == (48, 59, 81, 102)
    assert len(changed) == 2 * 12 * 22


@covers("stop.update", "start.update", "position")
def test_stop_and_start_update_change_the_buffer_and_not_the_screen(play: Stage) -> None:
    # reference: VIEW-34: all out, all in, no copy to the screen
    m = play.room(on_object("stop.update(o1); position(o1, 20, 50); start.update(o1); stop.update(o1);"))
    assert m.state.picture[160 * 50 + 20] & 15 == 1
    assert m.state.picture[160 * 100 + 80] & 15 == 15
    assert m.state.screen[320 * 50 + 40] == 15
    assert m.state.screen[320 * 100 + 160] == 1


@covers("stop.update", "position", "force.update")
def test_a_static_object_keeps_its_picture_until_all_are_put_anew(play: Stage) -> None:
    # reference: VIEW-28, VIEW-35; force.update's operand means nothing
    for action, moved in (("", False), ("force.update(o9);", True), ("script.size(50);", True)):
        m = play.room(on_object(f"stop.update(o1); position(o1, 20, 50); {action}"), cycles=3)
        assert (m.state.picture[160 * 50 + 20] & 15 == 1) == moved
        assert (m.state.picture[160 * 100 + 80] & 15 == 1) != moved


def priorities_of_column(m: Machine, x: int, first: int, last: int) -> list[int]:
    """Return the priorities of a column of the picture, both rows included."""
    return [m.state.picture[160 * y + x] >> 4 for y in range(first, last + 1)]


BOX_ROWS = (
    *((120, 20, 120), (131, 20, 120), (125, 20, 120), (125, 3, 123)),
    *((48, 10, 48), (47, 40, 8), (30, 20, 11), (167, 40, 156)),
)
"""Feet and height of a cel, and the first row of its control box."""


@pytest.mark.parametrize(("y", "height", "first"), BOX_ROWS)
@covers("add.to.pic")
def test_rows_of_the_control_box(play: Stage, y: int, height: int, first: int) -> None:
    # reference: VIEW-44, the box vectors (those above row 48 with cels that fit above)
    m = play.room(f"load.view(9); add.to.pic(9, 0, 0, 40, {y}, 15, 2);", views={9: view(6, height)})
    found = priorities_of_column(m, 40, y - height + 1, y)
    assert found == [15] * (first - (y - height + 1)) + [2] * (y - first + 1)
    # the top row without its ends, nothing inside
    inside = priorities_of_column(m, 42, y - height + 1, y)
    assert [row for row, priority in enumerate(inside, y - height + 1) if priority == 2] == sorted({first, y})


@covers("add.to.pic")
def test_priority_above_15_gets_into_the_margin(play: Stage) -> None:
    # reference: VIEW-43: margin' = margin | pri >> 4
    for priority, margin, found in ((0x1A, 0, 1), (0x21, 4, 15), (0x3A, 0, 3)):
        source = f"load.view(9); add.to.pic(9, 0, 0, 40, 120, {priority}, {margin});"
        m = play.room(source, views={9: view(6, 1)})
        # 0x21 with 4 is margin 6, no box; priority 1 lies behind the picture's 4
        assert m.state.picture[160 * 120 + 40] >> 4 == (found if margin == 0 else 4)


@covers("add.to.pic")
def test_control_box_of_width_1_runs_on_for_255_cells(play: Stage) -> None:
    # reference: VIEW-45: the top row's count w - 2 is a byte
    m = play.room("load.view(9); add.to.pic(9, 0, 0, 40, 131, 15, 2);", views={9: view(1, 20)})
    top = 160 * 120 + 40
    # the side's cell in row 120, then the 255: to column 135 of row 121
    assert [cell for cell in range(160 * 120, 160 * 122) if m.state.picture[cell] >> 4 == 2] == list(
        range(top, top + 256)
    )


@covers("add.to.pic")
def test_an_added_cel_writes_the_flags_of_ego(play: Stage) -> None:
    # reference: VIEW-46: the scratch object has number 0
    near = {1: "color off\npriority 12\nfill 0,0"}
    source = ON_WATER + "load.view(0); set(f0); set(f3); {before} add.to.pic(0, 0, 0, 40, 120, {priority}, 15);"
    m = play.room(source.format(before="", priority=5), pictures=near)
    assert (m.flag(0), m.flag(3), m.flag(1)) == (False, False, True)
    m = play.room(source.format(before="set(f1);", priority=14), pictures=near)
    assert m.flag(1) is False


@covers("add.to.pic", "draw")
def test_flag_1_is_egos_again_where_ego_is_drawn(play: Stage) -> None:
    # reference: VIEW-46: corrected when ego is put in again
    near = {1: "color off\npriority 12\nfill 0,0"}
    ego = on_object("set.priority(o0, 14);", number=0)
    m = play.room(f"{ON_WATER} {ego} add.to.pic(0, 0, 0, 40, 120, 5, 15); if (f1) {{ set(f200); }}", pictures=near)
    assert not m.flag(200)


@pytest.mark.parametrize("command", ["stop.update(o1);", "erase(o1);", "unanimate.all();"])
def test_an_object_that_is_not_active_stands_still(play: Stage, command: str) -> None:
    # reference: OBJ-3: it has to be animated, drawn and updated
    m = play.room(on_object(f"{EAST} {command}"))
    for _ in range(3):
        m.cycle()
    assert (one(m).x, one(m).y, one(m).direction) == (80, 100, 3)


@pytest.mark.parametrize(("interpreter", "passes"), [("2.272", 6), ("2.411", 2), ("2.936", 2)])
def test_directions_are_chosen_in_the_cycle_of_a_step(play: Stage, interpreter: str, passes: int) -> None:
    # reference: OBJ-9, OBJ-10: a wanderer counts direction passes; one of step time 3 has two of them in 6 cycles
    m = play.room(on_object("v61 = 3; step.time(o1, v61); wander(o1);"), interpreter=interpreter)
    one(m).p0 = 40
    for _ in range(6):
        m.cycle()
    assert one(m).p0 == 40 - passes


@pytest.mark.parametrize(("before", "after"), [(100, 99), (127, 126), (128, 0), (200, 0)])
def test_counter_of_a_follower_is_a_signed_byte(play: Stage, before: int, after: int) -> None:
    # reference: OBJ-29: 128 and more are below the step size 1
    m = play.room(on_object("", number=0, at=(150, 100)) + on_object("follow.ego(o1, 1, f90);", at=(20, 120)))
    m.cycle()
    one(m).p2 = before
    m.cycle()
    assert one(m).p2 == after


def test_restart_keeps_the_bands_of_set_pri_base(play: Stage) -> None:
    # reference: VIEW-50
    m = play("if (!f6) { set(f16); set.pri.base(60); restart.game(); } v50 = 1;", cycles=2)
    assert m.vars[50] == 1
    assert list(m.state.priorities[58:62]) == [4, 4, 5, 5]
