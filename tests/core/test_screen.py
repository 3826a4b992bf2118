"""The visible screen of the core against its plain twin, and its edges by hand."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agi_emu._core.colours import take_pixels
from agi_emu._core.screen import Screen
from agi_emu.facts.font import built_in_face
from agi_emu.state.layout import STATE_BYTES, StateLayout
from tests.core.plain.screen import PlainScreen
from tests.examples import examples

PICTURE = bytes((x * 7 + y * 3 + x * y) & 0xFF for y in range(168) for x in range(160))


class Rig:
    """A state, its screen and the recordings' model."""

    def __init__(self, *, picture_row: int = 1, text_mode: bool = False, by_xor: bool = False) -> None:
        self.buffer = bytearray(STATE_BYTES)
        self.state = StateLayout.from_buffer(self.buffer)
        self.state.text.picture_row = picture_row
        self.state.general.text_mode = text_mode
        self.state.picture[:] = PICTURE
        self.model = bytearray(160 * 200)
        self.screen = Screen(self.buffer, built_in_face(), text_backgrounds_by_xor=by_xor)
        self.screen.attach_model(self.model)

    def pixel(self, x: int, y: int) -> int:
        return int(self.state.screen[320 * y + x])

    def cell(self, row: int, column: int) -> tuple[int, int]:
        at = 40 * row + column
        return self.state.text_chars[at], self.state.text_attributes[at]


coordinate = st.one_of(st.integers(-20, 260), st.integers(-(2**31), 2**31 - 1))
byte = st.integers(0, 255)
operation = st.one_of(
    st.tuples(st.just("copy"), st.tuples(coordinate, coordinate, coordinate, coordinate)),
    st.tuples(st.just("fill"), st.tuples(coordinate, coordinate, coordinate, coordinate, st.integers(0, 15))),
    st.tuples(st.just("fill_cells"), st.tuples(*[st.integers(-2, 50)] * 4, byte)),
    st.tuples(st.just("scroll"), st.tuples(*[st.integers(-2, 50)] * 4, byte)),
    st.tuples(st.just("put"), st.tuples(st.integers(-2, 30), st.integers(-2, 50), byte, byte, st.booleans())),
    st.tuples(st.just("copy_priorities"), st.just(())),
    st.tuples(st.just("set_mode"), st.tuples(st.booleans())),
)


@examples(60)
@example([("fill", (0, 0, 1, 169, 1)), ("copy", (0, 0, 1, 169))], 0, False, False)
@example([("fill", (0, 0, 4, 200, 1)), ("copy", (0, 180, 4, 8))], 0, False, False)
@given(st.lists(operation, max_size=5), st.integers(0, 255), st.booleans(), st.booleans())
def test_screen_paints_as_its_plain_twin(
    operations: list[tuple[str, tuple[Any, ...]]], picture_row: int, text_mode: bool, by_xor: bool
) -> None:
    rig = Rig(picture_row=picture_row, text_mode=text_mode, by_xor=by_xor)
    plain = PlainScreen(PICTURE, built_in_face(), picture_row, text_mode=text_mode, by_xor=by_xor)
    rig.screen.set_mode(text_mode)
    before = bytes(rig.state.vars) + bytes(rig.state.picture)
    for name, arguments in operations:
        getattr(rig.screen, name)(*arguments)
        if name == "copy_priorities":
            plain.copy(0, 0, 160, 168, 4)
        elif name == "put":
            plain.put(*arguments[:4], halftone=arguments[4])
        else:
            getattr(plain, name)(*arguments)
        assert take_pixels(rig.screen) == bytes(rig.state.screen)
    assert bytes(rig.state.screen) == b"".join(plain.pixels)
    assert bytes(rig.model) == b"".join(plain.model)
    cells = list(chain.from_iterable(plain.cells))
    assert list(rig.state.text_chars) == [character for character, _ in cells]
    assert list(rig.state.text_attributes) == [attribute for _, attribute in cells]
    assert bytes(rig.state.vars) + bytes(rig.state.picture) == before
    assert rig.state.general.text_mode == plain.text_mode
    assert not any(rig.state.arena[:64])


