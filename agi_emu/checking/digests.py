"""Digests everything that the outcome of a check depends on: the recording, the game, the program, the options."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from agi_emu.checking.check import Check
from agi_emu.recording.comparing.recording_file import RecordingOnDisk
from agi_emu.recording.game_lookup import FOLDER
from agi_emu.recording.recording import recording_bytes
from agi_emu.resources.game import open_game

PROGRAM = Path(__file__).parents[1]
CODE = (".py", ".so", ".pyd", ".bin")
"""Endings of the files that decide what a machine does."""


def program_digest() -> str:
    """Return the digest of this program: of all its code."""
    return digest_of_files(CODE)


@cache
def digest_of_files(endings: tuple[str, ...]) -> str:
    """Return the digest of the files of this program whose names end so."""
    digest = hashlib.sha256()
    for path in sorted(each for each in PROGRAM.rglob("*") if each.suffix in endings):
        digest.update(f"{path.relative_to(PROGRAM).as_posix()}\n{path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def digest_of_check(file: RecordingOnDisk, how: Check) -> str:
    """Return the digest of all on which the outcome for a recording depends; AgiError if it is unreadable.

    Of the recording only the head is understood, so this takes a fraction of a check.
    """
    digest = hashlib.sha256()
    for part in _parts(file, how):
        digest.update(f"{len(part)}:".encode())
        digest.update(part)
    return digest.hexdigest()


def _parts(file: RecordingOnDisk, how: Check) -> Iterator[bytes]:
    yield program_digest().encode()
    yield repr((how.profile, how.only, how.bisect, how.work_tolerance, how.coverage)).encode()
    yield file.contents.recording
    yield file.contents.masks or b""
    if how.against is not None:
        yield recording_bytes(how.against)
        return
    yield file.game.digest.encode()
    if how.reference is not None:
        yield open_game(how.reference).digest.encode()
    # The names of kept games hold their digests.
    yield repr(sorted(each.name for each in (file.path.parent / FOLDER).glob("*.zip"))).encode()
    yield repr(_sources(how.sources)).encode()


def _sources(folder: Path | None) -> list[tuple[str, int, int]]:
    """Return what shows that a file of the sources has changed."""
    files = folder.rglob("*") if folder is not None else ()
    return sorted((str(each), each.stat().st_size, each.stat().st_mtime_ns) for each in files if each.is_file())
