"""Long plays at random: ``python -m benchmarks.trials.long_runs CYCLES [SEEDS [GAME...]]``.

Plays each game (zip archives or folders; the demo without any) from power-on for so many cycles, once for each seed 1
to SEEDS, and all of that a second time. Nothing may be raised, the digests along the way must be the same the second
time, and the memory of the process, which plays this game alone, must not grow: after the first play, which fills
what is kept for later, the mean of the last quarter is compared with that of the first. It is what the process holds
once garbage is collected and the C library has given back what it keeps for the next request, which comes and goes by
some hundreds of KiB. A game that ends is switched on again. Prints a line for each game at once.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

import xxhash

from agi_emu import Machine, open_game
from agi_emu.data import demo_path
from agi_emu.lab.monkey import BEATS_PER_ANSWER, MOST_SECONDS_IN_A_CYCLE, ImpatientPlayer
from agi_emu.resources.game import Game
from agi_emu.state.progress import Stop

LOOKS = 200
"""How often the digests of a play are looked at."""
LOOKS_PER_WEIGHING = 5
"""Looks from one look at the memory to the next, which takes some twenty milliseconds."""
MOST_GROWTH = 0.02
TURNS_WITHOUT_CYCLE = MOST_SECONDS_IN_A_CYCLE * 60 // BEATS_PER_ANSWER
"""Turns after which a game counts as stuck, and is switched on again."""
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(slots=True)
class Play:
    """One play of a game, over all its machines."""

    cycles: int = 0
    ends: int = 0
    """How often the game ended and was switched on again."""
    stuck: int = 0
    """How often it was switched on again because it waited for ever."""
    digest: str = ""


@dataclass(slots=True)
class Result:
    """All plays of a game in one process."""

    name: str
    plays: list[Play] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    """Bytes of the process at each look after the first play."""
    seconds: float = 0
    error: str = ""

    @property
    def quarters(self) -> tuple[float, float]:
        """The mean memory of the first and of the last quarter of the work, in MiB."""
        count = max(1, len(self.memory) // 4)
        first, last = self.memory[:count], self.memory[-count:]
        return sum(first) / len(first) / (1 << 20), sum(last) / len(last) / (1 << 20)

    @property
    def repeats(self) -> bool:
        """Return whether the second half of the plays gave the digests of the first."""
        half = len(self.plays) // 2
        return [play.digest for play in self.plays[:half]] == [play.digest for play in self.plays[half:]]

    @property
    def is_good(self) -> bool:
        """Return whether nothing was raised, everything repeats, and the memory is flat."""
        first, last = self.quarters if self.memory else (0, 0)
        return not self.error and self.repeats and last <= first * (1 + MOST_GROWTH)

    def __str__(self) -> str:
        if self.error:
            return f"{self.name:12} {self.error}"
        first, last = self.quarters
        cycles, ends, stuck = (sum(getattr(play, name) for play in self.plays) for name in ("cycles", "ends", "stuck"))
        return (
            f"{self.name:12}{cycles:12,} cycles{ends:6} ends{stuck:4} stuck  {first:6.1f} -> {last:6.1f} MiB"
            f" ({(last - first) / first:+.1%})  {'same' if self.repeats else 'DIFFERENT'}{self.seconds:8.0f} s"
        )


def memory_now() -> int:
    """Return the bytes that this process holds in memory and needs."""
    gc.collect()
    if sys.platform == "linux":
        give_back = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc alone has it
        if give_back is not None:
            give_back(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def play(game: Game, seed: int, cycles: int, memory: list[int]) -> Play:
    """Play so many cycles at random."""
    player = ImpatientPlayer(game, seed)
    digest = xxhash.xxh3_64()
    found = Play()
    between, looks = max(1, cycles // LOOKS), 0
    while found.cycles < cycles:
        machine = Machine(game, seed=(seed + found.ends + found.stuck) & 0xFFFF)
        before, waited, next_look = found.cycles, 0, found.cycles + between
        while found.cycles < cycles and waited < TURNS_WITHOUT_CYCLE:
            stop = machine.cycle(player.answer() if machine.modal else player.turn(), beats=BEATS_PER_ANSWER)
            waited = 0 if before + machine.state.cycle.number > found.cycles else waited + 1
            found.cycles = before + machine.state.cycle.number
            if stop & Stop.ENDED:
                break
            if found.cycles >= next_look:
                next_look += between
                looks += 1
                # The caller's to take: without this they would be weighed, as many as sounded since the last look.
                machine.port_writes.clear()
                if looks % LOOKS_PER_WEIGHING == 0:
                    memory.append(memory_now())
                digest.update(repr(machine.digests()).encode())
        digest.update(repr(machine.digests()).encode())
        found.stuck += waited >= TURNS_WITHOUT_CYCLE
        found.ends += bool(machine.state.general.exited)
        if before == found.cycles and found.ends + found.stuck > LOOKS:
            break
    found.digest = digest.hexdigest()
    return found


def play_all(path: Path, cycles: int, seeds: int) -> Result:
    """Play a game with every seed, twice."""
    result = Result(path.stem)
    start = time.monotonic()
    try:
        for _ in range(2):
            _play_seeds(path, cycles, seeds, result)
    except Exception as error:
        result.error = f"{type(error).__name__}: {error}"
    result.seconds = time.monotonic() - start
    return result


def _play_seeds(path: Path, cycles: int, seeds: int, result: Result) -> None:
    """Open a game and play it with every seed; the game is let go before it is opened again."""
    game = open_game(path)
    for seed in range(1, seeds + 1):
        is_warm = bool(result.plays)
        result.plays.append(play(game, seed, cycles, result.memory if is_warm else []))


def main(cycles: int, seeds: int, paths: Sequence[Path]) -> int:
    """Play all games, one after the other, each in a process of its own; the exit code is 1 if one is not good."""
    results = []
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        for path in paths:
            results.append(pool.submit(play_all, path, cycles, seeds).result())
            print(results[-1], flush=True)
    bad = [result.name for result in results if not result.is_good]
    played = sum(each.cycles for result in results for each in result.plays)
    print(f"{len(results)} games, {played:,} cycles; not good: {', '.join(bad) or 'none'}")
    return int(bool(bad))


if __name__ == "__main__":
    games = [Path(argument) for argument in sys.argv[3:]] or [demo_path()]
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2, games))
