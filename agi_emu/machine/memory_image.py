"""The original's memory byte by byte, from when something is about to lie in free memory (reference: MEM-6, MEM-17).

Memory is given back while objects and lists still lead to it: to what a logic loaded that was only called, to what was
loaded after a resource that is discarded, to everything of a room that an error ends. What they find there is whatever
overwrites it. So `begin` lays out what is in memory at that moment; from then on loads and backgrounds are written to
it, and objects and lists read it (`_core/memory_image.pyx`), until the room is left. Where memory has no end, and so in
a friendly machine, and for interpreters whose memory is not known, resources keep their data.

Where a logic names a view behind the end of its directory, so that anything may become a view (reference: MEM-18), the
memory is kept from the start, across rooms.

What was free already then holds the resources that lay there last, as far as nothing loaded later covers them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from agi_emu.facts.codes import STRING_BYTES, ObjectFlag
from agi_emu.facts.program_texts import STRINGS_AT
from agi_emu.machine.costs import ENTRY_BYTES
from agi_emu.machine.data_segment import entry_behind_directory
from agi_emu.machine.heap_addresses import PLACES, STACK_BYTES, first_address, list_of
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import Presence, StoredResource
from agi_emu.state.layout import MEMORY_BYTES

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

KINDS = tuple(PLACES)
"""In the order of `heap.places`; the core counts them from 0."""
_STACK = b"\xaa\xaa".ljust(STACK_BYTES, b"s")


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


def begin(m: Interpreter) -> None:
    """Keep the memory from now on, if it has an end; no object may be in the picture."""
    heap = m.state.heap
    if heap.image or not m.rules.heap_bytes or not m.profile.heap_is_known:
        return
    memory = bytearray(MEMORY_BYTES)
    start = first_address(m.profile)
    memory[:start] = _own_data(m)[:start].ljust(start, b"\0")
    files = b"".join(m.game.files.get(name) or b"" for name in (*m.game.layout.directory_names, "words.tok"))
    memory[start : start + heap.places[0]] = (_STACK + files + m.items.plain)[: heap.places[0]].ljust(
        heap.places[0], b"\0"
    )
    for kind, number, after in _pieces(m):
        piece = _piece(m, kind, number, after)
        at = _address(m, kind, number)
        memory[at : at + len(piece)] = piece[: max(MEMORY_BYTES - at, 0)]
    m.core.begin_image(bytes(memory))
    for each, kind in enumerate(KINDS):
        listed = list_of(m.state, kind)
        m.core.set_list_head(each, _address(m, kind, listed.order[0]) if listed.count else 0)


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
    at = _address(m, kind, number)
    each = KINDS.index(kind)
    if kind is Kind.LOGIC:
        # Logics that were called are unlinked again, and their list is always whole.
        logics = m.state.loaded.logics
        last = _address(m, kind, logics.order[logics.count - 1]) if logics.count else 0
    else:
        _, last = m.core.find_record(each, number)
    if last:
        m.core.write_memory(last, _word(at))
    else:
        m.core.set_list_head(each, at)
    m.core.write_memory(at, _piece(m, kind, number, 0))


def cut(m: Interpreter, kind: Kind, keep: int) -> None:
    """End the list of a kind after its first `keep` resources, where the memory is kept."""
    if not m.state.heap.image:
        return
    if keep:
        m.core.write_memory(_address(m, kind, list_of(m.state, kind).order[keep - 1]), _word(0))
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


def _address(m: Interpreter, kind: Kind, number: int) -> int:
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
            yield kind, number, 0 if after is None else _address(m, kind, after)


def _piece(m: Interpreter, kind: Kind, number: int, after: int) -> bytes:
    """Return the record of a resource (reference: MEM-3) and its bytes, as they lie in memory."""
    stored = stored_resource(m, kind, number)
    if stored is None:
        return bytes(ENTRY_BYTES[kind])
    data = stored.data
    start = _address(m, kind, number) + ENTRY_BYTES[kind]
    record = _word(after) + bytes([number])
    if kind is Kind.LOGIC:
        logic = m.game.logic(number)
        code = start + 2
        record += bytes([len(logic.messages) & 0xFF]) + _word(code)
        record += _word(code + m.state.loaded.scan_start[number]) + _word(code + len(logic.code) + 1)
        data = _word(len(logic.code)) + logic.in_memory
    elif kind is Kind.SOUND:
        voices = [int.from_bytes(data[at : at + 2], "little") for at in range(0, 8, 2)]
        record += b"\0" + _word(start) + b"".join(_word(start + voice) for voice in voices)
    else:
        record += _word(start)
    return record + data


def _word(value: int) -> bytes:
    return (value & 0xFFFF).to_bytes(2, "little")
