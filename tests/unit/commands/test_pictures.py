"""Pictures, views and sounds in memory; pictures on the screen (reference: PIC-29, PIC-31, VIEW-42)."""

from __future__ import annotations

import pytest

from agi_emu.facts.codes import Var
from agi_emu.facts.mercies import FRIENDLY, STRICT
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.modal_validation import check_open
from agi_emu.machine.settings import Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources import open_game
from tests.own_games.building import GameBuilder
from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage, catching, caught, on_object, one, press, view

PICTURES = {1: "color 2\nfill 0,0", 2: "color 4\nline 10,10 20,10", 3: "priority 12\nline 0,50 159,50"}
SILENCE = bytes.fromhex("0800 0A00 0C00 0E00 FFFF FFFF FFFF FFFF")


def loaded(m: Machine, kind: str) -> list[int]:
    """Return the numbers of a kind in memory, in load order."""
    area = getattr(m.state.loaded, kind)
    return list(area.order[: area.count])


def script(m: Machine) -> list[tuple[int, int]]:
    """Return the entries of the script list."""
    entries = bytes(m.state.script.entries[: 2 * m.state.script.count])
    return list(zip(entries[::2], entries[1::2], strict=True))


@covers("load.pic", "draw.pic")
def test_draw_pic_draws_on_a_clean_buffer_and_shows_nothing(play: Stage) -> None:
    # reference: PIC-2, PIC-29, PIC-32
    source = "v60 = 1; load.pic(v60); draw.pic(v60); v60 = 2; load.pic(v60); draw.pic(v60);"
    m = play(source, pictures=PICTURES)
    picture = bytes(m.state.picture)
    assert picture[10 * 160 + 10 : 10 * 160 + 21] == b"\x44" * 11
    assert picture.count(0x4F) == 26880 - 11
    assert not any(m.state.screen)
    assert (m.state.general.picture_number, m.state.general.picture_visible) == (2, 0)


@covers("show.pic")
def test_show_pic_shows_the_picture_and_closes_the_window(play: Stage) -> None:
    # reference: PIC-31, PIC-42
    source = 'v60 = 1; load.pic(v60); draw.pic(v60); set(f15); print("Hello"); set(f15); show.pic();'
    m = play(source, pictures=PICTURES)
    assert m.state.general.picture_visible == 1
    assert not m.state.window.open
    assert not m.flag(15)
    assert bytes(m.state.screen[: 320 * 168]) == b"\x02" * (320 * 168)


@covers("overlay.pic")
def test_overlay_pic_draws_over_the_picture(play: Stage) -> None:
    # reference: PIC-30: the picture number stays
    source = "v60 = 1; load.pic(v60); draw.pic(v60); v60 = 3; load.pic(v60); overlay.pic(v60);"
    m = play(source, pictures=PICTURES)
    assert bytes(m.state.picture[50 * 160 : 51 * 160]) == b"\xc2" * 160
    assert bytes(m.state.picture[: 50 * 160]) == b"\x42" * 8000
    assert m.state.general.picture_number == 1


@pytest.mark.parametrize(
    ("action", "error", "value"),
    [
        ("v60 = 9; draw.pic(v60);", 18, 9),
        ("v60 = 9; overlay.pic(v60);", 18, 9),
        ("v60 = 9; discard.pic(v60);", 21, 9),
        ("discard.view(9);", 1, 9),
        ("v60 = 9; discard.view.v(v60);", 1, 9),
        ("sound(9, f90);", 9, 9),
    ],
)
def test_what_is_not_loaded_is_an_error(play: Stage, action: str, error: int, value: int) -> None:
    # reference: CMD-39, CMD-26, PIC-29, PIC-30, PIC-33
    assert caught(play(catching(action))) == (error, value)


@covers("discard.pic", "load.pic")
def test_discard_pic_forgets_later_ones_too(play: Stage) -> None:
    # reference: CMD-26, PIC-33, PIC-28
    load = "v60 = 1; load.pic(v60); v60 = 2; load.pic(v60); v60 = 3; load.pic(v60); v60 = 1; load.pic(v60);"
    m = play(f"{load} v60 = 2; discard.pic(v60);", pictures=PICTURES)
    assert loaded(m, "pictures") == [1]


