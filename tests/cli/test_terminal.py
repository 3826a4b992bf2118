"""No control character of a name or message reaches a terminal."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu.cli import verbs
from agi_emu.cli.terminal import printable, printable_json
from agi_emu.data import demo_sources
from tests.own_games.building import GameBuilder

EVIL = "e\x1b[31mvil\x9b2J\x7f\u202e"
CONTROLS = {chr(code) for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"} | {"\u202e"}


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(verbs, [str(argument) for argument in arguments], catch_exceptions=False)
    assert not CONTROLS & set(result.output), repr(result.output)
    return result


@pytest.fixture
def evil(tmp_path: Path, build_game: GameBuilder) -> Path:
    return Path(shutil.move(build_game({0: 'if (!f200) { set(f200); print("x"); } return();'}), tmp_path / EVIL))


@pytest.mark.parametrize(
    "arguments",
    [
        ["info"],
        ["info", "--json"],
        ["info", "-v", "--verify"],
        ["lint"],
        ["info", "--digests", "both"],
        ["extract", "logics", "-o", "-"],
        ["monkey", "--cycles", "20", "--seed", "1"],
        ["run", "--headless", "--ticks", "20", "--text", "-v"],
        ["extract", "pictures", "99"],
    ],
)
def test_the_name_of_a_folder(arguments: list[str], evil: Path) -> None:
    run(arguments[0], evil, *arguments[1:])


def test_the_name_is_shown_by_numbers(evil: Path) -> None:
    assert r"e\x1b[31mvil\x9b2J\x7f\u202e" in run("info", evil).output
    assert EVIL.lower() in json.loads(run("info", evil, "--json").output)["id"]


def test_names_in_errors(tmp_path: Path, evil: Path) -> None:
    for arguments in (
        ["info", tmp_path / f"{EVIL}.none"],
        [tmp_path / f"{EVIL}.none"],
        ["build", evil, "-o", tmp_path / f"{EVIL}.zip"],
        ["capture", evil, "-o", tmp_path / EVIL / "no" / "x.png"],
        ["build", evil / "vol.0"],
        ["replay", evil / "vol.0"],
        ["run", evil, "--profile", EVIL],
        ["extract", evil, EVIL],
    ):
        assert run(*arguments).exit_code in (1, 2, 3)


def test_names_of_members_and_sources(tmp_path: Path, build_game: GameBuilder) -> None:
    game = build_game({0: "return();"})
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        for folder in (EVIL, f"{EVIL}2"):
            for path in game.iterdir():
                archive.write(path, f"{folder}/{path.name}")
    run("info", tmp_path / "two.zip")
    project = tmp_path / "project"
    shutil.copytree(demo_sources(), project)
    (project / "logics" / f"99-{EVIL}.lgc").write_text("nonsense")
    (project / "logics" / f"{EVIL}.lgc").write_text("")
    result = run("build", project, "-o", tmp_path / "game.zip")
    assert result.exit_code == 3
    assert r"\x1b[31mvil" in result.output


def test_texts_keep_what_is_no_control_character() -> None:
    assert printable("tab\tand line\nan é, 字 and \x1b") == "tab\tand line\nan é, 字 and \\x1b"
    assert json.loads(printable_json(json.dumps(EVIL, ensure_ascii=False))) == EVIL
