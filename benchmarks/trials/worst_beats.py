"""The beats that take longest: ``python -m benchmarks.trials.worst_beats hostile|real|mutated [COUNT [GAME...]]``.

`hostile`: the games of tests/own_games/hostile.py, COUNT beats each. `real`: games (zip archives or folders) played at
random for COUNT cycles. `mutated`: COUNT changed games of our own, as `make fuzz` changes them. All of them in the
budget `pc` and in the one without an end. Prints the worst ten of each budget in units of fuel and in milliseconds of
processor time, the minimum of three runs from the same snapshot, and how many beats were cut because they had no fuel.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from agi_emu import Machine, open_game
from agi_emu.facts.codes import FUEL_OF_WORK
from agi_emu.facts.errors import AgiError
from agi_emu.lab.monkey import ImpatientPlayer
from agi_emu.machine.settings import SMOOTH, UNLIMITED, Budget, Settings
from agi_emu.machine.snapshots import Snapshot
from agi_emu.resources.game import Game
from agi_emu.state.progress import Stop
from tests.fuzz.cursor import Cursor
from tests.fuzz.machines import changed_files
from tests.fuzz.samples import game_of
from tests.own_games.building import GameBuilder
from tests.own_games.hostile import GAMES

WORST = 10
RUNS = 3
BEATS_OF_A_MUTANT = 40
BYTES_OF_CHANGES = 40
MILLION = 1_000_000


@dataclass(slots=True)
class Beat:
    """A beat that can be played again."""

    name: str
    units: int
    """Fuel, with that of its work."""
    seconds: float
    machine: Machine
    before: Snapshot

    def measure(self) -> None:
        """Play it again and keep the shortest time."""
        for _ in range(RUNS):
            self.machine.restore(self.before)
            start = time.thread_time()
            self.machine.advance()
            self.seconds = min(self.seconds, time.thread_time() - start)


@dataclass(slots=True)
class Worst:
    """The worst beats of a budget."""

    budget: Budget
    beats: int = 0
    cut: int = 0
    """Beats that ended because no fuel was left."""
    cut_games: set[str] = field(default_factory=set)
    listed: list[Beat] = field(default_factory=list)

    def play(self, name: str, machine: Machine, beats: int, events: Callable[[], list] | None = None) -> None:
        """Play so many beats, or to the end of the game, and keep those among the worst."""
        vm, granted = machine.unguarded.state.vm, machine.settings.beat_fuel
        for _ in range(beats):
            before, left = machine.snapshot(), min(vm.fuel, 0)
            given = events() if events else []
            start = time.thread_time()
            stop = machine.advance(given)
            seconds = time.thread_time() - start
            self.beats += 1
            # Cells that are drawn count as work, too, and may leave a debt; they burn fuel of their own.
            work = min(max(machine.rules.beat_units - vm.work, 0), machine.rules.beat_units)
            units = left + granted - vm.fuel + FUEL_OF_WORK * work
            if vm.fuel <= 0:
                self.cut += 1
                self.cut_games.add(name)
            if len(self.listed) < 2 * WORST or seconds > self.listed[-1].seconds:
                self._keep(Beat(name, units, seconds, machine, before))
            if stop & Stop.ENDED:
                break

    def _keep(self, beat: Beat) -> None:
        """Keep a beat among the worst: the worst one of each game."""
        for each in self.listed:
            if each.name == beat.name:
                if each.seconds >= beat.seconds:
                    return
                self.listed.remove(each)
                break
        self.listed.append(beat)
        self.listed.sort(key=lambda each: -each.seconds)
        del self.listed[2 * WORST :]

    def show(self) -> None:
        """Measure the worst again and print them."""
        for each in self.listed:
            each.measure()
        self.listed.sort(key=lambda each: -each.seconds)
        print(f"{self.budget.name}: {self.beats:,} beats, {self.cut:,} cut by fuel {sorted(self.cut_games)[:12]}")
        for each in self.listed[:WORST]:
            print(f"  {each.units / MILLION:8.2f} M units {1000 * each.seconds:8.2f} ms  {each.name}", flush=True)


def hostile(folder: Path) -> Iterator[tuple[str, Game]]:
    """Yield the hostile games."""
    build = GameBuilder(folder)
    for name, make in GAMES.items():
        yield name, open_game(make(build))


def mutated(count: int) -> Iterator[tuple[str, Game]]:
    """Yield changed games of our own."""
    for seed in range(count):
        game = game_of(changed_files(Cursor(random.Random(seed).randbytes(BYTES_OF_CHANGES))))
        if game is not None:
            yield f"mutant {seed}", game


def main(kind: str, count: int, names: list[str]) -> int:
    """Play what was asked for."""
    worst = [Worst(SMOOTH), Worst(UNLIMITED)]
    with tempfile.TemporaryDirectory() as folder:
        games: Iterator[tuple[str, Game]]
        if kind == "hostile":
            games = ((n, g) for n, g in hostile(Path(folder)) if not names or n in names)
        elif kind == "mutated":
            games = mutated(count)
        else:
            games = ((Path(name).stem, open_game(Path(name))) for name in names)
        for name, game in games:
            for each in worst:
                try:
                    machine = Machine(game, settings=Settings(seed=1, budget=each.budget))
                except AgiError:
                    continue
                player = ImpatientPlayer(game, 1) if kind != "hostile" else None
                events = None if player is None else lambda p=player, m=machine: p.answer() if m.modal else p.turn()
                beats = BEATS_OF_A_MUTANT if kind == "mutated" else count
                each.play(name, machine, beats, events)
    for each in worst:
        each.show()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10, sys.argv[3:]))