@covers("load.view", "load.view.v", "discard.view", "discard.view.v")
def test_discard_view_forgets_later_ones_too(play: Stage) -> None:
    # reference: CMD-26
    m = play(
        "load.view(1); v60 = 2; load.view.v(v60); load.view(3); load.view(4); discard.view(4); discard.view.v(v60);"
    )
    assert loaded(m, "views") == [1]


@covers("load.sound")
def test_load_sound(play: Stage) -> None:
    # reference: CMD-25
    m = play("load.sound(2); load.sound(2);", sounds={2: SILENCE})
    assert loaded(m, "sounds") == [2]


@covers("load.view", "load.pic", "load.sound")
def test_resource_that_the_directory_lacks_ends_the_program(play: Stage) -> None:
    # reference: TEXT-70, CMD-22: "view 199 not found", then exit
    for action, kind in (
        ("load.view(199);", "view"),
        ("v60 = 199; load.pic(v60);", "picture"),
        ("load.sound(199);", "sound"),
    ):
        m = play(f"{action} v61 = 1;")
        assert m.message == f"{kind} 199 not found"
        press(m, "enter")
        assert m.state.general.exited
        assert m.vars[61] == 0


@covers("show.pri.screen")
def test_priorities_are_shown_until_enter(play: Stage) -> None:
    # reference: PIC-34
    m = play.room("v60 = 3; load.pic(v60); draw.pic(v60); show.pic(); show.pri.screen(); v61 = 1;", pictures=PICTURES)
    assert m.modal is Purpose.SHOW_PRIORITIES
    assert m.state.screen[320 * 50] == 12
    assert m.state.screen[0] == 4
    press(m, "x", "enter")
    assert m.vars[61] == 1
    assert m.state.screen[0] == 15


@covers("script.size", "load.pic", "draw.pic", "discard.pic", "load.view", "add.to.pic", "new.room")
def test_script_list(play: Stage) -> None:
    # reference: SAVE-11, the vector
    source = """
    if (v0 == 0) { new.room(5); }
    if (f5) {
      v60 = 5; load.pic(v60); draw.pic(v60); discard.pic(v60);
      load.view(20); add.to.pic(20, 0, 1, 80, 120, 10, 4);
    }
    """
    m = play(source, logics={5: "return();"}, pictures={5: "color off"}, views={20: view(cels=2)})
    entries = "00 05 02 05 04 05 06 05 01 14 05 00 14 00 01 50 78 4A"
    assert bytes(part for entry in script(m) for part in entry) == bytes.fromhex(entries)
    m = play(
        source + "else { script.size(20); }",
        logics={5: "return();"},
        pictures={5: "color off"},
        views={20: view(cels=2)},
        cycles=2,
    )
    assert (m.state.script.size, m.state.script.count) == (20, 0)


@covers("load.logics", "script.size")
def test_script_overflow_is_error_11(play: Stage) -> None:
    # reference: SAVE-12: v18 is the highest entry count so far
    source = "load.logics(1); " * 3
    m = play.room("script.size(2);", catching(source), cycles=2)
    # The room itself made 3 entries: its logic, load.pic, draw.pic.
    assert caught(m) == (11, 3)


@covers("load.logics", "set")
def test_flag_7_stops_the_script_list(play: Stage) -> None:
    # reference: SAVE-12
    m = play.room("script.size(2); set(f7); load.logics(1); load.logics(1); load.logics(1);")
    assert script(m) == []


@covers("push.script", "pop.script")
def test_pop_script_forgets_what_was_recorded_since(play: Stage) -> None:
    # reference: SAVE-14
    m = play.room("push.script(); load.view(0); load.view(1); pop.script();")
    assert script(m) == [(0, 1), (2, 0), (4, 0)]


@covers("load.logics", "load.logics.v", "load.view", "load.sound", "overlay.pic", "discard.view")
def test_what_is_recorded(play: Stage) -> None:
    # reference: CMD-21
    # reference: SAVE-11: load.logics always, the others only when really loaded
    source = """
    script.size(50); v60 = 1; load.logics(1); load.logics.v(v60);
    load.view(3); load.view(3); load.sound(2); load.sound(2); v60 = 0; load.pic(v60); overlay.pic(v60); discard.view(3);
    """
    m = play.room(source, sounds={2: SILENCE})
    assert script(m) == [(0, 1), (0, 1), (1, 3), (3, 2), (8, 0), (7, 3)]


