"""Picture commands of the core: the rules of the reference, and equality with the plain twin."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import picture as core
from agi_emu._core.brush import PenVariant
from tests.core import cells
from tests.core.plain import picture as plain
from tests.examples import examples

INTERPRETERS = {
    PenVariant.PEN_FULL: "2.439",
    PenVariant.PEN_MIDDLE_ROW_INSIDE: "3.002",
    PenVariant.PEN_NOTCHED: "2.435",
    PenVariant.PEN_NOTCHED_OFF_CENTRE: "2.426",
    PenVariant.PEN_SHORT_OFF_CENTRE: "2.425",
    PenVariant.PEN_DOT: "2.411",
    PenVariant.PEN_ABSENT: "2.272",
}


def drawn(script: str, variant: int = PenVariant.PEN_FULL) -> bytearray:
    """Draw hexadecimal picture data on an empty picture."""
    picture = cells.empty()
    core.draw(picture, bytes.fromhex(script), pen_variant=variant)
    return picture


def points_of(script: str, variant: int = PenVariant.PEN_FULL) -> list[tuple[int, int]]:
    """Return the points that differ from an empty picture."""
    return cells.changed(drawn(script, variant))


def test_both_planes_are_off_at_the_start() -> None:
    # reference: PIC-5
    assert points_of("F6 0A 0A 14 14 F8 00 00 FF") == []


def test_colour_and_priority_go_into_their_halves() -> None:
    # reference: PIC-1, PIC-4: priority << 4 | colour
    assert drawn("F0 03 F6 00 00 FF")[0] == 0x43
    assert drawn("F2 0A F6 00 00 FF")[0] == 0xAF
    assert drawn("F0 03 F2 0A F6 00 00 FF")[0] == 0xA3
    assert drawn("F0 03 F2 0A F1 F6 00 00 FF")[0] == 0xAF
    assert drawn("F0 03 F2 0A F3 F6 00 00 FF")[0] == 0x43


@pytest.mark.parametrize("command", ["F4", "F5", "F6", "F7", "FA", "F8"])
def test_half_a_point_draws_nothing(command: str) -> None:
    # reference: PIC-8
    assert points_of(f"F0 01 {command} 05 F6 01 01 FF") == [(1, 1)]


@pytest.mark.parametrize("command", ["F4", "F5", "F6", "F7", "FA"])
def test_lone_point_is_a_dot(command: str) -> None:
    # reference: PIC-8
    assert points_of(f"F0 01 {command} 05 06 FF") == [(5, 6)]


def test_corners_alternate() -> None:
    # reference: PIC-6: F4 goes to a new y first, F5 to a new x
    down_then_right = [(2, 2), (2, 3), *((x, 4) for x in range(2, 6))]
    assert points_of("F0 01 F4 02 02 04 05 FF") == down_then_right
    right_then_down = [*((x, 2) for x in range(2, 6)), (5, 3), (5, 4)]
    assert points_of("F0 01 F5 02 02 05 04 FF") == right_then_down


def test_relative_lines_go_through_the_points_of_the_reference() -> None:
    # reference: PIC-13, example F7: (16,16) (18,19) (22,19) (18,13)
    points = points_of("F0 01 F7 10 10 23 40 CE FF")
    assert {(16, 16), (18, 19), (22, 19), (18, 13)} <= set(points)


def test_relative_line_off_the_left_or_top_edge_ends_on_the_far_side() -> None:
    # reference: PIC-13: x = 2, dx = -5 gives 159; y = 1, dy = -3 gives 167
    assert points_of("F0 01 F7 02 05 D0 FF") == [(x, 5) for x in range(2, 160)]
    assert points_of("F0 01 F7 05 01 0B FF") == [(5, y) for y in range(1, 168)]


@pytest.mark.parametrize("move", ["00", "08", "80", "88"])
def test_relative_line_without_a_move_is_a_dot(move: str) -> None:
    # reference: PIC-13
    assert points_of(f"F0 01 F7 05 05 {move} FF") == [(5, 5)]


def test_coordinates_are_clamped() -> None:
    # reference: PIC-11
    assert points_of("F0 01 F6 EF EF FF") == [(159, 167)]


def test_operands_of_f0_f2_f9_are_taken_blindly() -> None:
    # reference: PIC-9: F2 F6 sets priority 6, F9 F0 a splattering rectangle of one cell
    assert drawn("F2 F6 F6 00 00 FF")[0] == 0x6F
    assert points_of("F0 01 F9 F0 FA 55 05 05 FF") == [(5, 5)]
    assert drawn("F0 FF F0 03 F6 00 00 FF")[0] == 0x43


def test_unknown_bytes_are_skipped_one_by_one() -> None:
    # reference: PIC-7
    assert points_of("00 EF FB FC FD FE 12 F0 01 F6 05 05 FB 06 06 FF") == [(5, 5)]


def test_colour_over_15_pollutes_priority_while_that_is_on() -> None:
    # reference: PIC-12
    assert drawn("F2 04 F0 21 F6 00 00 FF")[0] == 0x61
    assert drawn("F0 21 F6 00 00 FF")[0] == 0x41
    assert drawn("F0 21 F2 04 F6 00 00 FF")[0] == 0x41


def test_texture_byte_is_read_only_with_a_splattering_pen() -> None:
    # reference: PIC-6, PIC-22
    assert points_of("F0 01 F9 32 FA 18 32 32 FF") == [(50, 48), (49, 49), (49, 52)]
    assert points_of("F0 01 F9 10 FA 18 32 20 21 FF") == [(32, 33), (24, 50)]
    assert points_of("F0 01 F9 30 FA F0 32 32 FF") == []


def test_2_411_knows_only_single_cells() -> None:
    # reference: PIC-23
    assert points_of("F0 01 F9 33 FA 18 32 20 21 FF", PenVariant.PEN_DOT) == [(32, 33), (24, 50)]


def test_before_2_411_pens_are_no_commands() -> None:
    # reference: PIC-23: F9's operand is then met as a command
    assert points_of("F0 01 F9 F6 05 05 FA 06 06 FF", PenVariant.PEN_ABSENT) == [(5, 5)]


def test_data_behind_the_end_marker_is_not_drawn() -> None:
    # reference: PIC-6
    data = bytes.fromhex("F0 01 FF F6 05 05")
    picture = cells.empty()
    assert core.draw(picture, data) == 2
    assert picture == cells.empty()


@pytest.mark.parametrize("script", ["", "F0", "F0 01 F6 05 05", "F6 01", "F9", "FA", "F8 05"])
def test_data_without_an_end_marker_ends_where_it_ends(script: str) -> None:
    # reference: PIC-10
    data = bytes.fromhex(script)
    assert core.draw(cells.empty(), data) == len(data)


def test_picture_is_drawn_over_what_is_there() -> None:
    # reference: PIC-2: overlay.pic does not clear
    picture = bytearray([0x12]) * cells.CELLS
    core.draw(picture, bytes.fromhex("F0 01 F6 00 00 FF"))
    assert (picture[0], picture[1]) == (0x11, 0x12)


def test_drawing_stops_after_each_command() -> None:
    picture = cells.empty()
    drawing = core.Drawing(picture, bytes.fromhex("F0 01 F6 05 05 00 F1 FF"))
    offsets = [drawing.offset]
    while drawing.step():
        offsets.append(drawing.offset)
    assert offsets == [0, 2, 6, 7]
    assert not drawing.step()
    # The zero byte is half a point and belongs to F6.
    assert cells.changed(picture) == [(5, 5)]


def scripts() -> st.SearchStrategy[bytes]:
    """Return picture data: commands with mostly sensible operands, strewn with any bytes."""
    operand = st.integers(0, 0xEF)
    colour = st.integers(0, 15).map(lambda c: bytes([0xF0, c]))
    priority = st.integers(0, 15).map(lambda p: bytes([0xF2, p]))
    pen = st.integers(0, 255).map(lambda p: bytes([0xF9, p]))
    off = st.sampled_from([b"\xf1", b"\xf3"])
    lines = st.tuples(st.sampled_from([0xF4, 0xF5, 0xF6, 0xF7, 0xFA]), st.lists(operand, max_size=14))
    fill = st.tuples(st.just(0xF8), st.lists(operand, max_size=4))
    drawing = st.one_of(lines, fill).map(lambda item: bytes([item[0], *item[1]]))
    anything = st.binary(max_size=6)
    command = st.one_of(colour, drawing, drawing, drawing, priority, pen, off, anything)
    return st.lists(command, max_size=14).map(b"".join)


@examples(150)
@given(scripts(), st.sampled_from(sorted(INTERPRETERS)), st.booleans())
def test_picture_equals_plain_twin(data: bytes, variant: PenVariant, over_noise: bool) -> None:
    expected = cells.noise(6) if over_noise else cells.empty()
    guarded = cells.guarded(expected)
    stepped = bytearray(expected)
    end = plain.draw(expected, data, INTERPRETERS[variant])
    assert core.draw(guarded.picture, data, pen_variant=variant) == end
    cells.assert_equal(guarded.picture, expected)
    guarded.check()
    drawing = core.Drawing(stepped, data, pen_variant=variant)
    while drawing.step():
        pass
    assert drawing.offset == end
    cells.assert_equal(stepped, expected)


def busy_picture(chance: random.Random) -> bytes:
    """Return picture data in which fills and everything that opens or closes ways for them follow each other."""

    def points(most: int) -> list[int]:
        return [chance.randrange(limit) for _ in range(chance.randint(1, most)) for limit in (160, 168)]

    data: list[int] = [0xF0, chance.randrange(15)]
    for _ in range(60):
        match chance.randrange(8):
            case 0:
                data += [0xF0, chance.choice((*range(15), 15, 15))]
            case 1:
                data += [0xF2, chance.choice((*range(16), 4, 4))]
            case 2:
                data += [chance.choice((0xF1, 0xF3))]
            case 3:
                data += [0xF9, chance.randrange(0x20), 0xFA, *points(3)]
            case 4:
                data += [chance.choice((0xF4, 0xF5, 0xF7)), *points(4)]
            case 5:
                data += [0xF6, *points(6)]
            case _:
                data += [0xF8, *points(4)]
    return bytes(data)


@pytest.mark.parametrize("seed", range(25))
def test_fills_know_what_was_drawn_since_the_last_one(seed: int) -> None:
    data = busy_picture(random.Random(seed))
    expected = cells.empty()
    plain.draw(expected, data, INTERPRETERS[PenVariant.PEN_FULL])
    picture = cells.empty()
    core.draw(picture, data)
    cells.assert_equal(picture, expected)


@pytest.mark.parametrize("first", ["00 00", "9F 00"])
@pytest.mark.parametrize(
    "command",
    [
        *("F4 70 40", "F5 70 40", "F6 70 40", "F7 70 40"),
        *("F4 70 40 50 90", "F5 70 40 50 90", "F6 70 40 10 90 30 22", "F7 70 40 77 FF"),
        *("FA 70 40", "F9 17 FA 70 40", "F9 07 FA 10 00", "F9 17 FA 9F 40", "F9 17 FA 9F A7 00 A7"),
    ],
)
def test_a_fill_keeps_what_was_drawn_behind_the_fill_before(first: str, command: str) -> None:
    # A wall in the middle, one side filled, something drawn, then both sides filled.
    data = bytes.fromhex(f"F0 00 F6 50 00 50 A7 F0 01 F8 {first} F0 02 {command} F0 03 F8 00 A7 9E A7")
    expected = cells.empty()
    plain.draw(expected, data, INTERPRETERS[PenVariant.PEN_FULL])
    picture = cells.empty()
    core.draw(picture, data)
    cells.assert_equal(picture, expected)
    assert 0x42 in picture


def test_steps_know_what_the_caller_has_drawn_between_them() -> None:
    picture = cells.empty()
    drawing = core.Drawing(picture, bytes.fromhex("F0 01 F8 00 00 F0 02 F8 00 02"))
    picture[160:320] = bytes([0x40]) * 160
    for _ in range(3):
        assert drawing.step()
    assert picture[0] == 0x41
    assert picture[320] == 0x4F
    picture[0:640] = bytes([0x4F]) * 640
    assert drawing.step()
    assert (picture[0], picture[320], picture[-1]) == (0x42, 0x42, 0x42)


def test_picture_refuses_what_is_out_of_range() -> None:
    with pytest.raises(ValueError, match="26880 cells, not 1"):
        core.draw(bytearray(1), b"\xff")
    for variant in (-1, len(PenVariant)):
        with pytest.raises(ValueError, match="not a pen variant"):
            core.draw(cells.empty(), b"\xff", pen_variant=variant)
        with pytest.raises(ValueError, match="not a pen variant"):
            core.Drawing(cells.empty(), b"\xff", pen_variant=variant)


def test_drawing_cannot_be_made_without_its_arguments() -> None:
    with pytest.raises(TypeError):
        core.Drawing.__new__(core.Drawing)
