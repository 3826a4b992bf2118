"""Between a machine's state and the pieces of a savegame (reference: SAVE-5 to SAVE-9).

`pack` writes down what the original writes down and nothing else; `unpack` puts the pieces over the state as the
original reads them over its memory. What follows from them (loaded resources, picture, screen) is the replay's part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from struct import Struct, calcsize
from types import MappingProxyType

from agi_emu.facts.codes import OBJECT_BYTES, STRING_BYTES
from agi_emu.facts.versions import DEFAULT_V2
from agi_emu.state.layout import ScreenObject, StateLayout
from agi_emu.state.savegames.savegame import (
    ENTRY_BYTES,
    MOST_SCRIPT_ENTRIES,
    SaveForm,
    Savegame,
    SaveLayout,
    description_field,
    error_at,
    scan_start_list,
    scan_starts,
    script_entries,
)

MOST_DRAWN = 15
MOST_STRINGS = 24
"""Of any layout; what a shorter one lacks is empty, as at the start."""
PICTURE_TEXT_ROWS = 21
"""Rows from the picture's top row to what is stored as its bottom."""
POWER_ON_ROWS = (0, 23, 21)
"""Picture, input and status row before configure.screen."""
ROWS = ("picture_row", "input_row", "status_row")
INVENTORY_ENTRY = 3
ROOM_IN_ENTRY = 2
GAME_ID_BYTES = 7
INVENTORY_KEY = DEFAULT_V2.message_key

OBJECT_TYPES = "BBBhhBHBBHBBHHHhhhhBBBBBBBHBBBB"
OBJECT_RECORD = Struct(f"<{OBJECT_TYPES}")
"""An object's record (specification 10.2); addresses of the original's memory are 0 in ours and ignored."""
assert OBJECT_RECORD.size == OBJECT_BYTES
OBJECT_FIELDS = (
    *("step_time", "step_clock", "number", "x", "y", "view", "view_address", "loop", "loop_count", "loop_address"),
    *("cel", "cel_count", "cel_address", "previous_cel_address", "background_address", "previous_x", "previous_y"),
    *("width", "height", "step_size", "cycle_time", "cycle_clock", "direction"),
    *("motion", "cycle_type", "priority", "flags", "p0", "p1", "p2", "p3"),
)
"""Names of the record's fields; those of `ScreenObject` where it has them."""
OBJECT_OFFSETS: Mapping[str, int] = MappingProxyType(
    {name: calcsize(f"<{OBJECT_TYPES[:place]}") for place, name in enumerate(OBJECT_FIELDS)}
)
"""The offset of each in the record."""
OBJECT_ADDRESSES = frozenset(name for name in OBJECT_FIELDS if name.endswith("_address"))
STATE_FIELDS = tuple(name for name in OBJECT_FIELDS if name not in OBJECT_ADDRESSES and name != "number")

NUMBER_PLACES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "ticks": ("clock", "ticks"),
        "key_direction": ("unread", "key_direction"),
        **{name: ("general", name) for name in ("horizon", "block_x1", "block_y1", "block_x2", "block_y2")},
        **{name: ("general", name) for name in ("player_control", "picture_number", "block_active")},
        "script_size": ("script", "size"),
        "script_count": ("script", "count"),
        **{name: ("text", name) for name in ("foreground", "background", "attribute")},
        "input_enabled": ("input", "enabled"),
        "input_row": ("text", "input_row"),
        "cursor_char": ("input", "cursor_char"),
        **{name: ("text", name) for name in ("status_on", "status_row", "picture_row")},
        "script_mark": ("script", "saved"),
        "menus_allowed": ("menu", "allowed"),
        "hold_key": ("keyboard", "hold"),
        "unexplained": ("unread", "unexplained"),
    }
)
"""Area and field of the state for each single number of the first piece that the state holds."""
SWITCHES = frozenset(("player_control", "block_active", "input_enabled", "status_on", "menus_allowed", "hold_key"))
"""Numbers that only tell yes from no."""
ENTRY_COUNTS = frozenset(("script_size", "script_mark"))
LACKED: Mapping[str, int] = MappingProxyType({"script_mark": 0, "menus_allowed": 1, "hold_key": 0, "unexplained": 0})
"""Values for fields that a layout lacks: those at the start (reference: SAVE-5)."""


def object_values(piece: bytes, number: int) -> dict[str, int]:
    """Return the fields of one object's record."""
    return dict(zip(OBJECT_FIELDS, OBJECT_RECORD.unpack_from(piece, OBJECT_BYTES * number), strict=True))


