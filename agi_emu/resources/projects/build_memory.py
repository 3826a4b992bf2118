"""A memory of what sources of a project made, so that only those are translated again that have changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agi_emu.resources.kinds import Kind


@dataclass(frozen=True, slots=True)
class Translated:
    """What became of a source."""

    data: bytes
    notes: Sequence[str] = ()
    places: Mapping[int, str] = field(default_factory=dict)
    """Of a logic: offset of a statement -> file and line."""


Stamp = tuple[int, int] | None
"""When a file was changed, in nanoseconds, and how long it is; None if there is none."""


@dataclass(frozen=True, slots=True)
class _Kept:
    given: object
    files: Mapping[Path, Stamp]
    translated: Translated


class BuildMemory:
    """Keeps what was translated, by the files that were read for it."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Kind, int], _Kept] = {}

    def translated(
        self, kind: Kind, number: int, given: object, translate: Callable[[list[Path]], Translated]
    ) -> Translated:
        """Return what a source makes; `translate` puts the files that it reads into a list.

        `given` is all else that the result depends on.
        """
        kept = self._kept.get((kind, number))
        if kept is not None and kept.given == given and all(_stamp(path) == then for path, then in kept.files.items()):
            return kept.translated
        files: list[Path] = []
        started = translate(files)
        self._kept[kind, number] = _Kept(given, {path: _stamp(path) for path in files}, started)
        return started


def _stamp(path: Path) -> Stamp:
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_size
