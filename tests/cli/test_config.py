"""``agi-emu config`` and the settings under the options of ``run``."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.cli.commands import run as run_module
from agi_emu.cli.preferred import key_tables
from agi_emu.input.host_events import KeyPress
from agi_emu.input.player_commands import WORDS, PlayerCommand, setting_name
from agi_emu.keeping.host_folders import settings_path
from agi_emu.keeping.preferences.settings_file import read_preferences
from tests.own_games.building import GameBuilder


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    settings_path().parent.mkdir(parents=True)
    return settings_path()


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, [str(argument) for argument in arguments])


def test_the_path_is_printed(config: Path) -> None:
    assert invoke("config", "--path").stdout == f"{config}\n"


def test_everything_is_shown_with_its_source(config: Path) -> None:
    config.write_text('volume = 7\n[keys]\npause = "pause"\nfly = "x"\n')
    result = invoke("config")
    assert f"({config})" in next(line for line in result.stdout.splitlines() if line.startswith("volume"))
    assert "keys.pause          Pause " in result.stdout
    assert f"{config}, line 4: fly is not a command" in result.stderr
    record = json.loads(invoke("config", "--json").stdout)
    assert record["settings"]["volume"] == 7
    assert record["keys"].keys() == {setting_name(command) for command in WORDS}


def test_an_editor_gets_a_file_that_names_everything(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(click, "edit", lambda filename: opened.append(filename))
    assert invoke("config", "--edit").exit_code == 0
    assert opened == [str(config)]
    assert "# volume = 100" in config.read_text()


def options_of(*arguments: object) -> dict[str, object]:
    """Return what `run` would get."""
    context = run_module.command.make_context("run", [str(argument) for argument in arguments])
    return dict(context.params)


def test_settings_stand_in_for_options_and_the_command_line_wins(config: Path, build_game: GameBuilder) -> None:
    game = build_game({0: "return();"})
    config.write_text(f'volume = 7\nfull-screen = true\n[games.{game.name}]\ncomputer = "tandy"\nspeed = 2\n')
    found = options_of(game)
    assert (found["volume"], found["fullscreen"], found["machine"], found["speed"]) == (7, True, "tandy", 2.0)
    assert options_of(game, "--volume", 9)["volume"] == 9
    assert options_of()["machine"] == "pc"
    assert options_of(game, "--headless")["machine"] == "pc", "without a window only the command line counts"


def test_keys_that_cannot_be_used_are_named_with_their_line(config: Path) -> None:
    config.write_text('[keys]\npause = "hyper+x"\nrecord = "f8"\n[game-keys]\nw = "up"\nq = "nothing"\n')
    keys, game_keys, notes = key_tables(read_preferences())
    assert keys.command_of(KeyPress(0x41)) is PlayerCommand.RECORD
    assert game_keys.meant(KeyPress(0x1A, ord("w"))).scancode == 0x52
    assert [note.partition(": ")[0] for note in notes] == [f"{config}, line 2", f"{config}, line 6"]
