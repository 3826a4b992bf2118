"""Writes files whole or not at all: into a draft beside the place, which then replaces what is there in one step.

The draft is flushed to the disk, renamed, and the folder is flushed: at every moment either the old file or the new one
exists, complete. What a player keeps is also linked as a backup before. A full disk, an error or a signal leaves the
old file and no draft. A process that was killed, or a power cut, leaves its draft; the next one that writes into the
same folder removes it.

A folder of files is made in the same way, beside the place of a new one; `draft_of_folder` says what happens to others.
"""

from __future__ import annotations

import errno
import importlib
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from agi_emu.host_files.inside import is_below

PREFIX = ".agi-emu-"
"""Start of the name of every draft; the number of its process follows."""
SWEPT_AFTER = 3600
"""Seconds for which a draft is left alone, for its process may run on another computer or in a container."""
BACKUP_SUFFIX = ".bak"
LOCK_NAME = "writing.lock"
"""Name of an empty file, created if the folder itself cannot be locked."""
_NAME = re.compile(re.escape(PREFIX) + r"(\d+)-\w+", re.A)
_HERE, _EXCHANGED = -100, 2
"""Of system calls: paths begin in the current folder; the two names are exchanged. Linux and macOS number it alike."""


class HostFiles:
    """The steps of which writing consists; tests put faults between them."""

    def write(self, path: Path, data: bytes) -> None:
        """Write a file."""
        path.write_bytes(data)

    def flush(self, path: Path) -> None:
        """Wait until the disk has a file: otherwise a power cut could leave its name without its bytes."""
        with path.open("rb+") as file:
            os.fsync(file.fileno())

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name; OSError if that is impossible."""
        os.link(source, target)

    def rename(self, source: Path, target: Path) -> None:
        """Move a file over another, in one step."""
        source.replace(target)

    def exchange(self, one: Path, other: Path) -> None:
        """Let two folders exchange their places, in one step; OSError if the host cannot."""
        import ctypes

        names = os.fsencode(one), os.fsencode(other)
        try:
            library = ctypes.CDLL(None, use_errno=True)
            if sys.platform == "darwin":
                failed = library.renamex_np(*names, _EXCHANGED)
            else:
                failed = library.renameat2(_HERE, names[0], _HERE, names[1], _EXCHANGED)
        except (AttributeError, TypeError):
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS), str(one)) from None
        if failed:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(one))

    def remove(self, path: Path) -> None:
        """Delete a file if it exists."""
        path.unlink(missing_ok=True)

    def flush_folder(self, folder: Path) -> None:
        """Wait until the disk has the names in a folder; do nothing if folders cannot be opened."""
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                # Some network file systems refuse this; then keeping the names is up to them.
                os.fsync(handle)
            finally:
                os.close(handle)


HOST_FILES = HostFiles()


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
        with _draft(place, HOST_FILES, place.suffix) as draft:
            yield draft


def write_whole(target: Path, data: bytes) -> None:
    """Write a file, all or nothing."""
    with draft_of(target) as draft:
        draft.write_bytes(data)


def write_new(target: Path, data: bytes) -> None:
    """Write a file where none is, all or nothing; FileExistsError if there is one by then, which stays as it is."""
    with naming(target):
        sweep(target.parent)
        draft = _new_name(target.parent, target.suffix)
        try:
            HOST_FILES.write(draft, data)
            HOST_FILES.flush(draft)
            try:
                HOST_FILES.link(draft, target)
            except FileExistsError:
                raise
            except OSError:
                # A file system without links (FAT).
                if target.exists():
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
                HOST_FILES.rename(draft, target)
        finally:
            with suppress(OSError):
                HOST_FILES.remove(draft)
        HOST_FILES.flush_folder(target.parent)


def write_with_backup(target: Path, data: bytes, files: HostFiles = HOST_FILES) -> None:
    """Write a file, all or nothing, and keep the file it replaces as a backup; create its folder if it is missing.

    A link is replaced, not followed: it could lead out of a folder of saves that came with a game.
    """
    with naming(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        # A draft has no suffix of its own here: lists of saves go by them.
        with _draft(target, files, backup=backup_of(target)) as draft:
            files.write(draft, data)


@contextmanager
def _draft(place: Path, files: HostFiles, suffix: str = "", backup: Path | None = None) -> Iterator[Path]:
    """Yield a draft that replaces the file at `place`, which is kept as `backup`."""
    sweep(place.parent)
    draft, second = _new_name(place.parent, suffix), _new_name(place.parent)
    mode = place.stat().st_mode & 0o777 if place.exists() else None
    try:
        # Made in here, so that a signal right after it removes it, too.
        draft.touch(0o666 if mode is None else 0o600, exist_ok=False)
        yield draft
        if mode is not None:
            draft.chmod(mode)
        files.flush(draft)
        if backup and place.is_file():
            _link_or_copy(place, second, files)
            files.rename(second, backup)
            # Renaming does nothing where the two are one file already, as after a save that failed in its last step.
            files.remove(second)
        files.rename(draft, place)
    finally:
        for each in (draft, second):
            with suppress(OSError):
                files.remove(each)
    files.flush_folder(place.parent)


def backup_of(target: Path) -> Path:
    """Return the path of the backup of the file last replaced."""
    return target.with_name(target.name + BACKUP_SUFFIX)


def remove_with_backup(target: Path) -> None:
    """Delete a file and its backup."""
    for each in (backup_of(target), target):
        each.unlink(missing_ok=True)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other programs, such as a second window of the same game, from writing to a folder, which is created."""
    folder.mkdir(parents=True, exist_ok=True)
    # On file systems without locks, nothing protects the folder. However this program ends, the lock is released.
    try:
        import fcntl
    except ImportError:
        # Windows locks bytes of files, not folders.
        msvcrt = importlib.import_module("msvcrt")
        handle = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT)
        lock, unlock = (partial(msvcrt.locking, handle, mode, 1) for mode in (msvcrt.LK_LOCK, msvcrt.LK_UNLCK))
    else:
        handle = os.open(folder, os.O_RDONLY)
        lock, unlock = (partial(fcntl.flock, handle, mode) for mode in (fcntl.LOCK_EX, fcntl.LOCK_UN))
    try:
        with suppress(OSError):
            lock()
        yield
    finally:
        with suppress(OSError):
            unlock()
        os.close(handle)


