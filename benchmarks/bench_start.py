"""From the command to the first picture in a window, and how much memory an open window takes: 60 MiB at most.

The cases in a window have an X server of their own (Xvfb), the real driver and the real window. They end when the
server's screen holds the first picture that a player would call one, of three colours or more: games begin black. No
monitor, compositor or window manager is in it. The case without a display ends with the first picture that is handed
to SDL's virtual driver.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import agi_emu
from agi_emu.data import demo_path
from tests.x_server import XServer, x_server

ROOT = Path(agi_emu.__file__).parents[1]
GAMES = ("demo", "ltec", "cldest", "kq4dem", "demo2")
ROUNDS = 7
MOST_MEBIBYTES = 60
COLOURS = 3
LOOK_SECONDS = 0.0005
LONGEST_WAIT = 30.0
pytestmark = pytest.mark.benchmark(timer=time.perf_counter)
"""What takes the time here is other processes."""
TO_FIRST_PICTURE = """
import os, sys
from agi_emu.window.host import sdl

def leave(window, top, bottom):
    # Not ru_maxrss: it begins with the size of the process that started this one.
    print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
    sys.stdout.flush()
    os._exit(0)

sdl.SdlWindow.update = leave
from agi_emu.__main__ import main
main()
"""


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a start: as ours, but that Python keeps the bytecode that the first start compiles."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "DISPLAY")}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_bench_start_first_picture(benchmark: BenchmarkFixture, games: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", TO_FIRST_PICTURE, "run", str(games / "ltec.zip"), "--saves"]

    def start() -> int:
        each = [*command, mkdtemp(dir=tmp_path)]
        done = subprocess.run(each, env=environment(SDL_VIDEODRIVER="dummy"), check=True, capture_output=True)
        return int(done.stdout)

    kibibytes = benchmark.pedantic(start, rounds=ROUNDS, warmup_rounds=1)
    assert kibibytes < MOST_MEBIBYTES * 1024


@pytest.fixture
def server(tmp_path: Path) -> Iterator[XServer]:
    """An X server of our own."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed: no window to measure in")
    with x_server(tmp_path) as server:
        yield server


@pytest.mark.parametrize("game", GAMES)
def test_bench_start_in_a_window(
    benchmark: BenchmarkFixture, server: XServer, game: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = demo_path() if game == "demo" else request.getfixturevalue("games") / f"{game}.zip"
    command = [sys.executable, "-m", "agi_emu", "run", str(path), "--saves"]
    window = environment(DISPLAY=server.display, SDL_VIDEODRIVER="x11")
    running: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        # A game that has been played is offered to continue first: each start is the first one.
        saves = mkdtemp(dir=tmp_path)
        running.append(subprocess.Popen([*command, saves], env=window, cwd=tmp_path, stderr=subprocess.DEVNULL))
        look_until(lambda: server.colours() >= COLOURS)

    def leave() -> None:
        process = running.pop()
        most = peak_kibibytes(process.pid)
        process.terminate()
        process.wait(LONGEST_WAIT)
        look_until(lambda: server.colours() == 1)
        assert most < MOST_MEBIBYTES * 1024

    benchmark.pedantic(start, teardown=leave, rounds=ROUNDS, warmup_rounds=1)


def look_until(is_so: Callable[[], bool]) -> None:
    """Look again and again until it is so."""
    begin = time.perf_counter()
    while not is_so():
        assert time.perf_counter() - begin < LONGEST_WAIT, "it never came so"
        time.sleep(LOOK_SECONDS)


def peak_kibibytes(process: int) -> int:
    """Return the most memory that a process has had, 0 where that is not told."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)
