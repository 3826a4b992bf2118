"""Targets for single loops of the core: what they are given, and what must hold whatever that is."""

from __future__ import annotations

from array import array
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from agi_emu._core import brush, cel, flood, line, lzw, picture, psg, scale, screen
from agi_emu._core.cel_cache import KeptView
from agi_emu.facts.font import built_in_face
from agi_emu.presentation.synthesiser import CHIPS, impulses
from agi_emu.state.layout import STATE_BYTES
from tests.fuzz.cursor import Cursor, exact

WIDTH, HEIGHT = 160, 168
CELLS = WIDTH * HEIGHT
LARGEST_OUTPUT = 4096
MOST_BLITS = 3
MOST_SHAPES = 24
MOST_STEPS = 64
STEPWISE = 0x80
"""Of the first byte of a picture: draw it a second time, command by command."""
DIFFERENT_CELLS = 0x80
"""Of a cell's first byte: draw on a picture in which neighbours differ."""
CHIP_ALONE = 0x80
"""Of the first byte of sound: what the chip gives out itself, without the computer around it."""
CHIP_NAMES = tuple(CHIPS.values())
RATES = (8000, 11025, 22050, 44100, 48000, 192000)
PORTS = (0xC0, 0x42, 0x43, 0x61)
SAMPLE_COUNTS = (1, 2, 31, 32, 33, 183, 735, 1023, 1024, 1025)
SCREENS = ((40, 25), (320, 200))
"""Sizes of a screen that is scaled: a small one takes a hundredth of the time."""
SIZES = {
    (40, 25): ((1, 1), (3, 2), (39, 24), (40, 25), (41, 26), (80, 50), (42, 60)),
    (320, 200): ((1, 1), (3, 2), (319, 199), (320, 200), (321, 201), (640, 400), (333, 480)),
}
STRIPES = np.arange(CELLS, dtype=np.uint32).astype(np.uint8) * np.uint8(37)


def expand_lzw(data: bytes) -> None:
    """Expand a stream into an output of any size."""
    cursor = Cursor(data)
    output = np.empty(cursor.word() % LARGEST_OUTPUT + 1, np.uint8)
    assert 0 <= lzw.expand(exact(cursor.rest()), output) <= len(output)


def draw_picture(data: bytes) -> None:
    """Draw a picture; command by command it is the same."""
    cursor = Cursor(data)
    choices = cursor.byte()
    variant = choices % len(brush.PenVariant)
    commands = exact(cursor.rest())
    cells = np.full(CELLS, 0x4F, np.uint8)
    picture.draw(cells, commands, pen_variant=variant)
    if choices & STEPWISE:
        other = np.full(CELLS, 0x4F, np.uint8)
        drawing = picture.Drawing(other, commands, pen_variant=variant)
        while drawing.step():
            pass
        assert bytes(other) == bytes(cells)


def draw_cels(data: bytes) -> None:
    """Decode cels of a view and draw them; those kept from an earlier drawing are drawn the same."""
    cursor = Cursor(data)
    background = cursor.byte()
    cells = STRIPES.copy() if background & DIFFERENT_CELLS else np.full(CELLS, background, np.uint8)
    kept = cells.copy()
    places = [
        (cursor.byte(), cursor.byte(), cursor.signed_word(), cursor.byte(), cursor.byte() & 15)
        for _ in range(1 + cursor.below(MOST_BLITS))
    ]
    view = cursor.rest()
    exact_view = exact(view)
    store = KeptView(view)
    loops = cel.loop_count(exact_view)
    for loop, number, x, top, priority in places:
        if loop < loops and number < cel.cel_count(exact_view, loop):
            with suppress(IndexError):
                cel.header(exact_view, loop, number)
                cel.decode(exact_view, loop, number)
        fits = store.blit(kept, loop, number, x, top, priority)
        try:
            assert cel.blit(cells, exact_view, loop, number, x, top, priority) == fits
        except IndexError:
            continue
        assert bytes(cells) == bytes(kept)


