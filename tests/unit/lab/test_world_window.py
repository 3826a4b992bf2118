"""A world that a person looks at."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from agi_emu.data import demo_path
from tests.x_server import x_server

pytest.importorskip("gymnasium", reason="the extra agi-emu[gym] is not installed")

HUMAN = """
import sys
from agi_emu.lab.worlds.environment import AgiEnv
env = AgiEnv(sys.argv[1], render_mode="human")
env.reset(seed=1)
for _ in range(20):
    env.step(env.action_meanings.index("enter"))
print("shown", flush=True)
sys.stdin.readline()
env.close()
"""


@pytest.mark.slow
@pytest.mark.display
def test_a_person_sees_the_game_in_a_window(tmp_path: Path) -> None:
    if not shutil.which("Xvfb"):
        pytest.skip("Xvfb is not installed")
    with x_server(tmp_path) as server:
        assert server.colours() == 1
        environment = {**os.environ, "DISPLAY": server.display}
        environment.pop("SDL_VIDEODRIVER", None)
        command = [sys.executable, "-c", HUMAN, str(demo_path())]
        with subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as world:
            assert world.stdout
            assert world.stdout.readline() == "shown\n"
            assert server.colours() > 6
            world.communicate("\n")
        assert world.returncode == 0
