"""A person at a screen: the program in a window on a virtual display, played with real key events."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

import agi_emu
from agi_emu.facts.errors import ExitCode
from agi_emu.state.files.state_chunks import read_summary
from tests.own_games import hostile, meadow
from tests.own_games.building import GameBuilder

pytestmark = pytest.mark.display

PATIENCE = 20.0
"""Seconds after which something that should have happened has not."""


class Screen:
    """A virtual display of our own, and the hands that press its keys."""

    def __init__(self) -> None:
        read_end, write_end = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1024x800x24", "-nolisten", "tcp"],
            pass_fds=[write_end],
            stderr=subprocess.DEVNULL,
        )
        os.close(write_end)
        with os.fdopen(read_end) as answer:
            number = answer.readline().strip() if select.select([answer], [], [], PATIENCE)[0] else ""
        assert number, "Xvfb does not say which display it has"
        self.environment = {**os.environ, "DISPLAY": f":{number}"}

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(PATIENCE)

    def kill(self) -> None:
        self._server.kill()

    def tool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        return done.stdout


class Player:
    """The program under play; `hear` waits for a paragraph that it prints."""

    def __init__(self, screen: Screen, game: Path, home: Path) -> None:
        (home / "Pictures").mkdir()
        self.screen = screen
        self.home = home
        self._heard = ""
        environment = {name: value for name, value in screen.environment.items() if not name.startswith("XDG_")}
        environment |= {
            "HOME": str(home),
            "PYTHONPATH": str(Path(agi_emu.__file__).parents[1]),
            "PYTHONUNBUFFERED": "1",
        }
        environment.pop("SDL_VIDEODRIVER", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "agi_emu", "run", str(game), "--text", "--scale", "2"],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=home,
        )
        self.window = screen.tool("search", "--sync", "--onlyvisible", "--class", "agi-emu").split()[0]
        # Without a window manager keys go to the window under the pointer.
        screen.tool("mousemove", "--window", self.window, "300", "200")

    def press(self, *keys: str) -> None:
        self.screen.tool("key", "--delay", "60", *keys)

    def type(self, text: str) -> None:
        self.screen.tool("type", "--delay", "60", text)

    def paragraph(self) -> str:
        """Return the next words of the game."""
        assert self.process.stdout
        end = time.monotonic() + PATIENCE
        while "\n\n" not in self._heard:
            left = max(0.0, end - time.monotonic())
            assert select.select([self.process.stdout], [], [], left)[0], "the game says nothing"
            self._heard += os.read(self.process.stdout.fileno(), 65536).decode()
        words, _, self._heard = self._heard.partition("\n\n")
        return words

    def hear(self) -> str:
        """Return the next words of the game that are neither its status line nor what was typed."""
        words = self.paragraph()
        while words.startswith(("Score:", "> ")):
            words = self.paragraph()
        return words

    def title(self) -> str:
        return self.screen.tool("getwindowname", self.window)

    def wait_for(self, happens: Callable[[], bool]) -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE
        while not happens():
            assert time.monotonic() < end, "it did not happen"
            time.sleep(0.05)

    def size(self) -> tuple[int, int]:
        lines = self.screen.tool("getwindowgeometry", "--shell", self.window).split()
        values = dict(line.split("=") for line in lines)
        return int(values["WIDTH"]), int(values["HEIGHT"])

    def pictures(self) -> list[Path]:
        return sorted((self.home / "Pictures").glob("*.png"))


@pytest.fixture
def screen() -> Iterator[Screen]:
    for program in ("Xvfb", "xdotool"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed: no virtual display")
    screen = Screen()
    yield screen
    screen.close()


@pytest.fixture
def player(screen: Screen, build_game: GameBuilder, tmp_path: Path) -> Iterator[Player]:
    home = tmp_path / "home"
    home.mkdir()
    player = Player(screen, build_game(**meadow.sources()), home)  # type: ignore[arg-type]
    yield player
    player.process.kill()
    player.process.communicate()


def columns_of_ego(picture: Path) -> set[int]:
    with Image.open(picture) as image:
        return {x for x in range(320) for y in range(60, 170) if image.getpixel((x, y)) == 4}


def test_a_game_is_played_from_first_picture_to_quit(player: Player) -> None:
    player.press("F1")
    assert player.hear() == "Type a sentence."
    player.press("Return")
    player.type("LOOK")
    player.press("Return")
    assert player.hear() == "Grass, as far as you can see."
    player.press("Return", "ctrl+shift+g", "Left")
    player.press("F1")
    player.hear()
    player.press("Return", "ctrl+shift+g", "F1")
    player.hear()
    before, after = player.pictures()
    assert min(columns_of_ego(after)) < min(columns_of_ego(before)), "ego must have walked to the left"
    player.press("Return", "ctrl+x")
    assert player.process.wait(PATIENCE) == 0


def test_host_keys_change_speed_and_never_reach_the_game(player: Player) -> None:
    player.press("F1")
    player.hear()
    assert "F12: menu and keys" in player.title()
    player.press("Return", "ctrl+shift+f", "ctrl+shift+f", "ctrl+shift+n", "ctrl+shift+s")
    player.press("F12", *["Up"] * 8, "Right", "F12", "F1")
    assert player.hear() == "Type a sentence.", "a key that reached the game would have been typed or walked"
    assert "[0.5x]" not in player.title()
    player.press("Return", "ctrl+shift+q")
    assert player.process.wait(PATIENCE) == 0


def test_pause_stops_the_game_and_steps_play_it(player: Player) -> None:
    assert player.process.stdout
    assert player.paragraph().startswith("Score:")
    player.press("ctrl+shift+p", "F1")
    assert not select.select([player.process.stdout], [], [], 0.3)[0]
    assert "[paused]" in player.title()
    player.press("ctrl+shift+c", "ctrl+shift+c", "ctrl+shift+c")
    assert player.hear() == "Type a sentence."


def test_ctrl_c_in_the_terminal_closes_the_window(player: Player) -> None:
    player.press("F1")
    player.hear()
    player.process.send_signal(signal.SIGINT)
    assert player.process.wait(PATIENCE) == ExitCode.INTERRUPTED


def test_full_screen_covers_the_screen_and_comes_back(player: Player) -> None:
    player.press("F1")
    player.hear()
    windowed = player.size()
    player.press("Return", "F11", "F1")
    player.hear()
    assert player.size() == (1024, 800)
    player.press("Return", "F11", "F1")
    player.hear()
    assert player.size() == windowed


def test_the_mouse_uses_the_host_menu(player: Player) -> None:
    player.press("F1")
    player.hear()
    player.press("Return", "F12")
    # At 640x480 the fifteenth entry, Quit, is at screen row 6 + 17 + 14 * 11 + 5, each row 2.4 pixels high.
    player.screen.tool("mousemove", "--window", player.window, "320", str(round(182 * 2.4)), "click", "1")
    assert player.process.wait(PATIENCE) == 0


def test_a_display_that_is_lost_costs_nothing_of_the_game(player: Player) -> None:
    player.press("F1")
    assert player.hear() == "Type a sentence."
    player.press("Return")
    time.sleep(0.5)
    player.screen.kill()
    assert player.process.wait(PATIENCE) == 4, "the documented exit code of what the computer lacks"
    saved = sorted(player.home.rglob("auto-*.agistate"))
    assert read_summary(saved[-1].read_bytes()).summary.description == "on leaving"


@pytest.mark.parametrize("size", [(1, 1), (16384, 64), (64, 16384), (320, 200)])
def test_a_window_of_any_size_shows_the_game(player: Player, size: tuple[int, int]) -> None:
    player.press("F1")
    assert player.hear() == "Type a sentence."
    player.screen.tool("windowsize", player.window, *map(str, size))
    time.sleep(0.3)
    player.screen.tool("windowsize", player.window, "640", "400")
    player.press("Return", "F1")
    assert player.hear() == "Type a sentence."


@pytest.mark.parametrize(
    "name",
    [
        "lines",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("placement searches", "a crowd that grows and seeks a place")
        ),
    ],
)
def test_a_hostile_game_is_paused_saved_and_left(
    screen: Screen, build_game: GameBuilder, tmp_path: Path, name: str
) -> None:
    player = Player(screen, hostile.GAMES[name](build_game), tmp_path)
    try:
        player.press("ctrl+shift+p")
        player.wait_for(lambda: "[paused]" in player.title())
        player.press("ctrl+shift+p")
        player.wait_for(lambda: "[paused]" not in player.title())
        player.press("ctrl+shift+w")
        player.wait_for(lambda: any(tmp_path.rglob("quick*.agistate")))
        player.press("ctrl+shift+q")
        assert player.process.wait(PATIENCE) == 0
    finally:
        player.process.kill()
        player.process.communicate()
