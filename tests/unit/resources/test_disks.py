"""Games on images of floppy disks, and images that hold something else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from agi_emu.facts.errors import GameError
from agi_emu.resources import Kind, open_game
from agi_emu.resources.disks import is_booter, is_one_of_a_set
from agi_emu.resources.fat12 import Disk
from tests.own_games.floppy import GEOMETRIES, SECTOR, booter, floppy
from tests.unit.sample_games import DOT_VIEW, entry, v2_files, v3_files, write_folder, write_zip

FILES = v2_files()
OTHER = v2_files(volume=1)


@pytest.mark.parametrize("kilobytes", GEOMETRIES)
def test_a_game_on_a_disk_is_the_game_of_its_files(tmp_path: Path, kilobytes: int) -> None:
    folder = write_folder(tmp_path / "game", FILES)
    image = write_folder(tmp_path / "images", {"lamp.img": floppy(FILES, kilobytes)}) / "lamp.img"
    game = open_game(image)
    assert game.digest == open_game(folder).digest
    assert (game.id, game.notes) == ("lamp", open_game(folder).notes)


def test_the_demo_game_comes_back_from_a_disk(root: Path, tmp_path: Path) -> None:
    demo = open_game(root / "agi_emu" / "data" / "demo.zip")
    place = write_folder(tmp_path, {"lamp.ima": floppy(demo.files.contents, 720)}) / "lamp.ima"
    assert open_game(place).digest == demo.digest


@pytest.mark.parametrize("kilobytes", [160, 180, 320, 360])
def test_disks_of_old_say_what_they_are_by_their_media_byte(kilobytes: int) -> None:
    disk = Disk(floppy(FILES, kilobytes, has_parameters=False))
    assert {file.name.lower(): disk.read(file) for file in disk.files()} == FILES


def test_a_game_may_lie_in_a_folder_of_the_disk_and_a_disk_in_an_archive(tmp_path: Path) -> None:
    digest = open_game(write_folder(tmp_path / "game", FILES)).digest
    inside = write_folder(tmp_path / "a", {"a.img": floppy(FILES, folder="LAMP")}) / "a.img"
    assert open_game(inside).digest == digest
    assert open_game(write_zip(tmp_path / "disks.zip", {"Lamp.IMG": floppy(FILES)})).digest == digest
    assert open_game(write_folder(tmp_path / "b", {"LAMP.DSK": floppy(FILES)})).digest == digest


def two_disks() -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the files of two disks: view 0 and its volume are on the second."""
    first = FILES | {"viewdir": entry(1, 0)}
    header = b"\x12\x34\x01" + len(DOT_VIEW).to_bytes(2, "little")
    return first, {"vol.1": header + DOT_VIEW, "logdir": first["logdir"], "viewdir": first["viewdir"]}


@pytest.mark.parametrize(
    ("names", "given"),
    [
        (("disk1.img", "disk2.img"), "disk1.img"),
        (("disk1.img", "disk2.img"), "disk2.img"),
        (("KQ Disk A.ima", "KQ Disk B.ima"), "KQ Disk A.ima"),
        (("lamp (Disk 1 of 2).dsk", "lamp (Disk 2 of 2).dsk"), "lamp (Disk 2 of 2).dsk"),
    ],
)
def test_the_other_disks_of_a_game_are_found_beside(tmp_path: Path, names: tuple[str, str], given: str) -> None:
    first, second = two_disks()
    images = {names[0]: floppy(first), names[1]: floppy(second), "other3.img": booter()}
    folder = write_folder(tmp_path / "images", images)
    for game in (open_game(folder / given), open_game(folder), open_game(write_zip(tmp_path / "all.zip", images))):
        assert sorted(game.layout.volume_names) == [0, 1]
        assert game.views[0] == DOT_VIEW
        assert not any("missing" in note for note in game.notes)


def test_disks_of_another_game_are_left_alone(tmp_path: Path) -> None:
    other = {**v2_files({Kind.LOGIC: {0: b"\x01\0\0\0\x02\0", 1: b"\x01\0\0\0\x02\0"}}), "vol.3": b"x"}
    images = {"quest1.img": floppy(FILES), "quest2.img": floppy(other)}
    folder = write_folder(tmp_path / "images", images)
    assert sorted(open_game(folder / "quest1.img").layout.volume_names) == [0]
    assert sorted(open_game(folder / "quest2.img").layout.volume_names) == [0, 3]
    assert "there are more games here" in open_game(folder).notes[0]


