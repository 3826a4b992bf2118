"""From the command to the first picture in a window, by the clock on the wall: ``python -m benchmarks.first_picture``.

``[GAME...]`` are names of games at hand; the usual ones without any. The window stands on an X server of its own (Xvfb:
no monitor, compositor or window manager), with the real driver. The clock stops when the server's screen holds the
first picture that a player would call one, of three colours or more: games begin black. Printed are the median of the
starts, the least, and the most memory that the program had. The clock counts the work of others, too: on a busy
computer ``chrt --fifo 10`` before the command. The suite measures the processor time of such starts, without a server.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from benchmarks.case import game_path
from benchmarks.worker import ROOT
from tests.x_server import XServer, x_server

GAMES = ("demo", "ltec", "cldest", "kq4dem", "demo2")
STARTS = 21
COLOURS = 3
LOOK_SECONDS = 0.0005
LONGEST_WAIT = 30.0


def start(game: Path, server: XServer, folder: Path) -> tuple[float, int]:
    """Start a game that was never played; return the seconds to its picture and the most memory in KiB."""
    left_out = ("PYTHONDONTWRITEBYTECODE", "DISPLAY")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    environment |= {"PYTHONPATH": str(ROOT), "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"}
    command = [sys.executable, "-m", "agi_emu", "run", str(game), "--saves", mkdtemp(dir=folder)]
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=environment, cwd=folder, stderr=subprocess.DEVNULL)
    look_until(lambda: server.colours() >= COLOURS)
    seconds = time.perf_counter() - begin
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    most = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    process.terminate()
    process.wait(LONGEST_WAIT)
    look_until(lambda: server.colours() == 1)
    return seconds, most


def look_until(is_so: Callable[[], bool]) -> None:
    """Look again and again until it is so."""
    begin = time.perf_counter()
    while not is_so():
        assert time.perf_counter() - begin < LONGEST_WAIT, "it never came so"
        time.sleep(LOOK_SECONDS)


def main(names: Sequence[str]) -> None:
    """Print a line for each game."""
    with TemporaryDirectory() as folder, x_server(Path(folder)) as server:
        for name in names:
            start(game_path(name), server, Path(folder))  # compiles modules
            starts = [start(game_path(name), server, Path(folder)) for _ in range(STARTS)]
            times = [1000 * seconds for seconds, _ in starts]
            most = max(kibibytes for _, kibibytes in starts) / 1024
            print(f"{name:10}{statistics.median(times):6.0f} ms   least {min(times):.0f}   {most:.0f} MiB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or GAMES)
