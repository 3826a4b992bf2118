"""Stores checksums of a game's resources in a recording, so that changed resources can be named."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from agi_emu.facts.errors import ResourceError
from agi_emu.resources.kinds import Kind

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.resources.game import Game

FILES = ("object", "words.tok")
"""Files that every game has once; their number is 0."""
MOST_GAMES = 8
"""Games whose checksums are remembered."""


class ResourceName(NamedTuple):
    """A resource: `logic`, `picture`, `view` or `sound` with its number, or a file."""

    kind: str
    number: int

    def __str__(self) -> str:
        return self.kind.upper() if self.kind in FILES else f"{self.kind} {self.number}"


@dataclass(frozen=True, slots=True)
class ResourceTable:
    """CRC-32 of every resource, unpacked."""

    crcs: dict[ResourceName, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game) -> ResourceTable:
        """Read all resources of a game."""
        return cls(dict(_crcs_of(game)))

    def __iter__(self) -> Iterator[tuple[ResourceName, int]]:
        return iter(self.crcs.items())

    def changed(self, other: ResourceTable) -> list[ResourceName]:
        """Return the resources that differ between the two, in order."""
        names = {**self.crcs, **other.crcs}
        return sorted(name for name in names if self.crcs.get(name) != other.crcs.get(name))


@lru_cache(maxsize=MOST_GAMES)
def _crcs_of(game: Game) -> Mapping[ResourceName, int]:
    """Read all resources of a game, which takes a tenth of a short comparison; a game never changes."""
    crcs = {}
    for kind in Kind:
        for number in game.volumes.numbers(kind):
            try:
                stored = game.stored(kind, number)
            except ResourceError:
                continue
            # The bytes after a logic in its volume can end its last message.
            tail = stored.following if kind is Kind.LOGIC else b""
            crcs[ResourceName(str(kind), number)] = zlib.crc32(tail, zlib.crc32(stored.data))
    for name in FILES:
        data = game.files.get(name)
        if data is not None:
            crcs[ResourceName(name, 0)] = zlib.crc32(data)
    return crcs


def in_use(machine: Machine) -> set[ResourceName]:
    """Return the resources that the machine has in memory or shows now, and those that every machine uses."""
    state = machine.unguarded.state
    loaded = state.loaded
    used = {ResourceName(name, 0) for name in FILES}
    for kind, which in (
        (Kind.LOGIC, loaded.logics),
        (Kind.VIEW, loaded.views),
        (Kind.PICTURE, loaded.pictures),
        (Kind.SOUND, loaded.sounds),
    ):
        used |= {ResourceName(str(kind), number) for number in which.order[: which.count]}
    used.add(ResourceName(str(Kind.PICTURE), state.general.picture_number))
    if state.sound.playing:
        used.add(ResourceName(str(Kind.SOUND), state.sound.number))
    used |= {ResourceName(str(Kind.LOGIC), frame.logic) for frame in state.vm.frames[: state.vm.depth]}
    return used
