"""`agi-emu info`: what it prints, as text and as JSON, and its exit codes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu.cli import verbs
from agi_emu.cli.commands import info as verb
from agi_emu.resources import Kind
from agi_emu.resources.releases import Release
from tests.own_games.building import GameBuilder
from tests.unit.commands.test_deep_colours import DEEP_VIEW
from tests.unit.sample_games import DOT_VIEW, SMALL, entry, logic, v2_files, write_folder, write_zip


def info(*arguments: str | Path) -> Result:
    return CliRunner().invoke(verbs, ["info", *map(str, arguments)])


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_zip(tmp_path / "small.zip", v2_files() | {"agidata.ovl": b"Version 2.272\0"})


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    resources = {**SMALL, Kind.LOGIC: {0: logic(b"\x01")}, Kind.VIEW: {0: DOT_VIEW[:13]}, Kind.PICTURE: {0: b"\xf0"}}
    files = v2_files(resources)
    return write_folder(tmp_path / "damaged", files | {"snddir": entry(2, 0)})


def test_info_shows_what_a_game_is(small: Path) -> None:
    result = info(small)
    assert result.exit_code == 0, result.output
    for line in (
        "interpreter 2.272: AGIDATA.OVL says Version 2.272",
        "how sure 2.272 itself was not recorded; of",
        "extensions none",
        "words 12 in 11 groups",
        "items 2, and room for 17 screen objects",
        "sounds 1 16 0 2",
    ):
        assert line in " ".join(result.stdout.split()), line


def test_info_with_more_words_names_the_witness_of_every_fact(small: Path) -> None:
    listed = info(small, "-v").stdout
    assert "\nread in the binary by an independent study\n" in listed
    assert "how much memory there is (not known: memory has no end)" in listed
    assert "how much memory there is" not in info(small).stdout


def test_info_names_the_interpreter_not_taken(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # reference: VER-27
    files = v2_files()
    path = write_zip(small.with_name("two.zip"), files)
    md5 = hashlib.md5(files["logdir"]).hexdigest()
    release = Release("KQ1", "2.0F", "2.425", ("2.917",))
    monkeypatch.setattr("agi_emu.resources.interpreter.RELEASES", {md5: release})
    text = " ".join(info(path).stdout.split())
    assert "interpreter 2.425: its log directory is that of KQ1 2.0F, which came with 2.425 or 2.917" in text
    assert "--profile 2.917 takes 2.917" in text
    assert json.loads(info(path, "--json").stdout)["other_profiles"] == ["2.917"]
    assert "--profile" not in info(path, "--profile", "2.917").stdout


def test_info_as_json(small: Path) -> None:
    result = info(small, "--json", "--verify", "--profile", "2.936")
    assert result.exit_code == 0
    record = json.loads(result.stdout)
    assert record["id"] == "small"
    assert record["profile"] == "2.936"
    assert record["profile_reason"] == "it was asked for"
    assert record["evidence"]["last_action"]["sureness"] == "measured"
    assert record["resources"] == {"logics": [0], "pictures": [1], "views": [0], "sounds": [2]}
    assert record["problems"] == []
    assert record["notes"] == ["OBJECT is plain: 2.936 itself decrypts it into garbage (detect-plain-object)"]


def test_info_names_views_of_256_colours(build_game: GameBuilder) -> None:
    # reference: EXT-13
    game = build_game({0: "return();"}, views={0: DEEP_VIEW})
    result = info(game, "--verify")
    assert result.exit_code == 0
    assert "AGI256-2 (1 view of 256 colours)" in result.stdout


def test_info_verify_lists_problems_and_says_so_by_its_exit_code(damaged: Path) -> None:
    result = info(damaged, "--verify")
    assert result.exit_code == 1, result.output
    for problem in (
        "logic 0: what begins with 0x01 at offset 0 is not code of 2.917",
        "picture 0: it has no end mark",
        "view 0: loop 0: cel 0 is cut off in row 0 of 1",
        "sound 0: its volume 2 is missing",
    ):
        assert problem in result.stdout, result.stdout
    assert "3 resources decoded, 4 problems" in result.stdout
    assert info(damaged).exit_code == 0


def test_info_of_no_game_is_an_error_without_a_traceback(tmp_path: Path) -> None:
    result = info(tmp_path)
    assert result.exit_code == 3
    assert result.stderr == f"agi-emu: {tmp_path}: is empty; give the folder that holds the game's files\n"


@pytest.mark.parametrize("arguments", [["--profile", "2.999"], ["--unknown"]])
def test_info_wrong_use(small: Path, arguments: list[str]) -> None:
    assert info(small, *arguments).exit_code == 2


def test_info_shows_and_draws_how_fast_rooms_were(
    build_game: GameBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verb, "RANDOM_CYCLES", 20)
    game, picture = build_game({0: "v10 = 2; return();"}), tmp_path / "rooms.png"
    result = info(game, "--speed", "-o", picture)
    assert result.exit_code == 0, result.output
    assert ["0", "19", "10.0"] in [line.split()[:3] for line in result.stdout.splitlines()]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert json.loads(info(game, "--speed", "--json").stdout)["rooms"]["0"]["estimate"]["visits"] == 1
    picture.write_text("mine")
    refused = info(game, "--speed", "-o", picture)
    assert (refused.exit_code, picture.read_text()) == (2, "mine")
    assert "-o belongs to --speed" in info(game, "-o", tmp_path / "other.png").stderr


def test_info_of_real_games(games: Path) -> None:
    for name in ("kq4dem", "demo2", "groza"):
        assert info(games / f"{name}.zip").exit_code == 0
