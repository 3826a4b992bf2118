"""Project folders: what is wrong in them is named with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.facts.errors import AgiError
from agi_emu.resources import open_game
from agi_emu.resources.credits import Credits
from agi_emu.resources.projects.project import build_project

SOURCES = {
    "game.toml": '# a game\nid = "SMALL"\ninterpreter = "2.917"\nhighest_object = 5\n',
    "words.txt": "20: look, look at  # verbs\n22: lamp\n",
    "items.txt": "?: 0\nlamp: 3\n",
    "logics/0-main.lgc": '#include "names.lgc"\nif (said("look", "lamp")) { get("lamp"); x = 1; }\nreturn();\n',
    "logics/names.lgc": "#define x v50\n",
    "pictures/7.pic": "color 4\nfill 0,0\n",
    "views/0-ego.view": "loop\ncel\n1\n",
    "sounds/1.sound": "voice 0\na4:10\n",
}


def project(folder: Path, changes: dict[str, str] | None = None) -> Path:
    for name, text in (SOURCES | (changes or {})).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_project_becomes_a_game(tmp_path: Path) -> None:
    game = open_game(build_project(project(tmp_path / "src"), tmp_path / "game"))
    assert game.profile.name == "2.917"
    assert [list(numbers) for numbers in (game.logics, game.pictures, game.views, game.sounds)] == [[0], [7], [0], [1]]
    assert game.words["look at"] == 20
    assert game.items.object_count == 6
    assert [item.name for item in game.items] == [b"?", b"lamp"]


def test_files_that_nothing_is_made_of_are_named(tmp_path: Path) -> None:
    more = {
        "logics/hall.lgc": "return();",
        "pictures/hall.pic": "color 4\n",
        "views/3-cat.txt": "loop\n",
        "views/walk.png": "",
        "sounds/2-BELL.SOUND": "voice 0\na4:10\n",
        "pictures/notes.md": "",
    }
    notes: list[str] = []
    game = open_game(build_project(project(tmp_path / "src", more), tmp_path / "game", notes=notes))
    assert notes == [
        "logics/hall.lgc is left out: no logic includes it, and it has no number in front of its name, "
        "as in 3-hall.lgc",
        "pictures/hall.pic is left out: it has no number in front of its name, as in 3-hall.pic",
        "views/3-cat.txt is left out: the name of a view ends in .view",
    ]
    assert list(game.sounds) == [1, 2], "the ending in capital letters, as on a PC"


def test_mistake_in_a_list_is_no_mistake_of_the_logics(tmp_path: Path) -> None:
    # What the lines with mistakes say is known all the same: `look`, `lamp` the word and `lamp` the item.
    words = "20: look\nmany: lamp\nwords\n21: look\n"
    source = project(tmp_path / "src", {"words.txt": words, "items.txt": "?: 0\nlamp: many\n"})
    with pytest.raises(AgiError) as caught:
        build_project(source, tmp_path / "game")
    places = [line.split(": ")[0] for line in str(caught.value).splitlines()]
    assert places == ["words.txt:2", "words.txt:3", "words.txt:4", "items.txt:2"]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("game.toml", 'interpreter = "2.999"', "unknown interpreter 2.999"),
        ("game.toml", 'colour = "red"', r"game.toml:\d+: 'colour' is not a setting"),
        ("game.toml", 'highest_object = "many"', r"game.toml:\d+: expected a number for highest_object"),
        ("game.toml", "highest_object = 256", "game.toml: expected a number from 0 to 255"),
        ("game.toml", "highest_object =", r"game.toml: Invalid value"),
        ("game.toml", "[directory_lengths]\nroom = 1", "expected logics, pictures, views, sounds"),
        ("game.toml", "[missing_volumes]\nlogics = [1]", "expected a number from 0 to 14 for missing_volumes"),
        ("game.toml", "[missing_volumes]\n1 = 3", "expected a table for missing_volumes.1, not 3"),
        ("game.toml", "[wrong_offsets]\nviews = 3", "expected a list of numbers for views in wrong_offsets, not 3"),
        ("game.toml", "[wrong_offsets]\nviews = [256]", "expected a number from 0 to 255 for wrong_offsets, not 256"),
        ("words.txt", "look", "words.txt:1: expected two parts"),
        ("words.txt", "\nlook: 20", "words.txt:2: expected a word group"),
        (
            "words.txt",
            "20: look\n22: lamp, 3rd",
            "words.txt:2: the word '3rd' must be lower case",
        ),
        (
            "words.txt",
            "20: look\n22: lamp\n23: look",
            "words.txt:3: 'look' is in group 20 already",
        ),
        ("pictures/256-hall.pic", "color 4", "256-hall.pic: the numbers of a picture go from 0 to 255"),
        ("items.txt", "lamp: 256", "items.txt:1: expected a name and a room"),
        ("logics/0-main.lgc", "print(1)", "0-main.lgc:1:9: expected ';'"),
        ("logics/00.lgc", "return();", "another file already has the number 0"),
        ("pictures/7.pic", "color 16", "7.pic:1: expected a colour"),
        ("views/0-ego.view", "loop\ncel\ng", "0-ego.view:3: expected"),
        ("sounds/1.sound", "a4:10", "1.sound:1: expected voice"),
    ],
)
def test_wrong_source_is_named(tmp_path: Path, name: str, text: str, problem: str) -> None:
    with pytest.raises(AgiError, match=problem):
        build_project(project(tmp_path / "src", {name: text}), tmp_path / "game")


def test_missing_list_is_named(tmp_path: Path) -> None:
    source = project(tmp_path / "src")
    (source / "words.txt").unlink()
    with pytest.raises(AgiError, match=r"words\.txt: No such file"):
        build_project(source, tmp_path / "game")


def test_all_mistakes_in_all_files_are_named_once(tmp_path: Path) -> None:
    changes = {
        "logics/names.lgc": "#define x\n",
        "logics/1-room.lgc": '#include "names.lgc"\nreturn();',
        "logics/0-main.lgc": '#include "names.lgc"\nreturn();',
        "pictures/7.pic": "color 16",
        "sounds/1.sound": "a4:10",
    }
    with pytest.raises(AgiError) as caught:
        build_project(project(tmp_path / "src", changes), tmp_path / "game")
    named = [line.partition(": ")[0] for line in str(caught.value).splitlines() if not line.startswith(" ")]
    assert named == ["names.lgc:1:9", "7.pic:1", "1.sound:1"]


def test_what_the_author_says_is_in_the_game(tmp_path: Path) -> None:
    said = 'title = "The Moor"\nauthor = "A. Heron"\nversion = "1.2"\nabout = "A walk in the fog."\n'
    source = project(tmp_path / "src", {"game.toml": SOURCES["game.toml"] + said})
    game = open_game(build_project(source, tmp_path / "game"))
    assert game.credits == Credits("The Moor", "A. Heron", "1.2", "A walk in the fog.")
    assert (game.title, game.release) == ("The Moor", "1.2")
    build_project(source, tmp_path / "game")  # it knows its own game again


def test_wrong_settings_do_not_hide_what_else_is_wrong(tmp_path: Path) -> None:
    wrong = {"game.toml": 'titel = "The Moor"\nhighest_object = "5"\n', "sounds/1.sound": "voice 9\n"}
    with pytest.raises(AgiError) as error:
        build_project(project(tmp_path / "src", wrong), tmp_path / "game")
    first, second, third = str(error.value).splitlines()
    assert first.startswith("game.toml:1: 'titel' is not a setting; expected id, title, author")
    assert second == "game.toml:2: expected a number for highest_object, not '5'"
    assert third.startswith("1.sound:1: ")
