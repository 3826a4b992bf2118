"""Kept cels of the core: drawing from them shows the same as unpacking each time."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core.cel_cache import KeptView
from agi_emu._core.machine import Core
from agi_emu.facts.font import built_in_face
from agi_emu.state.layout import STATE_BYTES, StateLayout
from tests.core import cells
from tests.core.cel_bytes import MIRRORED, cel_of, view_of
from tests.core.plain import cel as plain
from tests.core.test_cel import expect_cel, views
from tests.examples import examples

MOST_BYTES, MOST_CELS = 1 << 19, 4096
"""What is kept of a view at most (cel_cache.pxd)."""
GROUNDS = (tuple(range(256)), (0x0F, 0x1F, 0x2F, 0x3F, 0x4F))


def block(width: int, height: int, colour: int) -> bytes:
    """Return a cel of one colour with a transparent first column."""
    row = [0x51]
    while sum(chunk & 15 for chunk in row) < width:
        row.append(colour << 4 | min(15, width - sum(chunk & 15 for chunk in row)))
    return cel_of(width, height, 5, (bytes([*row, 0]) * height).hex())


def check(
    kept: KeptView, picture: bytearray, view: bytes, loop: int, cel: int, x: int, top: int, priority: int
) -> None:
    """Draw a cel of a view that is kept and by the plain twin; both must show the same and touch nothing else."""
    guarded = cells.guarded(picture)
    hidden = kept.blit(guarded.picture, loop, cel, x, top, priority)
    assert hidden is (
        plain.blit(picture, view, loop, cel, x, top, priority) if expect_cel(view, loop, cel) is not None else True
    )
    cells.assert_equal(guarded.picture, picture)
    guarded.check()


@examples(100)
@given(
    st.lists(views(), min_size=1, max_size=3),
    st.lists(
        st.tuples(
            st.integers(0, 2),
            st.integers(0, 9),
            st.integers(0, 2),
            st.integers(0, 159) | st.integers(-0x8000, 0xFFFF),
            st.integers(-300, 300),
            st.integers(0, 255),
        ),
        max_size=8,
    ),
    st.sampled_from(GROUNDS),
)
def test_drawing_kept_cels_equals_plain_twin(
    drawn: list[bytes], steps: list[tuple[int, int, int, int, int, int]], ground: tuple[int, ...]
) -> None:
    kept = [KeptView(view) for view in drawn]
    for number, *where in steps:
        for _ in range(2):  # once to keep it, once from what is kept
            view = number % len(drawn)
            check(kept[view], cells.noise(5, ground), drawn[view], *where)  # type: ignore[arg-type]


def test_cels_are_kept_once_each() -> None:
    shared = cel_of(9, 2, MIRRORED | 5, "12 53 24 00 19 00")
    view = view_of([shared], [shared, cel_of(1, 1, 5, "11 00")])
    kept = KeptView(view)
    for count in (3, 3):
        for loop, cel in ((0, 0), (1, 0), (1, 1)):
            check(kept, cells.empty(), view, loop, cel, 20, 30, 10)
        assert kept.count == count


def test_of_very_large_cels_the_first_are_kept() -> None:
    # 255 rows of 256 bytes each.
    view = view_of([block(255, 255, 1)] * 10)
    kept = KeptView(view)
    for cel in range(10):
        check(kept, cells.noise(1, GROUNDS[1]), view, 0, cel, 0, 0, 9)
    assert kept.count == MOST_BYTES // (255 * 256)


def test_of_very_many_cels_the_first_are_kept() -> None:
    view = bytearray(view_of(*[[block(2, 1, 6)] * 255] * 18))
    kept = KeptView(bytes(view))
    for loop, cel in product(range(18), range(255)):
        check(kept, cells.empty(), bytes(view), loop, cel, 100, 100, 9)
    assert kept.count == MOST_CELS


def test_cores_share_the_cels_of_equal_views() -> None:
    shared: dict[bytes, KeptView] = {}
    for _ in range(2):
        buffer = bytearray(STATE_BYTES)
        StateLayout.from_buffer(buffer).loaded.views.present[3] = 1
        core = Core(buffer, built_in_face())
        core.set_view(3, view_of([block(30, 20, 1)]), shared)
        core.clear_picture()
        assert core.show_view(3) == 0
    assert [kept.count for kept in shared.values()] == [1]


def test_a_view_that_takes_the_place_of_another_is_drawn_as_it_is() -> None:
    buffer = bytearray(STATE_BYTES)
    state = StateLayout.from_buffer(buffer)
    state.loaded.views.present[3] = 1
    core = Core(buffer, built_in_face())
    for colour in (*range(5), *range(6, 15)):
        # The bytes of the last one are given back first, so mostly the next ones come to lie at their place.
        core.set_view(3, None)
        core.set_view(3, view_of([block(30, 20, colour)]))
        core.clear_picture()
        assert core.show_view(3) == 0
        # Its first column is transparent, its priority 15 (reference: VIEW-51).
        drawn = [cell for cell in bytes(state.picture) if cell != cells.EMPTY]
        assert drawn == [0xF0 | colour] * (29 * 20)


def test_what_is_kept_refuses_what_is_out_of_range() -> None:
    view = view_of([cel_of(1, 1, 0, "11 00")])
    kept = KeptView(view)
    with pytest.raises(ValueError, match="26880 cells, not 3"):
        kept.blit(bytearray(3), 0, 0, 0, 0, 15)
    with pytest.raises(ValueError, match="not a 16-bit number"):
        kept.blit(cells.empty(), 0, 0, 0x10000, 0, 15)
    with pytest.raises(ValueError, match="at most 65535 bytes, not 65536"):
        KeptView(bytes(65536)).blit(cells.empty(), 0, 0, 0, 0, 15)
