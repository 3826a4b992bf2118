"""The one door for reading: opens plain files only, and reads each up to the limit of its kind.

Anybody may have made or named a file: a pipe or device may never end, and a compressed megabyte can stand for
gigabytes. Limits of games stand in `agi_emu.resources.files`; those of everything else here. Each error names its
limit.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from io import BufferedReader
from pathlib import Path
from typing import Any, NamedTuple

from agi_emu.facts.errors import AgiError, GameError, RecordingError, ResourceError, SaveError
from agi_emu.facts.numbers import LARGEST, whole

_MIB = 1 << 20
_LARGEST = (1 << 63) - 1


class Readable(NamedTuple):
    """A kind of file that is read."""

    most: int
    """Bytes of the longest that is read."""
    error: type[AgiError]
    """What is raised if it cannot be read."""


SAVE = Readable(16 * _MIB, SaveError)
"""A state, below one MiB and with the moment before a sequence below two, or a savegame."""
RECORDING = Readable(32 * _MIB, RecordingError)
"""An hour takes less than a million bytes."""
BESIDE_RECORDING = Readable(4 * _MIB, RecordingError)
"""A script, or the masks of a recording."""
COVERAGE = Readable(64 * _MIB, RecordingError)
TRACE = Readable(1024 * _MIB, RecordingError)
"""Read line by line; unpacked."""
SOURCE = Readable(8 * _MIB, GameError)
"""A source of a project, of ours or of another editor, and what it includes."""
IMAGE = Readable(32 * _MIB, ResourceError)
CATALOGUE = Readable(8 * _MIB, GameError)
"""A translation of a game."""
SETTINGS = Readable(1 * _MIB, GameError)
"""Settings of a project, a player's, and what is remembered of games."""
GAME = Readable(64 * _MIB, GameError)
"""A file of a game, or a whole one; which of its files are read how far, its own limits say."""
ARCHIVE = Readable(_LARGEST, GameError)
"""A zip of games: what is read of it has limits of its own."""
LONGEST_LINE = 4 * _MIB
"""Bytes of a line of a trace: those of the original are below 32 KiB."""
_LONG = re.compile(r"[0-9]{20}")
_GZIP_MAGIC = b"\x1f\x8b"
_UNSAVED: ContextVar[Mapping[tuple[int, int], bytes]] = ContextVar("unsaved", default={})  # noqa: B039
"""By device and number of a file what stands for its contents in this context."""
_KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


def open_file(path: Path, kind: Readable) -> BufferedReader:
    """Open a plain file; the error of its kind if it is something else, too long, or cannot be opened."""
    try:
        about = path.stat()
        # Opening a device may do something, and opening a pipe waits: so the kind first, and no waiting after it.
        if not stat.S_ISREG(about.st_mode):
            raise kind.error(f"{path} is {_KINDS.get(stat.S_IFMT(about.st_mode), 'a device')}, not a file")
        if about.st_size > kind.most:
            raise too_long(path, kind)
        flags = getattr(os, "O_NONBLOCK", 0)
        return open(path, "rb", opener=lambda name, mode: os.open(name, mode | flags))
    except (OSError, ValueError) as error:
        raise kind.error(f"{path}: {getattr(error, 'strerror', '') or error}") from error


@contextmanager
def unsaved(texts: Mapping[Path, bytes]) -> Iterator[None]:
    """Read texts that are open in an editor in place of their files, whatever path leads to these, within a block."""
    token = _UNSAVED.set({file: text for path, text in texts.items() if (file := _file_at(path)) is not None})
    try:
        yield
    finally:
        _UNSAVED.reset(token)


def _file_at(path: Path) -> tuple[int, int] | None:
    try:
        about = path.stat()
    except (OSError, ValueError):
        return None
    return about.st_dev, about.st_ino


Stamp = tuple[int, int] | None
"""When a file was changed, in nanoseconds, and how long it is; None if there is none."""


def stamp(path: Path) -> Stamp:
    """Return what changes with the contents of a file, or with the unsaved text that stands for it."""
    try:
        about = path.stat()
    except (OSError, ValueError):
        return None
    text = _UNSAVED.get().get((about.st_dev, about.st_ino))
    return (about.st_mtime_ns, about.st_size) if text is None else (-1, hash(text))


