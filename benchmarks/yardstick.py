"""Ratios to our own lean C program, in one run: ``python -m benchmarks.yardstick [ROUNDS]``.

The program (pictures, LZW, chip; `yardstick/` of the shared folder) is copied to a temporary folder, built with its own
flags, and run by turns with ours, so that a busy computer slows both. Printed are medians of the rounds' ratios.
"""

from __future__ import annotations

import json
import os
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
    """Return the seconds of a piece of work."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


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

        def yardstick(*arguments: str) -> dict[str, float]:
            command = [str(place / "yardstick"), *arguments]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            result: dict[str, float] = json.loads(said)
            return result

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
            one_picture = yardstick("pic", str(packs / "pics.pack"), "1")["us_per_picture"] * 1e-6
            take("pictures", one_picture * len(pictures) / timed(lambda: draw(pictures)))
            for name, game in games.items():
                per_cycle = timed(lambda game=game: run(game)) / CYCLES  # type: ignore[misc]
                take(f"cycles of {name} in a picture of the yardstick", one_picture / per_cycle)
            theirs = yardstick("lzw", str(packs / "lzw.pack"), "50")["us_per_resource"] * 1e-6 * len(packed)
            ours = statistics.median(
                timed(lambda: [lzw.expand(stored, output) for stored, output in outputs]) for _ in range(50)
            )
            take("LZW", theirs / ours)
            rate = yardstick("snd", str(packs / "snd.pack"), str(RATE), "1")["Msamples_per_s"] * 1e6
            samples = 0
            begin = time.perf_counter()
            for solo in solos:
                samples += len(samples_of(solo.port_writes, solo.beats, "pcjr", RATE))
            take("chip", samples / (time.perf_counter() - begin) / rate)
    for name, values in ratios.items():
        print(f"{name:48}{statistics.median(values):6.2f}   ({min(values):.2f} to {max(values):.2f})")


if __name__ == "__main__":
    place_of_shared = Path(os.environ.get("AGI_EMU_SHARED") or Path(__file__).parents[2] / "shared")
    main(place_of_shared.resolve(), int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