@contextmanager
def draft_of_folder(target: Path, *, last: str = "", replaced: Callable[[str], bool] | None = None) -> Iterator[Path]:
    """Yield an empty folder whose files take their places in `target` at the end: all of them, or none.

    A new folder takes its place in one step. So does one for which `replaced` says which files of the old one have no
    place in it, by their names: everything else in the old folder is linked to the new one, and the two are exchanged.
    Where the host cannot do that, or somebody may be in the folder, and where files are only added, they move one after
    the other, `last` after all others; if one cannot, the others move back. Then a program that is killed in the middle
    leaves what it has moved. OSError says that what was there has not changed.
    """
    import shutil

    place = target.resolve()
    missing = [folder for folder in (place, *place.parents) if not folder.exists()]
    can_be_exchanged = replaced and not os.path.ismount(place) and not is_below(Path(), place)
    is_beside = bool(missing) or (can_be_exchanged and os.access(place.parent, os.W_OK))
    left = ["nothing was written" if missing else "what was there has not changed"]
    with naming(target, left):
        outer = _new_name(place.parent if is_beside else place)
        draft = outer / "new"
        try:
            outer.parent.mkdir(parents=True, exist_ok=True)
            sweep(outer.parent)
            outer.mkdir(0o700)
            draft.mkdir()
            yield draft
            paths = sorted(draft.rglob("*"))
            for path in paths:
                HOST_FILES.flush(path) if path.is_file() else HOST_FILES.flush_folder(path)
            names = [path.relative_to(draft) for path in paths if path.is_file()]
            if missing:
                HOST_FILES.rename(draft, place)
            elif not (replaced and is_beside and _exchange(draft, place, replaced)):
                _move(sorted(names, key=lambda name: name.name == last), outer, place, left)
                for path in [path for path in place.iterdir() if replaced and replaced(path.name)]:
                    if Path(path.name) not in names:
                        path.unlink()
        except BaseException:
            shutil.rmtree(outer, ignore_errors=True)
            remove_empty(missing[1:])
            raise
        shutil.rmtree(outer, ignore_errors=True)
    for folder in (place, place.parent):
        HOST_FILES.flush_folder(folder)