def pack(state: StateLayout, form: SaveForm, inventory: bytes, description: bytes = b"") -> Savegame:
    """Write a state down; `inventory` is the OBJECT file after its header, plain."""
    return Savegame(
        description_field(description),
        _general(state, form.layout),
        b"".join(object_record(state.objects[i], i) for i in range(state.general.object_count)),
        crypt(_inventory(state, inventory), form.inventory_key),
        bytes(state.script.entries[: 2 * min(state.script.size, MOST_SCRIPT_ENTRIES)]),
        scan_start_list(_scan_starts(state)) if form.has_scan_starts else None,
    )


def _general(state: StateLayout, layout: SaveLayout) -> bytes:
    piece = bytearray(layout.length)
    layout.put_bytes(piece, "game_id", bytes(state.general.game_id)[:GAME_ID_BYTES])
    layout.put_bytes(piece, "variables", bytes(state.vars))
    layout.put_bytes(piece, "flags", bytes(state.flags))
    layout.put_bytes(piece, "strings", bytes(memoryview(state.strings)[: STRING_BYTES * layout.string_count]))
    for name, value in _numbers(state).items():
        layout.put(piece, name, value)
    keyboard = state.keyboard
    for slot in range(min(keyboard.map_count, layout.key_slots)):
        layout.put(piece, "keys", keyboard.map_key[slot], 2 * slot)
        layout.put(piece, "keys", keyboard.map_controller[slot], 2 * slot + 1)
    return bytes(piece)


def _numbers(state: StateLayout) -> dict[str, int]:
    """Return the single numbers of the first piece by the names of their fields."""
    rows = tuple(getattr(state.text, name) for name in ROWS)
    return {name: getattr(getattr(state, area), field) for name, (area, field) in NUMBER_PLACES.items()} | {
        "most_drawn": MOST_DRAWN,
        # Not kept in the state, for nothing reads it: it follows from the rows unless they never were configured.
        "picture_bottom": picture_bottom(*rows),
    }


def picture_bottom(picture_row: int, input_row: int, status_row: int) -> int:
    """Return the text row of the picture's end as configure.screen sets it, 0 where it never ran."""
    is_at_start = (picture_row, input_row, status_row) == POWER_ON_ROWS
    return 0 if is_at_start else picture_row + PICTURE_TEXT_ROWS


def object_record(each: ScreenObject, number: int, addresses: Mapping[str, int] = MappingProxyType({})) -> bytes:
    """Return an object as the original keeps it, 43 bytes; an address that is not given is 0."""
    values = {name: getattr(each, name) for name in STATE_FIELDS} | dict(addresses)
    values["number"] = number
    return OBJECT_RECORD.pack(*(values.get(name, 0) for name in OBJECT_FIELDS))


def _inventory(state: StateLayout, inventory: bytes) -> bytes:
    text = bytearray(inventory)
    for item, at in _entries(state, len(text)):
        text[at + ROOM_IN_ENTRY] = state.item_rooms[item]
    return bytes(text)


