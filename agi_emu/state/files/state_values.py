"""A state file as named values (`save_values`): read and changed without a machine or the game."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Mapping
from ctypes import addressof, sizeof, string_at
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import xxhash

from agi_emu.codes import STRING_BYTES
from agi_emu.errors import SaveError
from agi_emu.state.areas import Area
from agi_emu.state.files import state_file
from agi_emu.state.files.state_chunks import TABLE, Carried, read_contents, replace_chunks
from agi_emu.state.layout import ScreenObject, StateLayout
from agi_emu.state.power_on import put_at_start
from agi_emu.state.save_values import SaveValues, Value
from agi_emu.state.savegames.savegame_conversion import WIDEST
from agi_emu.state.savegames.savegame_state import NUMBER_PLACES, STATE_FIELDS, pack
from agi_emu.state.savegames.savegame_values import (
    characters_of,
    flags,
    key_assignments,
    number_of,
    script_commands,
    strings,
    text_of,
)
from agi_emu.state.state_contents import Contents, Summary, fresh_copy, with_figures
from agi_emu.state.validation import check_state

STRINGS = 24
"""Strings of the game; after them lies the interpreter's own memory."""
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


@dataclass(frozen=True, slots=True)
class StateSave:
    """A state file that was taken apart, and can be put together again with changes."""

    file: state_file.StateFile
    contents: Contents
    carried: Carried

    def to_bytes(self) -> bytes:
        """Return the file."""
        return state_file.write(self.file.chunks, self.file.version)


def parse(data: bytes) -> StateSave:
    """Take a state file apart; SaveError names what is wrong."""
    at_start = StateLayout()
    put_at_start(at_start)
    contents, carried = read_contents(data, at_start)
    return StateSave(state_file.read(data), contents, carried)


def values_of(save: StateSave) -> SaveValues:
    """Return everything that a state file says."""
    state, contents = save.contents.state, save.contents
    common = pack(state, WIDEST, b"")
    count = state.general.object_count
    logics = state.loaded.logics
    names = [name.decode("cp437") for name in contents.identity.items]
    return SaveValues(
        form=f"state of version {save.file.version}",
        description=contents.summary.description,
        game_id=text_of(common.game_id),
        numbers={name: getattr(getattr(state, area), field) for name, (area, field) in NUMBER_PLACES.items()},
        variables=bytes(state.vars),
        flags=flags(common),
        strings=strings(common),
        keys=key_assignments(common),
        objects=[{name: getattr(each, name) for name in STATE_FIELDS} for each in state.objects[:count]],
        items=list(zip(names, state.item_rooms, strict=False)),
        script=script_commands(common),
        scan_starts=[(logic, state.loaded.scan_start[logic]) for logic in logics.order[: logics.count]],
        more=dict(_more(state)),
    )


def _more(state: StateLayout) -> Iterator[tuple[str, Value]]:
    """Yield what savegames have no place for."""
    for each in StateLayout.fields():
        if each.name not in ("objects", "strings", "arena"):
            yield from _named(each.name, getattr(state, each.name), state)
    for number in range(state.general.object_count):
        for field in ScreenObject.fields():
            if field.name not in STATE_FIELDS:
                yield f"o{number}.{field.name}", getattr(state.objects[number], field.name)
    start = addressof(state.strings) + STRING_BYTES * STRINGS
    yield "strings.memory", _digest(string_at(start, sizeof(state.strings) - STRING_BYTES * STRINGS))
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


# Changing


def with_value(save: StateSave, name: str, text: str) -> StateSave:
    """Return a state with one value changed; SaveError for what it does not have, or what does not fit."""
    if name == "description":
        summary = replace(save.contents.summary, description=text)
        return _rebuilt(save, summary)
    contents = replace(save.contents, state=fresh_copy(save.contents.state))
    changed = StateSave(save.file, contents, save.carried)
    tag = _change(changed, name, text)
    check_state(contents.state)
    return _rebuilt(changed, with_figures(contents.summary, contents.state), tag)


def _rebuilt(save: StateSave, summary: Summary, *tags: str) -> StateSave:
    """Return a save with some chunks written again: as a file of the current version."""
    contents = replace(save.contents, summary=summary)
    chunks = replace_chunks(state_file.convert(save.file), contents, save.carried, ("Summ", *tags))
    return StateSave(state_file.StateFile(state_file.VERSION, chunks), contents, save.carried)


def _change(save: StateSave, name: str, text: str) -> str:
    """Change a value in the state; return the tag of its chunk."""
    state = save.contents.state
    match = re.fullmatch(r"([vfsil])(\d{1,9})|o(\d{1,9})\.(\w+)", name)
    if match and match[4]:
        number = _index(name, match[3], state.general.object_count)
        _set_number(name, state.objects[number], match[4], text)
        return "Objs"
    if match:
        return _change_numbered(save, name, match[1], match[2], text)
    area, _, field = ".".join(NUMBER_PLACES.get(name, (name,))).partition(".")
    entry = next((each for each in TABLE if area in each.areas), None)
    if entry is None:
        raise SaveError(f"this state has no value {name}")
    _set_number(name, getattr(state, area) if field else state, field or area, text)
    return entry.tag


def _change_numbered(save: StateSave, name: str, kind: str, digits: str, text: str) -> str:
    state = save.contents.state
    if kind == "v":
        state.vars[_index(name, digits, 256)] = number_of(name, text, 255)
        return "Vars"
    if kind == "f":
        number, mask = _index(name, digits, 256), 0x80 >> int(digits) % 8
        kept = state.flags[number >> 3] & ~mask & 0xFF
        state.flags[number >> 3] = kept | mask * number_of(name, text, 1)
        return "Flag"
    if kind == "s":
        content = characters_of(name, text, STRING_BYTES - 1).ljust(STRING_BYTES, b"\0")
        start = STRING_BYTES * _index(name, digits, STRINGS)
        state.strings[start : start + STRING_BYTES] = list(content)
        return "Strs"
    if kind == "i":
        number = _index(name, digits, min(state.general.item_count, len(state.item_rooms)))
        state.item_rooms[number] = number_of(name, text, 255)
        return "Item"
    if not state.loaded.logics.present[_index(name, digits, 256)]:
        raise SaveError(f"{name}: logic {digits} is not in memory in this state")
    state.loaded.scan_start[int(digits)] = number_of(name, text, 0xFFFF)
    return "Load"


def _set_number(name: str, area: Area, field: str, text: str) -> None:
    """Set a field that is one number; SaveError when it is none or does not fit."""
    # What lies after a dot need not belong to an area: `strings.memory` is shown, and no field.
    types: Mapping[str, Any] = {each.name: each.ctype for each in area.fields()} if isinstance(area, Area) else {}
    ctype = types.get(field)
    if ctype is None or not issubclass(ctype, ctypes._SimpleCData):
        raise SaveError(f"this state has no number {name}")
    is_signed = ctype(-1).value < 0
    bits = 8 * sizeof(ctype) - is_signed
    setattr(area, field, number_of(name, text, (1 << bits) - 1, -(1 << bits) if is_signed else 0))


def _index(name: str, digits: str, count: int) -> int:
    if int(digits) >= count:
        raise SaveError(f"{name}: this state has {count} of these, counted from 0")
    return int(digits)
