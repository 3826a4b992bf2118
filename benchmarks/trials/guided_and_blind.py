"""Guided play beside blind play: rooms and branches reached in as many cycles of each.

``python -m benchmarks.trials.guided_and_blind GAME... [--at N,N] [--seeds A:B] [--most-rooms N]``. GAME is a zip
archive or folder. Cycles are all that a machine runs; those that guided play runs again after it went back to a state
count, too. ``--most-rooms`` keeps the games whose logics name the most rooms. Printed are, for each number of cycles of
``--at``, a line per game and seed, then the ratio of guided to blind for each game, the median of its seeds, and the
medians of these ratios: of all games, and of those at odd and at even places of the list.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.coverage.measure import measure
from agi_emu.coverage.reached import Coverage, collect, reached
from agi_emu.lab.exploring.exploration import Explorer
from agi_emu.lab.monkey import End, ImpatientPlayer, Run, _play_once
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from agi_emu.resources.releases import Extension

if TYPE_CHECKING:
    from agi_emu.resources.game import Game

KINDS = ("rooms", "branches")
AT = (100_000, 300_000)
Ratios = dict[str, list[float]]
"""By kind; one for each seed or game."""


def blind(game: Game, seed: int, at: Sequence[int]) -> Iterator[Coverage]:
    """Yield what blind play has reached after some numbers of cycles; it is that of `agi_emu.lab.monkey.play`.

    A game that ends is switched on again, however often that happens.
    """
    settings = Settings(extensions=game.extensions)
    uses_mouse = Extension.AGIMOUSE in settings.extensions
    player, run, before = ImpatientPlayer(game, seed, uses_mouse=uses_mouse), Run(seed), Coverage()
    machine = None
    for cycles in at:
        while run.cycles < cycles and run.end is End.DONE:
            if machine is None:
                machine = Machine(game, seed=(seed + run.exits) & 0xFFFF, settings=settings)
                collect(machine)
            _play_once(machine, player, run, cycles, None, {})
            if run.cycles < cycles:
                before |= reached(machine)
                machine = None
        yield before if machine is None else before | reached(machine)


def guided(game: Game, seed: int, at: Sequence[int]) -> Iterator[Coverage]:
    """Yield what guided play has reached after some numbers of cycles."""
    explorer = Explorer(game, seed, Settings(extensions=game.extensions))
    for cycles in at:
        yield explorer.explore(cycles - explorer.result.cycles).coverage


def with_most_rooms(paths: Sequence[Path], count: int) -> list[Path]:
    """Return the games whose logics name the most rooms, the most first; of equal ones the later by name."""
    counted = [(measure(open_game(path), Coverage()).counts["rooms"].total, path.stem, path) for path in paths]
    return [path for _, _, path in sorted(counted, reverse=True)[:count]]


def compared(path: Path, seeds: Sequence[int], at: Sequence[int]) -> dict[int, Ratios]:
    """Play a game both ways with each seed, print what was reached, and return the ratios for each number of cycles."""
    game = open_game(path)
    ratios: dict[int, Ratios] = {cycles: {kind: [] for kind in KINDS} for cycles in at}
    for seed in seeds:
        columns, seconds = [], []
        for play in (blind, guided):
            start = time.process_time()
            columns.append([measure(game, each).counts for each in play(game, seed, at)])
            seconds.append(time.process_time() - start)
        line = []
        for cycles, *pair in zip(at, *columns, strict=True):
            for kind in KINDS:
                before, after = (counts[kind].reached for counts in pair)
                ratios[cycles][kind].append(after / max(1, before))
                line.append(f"{before:4} -> {after:4}")
        print(f"{path.stem:10} {seed:4}  {'  '.join(line)}  {seconds[0]:.0f}, {seconds[1]:.0f}", flush=True)
    return ratios


def main(arguments: Sequence[str] | None = None) -> None:
    """Play each game both ways, and print what was reached."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--at", default=",".join(map(str, AT)), help="numbers of cycles after which to compare")
    parser.add_argument("--seeds", default="1:4", help="the first seed, and the one after the last")
    parser.add_argument("--most-rooms", type=int, help="keep so many games, those with the most rooms")
    given = parser.parse_args(arguments)
    at = sorted(map(int, given.at.split(",")))
    paths = with_most_rooms(given.games, given.most_rooms) if given.most_rooms else given.games
    print(f"game       seed  rooms and branches after {', '.join(map(str, at))} cycles; seconds, blind and guided")
    of_games = [(path.stem, compared(path, range(*map(int, given.seeds.split(":"))), at)) for path in paths]
    for cycles in at:
        medians = {kind: [statistics.median(ratios[cycles][kind]) for _, ratios in of_games] for kind in KINDS}
        print(f"\nafter {cycles} cycles, times as many rooms, branches")
        for (name, _), *both in zip(of_games, *medians.values(), strict=True):
            print(f"{name:10} {'  '.join(f'{each:6.2f}' for each in both)}")
        for name, part in (("median", slice(None)), ("odd", slice(0, None, 2)), ("even", slice(1, None, 2))):
            values = [statistics.median(medians[kind][part]) for kind in KINDS if medians[kind][part]]
            print(f"{name:10} {'  '.join(f'{each:6.2f}' for each in values)}")


if __name__ == "__main__":
    main()
