"""The 8x8 faces, and games whose texts are in another code page than the PC's."""

from __future__ import annotations

import pytest

from agi_emu.facts.font import CODE_PAGES, PC_CODE_PAGE, RUSSIAN_CODE_PAGE, WIDE_CODE_PAGES, built_in_face, face_of
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.resources.releases import Extension
from tests.own_games.building import GameBuilder
from tests.unit.commands.conftest import play
from tests.unit.commands.stage import Stage

__all__ = ["play"]

UPPER, LOWER = (range(0x80, 0xA0), (*range(0xA0, 0xB0), *range(0xE0, 0xF0)))
"""The 32 letters of the Russian alphabet without the one with dots, in code page 866."""


def glyph(face: bytes, code: int) -> bytes:
    return face[8 * code : 8 * code + 8]


def test_the_face_of_the_pc_is_the_built_in_one() -> None:
    assert face_of(PC_CODE_PAGE) == built_in_face()


def test_both_faces_are_alike_where_the_code_pages_are() -> None:
    russian = face_of(RUSSIAN_CODE_PAGE)
    assert len(russian) == 2048
    for code in range(256):
        character = bytes([code])
        if character.decode(PC_CODE_PAGE) == character.decode(RUSSIAN_CODE_PAGE):
            assert glyph(russian, code) == glyph(built_in_face(), code)


@pytest.mark.parametrize("letters", [UPPER, LOWER])
def test_every_letter_has_a_glyph_of_its_own(letters: tuple[int, ...]) -> None:
    glyphs = [glyph(face_of(RUSSIAN_CODE_PAGE), code) for code in letters]
    assert len(set(glyphs)) == 32
    assert all(any(rows) for rows in glyphs)


def test_letters_keep_to_the_lines_of_the_face() -> None:
    # Capital letters stand on row 6, and only small letters have strokes below it.
    assert all(glyph(face_of(RUSSIAN_CODE_PAGE), code)[7] == 0 for code in UPPER)


def test_games_of_agds_show_their_own_letters(play: Stage) -> None:
    # reference: EXT-14, RES-28
    words = "Гроза"
    source = f'display(5, 3, "{words.encode(RUSSIAN_CODE_PAGE).decode(PC_CODE_PAGE)}");'
    m = play(source, extensions=frozenset({Extension.AGDS}))
    assert m.text.rows[5] == f"   {words}"
    lit = m.frame.indices[40:48, 24:32] == 15
    expected = glyph(face_of(RUSSIAN_CODE_PAGE), words.encode(RUSSIAN_CODE_PAGE)[0])
    assert [sum(0x80 >> bit for bit in range(8) if row[bit]) for row in lit] == list(expected)
    plain = play(source)
    assert plain.text.rows[5] != f"   {words}"


SOURCE = 'if (v50 == 0) { v50 = 1; display(5, 3, "A"); } return();'


@pytest.mark.parametrize(("size", "is_used"), [(2048, True), (1024, False)])
def test_letters_beside_a_game_are_used_where_there_are_256(build_game: GameBuilder, size: int, is_used: bool) -> None:
    folder = build_game({0: SOURCE})
    (folder / "FONT.BIN").write_bytes(bytes(range(256)) * (size // 256))
    machine = Machine(open_game(folder), seed=1)
    machine.run(ticks=5)
    lit = machine.frame.indices[40:48, 24:32] == 15
    shown = [sum(0x80 >> bit for bit in range(8) if row[bit]) for row in lit]
    own = [8 * ord("A") % 256 + row for row in range(8)]
    assert shown == (own if is_used else list(glyph(built_in_face(), ord("A"))))
    assert machine.notes == ([] if is_used else ["font.bin has 1024 bytes instead of 2048: it is not used"])


@pytest.mark.parametrize("code_page", sorted(CODE_PAGES.keys() - WIDE_CODE_PAGES))
def test_every_letter_of_a_code_page_has_a_glyph(code_page: str) -> None:
    face = face_of(code_page)
    letters = [code for code in range(256) if bytes([code]).decode(code_page, "replace").isalpha()]
    glyphs = {code: glyph(face, code) for code in letters}
    assert all(map(any, glyphs.values()))
    assert glyph(face, ord("?")) not in glyphs.values()
    assert len(letters) > 100


def test_code_page_1252_has_the_marks_that_850_lacks() -> None:
    marks = "€‚„…†‡ˆ‰ŠŒŽ‘’“”•–—˜™šœžŸ"
    glyphs = {glyph(face_of("cp1252"), each.encode("cp1252")[0]) for each in marks}
    assert len(glyphs) == len(marks)
    assert glyph(face_of("cp1252"), ord("?")) not in glyphs
    assert glyph(face_of("cp1252"), "é".encode("cp1252")[0]) == glyph(built_in_face(), "é".encode("cp437")[0])
