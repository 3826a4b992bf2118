"""Lines of the core: vectors of the reference, and equality with the plain twin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import line
from tests.core import cells
from tests.core.plain import line as plain

COLUMNS = st.integers(0, 159)
ROWS = st.integers(0, 167)
BYTES = st.integers(0, 255)

# reference: PIC-15, vectors
VECTORS = [
    ((0, 0), (5, 2), "0,0 1,0 2,1 3,1 4,2 5,2"),
    ((5, 2), (0, 0), "5,2 4,2 3,1 2,1 1,0 0,0"),
    ((0, 0), (2, 5), "0,0 0,1 1,2 1,3 2,4 2,5"),
    ((10, 10), (14, 11), "10,10 11,10 12,11 13,11 14,11"),
    ((20, 20), (17, 25), "20,20 19,21 19,22 18,23 18,24 17,25"),
    ((0, 0), (7, 3), "0,0 1,0 2,1 3,1 4,2 5,2 6,3 7,3"),
    ((7, 3), (0, 0), "7,3 6,3 5,2 4,2 3,1 2,1 1,0 0,0"),
    ((52, 81), (56, 83), "52,81 53,82 54,82 55,83 56,83"),
]


def points_of(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the points that the core plots."""
    picture = cells.empty()
    line.draw(picture, *start, *end, 0x0F, 0xF0)
    return cells.changed(picture)


@pytest.mark.parametrize(("start", "end", "points"), VECTORS)
def test_line_has_the_points_of_the_reference(start: tuple[int, int], end: tuple[int, int], points: str) -> None:
    # reference: PIC-15
    expected = {tuple(map(int, point.split(","))) for point in points.split()}
    assert {start, *points_of(start, end)} == expected


@pytest.mark.parametrize(("start", "end", "count"), [((3, 5), (3, 5), 1), ((9, 0), (0, 0), 10), ((7, 9), (7, 2), 8)])
def test_straight_line_includes_both_ends(start: tuple[int, int], end: tuple[int, int], count: int) -> None:
    # reference: PIC-15
    points = points_of(start, end)
    assert len(points) == count
    assert {start, end} <= set(points)


def test_slanted_line_leaves_its_first_point_to_the_caller() -> None:
    assert (20, 20) not in points_of((20, 20), (17, 25))


def test_long_diagonal_line_misses_its_end_point() -> None:
    # Reasoning from reference: PIC-16: the sum starts at 75 and loses 1 a step. Steps 76 (0 + 149),
    # 77 (149 + 149 = 298, a byte: 42), and once more 120 and 121, do not go down: 150 - 4 = 146 rows.
    points = points_of((0, 0), (150, 149))
    assert points[-1] == (150, 146)
    assert (150, 149) not in points


def test_line_keeps_the_plane_that_is_off() -> None:
    # reference: PIC-4
    picture = cells.noise(1)
    before = bytes(picture)
    line.draw(picture, 0, 80, 159, 20, 0xF0, 0x7F)
    assert [cell & 15 for cell in picture] == [cell & 15 for cell in before]


@given(COLUMNS, ROWS, COLUMNS, ROWS, BYTES, BYTES)
def test_line_equals_plain_twin(x1: int, y1: int, x2: int, y2: int, mask: int, value: int) -> None:
    expected = cells.noise(2)
    guarded = cells.guarded(expected)
    plain.draw(expected, x1, y1, x2, y2, mask, value)
    line.draw(guarded.picture, x1, y1, x2, y2, mask, value)
    cells.assert_equal(guarded.picture, expected)
    guarded.check()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((160, 0, 0, 0, 0, 0), r"\(160, 0\) is outside"),
        ((0, 0, 0, 168, 0, 0), r"\(0, 168\) is outside"),
        ((-1, 0, 0, 0, 0, 0), r"\(-1, 0\) is outside"),
        ((0, 0, 0, 0, 256, 0), "must be bytes"),
        ((0, 0, 0, 0, 0, -1), "must be bytes"),
    ],
)
def test_line_refuses_what_is_out_of_range(arguments: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        line.draw(cells.empty(), *arguments)  # type: ignore[call-arg]


def test_line_refuses_a_picture_of_another_size() -> None:
    with pytest.raises(ValueError, match="26880 cells, not 64"):
        line.draw(bytearray(64), 0, 0, 0, 0, 0, 0)
