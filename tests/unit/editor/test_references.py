"""Names and numbers are found, and renamed, in the whole project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agi_emu.editor.documents import path_of
from agi_emu.resources.projects.project import read_project
from tests.unit.editor.talk import Talk, talk, write_project


def places(folder: Path, found: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """Return file and line, from 1, of what was found."""
    return sorted((path_of(each["uri"]).name, each["range"]["start"]["line"] + 1) for each in found)  # type: ignore[union-attr]


def apply(edit: dict[str, Any], server: Any) -> None:
    """Make the changes of an edit on the disk, as an editor does."""
    for change in edit["documentChanges"]:
        if change.get("kind") == "rename":
            path_of(change["oldUri"]).rename(path_of(change["newUri"]))  # type: ignore[union-attr, arg-type]
            continue
        path = path_of(change["textDocument"]["uri"])
        assert path is not None
        lines = path.read_text(encoding="utf-8").split("\n")
        for each in sorted(change["edits"], key=lambda each: -each["range"]["start"]["character"]):
            start, end = each["range"]["start"], each["range"]["end"]
            line = lines[start["line"]]
            lines[start["line"]] = line[: start["character"]] + each["newText"] + line[end["character"] :]
        path.write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "place", "found"),
    [
        ("logics/1-hall.lgc", "set(door|.open)", [("names.lgc", 1)]),
        ("logics/2-cellar.lgc", "reset(f|30)", [("names.lgc", 1)]),
        ("logics/1-hall.lgc", "new.room(CEL|LAR)", [("names.lgc", 3)]),
        ("logics/2-cellar.lgc", "new.room(|1)", [("1-hall.lgc", 1)]),
        ("logics/1-hall.lgc", '"do|or"', [("words.txt", 2)]),
        ("logics/2-cellar.lgc", '"brass| lamp"', [("items.txt", 2)]),
        ("logics/1-hall.lgc", '"names|.lgc"', [("names.lgc", 1)]),
    ],
)
def test_what_defines_a_thing_is_found(tmp_path: Path, name: str, place: str, found: list[tuple[str, int]]) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin(name)
        assert places(tmp_path, await editor.ask_at("textDocument/definition", name, place)) == found

    talk(write_project(tmp_path), conversation)


@pytest.mark.parametrize(
    ("name", "place", "found"),
    [
        ("logics/names.lgc", "door|.open", [("1-hall.lgc", 9), ("1-hall.lgc", 13), ("names.lgc", 1)]),
        (
            "logics/2-cellar.lgc",
            "reset(f|30)",
            [("1-hall.lgc", 9), ("1-hall.lgc", 13), ("2-cellar.lgc", 4), ("names.lgc", 1)],
        ),
        ("words.txt", "lo|ok", [("2-cellar.lgc", 2), ("words.txt", 1), ("words.txt", 1)]),
        ("items.txt", "brass| lamp", [("2-cellar.lgc", 3), ("items.txt", 2)]),
        ("logics/0-main.lgc", "new.room(|1)", [("0-main.lgc", 3), ("2-cellar.lgc", 6)]),
    ],
)
def test_every_use_of_a_thing_is_found(tmp_path: Path, name: str, place: str, found: list[tuple[str, int]]) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin(name)
        context = {"includeDeclaration": True}
        assert places(tmp_path, await editor.ask_at("textDocument/references", name, place, context=context)) == found

    talk(write_project(tmp_path), conversation)


@pytest.mark.parametrize(
    ("name", "place", "new", "back"),
    [
        ("logics/1-hall.lgc", "set(door|.open)", "gate.open", "door.open"),
        ("logics/2-cellar.lgc", "reset(f|30)", "f45", "f30"),
        ("logics/1-hall.lgc", '"do|or"', "portal", "door"),
        ("logics/2-cellar.lgc", '"brass| lamp"', "lantern", "brass lamp"),
        ("logics/2-cellar.lgc", "if (tim|er > 3)", "clock", "timer"),
    ],
)
def test_a_name_is_changed_everywhere_and_back_to_the_same_bytes(
    tmp_path: Path, name: str, place: str, new: str, back: str
) -> None:
    project = write_project(tmp_path)
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    built = read_project(project).resources

    async def conversation(editor: Talk) -> None:
        await editor.begin(name)
        editor.tell("textDocument/didClose", textDocument={"uri": editor.uri(name)})
        position = editor.position(name, place)
        for each in (new, back):
            document = {"uri": editor.uri(name)}
            edit = await editor.ask("textDocument/rename", textDocument=document, position=position, newName=each)
            apply(edit, editor.server)
            if new[0] != "f":
                assert read_project(project).resources == built
            changes = [{"uri": editor.uri(str(path.relative_to(project))), "type": 2} for path in before]
            editor.tell("workspace/didChangeWatchedFiles", changes=changes)
            await editor.settled()

    talk(project, conversation)
    assert {path: path.read_bytes() for path in before} == before


def test_a_room_gets_another_number_with_its_files(tmp_path: Path) -> None:
    project = write_project(tmp_path)

    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/2-cellar.lgc")
        edit = await editor.ask_at("textDocument/rename", "logics/2-cellar.lgc", "new.room(|1)", newName="7")
        apply(edit, editor.server)

    talk(project, conversation)
    assert {path.name for path in project.glob("*/7-*")} == {"7-hall.lgc", "7-hall.pic"}
    assert "new.room(7)" in (project / "logics/0-main.lgc").read_text()
    read_project(project)


@pytest.mark.parametrize(
    ("place", "new", "why"),
    [
        ("set(door|.open)", "timer", "timer is already used, in names.lgc:2"),
        ("set(door|.open)", "print", "print has a meaning already"),
        ("set(door|.open)", "9 lives", "'9 lives' is not a name"),
        ("new.room(CEL|LAR)", "v3", "'v3' is not a name"),
        ('"do|or"', "look", "'look' is a word of group 10 already"),
        ("  s|et(door.open)", "reset", "nothing that can be renamed stands here"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_words(tmp_path: Path, place: str, new: str, why: str) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc")
        with pytest.raises(AssertionError, match=why.split("'")[-1].strip() or why):
            await editor.ask_at("textDocument/rename", "logics/1-hall.lgc", place, newName=new)

    talk(write_project(tmp_path), conversation)


def test_a_room_with_items_does_not_become_the_player(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("items.txt")
        with pytest.raises(AssertionError, match="in room 255 they would be carried by the player"):
            await editor.ask_at("textDocument/rename", "items.txt", "brass lamp: |2", newName="255")

    talk(write_project(tmp_path), conversation)
