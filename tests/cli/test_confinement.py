"""``extract`` reads and writes in its folders only, unless --follow allows more."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu.cli import verbs
from tests.own_games.building import GameBuilder

SECRET = "a line of somebody's own"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(verbs, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.txt"
    path.write_text(SECRET)
    return path


def test_extract_follows_no_link_in_the_folder_that_it_writes_to(tmp_path: Path, build_game: GameBuilder) -> None:
    game = build_game({0: "return();"})
    (tmp_path / "outside").mkdir()
    target = tmp_path / "out"
    target.mkdir()
    (target / "logics").symlink_to(tmp_path / "outside")
    result = run("extract", game, "-o", target)
    assert result.exit_code == 2
    assert "leads out of" in result.output
    assert list((tmp_path / "outside").iterdir()) == []
    assert sorted(path.name for path in target.iterdir()) == ["logics"]
    assert run("extract", game, "-o", target, "--follow").exit_code == 0
    assert [path.name for path in (tmp_path / "outside").iterdir()] == ["0.lgc"]


def test_extract_follows_no_link_of_the_game(tmp_path: Path, build_game: GameBuilder, secret: Path) -> None:
    game = build_game({0: "return();"})
    (game / "OBJECT").unlink()
    (game / "OBJECT").symlink_to(secret)
    result = run("extract", game, "-o", tmp_path / "out")
    assert result.exit_code == 3
    assert "leads out of" in result.output
    assert not (tmp_path / "out").exists()
    assert run("extract", game, "-o", tmp_path / "out", "--follow").exit_code == 0
