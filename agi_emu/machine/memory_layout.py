"""Lays out the original's memory as it is at a moment, as far as the state knows it (reference: MEM-3, MEM-4).

First the interpreter's own data, the stack, the files and the records of the objects, then what was loaded, menus and
script, then the backgrounds under objects. What is free holds the resources that lay there last, as far as nothing
loaded later covers them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from agi_emu.facts.codes import OBJECT_BYTES, STRING_BYTES
from agi_emu.facts.program_texts import STRINGS_AT
from agi_emu.machine.costs import BACKGROUND_ENTRY_BYTES, ENTRY_BYTES, ITEM_BYTES, MENU_BYTES, SCRIPT_ENTRY_BYTES
from agi_emu.machine.data_segment import entry_behind_directory
from agi_emu.machine.display.drivers import view_as_loaded
from agi_emu.machine.heap_addresses import PLACES, STACK_BYTES, first_address, first_logic_address, list_of
from agi_emu.machine.interpreter import Interpreter
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import Presence, StoredResource
from agi_emu.state.layout import MEMORY_BYTES, MenuEntry, MenuItem

KINDS = tuple(PLACES)
"""In the order of `heap.places`; the core counts them from 0."""
_STACK = b"\xaa\xaa".ljust(STACK_BYTES, b"s")
_FIRST_ITEM_ROW = 2
_LOOP_TABLE = 5
"""Offset in a view; a loop has that of its cels after one byte."""


def stored_resource(m: Interpreter, kind: Kind, number: int) -> StoredResource | None:
    """Return a resource of the game, None if it has none.

    Where the memory is kept it is the one that the three bytes behind a directory of views name, of whatever kind.
    """
    presence = m.game.presence(kind, number)
    if presence is Presence.PRESENT:
        return m.game.stored(kind, number)
    if presence is Presence.BEYOND_DIRECTORY and kind is Kind.VIEW and m.state.heap.image:
        return m.game.volumes.read_at(m.game.volumes.read_entry(entry_behind_directory(m, kind, number)))
    return None


def memory_of(m: Interpreter) -> bytes:
    """Return the memory of a machine, by data address."""
    memory = bytearray(MEMORY_BYTES)
    start, at_first_logic = first_address(m.profile), m.state.heap.places[0]
    memory[:start] = _own_data(m)[:start].ljust(start, b"\0")
    _put(memory, start, (_STACK + files_at_start(m) + m.items.plain)[:at_first_logic])
    for kind, number, after in _pieces(m):
        _put(memory, address_of(m, kind, number), piece_of(m, kind, number, after))
    _lay_menus(m, memory)
    _lay_objects(m, memory, _lay_backgrounds(m, memory))
    return bytes(memory)


def files_at_start(m: Interpreter) -> bytes:
    """Return the directories and the dictionary, which are in memory from the start on, after the stack."""
    names = (*m.game.layout.directory_names, "words.tok")
    return b"".join(m.game.files.get(name) or b"" for name in names)


def _put(memory: bytearray, at: int, piece: bytes) -> None:
    """Write a piece as far as it lies in the memory."""
    if 0 <= at < MEMORY_BYTES:
        piece = piece[: MEMORY_BYTES - at]
        memory[at : at + len(piece)] = piece


def _lay_menus(m: Interpreter, memory: bytearray) -> None:
    """Write the records of the menus, each before those of its items, as they are made before the first room."""
    menu, script = m.state.menu, m.state.script
    menus = [menu.menus[each] for each in range(menu.menu_count)]
    end = first_address(m.profile) + m.state.heap.base - SCRIPT_ENTRY_BYTES * script.size * m.state.heap.has_script
    first = end - MENU_BYTES * len(menus) - ITEM_BYTES * menu.item_count
    places = [first + MENU_BYTES * number + ITEM_BYTES * each.first for number, each in enumerate(menus)]

    def put(ring: list[int], number: int, entry: MenuEntry | MenuItem, *values: int) -> None:
        text = memory.find(bytes(entry.text[: entry.length]) + b"\0", first_logic_address(m))
        links = (ring[(number + 1) % len(ring)], ring[number - 1], max(text, 0))
        _put(memory, ring[number], _words(*links, *values))

    for number, each in enumerate(menus):
        entries = menu.items[each.first : each.first + each.count]
        items = [places[number] + MENU_BYTES + ITEM_BYTES * row for row in range(len(entries))]
        shown = [*items[:1], *items[each.current :][:1]]
        put(places, number, each, 0, each.column, each.enabled, *shown)
        for row, item in enumerate(entries):
            put(items, row, item, _FIRST_ITEM_ROW + row, each.item_column, item.enabled, item.controller)


def _lay_backgrounds(m: Interpreter, memory: bytearray) -> dict[int, int]:
    """Write the backgrounds under objects, each after its record (reference: MEM-17); return their addresses."""
    found: dict[int, int] = {}
    at = first_address(m.profile) + m.state.heap.used
    objects = first_logic_address(m) - OBJECT_BYTES * m.state.general.object_count
    for sprites in (m.state.static_sprites, m.state.updating_sprites):
        before = 0
        for place, each in enumerate(sprites.entries[: sprites.count]):
            cells = bytes(m.state.arena[each.offset : each.offset + each.width * each.height])
            after = at + BACKGROUND_ENTRY_BYTES + len(cells)
            links = (before, after if place + 1 < sprites.count else 0, objects + OBJECT_BYTES * each.object)
            record = _words(*links, each.x, each.top, each.width, each.height, at + BACKGROUND_ENTRY_BYTES)
            _put(memory, at, record + cells)
            found[each.object] = before = at
            at = after
    return found


def _lay_objects(m: Interpreter, memory: bytearray, backgrounds: Mapping[int, int]) -> None:
    """Write the records of the objects before logic 0, with the addresses of what they show."""
    # Savegames are not needed before the first picture; a memory is rarely.
    from agi_emu.state.savegames.savegame_state import object_record

    first = first_logic_address(m) - OBJECT_BYTES * m.state.general.object_count
    for number, each in enumerate(m.state.objects[: m.state.general.object_count]):
        addresses = {"background_address": backgrounds.get(number, 0)}
        if each.has_view:
            view = address_of(m, Kind.VIEW, each.view) + ENTRY_BYTES[Kind.VIEW]
            loop = view + _word_at(memory, view + _LOOP_TABLE + 2 * each.loop)
            cel = loop + _word_at(memory, loop + 1 + 2 * each.cel)
            shown = cel if number in backgrounds else 0
            addresses |= {"view_address": view, "loop_address": loop, "cel_address": cel, "previous_cel_address": shown}
        masked = {name: address & 0xFFFF for name, address in addresses.items()}
        _put(memory, first + OBJECT_BYTES * number, object_record(each, number, masked))


def _own_data(m: Interpreter) -> bytes:
    """Return the interpreter's own data: of the AGIDATA.OVL that the game brings, else what strings are known to show.

    The strings are those of now; what else changes while the interpreter runs is as at its start.
    """
    strings = bytes(STRINGS_AT) + bytes(m.state.strings)
    data = m.game.files.get("agidata.ovl") or b""
    if not data or any(data[at : at + len(text)] != text for at, text in m.profile.memory_texts if at < len(data)):
        return strings
    end = STRINGS_AT + STRING_BYTES * m.profile.string_count
    return data[:STRINGS_AT] + strings[STRINGS_AT:end] + data[end:]


def address_of(m: Interpreter, kind: Kind, number: int) -> int:
    """Return the data address of a resource's record."""
    return first_address(m.profile) + int(m.state.heap.places[PLACES[kind] + number])


