"""The original's memory for resources: a stack; v8 says what is left (docs/heap.md).

It holds what the program start brings, then what was loaded, one resource after the other, each after its entry of a
list; backgrounds under objects lie on top. The core takes memory (`_core/heap.pyx`), here stands for what.
"""

from __future__ import annotations

from contextlib import suppress

from agi_emu.facts.codes import OBJECT_BYTES, Var
from agi_emu.facts.program_texts import NO_MEMORY
from agi_emu.machine import memory_image, memory_layout
from agi_emu.machine.costs import ENTRY_BYTES, ITEM_BYTES, MENU_BYTES, SCRIPT_ENTRY_BYTES
from agi_emu.machine.display.message import own_text
from agi_emu.machine.heap_addresses import PLACES, STACK_BYTES, in_use, list_of
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import windows
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources.kinds import Kind

MOST_BYTES = 0xFFFF
"""More counts as this much; where memory has an end it is nearer."""
FILES = ("words.tok", "object")


class NoMemoryError(Exception):
    """Something does not fit into the memory: the command under way, and soon the program, is over.

    Its arguments are the bytes wanted and those that were left.
    """


def power_on(m: Interpreter) -> None:
    """Take what the program's start takes: stack, words, items, directories, objects, logic 0."""
    files = (m.game.files.get(name) or b"" for name in (*FILES, *m.game.layout.directory_names))
    heap = m.state.heap
    heap.used = min(STACK_BYTES + sum(map(len, files)) + OBJECT_BYTES * m.state.general.object_count, MOST_BYTES)
    with suppress(NoMemoryError):
        take(m, Kind.LOGIC, 0)
    keep(m)


def size_of(m: Interpreter, kind: Kind, number: int) -> int:
    """Return how many bytes a resource takes; 0 for one that the game lacks."""
    stored = memory_layout.stored_resource(m, kind, number)
    return 0 if stored is None else min(len(stored.data), MOST_BYTES)


def take(m: Interpreter, kind: Kind, number: int) -> None:
    """Take memory for a resource; NoMemoryError when there is too little."""
    m.state.heap.places[PLACES[kind] + number] = m.state.heap.used
    memory_image.write(m, kind, number)
    take_bytes(m, ENTRY_BYTES[kind])
    take_bytes(m, size_of(m, kind, number))


def has_room(m: Interpreter, kind: Kind, number: int) -> bool:
    """Return whether a resource would fit now, the backgrounds under objects staying where they are on top."""
    needed = in_use(m) + ENTRY_BYTES[kind] + size_of(m, kind, number)
    return m.rules.heap_bytes == 0 or needed <= m.rules.heap_bytes


def take_bytes(m: Interpreter, size: int) -> None:
    """Take a piece of memory; NoMemoryError when there is too little."""
    if not m.core.take_memory(size):
        raise NoMemoryError(m.state.heap.wanted, m.state.heap.had)


def take_script(m: Interpreter) -> None:
    """Take memory for the script list, once; it is kept for good, and a longer list later gets no more."""
    if not m.state.heap.has_script:
        m.state.heap.has_script = 1
        take_bytes(m, SCRIPT_ENTRY_BYTES * m.state.script.size)
        keep(m)


def keep(m: Interpreter) -> None:
    """Keep for good what is in memory now."""
    m.state.heap.base = m.state.heap.used


def go_back(m: Interpreter, kind: Kind, number: int) -> None:
    """Free a resource and all that was loaded after it, of whatever kind."""
    m.state.heap.used = m.state.heap.places[PLACES[kind] + number]
    m.core.tell_free()


def clear(m: Interpreter) -> None:
    """Free all that is not kept for good; no object may be in the picture."""
    m.state.heap.used = m.state.heap.base
    m.core.tell_free()


def lay_out(m: Interpreter) -> None:
    """Lay out what is loaded in a state that does not know: kind by kind, for the true order is not known either."""
    state = m.state
    told = state.vars[Var.FREE_MEMORY]
    power_on(m)
    with suppress(NoMemoryError):
        take_bytes(m, MENU_BYTES * state.menu.menu_count + ITEM_BYTES * state.menu.item_count)
        keep(m)
        if state.script.recording:
            take_script(m)
        for kind in Kind:
            each = list_of(state, kind)
            for number in each.order[: each.count]:
                if (kind, number) != (Kind.LOGIC, 0):
                    take(m, kind, number)
    state.heap.wanted = 0
    state.vars[Var.FREE_MEMORY] = told


def end_if_full(m: Interpreter) -> None:
    """Say what did not fit, if anything did not; the program ends with that window."""
    heap = m.state.heap
    if heap.wanted:
        text = own_text(m, NO_MEMORY) % (_signed(heap.wanted), _signed(heap.had))
        m.errors.add(m.state, f"the memory is full: {heap.wanted} bytes wanted, {heap.had} free")
        heap.wanted = 0
        windows.print_wait(m, text, Purpose.NO_MEMORY)


def _signed(size: int) -> int:
    """Return a size as the window's %d shows it (golden: -13305 for 52,231 bytes)."""
    return size - 0x10000 if size >= 0x8000 else size
