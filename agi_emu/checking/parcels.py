"""Packs jobs for workers on other computers, with the games and files that they need, and unpacks them there."""

from __future__ import annotations

import faulthandler
import os
import pickle
import platform
import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from agi_emu.checking.digests import digest_of_files
from agi_emu.checking.jobs import Job, outcome_of_job
from agi_emu.checking.workers import Batch, run_batch
from agi_emu.facts.errors import HostError
from agi_emu.host_files.reading import GAME, read_whole
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.recording.game_lookup import opened
from agi_emu.resources.game import Game

SOURCES = (".py", ".pyx", ".pxd", ".h", ".bin")
"""Endings of the files that are the same on every computer with the same version of this program."""
GAMES, FILES = "games", "job"
"""Folders in that of a worker: games that stay, and the files of the current batch."""
_ONE_AT_A_TIME = threading.Lock()
"""A worker may have several threads, but a process can watch over one job only."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """Jobs as they are sent, without the contents of their games."""

    jobs: bytes
    """Pickled: only a worker that runs the same program unpacks them."""
    games: Mapping[Path, tuple[str, str]]
    """Digest of each game, and the name of its file on workers, by its path here."""
    files: Mapping[Path, bytes]
    """Contents of the other files."""
    source: str
    """The `source_digest` of the program that asks."""
    limit: float | None = None
    """Seconds after which a job ends its worker."""


def parcel_of(batch: Sequence[Job], limit: float | None) -> tuple[Parcel, dict[str, Game]]:
    """Pack jobs; return also their games, by digest."""
    games = {path: opened(path, None) for job in batch for path in job.games}
    files = {file: read_whole(file, GAME) for job in batch for path in job.files for file in _files_of(path)}
    names = {path: (game.digest, f"{game.id}.zip") for path, game in games.items()}
    parcel = Parcel(pickle.dumps(list(batch)), names, files, source_digest(), limit)
    return parcel, {game.digest: game for game in games.values()}


def _files_of(path: Path) -> list[Path]:
    return sorted(each for each in path.iterdir() if each.is_file()) if path.is_dir() else [path]


def do_parcel(parcel: Parcel, games: Mapping[str, bytes], scratch: Path) -> Batch[Outcome]:
    """Do its jobs in a folder that this worker alone uses; HostError if the program here is another one.

    `games` are packed, by digest.
    """
    if parcel.source != source_digest():
        raise HostError(
            f"{platform.node()} runs another version of agi-emu than this computer; install the same on both"
        )

    def place(path: Path) -> Path:
        if path in parcel.games:
            return _unpacked(scratch / GAMES, *parcel.games[path], games)
        return scratch / FILES / path.relative_to(path.anchor)

    with _ONE_AT_A_TIME:
        try:
            for path, data in parcel.files.items():
                place(path).parent.mkdir(parents=True, exist_ok=True)
                place(path).write_bytes(data)
            return run_batch(
                lambda job: outcome_of_job(job, place, _ends_the_process(parcel.limit)), pickle.loads(parcel.jobs)
            )
        finally:
            # Once a batch: a file system may take milliseconds for it.
            shutil.rmtree(scratch / FILES, ignore_errors=True)


def _unpacked(folder: Path, digest: str, name: str, games: Mapping[str, bytes]) -> Path:
    """Return the path of a game, which stays there for the jobs to come."""
    path = folder / digest / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(games[digest])
    return path


def source_digest() -> str:
    """Return what is the same on all computers with the same version of this program."""
    return digest_of_files(SOURCES)


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