def _entries(state: StateLayout, length: int) -> list[tuple[int, int]]:
    """Return the items with a room in the state and their places in an inventory of `length` bytes."""
    count = min(state.general.item_count, len(state.item_rooms), length // INVENTORY_ENTRY)
    return [(item, INVENTORY_ENTRY * item) for item in range(count)]


def _scan_starts(state: StateLayout) -> list[tuple[int, int]]:
    loaded = state.loaded
    return [(logic, loaded.scan_start[logic]) for logic in loaded.logics.order[: loaded.logics.count]]


def crypt(inventory: bytes, key: bytes) -> bytes:
    """Encrypt or decrypt an inventory; an empty key leaves it as it is."""
    return bytes(byte ^ key[i % len(key)] for i, byte in enumerate(inventory)) if key else inventory


def decrypted_inventory(save: Savegame) -> bytes:
    """Return the inventory plain, whichever way it was written; what makes no sense either way stays as it is."""
    for text in (save.inventory, crypt(save.inventory, INVENTORY_KEY)):
        if item_count(text):
            return text
    return save.inventory


def item_count(inventory: bytes) -> int:
    """Return how many items an inventory has: its names begin where the entries end; 0 when that makes no sense."""
    names = int.from_bytes(inventory[:2], "little")
    if names % INVENTORY_ENTRY or not 0 < names <= len(inventory):
        return 0
    starts = (int.from_bytes(inventory[at : at + 2], "little") for at in range(0, names, INVENTORY_ENTRY))
    return names // INVENTORY_ENTRY if all(names <= start < len(inventory) for start in starts) else 0


def plain_inventory(state: StateLayout, save: Savegame, inventory: bytes, keys: tuple[bytes, ...]) -> bytes:
    """Return a savegame's inventory decrypted with the first of `keys` (an empty one: plain) that gives its names."""
    for key in keys:
        text = crypt(save.inventory, key)
        if _without_rooms(state, text) == _without_rooms(state, inventory):
            return text
    raise error_at("inventory", save.offset_of("inventory"), "its names do not match this game")


def _without_rooms(state: StateLayout, inventory: bytes) -> bytes:
    """Return what no game changes: the inventory without the rooms of its items."""
    text = bytearray(inventory)
    for _, at in _entries(state, len(text)):
        text[at + ROOM_IN_ENTRY] = 0
    return bytes(text)


def unpack(state: StateLayout, save: Savegame, inventory: bytes, own: SaveLayout) -> None:
    """Put a checked savegame over a state; `inventory` is its third piece, plain, `own` the interpreter's layout."""
    _unpack_general(state, save, own)
    for number in range(min(save.object_count, state.general.object_count)):
        _unpack_object(state.objects[number], object_values(save.objects, number))
    for item, at in _entries(state, len(inventory)):
        state.item_rooms[item] = inventory[at + ROOM_IN_ENTRY]
    state.script.entries[: len(save.script)] = list(save.script)
    state.script.count = len(script_entries(save))


def _unpack_object(each: ScreenObject, values: dict[str, int]) -> None:
    for name in STATE_FIELDS:
        setattr(each, name, values[name])
    each.shown_width, each.shown_height = each.width, each.height
    # The addresses in the file mean nothing: views are given again when the script was replayed.
    each.has_view = each.has_cel = 0


def _unpack_general(state: StateLayout, save: Savegame, own: SaveLayout) -> None:
    """Put the first piece over a state.

    What neither the file nor the interpreter's own layout has, such as the state of hold.key before version 3, lies
    outside of what a restore overwrites and stays (reference: KEY-16, SAVE-5, SAVE-25).
    """
    piece, layout = save.general, save.layout
    state.general.game_id[:] = list(save.game_id.ljust(len(state.general.game_id), b"\0"))
    state.vars[:] = list(layout.bytes_of(piece, "variables"))
    state.flags[:] = list(layout.bytes_of(piece, "flags"))
    strings = layout.bytes_of(piece, "strings").ljust(STRING_BYTES * MOST_STRINGS, b"\0")
    state.strings[: len(strings)] = list(strings)
    _unpack_keys(state, save)
    for name, (area, field) in NUMBER_PLACES.items():
        if name != "script_count" and (name in layout.fields or name in own.fields):
            value = layout.get(piece, name) if name in layout.fields else LACKED[name]
            value = bool(value) if name in SWITCHES else value
            value = min(value, MOST_SCRIPT_ENTRIES) if name in ENTRY_COUNTS else value
            setattr(getattr(state, area), field, value)


def _unpack_keys(state: StateLayout, save: Savegame) -> None:
    keyboard = state.keyboard
    keyboard.map_count = 0
    for slot in range(save.layout.key_slots):
        word = save.layout.get(save.general, "keys", 2 * slot)
        if word == 0:
            break
        keyboard.map_key[slot] = word
        keyboard.map_controller[slot] = save.layout.get(save.general, "keys", 2 * slot + 1) & 0xFF
        keyboard.map_count = slot + 1


def state_of(save: Savegame) -> StateLayout:
    """Return a state of zeros with a savegame, which need not be valid, put over it."""
    state = StateLayout()
    inventory = decrypted_inventory(save)
    state.general.object_count, state.general.item_count = save.object_count, item_count(inventory)
    unpack(state, save, inventory, save.layout)
    logics = state.loaded.logics
    for logic, offset in scan_starts(save):
        logics.order[logics.count] = logic
        logics.count += 1
        state.loaded.scan_start[logic] = offset
    return state


def with_state(save: Savegame, state: StateLayout, name: str) -> Savegame:
    """Return a savegame with what differs in a state made of it; `name` is the number that was changed, if it was one.

    A number that no game can have written may be another one in the state, so it is put down even if it did not change.
    """
    inventory = decrypted_inventory(save)
    key = b"" if inventory == save.inventory else INVENTORY_KEY
    form = SaveForm(save.layout, key, has_scan_starts=save.scan_starts is not None)
    before, after = (pack(each, form, inventory).pieces() for each in (state_of(save), state))
    pieces = {piece: bytearray(data) for piece, data in save.pieces().items()}
    for piece, data in pieces.items():
        for at, (old, new) in enumerate(zip(before[piece], after[piece], strict=False)):
            if old != new:
                data[at] = new
    for each in (name, *(("picture_bottom",) if name in ROWS else ())):
        save.layout.put_bytes(pieces["general"], each, save.layout.bytes_of(after["general"], each))
    if name == "script_size":
        length = ENTRY_BYTES * min(state.script.size, MOST_SCRIPT_ENTRIES)
        pieces["script"] = pieces["script"][:length].ljust(length, b"\0")
    return replace(save, **{piece: bytes(data) for piece, data in pieces.items()})
