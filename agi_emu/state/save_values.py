"""The values of a save, by name, whichever kind of file it is: to show, to compare, without a machine.

Names: `v10` a variable, `f5` a flag, `s0` a string, `o0.x` a field of an object, `i3` the room of an item, `k2` a key
assignment, `l95` where a logic begins, `script4` a script event, and single numbers by the names that the tables of
layouts give them (`horizon`); what only a state of ours holds is named by area and field (`clock.beats`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Value = int | str


@dataclass(frozen=True, slots=True)
class SaveValues:
    """Everything that a save says."""

    form: str
    """Its layout, in words."""
    description: str
    game_id: str
    numbers: Mapping[str, int]
    variables: bytes
    flags: Sequence[int]
    """Numbers of those that are set."""
    strings: Sequence[str]
    keys: Sequence[tuple[int, int]]
    """Key word and controller."""
    objects: Sequence[Mapping[str, int]]
    items: Sequence[tuple[str, int]]
    """Name and room."""
    script: Sequence[str]
    """The script events in use as the commands that they stand for."""
    scan_starts: Sequence[tuple[int, int]]
    """Logic and offset, in load order."""
    more: Mapping[str, Value] = field(default_factory=dict)
    """Values that only a state file of agi-emu holds."""

    def by_name(self) -> dict[str, Value]:
        """Return everything by name."""
        found: dict[str, Value] = {"description": self.description, "game_id": self.game_id}
        found |= self.numbers
        found |= {f"v{number}": value for number, value in enumerate(self.variables)}
        set_flags = frozenset(self.flags)
        found |= {f"f{number}": int(number in set_flags) for number in range(256)}
        found |= {f"s{number}": text for number, text in enumerate(self.strings)}
        found |= {f"k{i}": f"{word:04X}h c{controller}" for i, (word, controller) in enumerate(self.keys)}
        for number, fields in enumerate(self.objects):
            found |= {f"o{number}.{name}": value for name, value in fields.items()}
        found |= {f"i{number}": room for number, (_, room) in enumerate(self.items)}
        found |= {f"script{number}": command for number, command in enumerate(self.script)}
        found |= {f"l{logic}": offset for logic, offset in self.scan_starts}
        found |= self.more
        return found


def differences(first: SaveValues, second: SaveValues) -> list[tuple[str, Value | None, Value | None]]:
    """Return name and both values of everything that differs; None where one of the two has no such value.

    Of a savegame and a state only what both kinds of file hold is compared.
    """
    ours, theirs = first.by_name(), second.by_name()
    names = [*ours, *(name for name in theirs if name not in ours)]
    if bool(first.more) is not bool(second.more):
        one_sided = {*first.more, *second.more} | (first.numbers.keys() ^ second.numbers.keys())
        names = [name for name in names if name not in one_sided]
    return [(name, ours.get(name), theirs.get(name)) for name in names if ours.get(name) != theirs.get(name)]
