"""A number of thousands of digits, in whatever a verb reads, is a mistake like others: one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu.cli import verbs
from tests.own_games.building import GameBuilder
from tests.unit.resources.test_project import project

LONG = "9" * 5000
HEX = "0x" + "f" * 5000


def run(*words: object) -> Result:
    return CliRunner().invoke(verbs, [str(word) for word in words])


def is_told(result: Result) -> bool:
    """Return whether a verb has ended by itself, in words of this program."""
    return isinstance(result.exception, SystemExit | None) and "set_int_max_str_digits" not in result.output


@pytest.mark.parametrize("number", [LONG, HEX])
@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("logics/0-main.lgc", "v% = 1; return();"),
        ("logics/0-main.lgc", "v1 = %; return();"),
        ("logics/0-main.lgc", "#define x %\nv1 = x; return();"),
        ("logics/0-main.lgc", '#message % "a"\nreturn();'),
        ("logics/0-main.lgc", "if (said(%)) { v1 = 1; } return();"),
        ("logics/0-main.lgc", "#messages %\nreturn();"),
        ("words.txt", "%: look, lamp\n"),
        ("items.txt", "lamp: %\n"),
        ("pictures/7.pic", "color %\n"),
        ("pictures/7.pic", "fill %,0\n"),
        ("views/0-ego.view", "loop same %\n"),
        ("views/0-ego.view", "loop mirrors %\n"),
        ("sounds/1.sound", "voice 0\na4:%\n"),
        ("sounds/1.sound", "voice 0\nt%:1@%\n"),
        ("game.toml", 'id = "SMALL"\nhighest_object = %\n'),
        ("game.toml", 'id = "SMALL"\n[missing_volumes.%]\nviews = [1]\n'),
        ("game.toml", 'id = "SMALL"\n[directory_lengths]\nviews = %\n'),
    ],
)
def test_in_a_source(file: str, text: str, number: str, tmp_path: Path) -> None:
    folder = project(tmp_path / "src", {file: text.replace("%", number)})
    for verb in ("build", "lint"):
        result = run(verb, folder, *(("-o", tmp_path / "game") if verb == "build" else ()))
        assert is_told(result)
        assert result.exit_code in (1, 3), result.output[:300]


@pytest.mark.parametrize("code", ["%m", "%v", "%g", "%o", "%w", "%s", "%v1|"])
def test_in_a_message_of_a_game(code: str, build_game: GameBuilder) -> None:
    game = build_game({0: f'print("{code}{LONG[:4900]}"); return();'})
    for words in (("lint", game), ("info", game), ("run", game, "--headless", "--ticks", "4")):
        result = run(*words)
        assert is_told(result), result.exception
        assert result.exit_code in (0, 1), result.output[:300]


@pytest.mark.parametrize("number", [LONG, "1e400", "NaN"])
@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("agikit-project.json", '{"gameId": "A", "agiVersion": {"major": %, "minor": 1}}'),
        ("src/object.json", '{"objects": [{"name": "a", "startingRoomNumber": %}], "maxAnimatedObjects": 9}'),
        ("src/words.txt", "%: look\n"),
        ("src/pic/1.agipic", '{"commands": [{"type": "SetPictureColor", "colorNumber": %}]}'),
    ],
)
def test_in_a_project_of_agikit(file: str, text: str, number: str, tmp_path: Path) -> None:
    files = {"agikit-project.json": json.dumps({"gameId": "A"}), "src/logic/0.agilogic": "return();"}
    for name, content in (files | {file: text.replace("%", number)}).items():
        (tmp_path / "a" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "a" / name).write_text(content)
    result = run("import", tmp_path / "a", "-o", tmp_path / "mine")
    assert is_told(result), result.exception
    assert result.exit_code in (0, 3)


@pytest.mark.parametrize(
    "words",
    [
        ("run", "--headless", "--ticks", LONG),
        ("run", "--headless", "--seed", LONG),
        ("run", "--headless", "--budget", LONG),
        ("monkey", "--seeds", LONG),
        ("monkey", "--seeds", f"1:{LONG}x"),
        ("trace", "--cycles", LONG),
        ("sound", LONG),
    ],
)
def test_on_the_command_line(words: tuple[str, ...], build_game: GameBuilder) -> None:
    verb, *options = words
    result = run(verb, build_game({0: "return();"}), *options)
    assert is_told(result), result.exception
    assert result.exit_code == 2


@pytest.mark.parametrize("where", ["{n}/3", "1/{n}", "{n}/{n}"])
def test_in_a_share(where: str, tmp_path: Path) -> None:
    result = run("compare", tmp_path, "--shard", where.format(n=LONG))
    assert is_told(result), result.exception
