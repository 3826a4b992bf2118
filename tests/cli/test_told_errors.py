"""Errors of the interpreter are told by every verb that plays a game, and decide the exit code only if asked to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.facts.errors import ExitCode

LOGIC = """// the harbour
if (isset(f5)) { v10 = 1; }
v60 += 1;
if (v60 == 4) {
  sound(7, f100);
}
if (v60 == 9) { quit(1); }
return();
"""
SENTENCE = "0-main.lgc:5: sound 7 is not loaded (error 9, room 0, cycle 3)"


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, [*map(str, arguments)])


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    assert invoke("new", folder, "--template", "empty").exit_code == ExitCode.GOOD
    for path in (folder / "logics").glob("*.lgc"):
        path.unlink()
    (folder / "logics" / "0-main.lgc").write_text(LOGIC)
    return folder


@pytest.fixture
def game(sources: Path, tmp_path: Path) -> Path:
    path = tmp_path / "game"
    assert invoke("build", sources, "-o", path).exit_code == ExitCode.GOOD
    return path


def test_run_tells_each_place_once_with_file_and_line(game: Path, sources: Path) -> None:
    result = invoke("run", game, "--headless", "--ticks", 60, "--sources", sources)
    assert result.exit_code == ExitCode.GOOD, result.output
    assert result.stderr.splitlines() == [SENTENCE]


def test_without_sources_the_place_is_an_offset_and_its_statement(game: Path) -> None:
    result = invoke("run", game, "--headless", "--ticks", 60)
    assert "sound(7, f100);: sound 7 is not loaded" in result.stderr
    assert result.stderr.startswith("logic 0, offset ")


@pytest.mark.parametrize(
    "verb",
    [
        ("run", "--headless", "--ticks", 60),
        ("monkey", "--cycles", 30),
        ("capture", "--ticks", "40", "-o", "{}.png"),
    ],
    ids=lambda verb: verb[0],
)
def test_strict_errors_end_with_1(game: Path, sources: Path, tmp_path: Path, verb: tuple[object, ...]) -> None:
    arguments = [str(each).format(tmp_path / "shot") for each in verb[1:]]
    result = invoke(verb[0], game, *arguments, "--sources", sources)
    assert result.exit_code == ExitCode.GOOD, result.output
    assert "0-main.lgc:5: sound 7 is not loaded (error 9" in result.stderr
    assert invoke(verb[0], game, *arguments, "--strict-errors").exit_code == ExitCode.DIFFERENCE


def test_json_has_every_field(game: Path, sources: Path) -> None:
    result = invoke("monkey", game, "--cycles", 30, "--json", "--sources", sources)
    (error,) = json.loads(result.stdout)["errors"]
    times = error.pop("times")
    assert times >= 1
    assert error.pop("beat") > 0
    offset = error.pop("offset")
    assert offset > 0
    assert error == {
        "number": 9,
        "value": 7,
        "meaning": "sound 7 is not loaded",
        "resource": "sound 7",
        "logic": 0,
        "room": 0,
        "cycle": 3,
        "place": "0-main.lgc:5",
    }


def test_compare_tells_errors_of_equal_recordings(game: Path, tmp_path: Path) -> None:
    recording = tmp_path / "short.agirec"
    assert invoke("run", game, "--headless", "--ticks", 60, "--record", recording).exit_code == ExitCode.GOOD
    result = invoke("compare", recording)
    assert result.exit_code == ExitCode.GOOD, result.output
    assert "sound 7 is not loaded (error 9" in result.stdout
    assert invoke("compare", recording, "--strict-errors").exit_code == ExitCode.DIFFERENCE
    assert json.loads(invoke("compare", recording, "--json").stdout)["errors"][0]["number"] == 9


def test_replay_tells_errors(game: Path, sources: Path, tmp_path: Path) -> None:
    recording = tmp_path / "short.agirec"
    assert invoke("run", game, "--headless", "--ticks", 60, "--record", recording).exit_code == ExitCode.GOOD
    result = invoke("replay", recording, "--headless", "--sources", sources)
    assert result.exit_code == ExitCode.GOOD, result.output
    assert result.stderr.splitlines() == [SENTENCE]
    assert invoke("replay", recording, "--headless", "--strict-errors").exit_code == ExitCode.DIFFERENCE
    assert invoke("replay", recording, "--headless", "--strict-errors", "--until", 2).exit_code == ExitCode.GOOD