def test_pixels_that_somebody_holds_stay_and_others_are_written_again() -> None:
    rig = Rig()
    hash(take_pixels(rig.screen))
    rig.screen.put(3, 4, 65, 15)
    held = take_pixels(rig.screen)
    assert hash(held) == hash(bytes(rig.state.screen))
    shown = bytearray(held)
    rig.screen.put(5, 6, 65, 15)
    assert take_pixels(rig.screen) == bytes(rig.state.screen) != held
    assert held == shown
    view = memoryview(take_pixels(rig.screen))
    seen = view.tobytes()
    rig.screen.put(24, 39, 65, 15)
    assert take_pixels(rig.screen) == bytes(rig.state.screen) != view.tobytes() == seen


def test_screen_copy_shows_two_pixels_a_cell_below_the_status_row() -> None:
    # reference: TEXT-1, PIC-36
    rig = Rig(picture_row=1)
    rig.screen.copy(10, 20, 1, 1)
    colour = PICTURE[20 * 160 + 10] & 15
    assert [rig.pixel(x, 28) for x in (19, 20, 21, 22)] == [0, colour, colour, 0]


def test_screen_put_inverted_is_black_on_the_low_nibble() -> None:
    # reference: TEXT-8, TEXT-9: attribute 8F is a black glyph on white; glyph 219 of code page 437 is a full block.
    rig = Rig()
    rig.screen.put(3, 4, 219, 0x8F)
    rig.screen.put(3, 5, 32, 0x8F)
    rig.screen.put(3, 6, 219, 0x05)
    assert [rig.pixel(x, 24) for x in (32, 40, 48)] == [0, 15, 5]
    assert [rig.model[24 * 160 + x] for x in (16, 20, 24)] == [15, 15, 0]


def test_screen_of_an_old_interpreter_flips_the_pixels_of_inverted_glyphs() -> None:
    # reference: TEXT-13: exclusive or; black on white only because the window is white first.
    rig = Rig(by_xor=True)
    rig.screen.put(3, 4, 219, 0x8F)
    assert rig.pixel(32, 24) == 15
    rig.screen.put(3, 4, 219, 0x8F)
    assert rig.pixel(32, 24) == 0


def test_screen_halftone_lights_the_pattern_besides_the_glyph() -> None:
    # reference: TEXT-11: glyph rows 0, 2, 4, 6 OR 55h, the others OR AAh, after a possible inversion.
    rig = Rig()
    rig.screen.put(0, 0, 219, 0x8F, True)
    assert [rig.pixel(x, 0) for x in range(4)] == [0, 15, 0, 15]
    assert [rig.pixel(x, 1) for x in range(4)] == [15, 0, 15, 0]


def test_screen_blanks_only_cells_that_a_rectangle_covers_wholly() -> None:
    rig = Rig()
    for column in range(3):
        rig.screen.put(5, column, 65, 0x0F)
    rig.screen.fill(1, 8 * 5 - 8, 8, 8, 15)  # cells 1..8: of the text cells only column 1 (cells 4-7) is inside
    assert [rig.cell(5, column) for column in range(3)] == [(65, 15), (0, 0), (65, 15)]


def test_screen_fill_left_of_the_screen_is_for_the_player_only() -> None:
    # reference: TEXT-40: the recordings paint nothing of a rectangle whose byte x is past 159.
    rig = Rig()
    rig.screen.put(2, 0, 65, 0x0F)
    rig.screen.fill(-5, 0, 20, 40, 7)
    assert rig.pixel(0, 8) == 7
    assert not any(rig.model[160 * 30 :])
    assert rig.cell(2, 0) == (65, 15)


def test_screen_rectangles_do_not_reach_the_monitor_in_text_mode() -> None:
    rig = Rig(text_mode=True)
    rig.screen.fill(0, 0, 160, 100, 7)
    rig.screen.copy(0, 0, 160, 100)
    assert not any(rig.state.screen)


def test_screen_refuses_buffers_of_a_wrong_size() -> None:
    with pytest.raises(ValueError, match="the state needs"):
        Screen(bytearray(STATE_BYTES - 1), built_in_face())
    with pytest.raises(ValueError, match="a face has"):
        Screen(bytearray(STATE_BYTES), bytes(100))
    with pytest.raises(ValueError, match="screen model"):
        Rig().screen.attach_model(bytearray(100))
    with pytest.raises((ValueError, BufferError, TypeError)):
        Screen(bytes(STATE_BYTES), built_in_face())
