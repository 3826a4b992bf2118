"""Ratios to our own lean C program, in one run: ``python -m benchmarks.yardstick [ROUNDS]``.

The program (pictures, LZW, chip; `yardstick/` of the shared folder) is copied to a temporary folder, built with its own
flags, and run by turns with ours. Both are measured in processor time: on a busy computer the clock on the wall tells
how often a process had to wait, and the C program, which runs longer at a stretch, waits more. Printed are medians of
the rounds' ratios, the smallest and the largest.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from agi_emu import Game, Machine, open_game
from agi_emu._core import lzw, picture
from agi_emu.synthesis.solo import play_alone
from agi_emu.synthesis.synthesiser import samples_of
from benchmarks.bench_games import GAMES, UNTIL

ROUNDS = 7
CYCLES = 20_000
SOUNDS = 40
"""Every so many of the games' sounds is synthesised."""
RATE = 44_100
YARDSTICK_SAMPLES = 550_072_530
"""Of all sounds in the pack, at that rate."""
EMPTY = bytes([0x4F]) * (160 * 168)


def read_pack(path: Path, numbers: int) -> list[tuple[bytes, int]]:
    """Return the blocks of a pack with the last of the numbers before each."""
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data)
    offset = 4
    blocks = []
    for _ in range(count):
        head = struct.unpack_from(f"<{numbers}I", data, offset)
        offset += 4 * numbers
        blocks.append((data[offset : offset + head[0]], head[-1]))
        offset += head[0]
    return blocks


def timed(work: Callable[[], object]) -> float:
    """Return the seconds of processor time of a piece of work."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def draw(pictures: list[tuple[bytes, int]]) -> None:
    """Draw every picture on an empty buffer."""
    cells = bytearray(EMPTY)
    for data, _ in pictures:
        cells[:] = EMPTY
        picture.draw(cells, data)


def run(game: Game) -> int:
    """Run from boot to `CYCLES` stops, the frame composed at each; return how many whole cycles they were."""
    machine = Machine(game, seed=1)
    for _ in range(CYCLES):
        machine.advance((), UNTIL)
        assert machine.frame.pixels
    return int(machine.state.cycle.number)


def main(shared: Path, rounds: int) -> None:
    """Print the ratios."""
    games = {name: open_game(shared / "games" / f"{name}.zip") for name in GAMES}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "yardstick"
        shutil.copytree(shared / "yardstick", place)
        (Path(folder) / "games").symlink_to(shared / "games")
        subprocess.run(["make", "yardstick", "packs"], cwd=place, check=True, capture_output=True)
        packs = place / "packs"

        def processor_time(*arguments: str) -> float:
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            subprocess.run([str(place / "yardstick"), *arguments], check=True, capture_output=True)
            return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

        def yardstick(turns: int, *arguments: str) -> float:
            """Return the seconds of one turn: those of many less those of one, which reads the pack as well."""
            return (processor_time(*arguments, str(turns + 1)) - processor_time(*arguments, "1")) / turns

        pictures, packed = read_pack(packs / "pics.pack", 1), read_pack(packs / "lzw.pack", 2)
        outputs = [(stored, bytearray(length)) for stored, length in packed]
        solos = [
            play_alone(game, number, "pcjr")
            for path in sorted((shared / "games").glob("*.zip"))[::SOUNDS]
            for game in [open_game(path)]
            for number in game.sounds
        ]
        ratios: dict[str, list[float]] = {}

        def take(name: str, value: float) -> None:
            ratios.setdefault(name, []).append(value)

        for _ in range(rounds):
            one_picture = yardstick(5, "pic", str(packs / "pics.pack")) / len(pictures)
            take("pictures", one_picture * len(pictures) / timed(lambda: draw(pictures)))
            for name, game in games.items():
                per_cycle = timed(lambda game=game: run(game)) / CYCLES  # type: ignore[misc]
                take(f"cycles of {name} in a picture of the yardstick", one_picture / per_cycle)
            theirs = yardstick(1000, "lzw", str(packs / "lzw.pack"))
            ours = statistics.median(
                timed(lambda: [lzw.expand(stored, output) for stored, output in outputs]) for _ in range(50)
            )
            take("LZW", theirs / ours)
            rate = YARDSTICK_SAMPLES / yardstick(1, "snd", str(packs / "snd.pack"), str(RATE))
            samples = 0
            begin = time.process_time()
            for solo in solos:
                samples += len(samples_of(solo.port_writes, solo.beats, "pcjr", RATE))
            take("chip", samples / (time.process_time() - begin) / rate)
    for name, values in ratios.items():
        print(f"{name:48}{statistics.median(values):6.2f}   ({min(values):.2f} to {max(values):.2f})")


if __name__ == "__main__":
    place_of_shared = Path(os.environ.get("AGI_EMU_SHARED") or Path(__file__).parents[2] / "shared")
    main(place_of_shared.resolve(), int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
