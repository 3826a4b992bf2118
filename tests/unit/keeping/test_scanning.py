"""Finding games by the names of their files: in folders, archives and disk images, within limits."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from agi_emu.keeping.shelf.scanning import GameScan
from agi_emu.resources import open_game
from agi_emu.resources.credits import Credits
from agi_emu.resources.writing.game_files import version_file
from tests.own_games.floppy import floppy
from tests.unit.sample_games import v2_files, v3_files, write_folder, write_zip


def found(root: Path, scan: GameScan | None = None) -> dict[str, str]:
    """Return the titles of the games below a folder by their paths within it."""
    return {Path(game.path).relative_to(root).as_posix(): game.title for game in (scan or GameScan()).find(root)}


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    root = tmp_path / "games"
    write_folder(root / "plain", v2_files())
    write_folder(root / "a" / "b" / "deep_quest one", v3_files())
    write_zip(root / "packed.zip", v2_files(), folder="x/y/")
    both = {
        f"{name}/{file}": data
        for name, files in (("one", v2_files()), ("two", v3_files()))
        for file, data in files.items()
    }
    write_zip(root / "a" / "two.zip", both)
    (root / "disks").mkdir()
    (root / "disks" / "disk1.img").write_bytes(floppy(v2_files()))
    (root / "letter.txt").write_text("Dear sir")
    return root


def test_games_are_found_at_any_depth(collection: Path) -> None:
    assert found(collection) == {
        "plain": "plain",
        "a/b/deep_quest one": "Deep Quest One",
        "packed.zip": "packed",
        "a/two.zip/one": "one",
        "a/two.zip/two": "two",
        "disks/disk1.img": "disk1",
    }


def test_every_path_found_can_be_opened(collection: Path) -> None:
    for game in GameScan().find(collection):
        assert open_game(game.path).title == game.title


def test_what_lies_inside_a_game_is_not_another_game(tmp_path: Path) -> None:
    write_folder(tmp_path / "game", v2_files())
    write_folder(tmp_path / "game" / "original", v2_files())
    inside = v2_files() | {f"old/{name}": data for name, data in v2_files().items()}
    write_zip(tmp_path / "packed.zip", inside)
    assert set(found(tmp_path)) == {"game", "packed.zip"}


def test_known_games_and_authors_give_titles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = v2_files()
    md5 = hashlib.md5(files["logdir"]).hexdigest()
    write_folder(tmp_path / "one", files)
    write_folder(tmp_path / "two", v3_files() | {"game.wag": version_file("3.002.149", "", Credits("Rock & Wood"))})
    monkeypatch.setattr("agi_emu.resources.titles.TITLES", {md5: ("The 13th Disciple", "1.00")})
    games = {game.title: game.release for game in GameScan().find(tmp_path)}
    assert games == {"The 13th Disciple": "1.00", "Rock & Wood": ""}


def test_damaged_games_are_listed_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04" + bytes(50))
    write_folder(tmp_path / "half", {"logdir": b"\0\0\0"})
    problems = {game.title: game.problem for game in GameScan().find(tmp_path)}
    assert problems == {
        "broken": "this zip archive is damaged or incomplete; fetch it again",
        "half": "its volumes (VOL.0 and so on) are missing",
    }


def test_limits_are_said(tmp_path: Path) -> None:
    write_folder(tmp_path / "a" / "first", v2_files())
    write_folder(tmp_path.joinpath("b", *"cdefghijk"), v2_files())
    scan = GameScan()
    assert set(found(tmp_path, scan)) == {"a/first"}
    assert len(scan.left_out) == 1
    assert scan.left_out[0].endswith("what lies deeper than 8 folders is left out")
    few = GameScan(entries=4)
    found(tmp_path, few)
    assert few.left_out == ["more than 20,000 files and folders: the rest is left out"]


def test_what_is_not_a_game_is_not_found(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear sir")
    write_zip(tmp_path / "letters.zip", {"letter.txt": b"Dear sir"})
    assert found(tmp_path) == {}


@pytest.mark.games
def test_every_real_game_is_found_with_its_title(games: Path) -> None:
    listed = {Path(game.path).stem: game.title for game in GameScan().find(games)}
    assert len(listed) == len(list(games.glob("*.zip")))
    assert listed["kq4dem"] == "King's Quest IV Demo"
    assert not [game.problem for game in GameScan().find(games) if game.problem]
