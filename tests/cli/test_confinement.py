"""``build``, ``lint``, ``extract`` stay in their folders, unless --follow allows more."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu.cli import verbs
from agi_emu.data import demo_sources
from tests.own_games.building import GameBuilder

SECRET = "a line of somebody's own"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(verbs, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    shutil.copytree(demo_sources(), folder)
    return folder


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.txt"
    path.write_text(SECRET)
    return path


def link_in_files(project: Path, secret: Path) -> None:
    (project / "files").mkdir(exist_ok=True)
    (project / "files" / "passwd").symlink_to(secret)


def linked_logic(project: Path, secret: Path) -> None:
    (project / "logics" / "240-linked.lgc").symlink_to(secret)


def linked_folder(project: Path, secret: Path) -> None:
    outside = secret.parent / "outside"
    shutil.move(project / "sounds", outside)
    (project / "sounds").symlink_to(outside)


def absolute_include(project: Path, secret: Path) -> None:
    (project / "logics" / "240-it.lgc").write_text(f'#include "{secret}"\nreturn();\n')


def include_above(project: Path, secret: Path) -> None:
    (project / "logics" / "240-it.lgc").write_text('#include "../../secret.txt"\nreturn();\n')


def strip_above(project: Path, secret: Path) -> None:
    (project / "views" / "240-it.view").write_text("loop\nstrip ../../secret.txt 8x8\n")


def linked_words(project: Path, secret: Path) -> None:
    (project / "words.txt").unlink()
    (project / "words.txt").symlink_to(secret)


def linked_settings(project: Path, secret: Path) -> None:
    (project / "game.toml").unlink()
    (project / "game.toml").symlink_to(secret)


WAYS_OUT: tuple[Callable[[Path, Path], None], ...] = (
    link_in_files,
    linked_logic,
    linked_folder,
    absolute_include,
    include_above,
    strip_above,
    linked_words,
    linked_settings,
)


@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize("verb", ["build", "lint"])
def test_what_leads_out_of_a_project_is_refused(
    verb: str, way: Callable[[Path, Path], None], project: Path, secret: Path, tmp_path: Path
) -> None:
    way(project, secret)
    result = run(verb, project, *(("-o", tmp_path / "game.zip") if verb == "build" else ()))
    assert result.exit_code == 3
    assert "leads out of" in result.output
    assert "--follow" in result.output
    assert SECRET not in result.output
    assert not (tmp_path / "game.zip").exists()


def test_follow_allows_it(project: Path, secret: Path, tmp_path: Path) -> None:
    link_in_files(project, secret)
    assert run("build", project, "-o", tmp_path / "game.zip", "--follow").exit_code == 0
    assert zipfile.ZipFile(tmp_path / "game.zip").read("PASSWD") == SECRET.encode()


def test_links_and_includes_within_a_project_are_fine(project: Path, tmp_path: Path) -> None:
    (project / "common").mkdir()
    (project / "common" / "more.lgc").write_text("#define answer 42\n")
    (project / "logics" / "240-it.lgc").write_text('#include "../common/more.lgc"\nv1 = answer; return();\n')
    (project / "logics" / "241-same.lgc").symlink_to("240-it.lgc")
    (tmp_path / "shortcut").symlink_to(project)
    result = run("build", tmp_path / "shortcut", "-o", tmp_path / "game.zip")
    assert (result.exit_code, result.output) == (0, result.output)
    assert run("build", project / "logics" / "240-it.lgc", "--check").exit_code == 0


def test_a_single_source_includes_from_the_folder_of_its_source(tmp_path: Path, secret: Path) -> None:
    source = tmp_path / "logics" / "room.lgc"
    source.parent.mkdir()
    source.write_text('#include "../secret.txt"\nreturn();\n')
    result = run("build", source, "--check")
    assert result.exit_code == 3
    assert "room.lgc:1:10: " in result.output
    assert "leads out of" in result.output
    assert SECRET not in result.output
    secret.write_text("#define answer 42\n")
    assert run("build", source, "--check", "--follow").exit_code == 0


def test_build_follows_no_link_in_the_folder_that_it_writes_to(project: Path, secret: Path, tmp_path: Path) -> None:
    target = tmp_path / "game"
    assert run("build", project, "-o", target).exit_code == 0
    for path in list(target.iterdir()):
        if path.name != "GAME.WAG":
            path.unlink()
            path.symlink_to(secret)
    assert run("build", project, "-o", target).exit_code == 0
    assert secret.read_text() == SECRET
    assert not any(path.is_symlink() for path in target.iterdir())


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
    assert sorted(path.name for path in (tmp_path / "outside").iterdir()) == ["0.lgc", "names.lgc"]


def test_extract_follows_no_link_of_the_game(tmp_path: Path, build_game: GameBuilder, secret: Path) -> None:
    game = build_game({0: "return();"})
    (game / "OBJECT").unlink()
    (game / "OBJECT").symlink_to(secret)
    result = run("extract", game, "-o", tmp_path / "out")
    assert result.exit_code == 3
    assert "leads out of" in result.output
    assert not (tmp_path / "out").exists()
    assert run("extract", game, "-o", tmp_path / "out", "--follow").exit_code == 0
