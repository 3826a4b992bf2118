"""Copies of a game, in memory, in which one byte of a resource is another one."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from agi_emu.recording.resource_table import ResourceName
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind

CODE_LENGTH_BYTES = 2
CHANGEABLE = ("picture", "view", "message", "logic", "sound")


@dataclass(frozen=True, slots=True)
class Change:
    """One byte of a resource."""

    resource: ResourceName
    at: int
    """Offset in the resource."""
    value: int


def random_change(game: Game, rng: random.Random, what: str) -> Change:
    """Return a change of a byte in a picture, view or sound, in the code of a logic or in its messages."""
    kind = Kind.LOGIC if what == "message" else Kind(what)
    number = rng.choice([each for each in game.volumes.numbers(kind) if _span(game, kind, each, what)])
    at = rng.choice(_span(game, kind, number, what))
    value = game.stored(kind, number).data[at] ^ rng.randint(1, 255)
    return Change(ResourceName(str(kind), number), at, value)


def _span(game: Game, kind: Kind, number: int, what: str) -> range:
    """Return the offsets that may be changed."""
    data = game.stored(kind, number).data
    if kind is not Kind.LOGIC:
        return range(len(data))
    code_end = CODE_LENGTH_BYTES + int.from_bytes(data[:CODE_LENGTH_BYTES], "little")
    if what == "logic":
        return range(CODE_LENGTH_BYTES, code_end)
    # Behind the number of messages and their table.
    return range(code_end + 3 + 2 * data[code_end], len(data))


def changed_game(game: Game, *changes: Change) -> Game:
    """Return a copy of a game of version 2 with these changes, in its volumes."""
    contents = dict(game.files.contents)
    for change in changes:
        entry = game.volumes.entry(Kind(change.resource.kind), change.resource.number)
        assert entry is not None
        name = game.layout.volume_names[entry.volume]
        volume = bytearray(contents[name])
        volume[entry.offset + game.volumes.header_bytes + change.at] = change.value
        contents[name] = bytes(volume)
    return Game(game.path, replace(game.files, contents=contents), game.layout, game.profile)
