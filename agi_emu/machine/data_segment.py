"""Reads strings after the last one: the interpreter's own data, part of which changes while it runs.

What does not change stands in the state from the start (program_texts.py). Here are the words that do: the colour of
text, where the files of items and the screen objects lie, and how far the memory for resources is in use (reference:
CMD-30, MEM-4, MEM-16).

It also finds the directory entry that the original reads for a number past the end of a directory. It reads on in
memory. There lie, one after the other, the directories (logics, pictures, views, sounds; version 3 has one file of
them), WORDS.TOK, OBJECT, and the records of the screen objects, which logic 0 follows (reference: MEM-4, MEM-15).

Golden, tours of two games that show view 220: with 9 views its entry is 63 74 00, the last bytes of OBJECT, both where
2.936 and where 3.002.098 keeps it; with 11 it is 13 00 90, the previous place of object 1, (19, 144).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from agi_emu.facts.codes import OBJECT_BYTES, STRING_BYTES
from agi_emu.facts.program_texts import STRINGS_AT
from agi_emu.machine import heap_addresses
from agi_emu.machine.interpreter import Interpreter
from agi_emu.resources.directory_finding import ENTRY_BYTES, V2_DIRECTORIES
from agi_emu.resources.kinds import Kind

_WORD_BYTES = 2
_ITEM_HEADER_BYTES = 3


def memory_from(m: Interpreter, string: int) -> bytes:
    """Return the memory from string `string` on (0-255) to the end of string 255."""
    start = STRING_BYTES * string
    memory = bytearray(memoryview(m.state.strings)[start:])
    _put(memory, STRING_BYTES * m.profile.string_count - start, m.state.text.foreground)
    if m.profile.heap_is_known:
        for offset, name in m.profile.memory_words:
            _put(memory, offset - STRINGS_AT - start, _WORDS[name](m))
    return bytes(memory)


def _put(memory: bytearray, place: int, value: int) -> None:
    if 0 <= place <= len(memory) - _WORD_BYTES:
        memory[place : place + _WORD_BYTES] = (value & 0xFFFF).to_bytes(_WORD_BYTES, "little")


def _items_bytes(m: Interpreter) -> int:
    return len(m.items.plain) - _ITEM_HEADER_BYTES


def items_address(m: Interpreter) -> int:
    """Return where the items lie, before the screen objects; they begin with the entries of the table."""
    return heap_addresses.first_logic_address(m) - _objects_bytes(m) - _items_bytes(m)


def _names_address(m: Interpreter) -> int:
    return items_address(m) + int.from_bytes(m.items.plain[:_WORD_BYTES], "little")


def _objects_bytes(m: Interpreter) -> int:
    return OBJECT_BYTES * int(m.state.general.object_count)


_WORDS: Mapping[str, Callable[[Interpreter], int]] = MappingProxyType(
    {
        "objects": lambda m: heap_addresses.first_logic_address(m) - _objects_bytes(m),
        "objects-end": heap_addresses.first_logic_address,
        "objects-bytes": _objects_bytes,
        "items": items_address,
        "names": _names_address,
        "items-bytes": _items_bytes,
        "memory-in-use": heap_addresses.first_free_address,
        "memory-start": lambda m: heap_addresses.first_address(m.profile),
        "memory-kept": lambda m: heap_addresses.first_address(m.profile) + int(m.state.heap.base),
        "memory-end": lambda m: heap_addresses.END_ADDRESS,
    }
)
"""A word of the data segment: value."""


def entry_behind_directory(m: Interpreter, kind: Kind, number: int) -> bytes:
    """Return the three bytes at the place of a resource's entry, fewer or none where they are not known."""
    files, items = m.game.files, m.items.plain
    directories = [files.get(name) or b"" for name in m.game.layout.directory_names]
    if m.game.layout.generation == 2:
        start = sum(len(files.get(name) or b"") for name in list(V2_DIRECTORIES.values())[: list(Kind).index(kind)])
    else:
        place = 2 * list(Kind).index(kind)
        start = int.from_bytes(directories[0][place : place + 2], "little")
    words = files.get("words.tok") or b""
    memory = b"".join([*directories, words, items])
    start += ENTRY_BYTES * number
    if start + ENTRY_BYTES > len(memory):
        # Savegames are not needed before the first picture, nor is this.
        from agi_emu.state.savegames.savegame_state import object_record

        objects = m.state.objects[: m.state.general.object_count]
        memory += b"".join(object_record(each, index) for index, each in enumerate(objects))
    return memory[start : start + ENTRY_BYTES]