@covers("show.obj", "show.obj.v")
def test_show_obj_shows_a_view_with_its_description(play: Stage) -> None:
    # reference: VIEW-51: width 20 -> x = 69, feet in row 167, priority 15, borrowed
    for action in ("show.obj(9);", "v60 = 9; show.obj.v(v60);"):
        m = play.room(f"{action} v61 = 1;", views={9: view(20, 4, description="A %v200 thing.")})
        assert m.message == "A 0 thing."
        assert bytes(m.state.screen[320 * 167 + 138 : 320 * 167 + 178]) == b"\x01" * 40
        assert m.state.picture[167 * 160 + 69] == 0xF1
        press(m, "enter")
        assert m.vars[61] == 1
        assert bytes(m.state.picture) == b"\x4f" * 26880
        assert loaded(m, "views") == []


@covers("show.obj")
def test_show_obj_of_a_view_without_description_prints_its_first_bytes(play: Stage) -> None:
    # reference: VIEW-2: bytes 3 and 4 are the text's offset; here 0, where 01 01 04 and a 0 stand
    m = play.room("show.obj(4);")
    assert m.modal is not None
    assert bytes(m.state.text_chars[40 * 10 + 18 : 40 * 10 + 22]) == b"\x01\x01\x04\0"


@covers("show.obj")
def test_show_obj_of_a_missing_view_ends_the_program(play: Stage) -> None:
    # reference: VIEW-52
    m = play("show.obj(220); v61 = 1;")
    assert m.message == "view 220 not found"


@covers("add.to.pic", "add.to.pic.v")
def test_add_to_pic(play: Stage) -> None:
    # reference: VIEW-42, VIEW-44; its box vectors: with feet in row 131 and 20 rows, rows 120 to 131
    for action in (
        "add.to.pic(9, 0, 0, 40, 131, 10, 2);",
        "v40 = 9; v43 = 40; v44 = 131; v45 = 10; v46 = 2; add.to.pic.v(v40, v41, v42, v43, v44, v45, v46);",
    ):
        m = play.room(f"load.view(9); {action}", views={9: view(6, 20)})
        priorities = [m.state.picture[160 * y + 40] >> 4 for y in range(111, 133)]
        assert priorities == [4] + [10] * 8 + [2] * 12 + [4]
        assert bytes(m.state.screen[320 * 131 + 80 : 320 * 131 + 92]) == b"\x01" * 12


@covers("add.to.pic")
def test_add_to_pic_with_priority_0_takes_the_band_of_its_feet(play: Stage) -> None:
    # reference: VIEW-42
    m = play.room("load.view(9); add.to.pic(9, 0, 0, 40, 131, 0, 15);", views={9: view(6, 20)})
    assert {m.state.picture[160 * y + 40] for y in range(112, 132)} == {0xB1}


@covers("add.to.pic")
def test_add_to_pic_of_an_unloaded_view_is_error_3(play: Stage) -> None:
    # reference: VIEW-47
    assert caught(play(catching("add.to.pic(9, 0, 0, 40, 131, 10, 2);"))) == (3, 9)


@covers("add.to.pic")
@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_add_to_pic_without_room_in_the_script_is_error_11(play: Stage, size: int) -> None:
    # reference: SAVE-12; it takes four entries, and draws after the last one
    action = f"set(f7); load.view(9); script.size({size}); reset(f7); add.to.pic(9, 0, 0, 40, 131, 10, 2);"
    m = play.room(action, views={9: view(6, 20)})
    assert m.vars[Var.ERROR] == 11
    assert m.state.picture[160 * 131 + 40] >> 4 != 2


@covers("add.to.pic")
def test_add_to_pic_of_width_2_marks_the_whole_buffer(play: Stage) -> None:
    # reference: VIEW-45: the top row's count of w - 2 = 0 means 65,536
    m = play.room("load.view(9); add.to.pic(9, 0, 0, 40, 131, 10, 1);", views={9: view(2, 20)})
    assert {cell >> 4 for cell in m.state.picture} == {1}


