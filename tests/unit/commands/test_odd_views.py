"""Views that no editor writes: loops without cels, rows that are too long, loops behind the last one."""

from __future__ import annotations

from agi_emu.machine.machine import Machine
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, catching, caught, on_object, one, view

STOPPED = 0x4000
SQUARE = bytes.fromhex("04 02 00") + bytes.fromhex("14 00") * 2
"""A cel of four by two cells of colour 1; 0 is transparent."""
STAYS = "if (v17) { v50 = v17; v51 = v18; v17 = 0; v52++; %s } else { %s }"
"""What a game does that goes on behind an error in the same room."""


def raw_view(*loops: list[bytes], behind: bytes = b"") -> bytes:
    """Return a view of cels as they are stored, with `behind` between the table of loops and the first one."""
    start = 5 + 2 * len(loops) + len(behind)
    offsets, bodies = b"", b""
    for cels in loops:
        offsets += (start + len(bodies)).to_bytes(2, "little")
        at = 1 + 2 * len(cels)
        table = bytes([len(cels)])
        for cel in cels:
            table += at.to_bytes(2, "little")
            at += len(cel)
        bodies += table + b"".join(cels)
    return bytes([0, 0, len(loops), 0, 0]) + offsets + behind + bodies


def row(m: Machine, y: int, first: int, last: int) -> list[int]:
    """Return the colours of a part of a picture row, both ends included."""
    return [m.state.picture[160 * y + x] & 15 for x in range(first, last + 1)]


@covers("set.dir", "stop.cycling")
def test_turning_to_a_loop_without_cels_is_error_8(play: Stage) -> None:
    # reference: VIEW-40, OBJ-35, OBJ-40: the animation selects loops and cels as the commands do;
    # reference: CMD-40: an error begins logic 0 again in the same cycle
    walks_west = on_object("v60 = 7; set.dir(o1, v60);")
    source = f"""
    if (v0 == 0) {{ new.room(1); }}
    {STAYS % ("stop.cycling(o1);", "v53++;")}
    if (f5 && v17 == 0 && v52 == 0) {{ v255 = 0; load.pic(v255); draw.pic(v255); show.pic(); {walks_west} }}
    """
    m = play(source, logics={1: "return();"}, views={0: raw_view([SQUARE], [])})
    assert (m.vars[50], m.vars[51], m.vars[52]) == (8, 1, 1)
    assert (one(m).loop, one(m).cel_count) == (1, 0)
    assert m.state.cycle.number == 1
    # The animation broke off before anything moved, and happened in full behind the second scan.
    assert one(m).x == 79


def test_cycling_in_a_loop_without_cels_is_error_8(play: Stage) -> None:
    # reference: OBJ-40: the last cel's number is a byte, cels - 1 = 255; no cel is there to be shown
    view_0 = raw_view([SQUARE, SQUARE], [])
    m = play.room(
        on_object(""),
        STAYS % ("if (v52 == 2) { stop.cycling(o1); }", "if (!f200) { set(f200); set.loop(o1, 1); }"),
        views={0: view_0},
        cycles=2,
    )
    # Once for set.loop, once for the animation of the same cycle.
    assert (m.vars[50], m.vars[51], m.vars[52]) == (8, 1, 2)
    assert m.state.cycle.number == 2


@covers("draw")
def test_cel_outside_of_the_view_counts_and_shows_nothing(play: Stage) -> None:
    # reference: VIEW-40: error 8 only where the number is not below the count of cels; what the
    # original's memory holds in place of the cel is not known
    damaged = bytearray(raw_view([SQUARE, SQUARE]))
    damaged[10:12] = b"\xff\xff"
    shown = {}
    for cycles in (2, 3):
        m = play.room(on_object(""), "v53++; if (v17) { v50 = v17; }", views={0: bytes(damaged)}, cycles=cycles)
        assert (m.vars[50], m.vars[53], one(m).width) == (0, cycles - 1, 4)
        shown[one(m).cel] = row(m, 100, 79, 84)
    assert shown == {1: [15] * 6, 0: [15, 1, 1, 1, 1, 15]}


@covers("set.loop", "end.of.loop", "set.cel")
def test_loop_behind_the_last_one_can_have_cels(play: Stage) -> None:
    # reference: VIEW-39: what lies behind the table of loops is taken for one, here for
    # 18 cels far outside of the view, as in a fan's game; the loop ends with the last of them
    behind = (7 + 2).to_bytes(2, "little") + bytes([18]) + b"\xff" * 36
    end = "set.loop(o1, 1); set.cel(o1, 15); end.of.loop(o1, f120); v60 = 1; cycle.time(o1, v60);"
    each = "if (v17) { v50 = v17; } if (f120) { if (v51 == 0) { v51 = v53; } } v53++;"
    m = play.room(on_object(end), each, views={0: raw_view([SQUARE], behind=behind)}, cycles=6)
    assert m.vars[50] == 0
    assert (one(m).loop, one(m).cel_count, one(m).cel) == (1, 18, 17)
    assert m.flag(120)
    views = {0: raw_view([SQUARE], behind=behind)}
    assert caught(play.room(on_object("set.loop(o1, 1);"), catching("set.cel(o1, 18);"), views=views, cycles=2)) == (
        8,
        1,
    )


