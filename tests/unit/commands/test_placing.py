"""Objects come, go and are placed (reference: OBJ-58, OBJ-56, VIEW-31)."""

from __future__ import annotations

import pytest

from agi_emu.facts.mercies import BOUND_PLACEMENT_SEARCH, FRIENDLY
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from tests.own_games.building import GameBuilder
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, catching, caught, on_object, one, view

DRAWN, UPDATE, CYCLING, ANIMATED = 0x01, 0x10, 0x20, 0x40
MAX_OBJECT = 15


def at(m: Machine, number: int = 1) -> tuple[int, int]:
    """Return where an object stands."""
    o = one(m, number)
    return o.x, o.y


def cell(m: Machine, x: int, y: int) -> int:
    """Return a cell of the picture: priority in the high nibble, colour in the low one."""
    return int(m.state.picture[160 * y + x])


@covers("animate.obj")
def test_animate_obj_resets_an_object_once(play: Stage) -> None:
    # reference: OBJ-6
    m = play.room("v60 = 3; set.dir(o1, v60); animate.obj(o1); set.dir(o1, v60); fix.loop(o1); animate.obj(o1);")
    o = one(m)
    assert o.flags == ANIMATED | UPDATE | CYCLING | 0x2000
    assert o.direction == 3


@covers("animate.obj")
def test_animate_obj_clears_flags_motion_and_direction(play: Stage) -> None:
    # reference: OBJ-6, OBJ-2
    m = play.room("ignore.blocks(o1); wander(o1); end.of.loop(o1, f90); v60 = 3; set.dir(o1, v60); animate.obj(o1);")
    o = one(m)
    assert (o.flags, o.motion, o.cycle_type, o.direction) == (ANIMATED | UPDATE | CYCLING, 0, 0, 0)


@pytest.mark.parametrize(("action", "error"), [("animate.obj", 13), ("draw", 19), ("erase", 12)])
@covers("animate.obj", "draw", "erase")
def test_object_number_out_of_range(play: Stage, action: str, error: int) -> None:
    # reference: CMD-39, CMD-42, OBJ-6, VIEW-31, VIEW-33; object numbers go up to what OBJECT says
    fine = f"if (f5) {{ load.view(0); animate.obj(o{MAX_OBJECT}); set.view(o{MAX_OBJECT}, 0); draw(o{MAX_OBJECT});"
    # What a player runs looks at the number, where draw and erase of the original do not.
    m = play(f"{fine} erase(o{MAX_OBJECT}); }}" + catching(f"{action}(o{MAX_OBJECT + 1});"), mercies=FRIENDLY)
    assert caught(m) == (error, MAX_OBJECT + 1)
    assert not m.flag(201)


@pytest.mark.parametrize(("action", "error"), [("draw", 19), ("erase", 12)])
def test_draw_and_erase_take_the_object_behind_the_last(play: Stage, action: str, error: int) -> None:
    # reference: CMD-42: the next number but one is an error, and v18 is that number
    assert play(catching(f"{action}(o{MAX_OBJECT + 1});")).flag(201)
    assert caught(play(catching(f"{action}(o{MAX_OBJECT + 2});"))) == (error, MAX_OBJECT + 2)


@covers("get.posn", "current.view", "current.cel")
def test_the_object_behind_the_last_is_logic_0(play: Stage) -> None:
    # reference: CMD-42: 10 bytes of its record, then its resource; x begins with the number of messages, y
    # with the high byte of the address of the code, which the table, the record and two bytes precede
    other = MAX_OBJECT + 1
    m = play(f'get.posn(o{other}, v40, v41); current.view(o{other}, v42); current.cel(o{other}, v43); #message 3 "x"')
    files = ("words.tok", "object", *m.game.layout.directory_names)
    table = 0x1E90 + 2560 + sum(len(m.game.files.get(name) or b"") for name in files)
    code = table + 43 * (MAX_OBJECT + 1) + 10 + 2
    assert list(m.vars[40:43]) == [3, code >> 8, code >> 8]
    assert m.vars[43] == m.game.logic(0).code[2]


def test_a_game_can_have_all_objects(build_game: GameBuilder) -> None:
    # Then none lies behind the last.
    m = Machine(
        open_game(build_game({0: "animate.obj(o255); return();"}, max_object=255, interpreter="2.936"), "2.936")
    )
    m.cycle()
    assert one(m, 255).flags & ANIMATED


@covers("erase")
def test_erase_of_the_object_behind_the_last_changes_logic_0(play: Stage) -> None:
    # reference: CMD-42: bit 0 of byte 25 of the code is its mark "drawn", which erase clears: v45 = 9
    # becomes v44 = 9. Showing what was erased copies bytes 4 and 5, its cel, over 6 and 7, the one shown: v43 += 1
    # becomes v42 += 1.
    increments = "v40++; v41++; v42++; v43++; " + "v49++; " * 8
    source = f"{increments} v45 = 9; if (!f200) {{ set(f200); erase(o{MAX_OBJECT + 1}); }}"
    m = play(source)
    assert m.game.logic(0).code[24:27] == bytes((3, 45, 9))
    assert list(m.vars[40:46]) == [1, 1, 1, 1, 0, 9]
    m.restore(m.snapshot())
    m.vars[45] = 0
    m.cycle()
    assert list(m.vars[40:46]) == [2, 2, 3, 1, 9, 0]
    assert play(source, mercies=FRIENDLY).vars[17] == 12


