"""Views, loops and cels of objects (reference: VIEW-37, VIEW-40, OBJ-35, OBJ-40)."""

from __future__ import annotations

import pytest

from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, catching, caught, on_object, one, view

NO_ADVANCE, CYCLING = 0x1000, 0x20


@covers("set.view", "set.view.v", "current.view", "number.of.loops", "last.cel")
def test_set_view(play: Stage) -> None:
    # reference: VIEW-37, OBJ-68
    m = play.room(
        """
        load.view(4); load.view(1); animate.obj(o1);
        set.view(o1, 4); current.view(o1, v60); number.of.loops(o1, v61); last.cel(o1, v62);
        v70 = 1; set.view.v(o1, v70); current.view(o1, v63); number.of.loops(o1, v64); last.cel(o1, v65);
        """
    )
    assert list(m.vars[60:66]) == [4, 4, 1, 1, 1, 2]


@covers("set.view", "current.loop", "current.cel", "set.loop", "set.cel")
def test_set_view_keeps_loop_and_cel_that_exist(play: Stage) -> None:
    # reference: VIEW-37, VIEW-38: loop kept if < loop count, else 0; cel likewise
    m = play.room(
        """
        load.view(4); load.view(5); load.view(2); animate.obj(o1);
        set.view(o1, 4); set.loop(o1, 3); set.cel(o1, 1);
        set.view(o1, 5); current.loop(o1, v60); current.cel(o1, v61);
        set.view(o1, 2); current.loop(o1, v62); current.cel(o1, v63);
        """
    )
    assert list(m.vars[60:64]) == [3, 0, 0, 0]


@covers("set.loop", "set.loop.v", "set.cel", "set.cel.v", "current.loop", "current.cel")
def test_set_loop_and_cel(play: Stage) -> None:
    # reference: VIEW-38, VIEW-40, OBJ-68
    m = play.room(
        """
        load.view(4); animate.obj(o1); set.view(o1, 4);
        set.loop(o1, 2); set.cel(o1, 1); current.loop(o1, v60); current.cel(o1, v61);
        v70 = 3; set.loop.v(o1, v70); current.loop(o1, v62); current.cel(o1, v63);
        v70 = 0; set.cel.v(o1, v70); current.cel(o1, v64);
        """
    )
    assert list(m.vars[60:65]) == [2, 1, 3, 1, 0]


@pytest.mark.parametrize(
    ("action", "error", "value"),
    [
        ("animate.obj(o1); set.view(o1, 0);", 3, 0),
        ("load.view(0); animate.obj(o1); v70 = 9; set.view.v(o1, v70);", 3, 9),
        ("set.loop(o2, 0);", 6, 2),
        ("set.cel(o2, 0);", 10, 2),
        ("load.view(2); set.view(o2, 2); set.loop(o2, 3);", 5, 2),
        ("load.view(2); set.view(o2, 2); set.cel(o2, 1);", 8, 2),
        ("load.view(2); set.view(o2, 2); v70 = 255; set.cel.v(o2, v70);", 8, 2),
    ],
)
def test_errors(play: Stage, action: str, error: int, value: int) -> None:
    # reference: CMD-39, VIEW-37, VIEW-38, VIEW-40
    m = play(catching(action))
    assert caught(m) == (error, value)
    assert not m.flag(201)


@covers("set.loop")
def test_set_loop_to_the_count_reads_behind_the_table(play: Stage) -> None:
    # reference: VIEW-39: not error 5; mostly error 8 follows. Behind the one offset of
    # view 0 stand its cel count 1 and an offset 3, so the "loop" lies at 0x0301, past the view's end.
    m = play(catching("load.view(0); set.view(o2, 0); set.loop(o2, 1);"))
    assert caught(m) == (8, 2)


@covers("set.cel")
def test_cel_is_moved_onto_the_picture(play: Stage) -> None:
    # reference: VIEW-40
    m = play.room("load.view(0); animate.obj(o1); position(o1, 158, 1); set.view(o1, 0); set.cel(o1, 0);")
    o = one(m)
    assert (o.x, o.y) == (156, 37)
    assert o.flags & 0x400


