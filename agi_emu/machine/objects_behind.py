"""Gives the memory after the table of objects, which commands take for further objects (reference: CMD-42).

Only animate.obj, draw and erase look at an object's number. In memory logic 0 follows the table: its record, then its
resource. This lays both out as the objects that they are taken for; what such objects are given stays with them and
does not change the logic, except for what erase does.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

from agi_emu.facts.codes import OBJECT_BYTES
from agi_emu.machine import heap_addresses, memory_layout
from agi_emu.machine.interpreter import Interpreter
from agi_emu.resources.kinds import Kind
from agi_emu.state.layout import ScreenObject, StateLayout

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
_COLUMNS = tuple(
    (getattr(ScreenObject, name).offset + byte, getattr(_Record, name).offset + byte)
    for name in _FIELDS
    for byte in range(getattr(_Record, name).size)
)
"""Every byte of a field: its offset in an object of the state, and in a record."""
_OBJECTS = StateLayout.objects.offset  # type: ignore[attr-defined]
_STRIDE = ctypes.sizeof(ScreenObject)


def lay_out(m: Interpreter) -> None:
    """Give the objects after the last one what lies in memory there, where the interpreter's memory is known.

    Every machine that is switched on comes through here, so all records are copied at once, column by column.
    """
    memory = _first_logic(m)
    if memory is None:
        return
    count = m.state.general.object_count
    if count >= MOST_OBJECTS:
        return
    records = min(-(-len(memory) // OBJECT_BYTES), MOST_OBJECTS - count)
    # What follows is still empty.
    memory = memory[: records * OBJECT_BYTES].ljust(records * OBJECT_BYTES, b"\0")
    first, end = _OBJECTS + _STRIDE * count, _OBJECTS + _STRIDE * (count + records)
    for to, source in _COLUMNS:
        m.buffer[first + to : end : _STRIDE] = memory[source::OBJECT_BYTES]
    has_cel = bytes(address != 0 for address in _words(memory, _Record.cel_address.offset))
    m.buffer[first + ScreenObject.has_cel.offset : end : _STRIDE] = has_cel  # type: ignore[attr-defined]
    start = heap_addresses.first_address(m.profile) + heap_addresses.STACK_BYTES
    files = memory_layout.files_at_start(m)
    # last.cel reads the number of cels where the loop is said to lie.
    for each, address in enumerate(_words(memory, _Record.loop_address.offset), count):
        if 0 <= address - start < len(files):
            m.state.objects[each].cel_count = files[address - start] or m.state.objects[each].cel_count


def _words(memory: bytes, offset: int) -> Iterator[int]:
    """Yield the word at an offset in every record."""
    for low, high in zip(memory[offset::OBJECT_BYTES], memory[offset + 1 :: OBJECT_BYTES], strict=True):
        yield low | high << 8


def shown(m: Interpreter, number: int) -> ScreenObject:
    """Return an object as obj.status shows it: one that is not wholly in logic 0 reaches into the script list."""
    place = number - m.state.general.object_count
    found: ScreenObject = m.state.objects[number]
    memory = _first_logic(m) if place >= 0 else None
    if memory is None or OBJECT_BYTES * (place + 1) <= len(memory):
        return found
    script = m.state.script
    memory += bytes(script.entries[: 2 * script.size]) if m.state.heap.has_script else b""
    memory = memory[OBJECT_BYTES * place :][:OBJECT_BYTES].ljust(OBJECT_BYTES, b"\0")
    record = _Record.from_buffer_copy(memory)
    return ScreenObject(**{name: getattr(record, name) for name in _FIELDS})


def _first_logic(m: Interpreter) -> bytes | None:
    """Return logic 0 as it lies in memory after the table: next record, number, count of messages, three addresses.

    None where the memory is not known or the game lacks it.
    """
    is_known = m.profile.heap_is_known and 0 in m.game.logics
    return memory_layout.piece_of(m, Kind.LOGIC, 0, 0) if is_known else None