@covers("set.priority", "set.priority.v", "get.priority", "release.priority")
def test_priorities_of_objects(play: Stage) -> None:
    m = play.room(
        on_object(
            """
            get.priority(o1, v60); set.priority(o1, 14); get.priority(o1, v61); v70 = 12; set.priority.v(o1, v70);
            get.priority(o1, v62); set.priority(o2, 200); get.priority(o2, v63); force.update(o1);
            """
        )
    )
    # row 100 is in band 9; priorities are kept as given
    assert list(m.vars[60:64]) == [9, 14, 12, 200]
    assert m.state.picture[160 * 100 + 80] == 0xC1
    m = play.room(on_object("set.priority(o1, 14); release.priority(o1); get.priority(o1, v60);"))
    # reference: VIEW-20, VIEW-41: the number changes at the next control test
    assert m.vars[60] == 14
    assert one(m).priority == 9


@covers("set.pri.base")
def test_priority_bases(play: Stage) -> None:
    # reference: VIEW-49, VIEW-48: base 60; base 48 gives the bands of the start; 168 and up
    def table(base: int) -> list[int]:
        return list(play(f"set.pri.base({base});").state.priorities)

    starts = [60, 71, 82, 93, 104, 114, 125, 136, 147, 158]
    assert table(60) == [4 + sum(y >= start for start in starts) for y in range(168)]
    assert table(48) == list(play("").state.priorities)
    assert table(168) == [4] * 168
    assert table(200) == [4] * 168
    starts = [17, 34, 51, 68, 84, 101, 118, 135, 152]
    assert table(0) == [5 + sum(y >= start for start in starts) for y in range(168)]


TWO = on_object("ignore.objs(o1); set.priority(o1, 6);", at=(80, 150)) + on_object(
    "ignore.objs(o2);", number=2, at=(80, 149)
)
"""Object 1 stands a row lower than object 2, with a fixed priority of a higher band."""


def draw_order(m: Machine) -> list[int]:
    """Return the numbers of the updating objects in the order in which they are drawn."""
    sprites = m.state.updating_sprites
    return [sprite.object for sprite in sprites.entries[: sprites.count]]


@pytest.mark.parametrize(
    ("interpreter", "base", "order"),
    [
        ("2.917", "", [1, 2]),
        ("2.936", "", [1, 2]),
        ("2.936", "set.pri.base(48);", [2, 1]),
        ("3.002.086", "set.pri.base(48);", [2, 1]),
        ("3.002.098", "set.pri.base(48);", [1, 2]),
    ],
)
def test_draw_order_of_fixed_priorities(play: Stage, interpreter: str, base: str, order: list[int]) -> None:
    # reference: VIEW-23, VIEW-25: a fixed priority sorts as if its feet stood on the top line of its band;
    # after set.pri.base up to 3.002.086 it comes last, later ones look into the table
    assert draw_order(play.room(base + TWO, interpreter=interpreter)) == order


@covers("set.pri.base", "set.priority")
def test_priority_0_comes_first_after_set_pri_base(play: Stage) -> None:
    # reference: VIEW-25
    assert draw_order(play.room(f"set.pri.base(48); {TWO} set.priority(o1, 0);")) == [1, 2]


# reference: VIEW-25: y by which an object of fixed priority 1 to 15 is sorted after set.pri.base
@pytest.mark.parametrize(
    ("base", "rows"),
    [
        (84, [-1, -1, -1, -1, 83, 92, 100, 109, 117, 125, 134, 142, 151, 159, 167]),
        (48, [-1, -1, -1, -1, 47, 59, 71, 83, 95, 107, 119, 131, 143, 155, 167]),
        (0, [-1, -1, -1, -1, -1, 16, 33, 50, 67, 83, 100, 117, 134, 151, 167]),
    ],
)
def test_row_of_a_fixed_priority_is_looked_up_from_3_002_098_on(play: Stage, base: int, rows: list[int]) -> None:
    m = play.room(f"set.pri.base({base}); {TWO} ignore.objs(o1); ignore.objs(o2);", interpreter="3.002.098")
    fixed, other = m.state.objects[1], m.state.objects[2]
    assert fixed.flags & 4
    for priority, row in enumerate(rows, 1):
        fixed.priority = priority
        # Of two objects on one row the one of the lower number is drawn first.
        for other.y, order in ((row, [1, 2]), (row - 1, [2, 1])):
            if other.y >= 0:
                m.core.sprites_out()
                m.core.sprites_in()
                assert draw_order(m) == order


