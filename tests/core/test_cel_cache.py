"""Kept cels of the core: drawing from them shows the same as unpacking each time."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core.cel_cache import CelStore
from agi_emu._core.machine import Core
from agi_emu.facts.font import built_in_face
from agi_emu.state.layout import STATE_BYTES, StateLayout
from tests.core import cells
from tests.core.cel_bytes import MIRRORED, cel_of, view_of
from tests.core.plain import cel as plain
from tests.core.test_cel import expect_cel, views
from tests.examples import examples

POOL_BYTES = 1 << 18
"""What a machine spends on kept cels at most (kept_cels.pxd)."""
GROUNDS = (tuple(range(256)), (0x0F, 0x1F, 0x2F, 0x3F, 0x4F))


def block(width: int, height: int, colour: int) -> bytes:
    """Return a cel of one colour with a transparent first column."""
    row = [0x51]
    while sum(chunk & 15 for chunk in row) < width:
        row.append(colour << 4 | min(15, width - sum(chunk & 15 for chunk in row)))
    return cel_of(width, height, 5, (bytes([*row, 0]) * height).hex())


def check(
    store: CelStore, picture: bytearray, view: bytes, loop: int, cel: int, x: int, top: int, priority: int
) -> None:
    """Draw a cel from the store and by the plain twin; both must show the same and touch nothing else."""
    guarded = cells.guarded(picture)
    hidden = store.blit(guarded.picture, view, loop, cel, x, top, priority)
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
    store = CelStore()
    for number, *where in steps:
        for _ in range(2):  # once to keep it, once from what is kept
            check(store, cells.noise(5, ground), drawn[number % len(drawn)], *where)  # type: ignore[arg-type]


def test_cels_are_kept_once_each() -> None:
    shared = cel_of(9, 2, MIRRORED | 5, "12 53 24 00 19 00")
    view = view_of([shared], [shared, cel_of(1, 1, 5, "11 00")])
    store = CelStore()
    picture = cells.empty()
    for _ in range(3):
        for loop, cel in ((0, 0), (1, 0), (1, 1)):
            check(store, picture, view, loop, cel, 20, 30, 10)
    # Rows of sixteen bytes: two cels of two rows, one of one.
    assert (store.count, store.used) == (3, 80)


def test_a_full_store_begins_anew() -> None:
    # 255 rows of 256 bytes: four of them fit, a fifth does not.
    large = [view_of([block(255, 255, colour)]) for colour in range(5)]
    store = CelStore()
    for round_ in range(2):
        for number, view in enumerate(large):
            check(store, cells.noise(1, GROUNDS[1]), view, 0, 0, 0, 0, 9)
            assert store.count == (number + 1 if round_ == 0 and number < 4 else (round_ * 5 + number) % 4 + 1)
            assert store.used <= POOL_BYTES


def test_many_small_cels_do_not_fill_the_table() -> None:
    chance = random.Random(3)
    small = [
        view_of(*[[block(chance.randint(2, 20), 1, colour) for colour in range(6, 15)] for _ in range(30)])
        for _ in range(3)
    ]
    store = CelStore()
    picture = cells.empty()
    for view, loop, cel in product(small, range(30), range(9)):
        check(store, picture, view, loop, cel, chance.randrange(140), chance.randrange(168), chance.randrange(16))
    assert 0 < store.count < 3 * 30 * 9


def test_forgotten_cels_are_unpacked_again() -> None:
    store = CelStore()
    view = view_of([block(20, 3, 1)])
    check(store, cells.empty(), view, 0, 0, 5, 5, 10)
    store.forget()
    assert (store.count, store.used) == (0, 0)
    check(store, cells.empty(), view, 0, 0, 5, 5, 10)


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


def test_store_refuses_what_is_out_of_range() -> None:
    view = view_of([cel_of(1, 1, 0, "11 00")])
    store = CelStore()
    with pytest.raises(ValueError, match="26880 cells, not 3"):
        store.blit(bytearray(3), view, 0, 0, 0, 0, 15)
    with pytest.raises(ValueError, match="not a 16-bit number"):
        store.blit(cells.empty(), view, 0, 0, 0x10000, 0, 15)
    with pytest.raises(ValueError, match="at most 65535 bytes, not 65536"):
        store.blit(cells.empty(), bytes(65536), 0, 0, 0, 0, 15)
