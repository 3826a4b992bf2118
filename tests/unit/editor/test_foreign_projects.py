"""Folders of WinAGI, AGI Studio and agikit are understood as they are, without importing them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.editor.foreign import write_agikit, write_studio, write_winagi
from tests.unit.editor.talk import Talk, talk

Write = Callable[[Path], Path]
EDITORS: dict[str, tuple[Write, str, str, str]] = {
    "winagi": (write_winagi, "src/Hall.lgc", "src/Cellar.lgc", "globals.txt"),
    "agistudio": (write_studio, "src/logic1.txt", "src/logic2.txt", "src/defines.txt"),
    "agikit": (write_agikit, "src/logic/1.agilogic", "src/logic/2.agilogic", "src/logic/defines.agilogic"),
}
"""What writes a project, its hall, its cellar, and its names."""
each_editor = pytest.mark.parametrize(("write", "hall", "cellar", "names"), EDITORS.values(), ids=EDITORS)


@each_editor
def test_mistakes_are_those_of_the_dialect(write: Write, hall: str, cellar: str, names: str, tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin(hall)
        assert editor.found == {}
        await editor.change(hall, "load.view(0)", "load.view(zero)")
        assert editor.mistakes(hall) == [("unknown-name", 1, 25, 29)]
        await editor.change(hall, "zero", "0")
        assert editor.mistakes(hall) == []

    talk(write(tmp_path), conversation)


@each_editor
def test_names_have_definition_hover_and_completion(
    write: Write, hall: str, cellar: str, names: str, tmp_path: Path
) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin(hall)
        (place,) = await editor.ask_at("textDocument/definition", cellar, "reset(|")
        assert (place["uri"], place["range"]["start"]) == (editor.uri(names), {"line": 0, "character": 8})
        page = (await editor.ask_at("textDocument/hover", cellar, "reset(|"))["contents"]["value"]
        assert "flag f30" in page
        assert f"set in {Path(hall).name}:4" in page
        found = await editor.ask_at("textDocument/completion", hall, 'said("open", "d|')
        assert "door" in [each["label"] for each in found["items"]]
        found = await editor.ask_at("textDocument/completion", hall, "set(|")
        assert "door.open" in [each["label"] for each in found["items"]]

    talk(write(tmp_path), conversation)


@each_editor
def test_a_flag_is_renamed_in_the_whole_project(
    write: Write, hall: str, cellar: str, names: str, tmp_path: Path
) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin(hall)
        edit = await editor.ask_at("textDocument/rename", cellar, "reset(|", newName="hall.open")
        count = {each["textDocument"]["uri"]: len(each["edits"]) for each in edit["documentChanges"]}
        assert count == {editor.uri(hall): 2, editor.uri(cellar): 1, editor.uri(names): 1}

    talk(write(tmp_path), conversation)


@pytest.mark.parametrize(("write", "hall"), [EDITORS["winagi"][:2], EDITORS["agistudio"][:2]], ids=["winagi", "studio"])
def test_what_lies_in_files_of_the_game_is_not_renamed(write: Write, hall: str, tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin(hall)
        for place in ('"open", "|door', 'get("|Brass', "new.room(|2"):
            with pytest.raises(AssertionError, match="change them in"):
                await editor.ask_at("textDocument/rename", hall, place, newName="3")

    talk(write(tmp_path), conversation)


def test_words_and_items_of_agikit_are_renamed_in_their_lists(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("src/words.txt")
        edit = await editor.ask_at("textDocument/rename", "src/words.txt", "20: |door", newName="front door")
        changed = {each["textDocument"]["uri"]: each["edits"] for each in edit["documentChanges"]}
        assert [each["newText"] for each in changed[editor.uri("src/words.txt")]] == ['"front door"']
        assert [each["newText"] for each in changed[editor.uri("src/logic/1.agilogic")]] == ['"front door"']
        (place,) = await editor.ask_at("textDocument/definition", "src/logic/1.agilogic", 'get("|Brass')
        assert place["uri"] == editor.uri("src/object.json")
        page = await editor.ask_at("textDocument/hover", "src/logic/1.agilogic", 'get("|Brass')
        assert "at the beginning in room 2" in page["contents"]["value"]

    talk(write_agikit(tmp_path), conversation)


def test_names_that_winagi_gives_lead_to_their_resource(tmp_path: Path) -> None:
    """They stand in no file: WinAGI keeps them in its property file."""

    async def conversation(editor: Talk) -> None:
        await editor.begin("src/Main.lgc")
        (place,) = await editor.ask_at("textDocument/definition", "src/Main.lgc", "new.room(|")
        assert place["uri"] == editor.uri("src/Hall.lgc")
        page = await editor.ask_at("textDocument/hover", "src/Main.lgc", "new.room(|")
        assert "#define Hall 1" in page["contents"]["value"]
        with pytest.raises(AssertionError, match="change it in WinAGI"):
            await editor.ask_at("textDocument/rename", "src/Main.lgc", "new.room(|", newName="entry")

    talk(write_winagi(tmp_path), conversation)


def test_lint_looks_at_what_is_there(tmp_path: Path) -> None:
    """In AGI Studio's folder lies the built game; a folder with logics alone cannot lack a view."""

    async def studio(editor: Talk) -> None:
        await editor.begin("src/logic1.txt")
        await editor.change("src/logic1.txt", "load.view(0)", "load.view(9)")
        assert [each for each in editor.mistakes("src/logic1.txt") if each[0] == "resource-missing"] == [
            ("resource-missing", 1, 15, 24)
        ]

    async def bare(editor: Talk) -> None:
        await editor.begin("src/Hall.lgc")
        assert "resource-missing" not in [each[0] for each in editor.mistakes("src/Hall.lgc")]

    talk(write_studio(tmp_path / "studio"), studio, lints=True)
    talk(write_winagi(tmp_path / "winagi"), bare, lints=True)


@pytest.mark.parametrize(
    ("write", "name", "language"),
    [
        (write_winagi, "globals.txt", "agi-logic"),
        (write_studio, "src/defines.txt", "agi-logic"),
        (write_studio, "src/logic2.txt", "agi-logic"),
        (write_agikit, "src/words.txt", "agi-list"),
        (write_agikit, "README.txt", None),
    ],
)
def test_a_plain_text_is_what_the_project_makes_of_it(
    write: Write, name: str, language: str | None, tmp_path: Path
) -> None:
    async def conversation(editor: Talk) -> None:
        (tmp_path / "README.txt").write_text("Read me.\n")
        await editor.begin()
        assert await editor.ask("agiEmu/language", uri=editor.uri(name)) == language

    talk(write(tmp_path), conversation)
