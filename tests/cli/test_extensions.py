"""The extensions of fan interpreters, as the verbs choose them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from agi_emu import cli
from agi_emu.facts.errors import ExitCode
from tests.own_games.building import GameBuilder


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, ["run", *map(str, arguments)])


@pytest.fixture
def deep_game(build_game: GameBuilder) -> Path:
    """A game with a bitmap of 256 colours, which it shows in its first cycle."""
    source = "if (!f99) { set(f99); load.pic(v0); draw.pic(v0); v9 = 9; set.simple(s9); show.pic(); } return();"
    return build_game({0: source}, pictures={0: "color off", 9: bytes([200]) * (160 * 168)})


@pytest.mark.parametrize(
    ("options", "colours", "told"),
    [
        ([], 256, ""),
        (["--strict"], 16, "uses AGI256, which is off"),
        (["--extensions", "none"], 16, "uses AGI256, which is off"),
        (["--extensions", "agipal"], 16, "uses AGI256, which is off"),
        (["--strict", "--extensions", "AGI256,AGIPAL"], 256, ""),
    ],
)
def test_extensions_are_acted_on_unless_strict(
    deep_game: Path, tmp_path: Path, options: list[str], colours: int, told: str
) -> None:
    recording = tmp_path / "play.agirec"
    result = invoke(deep_game, "--headless", "--ticks", 20, "--record", recording, *options)
    assert result.exit_code == ExitCode.GOOD, result.output
    assert told in result.stderr
    assert bool(told) or "uses" not in result.stderr
    # A recording holds them: its pictures have the colours without any option.
    picture = tmp_path / "last.png"
    shown = CliRunner().invoke(cli.verbs, ["capture", str(recording), "-o", str(picture), "--ticks", "20"])
    assert shown.exit_code == ExitCode.GOOD, shown.output
    with Image.open(picture) as image:
        # Row 50 lies in the picture.
        assert image.getpixel((100, 50)) == (200 if colours == 256 else 15)


def test_an_unknown_extension_is_refused(deep_game: Path) -> None:
    result = invoke(deep_game, "--headless", "--extensions", "AGI512")
    assert result.exit_code == ExitCode.WRONG_USE
    assert "'AGI512' is unknown; use none, or a list with commas of AGI256, AGIPAL, AGIMOUSE, AGDS." in result.stderr
