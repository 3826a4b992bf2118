"""States on the command line: kept by run, gone on with, begun at, shown, listed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu.cli import verbs
from agi_emu.facts.errors import ExitCode
from tests.own_games import releases
from tests.own_games.building import GameBuilder


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    return releases.build(build_game, "lamp")


@pytest.fixture
def kept(game: Path, tmp_path: Path) -> Path:
    """A folder with the states of a few seconds of play."""
    folder = tmp_path / "kept"
    assert run("run", str(game), "--headless", "--ticks", "60", "--saves", str(folder)).exit_code == ExitCode.GOOD
    return folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(verbs, list(arguments))


def test_a_game_goes_on_where_it_was_left(game: Path, kept: Path) -> None:
    done = run("run", str(game), "--headless", "--ticks", "20", "--saves", str(kept), "--continue")
    assert done.exit_code == ExitCode.GOOD
    assert done.stderr == "The game is exactly as it was.\n"
    shown = json.loads(run("save", str(kept / "auto-000003.agistate"), "--json").stdout)
    # 60 ticks and 20 ticks, three beats each.
    assert (shown["beats"], shown["room"], shown["game_name"]) == (240, 1, "lamp")
    assert shown["chunks"]["Summ"] > 4000


def test_nothing_to_go_on_with_is_said(game: Path, tmp_path: Path) -> None:
    done = run("run", str(game), "--headless", "--ticks", "2", "--saves", str(tmp_path / "none"), "--continue")
    assert done.exit_code == ExitCode.GOOD
    assert "no saved state of lamp to continue from: starting at the beginning" in done.stderr


def test_a_folder_beside_the_game_is_used_when_it_is_there(game: Path, kept: Path) -> None:
    kept.rename(game / "saves")
    done = run("run", str(game), "--headless", "--ticks", "2", "--continue")
    assert "exactly as it was" in done.stderr
    assert "auto-000001.agistate" in run("save", "--list", str(game)).stdout


def test_a_changed_game_says_how_well_it_goes_on(game: Path, kept: Path, build_game: GameBuilder) -> None:
    changed = releases.build(build_game, logics=releases.with_logics(logic1=releases.MEADOW.replace("+= 1", "+= 2")))
    done = run("run", str(changed), "--headless", "--ticks", "2", "--load", str(kept / "auto-000002.agistate"))
    assert done.exit_code == ExitCode.GOOD
    assert "The game has changed (logic 1 has changed), so you enter the room again" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--continue", "--load", "{}"], "cannot be combined"),
        (["--before"], "needs"),
    ],
)
def test_options_that_do_not_go_together(game: Path, kept: Path, arguments: list[str], why: str) -> None:
    state = str(kept / "auto-000001.agistate")
    done = run("run", str(game), "--headless", *(each.format(state) for each in arguments))
    assert done.exit_code == ExitCode.WRONG_USE
    assert why in done.stderr


def test_a_damaged_state_is_named_with_its_chunk(game: Path, kept: Path) -> None:
    path = kept / "auto-000001.agistate"
    path.write_bytes(path.read_bytes()[:3000])
    done = run("run", str(game), "--headless", "--ticks", "2", "--load", str(path))
    assert done.exit_code != ExitCode.GOOD
    assert re.search(r"auto-000001\.agistate: chunk Summ: byte \d+", done.stderr)


def test_a_state_is_shown_listed_and_drawn(game: Path, kept: Path, tmp_path: Path) -> None:
    path = str(kept / "auto-000002.agistate")
    shown = run("save", path).stdout
    assert shown.startswith("lamp: on leaving")
    assert "version 1, chunks: Summ" in shown
    listed = run("save", "--list", str(game), "--saves", str(kept)).stdout.splitlines()
    assert [line.split()[0] for line in listed] == ["auto-000001.agistate", "auto-000002.agistate"]
    picture = tmp_path / "screen.png"
    assert run("save", path, "-o", str(picture)).exit_code == ExitCode.GOOD
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_state_is_compared_and_changed(kept: Path) -> None:
    path = kept / "auto-000002.agistate"
    table = run("save", str(path)).stdout
    for words in ("v0 currentRoom", "load.logics(1)", "i2 key", "carried", "clock.beats"):
        assert words in table
    assert "vm.work" not in table
    assert "vm.work" in run("save", str(path), "-v").stdout
    done = run("save", str(path), "--set", "v3=7", "--set", "rope=255", "--set", "description=mine")
    assert done.exit_code == ExitCode.GOOD
    backup = str(path) + ".bak"
    compared = run("save", backup, "--diff", str(path))
    assert compared.exit_code == ExitCode.DIFFERENCE
    assert compared.stdout.splitlines() == [
        "description: 'on leaving' -> 'mine'",
        "v3 currentScore: 0 -> 7",
        "i3 rope: 2 -> 255",
    ]
    assert json.loads(run("save", backup, "--diff", str(path), "--json").stdout)["v3"] == [0, 7]
    found = json.loads(run("save", str(path), "--json").stdout)
    assert (found["score"], found["values"]["v3"], found["items"][1]) == (7, 7, "lamp")
    again = run("save", str(path), "--convert", "state", "-o", "x")
    assert again.exit_code == ExitCode.WRONG_USE
    assert "is already a state" in again.stderr


def test_what_a_save_says_does_not_command_the_terminal(kept: Path, game: Path) -> None:
    path = kept / "auto-000002.agistate"
    assert run("save", str(path), "--set", "description=\x1b[2Jgone").exit_code == ExitCode.GOOD
    for arguments in (["save", str(path)], ["save", "--list", str(game), "--saves", str(kept)]):
        shown = run(*arguments).stdout
        assert "?[2Jgone" in shown
        assert "\x1b" not in shown


def test_a_state_is_carried_over_into_another_release(game: Path, kept: Path, build_game: GameBuilder) -> None:
    changed = releases.build(build_game, logics=releases.with_logics(logic1=releases.MEADOW.replace("+= 1", "+= 2")))
    path, target = kept / "auto-000002.agistate", kept / "new.agistate"
    done = run("save", str(path), "--convert", "state", "--game", str(changed), "-o", str(target))
    assert done.exit_code == ExitCode.GOOD
    assert "logic 1 has changed" in done.stderr
    assert run("run", str(changed), "--headless", "--ticks", "2", "--load", str(target)).stderr.endswith(
        "The game is exactly as it was.\n"
    )
