"""Kill workers, and the command that gives them work, and see that its summary is that of one process.

``python -m benchmarks.trials.killed_jobs`` makes recordings by random play, and spoils some of them. While
``agi-emu compare --resume`` compares them in three processes, one gets SIGKILL every few seconds, and the command
itself twice; it is started again each time. With ``--cluster`` the workers are those of a Dask scheduler here. For
Linux.
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from agi_emu.checking.check import check
from agi_emu.checking.summary import Summary
from agi_emu.data import demo_path
from agi_emu.lab.monkey import ImpatientPlayer
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.replaying.played_recorder import Recorder
from agi_emu.resources import open_game

SPOILT, UNREADABLE = 10, 50
"""Every tenth recording names another seed, and every fiftieth cannot be read."""
WORKERS = 3
DEATHS = 2
"""How often the command itself is killed."""
A_MOMENT = 0.1
"""Seconds after which it is asked again whether all workers are there."""
PATIENCE = 60
"""Seconds for the cluster to start."""
PROCESS = b"spawn_main"
"""What the command of a process that does jobs contains."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of it."""

    expected: list[str]
    """The summary of one process."""
    summary: list[str]
    """That of all those which were killed."""
    again: int
    """Outcomes that were printed before the command was killed, and that the next one had to find again."""
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
        player = ImpatientPlayer(game, number)
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
def cluster(count: int = WORKERS) -> Iterator[str]:
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
            started += [start("worker", "--nthreads", "1", "--no-dashboard", *host) for _ in range(count)]
            yield json.loads(file.read_text(encoding="utf-8"))["address"]
        finally:
            # Workers end with the process that watches over them.
            for process in started:
                process.kill()
                process.wait()


class Killer(threading.Thread):
    """Kills a worker now and then; another takes its place."""

    def __init__(self, workers: Callable[[], Sequence[int]], seconds: float) -> None:
        """Begin; `workers` returns the numbers of their processes, none while there is nothing to be killed."""
        super().__init__(daemon=True)
        self._workers = workers
        self._seconds = seconds
        self._chance = random.Random(1)
        self.done = threading.Event()
        self.killed = 0

    def run(self) -> None:
        """Kill until it is done."""
        delay = A_MOMENT
        while not self.done.wait(delay):
            delay = A_MOMENT
            with suppress(OSError, TimeoutError):
                pids = sorted(self._workers())
                # On a busy computer it takes a while until another is there; without any, nothing would be done.
                if len(pids) == WORKERS:
                    os.kill(self._chance.choice(pids), signal.SIGKILL)
                    self.killed += 1
                    delay = self._seconds


@contextmanager
def workers_of_a_cluster() -> Iterator[tuple[list[str], Callable[[], Sequence[int]]]]:
    """Start a cluster; yield the options for it, and what returns the processes of its workers."""
    with cluster() as address:
        client = import_module("distributed").Client(address, timeout=PATIENCE, set_as_default=False)
        # A worker that dies before all are there is not replaced.
        client.wait_for_workers(WORKERS, timeout=PATIENCE)
        yield ["--cluster", address], lambda: list(client.run(os.getpid, on_error="ignore").values())
        client.close()


def processes_below(parent: int) -> Sequence[int]:
    """Return the processes that do jobs for a command."""
    found = map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split())
    return [each for each in found if PROCESS in Path(f"/proc/{each}/cmdline").read_bytes()]


class Compared:
    """The command, each time that it is started."""

    def __init__(self, folder: Path, options: Sequence[str]) -> None:
        """Prepare to compare the recordings in a folder."""
        self._command = [sys.executable, "-m", "agi_emu", "compare", str(folder), "--json", "--resume", *options]
        self._cache = {**os.environ, "XDG_CACHE_HOME": str(folder.parent / "cache")}
        self.pid = 0

    def run(self, end_after: int | None) -> tuple[list[dict[str, Any]], str]:
        """Run it; kill it after so many outcomes, if that is given. Return the outcomes printed, and the notes."""
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        records = []
        with subprocess.Popen(self._command, env=self._cache, **pipes) as program:
            self.pid = program.pid
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


def summary_of(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the summary without the time that it took."""
    summary = Summary(tuple(outcomes))
    return [summary.text(0), *map(str, summary.groups)]


def run(folder: Path, count: int, cycles: int, seconds_between_deaths: float, *, on_a_cluster: bool) -> Result:
    """Do it all in a folder."""
    paths = make_recordings(folder / "recordings", count, cycles)
    alone = [check(path) for path in paths]
    again = 0
    before: dict[str, float] = {}
    began = time.monotonic()
    with ExitStack() as stack:
        if on_a_cluster:
            options, workers = stack.enter_context(workers_of_a_cluster())
            command = Compared(folder / "recordings", options)
        else:
            command = Compared(folder / "recordings", ["--jobs", str(WORKERS)])
            workers = lambda: processes_below(command.pid)  # noqa: E731
        killer = Killer(workers, seconds_between_deaths)
        killer.start()
        for death in range(DEATHS + 1):
            end_after = None if death == DEATHS else (death + 1) * count // (DEATHS + 1)
            records, notes = command.run(end_after)
            print(
                f"start {death + 1}: {len(records):,} outcomes, {killer.killed} workers killed; {notes[-300:].strip()}"
            )
            # Every check takes another time, so this shows which were made again; failures are, on purpose.
            now = {each["recording"]: each["seconds"] for each in records if each["status"] != "failed"}
            again += sum(name in now and now[name] != seconds for name, seconds in before.items())
            before = now
        killer.done.set()
        killer.join(PATIENCE)
    seconds = time.monotonic() - began
    by_name = {each["recording"]: Outcome.from_record(each) for each in records}
    found = [by_name[str(path)] for path in paths]
    return Result(summary_of(alone), summary_of(found), again, killer.killed, seconds)


def main() -> None:
    """Read the options, and do it in a folder that is removed afterwards."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recordings", type=int, default=2000)
    parser.add_argument("--cycles", type=int, default=600, help="length of each: steps of the machine")
    parser.add_argument("--every", type=float, default=3.0, help="seconds between deaths of workers")
    parser.add_argument("--cluster", action="store_true", help="workers of a Dask scheduler")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = run(Path(folder), options.recordings, options.cycles, options.every, on_a_cluster=options.cluster)
    for line in result.summary:
        print(line)
    print(f"{result.killed} workers and the command {DEATHS} times killed in {result.seconds:.0f} s")
    print(f"outcomes that were printed before it was killed, and found again: {result.again}")
    print("the summary is that of one process" if result.summary == result.expected else "THE SUMMARY DIFFERS")
    sys.exit(result.summary != result.expected)


if __name__ == "__main__":
    main()
