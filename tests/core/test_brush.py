"""Pens of the core: placement, masks and splatter of the reference, and equality with the plain twin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import brush
from agi_emu._core.brush import PenVariant
from tests.core import cells
from tests.core.plain import brush as plain

BYTES = st.integers(0, 255)
RECTANGLE = 0x10
SPLATTER = 0x20

INTERPRETERS = {
    PenVariant.PEN_FULL: "2.439",
    PenVariant.PEN_MIDDLE_ROW_INSIDE: "3.002",
    PenVariant.PEN_NOTCHED: "2.435",
    PenVariant.PEN_NOTCHED_OFF_CENTRE: "2.426",
    PenVariant.PEN_SHORT_OFF_CENTRE: "2.425",
}


def points_of(x: int, y: int, pen: int, texture: int = 0, variant: int = PenVariant.PEN_FULL) -> list[tuple[int, int]]:
    """Return the points that the core plots on an empty picture."""
    picture = cells.empty()
    brush.draw(picture, x, y, pen, texture, 0x0F, 0xF0, variant=variant)
    return cells.changed(picture)


# reference: PIC-18, table of placements: point, n, columns, rows
@pytest.mark.parametrize(
    ("point", "n", "columns", "rows"),
    [
        ((10, 10), 0, (10, 10), (10, 10)),
        ((10, 10), 1, (9, 10), (9, 11)),
        ((10, 10), 2, (9, 11), (8, 12)),
        ((10, 10), 3, (8, 11), (7, 13)),
        ((0, 0), 3, (0, 3), (0, 6)),
        ((5, 2), 7, (1, 8), (0, 14)),
        ((158, 100), 3, (156, 159), (97, 103)),
        ((159, 167), 1, (158, 159), (165, 167)),
    ],
)
def test_pen_covers_the_columns_and_rows_of_the_reference(
    point: tuple[int, int], n: int, columns: tuple[int, int], rows: tuple[int, int]
) -> None:
    expected = [(x, y) for y in range(rows[0], rows[1] + 1) for x in range(columns[0], columns[1] + 1)]
    assert points_of(*point, RECTANGLE | n) == expected


def test_pen_at_the_right_edge_wraps_to_the_next_row_and_drops_what_is_behind_the_picture() -> None:
    # reference: PIC-18, PIC-19: (159, 167) with n = 3: columns 157..160, rows 161..167; 160 is x = 0 one row lower.
    points = points_of(159, 167, RECTANGLE | 3)
    assert [point for point in points if point[0] == 0] == [(0, y) for y in range(162, 168)]
    assert [point for point in points if point[1] == 161] == [(157, 161), (158, 161), (159, 161)]


# reference: PIC-19: columns of a rectangle at (159, 60); x = 160 is x = 0 one row lower
@pytest.mark.parametrize(
    ("n", "inside", "past"),
    [
        (0, (159, 159), (159, 159)),
        (1, (158, 159), (158, 159)),
        (2, (157, 159), (158, 160)),
        (3, (156, 159), (157, 160)),
        (4, (155, 159), (156, 160)),
        (5, (154, 159), (155, 160)),
        (6, (153, 159), (154, 160)),
        (7, (152, 159), (153, 160)),
    ],
)
def test_pen_at_the_right_edge_covers_the_columns_of_the_interpreter(
    n: int, inside: tuple[int, int], past: tuple[int, int]
) -> None:
    for variant, (first, last) in ((PenVariant.PEN_MIDDLE_ROW_INSIDE, inside), (PenVariant.PEN_FULL, past)):
        rows = range(60 - n, 61 + n)
        expected = {(x % 160, y + x // 160) for y in rows for x in range(first, last + 1)}
        assert set(points_of(159, 60, RECTANGLE | n, variant=variant)) == expected


# reference: PIC-20
@pytest.mark.parametrize(
    ("n", "rows"),
    [
        (0, "1"),
        (1, "11 11 11"),
        (2, "010 111 111 111 010"),
        (3, "0110 0110 1111 1111 1111 0110 0110"),
        (4, "00100 01110 11111 11111 11111 11111 11111 01110 00100"),
        (5, "001100 011110 011110 011110 111111 111111 111111 011110 011110 011110 001100"),
        (6, "0011100" + " 0111110" * 3 + " 1111111" * 5 + " 0111110" * 3 + " 0011100"),
        (7, "00011000 00111100" + " 01111110" * 3 + " 11111111" * 5 + " 01111110" * 3 + " 00111100 00011000"),
    ],
)
def test_round_pen_has_the_mask_of_the_reference(n: int, rows: str) -> None:
    points = points_of(80, 80, n)
    left = (160 - n) // 2
    drawn = ["".join("01"[(left + c, 80 - n + r) in points] for c in range(n + 1)) for r in range(2 * n + 1)]
    assert drawn == rows.split()


# reference: PIC-21
@pytest.mark.parametrize(
    ("variant", "rows"),
    [
        (PenVariant.PEN_FULL, "11 11 11"),
        (PenVariant.PEN_MIDDLE_ROW_INSIDE, "00 11 00"),
        (PenVariant.PEN_NOTCHED, "11 11 01"),
    ],
)
def test_round_pen_of_size_1_depends_on_the_interpreter(variant: PenVariant, rows: str) -> None:
    points = points_of(80, 80, 1, variant=variant)
    assert ["".join("01"[(79 + c, 79 + r) in points] for c in range(2)) for r in range(3)] == rows.split()


def test_pen_of_2_426_lies_off_centre() -> None:
    # reference: PIC-24: x - n div 2, y - n div 2
    points = points_of(80, 80, RECTANGLE | 3, variant=PenVariant.PEN_NOTCHED_OFF_CENTRE)
    assert (points[0], points[-1]) == ((79, 79), (82, 85))


# reference: PIC-22, vectors
def test_splattered_pen_plots_the_cells_of_the_reference() -> None:
    assert points_of(50, 50, 0x32, 0x18) == [(50, 48), (49, 49), (49, 52)]
    assert points_of(50, 50, 0x22, 0x18) == [(49, 49), (51, 49)]


# reference: PIC-22, first 16 plot bits
@pytest.mark.parametrize(
    ("texture", "bits"),
    [
        (0x00, "0010 0000 1001 0100"),
        (0x18, "0101 0000 0000 1000"),
        (0x55, "1001 0001 0001 0001"),
        (0xEF, "0000 0000 1010 0000"),
    ],
)
def test_splatter_starts_with_the_bits_of_the_reference(texture: int, bits: str) -> None:
    points = points_of(80, 80, RECTANGLE | SPLATTER | 3, texture)
    covered = [(78 + c, 77 + r) for r in range(4) for c in range(4)]
    assert "".join("01"[point in points] for point in covered) == bits.replace(" ", "")


@given(st.integers(0, 159), st.integers(0, 167), BYTES, BYTES, BYTES, BYTES, st.sampled_from(sorted(INTERPRETERS)))
def test_pen_equals_plain_twin(
    x: int, y: int, pen: int, texture: int, mask: int, value: int, variant: PenVariant
) -> None:
    expected = cells.noise(5)
    guarded = cells.guarded(expected)
    plain.draw(expected, x, y, pen, texture, mask, value, INTERPRETERS[variant])
    brush.draw(guarded.picture, x, y, pen, texture, mask, value, variant=variant)
    cells.assert_equal(guarded.picture, expected)
    guarded.check()


@pytest.mark.parametrize(
    ("arguments", "variant", "message"),
    [
        ((160, 0, 0, 0, 0, 0), 0, "outside"),
        ((0, 168, 0, 0, 0, 0), 0, "outside"),
        ((0, 0, 256, 0, 0, 0), 0, "bytes"),
        ((0, 0, 0, -1, 0, 0), 0, "bytes"),
        ((0, 0, 0, 0, 256, 0), 0, "bytes"),
        ((0, 0, 0, 0, 0, 256), 0, "bytes"),
        ((0, 0, 0, 0, 0, 0), PenVariant.PEN_DOT, "not a variant"),
        ((0, 0, 0, 0, 0, 0), -1, "not a variant"),
    ],
)
def test_pen_refuses_what_is_out_of_range(arguments: tuple[int, ...], variant: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        brush.draw(cells.empty(), *arguments, variant=variant)  # type: ignore[call-arg]


def test_pen_refuses_a_picture_of_another_size() -> None:
    with pytest.raises(ValueError, match="26880 cells, not 0"):
        brush.draw(bytearray(), 0, 0, 0, 0, 0, 0)
