"""Opening games: folders, archives, what is in them, and every kind of wrong input."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agi_emu.facts.errors import GameError
from agi_emu.facts.versions import PROFILES
from agi_emu.resources import Kind, MissingResourceError, Packing, Presence, open_game
from tests.own_games.building import GameBuilder
from tests.own_games.floppy import booter
from tests.unit.sample_games import (
    DOT_VIEW,
    EMPTY_PICTURE,
    SMALL,
    entry,
    game_of,
    logic,
    v2_files,
    v3_files,
    write_folder,
    write_zip,
)


def nothing(tmp_path: Path) -> Path:
    return tmp_path / "nothing"


def empty_folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "empty", {})


def other_folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "other", {"readme.txt": b"hello", "vol.0": b""})


def other_file(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "folder", v2_files()) / "logdir"


def booter_image(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "images", {"disk1.img": booter()}) / "disk1.img"


def folder_with_booter_image(tmp_path: Path) -> Path:
    return booter_image(tmp_path).parent


def archive_with_booter_image(tmp_path: Path) -> Path:
    return write_zip(tmp_path / "booter.zip", {"disk1.img": booter()})


def cut_archive(tmp_path: Path) -> Path:
    path = write_zip(tmp_path / "cut.zip", v2_files())
    path.write_bytes(path.read_bytes()[:100])
    return path


def archive_with_broken_directory(tmp_path: Path) -> Path:
    path = write_zip(tmp_path / "broken.zip", v2_files())
    data = path.read_bytes()
    path.write_bytes(data.replace(b"PK\x01\x02", b"PK\x09\x09"))
    return path


def archive_with_password(tmp_path: Path) -> Path:
    path = write_zip(tmp_path / "secret.zip", {"logdir": b""})
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1  # flag bit 0 of the central directory: encrypted
    path.write_bytes(data)
    return path


def empty_archive(tmp_path: Path) -> Path:
    return write_zip(tmp_path / "empty.zip", {})


FILES_OF_TWO = {"first": v2_files(), "second": v3_files()}


def too_deep(tmp_path: Path) -> Path:
    return write_folder(tmp_path.joinpath("a", *"bcdefghij"), v2_files()).parents[8]


def name_too_long(tmp_path: Path) -> Path:
    return tmp_path / ("x" * 5000)


@pytest.mark.parametrize(
    ("make", "what", "advice"),
    [
        (nothing, "not found", "give"),
        (empty_folder, "is empty", "give the folder"),
        (other_folder, "no AGI game", "give the folder"),
        (other_file, "one file of a game", "give the folder"),
        (booter_image, "booter", "does not know"),
        (folder_with_booter_image, "booter", "does not know"),
        (archive_with_booter_image, "booter", "does not know"),
        (cut_archive, "damaged", "fetch it again"),
        (archive_with_broken_directory, "cannot be read", "fetch it again"),
        (archive_with_password, "password", "unpack it"),
        (empty_archive, "is empty", "give the folder"),
        (too_deep, "no AGI game|is empty", "give the folder"),
        (name_too_long, "cannot be read", "check"),
    ],
)
def test_open_game_says_in_one_sentence_what_is_wrong(
    tmp_path: Path, make: Callable[[Path], Path], what: str, advice: str
) -> None:
    with pytest.raises(GameError, match=what) as caught:
        open_game(make(tmp_path))
    assert advice in str(caught.value)
    assert "\n" not in str(caught.value)


def test_open_game_refuses_an_unknown_profile(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"unknown interpreter 2\.999; choose one of 2\.089"):
        open_game(write_folder(tmp_path / "game", v2_files()), profile="2.999")


@pytest.mark.parametrize("files", [v2_files(), v3_files()])
def test_folder_archive_and_one_folder_deeper_are_the_same_game(tmp_path: Path, files: dict[str, bytes]) -> None:
    shouting = {name.upper(): data for name, data in files.items()}
    games = [
        open_game(write_folder(tmp_path / "small", files)),
        open_game(write_folder(tmp_path / "large", shouting)),
        open_game(write_zip(tmp_path / "small.zip", files)),
        open_game(write_zip(tmp_path / "deeper.zip", shouting, folder="Game/")),
        open_game(write_folder(tmp_path / "outer" / "inner", shouting).parent),
        open_game(str(tmp_path / "small")),
    ]
    assert len({game.digest for game in games}) == 1
    for game in games:
        assert (list(game.logics), list(game.pictures), list(game.views), list(game.sounds)) == ([0], [1], [0], [2])
        assert game.views[0] == DOT_VIEW
    assert games[0].id == games[2].id == "small"


def test_digest_changes_with_any_byte_of_the_game_and_no_other(tmp_path: Path) -> None:
    files = v2_files()
    digest = game_of(files).digest
    assert game_of(files | {"readme.txt": b"hello", "agidata.ovl": b"Version 2.936"}).digest == digest
    for name in files:
        assert game_of(files | {name: files[name] + b"\0"}).digest != digest
    assert game_of(files | {"pal.101": bytes(192)}).digest != digest


def test_an_archive_is_not_unpacked_and_not_needed_any_more(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "game.zip", v2_files())
    game = open_game(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.zip"]
    path.unlink()
    assert game.pictures[1] == EMPTY_PICTURE
    assert game.words["look"] == 10


def test_a_damaged_file_of_an_archive_is_missing_and_noted(tmp_path: Path) -> None:
    path = tmp_path / "game.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in v2_files().items():
            archive.writestr(name, data)
    data = path.read_bytes()
    path.write_bytes(data.replace(DOT_VIEW, DOT_VIEW[:-1] + b"\1", 1))  # the checksum of vol.0 is wrong now
    game = open_game(path)
    assert any(note.startswith("vol.0 cannot be read") for note in game.notes)
    assert list(game.views) == []


def test_an_archive_packed_in_another_way_is_told(build_game: GameBuilder, tmp_path: Path) -> None:
    folder = build_game({0: "return();"})
    for packing, name in ((zipfile.ZIP_BZIP2, "bzip2"), (zipfile.ZIP_LZMA, "LZMA")):
        with zipfile.ZipFile(tmp_path / "game.zip", "w", packing) as archive:
            for path in folder.iterdir():
                archive.write(path, path.name)
        with pytest.raises(GameError, match=f"is packed with {name}; unpack it"):
            open_game(tmp_path / "game.zip")


def test_a_file_packed_in_another_way_is_missing_and_noted(tmp_path: Path) -> None:
    path = tmp_path / "game.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in v2_files().items():
            archive.writestr(name, data, zipfile.ZIP_BZIP2 if name == "object" else zipfile.ZIP_STORED)
    assert "object cannot be read (packing 12 is not supported) and is taken as missing" in open_game(path).notes


def test_of_two_files_that_differ_in_case_the_first_counts(tmp_path: Path) -> None:
    files = v2_files()
    path = write_zip(tmp_path / "game.zip", {**files, "PICDIR": b""})  # upper case sorts first
    assert len(open_game(path).pictures) == 0


def test_a_neighbour_that_cannot_be_listed_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path / "game", v2_files())
    (tmp_path / "closed").mkdir()
    real = Path.iterdir

    def listed(path: Path) -> Iterator[Path]:
        if path.name == "closed":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(Path, "iterdir", listed)
    assert open_game(tmp_path).words["look"] == 10
    with pytest.raises(GameError, match=r"cannot be read \(Permission denied\); check"):
        open_game(tmp_path / "closed")


def test_a_missing_volume_is_named(tmp_path: Path) -> None:
    files = v2_files()
    files["viewdir"] += entry(3, 0x123)
    game = game_of(files)
    assert list(game.views) == [0]
    assert 1 not in game.views
    assert game.presence(Kind.VIEW, 1) is Presence.VOLUME_MISSING
    assert game.volume_missing(Kind.VIEW, 1) == 3
    assert game.volume_missing(Kind.VIEW, 0) is None
    assert game.volume_missing(Kind.VIEW, 200) is None
    assert "vol.3 is missing, and 1 of the resources with it" in game.notes
    with pytest.raises(MissingResourceError, match="view 1: its volume 3 is missing"):
        game.view(1)


def test_only_directories_still_open() -> None:
    files = v2_files()
    del files["vol.0"]
    game = game_of(files)
    assert len(game.logics) == 0
    assert game.volume_missing(Kind.LOGIC, 0) == 0


def test_mappings_behave_as_mappings() -> None:
    game = game_of(v2_files())
    assert game.pictures.get(0) is None
    assert dict(game.pictures) == {1: EMPTY_PICTURE}
    assert len(game.pictures) == 1
    assert 300 not in game.pictures
    assert -1 not in game.pictures
    with pytest.raises(KeyError):
        game.pictures[-1]
    with pytest.raises(MissingResourceError, match=r"^picture 0: the game does not have it$"):
        game.pictures[0]


def test_missing_words_and_objects_are_noted() -> None:
    files = v2_files()
    del files["words.tok"], files["object"]
    game = game_of(files)
    assert len(game.words) == 0
    assert (game.items.count, game.items.object_count) == (0, 17)  # reference: RES-36
    assert game.notes == [
        "object is missing: the game has none of what it holds",
        "words.tok is missing: the game has none of what it holds",
    ]


def test_a_plain_object_file_is_noted_and_kept() -> None:
    game = game_of(v2_files(), "2.917")
    assert [item.name for item in game.items] == [b"?", b"lamp"]
    assert game.notes == ["OBJECT is plain: 2.917 itself decrypts it into garbage (detect-plain-object)"]
    assert game.items_strict.plain != game.items.plain
    older = game_of(v2_files(), "2.272")
    assert older.items_strict == older.items
    assert older.notes == []


def test_compressed_logics_are_not_encrypted() -> None:
    # LZW stream of the one logic: reference: RES-25
    from tests.core.plain.lzw import compress

    plain = logic(b"\0", [b"Hi", b"Bye"], key=b"")
    raw = logic(b"\0", [b"Hi", b"Bye"])
    game = game_of(v3_files({**SMALL, Kind.LOGIC: {0: (compress(plain), len(plain)), 1: raw}}))
    assert game.stored(Kind.LOGIC, 0).packing is Packing.LZW
    assert game.logic(0).messages == game.logic(1).messages == (b"Hi", b"Bye")


def test_parsed_resources_are_read_once() -> None:
    game = game_of(v2_files())
    assert game.logic(0) is game.logic(0)
    assert game.view(0) is game.view(0)
    assert game.sound(2) is game.sound(2)
    assert game.words is game.words
    assert repr(game) == "<Game sample (2.917)>"


def test_the_profile_can_be_chosen(tmp_path: Path) -> None:
    path = write_folder(tmp_path / "game", v2_files())
    assert open_game(path, "2.936").profile is PROFILES["2.936"]
    assert open_game(path, PROFILES["2.440"]).profile_reason == "it was asked for"
    assert open_game(path).profile.name == "2.917"


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("LOGDIR", "one file of a game; give the folder that it lies in, "),
        ("vol.0", "one file of a game"),
        ("game.7z", "unpack it and give the folder"),
        ("play.agirec", "agi-emu replay plays it"),
        ("slot.agistate", "agi-emu run GAME --load resumes it"),
    ],
)
def test_what_may_be_taken_for_a_game_is_known(tmp_path: Path, name: str, advice: str) -> None:
    (tmp_path / name).write_bytes(b"\0\0\0")
    with pytest.raises(GameError, match=advice):
        open_game(tmp_path / name)


def test_a_folder_that_holds_something_near_a_game_is_known(tmp_path: Path) -> None:
    outer = write_folder(tmp_path / "outer", {"game.zip": b"PK"})
    with pytest.raises(GameError, match=r"zip archives; give one of these, such as game\.zip"):
        open_game(outer)
    packed = write_zip(tmp_path / "packed.zip", {"game.zip": b"PK"})
    with pytest.raises(GameError, match=r"zip archives; unpack it and give one of these, such as game\.zip"):
        open_game(packed)
    project = write_folder(tmp_path / "project", {"game.toml": b"", "words.txt": b""})
    with pytest.raises(GameError, match=r"agi-emu build .* makes it"):
        open_game(project)
    with pytest.raises(GameError, match="no AGI game"):
        open_game(too_deep(tmp_path))


def test_a_game_some_folders_down_is_found(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "a" / "b" / "c" / "d", v2_files())
    packed = write_zip(tmp_path / "deep.zip", v2_files(), folder="x/y/z/")
    assert open_game(tmp_path / "a").digest == open_game(folder).digest == open_game(packed).digest


def test_a_path_may_lead_into_an_archive(tmp_path: Path) -> None:
    both = {f"games/{name}/{file}": data for name, files in FILES_OF_TWO.items() for file, data in files.items()}
    path = write_zip(tmp_path / "two.zip", both)
    second = open_game(path / "games" / "second")
    assert (second.id, second.layout.generation) == ("second", 3)
    assert not any("more games" in note for note in second.notes)
    with pytest.raises(GameError, match=r"two\.zip holds no game in a folder third"):
        open_game(path / "third")


def test_more_games_in_one_place_are_told(tmp_path: Path) -> None:
    one = write_folder(tmp_path / "one", {**v2_files(), **v3_files()})
    game = open_game(one)
    assert game.layout.generation == 2
    assert any("this is the one of logdir, not of " in note for note in game.notes)
    write_folder(tmp_path / "two" / "first", v2_files())
    write_folder(tmp_path / "two" / "second", v3_files())
    game = open_game(tmp_path / "two")
    assert "there are more games here: this is the one in first, not in second" in game.notes
    assert not any("more games" in note for note in open_game(tmp_path / "two" / "first").notes)