@covers("set.view")
def test_set_view_does_not_check_the_object(play: Stage) -> None:
    # reference: CMD-41: set.view of object 200 is not checked
    m = play(catching("load.view(0); set.view(o200, 0);"))
    assert m.vars[50] == 0
    assert m.flag(201)


@covers("draw", "animate.obj")
def test_draw_without_a_cel_is_error_20(play: Stage) -> None:
    # reference: CMD-39, VIEW-31
    m = play.room("", catching("animate.obj(o1); draw(o1);"), cycles=2)
    assert caught(m) == (20, 1)


@covers("draw")
def test_draw_puts_the_object_into_the_picture_and_on_the_screen(play: Stage) -> None:
    # reference: VIEW-31, VIEW-29
    m = play.room(on_object(""))
    o = one(m)
    assert o.flags & (DRAWN | UPDATE) == DRAWN | UPDATE
    assert (o.previous_x, o.previous_y) == (80, 100)
    # Feet in row 100 are in band 9; the cel is 4 by 3 cells of colour 1.
    assert {cell(m, x, y) for x in range(80, 84) for y in range(98, 101)} == {0x91}
    assert cell(m, 79, 100) == cell(m, 84, 100) == cell(m, 80, 97) == 0x4F
    assert m.state.screen[320 * 100 + 160] == 1


@covers("draw")
def test_draw_of_a_drawn_object_does_nothing(play: Stage) -> None:
    # reference: VIEW-31
    m = play.room(on_object("set.priority(o1, 12); position(o1, 10, 50); draw(o1); set(f200); get.posn(o1, v40, v41);"))
    assert (m.vars[40], m.vars[41]) == (10, 50)
    assert one(m).flags & DRAWN


@covers("draw")
def test_draw_finds_a_free_place(play: Stage) -> None:
    # reference: OBJ-58, VIEW-31: y at the horizon first becomes horizon + 1; then left, down, right, up
    m = play.room("load.view(0); animate.obj(o1); set.view(o1, 0); position(o1, 20, 20); draw(o1);")
    assert at(m) == (20, 37)
    blocked = on_object(on_object("", number=2, at=(80, 100)))
    m = play.room(blocked)
    # Objects touch already with one cell between them: the way to the left is 5 cells, on the spiral's third turn.
    assert abs(at(m, 2)[0] - 80) == 5 or at(m, 2)[1] != 100


@covers("draw")
@pytest.mark.parametrize("interpreter", ["2.936", "3.002.086", "3.002.098", "3.002.149"])
def test_draw_selects_no_cel_again(play: Stage, interpreter: str) -> None:
    # reference: VIEW-32: a cel selected at x = 155 would be moved to x = 150; a search for a free place gets
    # there on its ninth leg (1 left, 1 down, 2 right, 2 up, 3 left, ...), whose row is 4 above the first.
    source = "load.view(0); animate.obj(o1); set.view(o1, 0); position(o1, 155, 100); draw(o1);"
    m = play.room(source, views={0: view(width=10)}, interpreter=interpreter)
    assert at(m) == (150, 96)


@covers("draw")
def test_draw_where_no_place_is_free(play: Stage) -> None:
    # reference: OBJ-59: the original searches for ever
    everywhere_black = {1: "color off\npriority 0\nfill 0,0"}
    source = "v60 = 1; load.pic(v60); draw.pic(v60);" + on_object("v61 = 1;")
    m = play.room(source, pictures=everywhere_black)
    assert m.state.general.hung
    assert m.vars[61] == 0
    m = play.room(source, pictures=everywhere_black, mercies=frozenset({BOUND_PLACEMENT_SEARCH}))
    assert not m.state.general.hung
    assert m.vars[61] == 1
    assert at(m) == (80, 100)


@covers("erase")
def test_erase_restores_the_picture(play: Stage) -> None:
    # reference: VIEW-33, VIEW-26
    m = play.room(on_object("erase(o1);"))
    assert not one(m).flags & DRAWN
    assert {cell(m, x, y) for x in range(80, 84) for y in range(98, 101)} == {0x4F}
    assert m.state.screen[320 * 100 + 160] == 15


@covers("erase", "stop.update")
def test_erase_of_a_static_object(play: Stage) -> None:
    # reference: VIEW-33
    m = play.room(on_object("stop.update(o1); erase(o1); erase(o1);"))
    assert bytes(m.state.picture) == b"\x4f" * 26880


