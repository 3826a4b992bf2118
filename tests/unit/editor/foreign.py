"""Small projects as WinAGI, AGI Studio and agikit leave them."""

from __future__ import annotations

import json
from pathlib import Path

from agi_emu.resources.writing.game_files import GameContents, items_file, words_file, write_game
from tests.unit.editor.talk import write_files

WORDS = {"look": 10, "door": 20, "gate": 20, "open": 30}
ITEMS = [("?", 0), ("Brass Lamp", 2)]
HALL = """\
{include}
if (newRoom) {{ load.view(0); }}
if (said("open", "door")) {{
  set(Door.Open);
  get("Brass Lamp");
}}
if (Door.Open) {{ new.room(2); }}
return();
"""
"""The capitals are for dialects that ignore them."""
NAMES = "#define door.open f30\n#define unused f31\n"


def write_winagi(folder: Path) -> Path:
    """Write a project of WinAGI: common names and the property file lie above the sources."""
    ids = "".join(f"\n[Logic{number}]\nID = {name}\n" for number, name in enumerate(("Main", "Hall", "Cellar")))
    write_files(
        folder,
        {
            "tiny.wag": f"[General]\nWinAGIVersion = 2.2\nGameID = TINY\nInterpreter = 2.917\nResDir = src\n{ids}",
            "globals.txt": NAMES,
            "src/Main.lgc": "call.v(currentRoom);\nif (currentRoom == 0) { new.room(HALL); }\nreturn();\n",
            "src/Hall.lgc": HALL.format(include="[ the hall"),
            "src/Cellar.lgc": "reset(Door.Open);\nreturn();\n",
        },
    )
    (folder / "WORDS.TOK").write_bytes(words_file(WORDS))
    (folder / "OBJECT").write_bytes(items_file(ITEMS))
    return folder


def write_studio(folder: Path) -> Path:
    """Write a project of AGI Studio: sources in src, beside the built game."""
    contents = GameContents({0: b"\0\0\0\2\0"}, words=WORDS, items=ITEMS, views={0: b"\1\1\0\0\0"})
    write_game(folder, contents, interpreter="2.917")
    (folder / "GAME.WAG").unlink()
    write_files(
        folder,
        {
            "src/defines.txt": NAMES,
            "src/logic0.txt": "call.v(currentRoom);\nreturn();\n",
            "src/logic1.txt": HALL.format(include='#include "DEFINES.TXT"'),
            "src/logic2.txt": '#include "defines.txt"\nreset(Door.Open);\nreturn();\n',
        },
    )
    return folder


def write_agikit(folder: Path) -> Path:
    """Write a project of agikit, which minds capitals."""
    named = HALL.format(include='#include "defines.agilogic"').replace("Door.Open", "door.open")
    items = [{"name": name, "startingRoomNumber": room} for name, room in ITEMS]
    write_files(
        folder,
        {
            "agikit-project.json": json.dumps({"gameId": "TINY", "agiVersion": {"major": 2, "minor": 917}}),
            "src/words.txt": '10: look\n20: door "wooden door" gate\n30: open\n',
            "src/object.json": json.dumps({"maxAnimatedObjects": 16, "objects": items}, indent=2),
            "src/logic/defines.agilogic": NAMES,
            "src/logic/0.agilogic": "call.v(currentRoom);\nreturn();\n",
            "src/logic/1.agilogic": named,
            "src/logic/2.agilogic": '#include "defines.agilogic"\nreset(door.open);\nreturn();\n',
        },
    )
    return folder