def draw_shapes(data: bytes) -> None:
    """Draw lines and pens and fill areas, one over the other."""
    cursor = Cursor(data)
    cells = np.full(CELLS, 0x4F, np.uint8)
    places = np.empty(flood.WAITING, np.uint32)
    for _ in range(MOST_SHAPES):
        if cursor.is_over:
            return
        kind, x, y = cursor.below(4), cursor.below(WIDTH), cursor.below(HEIGHT)
        mask, value = (0x0F, 0xF0, 0xFF, cursor.byte())[cursor.below(4)], cursor.byte()
        if kind == 0:
            line.draw(cells, x, y, cursor.below(WIDTH), cursor.below(HEIGHT), mask, value)
        elif kind == 1:
            variant = cursor.below(brush.PenVariant.PEN_DOT)
            brush.draw(cells, x, y, cursor.byte(), cursor.byte(), mask, value, variant=variant)
        else:
            assert 0 <= flood.fill(cells, places, x, y, mask, value) <= CELLS


def play_chip(data: bytes) -> None:
    """Write to the ports of a computer's sound chip between pieces of sound."""
    cursor = Cursor(data)
    choices = cursor.byte()
    chip = psg.Psg(impulses(), CHIP_NAMES[choices % len(CHIP_NAMES)], RATES[cursor.below(len(RATES))])
    for _ in range(MOST_STEPS):
        if cursor.is_over:
            return
        what = cursor.byte()
        if what < 0xE0:
            chip.write(PORTS[what % len(PORTS)], cursor.byte())
        elif what < 0xF8:
            count = SAMPLE_COUNTS[cursor.below(len(SAMPLE_COUNTS))]
            if choices & CHIP_ALONE:
                chip.render_chip(np.empty(count, np.int32))
            else:
                chip.render(np.empty(count, np.int16), cursor.byte() + 1)
        elif not choices & CHIP_ALONE:
            log = sorted(
                cursor.below(8) << 24 | PORTS[cursor.below(len(PORTS))] << 8 | cursor.byte()
                for _ in range(cursor.below(20))
            )
            assert len(chip.play(array("Q", log), SAMPLE_COUNTS[cursor.below(len(SAMPLE_COUNTS))], 6)) > 0


def scale_frame(data: bytes) -> None:
    """Scale a screen into a surface of which it is a part; nothing beside it changes."""
    cursor = Cursor(data)
    size, left, top, right = cursor.byte(), cursor.below(4), cursor.below(4), cursor.below(4)
    options = cursor.byte()
    columns, rows = SCREENS[options % 16 == 15]
    width, height = SIZES[columns, rows][size % len(SIZES[columns, rows])]
    first = cursor.below(rows)
    last = first + cursor.below(rows - first)
    pattern = cursor.rest() or b"\0"
    pixels = exact((pattern * (columns * rows // len(pattern) + 1))[: columns * rows])
    layer = pixels[::-1].copy() if options & 16 else None
    colours = np.arange(512, dtype=np.uint32)
    pitch = left + width + right
    surface = np.full(pitch * (top + height), 0xABCDEF01, np.uint32)
    scaler = scale.Scaler(width, height, columns, rows)
    scaler.draw(pixels, colours, surface, pitch, left, top, first, last, layer)
    shown: NDArray[np.uint32] = surface.reshape(-1, pitch)
    assert (shown[:top] == 0xABCDEF01).all()
    assert (shown[:, :left] == 0xABCDEF01).all()
    assert (shown[:, left + width :] == 0xABCDEF01).all()


def paint_screen(data: bytes) -> None:
    """Paint the screen with every operation that it has, in any order."""
    cursor = Cursor(data)
    painted = screen.Screen(
        np.zeros(STATE_BYTES, np.uint8), built_in_face(), text_backgrounds_by_xor=bool(cursor.byte() & 1)
    )
    for _ in range(MOST_STEPS):
        if cursor.is_over:
            return
        kind, first = cursor.below(8), [cursor.signed_word() if cursor.byte() & 1 else cursor.byte() for _ in range(4)]
        if kind == 0:
            painted.set_mode(bool(first[0] & 1))
        elif kind == 1:
            painted.copy(*first)
        elif kind == 2:
            painted.copy_priorities()
        elif kind == 3:
            painted.fill(*first, cursor.byte())
        elif kind == 4:
            painted.fill_cells(*first, cursor.byte())
        elif kind == 5:
            painted.put(first[0], first[1], cursor.byte(), cursor.byte(), bool(first[2] & 1))
        elif kind == 6:
            painted.scroll(*first, cursor.byte())
        else:
            painted.print(cursor.take(first[0] & 0xFF))