def _pieces(m: Interpreter) -> Iterator[tuple[Kind, int, int]]:
    """Yield what to lay out, with the address of the next in its list: what was freed, then what is loaded."""
    places = m.state.heap.places
    for kind in reversed(KINDS):
        listed = list_of(m.state, kind)
        for number in range(256):
            if places[PLACES[kind] + number] and not listed.present[number]:
                yield kind, number, 0
    for kind in KINDS:
        listed = list_of(m.state, kind)
        order = list(listed.order[: listed.count])
        for number, after in zip_longest(order, order[1:]):
            yield kind, number, 0 if after is None else address_of(m, kind, after)


def piece_of(m: Interpreter, kind: Kind, number: int, after: int) -> bytes:
    """Return the record of a resource (reference: MEM-3) and its bytes, as they lie in memory."""
    stored = stored_resource(m, kind, number)
    if stored is None:
        return bytes(ENTRY_BYTES[kind])
    data = view_as_loaded(m, stored.data) if kind is Kind.VIEW else stored.data
    start = address_of(m, kind, number) + ENTRY_BYTES[kind]
    record = word(after) + bytes([number])
    if kind is Kind.LOGIC:
        logic = m.game.logic(number)
        code = start + 2
        record += bytes([len(logic.messages) & 0xFF]) + word(code)
        record += word(code + m.state.loaded.scan_start[number]) + word(code + len(logic.code) + 1)
        data = word(len(logic.code)) + logic.in_memory
    elif kind is Kind.SOUND:
        voices = [int.from_bytes(data[at : at + 2], "little") for at in range(0, 8, 2)]
        record += b"\0" + word(start) + _words(*(start + voice for voice in voices))
    else:
        record += word(start)
    return record + data


def word(value: int) -> bytes:
    """Return a word as it lies in memory."""
    return (value & 0xFFFF).to_bytes(2, "little")


def _words(*values: int) -> bytes:
    return b"".join(map(word, values))


def _word_at(memory: bytearray, at: int) -> int:
    return int.from_bytes(memory[at : at + 2], "little")
