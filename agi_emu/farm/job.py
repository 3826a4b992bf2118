"""Declares what a worker is asked to do, and does it."""

from __future__ import annotations

import faulthandler
import hashlib
import os
import platform
import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from agi_emu.checking.check import outcome_in_every_case
from agi_emu.checking.digests import PROGRAM, program_digest
from agi_emu.checking.workers import TRIES, Batch, run_batch
from agi_emu.facts.errors import HostError
from agi_emu.recording.comparing.outcome import Outcome

SOURCES = (".py", ".pyx", ".pxd", ".h", ".bin")
"""Endings of the files that are the same on every computer with the same version of this program."""
GAMES, FILES = "games", "job"
"""Folders in that of a worker: games that stay, and the files of the current job."""
_ONE_AT_A_TIME = threading.Lock()
"""A worker may have several threads, but a process can watch over one job only."""


class Task(Protocol):
    """The part of a job that runs on a worker; it can be pickled."""

    def __call__(self, folder: Path, games: Mapping[str, Path], /) -> Outcome:
        """Do it, with the job's files in a folder, and its games by digest."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do on any computer."""

    name: str
    """No two jobs of a farm have the same."""
    task: Task
    digest: str = ""
    """What the outcome is kept under: it depends on nothing else; empty if it is not to be kept."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Contents of its files by path below the job's folder."""
    games: Mapping[str, str] = field(default_factory=dict)
    """Digest of each of its games, and the name of its file there."""
    cost: float = 1.0
    """How long it takes compared with others."""


@dataclass(frozen=True, slots=True)
class Told:
    """The task of a job whose outcome is known without doing anything."""

    outcome: Outcome

    def __call__(self, folder: Path, games: Mapping[str, Path], /) -> Outcome:
        """Return the outcome."""
        return self.outcome


@dataclass(frozen=True, slots=True)
class Work:
    """What workers do with jobs; it can be pickled."""

    source: str
    """The `source_digest` of the program that asks."""
    limit: float | None = None
    """Seconds after which a job ends its worker."""

    def batch(self, jobs: Sequence[Job], games: Mapping[str, bytes], scratch: Path) -> Batch[Outcome]:
        """Do jobs in a folder that this worker alone uses; HostError if the program here is another one."""
        if self.source != source_digest():
            raise HostError(
                f"{platform.node()} runs another version of agi-emu than this computer; install the same on both"
            )
        with _ONE_AT_A_TIME:
            try:
                return run_batch(lambda job: self.job(job, games, scratch), jobs)
            finally:
                # Once a batch: a file system may take milliseconds for it.
                shutil.rmtree(scratch / FILES, ignore_errors=True)

    def job(self, job: Job, games: Mapping[str, bytes], scratch: Path) -> Outcome:
        """Do a job; whatever is wrong becomes its outcome."""

        def done() -> Outcome:
            places = {digest: _unpacked(scratch, digest, name, games[digest]) for digest, name in job.games.items()}
            with _files(scratch / FILES, job.files) as folder:
                return job.task(folder, places)

        with _ends_the_process(self.limit):
            return replace(outcome_in_every_case(job.name, done), name=job.name)

    def lost(self, job: Job) -> Outcome:
        """Return the outcome of a job that was given up."""
        slow = f", or it took longer than {self.limit:g} seconds" if self.limit is not None else ""
        return Outcome.of_failure(job.name, f"its worker ended{slow}, {TRIES} times", HostError.exit_code)


def digest_of_job(*parts: object) -> str:
    """Return the digest of this program and of all that a job depends on: records, sets, numbers, texts, bytes."""
    return hashlib.sha256(repr((program_digest(), *map(_in_order, parts))).encode()).hexdigest()


def _in_order(value: Any) -> Any:
    """Return a value whose text is the same in every process: a set has another order in each."""
    if isinstance(value, frozenset):
        return sorted(map(repr, map(_in_order, value)))
    if is_dataclass(value):
        return [(each.name, _in_order(getattr(value, each.name))) for each in fields(value)]
    return [*map(_in_order, value)] if isinstance(value, list | tuple) else value


@cache
def source_digest() -> str:
    """Return what is the same on all computers with the same version of this program."""
    digest = hashlib.sha256()
    for path in sorted(each for each in PROGRAM.rglob("*") if each.suffix in SOURCES):
        digest.update(path.relative_to(PROGRAM).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@contextmanager
def _ends_the_process(seconds: float | None) -> Iterator[None]:
    """End this process if the block takes longer, also where a loop never comes back to Python."""
    if seconds is None:
        yield
        return
    faulthandler.dump_traceback_later(seconds, exit=True, file=_nowhere())
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@cache
def _nowhere() -> int:
    """Return where the traceback goes that comes with it: nobody asked for one."""
    return os.open(os.devnull, os.O_WRONLY)


def _unpacked(scratch: Path, digest: str, name: str, data: bytes) -> Path:
    """Return the path of a game, which stays there for the jobs to come."""
    path = scratch / GAMES / digest / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path


@contextmanager
def _files(folder: Path, files: Mapping[str, bytes]) -> Iterator[Path]:
    """Write a job's files into a folder, where nothing is left of them afterwards."""
    try:
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        yield folder
    finally:
        for name in files:
            (folder / name).unlink(missing_ok=True)
