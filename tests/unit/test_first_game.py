"""The guide "your first AGI game": a reader who copies its blocks has a game that can be won."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agi_emu.authoring.lint import LintRule, Places, find
from agi_emu.facts.versions import PROFILES
from agi_emu.machine.input.events import Key
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.resources.projects.project import build_project, read_project

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
        "walkthrough.agiwalk",
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
    assert say(machine, "unlock the door with the small key") == "The key turns. The door is open."
    assert say(machine, "open door") == "It is open.", "and no further point"
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
    assert [(finding.rule, finding.place) for finding in found] == [(LintRule.UNREAD_FLAG, "2-shed.lgc:18")]


ATTIC = """
#include "names.lgc"
#define ATTIC     3
#define CAT_VIEW  2
#define cat       o1
if (newRoom) {
  load.pic(currentRoom);
  draw.pic(currentRoom);
  discard.pic(currentRoom);
  load.view(EGO_VIEW);
  animate.obj(ego);
  set.view(ego, EGO_VIEW);
  position(ego, 20, 150);
  draw(ego);
  load.view(CAT_VIEW); animate.obj(cat); set.view(cat, CAT_VIEW); position(cat, 90, 140); wander(cat); draw(cat);
  show.pic();
  accept.input();
  player.control();
}
if (obj.in.room("brass lamp", currentRoom) && said("get", "lamp")) {
  get("brass lamp");
  print("Taken.");
}
return();
"""


def test_what_the_guide_says_of_going_on_works(garden: Path) -> None:
    (garden / "logics" / "3-attic.lgc").write_text(ATTIC)
    (garden / "pictures" / "3-attic.pic").write_text("color brown\narea 0,0 159,0 159,167 0,167\n")
    (garden / "views" / "2-cat.view").write_text((garden / "views" / "0-ego.view").read_text())
    for name, more in {"items.txt": "brass lamp: 3\n", "words.txt": "24: lamp, brass lamp\n"}.items():
        (garden / name).write_text((garden / name).read_text() + more)
    main = garden / "logics" / "0-main.lgc"
    main.write_text(main.read_text().replace("new.room(GARDEN);", "new.room(3);"))
    machine = Machine(open_game(build_project(garden, garden.parent / "more.zip")), seed=1)
    machine.run(seconds=1)
    assert machine.vars[ROOM] == 3
    loops = set()
    for _ in range(1500):
        machine.run(ticks=4)
        loops.add(machine.state.objects[1].loop)
    assert loops == {0, 1, 2, 3}, "the cat walks in four directions"
    assert say(machine, "take the brass lamp") == "Taken."
    assert machine.state.item_rooms[2] == 255, "carried"
    assert say(machine, "take the lamp") == "That does not help here."


RECIPE = re.compile(r"^### Recipe (\d+): [^\n]*\n.*?^```\n(.*?)^```", re.M | re.S)
WORDS_OF_RECIPES = re.compile(r"Some need more words:\n\n```\n(.*?)```", re.S)


@pytest.fixture
def recipes(root: Path, garden: Path) -> dict[int, str]:
    """The recipes by their numbers; the garden gets the words that they need."""
    guide = (root / "docs" / "first-game.md").read_text(encoding="utf-8")
    words = WORDS_OF_RECIPES.search(guide)
    assert words is not None
    with (garden / "words.txt").open("a") as file:
        file.write(words[1])
    return {int(number): source for number, source in RECIPE.findall(guide)}


def garden_with(garden: Path, recipe: str) -> Machine:
    """Add a recipe to the garden's logic, build the game and close the first window."""
    room = garden / "logics" / "1-garden.lgc"
    room.write_text(room.read_text().replace("// The step in front", f"{recipe}\n// The step in front"))
    machine = Machine(open_game(build_project(garden, garden.parent / "garden.zip")))
    machine.run(ticks=20)
    read(machine)
    return machine


def test_every_recipe_compiles(garden: Path, recipes: dict[int, str]) -> None:
    assert sorted(recipes) == list(range(1, 11))
    for number, source in recipes.items():
        (garden / "logics" / f"{100 + number}.lgc").write_text(f'#include "names.lgc"\n{source}\nreturn();\n')
    notes: list[str] = []
    build_project(garden, garden.parent / "garden.zip", notes=notes)
    assert notes == []


def test_the_timer_and_the_conversation_do_what_they_say(garden: Path, recipes: dict[int, str]) -> None:
    machine = garden_with(garden, recipes[7] + recipes[10])
    assert "Shall I open" in say(machine, "talk to aunt")
    assert "There you are" in say(machine, "yes")
    assert "There you are" not in say(machine, "yes")
    machine.vars[42] = 2
    machine.run(ticks=60)
    assert "Too late" in read(machine)


def test_the_sound_the_item_and_the_character_do_what_they_say(garden: Path, recipes: dict[int, str]) -> None:
    items = garden / "items.txt"
    items.write_text(items.read_text().replace("small key: 0", "small key: 1"))
    machine = garden_with(garden, recipes[8] + recipes[2] + recipes[3])
    machine.run(ticks=60)
    assert "The last note fades." in read(machine)
    walk(machine, 60, 150)
    assert "You take the key." in say(machine, "take key")
    aunt = machine.state.objects[4]
    walk(machine, aunt.x, aunt.y)
    assert "Have you found the key?" in say(machine, "ask aunt")