@covers("set.cel", "end.of.loop")
def test_set_cel_clears_no_advance(play: Stage) -> None:
    # reference: VIEW-40, OBJ-43
    m = play.room("load.view(1); animate.obj(o1); set.view(o1, 1); end.of.loop(o1, f90); set.loop(o1, 0);")
    assert one(m).flags & NO_ADVANCE
    m = play.room("load.view(1); animate.obj(o1); set.view(o1, 1); end.of.loop(o1, f90); set.cel(o1, 0);")
    assert not one(m).flags & NO_ADVANCE


@covers("fix.loop", "release.loop")
def test_fixed_loop_is_not_turned(play: Stage) -> None:
    # reference: OBJ-35, OBJ-36, OBJ-39: direction 1 is loop 3 of four
    north = "v60 = 1; set.dir(o1, v60);"
    assert one(play.room(on_object(north, of=4))).loop == 3
    assert one(play.room(on_object(f"fix.loop(o1); {north}", of=4))).loop == 0
    assert one(play.room(on_object(f"fix.loop(o1); release.loop(o1); {north}", of=4))).loop == 3


DIRECTIONS = "-30002111"
"""Loops of four by direction 0 to 8; -: unchanged (reference: OBJ-35)."""
DIRECTIONS_OF_TWO = "--000-111"


@pytest.mark.parametrize(
    ("interpreter", "loops", "flag_20", "expected"),
    [
        ("2.917", 1, False, "-" * 9),
        ("2.917", 2, False, DIRECTIONS_OF_TWO),
        ("2.917", 3, False, DIRECTIONS_OF_TWO),
        ("2.917", 4, False, DIRECTIONS),
        ("2.917", 5, False, "-" * 9),
        ("2.440", 5, True, "-" * 9),
        ("2.936", 4, False, DIRECTIONS),
        ("2.936", 5, False, DIRECTIONS),
        ("3.002.086", 5, False, DIRECTIONS),
        ("3.002.098", 4, False, DIRECTIONS),
        ("3.002.098", 5, False, "-" * 9),
        ("3.002.149", 5, True, DIRECTIONS),
    ],
)
def test_automatic_loop(play: Stage, interpreter: str, loops: int, flag_20: bool, expected: str) -> None:
    # reference: OBJ-35, OBJ-37; one object for each direction
    set_20 = "set(f20);" if flag_20 else ""
    objects = "".join(
        on_object(
            f"v60 = {d}; set.dir(o{d + 1}, v60); ignore.objs(o{d + 1});", number=d + 1, at=(15 * d + 10, 100), of=loops
        )
        for d in range(9)
    )
    start = min(loops - 1, 2) if loops < 4 else 4 % loops
    for_each = "".join(f"set.loop(o{d + 1}, {start});" for d in range(9))
    m = play.room(set_20 + objects + for_each, interpreter=interpreter)
    found = "".join(str(one(m, d + 1).loop) for d in range(9))
    assert found == "".join(str(start) if loop == "-" else loop for loop in expected)


@covers("step.time")
def test_loop_is_chosen_only_when_a_step_is_due(play: Stage) -> None:
    # reference: OBJ-36, OBJ-11: step clock 1; a step time of 0 never chooses
    for time, loops in ((2, [0, 3]), (0, [0, 0])):
        source = on_object(f"v60 = {time}; step.time(o1, v60); v60 = 1; set.dir(o1, v60);", of=4)
        assert [one(play.room(source, cycles=n)).loop for n in (1, 2)] == loops


def cels(play: Stage, commands: str, cycles: int, *, of: int = 1) -> list[int]:
    """Return the cel after each cycle of an object whose commands run in the first one."""
    m = play.room(on_object(commands, of=of))
    found = [one(m).cel]
    for _ in range(cycles - 1):
        m.cycle()
        found.append(one(m).cel)
    return found


