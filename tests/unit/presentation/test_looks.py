"""The table of looks, and where a look and an adapter can be chosen."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from agi_emu import cli
from agi_emu.facts.palette import EGA_BYTES
from agi_emu.machine.frame import Frame
from agi_emu.presentation.looks import DEFAULT, LOOKS, look_named
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

SCREEN = Frame(bytes(index % 16 for index in range(64000)), EGA_BYTES)
MOST_COLOURS = 256


@pytest.mark.parametrize("name", LOOKS)
def test_every_mode_shows_a_screen(name: str) -> None:
    mode = look_named(name)
    shown = mode(SCREEN)
    assert (shown.width >= 320, shown.height >= 200) == (True, True)
    assert max(shown.pixels) < len(shown.colours) // 3 <= MOST_COLOURS
    assert mode(SCREEN) == shown


def test_the_default_is_the_screen_as_the_game_means_it() -> None:
    assert look_named(DEFAULT)(SCREEN) is SCREEN


def test_an_unknown_mode_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown look 'vga'; use one of plain, composite-on-ega"):
        look_named("vga")


@pytest.mark.parametrize("verb", ["run", "replay", "capture", "compare", "save"])
def test_a_mode_can_be_chosen_wherever_a_screen_is_shown(verb: str) -> None:
    options = {option.name: option for option in import_module(f"agi_emu.cli.commands.{verb}").command.params}
    assert tuple(options["screen_look"].type.choices) == tuple(LOOKS)


@pytest.mark.parametrize(
    ("options", "size", "colours"),
    [
        (("--display", "hercules-green"), (720, 348), [0, 0, 0, 0x33, 0xFF, 0x66]),
        (("--display", "cga"), (320, 200), [0, 0, 0xAA, 0, 0xAA, 0]),
        (("--display", "cga-composite"), (640, 400), [0, 0, 0, 0, 0x50, 0]),
        (("--look", "amiga"), (320, 200), [0, 0, 0, 0, 0, 0xFF]),
    ],
)
def test_captures_show_an_adapter_or_a_look(
    build_game: GameBuilder, tmp_path: Path, options: tuple[str, str], size: tuple[int, int], colours: list[int]
) -> None:
    game: Path = build_game(**meadow.sources())  # type: ignore[arg-type]
    target = tmp_path / "shown.png"
    arguments = ["capture", str(game), "-o", str(target), "--ticks", "20", *options]
    assert CliRunner().invoke(cli.verbs, arguments).exit_code == 0
    with Image.open(target) as image:
        assert image.size == size
        assert image.getpalette()[:6] == colours  # type: ignore[index]


def test_an_adapter_that_a_computer_lacks_is_a_usage_error(build_game: GameBuilder) -> None:
    game: Path = build_game(**meadow.sources())  # type: ignore[arg-type]
    arguments = ["capture", str(game), "-o", "x.png", "--machine", "tandy", "--display", "cga"]
    done = CliRunner().invoke(cli.verbs, arguments)
    assert done.exit_code == 2
    assert "a tandy has no display 'cga'" in done.output
