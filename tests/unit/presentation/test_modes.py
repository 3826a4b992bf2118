"""The table of display modes, and where a mode can be chosen."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from agi_emu import cli
from agi_emu.facts.palette import EGA_BYTES
from agi_emu.machine.frame import Frame
from agi_emu.presentation.display_modes.modes import DEFAULT, MODES, mode_named
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

SCREEN = Frame(bytes(index % 16 for index in range(64000)), EGA_BYTES)
MOST_COLOURS = 256


@pytest.mark.parametrize("name", MODES)
def test_every_mode_shows_a_screen(name: str) -> None:
    mode = mode_named(name)
    shown = mode(SCREEN)
    assert (shown.width >= 320, shown.height >= 200) == (True, True)
    assert max(shown.pixels) < len(shown.colours) // 3 <= MOST_COLOURS
    assert mode(SCREEN) == shown


def test_the_default_is_the_screen_as_the_game_means_it() -> None:
    assert mode_named(DEFAULT)(SCREEN) is SCREEN


def test_an_unknown_mode_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown display mode 'vga'; use one of ega, cga"):
        mode_named("vga")


@pytest.mark.parametrize("verb", ["run", "replay", "capture", "compare", "save"])
def test_a_mode_can_be_chosen_wherever_a_screen_is_shown(verb: str) -> None:
    options = {option.name: option for option in import_module(f"agi_emu.cli.commands.{verb}").command.params}
    assert tuple(options["display_mode"].type.choices) == tuple(MODES)


def test_captures_show_a_mode(build_game: GameBuilder, tmp_path: Path) -> None:
    game: Path = build_game(**meadow.sources())  # type: ignore[arg-type]
    target = tmp_path / "green.png"
    arguments = ["capture", str(game), "-o", str(target), "--ticks", "20", "--display-mode", "hercules-green"]
    assert CliRunner().invoke(cli.verbs, arguments).exit_code == 0
    with Image.open(target) as image:
        assert image.size == (640, 400)
        assert image.getpalette()[:6] == [0, 0, 0, 0x33, 0xFF, 0x66]  # type: ignore[index]
