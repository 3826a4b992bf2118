"""The player's games in order, what is remembered between starts, and the page that shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.input.host_events import KeyPress, Typed
from agi_emu.keeping.saves.save_folder import StateFolder
from agi_emu.keeping.shelf.library import GameLibrary, ShelfGame, TitlesCache
from agi_emu.keeping.shelf.register import MOST_GAMES, RegisterError, add_folder, games_file, note_played, read_register
from agi_emu.keeping.shelf.scanning import FoundGame, GameScan
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.resources import open_game
from agi_emu.window.chosen_pages import F2, ShelfPage
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.unit.sample_games import v2_files, write_folder, write_zip

RETURN, DOWN, ESCAPE = 0x28, 0x51, 0x29


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("beta", "alpha", "gamma"):
        write_folder(tmp_path / "games" / name, v2_files() | {"object": bytes(ord(name[0]))})
    return tmp_path / "games"


def library_of(root: Path) -> GameLibrary:
    library = GameLibrary([root], only_roots=True)
    library.look()
    return library


def titles(library: GameLibrary) -> list[str]:
    return [each.game.title for each in library.games()]


def test_the_last_played_comes_first_then_titles(root: Path, tmp_path: Path) -> None:
    assert titles(library_of(root)) == ["alpha", "beta", "gamma"]
    note_played(root / "beta", "beta", tmp_path, now=10)
    note_played(root / "gamma", "gamma", tmp_path, now=20)
    assert titles(library_of(root)) == ["gamma", "beta", "alpha"]
    last = read_register().last_played
    assert last is not None
    assert last.path == str(root / "gamma")


def test_played_games_are_on_the_shelf_wherever_they_are(root: Path, tmp_path: Path) -> None:
    note_played(root / "beta", "beta", tmp_path, now=10)
    note_played(tmp_path / "gone", "gone", tmp_path, now=30)
    assert titles(GameLibrary([], [FoundGame("demo", "The Last Lamp")])) == ["beta", "The Last Lamp"]
    last = read_register().last_played
    assert last is not None
    assert last.title == "beta", "a game that is gone cannot be continued"


def test_a_clock_that_was_ahead_does_not_make_an_older_game_the_last(root: Path, tmp_path: Path) -> None:
    note_played(root / "beta", "beta", tmp_path, now=1e10)
    note_played(root / "gamma", "gamma", tmp_path, now=20)
    last = read_register().last_played
    assert last is not None
    assert last.title == "gamma"
    assert titles(library_of(root)) == ["gamma", "beta", "alpha"]


def test_a_game_in_an_archive_stays_on_the_shelf(tmp_path: Path) -> None:
    write_zip(tmp_path / "two.zip", {f"one/{name}": data for name, data in v2_files().items()})
    note_played(tmp_path / "two.zip" / "one", "one", tmp_path, now=10)
    assert titles(GameLibrary([])) == ["one"]


def test_folders_are_remembered_once(root: Path) -> None:
    add_folder(root)
    add_folder(root / "alpha" / "..")
    assert read_register().folders == (str(root),)


@pytest.mark.parametrize("text", ["", "[]", '{"folders": 3}', '{"folders": [], "played": {"a": 1}}', "\0"])
def test_a_damaged_register_is_an_empty_one(text: str) -> None:
    games_file().parent.mkdir(parents=True)
    games_file().write_text(text)
    assert read_register().last_played is None


def test_the_register_has_a_limit(tmp_path: Path) -> None:
    assert MOST_GAMES >= 1000
    games_file().parent.parent.mkdir(parents=True, exist_ok=True)
    games_file().parent.write_text("in the way")
    with pytest.raises(RegisterError, match="the shelf forgets this game"):
        note_played(tmp_path, "x", tmp_path, now=1)


def test_an_archive_that_has_not_changed_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_zip(tmp_path / "one.zip", v2_files())
    library_of(tmp_path)
    read: list[str] = []
    monkeypatch.setattr("agi_emu.keeping.shelf.scanning._game_in", lambda folder, path, name: read.append(path))
    assert titles(library_of(tmp_path)) == ["one"]
    assert read == []
    monkeypatch.undo()
    assert TitlesCache().get(tmp_path / "nothing") is None


def test_a_game_that_was_changed_in_its_folder_is_looked_at_again(root: Path) -> None:
    before = library_of(root).games()[0].game
    directory = next(path for path in Path(before.path).iterdir() if path.name.lower() == "logdir")
    directory.write_bytes(bytes(each ^ 1 for each in directory.read_bytes()))
    assert library_of(root).games()[0].game.digest != before.digest


def test_a_thread_looks_while_the_page_is_shown(root: Path) -> None:
    library = GameLibrary([root], only_roots=True)
    library.start()
    library.stop()
    page = ShelfPage(library, lambda game: None)
    assert not library.is_looking or page.footer.startswith("looking for games")


def test_what_goes_while_it_is_looked_at_does_not_end_the_search(root: Path) -> None:
    (root / "delta").symlink_to(root / "delta")
    image = root / "beside.img"
    image.write_bytes(bytes(368_640))

    def unplug() -> bool:
        image.unlink(missing_ok=True)
        return False

    assert [game.title for game in GameScan(stops=unplug).find(root)] == ["alpha", "beta", "gamma"]


def test_the_page_chooses_a_game(root: Path) -> None:
    page = ShelfPage(library_of(root), lambda game: None)
    assert [row.text for row in page.rows()] == ["alpha", "beta", "gamma"]
    page.take_event(KeyPress(DOWN))
    page.take_event(KeyPress(RETURN))
    assert (page.is_closed, page.starts_again) == (True, False)
    assert page.take_choice() == root / "beta"
    assert (page.take_choice(), page.is_closed) == (None, False)
    page.take_event(KeyPress(F2))
    assert page.starts_again
    page.take_choice()
    page.take_event(Typed("gam"))
    page.take_event(KeyPress(RETURN))
    assert page.take_choice() == root / "gamma"


def test_a_game_that_was_refused_is_marked_with_the_reason(root: Path) -> None:
    page = ShelfPage(library_of(root), lambda game: None)
    page.refuse(root / "alpha", f"{root / 'alpha'}: logic 0 is missing")
    assert (page.rows()[0].note, page.rows()[0].is_faint) == ("!", True)
    assert "It cannot be played: logic 0 is missing" in page.lines(0)
    page.take_choice()


def test_the_page_shows_where_a_game_was_left(build_game: GameBuilder, tmp_path: Path) -> None:
    game = open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]
    machine = Machine(game)
    machine.run(ticks=20)
    StateFolder(tmp_path / "saves").save_automatic(save_state(machine))
    note_played(game.path, game.title, tmp_path / "saves", now=100)

    def saves_of(each: ShelfGame) -> Path | None:
        return Path(each.played.saves) if each.played else None

    page = ShelfPage(GameLibrary([]), saves_of, clock=lambda: 100 + 7200)
    assert page.rows()[0].note == "2 hours ago"
    assert page.look.picture == machine.frame
    assert "room 1" in page.lines(0)