@covers("set.loop", "position")
def test_old_cel_is_drawn_on_behind_a_set_loop_that_failed(play: Stage) -> None:
    # reference: VIEW-39, TIME-16: the loop has changed when the cel is refused, and the
    # object goes on being drawn. Behind the one offset of the view stands that of an empty loop.
    empty_loop = (7 + 2).to_bytes(2, "little") + b"\0"
    view_0 = raw_view([SQUARE], behind=empty_loop)
    m = play.room(
        on_object("stop.cycling(o1);"),
        "if (v17) { v50 = v17; v17 = 0; position(o1, 20, 120); } else { if (!f200) { set(f200); set.loop(o1, 1); } }",
        views={0: view_0},
        cycles=3,
    )
    assert m.vars[50] == 8
    assert (one(m).loop, one(m).cel_count, one(m).width) == (1, 0, 4)
    assert row(m, 120, 19, 24) == [15, 1, 1, 1, 1, 15]
    # A loop that there is makes an end of it.
    assert row(m, 100, 79, 84) == [15, 1, 1, 1, 1, 15], "what was drawn before the error stays in the picture"


def test_old_cel_is_turned_by_the_new_loop_number(play: Stage) -> None:
    # reference: VIEW-8: drawing compares the cel's loop with the object's
    cel = bytes.fromhex("04 01 80 11 21 00")
    view_0 = raw_view([cel], behind=(7 + 2).to_bytes(2, "little") + b"\0")
    each = "if (v17) { v17 = 0; position(o1, 20, 120); } else { if (!f200) { set(f200); set.loop(o1, 1); } }"
    m = play.room(on_object("stop.cycling(o1);"), each, views={0: view_0})
    assert row(m, 100, 80, 83) == [1, 2, 15, 15]
    m = play.room(on_object("stop.cycling(o1);"), each, views={0: view_0}, cycles=3)
    assert row(m, 120, 20, 23) == [15, 15, 2, 1]


@covers("set.priority")
def test_object_without_a_key_stands_back_for_the_last_one(play: Stage) -> None:
    # reference: VIEW-24: priority 200 gives key 48 + 12 * 195; the last object chosen is put
    # twice, so it is also looked at twice, and the second time it has not moved
    walk = "v60 = 3; set.dir(o2, v60);"
    both = on_object(on_object(walk, number=2, at=(40, 100)), at=(80, 120))
    m = play.room(both, cycles=2)
    assert not one(m, 2).flags & STOPPED
    m = play.room(both + "set.priority(o1, 200);", cycles=2)
    assert one(m, 2).x == 42
    assert one(m, 2).flags & STOPPED
    assert row(m, 120, 80, 83) == [15] * 4
    assert row(m, 100, 41, 46) == [15, 1, 1, 1, 1, 15]


@covers("draw", "erase")
def test_row_longer_than_the_cel_is_drawn_beyond_it(play: Stage) -> None:
    # reference: VIEW-4: the original looks at no width; only the cel's own cells are saved
    long_rows = raw_view([bytes.fromhex("04 02 00 18 00 14 04 22 00")])
    m = play.room(on_object(""), views={0: long_rows})
    assert row(m, 99, 79, 88) == [15] + [1] * 8 + [15]
    assert row(m, 100, 79, 90) == [15] + [1] * 4 + [15] * 4 + [2] * 2 + [15]
    m = play.room(on_object("erase(o1);"), views={0: long_rows})
    assert row(m, 99, 79, 88) == [15] * 5 + [1] * 4 + [15]
    at_the_edge = play.room(on_object("", at=(156, 100)), views={0: long_rows})
    assert row(at_the_edge, 100, 0, 4) == [1] * 4 + [15]


@covers("draw")
def test_chunk_of_no_cells_ends_behind_the_picture(play: Stage) -> None:
    # reference: VIEW-5: it draws to the end of the picture; a transparent one (03 30) skips nothing
    m = play.room(on_object("", at=(80, 160)), views={0: raw_view([bytes.fromhex("02 01 00 30 11 00")])})
    first = 160 * 160 + 80
    assert bytes(m.state.picture) == b"\x4f" * first + b"\xe3" * (160 * 168 - first)
    m = play.room(on_object("", at=(80, 167)), views={0: raw_view([bytes.fromhex("02 01 03 30 11 00")])})
    assert bytes(m.state.picture).count(0x4F) == 160 * 168 - 1


@covers("reposition")
def test_widest_cel_comes_back_from_the_farthest_place(play: Stage) -> None:
    # reference: OBJ-58, OBJ-63: 255 + 127 = 382 cells to the right of the only column that a cel of 160 fits in
    source = on_object("position(o1, 255, 100); v60 = 127; reposition(o1, v60, v61);", at=(0, 100))
    m = play.room(source, views={0: view(160, 2)})
    assert one(m).x == 0
    assert not m.state.general.hung


@covers("show.obj", "stop.update")
def test_show_obj_of_a_view_not_in_memory_puts_objects_out_and_in(play: Stage) -> None:
    # reference: PIC-3: what touches memory does; a static object that was moved then stands anew
    for loaded, columns in (("load.view(1);", [1, 1]), ("", [15, 15])):
        m = play.room(on_object(f"stop.update(o1); {loaded} position(o1, 20, 100); show.obj(1);"))
        assert row(m, 100, 80, 81) == columns
        assert row(m, 100, 20, 21) == [16 - columns[0], 16 - columns[0]]
