"""`agi-emu import`: projects of other editors come over and build to their games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu.authoring.importing.agikit_files import items_of, picture_of, project_of, words_of
from agi_emu.cli import verbs
from agi_emu.facts.errors import ResourceError
from agi_emu.logic.compiler import compile_logic
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.resources.writing.game_files import GameContents, write_game
from tests.unit.authoring.foreign_projects import (
    MAIN,
    PICTURE,
    SHORE,
    VIEW,
    WORDS,
    agikit_project,
    studio_project,
    winagi_project,
    write_built_game,
)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(verbs, [str(argument) for argument in arguments], catch_exceptions=False)


def imported(project: Path, mine: Path, *, code: int = 0) -> tuple[list[str], Game]:
    """Import a project and build what came of it; return the report and the game."""
    result = run("import", project, "-o", mine)
    assert result.exit_code == code, result.output
    built = run("build", mine, "-o", mine.with_suffix(".zip"))
    assert built.exit_code == 0, built.output
    return result.stdout.splitlines(), open_game(mine.with_suffix(".zip"))


def test_a_project_of_winagi_builds_to_its_game(tmp_path: Path) -> None:
    original = open_game(write_built_game(tmp_path / "original"))
    lines, game = imported(winagi_project(tmp_path / "moor"), tmp_path / "mine")
    assert dict(game.logics) == dict(original.logics)
    assert (dict(game.words), list(game.items)) == (dict(original.words), list(original.items))
    assert dict(game.pictures) == {3: PICTURE}, "that of the game, not of the file"
    assert dict(game.views) == {7: VIEW, 8: VIEW}, "the view of the game, and the one that only a file has"
    assert (game.credits.author, game.credits.version) == ("A. Heron", "1.2")
    assert lines == [
        "WinAGI: 2 sources of logics",
        "2 of 2 sources give the same bytes as the game",
        "pic.Shore.agp differs from picture 3 of the game, which was taken",
        f"{tmp_path / 'mine'}: 13 files; they build: agi-emu build {tmp_path / 'mine'} -o GAME",
    ]


def test_ids_are_names_of_files_and_in_the_sources(tmp_path: Path) -> None:
    imported(winagi_project(tmp_path / "moor"), tmp_path / "mine")
    found = sorted(path.relative_to(tmp_path / "mine").as_posix() for path in (tmp_path / "mine").rglob("*.*"))
    assert [name for name in found if "/" in name] == [
        "logics/0-lgc.Main.lgc",
        "logics/3-rm.Shore.lgc",
        "logics/globals.txt",
        "logics/reserved.txt",
        "logics/resourceids.txt",
        "pictures/3-pic.Shore.pic",
        "views/7-vw.Heron-0.png",
        "views/7-vw.Heron.view",
        "views/8-vw.Fog-0.png",
        "views/8-vw.Fog.view",
    ]
    assert 'dialect = "winagi"' in (tmp_path / "mine" / "game.toml").read_text()
    assert "call(rm.Shore)" in (tmp_path / "mine" / "logics" / "0-lgc.Main.lgc").read_text()


def test_a_project_of_agi_studio_builds_to_its_game(tmp_path: Path) -> None:
    original = open_game(write_built_game(tmp_path / "original"))
    lines, game = imported(studio_project(tmp_path / "moor"), tmp_path / "mine")
    assert dict(game.logics) == dict(original.logics)
    assert dict(game.views) == {7: VIEW, 8: VIEW}
    assert lines[:3] == [
        "AGI Studio: 2 sources of logics",
        "2 of 2 sources give the same bytes as the game",
        "logic.3 is left out: logic.003 is logic 3, too",
    ]


def test_a_project_of_agikit_needs_no_game(tmp_path: Path) -> None:
    original = open_game(write_built_game(tmp_path / "original"))
    lines, game = imported(agikit_project(tmp_path / "moor"), tmp_path / "mine")
    assert lines[0] == "agikit: 2 sources of logics"
    assert dict(game.logics) == dict(original.logics)
    assert dict(game.views) == {7: VIEW}
    assert dict(game.pictures) == {3: PICTURE}, "without the command that is switched off"
    assert game.words["look at"] == game.words["look"] == 20
    assert game.words["mist"] == 22
    assert (game.profile.name, game.items.object_count) == ("2.936", 17)


def test_a_source_that_does_not_compile_lies_beside_the_logic_of_the_game(tmp_path: Path) -> None:
    original = open_game(write_built_game(tmp_path / "original"))
    project = studio_project(tmp_path / "moor")
    (project / "src" / "logic.003").write_text('print("unfinished"')
    (project / "src" / "logic.3").unlink()
    lines, game = imported(project, tmp_path / "mine", code=1)
    assert dict(game.logics) == dict(original.logics)
    assert (tmp_path / "mine" / "logics" / "3.txt").read_text() == 'print("unfinished"'
    assert [line for line in lines if "laid aside" in line] == [
        "logic.003 was laid aside as 3.txt, since it does not compile: logic.003:1:19: "
        "expected ',' between operands, or ')', found the end of the file"
    ]


def test_what_differs_from_the_game_and_what_is_new_is_said(tmp_path: Path) -> None:
    original = open_game(write_built_game(tmp_path / "original"))
    project = studio_project(tmp_path / "moor")
    changed = MAIN.replace("It stands in", "It sits in").replace("call(3)", "call(4)")
    (project / "src" / "logic.000").write_text(changed)
    (project / "src" / "logic.005").write_text("return();")
    (project / "src" / "logic.003").unlink()
    (project / "src" / "logic.3").unlink()
    lines, game = imported(project, tmp_path / "mine")
    sizes = f"{len(open_game(tmp_path / 'mine.zip').logics[0])} bytes, the game's logic"
    assert lines[1:7] == [
        "0 of 1 sources give the same bytes as the game",
        f"logic.000 gives other bytes than the game, and was taken: {sizes} {len(original.logics[0])}",
        '    - print("It stands in the fog, and looks at you.");',
        '    + print("It sits in the fog, and looks at you.");',
        "    - call(3);",
        "sources of logics that the game did not have: logic.005",
    ]
    assert lines[7] == "logics without a source, disassembled from the game: 3"
    assert sorted(game.logics) == [0, 3, 5]


def test_the_report_as_json(tmp_path: Path) -> None:
    result = run("import", winagi_project(tmp_path / "moor"), "-o", tmp_path / "mine", "--json")
    record = json.loads(result.stdout)
    assert (record["dialect"], record["same"], record["other"], record["refused"]) == ("winagi", [0, 3], [], {})
    size = record["sources"][1]["size"]
    assert record["sources"][1] == {
        "logic": 3, "file": "rm.Shore.lgc", "fate": "same", "size": size, "game_size": size, "why": "", "difference": []
    }  # fmt: skip


def test_a_source_that_gives_less_than_half_of_the_logic_is_laid_aside(tmp_path: Path) -> None:
    original = open_game(write_built_game(tmp_path / "original"))
    project = winagi_project(tmp_path / "moor")
    (project / "src" / "lgc.Main.lgc").write_text("return();")
    lines, game = imported(project, tmp_path / "mine", code=1)
    assert dict(game.logics) == dict(original.logics)
    assert (tmp_path / "mine" / "logics" / "0-lgc.Main.txt").read_text() == "return();"
    assert lines[2] == (
        "lgc.Main.lgc was laid aside as 0.txt, since it gives less than half of the logic: "
        f"6 bytes, the game's logic {len(original.logics[0])}"
    )


def test_logics_without_a_source_are_in_the_dialect_of_the_project(tmp_path: Path) -> None:
    """Shore counts the words of a sentence; `globals.txt` gives a reserved name another meaning."""
    original = open_game(write_built_game(tmp_path / "original"))
    project = winagi_project(tmp_path / "moor")
    (project / "src" / "rm.Shore.lgc").unlink()
    (project / "globals.txt").write_text("#define wet  f61\n#define inputPrompt  s4\n#define rm.Shore  9\n")
    lines, game = imported(project, tmp_path / "mine")
    assert "logics without a source, disassembled from the game: 3" in lines
    assert game.logics[3] == original.logics[3]
    assert "word.to.string(s1, w1)" in (tmp_path / "mine" / "logics" / "3-rm.Shore.lgc").read_text()


def test_of_two_sources_of_a_logic_the_one_that_the_game_was_built_from_counts(tmp_path: Path) -> None:
    project = studio_project(tmp_path / "moor")
    sources = project / "src"
    (sources / "logic3.txt").write_bytes((sources / "logic.003").read_bytes())
    (sources / "logic.003").write_text("return();")
    lines, _ = imported(project, tmp_path / "mine")
    assert lines[1] == "2 of 2 sources give the same bytes as the game"
    assert sorted(line for line in lines if "left out" in line) == [
        "logic.003 is left out: logic3.txt is logic 3, too",
        "logic.3 is left out: logic3.txt is logic 3, too",
    ]


def test_the_way_of_agi_studio_to_join_texts_is_the_one_that_gives_the_game(tmp_path: Path) -> None:
    project = studio_project(tmp_path / "moor")
    (project / "src" / "logic.000").write_text(
        MAIN.replace("fog, and", 'fog, "\n  "and').replace("at you", 'at"\n " you')
    )
    lines, _ = imported(project, tmp_path / "mine")
    assert lines[1] == "2 of 2 sources give the same bytes as the game"
    assert 'dialect = "agistudio-bare"' in (tmp_path / "mine" / "game.toml").read_text()


def test_small_letters_of_agi_studio_are_told_as_such(tmp_path: Path) -> None:
    project = studio_project(tmp_path / "moor")
    text = '"Wet Feet. Cold, too."'
    shore = SHORE.replace('"Wet feet. Cold, too."', "feet")
    (project / "src" / "logic.003").write_text(f'#include "defines.txt"\n#define FEET {text}\n{shore}')
    logics = {0: compile_logic("return();"), 3: compile_logic(SHORE.replace("Wet feet. Cold", "wet feet. cold"))}
    contents = GameContents(logics=logics, words=WORDS, items=[("?", 0)])
    write_game(project, contents, interpreter="2.936")
    (project / "GAME.WAG").unlink()
    lines, _ = imported(project, tmp_path / "mine")
    assert (
        "logic.003 gives other bytes than the game, and was taken: "
        "in the game the texts of its #defines were made small letters, and nothing else differs"
    ) in lines


def test_words_and_items_are_gathered_where_their_files_are_missing(tmp_path: Path) -> None:
    project = winagi_project(tmp_path / "moor")
    for path in project.iterdir():
        if path.is_file() and path.suffix not in (".wag", ".txt"):
            path.unlink()
    main = MAIN.replace("return", 'if (said(anyword, Pick$Up, "the Feather", 20)) { get("feather"); } return')
    (project / "src" / "lgc.Main.lgc").write_text(main)
    lines, game = imported(project, tmp_path / "mine")
    assert lines[1:3] == [
        "the project has no file of items: items.txt holds those that its sources name, 1, "
        "in room 0 and not in their own order",
        "the project has no file of words: words.txt holds those of its sources, 4, each in a group of its own; "
        "put words that mean the same into one line",
    ]
    assert dict(game.words) == {"anyword": 1, "rol": 9999, "look": 2, "heron": 3, "pick up": 4, "the feather": 5}
    assert [item.name for item in game.items] == [b"?", b"feather"]


@pytest.mark.parametrize("make", [winagi_project, studio_project, agikit_project])
def test_a_folder_that_is_no_project_names_the_one_in_it(tmp_path: Path, make: object) -> None:
    make(tmp_path / "all" / "moor")  # type: ignore[operator]
    result = run("import", tmp_path / "all", "-o", tmp_path / "mine")
    assert result.exit_code == 3
    assert "not a project of WinAGI (it has a file *.wag), agikit" in result.stderr
    assert f"{tmp_path / 'all' / 'moor'} looks like one" in result.stderr
    assert not (tmp_path / "mine").exists()


def test_an_own_project_is_not_imported_and_none_is_overwritten(tmp_path: Path) -> None:
    project = winagi_project(tmp_path / "moor")
    assert run("import", project, "-o", tmp_path / "mine").exit_code == 0
    again = run("import", project, "-o", tmp_path / "mine")
    assert again.exit_code == 2
    assert "already holds a project" in again.stderr
    own = run("import", tmp_path / "mine", "-o", tmp_path / "other")
    assert own.exit_code == 2
    assert "build it with agi-emu build" in own.stderr


def test_nothing_outside_of_the_project_is_read(tmp_path: Path) -> None:
    project = studio_project(tmp_path / "moor")
    (tmp_path / "secret.txt").write_text("#define wet f61\n")
    (project / "src" / "logic.003").write_text('#include "../../secret.txt"\nreturn();')
    result = run("import", project, "-o", tmp_path / "mine")
    assert "includes ../../secret.txt, which does not lie in src; copy it there" in result.stdout
    (project / "src" / "logic.007").symlink_to(tmp_path / "secret.txt")
    linked = run("import", project, "-o", tmp_path / "linked")
    assert linked.exit_code == 3
    assert "leads out of" in linked.stderr


# reference: PIC-6 for the commands of pictures.
EVERY_COMMAND = [
    ({"type": "SetPriorityColor", "colorNumber": 5}, "F2 05"),
    ({"type": "DisablePictureDraw"}, "F1"),
    ({"type": "DisablePriorityDraw"}, "F3"),
    (
        {"type": "DrawYCorner", "startPosition": {"x": 1, "y": 2}, "steps": [{"position": 9}, {"position": 8}]},
        "F4 01 02 09 08",
    ),
    ({"type": "DrawXCorner", "startPosition": {"x": 1, "y": 2}, "steps": [{"position": 9}]}, "F5 01 02 09"),
    ({"type": "AbsoluteLine", "points": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}, "F6 01 02 03 04"),
    (
        {
            "type": "RelativeLine",
            "startPosition": {"x": 1, "y": 2},
            "relativePoints": [{"x": -2, "y": 1}, {"x": 0, "y": -7}],
        },
        "F7 01 02 A1 0F",
    ),
    ({"type": "ChangePen", "settings": {"splatter": True, "shape": "rectangle", "size": 3}}, "F9 33"),
    ({"type": "PlotWithPen", "points": [{"position": {"x": 1, "y": 2}, "texture": 6}]}, "FA 06 01 02"),
    ({"type": "PlotWithPen", "points": [{"position": {"x": 1, "y": 2}}]}, "FA 01 02"),
]


@pytest.mark.parametrize(("command", "code"), EVERY_COMMAND)
def test_commands_of_agikits_pictures(command: dict[str, object], code: str) -> None:
    assert picture_of(json.dumps({"commands": [command]})) == bytes.fromhex(code) + b"\xff"


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"commands": [{}]}',
        '{"commands": [{"type": "Fill", "startPositions": [{"x": 300, "y": 1}]}]}',
        "[" * 9999,
    ],
)
def test_what_is_no_picture_of_agikit_is_an_error(text: str) -> None:
    with pytest.raises(ResourceError, match="expected a picture of agikit"):
        picture_of(text)


def test_damaged_lists_of_agikit_are_told() -> None:
    notes: list[str] = []
    assert words_of("20: look\nnonsense\n21: look Fog 7up\n70000: far\n", notes) == {"look": 20}
    assert [note.partition(":")[2].partition(" ")[0] for note in notes] == ["2", "3:", "3:", "3:", "4"]
    for text in ("{}", '{"objects": [{"name": "a", "startingRoomNumber": -1}], "maxAnimatedObjects": 1}'):
        with pytest.raises(ResourceError, match=r"object\.json"):
            items_of(text)
    with pytest.raises(ResourceError, match=r"agikit-project\.json"):
        project_of("[1]")
    assert project_of('{"agiVersion": {"major": 3, "minor": 2149}, "gameId": "A-1"}') == ("A1", "3.002.149")


def test_the_code_page_of_winagi_counts(tmp_path: Path) -> None:
    project = winagi_project(tmp_path / "moor")
    properties = (project / "MOOR.wag").read_text().replace("GameID", "CodePage = 866\n   GameID")
    (project / "MOOR.wag").write_text(properties)
    (project / "src" / "rm.Shore.lgc").write_bytes('print("Ветер"); return();'.encode("cp866"))
    result = run("import", project, "-o", tmp_path / "mine", "--json")
    assert json.loads(result.stdout)["short"] == [3]
    assert "codepage = 866" in (tmp_path / "mine" / "game.toml").read_text()
    (project / "src" / "rm.Shore.lgc").write_text(SHORE.replace("s1, 0", "s1, w1").replace("Wet", "Ветер"))
    lines, game = imported(project, tmp_path / "again")
    assert any(line.endswith('+ print("Ветер feet. Cold, too.");') for line in lines)
    assert "Ветер".encode("cp866") in (game.logic(3).messages[0] or b"")
