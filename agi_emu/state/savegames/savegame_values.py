"""A savegame as named values (`save_values`): read and changed without a machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from agi_emu.codes import OBJECT_BYTES, STRING_BYTES
from agi_emu.errors import SaveError
from agi_emu.logic.opcodes import Record
from agi_emu.state.save_values import SaveValues
from agi_emu.state.savegames.savegame import (
    DESCRIPTION_BYTES,
    ENTRY_BYTES,
    LIST_END,
    Savegame,
    scan_start_list,
    scan_starts,
    script_entries,
)
from agi_emu.state.savegames.savegame_state import (
    INVENTORY_ENTRY,
    OBJECT_ADDRESSES,
    OBJECT_FIELDS,
    OBJECT_RECORD,
    ROOM_IN_ENTRY,
    ROWS,
    crypt,
    object_values,
    picture_bottom,
)
from agi_emu.state.savegames.savegame_validation import fault_of
from agi_emu.versions import DEFAULT_V2

INVENTORY_KEY = DEFAULT_V2.message_key
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


def decrypted_inventory(save: Savegame) -> bytes:
    """Return the inventory plain, whichever way it was written; what makes no sense either way stays as it is."""
    for text in (save.inventory, crypt(save.inventory, INVENTORY_KEY)):
        if _item_count(text):
            return text
    return save.inventory


def _item_count(inventory: bytes) -> int:
    """Return how many items an inventory has: its names begin where the entries end; 0 when that makes no sense."""
    names = int.from_bytes(inventory[:2], "little")
    if names % INVENTORY_ENTRY or not 0 < names <= len(inventory):
        return 0
    starts = (int.from_bytes(inventory[at : at + 2], "little") for at in range(0, names, INVENTORY_ENTRY))
    return names // INVENTORY_ENTRY if all(names <= start < len(inventory) for start in starts) else 0


def items(save: Savegame) -> list[tuple[str, int]]:
    """Return name and room of every item; none when the inventory makes no sense."""
    text = decrypted_inventory(save)
    found = []
    for at in range(0, INVENTORY_ENTRY * _item_count(text), INVENTORY_ENTRY):
        start = int.from_bytes(text[at : at + 2], "little")
        found.append((text_of(text[start:]), text[at + ROOM_IN_ENTRY]))
    return found


def numbers(save: Savegame) -> dict[str, int]:
    """Return the single numbers of the first piece by the names of their fields."""
    layout = save.layout
    return {name: layout.get(save.general, name) for name in layout.fields if name not in _NO_NUMBERS}


def variables(save: Savegame) -> bytes:
    """Return the 256 variables."""
    return save.layout.bytes_of(save.general, "variables")


def flags(save: Savegame) -> list[int]:
    """Return the numbers of the flags that are set."""
    raw = save.layout.bytes_of(save.general, "flags")
    return [number for number in range(256) if raw[number >> 3] & 0x80 >> (number & 7)]


def strings(save: Savegame) -> list[str]:
    """Return the strings."""
    raw = save.layout.bytes_of(save.general, "strings")
    return [text_of(raw[at : at + STRING_BYTES]) for at in range(0, len(raw), STRING_BYTES)]


def key_assignments(save: Savegame) -> list[tuple[int, int]]:
    """Return the key words in use with their controllers."""
    layout = save.layout
    pairs = (
        (layout.get(save.general, "keys", 2 * i), layout.get(save.general, "keys", 2 * i + 1))
        for i in range(layout.key_slots)
    )
    return [(word, controller) for word, controller in pairs if word]


def objects(save: Savegame) -> Iterator[dict[str, int]]:
    """Yield the objects in order, without the addresses of the original's memory."""
    for number in range(save.object_count):
        values = object_values(save.objects, number)
        yield {name: value for name, value in values.items() if name not in OBJECT_ADDRESSES and name != "number"}


def values_of(save: Savegame) -> SaveValues:
    """Return everything that a savegame says."""
    return SaveValues(
        form=f"layout {save.layout.name}",
        description=text_of(save.description_field),
        game_id=text_of(save.game_id),
        numbers=numbers(save),
        variables=variables(save),
        flags=flags(save),
        strings=strings(save),
        keys=key_assignments(save),
        objects=list(objects(save)),
        items=items(save),
        script=script_commands(save),
        scan_starts=scan_starts(save),
    )


def without_stale_bytes(save: Savegame) -> Savegame:
    """Zero what means nothing in a file of the original: addresses, bytes after a NUL or after the script in use."""
    records = []
    for number in range(save.object_count):
        fields = object_values(save.objects, number)
        records.append(OBJECT_RECORD.pack(*(0 if name in OBJECT_ADDRESSES else fields[name] for name in OBJECT_FIELDS)))
    used = ENTRY_BYTES * len(script_entries(save))
    return replace(
        save,
        description_field=save.description.ljust(DESCRIPTION_BYTES, b"\0"),
        objects=b"".join(records),
        script=save.script[:used].ljust(len(save.script), b"\0"),
        scan_starts=None if save.scan_starts is None else save.scan_starts[: -len(LIST_END)] + LIST_END,
    )


