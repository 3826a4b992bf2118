"""Scripts of pictures, views and sounds, and lists of words and items: what may stand there, and what it means."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.editor.scripts import COMMANDS
from agi_emu.resources.projects.picture_source import COMMANDS as OF_PICTURES
from tests.unit.editor.talk import Talk, talk, write_project

VIEW, SOUND, PICTURE = "views/0-ego.view", "sounds/1-bell.sound", "pictures/1-hall.pic"


def test_every_command_of_pictures_is_explained() -> None:
    assert set(OF_PICTURES) == set(COMMANDS[".pic"])


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (PICTURE, "pol|", ["polygon"]),
        (PICTURE, "color lightgr|", ["lightgrey", "lightgreen"]),
        (PICTURE, "pen s|", ["square", "splatter"]),
        (PICTURE, "priority of|", ["off"]),
        (VIEW, "loo|", ["loop"]),
        (VIEW, "loop mi|", ["mirrors"]),
        (VIEW, "loop\ncel\n.4.\nloop mirrors |", ["0"]),
        (VIEW, "loop\nstrip w|", ["walk.png"]),
        (VIEW, "loop\nstrip walk.png near|", ["nearest"]),
        (SOUND, "v|", ["voice"]),
        (SOUND, "voice n|", ["noise"]),
        (SOUND, "voice 0\nc5:30 f|", ["f5:30", "f#5:30"]),
        (SOUND, "voice noise\nwh|", ["white0:12", "white1:12", "white2:12", "white3:12"]),
        (PICTURE, "; col|", []),
        ("words.txt", "10: look\n20: door\n|", ["10: ", "20: ", "2: "]),
        ("items.txt", "?: 0\nlamp: 2|", ["2", "255"]),
    ],
)
def test_scripts_are_completed(name: str, text: str, expected: list[str], tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        (editor.folder / "views" / "walk.png").touch()
        await editor.begin()
        editor.open(name, text.replace("|", ""))
        await editor.settled()
        found = await editor.ask_at("textDocument/completion", name, text)
        assert sorted(each["label"] for each in found["items"]) == sorted(expected)

    talk(write_project(tmp_path), conversation)


def test_words_that_logics_wait_for_are_offered_in_the_list(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc", "words.txt")
        await editor.change("logics/1-hall.lgc", 'said("open", "door")', 'said("kick", "door")')
        await editor.change("words.txt", "30: open", "30: open, ")
        found = await editor.ask_at("textDocument/completion", "words.txt", "30: open, |")
        assert [each["label"] for each in found["items"]] == ["kick"]

    talk(write_project(tmp_path), conversation)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (PICTURE, "fil|l 20,20", "floods what is white"),
        (PICTURE, "color lightb|lue", "colour 9"),
        (VIEW, "loop\ncel\n.4.\nlo|op\ncel\n5", "loop 1\n\n![](data:image/png;base64,"),
        (SOUND, "voice 0\na4|:30", "440.4 Hz, 30 beats, 0.50 s"),
        (SOUND, "voice noise\nwhi|te1:6", "6 beats, 0.10 s"),
        (SOUND, "voi|ce 0", "begins a voice"),
    ],
)
def test_scripts_are_explained(name: str, text: str, expected: str, tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin()
        editor.open(name, text.replace("|", ""))
        await editor.settled()
        found = await editor.ask_at("textDocument/hover", name, text)
        assert expected in found["contents"]["value"]

    talk(write_project(tmp_path), conversation)


def test_nothing_is_said_of_words_without_a_meaning(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin()
        for name, text in (
            (PICTURE, "line 1|0,10 20,20"),
            (SOUND, "voice 0\nh4|:3"),
            (SOUND, "voice |9"),
            (VIEW, "4|4"),
        ):
            editor.open(name, text.replace("|", ""))
            assert await editor.ask_at("textDocument/hover", name, text) is None

    talk(write_project(tmp_path), conversation)


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        (PICTURE, "color red\nline 10,10 300,20", (1, 11, 14)),
        (SOUND, "voice 0\nc4:12 x9:12", (1, 6, 11)),
        ("words.txt", "10: look\n20: 1st", (1, 4, 7)),
    ],
)
def test_a_mistake_in_a_script_has_the_columns_of_the_word(
    name: str, text: str, place: tuple[int, int, int], tmp_path: Path
) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin()
        editor.open(name, text)
        await editor.settled()
        assert [each[1:] for each in editor.mistakes(name)] == [place]

    talk(write_project(tmp_path), conversation)
