"""Opening is bounded: archives, folders and disks that list, hold or unpack to too much are refused early."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from agi_emu.facts.errors import GameError
from agi_emu.resources import open_game
from agi_emu.resources.fat12 import Disk
from agi_emu.resources.files import Limits, OpeningMeter, open_folders
from agi_emu.resources.game_names import names_of
from tests.formats.hostile_files import HOSTILE, MOST_MEMORY, OF_MANY_TICKS, ZEROS, opened
from tests.own_games.floppy import floppy
from tests.unit.sample_games import v2_files, write_folder, write_zip

FILES = v2_files()


def list_within(path: Path, limits: Limits) -> int:
    """Return how many folders there are to look into."""
    with open_folders(path, OpeningMeter(path, limits)) as folders:
        return len(folders)


def test_an_archive_lists_no_more_names_than_the_limit(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "many.zip", {f"{i}/vol.0": b"" for i in range(10)})
    assert list_within(path, Limits(names=10)) == 11
    with pytest.raises(GameError, match="more than 9 files; give the game's own folder"):
        list_within(path, Limits(names=9))


def test_the_list_of_an_archive_is_not_read_when_it_is_too_long(tmp_path: Path) -> None:
    # 3,000 members of 46 bytes and a name each.
    path = write_zip(tmp_path / "many.zip", {f"{i:08}": b"" for i in range(3000)})
    assert list_within(path, Limits(archive_directory=3000 * 54)) == 1
    with pytest.raises(GameError, match="the archive lists too many files"):
        list_within(path, Limits(archive_directory=3000 * 54 - 1))


def test_a_folder_and_those_in_it_list_no_more_names_than_the_limit(tmp_path: Path) -> None:
    write_folder(tmp_path / "a", {"x": b"", "y": b""})
    assert list_within(tmp_path, Limits(names=3)) == 2
    with pytest.raises(GameError, match="more than 2 files"):
        list_within(tmp_path, Limits(names=2))


@pytest.mark.parametrize("count", [32, 33])
def test_more_games_than_the_limit_are_a_collection(tmp_path: Path, count: int) -> None:
    files: Mapping[str, bytes] = {f"{i:02}/{name}": data for i in range(count) for name, data in FILES.items()}
    path = write_zip(tmp_path / "all.zip", dict(files))
    if count > 32:
        with pytest.raises(GameError, match="holds 33 games; give the one to open"):
            open_game(path)
    else:
        assert "this is the one in 00, not in 01, 02" in open_game(path).notes[0]


def test_more_images_of_disks_than_the_limit_are_a_collection(tmp_path: Path) -> None:
    image = bytes(160 * 1024)
    path = write_zip(tmp_path / "disks.zip", {f"{i}.img": image for i in range(33)})
    with pytest.raises(GameError, match="holds 33 images of disks; give the one to open"):
        open_game(path)


def test_only_the_folder_that_holds_the_game_is_read(tmp_path: Path) -> None:
    # A volume without a directory is no game: it is listed, and was it read, it would be too much.
    files = {f"a{i}/vol.{number}": ZEROS for i in range(3) for number in range(16)}
    path = tmp_path / "game.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in {**files, **{f"game/{name}": data for name, data in FILES.items()}}.items():
            archive.writestr(name, data)
    assert open_game(path).files.folder == "game"


@pytest.mark.skipif(sys.platform != "linux", reason="the figure is in /proc")
@pytest.mark.parametrize("what", [what for what in HOSTILE if what != OF_MANY_TICKS])
def test_a_file_that_stands_for_far_more_than_it_is_stays_below_128_mib(what: str, tmp_path: Path) -> None:
    found = opened(*HOSTILE[what](tmp_path))
    assert "Traceback" not in found.said
    assert found.code <= 3
    assert found.memory < MOST_MEMORY


def test_a_disk_whose_folders_are_all_the_whole_disk_is_listed_in_part() -> None:
    image = bytearray(floppy(FILES, 1440, folder="LAMP"))
    place = image.index(b"LAMP       ")
    image[place + 32 : place + 32 * 200] = image[place : place + 32] * 199
    assert len(list(Disk(bytes(image)).files())) == 32 * len(FILES)


@pytest.mark.parametrize("text", ["a" + ".a" * 60_000 + " = 1", "a = " + "[" * 390 + "\n" + ("[" * 390 + "\n") * 100])
def test_names_that_would_take_long_to_read_are_ignored_with_a_note(tmp_path: Path, text: str) -> None:
    game = open_game(write_folder(tmp_path / "game", {**FILES, "names.toml": text.encode()}))
    assert names_of(game).sections == {}
    assert names_of(game).notes[0].endswith("the file is ignored")
