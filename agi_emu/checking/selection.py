"""Selects recordings: by path, folder and pattern, by a part of the name, and a share for one of several computers."""

from __future__ import annotations

import glob
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

from agi_emu.facts.errors import ExitCode, HostError
from agi_emu.input.walkthrough import SUFFIX as WALKTHROUGH
from agi_emu.recording.recording import SUFFIX

MAGIC = frozenset("*?[")
"""Characters of a pattern."""


class NothingFoundError(HostError):
    """A path, folder or pattern leads to no recording."""

    exit_code = ExitCode.WRONG_USE


def recordings_in(given: Iterable[str]) -> list[Path]:
    """Return the recordings that paths, folders and patterns lead to, each once, those of a folder in order.

    A folder means every recording and walkthrough in it and below; `**` in a pattern means any folders.
    NothingFoundError for one that leads to none.
    """
    found: dict[Path, None] = {}
    for each in given:
        paths = list(_found(each))
        if not paths:
            raise NothingFoundError(_why_nothing(each))
        found.update(dict.fromkeys(paths))
    return list(found)


def _found(given: str) -> Iterator[Path]:
    path = Path(given)
    if path.is_dir():
        yield from sorted(each for each in path.rglob("*") if each.suffix in (SUFFIX, WALKTHROUGH))
    elif path.exists():
        yield path
    elif MAGIC & set(given):
        yield from sorted(Path(each) for each in glob.iglob(given, recursive=True) if Path(each).is_file())


def _why_nothing(given: str) -> str:
    if Path(given).is_dir():
        return f"{given}: the folder holds no recordings or walkthroughs (*{SUFFIX}, *{WALKTHROUGH})"
    return f"{given}: no file matches" if MAGIC & set(given) else f"{given}: not found; give a recording or a folder"


def filtered(paths: Sequence[Path], words: Sequence[str]) -> list[Path]:
    """Return the paths that match every word: a pattern, or a part of the path."""
    return [path for path in paths if all(_matches(path.as_posix(), word) for word in words)]


def _matches(path: str, word: str) -> bool:
    return fnmatch(path, word) if MAGIC & set(word) else word in path


def shard(paths: Sequence[Path], number: int, count: int) -> list[Path]:
    """Return the share `number` (from 1) of `count`; whoever takes the others needs the same paths.

    A recording stays in its share when others come and go.
    """
    if not 1 <= number <= count:
        raise ValueError(f"share {number} of {count} does not exist")
    return [path for path in paths if _number_of(path) % count == number - 1]


def _number_of(path: Path) -> int:
    return int.from_bytes(hashlib.sha256(path.as_posix().encode("utf-8", "surrogateescape")).digest()[:8], "big")
