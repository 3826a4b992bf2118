"""What the preview of a project shows: lists, pictures by layers and steps, strips, sounds, a map; and mistakes."""

from __future__ import annotations

import io
import json
import wave
from pathlib import Path

import pytest
from PIL import Image

from agi_emu.authoring.lint.program import Places, Program
from agi_emu.authoring.preview.contents import AbsentError, PreviewContents
from agi_emu.authoring.preview.room_map import MapNode, MapWay, room_map
from agi_emu.resources import open_game
from tests.own_games.building import GameBuilder

SOURCES = {
    "game.toml": 'interpreter = "2.936"\ntitle = "Two Rooms"\n',
    "words.txt": "10: look, l\n20: lamp\n",
    "items.txt": "?: 0\n",
    "logics/0-main.lgc": "if (f5) { new.room(1); }\nreturn();\n",
    "logics/1-hall.lgc": "new.room(2);\nreturn();\n",
    "logics/2-yard.lgc": "v30 = 1;\nnew.room.v(v30);\nreturn();\n",
    "pictures/1-hall.pic": "color red\nline 0,0 159,0\npriority 3\nline 0,1 159,1\n",
    "views/0-lamp.view": 'description "A lamp."\nloop\ncel\n12\n21\ncel\n3\nloop\ncel\n4\n',
    "sounds/1-bell.sound": "voice 0\na4:60 c5:30\n",
}
RED, WHITE, BLUE = (0xAA, 0, 0), (0xFF, 0xFF, 0xFF), (0x55, 0x55, 0xFF)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one of everything."""
    for name, text in SOURCES.items():
        path = tmp_path / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "src"


@pytest.fixture
def contents(project: Path) -> PreviewContents:
    """It, built."""
    contents = PreviewContents(project)
    contents.read()
    assert contents.problems == ()
    return contents


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA")


def test_everything_is_listed_with_its_file(contents: PreviewContents) -> None:
    listed = contents.listed()
    assert (listed["title"], listed["revision"]) == ("Two Rooms", 1)
    assert listed["pictures"] == [{"number": 1, "name": "1-hall.pic"}]
    (view,) = listed["views"]
    assert (view["number"], view["name"], view["description"], view["trouble"]) == (0, "0-lamp.view", "A lamp.", "")
    assert view["loops"] == [[{"width": 2, "height": 2}, {"width": 1, "height": 1}], [{"width": 1, "height": 1}]]
    assert listed["sounds"] == [{"number": 1, "name": "1-bell.sound", "seconds": 1.5}]
    assert {"group": 10, "words": ("l", "look")} in listed["words"]


def test_a_picture_is_shown_by_layers_and_after_each_command(contents: PreviewContents) -> None:
    assert contents.steps(1) == ["color red", "line 0,0 159,0", "priority 3", "line 0,1 159,1"]
    before, after = (pixels(contents.picture(1, "colours", step)) for step in (0, 1))
    assert before.size == (320, 168)
    assert before.getpixel((0, 0))[:3] == WHITE
    assert after.getpixel((0, 0))[:3] == RED
    assert pixels(contents.picture(1, "colours")).getpixel((0, 1))[:3] == RED
    control = pixels(contents.picture(1, "control"))
    assert control.getpixel((0, 0))[3] == 0, "no control line"
    assert control.getpixel((0, 1)) == (*BLUE, 255), "water"
    assert pixels(contents.picture(1, "control", 1)).getpixel((0, 1))[3] == 0


def test_a_picture_is_drawn_line_by_line_of_its_source(contents: PreviewContents, project: Path) -> None:
    lines = ["Color red", "box 10,10 20,20", "area 0,30 30,30 30,60"]
    (project / "pictures" / "1-hall.pic").write_text("\n; A house.\n".join(lines))
    contents.read()
    assert contents.steps(1) == lines
    after = pixels(contents.picture(1, "colours", 2))
    assert after.getpixel((58, 40))[:3] == RED, "the whole area"
    assert pixels(contents.picture(1, "colours", 1)).getpixel((58, 40))[:3] == WHITE


@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [
        ("picture", "pictures/2-yard.pic", "color blue\nfill 3,3\n"),
        ("view", "views/2-key.view", "loop\ncel\n1\n"),
        ("sound", "sounds/2-gong.sound", "voice 0\na2:60\n"),
    ],
)
def test_what_was_saved_is_named(contents: PreviewContents, project: Path, kind: str, name: str, text: str) -> None:
    assert contents.listed()["changed"] is None
    (project / name).write_text(text)
    contents.read()
    assert json.loads(json.dumps(contents.listed()["changed"])) == [kind, 2]
    contents.read()
    assert contents.listed()["changed"] is None


def test_the_cels_of_a_loop_stand_side_by_side_on_one_ground(contents: PreviewContents) -> None:
    strip = pixels(contents.strip(0, 0))
    assert strip.size == (8, 2), "two boxes of two cells, which are two pixels wide"
    assert [strip.getpixel((x, 1))[3] for x in (0, 4, 6)] == [255, 255, 0]
    assert strip.getpixel((4, 0))[3] == 0, "the lower cel stands at the bottom"


def test_a_sound_is_a_wave_file(contents: PreviewContents) -> None:
    with wave.open(io.BytesIO(contents.sound(1, "pc"))) as heard:
        assert 1.4 < heard.getnframes() / heard.getframerate() < 1.8


@pytest.mark.parametrize("what", [("picture", 9, "colours"), ("strip", 0, 2), ("strip", 9, 0), ("sound", 9, "pc")])
def test_what_is_absent_is_said(contents: PreviewContents, what: tuple[str, int, str | int]) -> None:
    name, *arguments = what
    with pytest.raises(AbsentError):
        getattr(contents, name)(*arguments)


def test_mistakes_keep_the_last_good_build(contents: PreviewContents, project: Path) -> None:
    (project / "pictures" / "1-hall.pic").write_text("nonsense\n")
    contents.read()
    assert contents.revision == 2
    assert contents.problems[0].startswith("1-hall.pic:1: ")
    assert contents.listed()["pictures"], "the build before"
    assert contents.steps(1)[0] == "color red"
    (project / "pictures" / "1-hall.pic").write_text(SOURCES["pictures/1-hall.pic"])
    contents.read()
    assert contents.problems == ()


def test_a_project_that_never_built_lists_its_mistakes_only(project: Path) -> None:
    (project / "logics" / "0-main.lgc").write_text("nonsense")
    contents = PreviewContents(project)
    contents.read()
    listed = contents.listed()
    assert listed["problems"]
    assert "pictures" not in listed
    with pytest.raises(AbsentError):
        contents.steps(1)


def test_the_map_joins_rooms_by_the_lines_that_lead_there(contents: PreviewContents) -> None:
    found = contents.listed()["map"]
    assert [(node["number"], node["is_room"], node["column"]) for node in found["nodes"]] == [
        (0, False, 0),
        (1, True, 1),
        (2, True, 2),
    ]
    ways = {(way["start"], way["end"]): way["places"] for way in found["ways"]}
    assert ways[0, 1] == ("0-main.lgc:1",)
    assert ways[1, 2] == ("1-hall.lgc:1",)
    assert ways[2, 1] == ("2-yard.lgc:2",), "the only number that the variable gets"
    assert found["unknown"] == ()


def test_a_computed_room_is_listed_apart_and_a_missing_one_is_marked(build_game: GameBuilder) -> None:
    game = open_game(
        build_game({0: "new.room(7);return();", 7: "random(1, 9, v40);new.room.v(v40);new.room(8);return();"})
    )
    found = room_map(Program.of(game), Places())
    assert [(node.number, node.exists) for node in found.nodes] == [(0, True), (7, True), (8, False)]
    assert found.nodes[0] == MapNode(0, is_room=False, column=0, row=0, exists=True)
    assert MapWay(7, 8, ("logic 7, offset 6",)) in found.ways
    assert found.unknown == ("logic 7, offset 4",)
