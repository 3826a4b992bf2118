"""Boxes and text over a game's screen."""

from __future__ import annotations

import pytest

from agi_emu.facts.font import WideFace, face_of, glyph_of
from agi_emu.window.host_menu import HostMenuEntry, MenuLook
from agi_emu.window.overlay import GROUND, INK, Alphabet, Overlay, Surface, draw_banner, overlay_size


def test_text_is_painted_glyph_by_glyph() -> None:
    # Code 220 of code page 437 is the lower half of a cell, 219 the whole cell.
    pixels = bytearray(64000)
    Surface(pixels, 320, 200).write(40, 50, "▄█", INK)
    lower = {320 * y + x for x in range(40, 48) for y in range(54, 58)}
    whole = {320 * y + x for x in range(48, 56) for y in range(50, 58)}
    assert {index for index, colour in enumerate(pixels) if colour == INK} == lower | whole
    assert set(pixels) == {0, INK}


def test_fill_keeps_to_its_rectangle() -> None:
    pixels = bytearray(64000)
    Surface(pixels, 320, 200).fill(10, 20, 5, 3, GROUND)
    inside = {320 * y + x for x in range(10, 15) for y in range(20, 23)}
    assert {index for index, colour in enumerate(pixels) if colour} == inside


@pytest.mark.parametrize(
    ("text", "rows"),
    [("2x", 14), ("a sentence that is too long for one line of it", 22), ("much " * 99, 46), ("x" * 500, 46), ("", 14)],
)
def test_banner_stays_at_the_top_right(text: str, rows: int) -> None:
    pixels = bytearray(64000)
    draw_banner(Surface(pixels, 320, 200), text)
    painted = [index for index, colour in enumerate(pixels) if colour]
    # Three rows of margin above and below lines of eight.
    assert max(index // 320 for index in painted) == rows - 1
    assert min(index % 320 for index in painted) >= 8
    assert max(index % 320 for index in painted) == 319


@pytest.mark.parametrize(
    ("width", "height", "across", "down"),
    [(320, 200, 320, 200), (640, 400, 320, 200), (720, 348, 360, 200), (640, 200, 320, 200), (640, 350, 320, 200)],
)
def test_the_overlay_is_as_large_on_every_adapter(width: int, height: int, across: int, down: int) -> None:
    assert overlay_size(width, height)[:2] == (across, down)
    look = MenuLook((HostMenuEntry("Continue"), HostMenuEntry("Quit")), 0)
    layer = Overlay(menu=look).painted(width, height)
    assert layer is not None
    assert len(layer) == width * height
    rows = [row for row in range(height) if any(layer[row * width : (row + 1) * width])]
    columns = [column for column in range(width) if any(layer[column::width])]
    assert abs(len(columns) / width - 304 / 320) < 0.12
    # Two entries and a title of 11 rows, margins 5 and 6.
    assert abs(len(rows) / height - 44 / 200) < 0.02


def test_letters_of_the_game_are_painted_beside_those_of_the_program() -> None:
    pixels = bytearray(64000)
    Surface(pixels, 320, 200, alphabet=Alphabet("cp866")).write(0, 0, "Ж►", INK)
    painted = {index for index, colour in enumerate(pixels) if colour == INK}
    expected = bytearray(64000)
    plain = Surface(expected, 320, 200)
    plain.write(8, 0, "►", INK)
    glyph = glyph_of(face_of("cp866"), "Ж".encode("cp866")[0])
    whole = {320 * y + x for y, row in enumerate(glyph) for x in range(8) if row & 0x80 >> x}
    assert painted == whole | {index for index, colour in enumerate(expected) if colour == INK}


def test_a_wide_letter_is_painted_where_there_is_room_for_its_dots() -> None:
    alphabet = Alphabet("cp936", WideFace(b"4F60:" + b"8001" * 16 + b"\n"))
    fine, coarse = bytearray(640 * 400), bytearray(64000)
    Surface(fine, 320, 200, 2, 400, alphabet).write(8, 8, "你", INK)
    assert {index for index, colour in enumerate(fine) if colour} == {
        640 * y + x for y in range(16, 32) for x in (16, 31)
    }
    Surface(coarse, 320, 200, alphabet=alphabet).write(0, 0, "你", INK)
    assert any(coarse)


def test_an_alphabet_alone_paints_nothing() -> None:
    assert Overlay(alphabet=Alphabet("cp866")).painted(320, 200) is None
