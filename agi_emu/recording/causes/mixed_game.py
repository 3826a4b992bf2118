"""A game that takes some of its resources from another game, in memory: nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from agi_emu.recording.resource_table import FILES, ResourceName
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import DirectoryEntry, Packing, Presence, StoredResource, Volumes


class MixedGame(Game):
    """The game `base` with the resources `taken` from `other`, each as it is there: present, absent or damaged.

    `made` are resources that neither of them has, as bytes in the form of version 2.
    """

    def __init__(
        self,
        base: Game,
        other: Game,
        taken: Set[ResourceName] = frozenset(),
        made: Mapping[ResourceName, bytes] | None = None,
    ) -> None:
        """Mix two games; both are read with the interpreter of `base`."""
        contents = dict(base.files.contents)
        for name in FILES:
            if ResourceName(name, 0) in taken:
                contents.pop(name, None)
                data = other.files.get(name)
                if data is not None:
                    contents[name] = data
        super().__init__(base.path, replace(base.files, contents=contents), base.layout, base.profile)
        self.read_from(_MixedVolumes(base.volumes, other.volumes, taken, made or {}))


class _MixedVolumes(Volumes):
    """Reads from the volumes of one game or the other, by resource."""

    def __init__(
        self, base: Volumes, other: Volumes, taken: Set[ResourceName], made: Mapping[ResourceName, bytes]
    ) -> None:
        self._base = base
        self._other = other
        self._taken = taken
        self._made = made
        self.header_bytes = base.header_bytes

    def _of(self, kind: Kind, number: int) -> Volumes:
        return self._other if ResourceName(str(kind), number) in self._taken else self._base

    def entry(self, kind: Kind, number: int) -> DirectoryEntry | None:
        return self._of(kind, number).entry(kind, number)

    def directory_length(self, kind: Kind) -> int:
        return max(self._base.directory_length(kind), self._other.directory_length(kind))

    def presence(self, kind: Kind, number: int) -> Presence:
        return self._of(kind, number).presence(kind, number)

    def numbers(self, kind: Kind) -> list[int]:
        found = ((game, number) for game in (self._base, self._other) for number in game.numbers(kind))
        return sorted(number for game, number in found if self._of(kind, number) is game)

    def read(self, kind: Kind, number: int) -> StoredResource:
        made = self._made.get(ResourceName(str(kind), number))
        if made is not None:
            return StoredResource(made, Packing.PLAIN, b"")
        return self._of(kind, number).read(kind, number)