@covers("set.pri.base", "set.priority")
def test_fixed_priority_0_hangs_after_set_pri_base(play: Stage) -> None:
    # reference: VIEW-25: no return within 3 million instructions
    source = on_object("set.pri.base(48); set.priority(o1, 0); force.update(o1); v60 = 1;")
    m = play.room(source, interpreter="3.002.098")
    assert m.state.general.hung == 1
    assert m.vars[60] == 0
    assert any("fixed priority 0" in note for note in m.notes)
    # In the animation, and where a player is spared searches without an end.
    late = on_object("set.pri.base(48); set.priority(o1, 0);")
    assert play.room(late, interpreter="3.002.098", cycles=3).state.general.hung == 1
    m = play.room(source, interpreter="3.002.098", mercies=FRIENDLY)
    assert (m.state.general.hung, m.vars[60]) == (0, 1)


@covers("stop.update", "start.update", "force.update")
def test_static_objects_lie_under_updating_ones(play: Stage) -> None:
    # reference: VIEW-21, VIEW-27, VIEW-28, VIEW-34
    m = play.room(on_object("stop.update(o1); position(o1, 20, 100);"))
    state = m.state
    assert (state.static_sprites.count, state.updating_sprites.count) == (1, 0)
    # Its picture stays where it was until all objects are taken out and put back.
    assert state.picture[160 * 100 + 80] == 0x91
    m = play.room(on_object("stop.update(o1); position(o1, 20, 100); force.update(o1);"))
    assert m.state.picture[160 * 100 + 80] == 0x4F
    assert m.state.picture[160 * 100 + 20] == 0x91
    assert m.state.screen[320 * 100 + 40] == 1
    m = play.room(on_object("stop.update(o1); start.update(o1);"))
    assert (m.state.static_sprites.count, m.state.updating_sprites.count) == (0, 1)


@covers("shake.screen")
def test_shake_screen_takes_no_time_where_the_processor_is_infinitely_fast(play: Stage) -> None:
    # reference: PIC-37
    m = play("shake.screen(3); v60 = 1;")
    assert m.vars[60] == 1
    assert m.state.general.shake_offset == 0


SHAKE_OF_0 = "if (v60 == 0) { v60 = 1; shake.screen(0); v60 = 2; } return();"


@covers("shake.screen")
def test_a_count_of_0_shakes_65536_times(build_game: GameBuilder) -> None:
    # reference: PIC-37, PIC-38: 32 retraces each; a tick has 3
    m = Machine(open_game(build_game({0: SHAKE_OF_0})), settings=Settings(mercies=STRICT))
    m.run(ticks=10)
    check_open(m)
    m.state.clock.beats += 65536 * 32 - 60
    m.run(ticks=9)
    assert (m.modal, m.vars[60]) == (Purpose.SHAKE, 1)
    m.run(ticks=3)
    assert (m.modal, m.vars[60], m.state.general.shake_offset) == (None, 2, 0)


def test_a_count_of_0_does_not_shake_a_friendly_machine(build_game: GameBuilder) -> None:
    m = Machine(open_game(build_game({0: SHAKE_OF_0})), settings=Settings(mercies=FRIENDLY))
    m.run(ticks=10)
    assert (m.modal, m.vars[60]) == (None, 2)


@pytest.mark.parametrize(("interpreter", "start"), [("2.917", 0x1E80), ("2.936", 0x1E90)])
@pytest.mark.parametrize(("cel", "error"), [("9, 0", 5), ("0, 9", 8)])
@covers("add.to.pic")
def test_errors_of_add_to_pic_name_the_borrowed_record(
    play: Stage, interpreter: str, start: int, cel: str, error: int
) -> None:
    # reference: VIEW-47: the record at 0EB4h, counted in records of 43 bytes from the table of objects on
    m = play(catching(f"load.view(2); add.to.pic(2, {cel}, 10, 60, 0, 0);"), interpreter=interpreter)
    files = ("words.tok", "object", *m.game.layout.directory_names)
    table = start + 2560 + sum(len(m.game.files.get(name) or b"") for name in files)
    assert caught(m) == (error, (0x0EB4 - table) % 65536 // 43 % 256)


@covers("add.to.pic")
def test_a_view_that_is_not_loaded_is_named_by_its_number(play: Stage) -> None:
    # reference: VIEW-47
    assert caught(play(catching("add.to.pic(3, 0, 0, 10, 60, 0, 0);"))) == (3, 3)
