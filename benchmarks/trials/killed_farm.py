"""Kill the workers of a farm, and the farm itself, and see that its table is that of one process.

``python -m benchmarks.trials.killed_farm`` starts a Dask scheduler and three workers here, makes recordings by random
play, and spoils some of them. While a farm compares them, a worker gets SIGKILL every few seconds, and the farm itself
twice; it is started again each time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from agi_emu.checking.check import check
from agi_emu.checking.summary import Summary
from agi_emu.cli.farming import table_of
from agi_emu.data import demo_path
from agi_emu.lab.monkey import Player
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.replaying.played_recorder import Recorder
from agi_emu.reporting.subject import RECORDINGS
from agi_emu.resources import open_game

SPOILT, UNREADABLE = 10, 50
"""Every tenth recording names another seed, and every fiftieth cannot be read."""
WORKERS = 3
DEATHS_OF_THE_FARM = 2
PATIENCE = 60
"""Seconds for the cluster to start."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of it."""

    expected: list[str]
    """The table of one process."""
    table: list[str]
    """That of the farm."""
    again: int
    """Outcomes that a farm printed before it was killed, and that the next one had to find again."""
    killed: int
    """Workers that were killed."""
    seconds: float


def make_recordings(folder: Path, count: int, cycles: int) -> list[Path]:
    """Record random plays of the demo game, and spoil some."""
    folder.mkdir(parents=True, exist_ok=True)
    game = open_game(demo_path())
    paths = []
    for number in range(count):
        recorder = Recorder(Machine(game, seed=number & 0xFFFF))
        player = Player(game, number)
        for _ in range(cycles):
            recorder.advance(player.turn())
        path = folder / f"{number:05}.agirec"
        recorder.save(path)
        if number % UNREADABLE == 1:
            path.write_text(path.read_text(encoding="utf-8")[:200], encoding="utf-8", newline="\n")
        elif number % SPOILT == 0:
            text = path.read_text(encoding="utf-8").replace(f"\nseed {number & 0xFFFF}\n", "\nseed 60000\n")
            path.write_text(text, encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


@contextmanager
def cluster() -> Iterator[str]:
    """Start a scheduler and workers; yield its address."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "scheduler.json"
        options = ["--scheduler-file", str(file)]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": place}

        def start(what: str, *more: str) -> subprocess.Popen[bytes]:
            return subprocess.Popen([sys.executable, "-m", f"distributed.cli.dask_{what}", *options, *more], **quiet)

        host = ["--host", "127.0.0.1"]
        started = [start("scheduler", "--port", "0", "--no-dashboard", *host)]
        try:
            until = time.monotonic() + PATIENCE
            while not file.exists() and time.monotonic() < until:
                time.sleep(0.1)
            started += [start("worker", "--nthreads", "1", "--no-dashboard", *host) for _ in range(WORKERS)]
            yield json.loads(file.read_text(encoding="utf-8"))["address"]
        finally:
            # Workers end with the process that watches over them.
            for process in started:
                process.kill()
                process.wait()


class Killer(threading.Thread):
    """Kills one of a cluster's workers now and then; another takes its place."""

    def __init__(self, address: str, seconds: float) -> None:
        """Wait until all workers are there: one that dies before is not replaced."""
        super().__init__(daemon=True)
        self._client = import_module("distributed").Client(address, timeout=PATIENCE, set_as_default=False)
        self._client.wait_for_workers(WORKERS, timeout=PATIENCE)
        self._seconds = seconds
        self._chance = random.Random(1)
        self.done = threading.Event()
        self.killed = 0

    def run(self) -> None:
        """Kill until it is done."""
        while not self.done.wait(self._seconds):
            with suppress(OSError, TimeoutError):
                pids = self._client.run(os.getpid, on_error="ignore")
                # On a busy computer it takes a while until another is there; without any, nothing would be done.
                if len(pids) == WORKERS:
                    os.kill(self._chance.choice(sorted(pids.values())), signal.SIGKILL)
                    self.killed += 1
        self._client.close()


def farm(folder: Path, address: str, end_after: int | None) -> tuple[list[dict[str, Any]], str]:
    """Run a farm; kill it after so many outcomes, if that is given. Return the outcomes printed, and the notes."""
    command = [sys.executable, "-m", "agi_emu", "farm", "compare", str(folder), "--cluster", address, "--json"]
    own_cache = {**os.environ, "XDG_CACHE_HOME": str(folder.parent / "cache")}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    records = []
    with subprocess.Popen(command, env=own_cache, **pipes) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        for line in program.stdout:
            if line.endswith("\n"):
                records.append(json.loads(line))
            if len(records) == end_after:
                program.send_signal(signal.SIGKILL)
                break
        notes = program.stderr.read()
    return records, notes


def run(folder: Path, count: int, cycles: int, seconds_between_deaths: float) -> Result:
    """Do it all in a folder."""
    paths = make_recordings(folder / "recordings", count, cycles)
    alone = tuple(check(path) for path in paths)
    again = 0
    before: dict[str, float] = {}
    began = time.monotonic()
    with cluster() as address:
        killer = Killer(address, seconds_between_deaths)
        killer.start()
        for death in range(DEATHS_OF_THE_FARM + 1):
            is_last = death == DEATHS_OF_THE_FARM
            end_after = None if is_last else (death + 1) * count // (DEATHS_OF_THE_FARM + 1)
            records, notes = farm(folder / "recordings", address, end_after)
            print(
                f"farm {death + 1}: {len(records):,} outcomes, {killer.killed} workers killed; {notes[-300:].strip()}"
            )
            # Every check takes another time, so this shows which were made again; failures are, on purpose.
            now = {each["recording"]: each["seconds"] for each in records if each["status"] != "failed"}
            again += sum(name in now and now[name] != seconds for name, seconds in before.items())
            before = now
        killer.done.set()
        killer.join(PATIENCE)
    seconds = time.monotonic() - began
    by_name = {each["recording"]: Outcome.from_record(each) for each in records}
    found = tuple(by_name[str(path)] for path in paths)
    return Result(
        table_of(Summary(alone, subject=RECORDINGS)),
        table_of(Summary(found, subject=RECORDINGS)),
        again,
        killer.killed,
        seconds,
    )


def main() -> None:
    """Read the options, and do it in a folder that is removed afterwards."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recordings", type=int, default=2000)
    parser.add_argument("--cycles", type=int, default=600, help="length of each: steps of the machine")
    parser.add_argument("--every", type=float, default=3.0, help="seconds between deaths of workers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = run(Path(folder), options.recordings, options.cycles, options.every)
    for line in result.table:
        print(line)
    print(f"{result.killed} workers and {DEATHS_OF_THE_FARM} farms killed in {result.seconds:.0f} s")
    print(f"outcomes that were printed before a farm was killed, and found again: {result.again}")
    print("the table is that of one process" if result.table == result.expected else "THE TABLE DIFFERS")
    sys.exit(result.table != result.expected)


if __name__ == "__main__":
    main()
