"""Processes of the program under measurement: whichever `agi_emu` was imported here is theirs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import agi_emu

LONGEST = 120
"""Seconds after which a process is ended."""
PEAK = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
if done.returncode:
    sys.exit(done.stderr.decode())
print(1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def python(*arguments: str, home: Path | None = None) -> str:
    """Run Python with this program, a home of its own if one is given, and no display; return what it prints."""
    left_out = ("PYTHONDONTWRITEBYTECODE", "DISPLAY", *(("XDG_CONFIG_HOME", "XDG_DATA_HOME") if home else ()))
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    environment |= {"PYTHONPATH": str(Path(agi_emu.__file__).parents[1]), "SDL_VIDEODRIVER": "dummy"}
    if home is not None:
        environment |= {"HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache")}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=LONGEST)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments[:4])}: {done.stderr.strip()[-300:]}")
    return done.stdout


def peak(*arguments: str) -> int:
    """Return the most bytes that Python with this program has had in memory.

    A small process starts it: what Linux counts begins with the size of the process that starts one.
    """
    return int(python("-c", PEAK, *arguments))
