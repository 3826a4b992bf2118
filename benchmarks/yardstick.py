"""Ratios to our own lean C program, in one run: ``python -m benchmarks.yardstick [ROUNDS [WORK...]]``.

WORK is pictures (and cycles of games), machine, lzw or chip; all of them unless some are named. The C program has no
machine: that work is counted in the time of one of its pictures.

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
import time
from collections.abc import Callable, Container, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from agi_emu import Machine, compare, open_game, step_many
from agi_emu._core import lzw, picture
from agi_emu.facts.codes import BEATS_PER_SECOND
from agi_emu.presentation.sounds_alone import Solo, play_alone
from agi_emu.presentation.synthesiser import samples_of
from agi_emu.recording.replaying.recorder import SessionRecorder
from agi_emu.recording.replaying.starting import begin_recording
from agi_emu.session import EveryBeat, NoInput, Session
from benchmarks.playing import ENTER, run_cycles, run_stops
from tests.own_games.building import GameBuilder

ROUNDS = 7
CYCLES = 20_000
GAMES = ("demo2", "ltec", "cldest", "kq4dem", "enclos")
WORKS = ("pictures", "machine", "lzw", "chip")
SOUND_GAMES = 10
"""The sounds of every so many games are synthesised."""
LONGEST_BEATS = 3600
"""The C program ends sounds after a minute."""
RATE = 44_100
YARDSTICK_SAMPLES = 550_072_530
"""Of all sounds in the pack, at that rate."""
EMPTY = bytes([0x4F]) * (160 * 168)
IDLE_GAME, MOVING_GAME = "xmas", "kq4dem"
"""A game that stands at its title, where nothing moves; and one that moves in every cycle. Without the first, enclos
stands for it, whose title waits for a key."""
MACHINES = 200
TICKS = 3_000
FRAMES = 5_000
LOGIC = "v50++; if (v50 > 9 && !isset(f60)) { v50 = 0; v51 = v50; }" * 100 + "return();"
TOKENS = 100 * 3
"""In a cycle of `LOGIC`: an increment, a test and a jump each, nine times of ten."""


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


def run_beats(machine: Machine, beats: int) -> None:
    """Run a machine in one call."""
    machine.advance_to(machine.unguarded.state.clock.beats + beats)


def show_frames(machine: Machine) -> None:
    """Make frames of a screen on which something was drawn."""
    for _ in range(FRAMES):
        machine.screen.touch()
        assert machine.frame.pixels


def machine_work(shared: Path) -> Iterator[tuple[str, Callable[[], object], int]]:
    """Yield what is counted in pictures of the C program: its name, the work, and how many things it does."""
    path = shared / "games" / f"{IDLE_GAME}.zip"
    idle = Machine(open_game(path if path.is_file() else shared / "games" / "enclos.zip"), seed=1)
    idle.run(seconds=60)
    yield f"beats of {idle.game.id}, idle", lambda: run_beats(idle, 3 * TICKS), 3 * TICKS
    with TemporaryDirectory() as folder:
        busy = Machine(open_game(GameBuilder(Path(folder))({0: f"v10 = 1; {LOGIC}"})), seed=1)
        busy.run(seconds=1)
        begin = busy.unguarded.state.cycle.number
        run_beats(busy, 3 * TICKS)
        cycles = busy.unguarded.state.cycle.number - begin
        yield "tokens of logic", lambda: run_beats(busy, 3 * TICKS), TOKENS * cycles
    game = open_game(shared / "games" / f"{MOVING_GAME}.zip")
    moving = Machine(game, seed=1)
    moving.run(seconds=60)
    yield "frames", lambda: show_frames(moving), FRAMES
    recorder = SessionRecorder(fresh := Machine(game, seed=1), begin_recording(fresh))
    Session(fresh, source=NoInput(), pacer=EveryBeat(), audio=[recorder], observers=[recorder]).run(beats=3 * TICKS)
    recording = recorder.recording
    yield f"ticks of {MOVING_GAME}, run", lambda: Machine(game, seed=1).advance_to(3 * TICKS), TICKS
    yield f"ticks of {MOVING_GAME}, compared", lambda: compare(game, recording), TICKS
    many = [Machine(game, seed=seed) for seed in range(MACHINES)]
    for machine in many:
        machine.run(cycles=40)
    out = np.zeros((MACHINES, 84, 84), np.uint8)
    yield f"steps of {MACHINES} machines, 84x84", lambda: step_many(many, [()] * MACHINES, out), MACHINES


def main(shared: Path, rounds: int, works: Container[str]) -> None:
    """Print the ratios."""
    games = {name: open_game(shared / "games" / f"{name}.zip") for name in GAMES}
    with TemporaryDirectory() as folder:
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
        musical = [open_game(path) for path in sorted((shared / "games").glob("*.zip"))[::SOUND_GAMES]]
        sounds = [(game, number) for game in musical for number in game.sounds]
        ratios: dict[str, list[float]] = {}

        def take(name: str, value: float) -> None:
            ratios.setdefault(name, []).append(value)

        def take_pictures() -> None:
            one_picture = yardstick(5, "pic", str(packs / "pics.pack")) / len(pictures)
            take("pictures", one_picture * len(pictures) / timed(lambda: draw(pictures)))
            for name, game in games.items():
                take(
                    f"cycles of {name}, Enter answers windows",
                    one_picture / timed(partial(run_cycles, game, CYCLES, frames=True, answers=(ENTER,))) * CYCLES,
                )
                take(f"stops of {name}, windows stay", one_picture / timed(partial(run_stops, game, CYCLES)) * CYCLES)

        machines = list(machine_work(shared)) if "machine" in works else []

        def take_machine() -> None:
            one_picture = yardstick(5, "pic", str(packs / "pics.pack")) / len(pictures)
            for name, work, count in machines:
                take(name, one_picture * count / timed(work))

        def take_lzw() -> None:
            theirs = yardstick(1000, "lzw", str(packs / "lzw.pack"))
            ours = statistics.median(
                timed(lambda: [lzw.expand(stored, output) for stored, output in outputs]) for _ in range(50)
            )
            take("LZW", theirs / ours)

        def take_chip() -> None:
            rate = YARDSTICK_SAMPLES / yardstick(1, "snd", str(packs / "snd.pack"), str(RATE))
            solos: list[Solo] = []
            playing = timed(lambda: solos.extend(play_alone(*each, "pcjr", longest=LONGEST_BEATS) for each in sounds))
            making = sum(timed(lambda solo=solo: samples_of(solo.log, solo.beats, "pcjr", RATE)) for solo in solos)  # type: ignore[misc]
            samples = sum(solo.beats for solo in solos) * RATE // BEATS_PER_SECOND
            take("chip, from port writes", samples / making / rate)
            take("chip, from resources", samples / (playing + making) / rate)

        takers = {"pictures": take_pictures, "machine": take_machine, "lzw": take_lzw, "chip": take_chip}
        for _ in range(rounds):
            for work, taker in takers.items():
                if work in works:
                    taker()
    for name, values in ratios.items():
        print(f"{name:48}{statistics.median(values):6.2f}   ({min(values):.2f} to {max(values):.2f})")


if __name__ == "__main__":
    place_of_shared = Path(os.environ.get("AGI_EMU_SHARED") or Path(__file__).parents[2] / "shared")
    main(place_of_shared.resolve(), int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS, sys.argv[2:] or WORKS)