def test_a_missing_disk_is_named_by_its_volume(tmp_path: Path) -> None:
    first, second = two_disks()
    folder = write_folder(tmp_path, {"disk1.img": floppy(first), "alone.img": floppy({"vol.1": second["vol.1"]})})
    assert "vol.1 is missing, and 1 of the resources with it" in open_game(folder / "disk1.img").notes
    with pytest.raises(GameError, match=r"no AGI game is on alone\.img; put its other disks beside it"):
        open_game(folder / "alone.img")


def test_version_3_and_its_disks(tmp_path: Path) -> None:
    files = v3_files(prefix="kq4")
    image = write_folder(tmp_path, {"kq4.img": floppy(files)}) / "kq4.img"
    assert (open_game(image).layout.generation, open_game(image).layout.prefix) == (3, "kq4")


def test_a_booter_is_told_by_what_it_holds_not_by_its_size(tmp_path: Path) -> None:
    # reference: EXT-20
    folder = write_folder(tmp_path, {"bc.img": booter(), "noise.img": random.Random(1).randbytes(368640)})
    assert is_booter(booter())
    assert not is_booter(floppy(FILES))
    assert not is_booter((folder / "noise.img").read_bytes())
    with pytest.raises(GameError, match=r"bc\.img: this is the disk of a version 1 \(booter\) game"):
        open_game(folder / "bc.img")
    with pytest.raises(GameError, match=r"noise\.img: this disk image holds no files of DOS"):
        open_game(folder / "noise.img")
    with pytest.raises(GameError, match=r"of bc\.img: this is the disk of a version 1"):
        open_game(write_folder(tmp_path / "only", {"bc.img": booter()}))


def test_an_image_of_another_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="not the image of a floppy disk"):
        open_game(write_folder(tmp_path, {"hard.img": bytes(1000)}) / "hard.img")


@pytest.mark.parametrize(
    ("name", "other", "is_one"),
    [
        ("disk1.img", "disk2.img", True),
        ("DISK1.IMG", "disk2.img", True),
        ("kq3a.img", "kq3b.img", True),
        ("kq3 a.img", "kq3 b.img", True),
        ("kq3-1.img", "sq2-1.img", False),
        ("disk1.img", "disk2.ima", False),
        ("disk1.img", "disk.img", False),
        ("1-1.img", "2-2.img", False),
    ],
)
def test_names_of_disks_that_belong_together(name: str, other: str, is_one: bool) -> None:
    assert is_one_of_a_set(name, other) is is_one


def changed(image: bytes, place: int, new: bytes) -> bytes:
    return image[:place] + new + image[place + len(new) :]


def test_a_chain_that_bites_its_tail_ends(tmp_path: Path) -> None:
    image = floppy({**FILES, "vol.0": FILES["vol.0"] + bytes(4000)})
    links = bytearray(image)
    for fat in (SECTOR, 3 * SECTOR):
        links[fat + 3 : fat + 3 * 60] = bytes([0x02, 0x20, 0x00]) * 59  # each cluster leads to 2
    path = write_folder(tmp_path, {"a.img": bytes(links)}) / "a.img"
    notes = " ".join(open_game(path).notes)
    assert "VOL.0 cannot be read (the disk holds" in notes
    assert "is taken as missing" in notes


def test_a_file_longer_than_its_disk_is_cut_off(tmp_path: Path) -> None:
    image = floppy(FILES)
    root = (1 + 4) * SECTOR
    at = next(at for at in range(root, root + 112 * 32, 32) if image[at : at + 8] == b"WORDS   ")
    path = write_folder(tmp_path, {"a.img": changed(image, at + 28, b"\xff\xff\xff\xff")}) / "a.img"
    assert any("WORDS.TOK cannot be read" in note for note in open_game(path).notes)


def test_any_bytes_are_a_game_or_a_sentence(tmp_path: Path) -> None:
    # Boot sector, FATs and root are where a reader can go wrong.
    image = floppy(FILES)
    source = random.Random(17)
    path = tmp_path / "a.img"
    outcomes = set()
    for _ in range(300):
        data = bytearray(image)
        for _ in range(source.choice((1, 3, 30))):
            data[source.choice((source.randrange(11, 30), source.randrange(SECTOR, 8 * SECTOR)))] = source.randrange(
                256
            )
        path.write_bytes(data)
        try:
            open_game(path)
            outcomes.add("game")
        except GameError as error:
            outcomes.add("sentence" if "\n" not in str(error) else "lines")
    assert outcomes == {"game", "sentence"}
