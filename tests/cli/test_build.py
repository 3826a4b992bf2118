"""The verb ``build``, of projects and of single sources, and the sources that ``extract`` makes of logics."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from agi_emu.cli import verbs
from agi_emu.data import demo_path, demo_sources
from agi_emu.resources import open_game


def run(*arguments: object) -> Result:
    return CliRunner().invoke(verbs, [str(argument) for argument in arguments], catch_exceptions=False)


def test_build_writes_a_game(tmp_path: Path) -> None:
    result = run("build", demo_sources(), "-o", tmp_path / "lamp")
    assert result.exit_code == 0
    demo = open_game(demo_path())
    assert f"{len(demo.pictures)} pictures" in result.output
    assert open_game(tmp_path / "lamp").digest == demo.digest


def test_build_counts_as_json(tmp_path: Path) -> None:
    record = json.loads(run("build", demo_sources(), "-o", tmp_path / "lamp.zip", "--json").stdout)
    assert record["profile"] == "2.936"
    assert record["views"] == len(open_game(demo_path()).views)


def test_build_of_a_folder_that_is_no_project_fails(tmp_path: Path) -> None:
    result = run("build", tmp_path, "-o", tmp_path / "game")
    assert result.exit_code == 3
    assert "game.toml" in result.output


def test_a_single_source_becomes_a_resource_beside_it(tmp_path: Path) -> None:
    source = tmp_path / "room.lgc"
    source.write_text("v1 = 5; return();")
    result = run("build", source)
    assert result.exit_code == 0
    assert (tmp_path / "room.logic").read_bytes() == bytes.fromhex("04 00 03 01 05 00 00 02 00")


def test_a_single_source_knows_words_and_items_of_a_game(tmp_path: Path) -> None:
    source = tmp_path / "room.lgc"
    source.write_text('if (said("look", "barrel") && has("ladder")) { v1++; } return();')
    assert run("build", source, "--check").exit_code == 3
    assert run("build", source, "--check", "--game", demo_path()).exit_code == 0
    assert not (tmp_path / "room.logic").exists()


def test_what_is_wrong_with_a_single_source_is_said_with_its_place(tmp_path: Path) -> None:
    source = tmp_path / "room.lgc"
    source.write_text("v1 = 5;\nprint(v1);\n")
    result = run("build", source)
    assert result.exit_code == 3
    assert "room.lgc:2:7: print expects a message" in result.output


def test_a_missing_return_of_a_single_source_is_noted(tmp_path: Path) -> None:
    source = tmp_path / "room.lgc"
    source.write_text("v1 = 5;")
    assert "return()" in run("build", source).stderr
    assert run("build", source, "-q").stderr == ""


def test_an_unknown_profile_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "room.lgc"
    source.write_text("return();")
    assert run("build", source, "--profile", "9.9").exit_code == 2


def test_a_logic_is_shown_in_the_terminal() -> None:
    result = run("extract", demo_path(), "logics", 90, "-o", "-")
    assert result.exit_code == 0
    assert result.output.startswith('// logic 90\nif (v60 == 1) {\n  print("The water is as cold')


def test_extracted_logics_compile_to_the_same_bytes(tmp_path: Path) -> None:
    result = run("extract", demo_path(), "logics", "-o", tmp_path)
    game = open_game(demo_path())
    assert result.output.endswith(f" {len(game.logics)} files (logics)\n")
    for number in game.logics:
        run("build", tmp_path / f"{number}.lgc", "--game", demo_path())
        assert (tmp_path / f"{number}.logic").read_bytes() == game.logics[number]


def test_logics_are_shown_with_offsets_and_as_json() -> None:
    assert "  // 0" in run("extract", demo_path(), "logics", 90, "-o", "-", "--offsets").output
    record = json.loads(run("extract", demo_path(), "logics", 1, "-o", "-", "--json").stdout)
    assert record["logic"] == 1
    assert "display(22, 6, " in record["source"]


def test_extracting_a_missing_logic_fails() -> None:
    result = run("extract", demo_path(), "logics", 77, "-o", "-")
    assert result.exit_code == 3
    assert "no logic 77" in result.output


def test_only_logics_are_shown_in_the_terminal() -> None:
    result = run("extract", demo_path(), "views", 1, "-o", "-")
    assert result.exit_code == 2
    assert "Only logics" in result.stderr


def test_options_of_projects_and_of_single_sources_are_not_mixed(tmp_path: Path) -> None:
    source = tmp_path / "room.lgc"
    source.write_text("return();")
    assert "belong to a project folder" in run("build", source, "--watch").stderr
    assert "is not a text; give a project folder" in run("build", demo_path()).stderr
    assert "belong to a single source" in run("build", demo_sources(), "--check").stderr
    result = run("build", demo_sources())
    assert result.exit_code == 2
    assert "with -o" in result.stderr


def test_a_single_source_is_read_as_the_editor_beside_it_does(tmp_path: Path) -> None:
    (tmp_path / "MOOR.wag").write_text("[View7]\n  ID = vw.Heron\n")
    source = tmp_path / "src" / "rm.Shore.lgc"
    source.parent.mkdir()
    source.write_text("load.view(vw.Heron); word.to.string(s1, w1); return();")
    result = run("build", source)
    assert result.exit_code == 0
    assert "is read as a source of WinAGI: MOOR.wag lies in" in result.stderr
    assert source.with_suffix(".logic").read_bytes()[2:8] == bytes.fromhex("1E 07 74 01 00 00")
    other = run("build", source, "--check", "--dialect", "agikit")
    assert other.exit_code == 3
    assert "unknown name 'vw.Heron'" in other.stderr


def test_the_dialect_of_a_project_counts_for_its_logics(tmp_path: Path) -> None:
    result = run("extract", demo_path(), "-o", tmp_path / "src")
    assert result.exit_code == 0
    settings = tmp_path / "src" / "game.toml"
    assert 'dialect = "agi-emu"' in settings.read_text()
    source = tmp_path / "src" / "logics" / "200-test.lgc"
    source.write_text("word.to.string(s1, w0); return();")
    assert run("build", source, "--check").exit_code == 0
    settings.write_text(settings.read_text().replace("agi-emu", "winagi"))
    assert "from w1" in run("build", source, "--check").stderr
    assert "from w1" in run("build", tmp_path / "src", "-o", tmp_path / "game").stderr
    settings.write_text(settings.read_text().replace("winagi", "basic"))
    assert (
        "expected agi-emu, agistudio, agistudio-bare, winagi, agikit for dialect, not 'basic'"
        in run("build", source).stderr
    )
