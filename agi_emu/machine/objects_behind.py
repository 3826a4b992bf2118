"""Gives the memory after the table of objects, which commands take for further objects (reference: CMD-42).

Only animate.obj, draw and erase look at an object's number. In memory logic 0 follows the table: its record, then its
resource. This lays both out as the objects that they are taken for; what such objects are given stays with them and
does not change the logic, except for what erase does.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from agi_emu.codes import OBJECT_BYTES
from agi_emu.machine import heap
from agi_emu.machine.heap_sizes import ENTRY_BYTES
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import Presence
from agi_emu.state.layout import ScreenObject

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

MOST_OBJECTS = 256


class _Record(ctypes.LittleEndianStructure):
    """An object as the original has it in memory, 43 bytes (reference: OBJ-1)."""

    _pack_ = 1
    _fields_ = (
        *((name, ctypes.c_uint8) for name in ("step_time", "step_clock", "number")),
        *((name, ctypes.c_int16) for name in ("x", "y")),
        ("view", ctypes.c_uint8),
        ("view_address", ctypes.c_uint16),
        *((name, ctypes.c_uint8) for name in ("loop", "loop_count")),
        ("loop_address", ctypes.c_uint16),
        *((name, ctypes.c_uint8) for name in ("cel", "cel_count")),
        *((name, ctypes.c_uint16) for name in ("cel_address", "shown_cel_address", "background_address")),
        *((name, ctypes.c_int16) for name in ("previous_x", "previous_y", "width", "height")),
        *((name, ctypes.c_uint8) for name in ("step_size", "cycle_time", "cycle_clock", "direction", "motion")),
        *((name, ctypes.c_uint8) for name in ("cycle_type", "priority")),
        ("flags", ctypes.c_uint16),
        *((name, ctypes.c_uint8) for name in ("p0", "p1", "p2", "p3")),
    )


_ADDRESSES = ("view_address", "loop_address", "cel_address", "shown_cel_address", "background_address")
_FIELDS = tuple(field[0] for field in _Record._fields_ if field[0] not in (*_ADDRESSES, "number"))


def lay_out(m: Interpreter) -> None:
    """Give the objects after the last one what lies in memory there, where the interpreter's memory is known."""
    count = m.state.general.object_count
    if not m.profile.heap_is_known or m.game.presence(Kind.LOGIC, 0) is not Presence.PRESENT:
        return
    memory = _first_logic(m)
    records = -(-len(memory) // OBJECT_BYTES)
    memory = memory.ljust(OBJECT_BYTES * records, b"\0")  # what follows is still empty
    for place in range(min(records, MOST_OBJECTS - count)):
        record = _Record.from_buffer_copy(memory, OBJECT_BYTES * place)
        each = m.state.objects[count + place]
        for name in _FIELDS:
            setattr(each, name, getattr(record, name))
        each.has_cel = record.cel_address != 0
        # last.cel reads the number of cels where the loop is said to lie.
        each.cel_count = _byte_at_start(m, record.loop_address) or each.cel_count


def shown(m: Interpreter, number: int) -> ScreenObject:
    """Return an object as obj.status shows it: one that is not wholly in logic 0 reaches into the script list."""
    place = number - m.state.general.object_count
    found: ScreenObject = m.state.objects[number]
    if place < 0 or not m.profile.heap_is_known or m.game.presence(Kind.LOGIC, 0) is not Presence.PRESENT:
        return found
    memory = _first_logic(m)
    if OBJECT_BYTES * (place + 1) <= len(memory):
        return found
    script = m.state.script
    memory += bytes(script.entries[: 2 * script.size]) if m.state.heap.has_script else b""
    memory = memory[OBJECT_BYTES * place :][:OBJECT_BYTES].ljust(OBJECT_BYTES, b"\0")
    record = _Record.from_buffer_copy(memory)
    return ScreenObject(**{name: getattr(record, name) for name in _FIELDS})


def _byte_at_start(m: Interpreter, address: int) -> int | None:
    """Return a byte of the files that are in memory from the start on, None for other addresses."""
    start = heap.first_address(m.profile) + heap.STACK_BYTES
    names = ("words.tok", *m.game.layout.directory_names)
    files = b"".join(m.game.files.get(name) or b"" for name in names)
    return files[address - start] if 0 <= address - start < len(files) else None


def _first_logic(m: Interpreter) -> bytes:
    """Return logic 0 as it lies in memory after the table: next record, number, count of messages, three addresses."""
    logic = m.game.logic(0)
    resource = len(logic.code).to_bytes(2, "little") + logic.in_memory
    start = heap.first_logic_address(m) + ENTRY_BYTES[Kind.LOGIC]
    addresses = (start + 2, start + 2, start + 2 + len(logic.code) + 1)
    record = bytes((0, 0, 0, len(logic.messages))) + b"".join(
        (each & 0xFFFF).to_bytes(2, "little") for each in addresses
    )
    return record + resource
