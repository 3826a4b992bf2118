"""The values of a save, by name, whichever kind of file it is: to show, to compare, without a machine or the game.

Names: `v10` a variable, `f5` a flag, `s0` a string, `o0.x` a field of an object, `i3` the room of an item, `k2` a key
assignment, `l95` where a logic begins, `script4` a script event, and single numbers by the names that the tables of
layouts give them (`horizon`); what only a state of ours holds is named by area and field (`clock.beats`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from ctypes import addressof, sizeof, string_at
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import xxhash

from agi_emu.facts.codes import STRING_BYTES
from agi_emu.logic.opcodes import Record
from agi_emu.state.areas import Area
from agi_emu.state.files.state_chunks import ParsedState
from agi_emu.state.layout import ScreenObject, StateLayout
from agi_emu.state.savegames.savegame import Savegame, scan_starts, script_entries
from agi_emu.state.savegames.savegame_conversion import WIDEST
from agi_emu.state.savegames.savegame_state import (
    INVENTORY_ENTRY,
    MOST_STRINGS,
    NUMBER_PLACES,
    ROOM_IN_ENTRY,
    STATE_FIELDS,
    decrypted_inventory,
    item_count,
    object_values,
    pack,
)

Value = int | str
Save = Savegame | ParsedState

LONGEST_LIST = 20
"""Elements that an array is shown with; of a longer one only a digest."""
SHOWN_ELSEWHERE = frozenset(
    {
        *("vars", "flags", "item_rooms", "keyboard.map_key", "keyboard.map_controller", "keyboard.map_count"),
        *("script.entries", "loaded.scan_start", "general.game_id", "loaded.logics"),
        *(".".join(place) for place in NUMBER_PLACES.values()),
    }
)
"""Values that savegames have as well, left out here."""
COUNTED = MappingProxyType(
    {
        "vm.frames": "depth",
        "modal.records": "depth",
        "menu.menus": "menu_count",
        "menu.items": "item_count",
        "updating_sprites.entries": "count",
        "static_sprites.entries": "count",
    }
)
"""Arrays of records, with the field of their area that holds the number in use."""
TEXTS = re.compile(r"input\.(text|previous)|modal\.(edit|path|description|simple_name)|menu\.(menus|items)\d+\.text")
"""Arrays that hold characters."""
_NO_NUMBERS = frozenset(("game_id", "variables", "flags", "keys", "strings"))
_CEL_ENTRIES = 4
_COMMANDS = {
    Record.LOAD_LOGICS: "load.logics",
    Record.LOAD_VIEW: "load.view",
    Record.LOAD_PIC: "load.pic",
    Record.LOAD_SOUND: "load.sound",
    Record.DRAW_PIC: "draw.pic",
    Record.DISCARD_PIC: "discard.pic",
    Record.DISCARD_VIEW: "discard.view",
    Record.OVERLAY_PIC: "overlay.pic",
}


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


def text_of(raw: bytes) -> str:
    """Return the characters up to the NUL."""
    return raw.split(b"\0", 1)[0].decode("cp437")


def script_commands(save: Savegame) -> list[str]:
    """Return the script events in use as the commands that they stand for."""
    entries = script_entries(save)
    commands = []
    at = 0
    while at < len(entries):
        action, number = entries[at]
        if action == Record.ADD_TO_PIC and at + _CEL_ENTRIES <= len(entries):
            (view, loop), (cel, x), (y, combined) = entries[at + 1 : at + _CEL_ENTRIES]
            commands.append(f"add.to.pic({view}, {loop}, {cel}, {x}, {y}, {combined & 15}, {combined >> 4})")
            at += _CEL_ENTRIES
            continue
        name = _COMMANDS.get(Record(action)) if action <= Record.OVERLAY_PIC else None
        commands.append(f"{name}({number})" if name else f"unknown event {action}, {number}")
        at += 1
    return commands


def values_of(save: Save) -> SaveValues:
    """Return everything that a save says."""
    return _of_savegame(save) if isinstance(save, Savegame) else _of_state(save)


def _of_savegame(save: Savegame) -> SaveValues:
    layout, piece = save.layout, save.general
    flags, strings = (layout.bytes_of(piece, name) for name in ("flags", "strings"))
    keys = [layout.get(piece, "keys", place) for place in range(2 * layout.key_slots)]
    records = [object_values(save.objects, number) for number in range(save.object_count)]
    return SaveValues(
        form=f"layout {layout.name}",
        description=text_of(save.description_field),
        game_id=text_of(save.game_id),
        numbers={name: layout.get(piece, name) for name in layout.fields if name not in _NO_NUMBERS},
        variables=layout.bytes_of(piece, "variables"),
        flags=[number for number in range(256) if flags[number >> 3] & 0x80 >> (number & 7)],
        strings=[text_of(strings[at : at + STRING_BYTES]) for at in range(0, len(strings), STRING_BYTES)],
        keys=[(word, controller) for word, controller in zip(keys[::2], keys[1::2], strict=True) if word],
        objects=[{name: record[name] for name in STATE_FIELDS} for record in records],
        items=list(_items(decrypted_inventory(save))),
        script=script_commands(save),
        scan_starts=scan_starts(save),
    )


def _items(inventory: bytes) -> Iterator[tuple[str, int]]:
    """Yield name and room of every item; none when the inventory makes no sense."""
    for at in range(0, INVENTORY_ENTRY * item_count(inventory), INVENTORY_ENTRY):
        name = int.from_bytes(inventory[at : at + 2], "little")
        yield text_of(inventory[name:]), inventory[at + ROOM_IN_ENTRY]


def _of_state(save: ParsedState) -> SaveValues:
    state, contents = save.contents.state, save.contents
    logics = state.loaded.logics
    names = [name.decode("cp437") for name in contents.identity.items]
    return replace(
        _of_savegame(pack(state, WIDEST, b"")),
        form=f"state of version {save.file.version}",
        description=contents.summary.description,
        numbers={name: getattr(getattr(state, area), field) for name, (area, field) in NUMBER_PLACES.items()},
        items=list(zip(names, state.item_rooms, strict=False)),
        scan_starts=[(logic, state.loaded.scan_start[logic]) for logic in logics.order[: logics.count]],
        more=dict(_more(state)),
    )


def _more(state: StateLayout) -> Iterator[tuple[str, Value]]:
    """Yield what savegames have no place for."""
    for each in StateLayout.fields():
        if each.name not in ("objects", "strings", "arena"):
            yield from _named(each.name, getattr(state, each.name), state)
    for number in range(state.general.object_count):
        for each in ScreenObject.fields():
            if each.name not in STATE_FIELDS:
                yield f"o{number}.{each.name}", getattr(state.objects[number], each.name)
    start = addressof(state.strings) + STRING_BYTES * MOST_STRINGS
    yield "strings.memory", _digest(string_at(start, sizeof(state.strings) - STRING_BYTES * MOST_STRINGS))
    yield "arena", _digest(bytes(state.arena[: state.arena_used]))


def _named(name: str, value: Any, owner: Any) -> Iterator[tuple[str, Value]]:
    """Yield the values of a field, of an area one by one."""
    if name in SHOWN_ELSEWHERE or name.rpartition(".")[2].startswith("spare"):
        return
    if isinstance(value, int):
        yield name, value
    elif name.startswith("loaded."):
        yield name, " ".join(map(str, value.order[: value.count]))
    elif isinstance(value, Area):
        for each in value.fields():
            yield from _named(f"{name}.{each.name}", getattr(value, each.name), value)
    elif issubclass(value._type_, Area):
        for number in range(getattr(owner, COUNTED[name])):
            yield from _named(f"{name}{number}", value[number], value)
    elif TEXTS.fullmatch(name):
        yield name, text_of(bytes(value))
    elif len(value) <= LONGEST_LIST:
        yield name, " ".join(map(str, value))
    else:
        yield name, _digest(string_at(addressof(value), sizeof(value)))


def _digest(raw: bytes) -> str:
    return f"digest {xxhash.xxh3_64_hexdigest(raw)}" if any(raw) else "empty"