@covers("normal.cycle", "reverse.cycle", "stop.cycling", "start.cycling")
def test_cycling(play: Stage) -> None:
    # reference: OBJ-40, OBJ-44; animate.obj starts it; draw clears "no advance"
    assert cels(play, "", 5) == [1, 2, 0, 1, 2]
    assert cels(play, "normal.cycle(o1);", 4) == [1, 2, 0, 1]
    assert cels(play, "reverse.cycle(o1);", 4) == [2, 1, 0, 2]
    assert cels(play, "stop.cycling(o1);", 3) == [0, 0, 0]
    assert cels(play, "stop.cycling(o1); start.cycling(o1);", 3) == [1, 2, 0]
    assert cels(play, "stop.cycling(o1); reverse.cycle(o1);", 3) == [2, 1, 0]


@covers("cycle.time")
def test_cycle_time_sets_period_and_counter(play: Stage) -> None:
    assert cels(play, "v60 = 2; cycle.time(o1, v60);", 6) == [0, 1, 1, 2, 2, 0]
    # reference: OBJ-41, OBJ-45: time 0: never again
    assert cels(play, "v60 = 0; cycle.time(o1, v60);", 4) == [0, 0, 0, 0]


@covers("end.of.loop")
def test_end_of_loop_vector(play: Stage) -> None:
    # reference: OBJ-43: cycle 1 skipped, cycle 2 cel 1, cycle 3 cel 2 and the flag
    m = play.room(on_object("set(f90); end.of.loop(o1, f90); if (!f90) { v70 = 1; } v60 = 3; set.dir(o1, v60);", of=1))
    seen = [(one(m).cel, m.flag(90))]
    for _ in range(3):
        m.cycle()
        seen.append((one(m).cel, m.flag(90)))
    assert seen == [(0, False), (1, False), (2, True), (2, True)]
    assert m.vars[70] == 1
    o = one(m)
    # reference: OBJ-42: cycling off, direction 0, cycle type 0
    assert (o.flags & CYCLING, o.direction, o.cycle_type) == (0, 0, 0)


@covers("end.of.loop", "set.cel")
def test_end_of_loop_at_the_last_cel(play: Stage) -> None:
    # reference: OBJ-43: cycle 1 skipped, cycle 2 flag
    m = play.room(on_object("set.cel(o1, 2); end.of.loop(o1, f90);", of=1))
    assert not m.flag(90)
    m.cycle()
    assert m.flag(90)
    assert one(m).cel == 2


@covers("reverse.loop")
def test_reverse_loop(play: Stage) -> None:
    # reference: OBJ-43, OBJ-42
    m = play.room(on_object("set.cel(o1, 2); set(f90); reverse.loop(o1, f90); if (!f90) { v70 = 1; }", of=1))
    seen = [(one(m).cel, m.flag(90))]
    for _ in range(3):
        m.cycle()
        seen.append((one(m).cel, m.flag(90)))
    assert seen == [(2, False), (1, False), (0, True), (0, True)]
    assert m.vars[70] == 1


@covers("last.cel", "current.cel")
def test_last_cel_of_a_view_without_cels_wraps(play: Stage) -> None:
    # reference: OBJ-68
    # An object that never had a view has cel count 0: last.cel is 255 (a byte).
    m = play("last.cel(o9, v60); current.cel(o9, v61);")
    assert (m.vars[60], m.vars[61]) == (255, 0)


@covers("set.view")
def test_larger_cel_moves_the_object_down(play: Stage) -> None:
    # reference: OBJ-35: the new size is in force when the object moves
    m = play.room(
        "load.view(7); animate.obj(o1); position(o1, 150, 50); set.view(o1, 7); draw(o1);", views={7: view(20, 60)}
    )
    assert (one(m).x, one(m).y) == (140, 59)


@covers("set.loop")
def test_a_loop_too_far_is_stored_before_its_error(play: Stage) -> None:
    # reference: VIEW-39: a view of 3 loops, cel 2 before: loop 3, no cels, cel 0
    source = "load.view(3); animate.obj(o1); set.view(o1, 3); set.cel(o1, 2); set.loop(o1, 3);"
    m = play(catching(source), views={3: view(loops=3, cels=3) + "\n"})
    o = one(m)
    assert caught(m) == (8, 1)
    assert (o.loop, o.cel_count, o.cel) == (3, 0, 0)
