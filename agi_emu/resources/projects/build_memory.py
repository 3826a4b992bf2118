"""A memory of what sources of a project made, so that only those are translated again that have changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agi_emu.facts.errors import AgiError
from agi_emu.host_files.reading import Stamp, stamp
from agi_emu.logic.mentions import Mention
from agi_emu.resources.kinds import Kind


@dataclass(frozen=True, slots=True)
class Translated:
    """What became of a source."""

    data: bytes
    notes: Sequence[str] = ()
    places: Mapping[int, str] = field(default_factory=dict)
    """Of a logic: offset of a statement -> file and line."""
    mentions: Sequence[Mention] = ()
    """Of a logic: what it mentions where, if that is kept."""


@dataclass(frozen=True, slots=True)
class _Kept:
    given: object
    files: Mapping[Path, Stamp]
    made: Translated | AgiError


class BuildMemory:
    """Keeps what was translated, or what is wrong, by the files that were read for it.

    With `keeps_mentions` also what logics mention where.
    """

    def __init__(self, *, keeps_mentions: bool = False) -> None:
        self.keeps_mentions = keeps_mentions
        self._kept: dict[tuple[Kind, int], _Kept] = {}

    def translated(
        self, kind: Kind, number: int, given: object, translate: Callable[[list[Path]], Translated]
    ) -> Translated:
        """Return what a source makes, or raise what is wrong; `translate` puts the files that it reads into a list.

        `given` is all else that the result depends on.
        """
        kept = self._kept.get((kind, number))
        if kept is None or kept.given != given or any(stamp(path) != then for path, then in kept.files.items()):
            files: list[Path] = []
            try:
                made: Translated | AgiError = translate(files)
            except AgiError as problem:
                # Without what it came through, which holds the whole source.
                made = type(problem)(str(problem), problem.mistakes)
            kept = self._kept[kind, number] = _Kept(given, {path: stamp(path) for path in files}, made)
        if isinstance(kept.made, AgiError):
            raise kept.made.with_traceback(None)
        return kept.made
