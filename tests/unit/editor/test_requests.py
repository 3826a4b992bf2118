"""Images and lists that an editor asks for beside the protocol."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

from PIL import Image

from agi_emu.facts.palette import EGA
from tests.unit.editor.talk import Talk, talk, write_project

RED, WHITE = EGA[4], EGA[15]


def image(answer: dict[str, Any]) -> Image.Image:
    """Return the image of an answer."""
    return Image.open(io.BytesIO(base64.b64decode(answer["image"]))).convert("RGB")


def test_a_picture_is_drawn_up_to_a_line(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("pictures/1-hall.pic")
        uri = editor.uri("pictures/1-hall.pic")
        box = await editor.ask("agiEmu/picture", uri=uri, line=1)
        assert (image(box).getpixel((20, 10)), image(box).getpixel((40, 20))) == (RED, WHITE)
        assert box["point"] == [50, 40]
        filled = await editor.ask("agiEmu/picture", uri=uri)
        assert image(filled).getpixel((40, 20)) == RED
        assert filled["lines"] == [0, 1, 2]

    talk(write_project(tmp_path), conversation)


def test_a_point_of_a_picture_leads_to_the_line_that_drew_it(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("pictures/1-hall.pic")
        uri = editor.uri("pictures/1-hall.pic")
        lines = [
            (await editor.ask("agiEmu/lineOfPoint", uri=uri, x=x, y=y))["line"]
            for x, y in ((10, 10), (20, 20), (90, 90))
        ]
        assert lines == [1, 2, None]

    talk(write_project(tmp_path), conversation)


def test_a_view_has_its_cels_and_the_message_its_window(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("views/0-ego.view", "logics/1-hall.lgc")
        view = await editor.ask("agiEmu/view", uri=editor.uri("views/0-ego.view"))
        assert [[(cel["width"], cel["height"]) for cel in loop] for loop in view["loops"]] == [[(6, 2)], [(6, 1)]]
        place = editor.position("logics/1-hall.lgc", '"The door| is')
        window = await editor.ask("agiEmu/message", uri=editor.uri("logics/1-hall.lgc"), **place)
        assert window["lines"] == ["The door is open."]
        assert image(window).size == (8 * 17 + 16, 8 + 16)

    talk(write_project(tmp_path), conversation)


def test_the_map_of_rooms_and_the_files_are_listed(tmp_path: Path) -> None:
    async def conversation(editor: Talk) -> None:
        await editor.begin("logics/1-hall.lgc")
        uri = editor.uri("logics/1-hall.lgc")
        found = await editor.ask("agiEmu/rooms", uri=uri)
        assert [(each["start"], each["end"]) for each in found["ways"]] == [(0, 1), (1, 2), (2, 1)]
        assert found["files"] == {"0": "logics/0-main.lgc", "1": "logics/1-hall.lgc", "2": "logics/2-cellar.lgc"}
        listed = await editor.ask("agiEmu/contents", uri=uri)
        assert [each["number"] for each in listed["files"]["picture"]] == [1, 2]
        assert {"group": 20, "words": ["door", "gate"]} in listed["words"]

    talk(write_project(tmp_path), conversation)
