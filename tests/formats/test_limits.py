"""Opening is bounded: archives, folders and disks that list, hold or unpack to too much are refused early."""

from __future__ import annotations

import struct
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from agi_emu.errors import GameError
from agi_emu.resources import open_game
from agi_emu.resources.fat12 import Disk
from agi_emu.resources.files import MAX_FILE_BYTES, open_folders
from agi_emu.resources.game_names import names_of
from agi_emu.resources.limits import Budget, Limits
from tests.own_games.floppy import floppy
from tests.unit.sample_games import v2_files, write_folder, write_zip

FILES = v2_files()
ZEROS = bytes(MAX_FILE_BYTES)


def list_within(path: Path, limits: Limits) -> int:
    """Return how many folders there are to look into."""
    with open_folders(path, Budget(path, limits)) as folders:
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


_MEASURE = """
import re, sys
from agi_emu.errors import GameError
from agi_emu.resources import open_game
try:
    open_game(sys.argv[1])
except GameError as error:
    print(error)
# Not ru_maxrss: that begins with what the process that started this one had.
status = open('/proc/self/status').read()
print(int(re.search(r'VmHWM:\\s+(\\d+) kB', status)[1]) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the figure is in /proc")
def test_an_archive_that_unpacks_to_a_gigabyte_stays_below_128_mib(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    names = ["logdir", *(f"{i:03}vol.{number}" for i in range(32) for number in range(16))]
    _write_repeated(path, names, ZEROS)
    assert path.stat().st_size < 4 << 20
    run = subprocess.run([sys.executable, "-c", _MEASURE, str(path)], capture_output=True, text=True, check=True)
    sentence, mebibytes = run.stdout.splitlines()
    assert sentence.endswith("its files named as a game's are longer than 64 MiB; no AGI game is")
    assert int(mebibytes) < 128


def _write_repeated(path: Path, names: list[str], data: bytes) -> None:
    """Write an archive whose members all are the one that was packed, so that it is quick to make."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("first", data)
        packed = archive.getinfo("first")
        header = 30 + len(packed.filename)
        stored = path.read_bytes()[header : header + packed.compress_size]
    place, directory = 0, b""
    common = struct.pack("<HHHHIII", 0, 8, 0, 33, packed.CRC, len(stored), len(data))
    with path.open("wb") as file:
        for name in names:
            sizes = struct.pack("<HH", len(name), 0)
            file.write(b"PK\3\4\x14\0" + common + sizes + name.encode() + stored)
            directory += b"PK\1\2\x14\0\x14\0" + common + sizes + struct.pack("<HHHII", 0, 0, 0, 0, place)
            directory += name.encode()
            place += header - len(packed.filename) + len(name) + len(stored)
        file.write(
            directory + b"PK\5\6" + struct.pack("<4HIIH", 0, 0, len(names), len(names), len(directory), place, 0)
        )


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
