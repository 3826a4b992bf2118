"""The values of a save, by name, whichever kind of file it is: to show, to compare, without a machine or the game.

Names: `v10` a variable, `f5` a flag, `s0` a string, `o0.x` a field of an object, `i3` the room of an item, `k2` a key
assignment, `l95` where a logic begins, `script4` a script event, and single numbers by the names that the tables of
layouts give them (`horizon`); what only a state of ours holds is named by area and field (`clock.beats`).

One value can be changed, given by its name and a text. A savegame is read into a state, the state is changed, and what
is another byte then goes into the file: bytes that no state holds, such as the addresses of the session that saved,
stay as they are.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Mapping, Sequence
from ctypes import addressof, sizeof, string_at
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeVar

import xxhash

from agi_emu.facts.codes import STRING_BYTES
from agi_emu.facts.errors import SaveError
from agi_emu.logic.opcodes import Record
from agi_emu.state.areas import Area, Flags
from agi_emu.state.files import state_file
from agi_emu.state.files.state_chunks import TABLE, ParsedState, replace_chunks
from agi_emu.state.layout import ScreenObject, StateLayout
from agi_emu.state.savegames.savegame import DESCRIPTION_BYTES, Savegame, scan_starts, script_entries
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
    state_of,
    with_state,
)
from agi_emu.state.savegames.savegame_validation import fault_of
from agi_emu.state.state_contents import fresh_copy, with_figures
from agi_emu.state.validation import check_state

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


AREAS: Mapping[str, str] = MappingProxyType(
    {"v": "vars", "f": "flags", "s": "strings", "o": "objects", "i": "item_rooms", "l": "loaded"}
)
"""The field of the state that holds the values whose names begin with a letter and a number."""
NUMBERED = re.compile(r"([vfsoil])(\d{1,9})(?:\.(\w+))?")


AnySave = TypeVar("AnySave", Savegame, ParsedState)


def with_value(save: AnySave, name: str, text: str) -> AnySave:
    """Return a save with one value changed; SaveError for what it does not have, or what does not fit."""
    _refuse_unknown(save, name)
    return _savegame_with(save, name, text) if isinstance(save, Savegame) else _state_with(save, name, text)


def _refuse_unknown(save: Savegame | ParsedState, name: str) -> None:
    """Raise SaveError for a name that is not one of the values of this save that can be set."""
    known = values_of(save).by_name()
    kind = "savegame" if isinstance(save, Savegame) else "state"
    match = NUMBERED.fullmatch(name)
    if isinstance(known.get(name), int) or name == "description" or (match and match[1] == "s" and name in known):
        return
    if match and match[1] == "l":
        raise SaveError(f"{name}: logic {match[2]} is not in memory in this {kind}")
    if match:
        numbers = {found[2] for found in map(NUMBERED.fullmatch, known) if found and found[1] == match[1]}
        if int(match[2]) >= len(numbers):
            raise SaveError(f"{name}: this {kind} has {len(numbers)} of these, counted from 0")
    raise SaveError(f"this {kind} has no value {name} that can be set")


def _state_with(save: ParsedState, name: str, text: str) -> ParsedState:
    """Return a state with some chunks written again: as a file of the current version."""
    contents, tags = save.contents, ["Summ"]
    if name == "description":
        contents = replace(contents, summary=replace(contents.summary, description=text))
    else:
        contents = replace(contents, state=fresh_copy(contents.state))
        area = put_value(contents.state, name, text)
        check_state(contents.state)
        contents = replace(contents, summary=with_figures(contents.summary, contents.state))
        tags += [entry.tag for entry in TABLE if area in entry.areas]
    chunks = replace_chunks(save.file.chunks, contents, save.carried, tags)
    return ParsedState(state_file.StateFile(state_file.VERSION, chunks), contents, save.carried)


def _savegame_with(save: Savegame, name: str, text: str) -> Savegame:
    """Return a savegame with one value changed; one that a game can have written stays so."""
    if name == "description":
        return save.with_description(characters_of(name, text, DESCRIPTION_BYTES - 1))
    state = state_of(save)
    put_value(state, name, text)
    changed = with_state(save, state, name)
    if not fault_of(save) and (fault := fault_of(changed)):
        raise SaveError(f"{name}: {text}: {fault}")
    return changed


def put_value(state: StateLayout, name: str, text: str) -> str:
    """Change a value of a state that has it; return the field of the state that holds it, SaveError if it does not fit.

    `save_values` knows more names than the numbers here, such as what follows from others.
    """
    match = NUMBERED.fullmatch(name)
    if match is None:
        area, _, inner = ".".join(NUMBER_PLACES.get(name, (name,))).partition(".")
        _set_number(name, getattr(state, area, None) if inner else state, inner or area, text)
        return area
    kind, number = match[1], int(match[2])
    if kind == "o":
        _set_number(name, state.objects[number], match[3], text)
    elif kind == "f":
        Flags(state.flags)[number] = bool(number_of(name, text, 1))
    elif kind == "s":
        content = characters_of(name, text, STRING_BYTES - 1).ljust(STRING_BYTES, b"\0")
        state.strings[STRING_BYTES * number : STRING_BYTES * (number + 1)] = list(content)
    elif kind == "l":
        state.loaded.scan_start[number] = number_of(name, text, 0xFFFF)
    else:
        getattr(state, AREAS[kind])[number] = number_of(name, text, 0xFF)
    return AREAS[kind]


def _set_number(name: str, area: Any, field: str, text: str) -> None:
    """Set a field that is one number; SaveError when it is none or does not fit."""
    types: Mapping[str, Any] = {each.name: each.ctype for each in area.fields()} if isinstance(area, Area) else {}
    ctype = types.get(field)
    if ctype is None or not issubclass(ctype, ctypes._SimpleCData):
        raise SaveError(f"{name} is not a number that can be set")
    is_signed = ctype(-1).value < 0
    bits = 8 * sizeof(ctype) - is_signed
    setattr(area, field, number_of(name, text, (1 << bits) - 1, -(1 << bits) if is_signed else 0))


def number_of(name: str, text: str, most: int, least: int = 0) -> int:
    """Return the number that a text says; SaveError, which names the value, when it says none from least to most."""
    if not re.fullmatch(r"-?[0-9]{1,12}", text.strip()) or not least <= int(text) <= most:
        raise SaveError(f"{name}: {text!r} is not a number from {least} to {most}")
    return int(text)


def characters_of(name: str, text: str, most: int) -> bytes:
    """Return a text as DOS has it; SaveError, which names the value, for what it lacks or what is too long."""
    try:
        raw = text.encode("cp437")
    except UnicodeEncodeError as error:
        raise SaveError(f"{name}: {text!r} has characters that DOS does not have") from error
    if len(raw) > most:
        raise SaveError(f"{name}: {len(raw)} characters; at most {most} fit")
    return raw
