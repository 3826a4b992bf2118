"""The guide "your first AGI game": a reader who copies its blocks has a game that can be won."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agi_emu.authoring.lint import Places, Rule, find
from agi_emu.machine.events import Key
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.resources.project import build_project, read_project
from agi_emu.versions import PROFILES

FILE_BLOCK = re.compile(r"^`([\w./-]+)`\n\n```\w*\n(.*?)^```", re.M | re.S)
ENTER = 0x0D
SCORE, ROOM = 3, 0


@pytest.fixture
def garden(root: Path, tmp_path: Path) -> Path:
    """The folder that the guide's blocks make."""
    guide = (root / "docs" / "first-game.md").read_text(encoding="utf-8")
    for name, text in FILE_BLOCK.findall(guide):
        path = tmp_path / "garden" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "garden"


def read(machine: Machine) -> str:
    """Close the windows that are open; return what they said, in one line."""
    said: list[str] = []
    while (message := machine.message) is not None:
        said.append(" ".join(message.split()))
        machine.press(Key(ENTER))
        machine.run(ticks=4)
    return " ".join(said)


def say(machine: Machine, sentence: str) -> str:
    machine.type(sentence + "\n")
    machine.run(ticks=8)
    return read(machine)


def walk(machine: Machine, x: int, y: int) -> None:
    """Put ego at a place, as a walk would."""
    machine.ego.x, machine.ego.y = x, y
    machine.run(ticks=8)


def test_every_block_is_a_file_of_the_project(garden: Path) -> None:
    names = sorted(path.relative_to(garden).as_posix() for path in garden.rglob("*") if path.is_file())
    assert names == [
        "game.toml",
        "items.txt",
        "logics/0-main.lgc",
        "logics/1-garden.lgc",
        "logics/2-shed.lgc",
        "logics/names.lgc",
        "pictures/1-garden.pic",
        "pictures/2-shed.pic",
        "sounds/1-found.sound",
        "views/0-ego.view",
        "views/1-chest.view",
        "words.txt",
    ]


@pytest.mark.parametrize("profile", ["2.917", "2.936", "3.002.149"])
def test_game_can_be_won(garden: Path, profile: str) -> None:
    built = build_project(garden, garden.parent / f"{profile}.zip", profile=PROFILES[profile])
    machine = Machine(open_game(built), seed=1)
    machine.run(seconds=1)
    assert read(machine) == "Your aunt's garden. She said you may keep whatever is in the shed."
    assert "rose bush" in say(machine, "look around")
    assert say(machine, "open the door") == "It is locked."
    assert say(machine, "dance") == "That is a word that I do not know."
    assert "Something glitters" in say(machine, "search roses")
    assert say(machine, "unlock door with small key") == "That is a word that I do not know."
    assert say(machine, "unlock the door with key") == "The key turns. The door is open."
    walk(machine, 120, 105)
    assert machine.vars[ROOM] == 2
    assert "The garden has been worth it." in read(machine)
    assert machine.vars[SCORE] == 3
    assert "chest of games" in say(machine, "look")


def test_lint_finds_what_is_left_on_purpose(garden: Path) -> None:
    notes: list[str] = []
    game = open_game(build_project(garden, garden.parent / "garden.zip", notes=notes))
    assert notes == []
    found = list(find(game, Places(read_project(garden).places)))
    assert [(finding.rule, finding.place) for finding in found] == [(Rule.UNREAD_FLAG, "2-shed.lgc:18")]
