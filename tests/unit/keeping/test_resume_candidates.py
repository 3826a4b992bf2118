"""Which state a game goes on with: its own, whatever its file is called, else that of another release."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from agi_emu.keeping.saves.save_folder import StateFolder, default_folder, states_to_resume
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.resources import open_game
from tests.own_games import releases
from tests.own_games.building import GameBuilder


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder


def left(game: Path, description: str, time: int, folder: Path | None = None) -> Path:
    """Leave a game after a second, at a time of the clock."""
    machine = Machine(open_game(game))
    machine.run(seconds=1)
    path = StateFolder(folder or default_folder(machine.game)).save_automatic(save_state(machine, description))
    os.utime(path, (time, time))
    return path


def found(game: Path, folder: Path | None = None) -> list[str]:
    return [state.contents.summary.description for state in states_to_resume(open_game(game), folder)]


def changed(builder: GameBuilder, name: str, step: int = 2) -> Path:
    meadow = releases.MEADOW.replace("+= 1", f"+= {step}")
    return releases.build(builder, name, logics=releases.with_logics(logic1=meadow))


def test_a_renamed_game_is_found_by_its_digest_and_keeps_its_folder(build_game: GameBuilder) -> None:
    game = releases.build(build_game, "lamp")
    kept = left(game, "as lamp", 1000)
    renamed = game.rename(game.with_name("lantern"))
    assert default_folder(open_game(renamed)) == kept.parent
    assert found(renamed)[0] == "as lamp"


def test_the_game_itself_goes_before_a_release_that_was_left_later(build_game: GameBuilder, tmp_path: Path) -> None:
    game = releases.build(build_game, "lamp")
    left(game, "itself", 1000)
    newer = changed(build_game, "other")
    left(newer, "release", 2000)
    assert found(game)[0] == "itself"
    assert found(newer)[0] == "release"


def test_another_release_is_found_by_its_name_and_by_its_id(build_game: GameBuilder) -> None:
    game = releases.build(build_game, "lamp-1.0")
    left(game, "first", 1000)
    assert found(changed(build_game, "lamp-1.1")) == ["first"], "both call themselves RELEAS"
    second = changed(build_game, "lamp-1.1x")
    left(second, "second", 2000)
    again = second.rename(second.with_name("kept"))
    third = changed(build_game, "lamp-1.0y", step=3)
    third = third.rename(again.with_name("lamp-1.1x"))
    assert found(third) == ["second", "second"], "by name, then by id"


def test_another_game_is_not_found(build_game: GameBuilder) -> None:
    left(releases.build(build_game, "lamp"), "lamp", 1000)
    other = build_game({0: 'if (v0 == 0) { set.game.id("OTHER"); v10 = 1; new.room(1); } return();', 1: "return();"})
    nameless = build_game({0: "if (v0 == 0) { v10 = 1; new.room(1); } return();", 1: "return();"})
    assert (found(other), found(nameless)) == ([], [])


def test_a_folder_that_is_given_is_the_only_place(build_game: GameBuilder, tmp_path: Path) -> None:
    game = releases.build(build_game, "lamp")
    left(game, "in the data folder", 2000)
    mine = tmp_path / "mine"
    assert found(game, mine) == []
    left(game, "mine", 1000, mine)
    left(changed(build_game, "lamp2"), "release", 3000, mine)
    assert found(game, mine)[0] == "mine", "the release's state in it is newer, but of another digest"
    quick = StateFolder(mine)
    (mine / "auto-000009.agistate").write_bytes(b"damaged")
    assert quick.newest().contents.summary.description == "release"
