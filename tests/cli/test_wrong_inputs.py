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
    "trace": [],
    "monkey": ["--cycles", "1"],
    "capture": ["-o", "picture.png"],
    "extract": [],
    "sound": ["1"],
    "lint": [],
    "export": ["-o", "page"],
}
"""Verbs that take GAME first, with the options that each needs."""

WITHOUT_GAME = {
    "bench",
    "build",
    "compare",
    "config",
    "coverage",
    "dap",
    "desktop",
    "doctor",
    "import",
    "lsp",
    "mcp",
    "movie",
    "new",
    "preview",
    "replay",
    "save",
    "translate",
}

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


WRONG_USE = {
    "no number": (["run", "GAME", "--headless", "--ticks", "1", "--speed", "nan"], "not a number"),
    "a project over a project": (["extract", "GAME", "-o", "PROJECT"], "already holds a project"),
    "numbers of a project": (["extract", "GAME", "project", "3"], "give numbers only for"),
    "a seed for seeds": (["monkey", "GAME", "--seed", "3"], "No such option"),
    "an end before the beginning": (["replay", "REC", "--from", "9", "--until", "3"], "--until is before --from"),
}
"""Arguments, and what the sentence must say; the exit code is 2."""

UNREADABLE = {
    "a device": (["info", "/dev/zero"], "/dev/zero: this is neither a folder nor a zip archive nor a disk image"),
    "a picture that is not there": (["extract", "GAME", "pictures", "250"], "there is no picture 250"),
    "a script": (["run", "GAME", "--headless", "--script", "LETTER"], "letter.txt, line 1: expected"),
    "a savegame": (["run", "GAME", "--headless", "--load", "LETTER"], "letter.txt: "),
}
"""Arguments, and how the sentence begins or what it holds; the exit code is 3."""


def arguments(words: list[str], tmp_path: Path, game: Path) -> list[str]:
    """Return a command line with the names in capitals replaced by files."""
    project, letter, recording = tmp_path / "project", tmp_path / "letter.txt", tmp_path / "a.agirec"
    project.mkdir()
    (project / "game.toml").write_text("")
    letter.write_text("Dear sir\n")
    recording.write_text("agirec 1\n")
    files = {"GAME": game, "PROJECT": project, "LETTER": letter, "REC": recording}
    return [str(files.get(word, word)) for word in words]


@pytest.mark.parametrize("case", WRONG_USE)
def test_wrong_use(case: str, tmp_path: Path, build_game: GameBuilder) -> None:
    words, sentence = WRONG_USE[case]
    result = CliRunner().invoke(cli.verbs, arguments(words, tmp_path, build_game({0: "return();"})))
    assert result.exit_code == 2, result.output
    assert sentence in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="devices are files on POSIX only")
@pytest.mark.parametrize("case", UNREADABLE)
def test_unreadable(case: str, tmp_path: Path, build_game: GameBuilder) -> None:
    words, sentence = UNREADABLE[case]
    result = CliRunner().invoke(cli.verbs, arguments(words, tmp_path, build_game({0: "return();"})))
    assert result.exit_code == 3, result.output
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
