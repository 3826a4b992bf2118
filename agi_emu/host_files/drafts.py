"""Writes files whole or not at all: into a draft beside the place, which then replaces what is there in one step.

A full disk, an error or a signal leaves the old file and no draft. A process that was killed leaves its draft; the next
one that writes into the same folder removes it.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

PREFIX = ".agi-emu-"
"""Start of the name of every draft; the number of its process follows."""
SWEPT_AFTER = 3600
"""Seconds for which a draft is left alone, for its process may run on another computer or in a container."""
_NAME = re.compile(re.escape(PREFIX) + r"(\d+)-\w+", re.A)


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """Yield a draft that replaces `target` at the end, flushed to the disk; OSError leaves the old file and names it.

    Anything but a plain file, such as a pipe, is written to directly.
    """
    with naming(target):
        if target.exists() and not target.is_file():
            yield target
            return
        place = target.resolve()
        sweep(place.parent)
        draft = _new_name(place.parent, place.suffix)
        try:
            # Made in here, so that a signal right after it removes it, too.
            draft.touch(0o600, exist_ok=False)
            yield draft
            draft.chmod(_mode(place))
            _flush(draft)
            draft.replace(place)
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)


def write_whole(target: Path, data: bytes) -> None:
    """Write a file, all or nothing."""
    with draft_of(target) as draft:
        draft.write_bytes(data)


@contextmanager
def draft_folder(folder: Path) -> Iterator[Path]:
    """Yield an empty folder inside of another, which is removed at the end with what is left in it."""
    with naming(folder):
        sweep(folder)
        draft = _new_name(folder)
        try:
            draft.mkdir(0o700)
            yield draft
        finally:
            shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def naming(target: Path) -> Iterator[None]:
    """Let errors of the host name `target` instead of a draft, or instead of no file, as for a full disk."""
    try:
        yield
    except OSError as error:
        parts = Path(str(error.filename or "")).parts
        if error.errno is not None and (error.filename is None or any(part.startswith(PREFIX) for part in parts)):
            error.filename = str(target)
            error.filename2 = None
        raise


def sweep(folder: Path) -> None:
    """Remove the drafts in a folder that processes left which were killed."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            match = _NAME.match(entry.name)
            if match is None:
                continue
            with suppress(OSError):
                is_old = time.time() - entry.stat(follow_symlinks=False).st_mtime > SWEPT_AFTER
                if not is_old or _is_alive(int(match[1])):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry, ignore_errors=True)
                else:
                    os.unlink(entry)


def _is_alive(process: int) -> bool:
    """Return whether a process of this number runs; on Windows, where asking would end it, none does.

    What a process there has open cannot be removed.
    """
    if os.name == "nt":
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _new_name(folder: Path, suffix: str = "") -> Path:
    return folder / f"{PREFIX}{os.getpid()}-{uuid4().hex}{suffix}"


def _flush(path: Path) -> None:
    """Wait until the disk has a file: otherwise a power cut could leave its name without its bytes."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _mode(place: Path) -> int:
    """Return the permissions of the file that is replaced, or those that a new file gets here."""
    if place.exists():
        return place.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
