"""Every quirk of agi_emu.facts.versions in every interpreter: shown by a game where it belongs, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from agi_emu.facts.versions import PROFILES
from agi_emu.machine.display.message import string_of
from agi_emu.machine.input.events import Arrow
from agi_emu.resources import open_game
from tests.quirks import QUIRKS
from tests.unit.commands.stage import Stage, on_object, one
from tests.unit.sample_games import logic

SET_PRI_BASE, DISCARD_SOUND = 174, 175


def turned(play: Stage, interpreter: str, *, flag_20: bool) -> bool:
    """Tell whether a view of five loops turns north with its object."""
    north = f"{'set' if flag_20 else 'reset'}(f20); v60 = 1; set.dir(o1, v60);"
    # Up to 2.272 the direction is chosen behind the logics, in the same cycle.
    return one(play.room(on_object(north, of=5), interpreter=interpreter)).loop == 3


def auto_loop_of_four_only(play: Stage, interpreter: str) -> bool:
    return not turned(play, interpreter, flag_20=True)


def auto_loop_of_many(play: Stage, interpreter: str) -> bool:
    return turned(play, interpreter, flag_20=False)


def draws_without_animating(play: Stage, interpreter: str) -> bool:
    # reference: VIEW-22
    m = play.room("load.view(0); set.view(o1, 0); position(o1, 20, 60); draw(o1);", interpreter=interpreter)
    return m.state.picture[160 * 60 + 20] & 15 == 1


def high_loops_turn(play: Stage, interpreter: str) -> bool:
    # Five loops of one cel, held for loop 4; drawn in that loop twice (reference: VIEW-10).
    view = bytes.fromhex("0000 05 0000 0F00 0F00 0F00 0F00 0F00 01 0300 0401 C5 11 00")
    draws = "load.view(9); add.to.pic(9, 4, 0, 10, 60, 15, 15); add.to.pic(9, 4, 0, 10, 70, 15, 15);"
    m = play.room(draws, views={9: view}, interpreter=interpreter)
    return [m.state.picture[160 * y + 13] & 15 == 1 for y in (60, 70)] == [True, False]


def held_arrows_repeat(play: Stage, interpreter: str) -> bool:
    # reference: KEY-12: the same direction again stops ego
    m = play.room(on_object("player.control();", number=0, at=(80, 100)), interpreter=interpreter)
    for _ in range(2):
        m.press(Arrow(3, down=True))
        m.run(cycles=2)
    return m.vars[6] == 0


def fixed_priority_past_table(play: Stage, interpreter: str) -> bool:
    if PROFILES[interpreter].last_action < SET_PRI_BASE:
        return False
    first = on_object("ignore.objs(o1); set.priority(o1, 6);", at=(80, 150))
    second = on_object("ignore.objs(o2);", number=2, at=(80, 149))
    m = play.room(f"set.pri.base(48); {first} {second}", interpreter=interpreter)
    return m.state.updating_sprites.entries[1].object == 1


def fixed_priority_0_hangs(play: Stage, interpreter: str) -> bool:
    if PROFILES[interpreter].last_action < SET_PRI_BASE:
        return False
    m = play.room(f"set.pri.base(48); {on_object('set.priority(o1, 0); force.update(o1);')}", interpreter=interpreter)
    return m.state.general.hung == 1


def prefix_compares_equal(play: Stage, interpreter: str) -> bool:
    source = 'set.string(s1, "ab"); set.string(s2, "abc"); if (compare.strings(s1, s2)) { set(f200); }'
    return play(source, interpreter=interpreter).flag(200)


def distance_wraps(play: Stage, interpreter: str) -> bool:
    far = on_object(on_object("distance(o1, o2, v40);", number=2, at=(153, 165)), at=(3, 40))
    return play.room(far, interpreter=interpreter).vars[40] == 150 + 125 - 256


def always_three_voices(play: Stage, interpreter: str) -> bool:
    return play("", interpreter=interpreter).vars[22] == 3


def plain_items_decrypted(play: Stage, interpreter: str) -> bool:
    names = [("?", 0), ("lamp", 1)]
    folder = play.build_game({0: "return();"}, items=names, interpreter=interpreter)
    # The same names in a plain file: a count byte pair, the highest object, offsets and rooms, names.
    (folder / "OBJECT").write_bytes(bytes.fromhex("0600 10 0600 00 0800 01") + b"?\0lamp\0")
    game = open_game(folder, interpreter)
    return [item.name for item in game.items_strict] != [b"?", b"lamp"]


def discard_sound_runs_its_operand(play: Stage, interpreter: str) -> bool:
    code = logic(bytes([DISCARD_SOUND, 1, 90, 0]))
    m = play("if (!v17) { call(1); }", logics={1: code}, interpreter=interpreter)
    return m.vars[90] == 1


def pen(play: Stage, interpreter: str, script: str, *, before: str = "color off") -> set[tuple[int, int]]:
    """Return the cells that a picture of the pen at (50, 50) paints, drawn behind another picture."""
    draw = "v60 = 1; load.pic(v60); draw.pic(v60); v60 = 2; load.pic(v60); draw.pic(v60);"
    m = play(draw, pictures={1: before, 2: f"color 1\n{script}"}, interpreter=interpreter)
    picture = m.state.picture
    return {(cell % 160 - 50, cell // 160 - 50) for cell in range(26880) if picture[cell] & 15 == 1}


def small_round_pen(play: Stage, interpreter: str) -> bool:
    painted = pen(play, interpreter, "pen circle 1\nplot 50,50")
    return 1 < len(painted) < 6


def pen_off_centre(play: Stage, interpreter: str) -> bool:
    # A square of size 4 around the point has its top 4 rows above it, else 2.
    painted = pen(play, interpreter, "pen square 4\nplot 50,50")
    return len(painted) > 1 and min(y for _, y in painted) == -2


def pen_past_right_edge(play: Stage, interpreter: str) -> bool:
    # A square of size 4 at (158, 50) begins at column 156 or 155; where it begins at 156 its last column is 0.
    painted = pen(play, interpreter, "pen square 4\nplot 159,50")
    return any(x == -50 for x, _ in painted)


def pen_survives_picture(play: Stage, interpreter: str) -> bool:
    painted = pen(play, interpreter, "plot 50,50", before="color off\npen square 4")
    return len(painted) > 1


def left_edge_at_zero(play: Stage, interpreter: str) -> bool:
    west = on_object("v60 = 7; set.dir(o1, v60);", at=(1, 100))
    return play.room(west, interpreter=interpreter).vars[5] == 4


def memory_in_strings(play: Stage, interpreter: str) -> bool:
    m = play("", interpreter=interpreter)
    # The one after the last begins with the colour of text in all of them.
    return any(string_of(m, number) for number in range(25, 256))


def memory_for_missing_text(play: Stage, interpreter: str) -> bool:
    m = play("word.to.string(s2, w5);", interpreter=interpreter)
    return string_of(m, 2) != b""


SHOWN: Mapping[str, Callable[[Stage, str], bool]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        auto_loop_of_four_only,
        auto_loop_of_many,
        draws_without_animating,
        high_loops_turn,
        held_arrows_repeat,
        fixed_priority_past_table,
        fixed_priority_0_hangs,
        prefix_compares_equal,
        distance_wraps,
        always_three_voices,
        plain_items_decrypted,
        discard_sound_runs_its_operand,
        small_round_pen,
        pen_off_centre,
        pen_past_right_edge,
        pen_survives_picture,
        left_edge_at_zero,
        memory_in_strings,
        memory_for_missing_text,
    )
}


def test_every_quirk_is_shown() -> None:
    assert set(SHOWN) == {quirk.name for quirk in QUIRKS}


@pytest.mark.parametrize("interpreter", PROFILES)
@pytest.mark.parametrize("quirk", QUIRKS, ids=lambda quirk: str(quirk.name))
def test_quirk_shows_where_it_belongs(play: Stage, quirk: object, interpreter: str) -> None:
    name, applies = quirk.name, quirk.applies  # type: ignore[attr-defined]
    assert SHOWN[name](play, interpreter) is applies(PROFILES[interpreter])


# What else differs between interpreters (fields of a profile that are no quirks).


@pytest.mark.parametrize(("interpreter", "place"), [("2.089", (20, 37)), ("2.230", (20, 20)), ("2.936", (20, 20))])
def test_position_looks_for_a_free_place_in_2_089(play: Stage, interpreter: str, place: tuple[int, int]) -> None:
    # reference: OBJ-60: 2.230 moved this check from position to draw
    m = play.room("load.view(0); animate.obj(o1); position(o1, 20, 20);", interpreter=interpreter)
    assert (one(m).x, one(m).y) == place


@pytest.mark.parametrize(("interpreter", "stays"), [("2.089", True), ("2.230", True), ("2.272", False)])
@pytest.mark.parametrize("command", ["stop.motion", "start.motion"])
def test_stop_and_start_motion_leave_its_type_at_first(
    play: Stage, command: str, interpreter: str, stays: bool
) -> None:
    # reference: OBJ-15, OBJ-16; 1 is wandering
    m = play.room(on_object(f"wander(o1); {command}(o1);"), interpreter=interpreter)
    assert (one(m).motion == 1) is stays


@pytest.mark.parametrize(("interpreter", "order"), [("2.089", [1, 2]), ("2.230", [2, 1])])
def test_static_objects_are_drawn_by_number_in_2_089(play: Stage, interpreter: str, order: list[int]) -> None:
    # reference: VIEW-23; object 1 stands below object 2
    second = on_object("stop.update(o2); stop.update(o1);", number=2, at=(120, 100))
    m = play.room(on_object(second, at=(80, 150)), interpreter=interpreter)
    sprites = m.state.static_sprites
    assert [each.object for each in sprites.entries[: sprites.count]] == order


@pytest.mark.parametrize(("interpreter", "more"), [("2.089", 0), ("2.230", 1), ("2.936", 1)])
def test_object_counts_objects_in_2_089_and_names_the_highest_later(play: Stage, interpreter: str, more: int) -> None:
    # reference: RES-31: 11h gives 17 objects there, later 18
    m = play("", interpreter=interpreter)
    assert m.state.general.object_count == m.items.plain[2] + more


@pytest.mark.parametrize(("interpreter", "last"), [("2.089", 5), ("2.272", 5), ("2.411", 11), ("2.936", 11)])
def test_parse_takes_the_first_strings_only(play: Stage, interpreter: str, last: int) -> None:
    # reference: WORD-17
    for number in (last, last + 1):
        m = play(f'set.string(s{number}, "take lamp"); parse(s{number});', interpreter=interpreter)
        assert m.flag(2) is (number == last)


@pytest.mark.parametrize(("interpreter", "closes"), [("2.272", False), ("2.411", True)])
def test_show_pic_leaves_flag_15_alone_at_first(play: Stage, interpreter: str, closes: bool) -> None:
    # reference: PIC-31
    m = play.room("set(f15); show.pic();", interpreter=interpreter)
    assert m.flag(15) is not closes


@pytest.mark.parametrize(("interpreter", "expected"), [("2.089", False), ("2.230", True), ("2.936", True)])
def test_rest_of_the_line_in_said(play: Stage, interpreter: str, expected: bool) -> None:
    # reference: WORD-24, VER-10: `rol` (9999) exists from 2.230 on
    source = 'set.string(s1, "take lamp"); parse(s1); if (said("take", "rol")) { set(f200); }'
    assert play(source, interpreter=interpreter).flag(200) is expected


@pytest.mark.parametrize(
    ("interpreter", "first", "second", "expected"),
    [
        ("2.089", "a, b", "A, B", True),
        ("2.089", "a, b", "a b", False),
        ("2.089", "a   b", "a b", True),
        ("2.272", "a, b", "ab", True),
    ],
)
def test_punctuation_in_compare_strings(play: Stage, interpreter: str, first: str, second: str, expected: bool) -> None:
    # reference: WORD-32: 2.089 folds case and runs of spaces only
    strings = f'set.string(s1, "{first}"); set.string(s2, "{second}");'
    m = play(f"{strings} if (compare.strings(s1, s2)) {{ set(f200); }}", interpreter=interpreter)
    assert m.flag(200) is expected


@pytest.mark.parametrize(("interpreter", "colour"), [("2.272", 9 ^ 15), ("2.411", 0)])
def test_text_with_a_background(play: Stage, interpreter: str, colour: int) -> None:
    # reference: TEXT-13: before 2.411 it is exclusive-or-ed on what the screen shows (here colour 9)
    blue = {1: "color 9\nfill 0,0"}
    code = bytes.fromhex("03 3C 01 18 3C 19 3C 1A 6D 00 0F 67 05 05 01 00")
    m = play(
        "if (!f100) { set(f100); call(1); }", logics={1: logic(code, [b"\xdb"])}, pictures=blue, interpreter=interpreter
    )
    assert m.state.screen[320 * 40 + 40] == colour


MIRRORED_2_230 = bytes.fromhex("0000 02 0000 0900 0900 91 0300 0401 05 1100 00")
"""Two loops of one cel of four cells, of which the first has colour 1; the cel count byte is 91."""


@pytest.mark.parametrize(("loop", "column"), [(0, 3), (1, 0)])
def test_mirrored_loops_of_2_230(play: Stage, loop: int, column: int) -> None:
    # reference: VIEW-11: bit 7 of the loop's cel count mirrors it, bits 5-4 are the loop for
    # which the data is right: here 1, so loop 0 is mirrored
    source = f"load.view(9); add.to.pic(9, {loop}, 0, 10, 100, 15, 15);"
    m = play.room(source, views={9: MIRRORED_2_230}, interpreter="2.230")
    assert [x for x in range(4) if m.state.picture[160 * 100 + 10 + x] & 15 == 1] == [column]


def test_nothing_is_mirrored_in_2_089(play: Stage) -> None:
    mirrored = bytes.fromhex("0000 02 0000 0900 0900 01 0300 0401 95 1100 00")
    for interpreter, column in (("2.089", 0), ("2.272", 3)):
        source = "load.view(9); add.to.pic(9, 0, 0, 10, 100, 15, 15);"
        m = play.room(source, views={9: mirrored}, interpreter=interpreter)
        assert [x for x in range(4) if m.state.picture[160 * 100 + 10 + x] & 15 == 1] == [column]
