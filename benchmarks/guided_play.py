"""Guided play beside blind play: rooms and branches reached in as many cycles of each.

``python -m benchmarks.guided_play GAME... [--cycles N] [--seeds A:B]``. GAME is a zip archive or folder. Cycles are
all that a machine runs; those that guided play runs again after it went back to a state count, too. Printed are a
line per game and seed, and the medians of guided to blind.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.coverage.measure import measure
from agi_emu.coverage.reached import Coverage, collect, reached
from agi_emu.exploring.exploration import Explorer
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.monkey import MOST_EXITS, End, Player, Run, _play_once
from agi_emu.resources import open_game

if TYPE_CHECKING:
    from agi_emu.resources.game import Game

KINDS = ("rooms", "branches")
CYCLES = 100_000


def blind(game: Game, seed: int, cycles: int) -> Coverage:
    """Return what blind play reaches; it is that of `agi_emu.monkey.play`."""
    player, run, found = Player(game, seed), Run(seed), Coverage()
    while run.cycles < cycles and run.end is End.DONE and run.exits <= MOST_EXITS:
        machine = Machine(game, seed=(seed + run.exits) & 0xFFFF)
        collect(machine)
        _play_once(machine, player, run, cycles, None, {})
        found |= reached(machine)
    return found


def guided(game: Game, seed: int, cycles: int) -> Coverage:
    """Return what guided play reaches."""
    return Explorer(game, seed, Settings()).explore(cycles).coverage


def main(arguments: Sequence[str] | None = None) -> None:
    """Play each game both ways, and print what was reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--cycles", type=int, default=CYCLES)
    parser.add_argument("--seeds", default="1:2")
    given = parser.parse_args(arguments)
    first, last = map(int, given.seeds.split(":"))
    ratios: dict[str, list[float]] = {kind: [] for kind in KINDS}
    print(f"{'game':10} {'seed':>4}  {'rooms':>11}  {'branches':>13}  seconds, blind and guided", flush=True)
    for path in given.games:
        game = open_game(path)
        of_game: dict[str, list[float]] = {kind: [] for kind in KINDS}
        for seed in range(first, last):
            times, counts = [], []
            for play in (blind, guided):
                start = time.process_time()
                counts.append(measure(game, play(game, seed, given.cycles)).counts)
                times.append(time.process_time() - start)
            pairs = {kind: [each[kind].reached for each in counts] for kind in KINDS}
            for kind, (before, after) in pairs.items():
                of_game[kind].append(after / max(1, before))
            columns = [f"{one:4} -> {other:4}" for one, other in pairs.values()]
            print(f"{path.stem:10} {seed:4}  {'  '.join(columns)}  {times[0]:.0f}, {times[1]:.0f}", flush=True)
        for kind in KINDS:
            ratios[kind].append(statistics.median(of_game[kind]))
    print(", ".join(f"{kind} {statistics.median(ratios[kind]):.2f} times" for kind in KINDS))


if __name__ == "__main__":
    main()
