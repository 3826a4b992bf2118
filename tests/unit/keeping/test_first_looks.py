"""What the shelf finds out about games that nobody has played: a picture, a title, what is missing."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from agi_emu.keeping.shelf.library import LONGEST_LOOK, GameLibrary, look_at, picture_file, picture_of
from agi_emu.keeping.shelf.register import note_played
from agi_emu.keeping.shelf.scanning import FoundGame, GameScan
from agi_emu.window.chosen_pages import ShelfPage
from tests.own_games import meadow
from tests.own_games.building import GameBuilder


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))


def found_in(folder: Path) -> FoundGame:
    (game,) = GameScan().find(folder)
    return game


def test_a_look_keeps_a_picture_and_nothing_else(game: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    found = found_in(game)
    assert picture_of(found) is None
    look_at(found)
    frame = picture_of(found)
    assert frame is not None
    assert (frame.width, frame.height, len(frame.pixels)) == (320, 200, 64000)
    assert len(set(frame.pixels)) > 2, "the meadow is drawn"
    assert [path for path in tmp_path.rglob("*") if path.is_file() and path.parent != game] == [picture_file(found)]
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before


def test_a_game_that_works_without_end_is_left_after_a_while(build_game: GameBuilder) -> None:
    found = found_in(build_game({0: "again: v70 = 1; goto again;"}))
    begun = time.thread_time()
    look_at(found)
    # A beat that is being played is played to its end.
    assert time.thread_time() - begun < LONGEST_LOOK + 1
    assert picture_file(found).is_file(), "it is not looked at again and again"


def test_a_damaged_picture_is_none(game: Path) -> None:
    found = found_in(game)
    look_at(found)
    data = picture_file(found).read_bytes()
    for broken in (b"", data[:20], b"x" + data, bytes(100)):
        picture_file(found).write_bytes(broken)
        assert picture_of(found) is None


def test_the_shelf_shows_a_picture_before_a_game_was_played(game: Path) -> None:
    library = GameLibrary([game.parent], only_roots=True)
    library.look()
    page = ShelfPage(library, lambda each: None)
    assert page.look.picture is not None
    assert "not played yet" in page.lines(0)


def test_a_missing_volume_is_named_and_the_game_can_be_chosen(build_game: GameBuilder) -> None:
    sources = meadow.sources()
    game = build_game(**sources)  # type: ignore[arg-type]
    directory = game / "VIEWDIR"
    entries = bytearray(directory.read_bytes())
    place = next(at for at in range(0, len(entries), 3) if entries[at] != 0xFF)
    entries[place] = 0x30
    directory.write_bytes(bytes(entries))
    library = GameLibrary([game], only_roots=True)
    library.look()
    page = ShelfPage(library, lambda each: None)
    assert (page.rows()[0].note, page.rows()[0].is_faint) == ("!", False)
    assert any(line.startswith("It is not complete: vol.3 is missing, and 1 of") for line in page.lines(0))


def test_copies_of_a_game_are_listed_once(game: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(game, tmp_path / "elsewhere" / "other-name")
    library = GameLibrary([game, copy], only_roots=True)
    library.look()
    assert [Path(each.game.path) for each in library.games()] == [game]
    note_played(copy, "copy", tmp_path, now=1)
    library = GameLibrary([game])
    library.look()
    assert [Path(each.game.path) for each in library.games()] == [copy], "the one that was played"
    (game / "OBJECT").write_bytes(b"another game")
    library = GameLibrary([game])
    library.look()
    assert len(library.games()) == 2
