"""Folders of games on the command line, and the way of a player through shelf, saves and --continue."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.cli.shelf import Shelf, choice_of
from agi_emu.facts.codes import ObjectFlag
from agi_emu.input.host_events import CloseRequest, HostEvent, KeyPress, KeyRelease, Modifier, Pointer
from agi_emu.keeping.saves.save_folder import SHORT_RUN_BEATS, StateFolder, default_folder
from agi_emu.keeping.shelf.register import note_played
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.session import Session
from agi_emu.window.game_window import GameWindow
from agi_emu.window.host.sdl import SdlWindow
from agi_emu.window.pages import LAYOUTS
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.unit.sample_games import v2_files, write_folder, write_zip

RETURN = 0x28
STATUS_LINE = 8
WALK_BEATS = 180
LONG_BEATS = 4000
"""More than a run that counts in any case."""
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
        write_folder(tmp_path / "games" / name, v2_files() | {"object": bytes(ord(name[0]))})
    return tmp_path / "games"


def test_several_games_are_listed_where_none_can_be_chosen(two: Path) -> None:
    result = invoke(two, "--headless")
    assert result.exit_code == 2
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [
        ["one", str(two / "one")],
        ["two", str(two / "two")],
    ]
    assert "2 games, and --headless plays one: name one of them" in result.stderr
    records = [json.loads(line) for line in invoke(two, "--headless", "--json").stdout.splitlines()]
    assert [record["title"] for record in records] == ["one", "two"]


def test_without_a_display_the_games_are_listed(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agi_emu.window.host.sdl.SdlDisplay.is_visible", False)
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
    assert choice_of(None, resume=False) is choice_of(None, resume=True) is None, "the demo"
    assert choice_of(two / "one", resume=False) == two / "one"
    (tmp_path / "lonely").mkdir()
    packed = write_zip(tmp_path / "lonely" / "packed.zip", v2_files(), folder="x/")
    assert choice_of(packed.parent, resume=False) == packed, "the only game in a folder"
    assert choice_of(two, resume=False) == Shelf((two,), is_all=False)
    assert choice_of(None, resume=False) == Shelf((two,), is_all=True)
    note_played(two / "two", "two", tmp_path, now=1)
    assert choice_of(None, resume=True) == choice_of(two, resume=True) == two / "two"


class Script:
    """A player at a window: what happens at each look for events."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        self._steps: Iterator[list[HostEvent]] = iter(())
        monkeypatch.setattr(SdlWindow, "poll", lambda window: next(self._steps, [CloseRequest()]))

    def play(self, steps: Iterator[list[HostEvent]], *arguments: object) -> Result:
        """Start the program; the player does these things and then closes the window."""
        self._steps = steps
        return invoke(*arguments, "--speed", "20", "--sound", "off", "--scale", 1)


def quiet(looks: int) -> Iterator[list[HostEvent]]:
    for _ in range(looks):
        yield []


class Machines:
    """Knows the machine of the window that is open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.last: Machine | None = None
        attach = GameWindow.attach

        def remembered(window: GameWindow, session: Session, **named: Any) -> None:
            self.last = session.machine
            attach(window, session, **named)

        monkeypatch.setattr(GameWindow, "attach", remembered)

    @property
    def beats(self) -> int:
        return self.last.state.clock.beats if self.last else 0


def click(x: float, y: float) -> Iterator[list[HostEvent]]:
    """Click on a place of the screen of 320x200, which a window of 320x240 shows."""
    place = (int(x), int(y * 240 / 200))
    yield [Pointer(*place, 0)]
    yield [Pointer(*place, 1, pressed=True)]
    yield [Pointer(*place, 0)]


def walk_and_save(machines: Machines, beats: int, walked: list[int]) -> Iterator[list[HostEvent]]:
    """Click on the first game, click to and fro until so many beats have passed, save, and leave."""
    yield from quiet(30)
    layout = LAYOUTS[False, False]
    yield from click(20, (layout.list_top + layout.row_height // 2) / 2)  # A page has 640x400 pixels.
    while machines.last is None:
        yield []
    ways = itertools.cycle((60, -60))
    while machines.beats < beats:
        state = machines.last.state
        ego = machines.last.ego
        if state.modal.depth or not (state.general.player_control and ego.flags & ObjectFlag.DRAWN):
            yield [KeyPress(RETURN)]
            yield [KeyRelease(RETURN)]
        else:
            walked.append(ego.x)
            target = min(150, max(10, ego.x + next(ways)))
            yield from click(2 * target, STATUS_LINE + ego.y)
        until = machines.beats + WALK_BEATS
        while machines.beats < until:
            yield []
    yield [KeyPress(0, ord("w"), BOTH)]
    yield from quiet(20)


def start_again(machines: Machines) -> Iterator[list[HostEvent]]:
    """Answer the offer to continue with N, and leave after a moment."""
    machines.last = None
    yield []
    yield [KeyPress(0, ord("n"))]
    while machines.beats < 300:
        yield []


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
        for name in ("agentq", "nickq"):
            (shelf / f"{name}.zip").write_bytes((games / f"{name}.zip").read_bytes())
        first = shelf / "agentq.zip"
    else:
        first = build_game(**meadow.sources()).rename(shelf / "a meadow")  # type: ignore[arg-type]
        write_folder(shelf / "second", v2_files())
    player, machines, walked = Script(monkeypatch), Machines(monkeypatch), list[int]()
    folder = StateFolder(default_folder(open_game(first)))
    assert player.play(walk_and_save(machines, LONG_BEATS, walked), shelf).exit_code == 0
    assert max(walked) - min(walked) > 30, "the mouse made ego walk"
    long_run = folder.newest()
    assert long_run.contents.summary.beats >= LONG_BEATS
    assert folder.quick().contents.summary.beats >= LONG_BEATS
    assert player.play(start_again(machines), first).exit_code == 0
    assert 300 <= machines.beats < SHORT_RUN_BEATS
    assert folder.newest().path == long_run.path
    result = player.play(quiet(5), "--continue")
    assert result.exit_code == 0
    assert "The game is exactly as it was." in result.stderr
    assert folder.newest().contents.summary.beats > long_run.contents.summary.beats