# Changing


def with_value(save: Savegame, name: str, text: str) -> Savegame:
    """Return a savegame with one value changed; SaveError for what it does not have, or what no game would write."""
    changed = _with_value(save, name, text)
    if not fault_of(save) and (fault := fault_of(changed)):
        raise SaveError(f"{name}: {text}: {fault}")
    return changed


def _with_value(save: Savegame, name: str, text: str) -> Savegame:
    if name == "description":
        return save.with_description(characters_of(name, text, DESCRIPTION_BYTES - 1))
    for pattern, change in _CHANGES:
        match = re.fullmatch(pattern, name)
        if match:
            return change(save, name, match, text)
    if name in numbers(save):
        width = save.layout.fields[name].width
        piece = bytearray(save.general)
        save.layout.put(piece, name, number_of(name, text, (1 << 8 * width) - 1))
        return _with_what_follows(save, name, piece)
    raise SaveError(f"this savegame has no value {name}")


def _with_what_follows(save: Savegame, name: str, piece: bytearray) -> Savegame:
    """Return a savegame with another first piece, and with what follows from the number that was changed in it."""
    changed = numbers(replace(save, general=bytes(piece)))
    if name in ROWS:
        save.layout.put(piece, "picture_bottom", picture_bottom(*(changed[row] for row in ROWS)))
    size = ENTRY_BYTES * changed["script_size"] if name == "script_size" else len(save.script)
    return replace(save, general=bytes(piece), script=save.script[:size].ljust(size, b"\0"))


def _change_variable(save: Savegame, name: str, match: re.Match[str], text: str) -> Savegame:
    piece = bytearray(save.general)
    save.layout.put(piece, "variables", number_of(name, text, 255), _index(name, match, 256))
    return replace(save, general=bytes(piece))


def _change_flag(save: Savegame, name: str, match: re.Match[str], text: str) -> Savegame:
    number = _index(name, match, 256)
    raw = bytearray(save.layout.bytes_of(save.general, "flags"))
    raw[number >> 3] &= ~(0x80 >> (number & 7))
    raw[number >> 3] |= number_of(name, text, 1) * 0x80 >> (number & 7)
    piece = bytearray(save.general)
    save.layout.put_bytes(piece, "flags", bytes(raw))
    return replace(save, general=bytes(piece))


def _change_string(save: Savegame, name: str, match: re.Match[str], text: str) -> Savegame:
    number = _index(name, match, save.layout.string_count)
    raw = bytearray(save.layout.bytes_of(save.general, "strings"))
    content = characters_of(name, text, STRING_BYTES - 1).ljust(STRING_BYTES, b"\0")
    raw[STRING_BYTES * number : STRING_BYTES * (number + 1)] = content
    piece = bytearray(save.general)
    save.layout.put_bytes(piece, "strings", bytes(raw))
    return replace(save, general=bytes(piece))


def _change_item(save: Savegame, name: str, match: re.Match[str], text: str) -> Savegame:
    inventory = bytearray(decrypted_inventory(save))
    key = b"" if bytes(inventory) == save.inventory else INVENTORY_KEY
    at = INVENTORY_ENTRY * _index(name, match, _item_count(bytes(inventory)))
    inventory[at + ROOM_IN_ENTRY] = number_of(name, text, 255)
    return replace(save, inventory=crypt(bytes(inventory), key))


def _change_object(save: Savegame, name: str, match: re.Match[str], text: str) -> Savegame:
    number = _index(name, match, save.object_count)
    fields = object_values(save.objects, number)
    if match[2] not in fields or match[2] in OBJECT_ADDRESSES:
        raise SaveError(f"{name}: an object has no field {match[2]}")
    fields[match[2]] = number_of(name, text, 0xFFFF if match[2] == "flags" else 255)
    start = OBJECT_BYTES * number
    record = OBJECT_RECORD.pack(*fields.values())
    return replace(save, objects=save.objects[:start] + record + save.objects[start + OBJECT_BYTES :])


def _change_scan_start(save: Savegame, name: str, match: re.Match[str], text: str) -> Savegame:
    starts = dict(scan_starts(save))
    if int(match[1]) not in starts:
        raise SaveError(f"{name}: logic {match[1]} is not in memory in this savegame")
    starts[int(match[1])] = number_of(name, text, 0xFFFF)
    return replace(save, scan_starts=scan_start_list(list(starts.items())))


_CHANGES: tuple[tuple[str, Callable[[Savegame, str, re.Match[str], str], Savegame]], ...] = (
    (r"v(\d+)", _change_variable),
    (r"f(\d+)", _change_flag),
    (r"s(\d+)", _change_string),
    (r"i(\d+)", _change_item),
    (r"o(\d+)\.(\w+)", _change_object),
    (r"l(\d+)", _change_scan_start),
)


def _index(name: str, match: re.Match[str], count: int) -> int:
    number = int(match[1])
    if number >= count:
        raise SaveError(f"{name}: this savegame has {count} of these, counted from 0")
    return number


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
