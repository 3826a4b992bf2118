"""What is offered follows from what the command takes at the place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agi_emu.editor.edited_project import EditedProject
from tests.unit.editor.talk import ROOM, Talk, talk, write_project

OFFERED = [
    ("  timer = 5;\n", "  s|\n", "set.view", "load.pics"),
    ("  timer = 5;\n", "  |\n", "door.open", "TESTS"),
    ("  timer = 5;\n", "  reset(|\n", "door.open", "timer"),
    ("  timer = 5;\n", "  new.room(|\n", "CELLAR", "door.open"),
    ("  timer = 5;\n", "  new.room(|\n", "2", "90"),
    ("  timer = 5;\n", "  load.view(|\n", "0", "1"),
    ("  timer = 5;\n", "  get(|\n", "brass lamp", "look"),
    ("  timer = 5;\n", '  get("br|\n', "brass lamp", "look"),
    ("  timer = 5;\n", "  set.view(ego, 0); set.loop(ego, |\n", "1", "2"),
    ("  timer = 5;\n", "  add.to.pic(0, 1, |\n", "0", "1"),
    ("  timer = 5;\n", "  here: goto(|\n", "here", "set"),
    ("  timer = 5;\n", "  clear.lines(1, 2, |\n", "4", "16"),
    ("  timer = 5;\n", "  print(|\n", "m1", "m2"),
    ('said("open", "door")', 'said("open", |)', "gate", "brass lamp"),
    ('said("open", "door")', 'said("open", "do|', "door", "brass lamp"),
    ('said("open", "door")', "sa|", "said", "print"),
    ('said("open", "door")', "edgeEgoHit == |", "TOP_EDGE", "said"),
    ("  timer = 5;\n", "  // not he|re\n", None, "set"),
]


def labels(answer: Any) -> list[str]:
    """Return what is offered."""
    return [each["label"] for each in answer["items"]]


@pytest.mark.parametrize(("old", "typed", "offered", "other"), OFFERED)
def test_operands_are_offered_by_their_kind(
    tmp_path: Path, old: str, typed: str, offered: str | None, other: str
) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc")
        await editor.change("logics/1-hall.lgc", old, typed.replace("|", ""))
        found = labels(await editor.ask_at("textDocument/completion", "logics/1-hall.lgc", typed))
        assert (offered in found) if offered else not found
        assert other not in found

    talk(write_project(tmp_path), conversation)


def test_what_is_chosen_replaces_the_word_with_its_dots(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc")
        await editor.change("logics/1-hall.lgc", "  timer = 5;\n", "  reset(door.o);\n")
        answer = await editor.ask_at("textDocument/completion", "logics/1-hall.lgc", "reset(door.o|)")
        (item,) = [each for each in answer["items"] if each["label"] == "door.open"]
        place = item["textEdit"]["range"]
        assert (place["start"]["character"], place["end"]["character"]) == (8, 14)
        assert item["detail"] == "f30"

    talk(write_project(tmp_path), conversation)


def test_the_signature_counts_the_operands_before_the_place(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc")
        await editor.change("logics/1-hall.lgc", "  timer = 5;\n", "  move.obj(ego, 10,\n")
        answer = await editor.ask_at("textDocument/signatureHelp", "logics/1-hall.lgc", "move.obj(ego, 10,|")
        assert answer["signatures"][0]["label"] == "move.obj(o object, x, y, number, f flag)"
        assert answer["activeParameter"] == 2

    talk(write_project(tmp_path), conversation)


def test_scripts_and_settings_have_their_own_words(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("pictures/1-hall.pic", "game.toml")
        await editor.change("pictures/1-hall.pic", "color red", "color r")
        assert "lightred" in labels(await editor.ask_at("textDocument/completion", "pictures/1-hall.pic", "color r|"))
        await editor.change("pictures/1-hall.pic", "box", "b")
        assert "box" in labels(await editor.ask_at("textDocument/completion", "pictures/1-hall.pic", "b| 10"))
        await editor.change("game.toml", "interpreter", "int")
        assert "interpreter" in labels(await editor.ask_at("textDocument/completion", "game.toml", "int|"))

    talk(write_project(tmp_path), conversation)


def test_completion_takes_the_text_as_it_is_without_compiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names that the text defines are found although their lines have moved."""
    lamp = "#define lamp f99 // is lit\n"

    async def conversation(editor: Talk) -> None:
        name = "logics/1-hall.lgc"
        await editor.begin()
        editor.open(name, lamp + ROOM)
        await editor.settled()
        monkeypatch.setattr(EditedProject, "take", lambda *_: pytest.fail("it is compiled"))
        monkeypatch.setattr(editor.server, "_update", lambda _: None)
        editor.type(name, "// one\n// two\n" + lamp.replace("99", "98") + ROOM.replace("set(door", "set(lam"))
        found = await editor.ask_at("textDocument/completion", name, "set(lam|")
        assert [(each["label"], each["detail"]) for each in found["items"]] == [("lamp", "f98")]

    talk(write_project(tmp_path), conversation)
