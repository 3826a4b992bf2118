"""The original's memory byte by byte, from when something is about to lie in free memory (reference: MEM-6, MEM-17).

Memory is given back while objects and lists still lead to it: to what a logic loaded that was only called, to what was
loaded after a resource that is discarded, to everything of a room that an error ends. What they find there is whatever
overwrites it. So `begin` lays out what is in memory at that moment; from then on loads and backgrounds are written to
it, and objects and lists read it (`_core/memory_image.pyx`), until the room is left. Where memory has no end, and so in
a friendly machine, and for interpreters whose memory is not known, resources keep their data.

Where a logic names a view behind the end of its directory, so that anything may become a view (reference: MEM-18), the
memory is kept from the start, across rooms.
"""

from __future__ import annotations

from agi_emu.facts.codes import ObjectFlag
from agi_emu.machine.heap_addresses import PLACES, list_of
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.memory_layout import KINDS, address_of, memory_of, piece_of, word
from agi_emu.resources.kinds import Kind


def begin(m: Interpreter) -> None:
    """Keep the memory from now on, if it has an end; no object may be in the picture."""
    if m.state.heap.image or not m.rules.heap_bytes or not m.profile.heap_is_known:
        return
    m.core.begin_image(memory_of(m))
    for each, kind in enumerate(KINDS):
        listed = list_of(m.state, kind)
        m.core.set_list_head(each, address_of(m, kind, listed.order[0]) if listed.count else 0)


def end(m: Interpreter) -> None:
    """Keep the memory no longer, now that nothing leads to it; no object may be in the picture."""
    if not is_kept_always(m):
        m.core.end_image()


def is_kept_always(m: Interpreter) -> bool:
    """Return whether free memory may become part of a view, so that all that ever lay there counts.

    So it is where a logic names a view behind the end of its directory.
    """
    return bool(m.rules.heap_bytes and m.profile.heap_is_known and m.game.names_views_behind_directory)


def begin_before(m: Interpreter, kind: Kind, number: int) -> None:
    """Keep the memory if something still leads to what is given back with a resource, of whatever kind.

    The list of its own kind is cut; a drawn object, and the other lists, are not.
    """
    place = m.state.heap.places[PLACES[kind] + number]
    others = (each for each in (Kind.VIEW, Kind.PICTURE, Kind.SOUND) if each is not kind)
    if _shows_beyond(m, place) or any(_lists_beyond(m, each, place) for each in others):
        begin(m)


def _shows_beyond(m: Interpreter, place: int) -> bool:
    """Return whether a drawn object has a view that lies at `place` or above it."""
    first = PLACES[Kind.VIEW]
    objects = m.state.objects[: m.state.general.object_count]
    shown = (each.view for each in objects if each.has_view and each.flags & ObjectFlag.DRAWN)
    return any(m.state.heap.places[first + view] >= place for view in shown)


def _lists_beyond(m: Interpreter, kind: Kind, place: int) -> bool:
    listed = list_of(m.state, kind)
    return any(m.state.heap.places[PLACES[kind] + number] >= place for number in listed.order[: listed.count])


def shows_views(m: Interpreter) -> bool:
    """Return whether an object is drawn: an error gives all views back and leaves it as it is."""
    return _shows_beyond(m, m.state.heap.base)


def place_of_called(m: Interpreter) -> int | None:
    """Return where the outermost of the logics under execution lies that were only called; None without one.

    Up to there memory is given back when they return, with what they have loaded.
    """
    frames = m.state.vm.frames[: m.state.vm.depth]
    called = next((frame.logic for frame in frames if frame.temporary), None)
    return None if called is None else int(m.state.heap.places[PLACES[Kind.LOGIC] + called])


def write(m: Interpreter, kind: Kind, number: int) -> None:
    """Write a resource that was given its place, if the memory is kept, and link it to the end of its list."""
    if not m.state.heap.image:
        return
    at = address_of(m, kind, number)
    each = KINDS.index(kind)
    if kind is Kind.LOGIC:
        # Logics that were called are unlinked again, and their list is always whole.
        logics = m.state.loaded.logics
        last = address_of(m, kind, logics.order[logics.count - 1]) if logics.count else 0
    else:
        _, last = m.core.find_record(each, number)
    if last:
        m.core.write_memory(last, word(at))
    else:
        m.core.set_list_head(each, at)
    m.core.write_memory(at, piece_of(m, kind, number, 0))


def cut(m: Interpreter, kind: Kind, keep: int) -> None:
    """End the list of a kind after its first `keep` resources, where the memory is kept."""
    if not m.state.heap.image:
        return
    if keep:
        m.core.write_memory(address_of(m, kind, list_of(m.state, kind).order[keep - 1]), word(0))
    else:
        m.core.set_list_head(KINDS.index(kind), 0)


def is_listed(m: Interpreter, kind: Kind, number: int) -> bool:
    """Return whether the interpreter finds a resource in the list of its kind; a list without an end hangs."""
    if not m.state.heap.image:
        return bool(list_of(m.state, kind).present[number])
    found, _ = m.core.find_record(KINDS.index(kind), number)
    if found < 0:
        m.hang(f"the list of each {kind} in memory has no end, and the original follows it for ever")
    return bool(found)
