"""Folders of games on the command line, and the way of a player through shelf, saves and --continue."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.cli.shelf import Choice, Shelf, choice_of
from agi_emu.frontends.host.host_events import CloseRequest, HostEvent, KeyPress, KeyRelease, Modifier
from agi_emu.frontends.host.sdl import SdlWindow
from agi_emu.resources import open_game
from agi_emu.saves.moments import where
from agi_emu.saves.save_folder import default_folder
from agi_emu.saves.state_folder import StateFolder
from agi_emu.shelf.register import note_played
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.unit.sample_games import v2_files, write_folder, write_zip

RIGHT, RETURN, ESCAPE = 0x4F, 0x28, 0x29
BOTH = Modifier.CTRL | Modifier.SHIFT


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, [str(argument) for argument in arguments])


@pytest.fixture
def two(tmp_path: Path) -> Path:
    for name in ("one", "two"):
        write_folder(tmp_path / "games" / name, v2_files())
    return tmp_path / "games"


def test_several_games_are_listed_where_none_can_be_chosen(two: Path) -> None:
    result = invoke(two, "--headless")
    assert result.exit_code == 2
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["one", str(two / "one")],
        ["two", str(two / "two")],
    ]
    assert "2 games, and --headless plays one: name one of them" in result.stderr
    records = [json.loads(line) for line in invoke(two, "--headless", "--json").stdout.splitlines()]
    assert [record["title"] for record in records] == ["one", "two"]


def test_without_a_display_the_games_are_listed(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agi_emu.frontends.host.sdl.Display.is_visible", False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    result = invoke(two)
    assert result.exit_code == 2
    assert "no display" in result.stderr
    assert len(result.stdout.splitlines()) == 2


def test_options_for_one_game_ask_for_one(two: Path, tmp_path: Path) -> None:
    result = invoke(two, "--record", tmp_path / "x.agirec")
    assert result.exit_code == 2
    assert "need one game" in result.stderr


def test_what_is_played(two: Path, tmp_path: Path) -> None:
    assert choice_of(None, resume=False) == choice_of(None, resume=True) == Choice(), "the demo"
    assert choice_of(two / "one", resume=False) == Choice(two / "one")
    (tmp_path / "lonely").mkdir()
    packed = write_zip(tmp_path / "lonely" / "packed.zip", v2_files(), folder="x/")
    assert choice_of(packed.parent, resume=False) == Choice(packed), "the only game in a folder"
    assert choice_of(two, resume=False) == Choice(shelf=Shelf((two,), is_all=False))
    assert choice_of(None, resume=False).shelf == Shelf((two,), is_all=True)
    note_played(two / "two", "two", tmp_path, now=1)
    assert choice_of(None, resume=True) == choice_of(two, resume=True) == Choice(two / "two")


class Script:
    """A player at a window: what happens at each look for events."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        self._steps: Iterator[list[HostEvent]] = iter(())
        monkeypatch.setattr(SdlWindow, "poll", lambda window: next(self._steps, [CloseRequest()]))

    def play(self, steps: Iterator[list[HostEvent]], *arguments: object) -> Result:
        """Start the program; the player does these things and then closes the window."""
        self._steps = steps
        return invoke(*arguments, "--uncapped", "--sound", "off", "--scale", 1)


def quiet(looks: int) -> Iterator[list[HostEvent]]:
    for _ in range(looks):
        yield []


def walk_and_save(is_long_enough: Callable[[], bool]) -> Iterator[list[HostEvent]]:
    """Choose the first game, walk to the right for more than a minute of its time, save, and leave."""
    yield from quiet(30)
    yield [KeyPress(RETURN)]
    yield [KeyPress(RIGHT)]
    while not is_long_enough():
        yield []
    yield [KeyRelease(RIGHT), KeyPress(0, ord("w"), BOTH)]
    yield from quiet(20)


@pytest.mark.slow
@pytest.mark.parametrize("real", [False, pytest.param(True, marks=pytest.mark.games)])
def test_a_short_start_does_not_hide_the_long_run(
    build_game: GameBuilder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    real: bool,
) -> None:
    """Two games on the shelf; one is played for long, then started once more by mistake; --continue goes back."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    if real:
        games: Path = request.getfixturevalue("games")
        for name in ("tetris", "nickq"):
            (shelf / f"{name}.zip").write_bytes((games / f"{name}.zip").read_bytes())
        first = shelf / "tetris.zip"
    else:
        first = build_game(**meadow.sources()).rename(shelf / "a meadow")  # type: ignore[arg-type]
        write_folder(shelf / "second", v2_files())
    player = Script(monkeypatch)
    folder = StateFolder(default_folder(open_game(first)))

    def beats() -> int:
        from agi_emu.frontends.window.game_window import GameWindow

        sessions = [each for each in _windows if isinstance(each, GameWindow) and each._session]
        return sessions[-1]._session.machine.state.clock.beats if sessions else 0  # type: ignore[union-attr]

    _windows: list[object] = []
    from agi_emu.frontends.window import game_window

    attach = game_window.GameWindow.attach

    def remembered(window: game_window.GameWindow, *args: object, **named: object) -> None:
        _windows.append(window)
        attach(window, *args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(game_window.GameWindow, "attach", remembered)
    assert player.play(walk_and_save(lambda: beats() > 4000), shelf).exit_code == 0
    long_run = folder.newest()
    assert long_run.contents.summary.beats > 4000
    assert folder.quick().contents.summary.beats > 4000
    for path in folder.folder.iterdir():
        os.utime(path, (1_000_000, 1_000_000))
    assert player.play(iter([[], [KeyPress(0, ord("n"))], *([[]] * 40)]), first).exit_code == 0
    assert folder.newest().contents.summary.beats > 4000, where(folder.newest().contents.summary)
    result = player.play(quiet(5), "--continue")
    assert result.exit_code == 0
    assert "The game is exactly as it was." in result.stderr
    assert folder.newest().contents.summary.beats > long_run.contents.summary.beats
