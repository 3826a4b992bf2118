"""Small projects as other editors keep them, made for these tests."""

from __future__ import annotations

import json
from pathlib import Path

from agi_emu.logic.compiler import compile_logic
from agi_emu.resources.projects.picture_source import parse_picture
from agi_emu.resources.projects.view_source import parse_view
from agi_emu.resources.writing.game_files import GameContents, write_game

WORDS = {"look": 20, "heron": 21, "fog": 22}
ITEMS = (("?", 0), ("feather", 3))
PICTURE = parse_picture("color 4\nfill 0,0\n")
OTHER_PICTURE = parse_picture("color 2\nfill 0,0\n")
VIEW = parse_view("loop\ncel\n12\n21\n")
MAIN = 'if (said("look", "heron")) { print("It stands in the fog, and looks at you."); } call(3); return();'
SHORE = 'load.view(7); word.to.string(s1, 0); set(f61); print("Wet feet. Cold, too."); return();'
PROPERTIES = """\
#
# WinAGI Game Property File
#
[General]
   WinAGIVersion = 2.3
   GameID = MOOR
   Interpreter = 2.936
   Author = "A. Heron"
   GameVersion = "1.2"
   About = ""
   ResDir = src
   SourceFileExt = LGC

[::BEGIN Logics::]
[Logic0]
   ID = lgc.Main
[Logic3]
   ID = rm.Shore
   Description = "ID = nothing"
[::BEGIN Pictures::]
[Picture3]
   ID = pic.Shore
[::BEGIN Views::]
[View7]
   ID = vw.Heron
[View8]
   ID = vw.Fog
"""


def write_built_game(folder: Path) -> Path:
    """Write the game that the projects stand for: two logics, a picture, a view."""

    def compiled(source: str) -> bytes:
        return compile_logic(source, words=WORDS, items=[name for name, _ in ITEMS])

    contents = GameContents(
        logics={0: compiled(MAIN), 3: compiled(SHORE)}, pictures={3: PICTURE}, views={7: VIEW}, words=WORDS, items=ITEMS
    )
    write_game(folder, contents, interpreter="2.936")
    (folder / "GAME.WAG").unlink()
    return folder


def winagi_project(folder: Path) -> Path:
    """Write a project of WinAGI: ids in the property file, a picture and a view that the game lacks beside sources."""
    write_built_game(folder)
    (folder / "MOOR.wag").write_text(PROPERTIES)
    (folder / "globals.txt").write_text("#define wet  f61\n")
    sources = folder / "src"
    sources.mkdir()
    (sources / "lgc.Main.lgc").write_text(MAIN.replace("call(3)", "call(rm.Shore)"))
    shore = SHORE.replace("load.view(7)", "load.view(vw.Heron)").replace("f61", "wet").replace("s1, 0", "s1, w1")
    (sources / "rm.Shore.lgc").write_text(shore.replace("Wet feet. ", 'Wet feet. "\n    "'))
    (sources / "pic.Shore.agp").write_bytes(OTHER_PICTURE)
    (sources / "vw.Fog.agv").write_bytes(VIEW)
    return folder


def studio_project(folder: Path) -> Path:
    """Write a project of AGI Studio: a text on two lines, an included file whose name differs in capitals."""
    write_built_game(folder)
    sources = folder / "src"
    sources.mkdir()
    (sources / "logic.000").write_text(MAIN.replace("fog, and", 'fog,"\n  "and'))
    (sources / "logic.003").write_text('#include "Defines.txt"\n' + SHORE.replace("f61", "wet"))
    (sources / "logic.3").write_text("return();")
    (sources / "defines.txt").write_text("#define wet f61\n")
    (sources / "logic.001").write_bytes(b"\x01\x00\x00\x00\x02\x00")  # extracted as its bytes: not a source
    (sources / "picture.003").write_bytes(PICTURE)
    (sources / "view.008").write_bytes(VIEW)
    return folder


def agikit_project(folder: Path) -> Path:
    """Write a project of agikit, which has no built game."""
    sources = folder / "src"
    for name in ("logic", "pic", "view", "sound"):
        (sources / name).mkdir(parents=True)
    (folder / "agikit-project.json").write_text(
        json.dumps({"gameId": "MOOR", "agiVersion": {"major": 2, "minor": 936}})
    )
    (sources / "words.txt").write_text("20: look 'look at'\n21: heron\n22: \"fog\" mist\n\n")
    items = [{"name": name, "startingRoomNumber": room} for name, room in ITEMS]
    (sources / "object.json").write_text(json.dumps({"maxAnimatedObjects": 16, "objects": items}))
    (sources / "logic" / "0.agilogic").write_text('#include "defines.agilogic"\n' + MAIN.replace("3", "SHORE"))
    (sources / "logic" / "3.agilogic").write_text(SHORE)
    (sources / "logic" / "defines.agilogic").write_text("#define SHORE 3\n")
    (sources / "view" / "7.agiview").write_bytes(VIEW)
    commands = [
        {"type": "SetPictureColor", "colorNumber": 4, "enabled": True},
        {"type": "SetPictureColor", "colorNumber": 9, "enabled": False},
        {"type": "Fill", "startPositions": [{"x": 0, "y": 0}], "enabled": True},
    ]
    (sources / "pic" / "3.agipic").write_text(json.dumps({"commands": commands}))
    return folder
