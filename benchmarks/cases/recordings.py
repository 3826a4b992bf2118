"""Recordings: comparing them with real games, seeking in one, what many of them take of the memory; traces."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from agi_emu import Machine, compare, open_game
from agi_emu.recording.replaying.replay import Replay
from benchmarks.case import Kind, Work, case, game_path
from benchmarks.processes import peak, python
from tests.replay.play import random_events, vocabulary
from tests.replay.recorded import record

GAMES = ("alpndh", "cldest", "enclos", "groza", "kq4dem", "lshayl", "solsys", "texm2", "vdgirl", "wizaro")
BEATS = 1_200
COMPARED = ("demo2", "kq4dem", "cldest")
COPIES = 8
TICKS = 6_000
MOST_BYTES = 80 << 20


@case(over=GAMES, per=BEATS // 3)
def compare_tick(name: str) -> Work:
    """A tick of a recording of random play, compared."""
    game = open_game(game_path(name))
    machine = Machine(game, seed=3)
    recording = record(machine, random_events(vocabulary(machine), 3, BEATS), BEATS)
    return lambda: compare(game, recording)


@case()
def replay_seek() -> Work:
    """Any tick of a recording that has been played once."""
    game = open_game(game_path("kq4dem"))
    machine = Machine(game, seed=3)
    play = Replay(game, record(machine, random_events(vocabulary(machine), 3, 3 * BEATS), 3 * BEATS))
    play.run()
    ticks = count(19, 379)
    return lambda: play.seek(next(ticks) % (BEATS - 1))


@case(kind=Kind.BYTES, limit=MOST_BYTES)
def compare_memory() -> Work:
    """The most that `compare` takes for two dozen recordings of five minutes."""
    folder = TemporaryDirectory()
    for name in COMPARED:
        first = Path(folder.name) / f"{name}-1.agirec"
        run = ("-m", "agi_emu", "run", str(game_path(name)), "--headless", "--ticks", str(TICKS))
        python(*run, "--record", str(first))
        for number in range(2, COPIES + 1):
            shutil.copy(first, first.with_name(f"{name}-{number}.agirec"))
    return lambda: peak("-m", "agi_emu", "compare", folder.name, "--jobs", "1")
