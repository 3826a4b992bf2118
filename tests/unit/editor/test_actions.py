"""Mistakes come with what mends them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.editor.talk import Talk, talk, write_project


@pytest.mark.parametrize(
    ("old", "new", "rule", "titles", "text"),
    [
        (
            "set(door.open)",
            "set(door.opne)",
            "unknown-name",
            ["Write door.open", "Define door.opne as flag f31"],
            "door.open",
        ),
        ("  timer = 5;", "  count = 5;", "unknown-name", ["Define count as variable v30"], "#define count v30\n"),
        ('"door")', '"hatch")', "unknown-word", ["Add 'hatch' to words.txt as group 31"], "31: hatch\n"),
        ("}\nreturn();\n", "}\n", "no-return", ["Add return();"], "return();\n"),
        (
            "  timer = 5;\n",
            '  timer = 5;\n  set.menu("A");\n  set.menu.item("ab", c1);\n  set.menu.item("abcd", c2);\n',
            "menu-item-too-wide",
            ["Make the first item 2 wider"],
            "  ",
        ),
    ],
)
def test_a_mistake_has_its_fix(tmp_path: Path, old: str, new: str, rule: str, titles: list[str], text: str) -> None:
    async def conversation(editor: Talk) -> None:
        name = "logics/1-hall.lgc"
        await editor.begin(name)
        await editor.change(name, old, new)
        found = [each for each in editor.found[editor.uri(name)] if each["code"] == rule]
        assert found
        actions = await editor.ask(
            "textDocument/codeAction",
            textDocument={"uri": editor.uri(name)},
            range=found[0]["range"],
            context={"diagnostics": found[:1]},
        )
        assert [each["title"][: len(title)] for each, title in zip(actions, titles, strict=True)] == titles
        assert actions[0]["edit"]["documentChanges"][0]["edits"][0]["newText"] == text

    talk(write_project(tmp_path), conversation, lints=rule == "menu-item-too-wide")