@covers("unanimate.all")
def test_unanimate_all_takes_objects_out_but_not_off_the_screen(play: Stage) -> None:
    # reference: VIEW-36
    m = play.room(on_object("unanimate.all();"))
    assert one(m).flags & (ANIMATED | DRAWN) == 0
    assert bytes(m.state.picture) == b"\x4f" * 26880
    assert m.state.screen[320 * 100 + 160] == 1


@covers("position", "position.v", "get.posn")
def test_position_does_not_test_or_redraw(play: Stage) -> None:
    # reference: OBJ-61, OBJ-62
    m = play.room("position(o1, 200, 250); get.posn(o1, v60, v61); v62 = 5; v63 = 6; position.v(o1, v62, v63);")
    assert (m.vars[60], m.vars[61]) == (200, 250)
    o = one(m)
    assert (o.x, o.y, o.previous_x, o.previous_y) == (5, 6, 5, 6)


@covers("reposition")
def test_reposition_adds_signed_bytes_and_stops_at_0(play: Stage) -> None:
    # reference: OBJ-63: a step below 0 gives 0, then a legal place is looked for
    m = play.room(on_object("v60 = 250; v61 = 3; reposition(o1, v60, v61); get.posn(o1, v62, v63);"))
    assert (m.vars[62], m.vars[63]) == (74, 103)
    m = play.room(on_object("v60 = 156; v61 = 0; reposition(o1, v60, v61); get.posn(o1, v62, v63);"))
    assert (m.vars[62], m.vars[63]) == (0, 100)
    m = play.room(on_object("v60 = 0; v61 = 128; reposition(o1, v60, v61); get.posn(o1, v62, v63);"))
    assert (m.vars[62], m.vars[63]) == (80, 37)


@covers("reposition.to", "reposition.to.v")
def test_reposition_to_looks_for_a_legal_place(play: Stage) -> None:
    # reference: OBJ-64
    m = play.room(on_object("reposition.to(o1, 10, 20); get.posn(o1, v60, v61);"))
    assert (m.vars[60], m.vars[61]) == (10, 37)
    m = play.room(on_object("v62 = 30; v63 = 150; reposition.to.v(o1, v62, v63); get.posn(o1, v60, v61);"))
    assert (m.vars[60], m.vars[61]) == (30, 150)


@covers("reposition.to")
def test_repositioned_object_does_not_move_in_that_cycle(play: Stage) -> None:
    # reference: OBJ-47, OBJ-64
    walk = "v60 = 3; set.dir(o1, v60); reposition.to(o1, 40, 100);"
    assert at(play.room(on_object(walk), cycles=1)) == (40, 100)
    assert at(play.room(on_object(walk), cycles=2)) == (41, 100)


@covers("set.horizon", "ignore.horizon", "observe.horizon")
def test_horizon(play: Stage) -> None:
    north = "v60 = 1; set.dir(o1, v60);"
    m = play.room(on_object(f"set.horizon(98); {north}"), cycles=4)
    # reference: OBJ-48, OBJ-65: stays below the horizon and touches edge 1 in every cycle
    assert at(m) == (80, 99)
    assert (m.vars[4], m.vars[5]) == (1, 1)
    m = play.room(on_object(f"set.horizon(98); ignore.horizon(o1); {north}"), cycles=4)
    assert at(m) == (80, 96)
    m = play.room(on_object(f"set.horizon(98); ignore.horizon(o1); observe.horizon(o1); {north}"), cycles=4)
    assert at(m) == (80, 99)


@covers("ignore.objs", "observe.objs")
def test_objects_in_the_way(play: Stage) -> None:
    # reference: OBJ-56, OBJ-49: 4 cells wide, walking east towards one at x = 100, stops where x + 4 < 100
    scene = on_object(on_object("v60 = 3; set.dir(o1, v60);", at=(90, 100)), number=2, at=(100, 100))
    assert at(play.room(scene, cycles=12)) == (95, 100)
    assert at(play.room(scene + "ignore.objs(o1);", cycles=12)) == (102, 100)
    assert at(play.room(scene + "ignore.objs(o2);", cycles=12)) == (102, 100)
    assert at(play.room(scene + "ignore.objs(o1); observe.objs(o1);", cycles=12)) == (95, 100)


@covers("distance")
def test_distance(play: Stage) -> None:
    # reference: OBJ-66: between centres; 255 unless both are drawn; at most 254
    scene = on_object(on_object("distance(o1, o2, v40); erase(o2); distance(o1, o2, v41);", number=2, at=(20, 140)))
    m = play.room(scene)
    assert (m.vars[40], m.vars[41]) == (60 + 40, 255)


@pytest.mark.parametrize(("interpreter", "expected"), [("2.272", 150 + 125 - 256), ("2.411", 254), ("2.936", 254)])
@covers("distance")
def test_long_distances_by_interpreter(play: Stage, interpreter: str, expected: int) -> None:
    # reference: OBJ-66: before 2.411 the sum wraps
    scene = on_object(on_object("distance(o1, o2, v40);", number=2, at=(153, 165)), at=(3, 40))
    assert play.room(scene, interpreter=interpreter).vars[40] == expected
