"""The verbs ``build``, ``compile`` and ``disasm``."""

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


def test_compile_writes_the_resource_beside_the_source(tmp_path: Path) -> None:
    source = tmp_path / "room.lgc"
    source.write_text("v1 = 5; return();")
    result = run("compile", source)
    assert result.exit_code == 0
    assert (tmp_path / "room.logic").read_bytes() == bytes.fromhex("04 00 03 01 05 00 00 02 00")


def test_compile_knows_words_and_items_of_a_game(tmp_path: Path) -> None:
    source = tmp_path / "room.lgc"
    source.write_text('if (said("look", "barrel") && has("ladder")) { v1++; } return();')
    assert run("compile", source, "--check").exit_code == 3
    assert run("compile", source, "--check", "--game", demo_path()).exit_code == 0
    assert not (tmp_path / "room.logic").exists()


def test_compile_says_what_is_wrong_and_where(tmp_path: Path) -> None:
    source = tmp_path / "room.lgc"
    source.write_text("v1 = 5;\nprint(v1);\n")
    result = run("compile", source)
    assert result.exit_code == 3
    assert "room.lgc:2:7: print expects a message" in result.output


def test_compile_notes_a_missing_return(tmp_path: Path) -> None:
    source = tmp_path / "room.lgc"
    source.write_text("v1 = 5;")
    assert "return()" in run("compile", source).stderr
    assert run("compile", source, "-q").stderr == ""


def test_compile_refuses_an_unknown_profile(tmp_path: Path) -> None:
    source = tmp_path / "room.lgc"
    source.write_text("return();")
    assert run("compile", source, "--profile", "9.9").exit_code == 2


def test_disasm_prints_a_logic() -> None:
    result = run("disasm", demo_path(), 90)
    assert result.exit_code == 0
    assert result.output.startswith('// logic 90\nif (v60 == 1) {\n  print("The water is as cold')


def test_disasm_writes_files_that_compile_to_the_same_bytes(tmp_path: Path) -> None:
    result = run("disasm", demo_path(), "-o", tmp_path)
    game = open_game(demo_path())
    assert result.output.endswith(f" {len(game.logics)} logics\n")
    for number in game.logics:
        run("compile", tmp_path / f"{number}.lgc", "--game", demo_path())
        assert (tmp_path / f"{number}.logic").read_bytes() == game.logics[number]


def test_disasm_shows_offsets_and_json() -> None:
    assert "  // 0" in run("disasm", demo_path(), 90, "--offsets").output
    record = json.loads(run("disasm", demo_path(), 1, "--json").stdout)
    assert record["logic"] == 1
    assert "display(22, 6, " in record["source"]


def test_disasm_of_a_missing_logic_fails() -> None:
    result = run("disasm", demo_path(), 77)
    assert result.exit_code == 3
    assert "no logic 77" in result.output


def test_compile_reads_a_source_as_the_editor_beside_it_does(tmp_path: Path) -> None:
    (tmp_path / "MOOR.wag").write_text("[View7]\n  ID = vw.Heron\n")
    source = tmp_path / "src" / "rm.Shore.lgc"
    source.parent.mkdir()
    source.write_text("load.view(vw.Heron); word.to.string(s1, w1); return();")
    result = run("compile", source)
    assert result.exit_code == 0
    assert "is read as a source of WinAGI: MOOR.wag lies in" in result.stderr
    assert source.with_suffix(".logic").read_bytes()[2:8] == bytes.fromhex("1E 07 74 01 00 00")
    other = run("compile", source, "--check", "--dialect", "agikit")
    assert other.exit_code == 3
    assert "unknown name 'vw.Heron'" in other.stderr


def test_the_dialect_of_a_project_counts_for_its_logics(tmp_path: Path) -> None:
    result = run("extract", demo_path(), "-o", tmp_path / "src")
    assert result.exit_code == 0
    settings = tmp_path / "src" / "game.toml"
    assert 'dialect = "agi-emu"' in settings.read_text()
    source = tmp_path / "src" / "logics" / "200-test.lgc"
    source.write_text("word.to.string(s1, w0); return();")
    assert run("compile", source, "--check").exit_code == 0
    settings.write_text(settings.read_text().replace("agi-emu", "winagi"))
    assert "from w1" in run("compile", source, "--check").stderr
    assert "from w1" in run("build", tmp_path / "src", "-o", tmp_path / "game").stderr
    settings.write_text(settings.read_text().replace("winagi", "basic"))
    assert (
        "expected agi-emu, agistudio, agistudio-bare, winagi, agikit for dialect, not 'basic'"
        in run("compile", source).stderr
    )
