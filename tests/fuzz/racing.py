"""Programs for the sanitizers: ``python -m tests.fuzz.racing overrun|race|machines [TICKS]`` (scripts/sanitize).

The first two make a mistake on purpose, which a sanitizer that works reports; the third runs many machines in threads.
"""

from __future__ import annotations

import ctypes
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from agi_emu import run_many
from agi_emu._core import lzw
from agi_emu.machine.machine import Machine
from tests.core.plain.lzw import compress
from tests.fuzz.samples import NAMES, files_of, game_of

ROOM = 100_000
THREADS = 4
ROUNDS = 20
SEEDS = (1, 2)


def overrun() -> None:
    """Write a byte behind a block of memory."""
    block = np.zeros(64, np.uint8)
    ctypes.memset(block.ctypes.data, 1, block.size + 1)


def race() -> None:
    """Let two threads expand into the same memory."""
    stored = compress(bytes(ROOM))
    output = bytearray(ROOM)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: [lzw.expand(stored, output) for _ in range(ROUNDS)], range(2)))


def machines(ticks: int) -> None:
    """Run machines of all sample games in threads, two of each game; the result is that of one thread."""
    digests = []
    for threads in (THREADS, 1):
        games = [game for name in NAMES if (game := game_of(files_of(name)))]
        all_of_them = [Machine(game, seed=seed) for game in games for seed in SEEDS]
        run_many(all_of_them, ticks, threads=threads)
        digests.append([machine.digests() for machine in all_of_them])
    assert digests[0] == digests[1]


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["overrun"]:
            overrun()
        case ["race"]:
            race()
        case ["machines", ticks]:
            machines(int(ticks))
