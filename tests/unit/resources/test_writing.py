"""Writers against the readers, and against bytes of the reference."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.facts.errors import ResourceError
from agi_emu.resources.game import open_game
from agi_emu.resources.items import detect_items, read_items
from agi_emu.resources.words import parse_words
from agi_emu.resources.writing.game_files import GameContents, items_file, version_file, words_file, write_game
from tests.own_games.building import GameBuilder


def test_game_reads_back_as_it_was_written(build_game: GameBuilder) -> None:
    # reference: RES-1
    game = open_game(
        build_game(
            {0: 'print("Hello"); return();', 7: "v1++; return();"},
            pictures={3: "color 2\nfill 10,10"},
            views={5: "loop\ncel\n11\n.1"},
            sounds={2: "voice 0\na4:15"},
        ),
        profile="2.936",
    )
    assert list(game.logics) == [0, 7]
    assert game.logic(0).messages == (b"Hello",)
    assert game.logic(7).code == bytes.fromhex("01 01 00")
    assert game.pictures[3] == bytes.fromhex("F0 02 F8 0A 0A FF")
    assert [len(loop.cels) for loop in game.view(5).loops] == [1]
    assert game.sound(2).voices[0][0].divisor == 254
    assert game.words["brass lamp"] == 22
    assert [item.name for item in game.items] == [b"?", b"lamp", b"key"]
    assert [item.room for item in game.items_strict] == [0, 1, 255]
    assert game.items.object_count == 16
    assert game.notes == []


def test_version_file_has_the_text_form() -> None:
    # reference: EXT-17.
    assert b'Interpreter = "2.917"' in version_file("2.917")
    assert b'GameID = "DEMO"' in version_file("2.917", "DEMO")


def test_directory_entry_has_volume_and_big_endian_offset(tmp_path: Path) -> None:
    # reference: RES-5, RES-11.
    write_game(tmp_path, GameContents(logics={0: b"abc", 2: b"de"}))
    directory = (tmp_path / "LOGDIR").read_bytes()
    assert len(directory) == 768
    assert directory[:9] == bytes.fromhex("000000 FFFFFF 000008")
    assert (tmp_path / "VOL.0").read_bytes() == b"\x12\x34\x00\x03\x00abc\x12\x34\x00\x02\x00de"


def test_big_game_goes_on_in_the_next_volume(tmp_path: Path) -> None:
    resource = bytes(60000)
    write_game(tmp_path, GameContents(logics=dict.fromkeys(range(20), resource)))
    game = open_game(tmp_path)
    assert (tmp_path / "VOL.1").stat().st_size > 0
    assert all(game.logics[n] == resource for n in range(20))


def test_archive_is_the_same_every_time(tmp_path: Path) -> None:
    first = write_game(tmp_path / "a.zip", GameContents(logics={0: b"\x01\x00\x00"}))
    second = write_game(tmp_path / "b.zip", GameContents(logics={0: b"\x01\x00\x00"}))
    assert first.read_bytes() == second.read_bytes()
    assert zipfile.ZipFile(first).testzip() is None
    assert list(open_game(first).logics) == [0]


words = st.from_regex("[a-z][a-z0-9' -]{0,12}", fullmatch=True)


@given(st.dictionaries(words, st.integers(0, 0xFFFF), max_size=40))
def test_words_read_back(vocabulary: dict[str, int]) -> None:
    read = parse_words(words_file(vocabulary))
    assert dict(read.by_word) == {"anyword": 1, "rol": 9999} | vocabulary
    assert read.notes == ()


def test_words_begin_anew_with_each_letter() -> None:
    # reference: WORD-27, WORD-28: prefix 0 for the first word of a letter; last character with bit 7.
    data = words_file({"bed": 300, "bee": 2})
    assert int.from_bytes(data[:2], "big") == 52
    start = int.from_bytes(data[2:4], "big")
    assert data[start : start + 6] == bytes([0, ord("b") ^ 0x7F, ord("e") ^ 0x7F, ord("d") ^ 0x7F | 0x80, 1, 44])
    assert data[start + 6 : start + 10] == bytes([2, ord("e") ^ 0x7F | 0x80, 0, 2])


@pytest.mark.parametrize("word", ["", "Look", "1st", " a", "naïve"])
def test_word_that_the_parser_cannot_find_is_refused(word: str) -> None:
    with pytest.raises(ResourceError, match="lower case"):
        words_file({word: 5})


@given(
    st.lists(st.tuples(st.text("abcxyz ?", max_size=8), st.integers(0, 255)), min_size=1, max_size=20), st.booleans()
)
def test_items_read_back(items: list[tuple[str, int]], is_encrypted: bool) -> None:
    # reference: RES-30
    data = items_file(items, max_object=18, is_encrypted=is_encrypted)
    read = read_items(data, b"Avis Durgan" if is_encrypted else b"")
    assert [(item.name.decode(), item.room) for item in read] == items
    assert read.object_count == 19


def test_encrypted_items_are_recognised() -> None:
    assert detect_items(items_file([("?", 0), ("lamp", 3)])).key == b"Avis Durgan"


def test_interpreter_of_a_written_game_is_detected(build_game: GameBuilder) -> None:
    for version in ("2.440", "2.917", "2.936"):
        assert open_game(build_game({0: "return();"}, interpreter=version)).profile.name == version
