"""Cycles per second of every game, with its frame and without: ``python -m benchmarks.all_games [FOLDER]``.

Each game of the folder (the shared one without) runs 2,000 cycles from boot, in processor time. Enter and Esc answer
what waits, and a game that ends is switched on again. Printed are the least, the quartiles and the most, and the five
slowest games, with what a cycle of them takes.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from agi_emu import Game, Machine, Stop, open_game
from agi_emu.codes import Key as KeyWord
from agi_emu.errors import AgiError
from agi_emu.machine.input.events import Key

CYCLES = 2_000
MOST_STOPS = 10_000
SLOWEST = 5
UNTIL = Stop.CYCLE | Stop.WAITING
CYCLE, WAITING, ENDED = int(Stop.CYCLE), int(Stop.WAITING), int(Stop.ENDED)
ANSWERS = ((Key(KeyWord.ENTER),), (Key(KeyWord.ENTER),), (Key(KeyWord.ESC),))


def run(game: Game, *, with_frame: bool) -> float:
    """Return cycles per second over `CYCLES` cycles, or over those of `MOST_STOPS` stops."""
    cycles = stops = 0
    begin = time.process_time()
    while cycles < CYCLES and stops < MOST_STOPS:
        machine = Machine(game, seed=1)
        events: tuple[Key, ...] = ()
        while cycles < CYCLES and stops < MOST_STOPS:
            stop = int(machine.advance(events, UNTIL))
            if with_frame:
                assert machine.frame.pixels
            cycles += stop & CYCLE != 0
            stops += 1
            if stop & ENDED:
                break
            events = ANSWERS[stops % len(ANSWERS)] if stop & WAITING else ()
    return max(cycles, 1) / (time.process_time() - begin)


def games(folder: Path) -> Iterator[tuple[str, Game]]:
    """Yield the games of a folder."""
    for path in sorted(folder.glob("*.zip")):
        try:
            yield path.stem, open_game(path)
        except AgiError as error:
            print(f"{path.name}: {error}", file=sys.stderr)


def main(folder: Path) -> None:
    """Print the table."""
    for with_frame in (True, False):
        rates = {name: run(game, with_frame=with_frame) for name, game in games(folder)}
        low, middle, high = (round(each) for each in statistics.quantiles(rates.values(), n=4))
        what = "with frames" if with_frame else "without frames"
        least, most = round(min(rates.values())), round(max(rates.values()))
        print(f"{len(rates)} games, {what}: {least:,} {low:,} {middle:,} {high:,} {most:,} cycles/s")
        for name in sorted(rates, key=rates.__getitem__)[:SLOWEST]:
            print(f"  {name}: {rates[name]:,.0f} cycles/s, {1e6 / rates[name]:.1f} us each")


if __name__ == "__main__":
    shared = Path(os.environ.get("AGI_EMU_SHARED") or Path(__file__).parents[2] / "shared")
    main(Path(sys.argv[1]) if sys.argv[1:] else shared / "games")
