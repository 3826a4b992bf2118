"""What the page imports needs no package but xxhash: for WebAssembly there are no others."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

IMPORTED_AS = {"pillow": "PIL", "pysdl2": "sdl2", "pysdl2-dll": "sdl2dll"}
PROGRAM = """
import json
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Absent())
from web.machine_side.beside import open_pair
from web.machine_side.player import open_player
from web.machine_side.recorded import open_recorded
from agi_emu.recording.comparing.compare import compare
from agi_emu.recording.comparing.spans import find_shifts, find_spans

class Host:
    def __getattr__(self, name):
        return lambda *given: None

player = open_player(Host(), {game!r}, "{{}}")
player.turn(60)
player.load(player.save("here"))
recorded = open_recorded(Host(), {game!r}, {recording!r})
while recorded.replay.tick < 200:
    recorded.turn(600)
recorded.seek(10)
recorded.state()
pair = open_pair(Host(), json.dumps({{"actual": {{"game": {game!r}, "recording": {recording!r}, "profile": None}}}}))
pair.seek(30)
pair.state()
print(recorded.status())
"""


def test_the_page_plays_and_replays_without_other_packages(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    names = {Requirement(each).name for each in project["dependencies"]} - {"xxhash"}
    absent = {IMPORTED_AS.get(name, name) for name in names}
    assert "numpy" in absent
    game, recording = root / "agi_emu" / "data" / "demo.zip", root / "tests" / "replay" / "the-last-lamp.agirec"
    program = PROGRAM.format(absent=absent, game=str(game), recording=str(recording))
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["compared"] == found["equal"] >= 200
