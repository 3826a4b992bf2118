"""Cases of objects: shared bytes, motion, placing, priorities (docs/cases.md 1, 5, 15, 16, 19 and 21)."""

from __future__ import annotations

import pytest

from tests.unit.commands.stage import Stage, on_object, one, view
from tests.unit.commands.test_motion import path


def test_end_of_loop_during_move_obj_shares_p0(play: Stage) -> None:
    # docs/cases.md 1: p0 is the x to go to and the flag of end.of.loop (reference: OBJ-4): the object walks to x = 150
    m = play.room(on_object("move.obj(o1, 100, 100, 5, f90); end.of.loop(o1, f150);", at=(20, 100)))
    one(m).flags &= ~0x20  # without cycling the loop never ends and p0 stays
    for _ in range(40):
        m.cycle()
    assert m.flag(90)
    assert abs(one(m).x - 150) < 5


def test_move_obj_during_end_of_loop_changes_the_flag(play: Stage) -> None:
    # reference: OBJ-4
    # docs/cases.md 1, the other way: the flag that is set is number 100, the x of the move
    m = play.room(on_object("end.of.loop(o1, f150); move.obj(o1, 100, 100, 1, f90);", at=(20, 100), of=1), cycles=4)
    assert m.flag(100)
    assert not m.flag(150)


def test_wander_during_end_of_loop_sets_the_flag_of_its_count(play: Stage) -> None:
    # reference: OBJ-4: end.of.loop ends by setting flag number "wander counter", 150 less one for each direction pass
    m = play.room(on_object("end.of.loop(o1, f150); wander(o1);", of=1), cycles=3)
    assert not m.flag(150)
    assert m.flag(148)


def test_follow_ego_during_end_of_loop_changes_the_flag(play: Stage) -> None:
    # reference: OBJ-4
    scene = on_object("", number=0, at=(140, 100)) + on_object("end.of.loop(o1, f150); follow.ego(o1, 7, f90);", of=1)
    m = play.room(scene, cycles=3)
    assert m.flag(7)
    assert not m.flag(150)


@pytest.mark.parametrize("direction", [2, 4, 6, 8])
@pytest.mark.parametrize("size", [1, 2])
def test_diagonals_do_not_push_through_control_lines(play: Stage, direction: int, size: int) -> None:
    # reference: OBJ-51
    # docs/cases.md 21: boxed in by lines two cells thick, an object of any step up to 2 never leaves the box
    lines = "\n".join(f"box {20 + n},{60 + n} {120 - n},{160 - n}" for n in range(2))
    box = {1: f"color off\npriority 0\n{lines}"}
    show = "v59 = 1; load.pic(v59); draw.pic(v59); show.pic();"
    move = f"v60 = {direction}; set.dir(o1, v60); v61 = {size}; step.size(o1, v61);"
    m = play.room(show + on_object(move, at=(70, 110)), pictures=box)
    for x, y in path(m, 80):
        assert 22 <= x <= 118 - 3
        assert 62 <= y <= 158


def test_move_obj_arrives_within_one_step(play: Stage) -> None:
    # docs/cases.md 19: it does not stand on the target (reference: OBJ-23)
    m = play.room(on_object("move.obj(o1, 33, 100, 5, f90);", at=(20, 100)), cycles=5)
    assert m.flag(90)
    assert (one(m).x, one(m).y) == (30, 100)


def test_reposition_leaves_no_trail(play: Stage) -> None:
    # reference: VIEW-26
    # docs/cases.md 15: what it covered is restored, also when it goes far in one cycle
    m = play.room(on_object("v60 = 50; v61 = 0; reposition(o1, v60, v61);", at=(20, 100)), cycles=2)
    assert m.state.picture[160 * 100 + 20] == 0x4F
    assert m.state.picture[160 * 100 + 70] == 0x91
    assert m.state.screen[320 * 100 + 40] == 15


def test_end_of_loop_sets_its_flag_once(play: Stage) -> None:
    # reference: OBJ-42
    # docs/cases.md 15: the flag may be reset by the game and stays so
    m = play.room(on_object("end.of.loop(o1, f90);", of=1), "if (f90) { reset(f90); v70 += 1; }", cycles=12)
    assert m.vars[70] == 1


def test_block_edges_are_outside(play: Stage) -> None:
    # docs/cases.md 15: y1 and y2 themselves are not in the block (reference: OBJ-30)
    walk = "block(20, 90, 140, 110); v60 = 3; set.dir(o1, v60);"
    for y, end in ((90, 23), (91, 20), (109, 20), (110, 23)):
        assert path(play.room(on_object(walk, at=(18, y))), 4)[-1] == (end, y)


def test_position_is_tested_by_draw_only(play: Stage) -> None:
    # docs/cases.md 15: position itself takes any place (reference: OBJ-60, OBJ-61)
    put = "load.view(0); animate.obj(o1); set.view(o1, 0); position(o1, 158, 5);"
    m = play.room(f"{put} get.posn(o1, v60, v61); draw(o1);")
    assert (m.vars[60], m.vars[61]) == (158, 5)
    assert (one(m).x, one(m).y) == (156, 37)


def test_sprites_are_drawn_in_the_order_of_their_feet(play: Stage) -> None:
    # reference: VIEW-23
    # docs/cases.md 15: not in the order of their numbers or of drawing
    front = on_object("ignore.objs(o1); set.priority(o1, 9);", at=(80, 103), of=2)
    back = on_object("ignore.objs(o2); set.loop(o2, 1);", number=2, at=(80, 102), of=2)
    m = play.room(front + back + "release.priority(o1);", cycles=2)
    assert m.state.picture[160 * 102 + 80] & 15 == 1


@pytest.mark.parametrize(("priority", "kept"), [(0, 4), (1, 4), (2, 4), (3, 4)])
def test_add_to_pic_below_4_marks_a_box(play: Stage, priority: int, kept: int) -> None:
    # docs/cases.md 16: margin 0 to 3 is a control value at the feet (reference: VIEW-44), 4 and up is none
    views = {9: view(6, 4)}
    m = play.room(f"load.view(9); add.to.pic(9, 0, 0, 40, 131, 15, {priority});", views=views)
    assert m.state.picture[160 * 131 + 40] >> 4 == priority
    m = play.room(f"load.view(9); add.to.pic(9, 0, 0, 40, 131, 15, {kept});", views=views)
    assert m.state.picture[160 * 131 + 40] >> 4 == 15


def test_add_to_pic_mirrors(play: Stage) -> None:
    # reference: VIEW-8
    # docs/cases.md 17
    views = {9: "loop\ncel\n12..\nloop mirrors 0"}
    m = play.room("load.view(9); add.to.pic(9, 1, 0, 40, 131, 15, 15);", views=views)
    assert [m.state.picture[160 * 131 + x] & 15 for x in range(40, 44)] == [15, 15, 2, 1]


def test_control_values_under_a_sprite_are_kept(play: Stage) -> None:
    # docs/cases.md 17: "priority pixel 0 kept": a cell of control 0 to 2 keeps it under a sprite (reference: VIEW-16)
    line = {1: "color off\npriority 2\nline 0,99 159,99"}
    m = play.room("v59 = 1; load.pic(v59); draw.pic(v59); show.pic();" + on_object(""), pictures=line)
    assert m.state.picture[160 * 99 + 80] == 0x21
