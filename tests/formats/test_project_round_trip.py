"""Games become projects, and projects the same games again; also through the other version's files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.project_writing import extract_project
from agi_emu.data import demo_path
from agi_emu.facts.errors import LogicError, ResourceError
from agi_emu.facts.versions import PROFILES
from agi_emu.logic.emitter import logic_resource, text_section
from agi_emu.resources import Kind, Packing, Presence, open_game
from agi_emu.resources.game import Game
from agi_emu.resources.logic_source import usual_resource
from agi_emu.resources.projects.lists import items_list, parse_items_list, parse_words_list, words_list
from agi_emu.resources.projects.project import build_project
from agi_emu.resources.projects.sound_source import parse_sound as parse_notes
from agi_emu.resources.projects.sound_source import sound_resource, sound_script
from agi_emu.resources.projects.view_script import view_source
from agi_emu.resources.projects.view_source import (
    OWN_PACKING,
    PACKINGS,
    Loop,
    MirrorOf,
    SameAs,
    ViewPacking,
    view_resource,
)
from agi_emu.resources.sound import parse_sound
from agi_emu.resources.writing.game_files import GameContents, ItemNames, items_file, ordered_words_file, write_game
from tests.own_games.building import GameBuilder
from tests.unit.resources.test_resource_sources import cels

RETURN = logic_resource(b"\x00", text_section([]))


def extracted(game: Game, folder: Path) -> list[str]:
    """Extract a game and return the notes."""
    extraction = Extraction()
    folder.mkdir()
    extract_project(game, folder, extraction)
    return extraction.notes


def resources(game: Game) -> dict[Kind, dict[int, bytes]]:
    """Return all resources, the texts of logics encrypted."""
    return {
        Kind.LOGIC: {number: usual_resource(game, number) for number in game.logics},
        Kind.PICTURE: dict(game.pictures),
        Kind.VIEW: dict(game.views),
        Kind.SOUND: dict(game.sounds),
    }


def test_demo_becomes_a_project_and_itself_again(tmp_path: Path) -> None:
    game = open_game(demo_path())
    assert extracted(game, tmp_path / "src") == []
    built = build_project(tmp_path / "src", tmp_path / "game.zip")
    # Images and scripts say everything: the archive is the same but for the views, whose rows may lie elsewhere.
    assert resources(open_game(built)) == resources(game)
    assert built.read_bytes() == build_project(tmp_path / "src", tmp_path / "again.zip").read_bytes()


@pytest.mark.slow
def test_game_of_version_2_becomes_one_of_version_3_and_back(tmp_path: Path) -> None:
    game = open_game(demo_path())
    extracted(game, tmp_path / "src")
    packed = open_game(build_project(tmp_path / "src", tmp_path / "v3", profile=PROFILES["3.002.149"]))
    assert (packed.layout.generation, packed.layout.prefix, packed.profile.name) == (3, "lamp", "3.002.149")
    packings = {packed.stored(kind, number).packing for kind in Kind for number in packed.volumes.numbers(kind)}
    assert packings == {Packing.LZW, Packing.NIBBLES, Packing.PLAIN}
    assert resources(packed) == resources(game)
    assert packed.logic(2).messages == game.logic(2).messages
    extracted(packed, tmp_path / "src3")
    back = build_project(tmp_path / "src3", tmp_path / "back.zip", profile=game.profile)
    assert resources(open_game(back)) == resources(game)


@pytest.mark.slow
def test_files_of_an_earlier_build_do_not_stay(tmp_path: Path) -> None:
    extracted(open_game(demo_path()), tmp_path / "src")
    build_project(tmp_path / "src", tmp_path / "game", profile=PROFILES["3.002.149"])
    assert open_game(build_project(tmp_path / "src", tmp_path / "game")).layout.generation == 2


def test_commands_that_the_other_interpreter_lacks_are_listed(tmp_path: Path, build_game: GameBuilder) -> None:
    game = open_game(build_game({0: "set.pri.base(50); quit(1); return();", 3: "v1++; set.pri.base(1); return();"}))
    extracted(game, tmp_path / "src")
    with pytest.raises(LogicError) as caught:
        build_project(tmp_path / "src", tmp_path / "game", profile=PROFILES["2.230"])
    assert str(caught.value).splitlines() == [
        "2.230 cannot run this game unchanged:",
        "0.lgc:2: set.pri.base needs interpreter 2.936; 2.230 lacks it",
        "0.lgc:3: quit has 0 operands in 2.230",
        "3.lgc:3: set.pri.base needs interpreter 2.936; 2.230 lacks it",
    ]
    forced = build_project(tmp_path / "src", tmp_path / "game", profile=PROFILES["2.230"], is_forced=True)
    assert open_game(forced).profile.name == "2.230"


def test_items_are_encrypted_as_the_other_interpreter_expects(tmp_path: Path, build_game: GameBuilder) -> None:
    game = open_game(build_game({0: "return();"}))
    extracted(game, tmp_path / "src")
    plain = open_game(build_project(tmp_path / "src", tmp_path / "old", profile=PROFILES["2.272"]))
    assert plain.items.key == b""
    assert list(plain.items) == list(game.items)
    extracted(plain, tmp_path / "plain")
    back = open_game(build_project(tmp_path / "plain", tmp_path / "new", profile=game.profile))
    assert back.files.get("object") == game.files.get("object")


def test_resource_that_no_source_stands_for_is_kept_as_its_bytes(tmp_path: Path) -> None:
    silent = b"\x00\x00\x01"
    game = open_game(
        write_game(tmp_path / "game", GameContents(logics={0: RETURN}, views={4: b"\x01"}, sounds={2: silent}))
    )
    notes = extracted(game, tmp_path / "src")
    assert [note.partition(":")[0] for note in notes] == [
        "view 4 is written as its bytes",
        "sound 2 is written as its bytes",
    ]
    assert (tmp_path / "src" / "views" / "4.bin").read_bytes() == b"\x01"
    assert resources(open_game(build_project(tmp_path / "src", tmp_path / "b.zip"))) == resources(game)


# Two rows of a cel of 2 x 2 cells, the first of them four cells long: drawn over what lies beside it.
TOO_LONG = bytes.fromhex("0101 01 0000 0700 01 0300 02 02 00 54 00 52 00")
# One cel of 2 x 1 cells in two of 256 colours.
DEEP = bytes.fromhex("0ff0 01 0000 0700 01 0300 02 01 c8 6496 00")


@pytest.mark.parametrize(
    ("view", "reason"),
    [
        (TOO_LONG, "its sources would not give the same view"),
        (DEEP, "its cels have 256 colours (AGI256-2), which no source stands for"),
    ],
)
def test_view_that_would_look_different_is_kept_as_its_bytes(tmp_path: Path, view: bytes, reason: str) -> None:
    game = open_game(write_game(tmp_path / "game", GameContents(logics={0: RETURN}, views={4: view})))
    assert extracted(game, tmp_path / "src") == [f"view 4 is written as its bytes: {reason}"]
    again = open_game(build_project(tmp_path / "src", tmp_path / "b.zip"))
    assert again.views[4] == view


def test_directories_keep_their_length(tmp_path: Path) -> None:
    # What follows a shorter directory in memory is read as an entry by the original (reference: MEM-15).
    path = write_game(tmp_path / "a", GameContents(logics={0: RETURN}), directory_lengths={Kind.VIEW: 11})
    game = open_game(path)
    assert game.volumes.directory_length(Kind.VIEW) == 11
    extracted(game, tmp_path / "src")
    again = open_game(build_project(tmp_path / "src", tmp_path / "b"))
    assert [again.volumes.directory_length(kind) for kind in Kind] == [256, 256, 11, 256]


def test_numbers_without_a_resource_stay_in_the_directories(tmp_path: Path) -> None:
    # Where the game lacks a volume the original asks for its disk, elsewhere it says that the disk is wrong (reference:
    # RES-13, RES-15): the built game has to do the same.
    missing = {Kind.LOGIC: {7: 1, 9: 3}, Kind.SOUND: {2: None, 3: None, 255: 1}}
    game = open_game(
        write_game(tmp_path / "a", GameContents(logics={0: RETURN}, sounds={1: bytes(16)}), missing=missing)
    )
    assert [game.presence(Kind.SOUND, number) for number in (0, 1, 2)] == [
        Presence.ABSENT,
        Presence.PRESENT,
        Presence.WRONG_HEADER,
    ]
    assert game.volume_missing(Kind.LOGIC, 9) == 3
    assert "5 resources are in the directories, but not in the game" in extracted(game, tmp_path / "src")[0]
    for name, profile in ("v2", None), ("v3", PROFILES["3.002.149"]):
        again = open_game(build_project(tmp_path / "src", tmp_path / name, profile=profile))
        for kind in Kind:
            for number in range(256):
                assert again.presence(kind, number) is game.presence(kind, number)
                assert again.volume_missing(kind, number) == game.volume_missing(kind, number)


def test_volumes_that_are_missing_get_no_resources(tmp_path: Path) -> None:
    pictures = {number: bytes(0xFFF0) + b"\xff" for number in range(20)}
    missing = {Kind.VIEW: {1: 0, 2: 2}}
    game = open_game(write_game(tmp_path / "a", GameContents(logics={0: RETURN}, pictures=pictures), missing=missing))
    assert sorted(path.name for path in (tmp_path / "a").glob("VOL.*")) == ["VOL.1", "VOL.3"]
    assert dict(game.pictures) == pictures
    assert game.volume_missing(Kind.VIEW, 1) == 0
    with pytest.raises(ResourceError, match="too big for 0 volumes"):
        write_game(tmp_path / "b", GameContents(logics={0: RETURN}), missing={Kind.VIEW: dict(enumerate(range(5)))})


def test_what_is_missing_has_no_source(tmp_path: Path) -> None:
    missing = {Kind.LOGIC: {7: 1}}
    extracted(
        open_game(write_game(tmp_path / "a", GameContents(logics={0: RETURN}), missing=missing)), tmp_path / "src"
    )
    (tmp_path / "src" / "logics" / "7.lgc").write_text("return();")
    with pytest.raises(ResourceError, match=r"game\.toml: logic 7 is said to be missing, but has a source"):
        build_project(tmp_path / "src", tmp_path / "b")


def test_texts_behind_the_named_end_of_a_logic_come_along(tmp_path: Path, build_game: GameBuilder) -> None:
    # One game's headers are three bytes short, and its volume holds the rest (reference: RES-27).
    path = build_game({0: 'print("Night"); return();'})
    volume = path / "VOL.0"
    data = bytearray(volume.read_bytes())
    data[3] -= 3
    volume.write_bytes(data)
    game = open_game(path)
    assert game.logic(0).messages == (b"Night",)
    extracted(game, tmp_path / "src")
    assert open_game(build_project(tmp_path / "src", tmp_path / "b")).logic(0).messages == (b"Night",)


@pytest.mark.parametrize("name", ["PAL.101", "FONT.BIN", "HGC_FONT"])
def test_palettes_and_letters_come_along(tmp_path: Path, name: str) -> None:
    path = write_game(tmp_path / "a", GameContents(logics={0: RETURN}), other_files={name: b"what it holds"})
    extracted(open_game(path), tmp_path / "src")
    assert (build_project(tmp_path / "src", tmp_path / "b") / name).read_bytes() == b"what it holds"


@pytest.mark.parametrize("names", list(ItemNames))
def test_item_files_of_all_editors_stay_the_same(tmp_path: Path, names: ItemNames) -> None:
    items = items_file([("?", 0), ('a: b, "c" #1', 3), ("?", 0), (" é", 255)], 9, names_stored=names)
    path = write_game(tmp_path / "a", GameContents(logics={0: RETURN}, items=items))
    extracted(open_game(path), tmp_path / "src")
    assert (tmp_path / "src" / "items.txt").exists()
    assert (build_project(tmp_path / "src", tmp_path / "b") / "OBJECT").read_bytes() == items


def test_word_files_in_any_order_stay_the_same(tmp_path: Path) -> None:
    # reference: RES-37: words in front of the letters, and out of order at a letter's border.
    words = ordered_words_file(
        [("86", 3), ("anyword", 1), ("room 2222", 5), ("room", 5), ("walls", 6), ("var", 7), ("wet", 8)]
    )
    path = write_game(tmp_path / "a", GameContents(logics={0: RETURN}, words=words))
    extracted(open_game(path), tmp_path / "src")
    assert "words_in_order = true" in (tmp_path / "src" / "game.toml").read_text()
    assert (build_project(tmp_path / "src", tmp_path / "b") / "WORDS.TOK").read_bytes() == words


printable = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=12)


@given(st.lists(st.tuples(printable, st.integers(0, 0xFFFF)), max_size=30))
def test_any_words_can_be_listed(entries: list[tuple[str, int]]) -> None:
    assert parse_words_list(words_list(entries), "words.txt", may_repeat=True) == entries


@given(st.lists(st.tuples(printable | st.just(""), st.integers(0, 255)), max_size=30))
def test_any_items_can_be_listed(entries: list[tuple[str, int]]) -> None:
    assert parse_items_list(items_list(entries), "items.txt") == entries


@given(
    st.lists(st.lists(cels(), min_size=1, max_size=3), min_size=1, max_size=3), st.integers(0, 2), st.binary(max_size=9)
)
def test_views_become_sources_that_show_the_same(loops: list, more: int, description: bytes) -> None:
    text = description.replace(b"\0", b"")
    others: list[Loop] = [[], [MirrorOf(0)], [SameAs(len(loops) - 1)]][more]
    view = view_resource([*loops, *others], text, header=bytes([3, 4]))
    source = view_source(view, "9", "cp437")
    assert len(source.strips) == len(loops)
    assert all(image.startswith(b"\x89PNG") for image in source.strips.values())


@given(st.lists(cels(), min_size=1, max_size=3), st.sampled_from(PACKINGS), st.booleans())
def test_views_of_other_editors_become_the_same_bytes(cells: list, packing: ViewPacking, is_mirrored: bool) -> None:
    view = view_resource([cells, *([MirrorOf(0)] if is_mirrored else [])], packing=packing)
    source = view_source(view, "9", "cp437")
    assert source.is_exact
    # An author who changes nothing gets the bytes back; the images of the strips are tried in test_resource_sources.
    first, _, _ = source.text.partition("\n")
    assert view == view_resource(
        [cells, *([MirrorOf(0)] if is_mirrored else [])],
        packing=ViewPacking.from_words(first.split()[1:]) if first.startswith("packing") else OWN_PACKING,
    )


def test_rows_are_packed_as_each_editor_does() -> None:
    # Twenty cells, transparent but for the first: 15 of the rest are one run, the last run of 4 is left out by both.
    row = [1] + [0] * 19
    assert ViewPacking(keeps_tails=True).rows([row], 0, is_mirrored=False) == bytes.fromhex("11 0F 00")
    assert OWN_PACKING.rows([row], 0, is_mirrored=False) == bytes.fromhex("11 00")
    # Turned round: 0F 04 11 00, two bytes more. The other way round no room is needed, and some editors leave it.
    assert OWN_PACKING.rows([row], 0, is_mirrored=True) == bytes.fromhex("11 00 00 00")
    assert OWN_PACKING.rows([row[::-1]], 0, is_mirrored=True) == bytes.fromhex("0F 04 11 00")
    difference = ViewPacking(room_is_difference=True)
    assert difference.rows([row[::-1]], 0, is_mirrored=True) == bytes.fromhex("0F 04 11 00 00 00")


def test_damaged_view_has_no_sources() -> None:
    with pytest.raises(ResourceError):
        view_source(b"\x01\x01\x02\x00\x00\x09", "9", "cp437")


notes = st.tuples(st.integers(0, 0xFFFE), st.binary(min_size=3, max_size=3))


@given(st.lists(st.lists(notes, max_size=8), min_size=4, max_size=4))
def test_any_notes_can_be_written(voices: list[list[tuple[int, bytes]]]) -> None:
    offsets, body = b"", b""
    for voice in voices:
        offsets += (8 + len(body)).to_bytes(2, "little")
        body += b"".join(duration.to_bytes(2, "little") + registers for duration, registers in voice) + b"\xff\xff"
    assert parse_notes(sound_script(parse_sound(1, offsets + body))) == offsets + body


def test_sound_that_is_too_long_is_refused() -> None:
    with pytest.raises(ResourceError, match="at most 65535 bytes"):
        parse_notes("voice 0\n" + "a4:1 " * 13_200)
    assert len(sound_resource([])) == 16
