"""What is known of a thing is shown where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.editor.talk import Talk, talk, write_project

PAGES = [
    ("logics/1-hall.lgc", "  s|et(door.open)", ["set(f flag)", "Set a flag", "`f1 = true`"]),
    (
        "logics/1-hall.lgc",
        "set(door|.open)",
        ["#define door.open f30", "flag f30", "set in 1-hall.lgc:9, 2-cellar.lgc:4"],
    ),
    ("logics/1-hall.lgc", "if (door|.open)", ["read in 1-hall.lgc:13"]),
    ("logics/1-hall.lgc", "if (new|Room)", ["`newRoom` is `f5`", "The first cycle in a room"]),
    ("logics/1-hall.lgc", '"do|or"', ["words of group 20: door, gate"]),
    (
        "logics/1-hall.lgc",
        "new.room(CEL|LAR)",
        ["#define CELLAR 2", "logic 2: `2-cellar.lgc`"],
    ),
    ("logics/2-cellar.lgc", '"brass| lamp"', ["item i1: brass lamp, at the beginning in room 2"]),
    ("logics/1-hall.lgc", '"The door| is open."', ["┌───────────────────┐\n│ The door is open. │\n└"]),
    ("words.txt", "do|or, gate", ["words of group 20: door, gate"]),
]


@pytest.mark.parametrize(("name", "place", "parts"), PAGES)
def test_the_page_says_what_is_known(tmp_path: Path, name: str, place: str, parts: list[str]) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin(name)
        answer = await editor.ask_at("textDocument/hover", name, place)
        for part in parts:
            assert part in answer["contents"]["value"]

    talk(write_project(tmp_path), conversation)


def test_a_command_of_later_interpreters_says_so(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc")
        await editor.change("logics/1-hall.lgc", "  timer = 5;\n", "  mul.n(timer, 2);\n")
        answer = await editor.ask_at("textDocument/hover", "logics/1-hall.lgc", "mul|.n")
        assert "From interpreter 2." in answer["contents"]["value"]

    talk(write_project(tmp_path), conversation)


def test_pictures_and_views_are_shown(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc")
        await editor.change("logics/1-hall.lgc", "  timer = 5;\n", "  load.view(0);\n")
        answer = await editor.ask_at("textDocument/hover", "logics/1-hall.lgc", "load.view(|0)")
        assert "2 loops with 1, 1 cels" in answer["contents"]["value"]
        assert "data:image/png;base64,iVBOR" in answer["contents"]["value"]

    talk(write_project(tmp_path), conversation)