def too_long(path: Path, kind: Readable) -> AgiError:
    """Return the error for a file that is longer than its kind may be."""
    return kind.error(f"{path}: longer than {kind.most / _MIB:g} MiB, the most that is read of such a file")


def read_whole(path: Path, kind: Readable) -> bytes:
    """Return the bytes of a file; the error of its kind if it cannot be read or is too long."""
    with open_file(path, kind) as file:
        try:
            about = os.fstat(file.fileno())
            if (text := _UNSAVED.get().get((about.st_dev, about.st_ino))) is not None:
                return text
            # Python takes memory for as many bytes as it is asked for.
            data = file.read(about.st_size + 1)
            while more := file.read(min(_MIB, kind.most + 1 - len(data))):
                data += more
        except OSError as error:
            raise kind.error(f"{path}: {error.strerror or error}") from error
    if len(data) > kind.most:
        raise too_long(path, kind)
    return data


def read_text(path: Path, kind: Readable) -> str:
    """Return the text of a file in UTF-8; the error of its kind if it is not, or cannot be read."""
    try:
        return decoded_text(read_whole(path, kind))
    except UnicodeDecodeError as error:
        raise kind.error(f"{path}: not UTF-8 text: {error.reason} at byte {error.start}") from error


def decoded_text(data: bytes, encoding: str = "utf-8", errors: str = "strict") -> str:
    """Return the text in the bytes of a file, each line of which ends in ``\\n``; UnicodeDecodeError as `bytes.decode`.

    Editors of the PC end lines in CR and LF, some in CR alone, and old files hold a mixture. Some begin with a mark of
    the order of bytes, which is left out.
    """
    return data.decode(encoding, errors).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_start(path: Path, most: int) -> bytes:
    """Return at most the first `most` bytes of a file, however long it is."""
    with open_file(path, ARCHIVE) as file:
        return file.read(most)


def read_lines(path: Path, kind: Readable) -> Iterator[bytes]:
    """Yield the lines of a file, gzipped or plain; the error of its kind if they are too long or it is damaged."""
    # Imported when needed: a game that is played reads neither of these.
    import gzip
    import zlib

    number = total = 0
    try:
        with open_file(path, kind) as binary:
            is_zipped = binary.peek(len(_GZIP_MAGIC)).startswith(_GZIP_MAGIC)
            lines = gzip.GzipFile(fileobj=binary) if is_zipped else binary
            while line := lines.readline(LONGEST_LINE + 1):
                number += 1
                total += len(line)
                if len(line) > LONGEST_LINE:
                    most = f"{LONGEST_LINE / _MIB:g} MiB, the most of a line"
                    raise kind.error(f"{path}: line {number} is longer than {most}")
                if total > kind.most:
                    most = f"{kind.most / _MIB:g} MiB in all, the most that is read"
                    raise kind.error(f"{path}: its lines are longer than {most}")
                yield line
    except (gzip.BadGzipFile, EOFError, zlib.error) as problem:
        raise kind.error(f"{path}: damaged after line {number} ({problem})") from problem


def toml_table(text: str) -> dict[str, Any]:
    """Return the table of a TOML text; ValueError says what is wrong."""
    import tomllib

    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise ValueError(_TOO_LARGE) from None
    _check(table)
    return table


def json_value(text: str | bytes) -> Any:
    """Return the value of a JSON text; ValueError says what is wrong, also of numbers that are too large."""
    import json

    text = text if isinstance(text, str) else decoded_text(text)
    try:
        # Most texts hold no such number, and are read faster without looking at each.
        integer = _bounded if _LONG.search(text) else None
        return json.loads(text, parse_int=integer, parse_float=_real, parse_constant=_real)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None


_TOO_DEEP = "its values are nested too deeply"
_TOO_LARGE = "a number in it is too large"


def _bounded(digits: str) -> int:
    number = whole(digits)
    if number == LARGEST:
        raise ValueError(_TOO_LARGE)
    return number


def _real(digits: str) -> float:
    number = float(digits)
    if number - number:
        raise ValueError(_TOO_LARGE)
    return number


def _check(value: object) -> None:
    """Raise ValueError for numbers that are too large."""
    if isinstance(value, (dict, list)):
        for each in value.values() if isinstance(value, dict) else value:
            _check(each)
    elif isinstance(value, int) and abs(value) >= LARGEST:
        raise ValueError(_TOO_LARGE)
