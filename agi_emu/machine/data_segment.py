"""Reads strings after the last one: the interpreter's own data, part of which changes while it runs.

What does not change stands in the state from the start (program_texts.py). Here are the words that do: the colour of
text, where the files of items and the screen objects lie, and how far the memory for resources is in use (reference:
CMD-30, MEM-4, MEM-16).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from agi_emu.facts.codes import OBJECT_BYTES, STRING_BYTES
from agi_emu.facts.program_texts import STRINGS_AT
from agi_emu.machine import heap_addresses

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

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


def _items_address(m: Interpreter) -> int:
    """Return where the items lie, before the screen objects; they begin with the entries of the table."""
    return heap_addresses.first_logic_address(m) - _objects_bytes(m) - _items_bytes(m)


def _names_address(m: Interpreter) -> int:
    return _items_address(m) + int.from_bytes(m.items.plain[:_WORD_BYTES], "little")


def _objects_bytes(m: Interpreter) -> int:
    return OBJECT_BYTES * int(m.state.general.object_count)


_WORDS: Mapping[str, Callable[[Interpreter], int]] = MappingProxyType(
    {
        "objects": lambda m: heap_addresses.first_logic_address(m) - _objects_bytes(m),
        "objects-end": heap_addresses.first_logic_address,
        "objects-bytes": _objects_bytes,
        "items": _items_address,
        "names": _names_address,
        "items-bytes": _items_bytes,
        "memory-in-use": heap_addresses.first_free_address,
        "memory-start": lambda m: heap_addresses.first_address(m.profile),
        "memory-kept": lambda m: heap_addresses.first_address(m.profile) + int(m.state.heap.base),
        "memory-end": lambda m: heap_addresses.END_ADDRESS,
    }
)
"""A word of the data segment: value."""