def _exchange(draft: Path, place: Path, replaced: Callable[[str], bool]) -> bool:
    """Link what else is in a folder to a new one, and let them exchange places; return whether that was possible."""
    import shutil

    def left_out(folder: str, names: list[str]) -> set[str]:
        files = [name for name in names if not Path(folder, name).is_dir()]
        inner = draft / Path(folder).relative_to(place)
        return {name for name in files if (inner / name).exists() or (Path(folder) == place and replaced(name))}

    try:
        with ExitStack() as held:
            for path in place.iterdir():
                if path.is_dir() and not path.is_symlink():
                    # A save that is written meanwhile would be lost.
                    held.enter_context(alone_in(path))
            shutil.copytree(
                place, draft, symlinks=True, ignore=left_out, copy_function=_link_or_copy, dirs_exist_ok=True
            )
            HOST_FILES.exchange(draft, place)
    except OSError:
        return False
    return True


def _move(names: Iterable[Path], outer: Path, place: Path, left: list[str]) -> None:
    """Move files into a folder that exists; if one cannot, put back what they have replaced, and remove the others.

    If that is impossible, too, `left` says so.
    """
    draft, kept = outer / "new", outer / "old"
    moved: list[Path] = []
    made: list[Path] = []
    try:
        for name in names:
            for folder in [place / each for each in reversed(name.parents) if not (place / each).exists()]:
                folder.mkdir()
                made.append(folder)
            if (place / name).exists():
                (kept / name).parent.mkdir(parents=True, exist_ok=True)
                _link_or_copy(place / name, kept / name)
            moved.append(name)
            HOST_FILES.rename(draft / name, place / name)
    except BaseException:
        for name in reversed([name for name in moved if not (draft / name).exists()]):
            try:
                if (kept / name).exists():
                    HOST_FILES.rename(kept / name, place / name)
                else:
                    HOST_FILES.remove(place / name)
            except OSError:
                left[:] = ["old files and new ones are mixed there; write it again"]
        remove_empty(reversed(made))
        raise


def _link_or_copy(source: Path | str, target: Path | str, files: HostFiles = HOST_FILES) -> None:
    """Give a file a second name; on a file system without links (FAT), a copy."""
    try:
        files.link(Path(source), Path(target))
    except OSError:
        if not Path(source).is_file():
            raise
        files.write(Path(target), Path(source).read_bytes())
        files.flush(Path(target))


def remove_empty(folders: Iterable[Path]) -> None:
    """Remove folders, the innermost first, as far as they are empty."""
    with suppress(OSError):
        for folder in folders:
            folder.rmdir()


@contextmanager
def naming(target: Path, left: Sequence[str] = ()) -> Iterator[None]:
    """Let errors of the host name `target` instead of a draft, or instead of no file, as for a full disk.

    They also say what is `left` there.
    """
    try:
        yield
    except OSError as error:
        parts = Path(str(error.filename or "")).parts
        if error.errno is not None and (error.filename is None or any(part.startswith(PREFIX) for part in parts)):
            error.filename = str(target)
            error.filename2 = None
            error.strerror = "; ".join((error.strerror or "", *left))
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
                    import shutil

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
    return folder / f"{PREFIX}{os.getpid()}-{os.urandom(16).hex()}{suffix}"


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder, by their paths in it."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
