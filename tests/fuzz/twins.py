"""A target that does the same with a loop of the core and with its plain twin: both must come to the same."""

from __future__ import annotations

from itertools import chain

from agi_emu._core import cel, lzw, picture
from agi_emu.facts.font import built_in_face
from tests.core import cells
from tests.core.plain import cel as plain_cel
from tests.core.plain import lzw as plain_lzw
from tests.core.plain import picture as plain_picture
from tests.core.plain.said import REST_OF_LINE, said
from tests.core.plain.screen import PlainScreen
from tests.core.test_picture import INTERPRETERS
from tests.core.test_screen import PICTURE, Rig
from tests.core.test_words import said_in_core
from tests.fuzz.cursor import Cursor, exact

LONGEST_PICTURE = 48
"""The plain twin takes milliseconds for each area that it fills."""
LARGEST_OUTPUT = 300
MOST_PAINTED = 3
MOST_WORDS = 10
_VARIANTS = tuple(INTERPRETERS)


def compare_twins(data: bytes) -> None:
    """Let one of the loops and its twin do what the input says."""
    cursor = Cursor(data)
    (_pictures, _cels, _lzw, _said, _screens)[cursor.below(5)](cursor)


def _pictures(cursor: Cursor) -> None:
    choices = cursor.byte()
    variant = _VARIANTS[choices % len(_VARIANTS)]
    drawn = cells.noise(6) if choices & 0x80 else cells.empty()
    expected = bytearray(drawn)
    commands = cursor.take(LONGEST_PICTURE)
    end = plain_picture.draw(expected, commands, INTERPRETERS[variant])
    assert picture.draw(drawn, exact(commands), pen_variant=variant) == end
    assert drawn == expected


def _cels(cursor: Cursor) -> None:
    loop, number, x, top, priority = (
        cursor.byte() % 10,
        cursor.byte() % 3,
        cursor.signed_word(),
        cursor.signed_word() % 600 - 300,
        cursor.byte(),
    )
    view = cursor.rest()
    try:
        found = plain_cel.read_cel(view, loop, number)
    except IndexError:
        return
    t = found.transparent
    pixels = bytes(t if colour is None else colour for row in found.rows for colour in row)
    assert cel.decode(exact(view), loop, number) == (found.width, found.height, t, pixels)
    drawn = cells.noise(7)
    expected = bytearray(drawn)
    hidden = plain_cel.blit(expected, view, loop, number, x, top, priority)
    assert cel.blit(drawn, exact(view), loop, number, x, top, priority) == hidden
    assert drawn == expected


def _lzw(cursor: Cursor) -> None:
    output = bytearray(cursor.word() % LARGEST_OUTPUT)
    stored = cursor.rest()
    length = lzw.expand(exact(stored), output)
    assert bytes(output[:length]) == plain_lzw.expand(stored, len(output))


def _said(cursor: Cursor) -> None:
    choices = cursor.byte()
    groups = (0, 1, 2, 3, REST_OF_LINE, 20)
    spoken = tuple(cursor.below(4) for _ in range(cursor.below(MOST_WORDS + 1)))
    tested = tuple(groups[cursor.below(len(groups))] for _ in range(cursor.below(MOST_WORDS + 1)))
    flags = {"have_input": bool(choices & 1), "have_match": bool(choices & 2)}
    assert said_in_core(tested, spoken, **flags) == said(tested, spoken, **flags)


def _screens(cursor: Cursor) -> None:
    row, choices = cursor.byte(), cursor.byte()
    text_mode, by_xor = bool(choices & 1), bool(choices & 2)
    rig = Rig(picture_row=row, text_mode=text_mode, by_xor=by_xor)
    plain = PlainScreen(PICTURE, built_in_face(), row, text_mode=text_mode, by_xor=by_xor)
    rig.screen.set_mode(text_mode)
    for _ in range(MOST_PAINTED):
        if cursor.is_over:
            break
        kind, first = cursor.below(5), [cursor.signed_word() if cursor.byte() & 1 else cursor.byte() for _ in range(4)]
        if kind == 0:
            rig.screen.copy(*first)
            plain.copy(*first)
        elif kind == 1:
            colour = cursor.byte() & 15
            rig.screen.fill(*first, colour)
            plain.fill(*first, colour)
        elif kind == 2:
            character, attribute, halftone = cursor.byte(), cursor.byte(), bool(first[2] & 1)
            rig.screen.put(first[0], first[1], character, attribute, halftone)
            plain.put(first[0], first[1], character, attribute, halftone=halftone)
        else:
            attribute = cursor.byte()
            places = [each % 53 - 2 for each in first]
            for each in (rig.screen, plain):
                (each.fill_cells if kind == 3 else each.scroll)(*places, attribute)
    assert bytes(rig.state.screen) == b"".join(plain.pixels)
    assert bytes(rig.model) == b"".join(plain.model)
    assert list(zip(rig.state.text_chars, rig.state.text_attributes, strict=True)) == list(
        chain.from_iterable(plain.cells)
    )
