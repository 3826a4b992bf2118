"""From the command to the first picture in a window, and how much memory that takes: 400 ms and 100 MiB at most.

On the virtual driver of SDL, in a process of its own; a real display adds 10 to 20 ms for its window.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import agi_emu

GAME = "ltec.zip"
MOST_MEBIBYTES = 100
TO_FIRST_PICTURE = """
import os, sys
from agi_emu.frontends import sdl

def leave(window, top, bottom):
    # Not ru_maxrss: it begins with the size of the process that started this one.
    print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
    sys.stdout.flush()
    os._exit(0)

sdl.SdlWindow.update = leave
from agi_emu.cli import main
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_bench_start_first_picture(benchmark: BenchmarkFixture, games: Path) -> None:
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "PYTHONPATH": str(Path(agi_emu.__file__).parents[1])}
    command = [sys.executable, "-c", TO_FIRST_PICTURE, "run", str(games / GAME)]

    def start() -> int:
        return int(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)

    kibibytes = benchmark.pedantic(start, rounds=5, warmup_rounds=1)
    assert kibibytes < MOST_MEBIBYTES * 1024
