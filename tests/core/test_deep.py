"""Cels drawn into both pictures of AGI256: equality with the plain twin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core import deep as core
from tests.core import cells
from tests.core.plain import deep as plain
from tests.core.test_cel import expect_cel, views
from tests.examples import examples


@examples(300)
@given(
    views(),
    st.booleans(),
    st.integers(0, 9),
    st.integers(0, 2),
    st.integers(0, 159) | st.integers(-0x8000, 0xFFFF),
    st.integers(-300, 300),
    st.integers(0, 255),
    st.sampled_from([tuple(range(256)), (0x0F, 0x1F, 0x2F, 0x3F, 0x4F), (0x00, 0x10, 0x20)]),
)
def test_blit_equals_plain_twin(
    view: bytes, is_deep: bool, loop: int, cel: int, x: int, top: int, priority: int, background: tuple[int, ...]
) -> None:
    view = (plain.MARK if is_deep else b"\1\1") + view[2:]
    picture, deep = cells.noise(7, background), cells.noise(8)
    guards = cells.guarded(picture), cells.guarded(deep)
    hidden = True
    if expect_cel(view, loop, cel) is not None:
        hidden = plain.blit(picture, deep, view, loop, cel, x, top, priority)
    assert core.blit(guards[0].picture, guards[1].picture, view, loop, cel, x, top, priority) is hidden
    for guard, expected in zip(guards, (picture, deep), strict=True):
        cells.assert_equal(guard.picture, expected)
        guard.check()


def test_wrong_arguments_are_refused() -> None:
    picture = bytearray(cells.CELLS)
    for first, second in ((picture[:-1], picture), (picture, picture[:-1])):
        with pytest.raises(ValueError, match="a picture has 26880 cells"):
            core.blit(bytearray(first), bytearray(second), b"\0", 0, 0, 0, 0, 0)
    for view in (b"", bytes(0x10000)):
        with pytest.raises(ValueError, match="a view has 1 to"):
            core.blit(picture, bytearray(picture), view, 0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match="not a 16-bit number"):
        core.blit(picture, bytearray(picture), b"\0", 0, 0, 0x10000, 0, 0)
