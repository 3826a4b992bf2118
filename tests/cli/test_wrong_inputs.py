"""Wrong inputs, the same for every verb: one sentence, the right exit code, never a traceback."""

from __future__ import annotations

import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from agi_emu import cli
from tests.own_games.building import GameBuilder

WITH_GAME: dict[str, list[str]] = {
    "run": ["--headless", "--ticks", "1"],
    "info": [],
    "digest": [],
    "trace": [],
    "monkey": ["--cycles", "1"],
    "capture": ["-o", "picture.png"],
    "extract": [],
    "play": ["1"],
    "disasm": [],
    "lint": [],
}
"""Verbs that take GAME first, with the options that each needs."""

WITHOUT_GAME = {"accuracy", "build", "compare", "compile", "doctor", "replay", "save"}

GAMES = {
    "nothing there": (None, 2),
    "an empty folder": ({}, 3),
    "a folder of other files": ({"letter.txt": b"Dear sir"}, 3),
    "a text file": (b"Dear sir\n", 3),
    "an empty file": (b"", 3),
    "a cut off archive": (b"PK\x03\x04" + b"\0" * 100, 3),
}
"""What stands where a game should be, and the exit code."""


def wrong_game(folder: Path, content: dict[str, bytes] | bytes | None) -> Path:
    """Make what is no game and return its path."""
    path = folder / "game.zip"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        path.mkdir()
        for name, data in content.items():
            (path / name).write_bytes(data)
    return path


def test_every_verb_is_in_a_table() -> None:
    assert set(cli.verbs.list_commands(click.Context(cli.verbs))) == set(WITH_GAME) | WITHOUT_GAME


@pytest.mark.parametrize("what", GAMES)
@pytest.mark.parametrize("verb", WITH_GAME)
def test_what_is_no_game(verb: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    content, code = GAMES[what]
    game = wrong_game(tmp_path, content)
    result = CliRunner().invoke(cli.verbs, [verb, str(game), *WITH_GAME[verb]])
    assert result.exit_code == code, result.output
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.stdout == ""
    if code == 3:
        assert result.stderr.startswith("agi-emu: ")
        assert result.stderr.count("\n") == 1
        assert str(game) in result.stderr


@pytest.mark.parametrize("verb", WITH_GAME)
@pytest.mark.parametrize("option", ["--no-such-option", "--profile=9.999"])
def test_wrong_option(verb: str, option: str, build_game: GameBuilder) -> None:
    result = CliRunner().invoke(cli.verbs, [verb, str(build_game({0: "return();"})), option])
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit), result.exception
    assert "Error: " in result.stderr


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions do not stop this user")
@pytest.mark.parametrize("verb", WITH_GAME)
def test_a_game_that_may_not_be_read(verb: str, tmp_path: Path) -> None:
    game = wrong_game(tmp_path, b"PK")
    game.chmod(0)
    result = CliRunner().invoke(cli.verbs, [verb, str(game), *WITH_GAME[verb]])
    assert result.exit_code in (2, 3)
    assert isinstance(result.exception, SystemExit), result.exception
