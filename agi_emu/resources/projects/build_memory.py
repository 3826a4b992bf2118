"""A memory of what sources of a project made, so that only those are translated again that have changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from agi_emu.facts.errors import AgiError
from agi_emu.host_files.reading import Stamp, stamp
from agi_emu.logic.code import decoded
from agi_emu.logic.mentions import Mention
from agi_emu.resources.kinds import Kind
from agi_emu.resources.writing.volume_writing import packed

_MOST_PARTS = 2048
"""Resources whose packed or decoded form is kept: twice as many as a game can have."""
_MOST_SHARED = 100_000
"""Mentions in files that logics include, after which those of earlier texts are forgotten."""


@dataclass(frozen=True, slots=True)
class Translated:
    """What became of a source."""

    data: bytes
    notes: Sequence[str] = ()
    places: Mapping[int, str] = field(default_factory=dict)
    """Of a logic: offset of a statement -> file and line."""
    mentions: Sequence[Mention] = ()
    """Of a logic: what it mentions where, if that is kept."""
    problem: AgiError | None = None
    """What is wrong; then the rest is what could be made out."""


@dataclass(frozen=True, slots=True)
class _Kept:
    given: object
    files: Mapping[Path, Stamp]
    translated: Translated


class BuildMemory:
    """Keeps what was translated, by the files that were read for it, and other forms of what has not changed.

    With `keeps_mentions` also what logics mention where.
    """

    def __init__(self, *, keeps_mentions: bool = False) -> None:
        self.keeps_mentions = keeps_mentions
        self.pack = lru_cache(_MOST_PARTS)(packed)
        self.decode = lru_cache(_MOST_PARTS)(decoded)
        self._kept: dict[tuple[Kind, int], _Kept] = {}
        self._shared: dict[Mention, Mention] = {}

    def translated(
        self, kind: Kind, number: int, given: object, translate: Callable[[list[Path]], Translated]
    ) -> Translated:
        """Return what a source makes; `translate` puts the files that it reads into a list.

        `given` is all else that the result depends on.
        """
        kept = self._kept.get((kind, number))
        if kept is not None and kept.given == given and all(stamp(path) == then for path, then in kept.files.items()):
            return kept.translated
        files: list[Path] = []
        made = translate(files)
        self._kept[kind, number] = _Kept(given, {path: stamp(path) for path in files}, made)
        return made

    def shared(self, mentions: Sequence[Mention], file: str) -> Sequence[Mention]:
        """Return the mentions of a logic; those of what it includes are kept once for all logics."""
        if len(self._shared) > _MOST_SHARED:
            self._shared.clear()
        return tuple(each if each.file == file else self._shared.setdefault(each, each) for each in mentions)
