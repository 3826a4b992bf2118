"""Problems that --verify finds."""

from __future__ import annotations

import pytest

from agi_emu.resources import Kind
from agi_emu.resources.verify import find_problems
from tests.unit.resources.test_words import dictionary_in_its_index
from tests.unit.sample_games import DOT_VIEW, SMALL, entry, game_of, v2_files, v3_files


def problems_with(kind: Kind, data: bytes) -> list[str]:
    return [str(problem) for problem in find_problems(game_of(v2_files({**SMALL, kind: {0: data}})))]


def test_sound_games_have_no_problems() -> None:
    assert list(find_problems(game_of(v2_files()))) == []
    assert list(find_problems(game_of(v3_files()))) == []


@pytest.mark.parametrize(
    ("cel", "sentence"),
    [
        ("00 01 00 00", "loop 0: cel 0 is 0 x 1 cells"),
        ("02 01 00 53 00", "loop 0: cel 0 has 1 rows longer than its width of 2"),
        ("02 02 00 51 00 52", "loop 0: cel 0 is cut off in row 1 of 2"),
    ],
)
def test_cels(cel: str, sentence: str) -> None:
    assert problems_with(Kind.VIEW, DOT_VIEW[:10] + bytes.fromhex(cel)) == [f"view 0: {sentence}"]


def test_a_bitmap_needs_no_end_mark() -> None:
    assert problems_with(Kind.PICTURE, bytes(160 * 168)) == []
    assert problems_with(Kind.PICTURE, bytes(160)) == ["picture 0: it has no end mark"]


def test_a_cut_resource_is_a_problem() -> None:
    files = v2_files({Kind.PICTURE: {0: b"\xff"}})
    files["vol.0"] = files["vol.0"][:-1]
    assert [str(problem) for problem in find_problems(game_of(files))] == [
        "picture 0: its 1 bytes are cut off after 0 by the end of the volume",
        "picture 0: it has no end mark",
    ]


def test_a_wrong_header_is_a_problem() -> None:
    files = v2_files() | {"snddir": entry(0, 3)}
    assert [str(problem) for problem in find_problems(game_of(files))] == [
        "sound 0: no resource starts at offset 0x3 of volume 0"
    ]


def test_words_that_begin_in_their_index_are_a_problem() -> None:
    files = v2_files() | {"words.tok": dictionary_in_its_index()}
    (problem,) = find_problems(game_of(files))
    assert problem.place == "WORDS.TOK"
    assert problem.sentence.startswith("the words with a begin at 0x33, inside the index")
