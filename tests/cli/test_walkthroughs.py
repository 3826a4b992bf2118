"""Walkthroughs at the command line: compare, run and replay take or make them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.data import demo_path
from agi_emu.facts.errors import ExitCode

DEMO = demo_path().with_suffix("") / "walkthrough.agiwalk"
BEGINNING = """press space
expect room 2
expect text "Candle Quay"
press enter
walk to 60,140
say "take tinderbox"
expect text "%s"
press enter
"""


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, list(map(str, arguments)))


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    good, bad = tmp_path / "good.agiwalk", tmp_path / "bad.agiwalk"
    good.write_text(BEGINNING % "If only you knew")
    bad.write_text(BEGINNING % "unheard of")
    return good, bad


def test_compare_plays_walkthroughs_and_reports_what_stood_there(files: tuple[Path, Path], tmp_path: Path) -> None:
    good, bad = files
    result = invoke("compare", tmp_path, "--game", demo_path(), "--report", tmp_path / "report")
    assert result.exit_code == ExitCode.DIFFERENCE
    assert f"{good}: all 8 steps hold" in result.stdout
    assert f'{bad}, line 7: expect text "unheard of": the game waits for a key' in result.stderr
    pages = "".join(path.read_text() for path in (tmp_path / "report").glob("*.html"))
    assert "What stood there" in pages
    assert "line 7" in pages


def test_a_walkthrough_needs_its_game(files: tuple[Path, Path]) -> None:
    result = invoke("compare", files[0])
    assert result.exit_code == ExitCode.UNREADABLE
    assert "good.agiwalk: a walkthrough does not name its game; give it with --game" in result.stderr


def test_run_plays_a_walkthrough_to_its_end(files: tuple[Path, Path]) -> None:
    assert invoke("run", demo_path(), "--headless", "--script", files[0]).exit_code == ExitCode.GOOD
    result = invoke("run", demo_path(), "--headless", "--script", files[1])
    assert result.exit_code == ExitCode.DIFFERENCE
    assert "line 7" in result.stderr


def test_a_recording_becomes_a_walkthrough_that_holds(files: tuple[Path, Path], tmp_path: Path) -> None:
    recording, made = tmp_path / "play.agirec", tmp_path / "made.agiwalk"
    assert invoke("run", demo_path(), "--headless", "--script", files[0], "--record", recording).exit_code == 0
    result = invoke("replay", recording, "--as-walkthrough", made)
    assert result.exit_code == ExitCode.GOOD, result.output
    lines = made.read_text().splitlines()
    assert result.stdout == f"{made}: all {len(lines) - 1} steps hold\n"
    for line in ("press space", "expect room 2", "press enter", "walk to 60,140", 'say "take tinderbox"'):
        assert line in lines
    assert invoke("replay", recording, "--as-walkthrough", made, "--headless").exit_code == ExitCode.WRONG_USE


def test_keys_and_menus_become_steps(tmp_path: Path) -> None:
    played = tmp_path / "played.agiwalk"
    played.write_text(
        'press space\nexpect text "Candle Quay"\npress enter\nwait 1\npress tab\nwait 1\npress esc\nsay "look"\n'
    )
    recording, made = tmp_path / "play.agirec", tmp_path / "made.agiwalk"
    assert invoke("run", demo_path(), "--headless", "--script", played, "--record", recording).exit_code == 0
    result = invoke("replay", recording, "--as-walkthrough", made)
    assert "steps hold" in result.stdout
    lines = made.read_text().splitlines()
    assert lines.index("press tab") < lines.index("press esc") < lines.index('say "look"')
