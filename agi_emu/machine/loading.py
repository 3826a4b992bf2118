"""Bring resources into memory and out of it.

Source: reference: CMD-16, CMD-25, CMD-26, PIC-3, PIC-28, RES-15, MEM-5, MEM-6.
"""

from __future__ import annotations

import ctypes

from agi_emu._core.counting import price_of_call
from agi_emu.facts.errors import GameError
from agi_emu.facts.mercies import OPEN_ALL_VOLUMES, PASS_WRONG_VOLUME_BYTE, SKIP_MISSING_RESOURCE
from agi_emu.logic.opcodes import Record
from agi_emu.machine import costs, heap, memory_image, memory_layout
from agi_emu.machine.binding import TrappableError
from agi_emu.machine.data_segment import entry_behind_directory
from agi_emu.machine.display.drivers import take_driver, view_as_loaded
from agi_emu.machine.display.message import own_text
from agi_emu.machine.heap_addresses import list_of
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.start import append_loaded, cut_loaded
from agi_emu.machine.windows import windows
from agi_emu.machine.windows.modal import Purpose, finish
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic import message_table
from agi_emu.resources.view import with_cel_flags
from agi_emu.resources.volumes import DirectoryEntry, Packing, Presence
from agi_emu.state.layout import ModalRecord

EMPTY_VIEW = bytes.fromhex("01010100000700 010300 010100 00")
"""One loop with one transparent cel: stands for a view that the game lacks, where that is forgiven."""
_MISSING_WORDS = {
    Presence.ABSENT: "not in the directory",
    Presence.BEYOND_DIRECTORY: "not in the directory",
    Presence.VOLUME_MISSING: "in a volume that is missing",
    Presence.WRONG_HEADER: "not where the directory says",
}
RETURN = b"\x00"
RESOURCES = 256
"""Numbers of a kind."""
KNOWN_VOLUMES = 5
"""Volumes 0 to 4: one of them that is missing is the wrong disk, which Esc ends, where its number is read after a
directory (golden: volume 1 in the tour of qfhome; volume 6, in that of piano, is asked for whatever key is pressed).
"""
NOT_FOUND = b"%s %d not found"
INSERT_DISK = b"Please insert disk %d\nand press ENTER."
DISK_ERROR = b"Disk error.\n\nPress ENTER to try again.\nPress ESC to quit."
WRONG_DISK = b"That is the wrong disk.\n\nPlease insert disk 1\nand press ENTER.\n\nPress ESC to quit."


_LOADS = {Kind.VIEW: Record.LOAD_VIEW, Kind.PICTURE: Record.LOAD_PIC, Kind.SOUND: Record.LOAD_SOUND}


class MissingError(Exception):
    """A resource is missing and the interpreter has said so: the command under way is over."""


def record(m: Interpreter, kind: Record, number: int) -> None:
    """Append an entry to the script list; error 11 when it is full."""
    error = m.core.script_add(kind, number)
    if error:
        raise TrappableError(error, m.state.vm.error_value)


def require(m: Interpreter, kind: Kind, number: int) -> bytes | None:
    """Return a resource's bytes, or None when it is missing and that is forgiven.

    Strict: MissingError after opening the window with which the original ends, or asks for a disk for ever.
    """
    stored = memory_layout.stored_resource(m, kind, number)
    if stored is not None and _refusal(m, kind, number) is None:
        nibbles = costs.NIBBLE_BYTE if stored.packing is Packing.NIBBLES else 0
        m.core.burn(costs.BRING + (costs.BYTE[kind] + nibbles) * len(stored.data))
        return stored.data
    m.errors.add_missing(m.state, kind, number)
    if SKIP_MISSING_RESOURCE in m.settings.mercies:
        m.note(f"{kind} {number} is missing: continued without it")
        return None
    tell_missing(m, kind, number)
    raise MissingError


def presence(m: Interpreter, kind: Kind, number: int) -> Presence:
    """Return whether this interpreter finds a resource."""
    found = m.game.presence(kind, number)
    return _refusal(m, kind, number) or found if found is Presence.PRESENT else found


def _refusal(m: Interpreter, kind: Kind, number: int) -> Presence | None:
    """Return why this interpreter refuses a resource that is there, None if it does not.

    It may not know the volume, its header may name another one, and an error may have left it without volumes.
    """
    entry, mercies = _entry(m, kind, number), m.settings.mercies
    if m.state.general.volumes_lost and SKIP_MISSING_RESOURCE not in mercies:
        return Presence.UNREADABLE
    if OPEN_ALL_VOLUMES not in mercies and entry.volume >= m.profile.volume_count:
        return Presence.VOLUME_MISSING
    if PASS_WRONG_VOLUME_BYTE not in mercies and not m.game.volumes.names_its_volume(entry):
        return Presence.WRONG_HEADER
    return None


def _why_missing(m: Interpreter, kind: Kind, number: int) -> Presence:
    """Return what the interpreter finds wrong with a resource: with its directory entry, or after its end."""
    why = presence(m, kind, number)
    bytes_behind = entry_behind_directory(m, kind, number)
    if why is not Presence.BEYOND_DIRECTORY or not bytes_behind:
        return why
    entry = m.game.volumes.read_entry(bytes_behind)
    why = m.game.volumes.presence_at(entry)
    # A volume that it has looked for at its start is another matter than one that it does not know.
    is_known = entry is not None and entry.volume < KNOWN_VOLUMES
    return Presence.WRONG_HEADER if why is Presence.VOLUME_MISSING and is_known else why


def _entry(m: Interpreter, kind: Kind, number: int) -> DirectoryEntry:
    """Return what the directory, or what follows it in memory, says of a resource."""
    volumes = m.game.volumes
    entry = volumes.entry(kind, number) or volumes.read_entry(entry_behind_directory(m, kind, number))
    assert entry is not None
    return entry


def tell_missing(m: Interpreter, kind: Kind, number: int) -> None:
    """Open the window of a resource that cannot be read."""
    why = _why_missing(m, kind, number)
    values = (memory_layout.KINDS.index(kind), number)
    if why is Presence.ABSENT:
        text = own_text(m, NOT_FOUND) % (kind.encode(), number)
        windows.print_wait(m, text, Purpose.NOT_FOUND, values=values)
    elif why is Presence.VOLUME_MISSING:
        text = own_text(m, INSERT_DISK) % _entry(m, kind, number).volume
        windows.print_wait(m, text, Purpose.INSERT_DISK, values=(*values, 0))
    else:
        text = own_text(m, DISK_ERROR if why is Presence.UNREADABLE else WRONG_DISK)
        windows.print_wait(m, text, Purpose.INSERT_DISK, values=(*values, 1))


@finish(Purpose.NOT_FOUND)
@finish(Purpose.NO_MEMORY)
def end_after_message(m: Interpreter, modal: ModalRecord, result: int) -> None:
    """End the program, whatever key closed the window (reference: TEXT-70; golden: the exit code is 0 for both)."""
    m.end(0)


@finish(Purpose.INSERT_DISK)
def ask_again(m: Interpreter, modal: ModalRecord, result: int) -> None:
    """Ask for the disk again; Esc ends the program only where the text says so."""
    kind, number, may_quit = modal.values[windows.OWN_VALUES : windows.OWN_VALUES + 3]
    if may_quit and result == windows.REFUSED:
        m.end(0)
        return
    tell_missing(m, memory_layout.KINDS[kind], number)


def load_logic(m: Interpreter, number: int) -> None:
    """Bring a logic into memory; nothing when it is there."""
    loaded = m.state.loaded
    if loaded.logics.present[number]:
        return
    require(m, Kind.LOGIC, number)
    _charge_load(m, Kind.LOGIC, number)
    give_logic(m, number)
    heap.take(m, Kind.LOGIC, number)
    append_loaded(loaded.logics, number)
    loaded.scan_start[number] = 0


def check_beginning(m: Interpreter) -> None:
    """Refuse a game without a beginning where the original's request for a disk helps nobody.

    Raises GameError unless logic 0, which every game begins with, can be read.
    """
    if SKIP_MISSING_RESOURCE not in m.settings.mercies:
        return
    presence = m.game.presence(Kind.LOGIC, 0)
    if presence is not Presence.PRESENT:
        raise GameError(
            f"{m.game.path}: logic 0, with which every game begins, is {_MISSING_WORDS[presence]}; "
            "check that all files of the game are present, VOL.0 to the last volume"
        )


def parts_of_load(m: Interpreter, kind: Kind, number: int) -> dict[str, int]:
    """Return what loading a resource is: version 3 packs some, and texts that are not packed are decrypted.

    How many bytes come from the disk is only told: nobody is charged for them.
    """
    if m.game.presence(kind, number) is not Presence.PRESENT:
        return {}
    stored = m.game.stored(kind, number)
    parts = {"loaded": 1, "disk_bytes": m.game.volumes.header_bytes + len(stored.data)}
    if stored.packing is not Packing.PLAIN:
        parts[f"unpacked_{stored.packing.name.lower()}"] = len(stored.data)
    elif kind is Kind.LOGIC:
        parts["decrypted"] = sum(len(text) + 1 for text in m.logic_messages(number) if text is not None)
    return parts


def _charge_load(m: Interpreter, kind: Kind, number: int) -> None:
    for name, count in parts_of_load(m, kind, number).items():
        m.core.count(name, count)


def give_logic(m: Interpreter, number: int) -> None:
    """Give the core a logic's code; a missing one is a lone return."""
    if not m.core.has_code(number):
        present = number in m.game.logics
        code = m.game.logic(number).in_memory if present else RETURN
        m.core.set_code(number, code, heap.size_of(m, Kind.LOGIC, number), m.game.decoded_logics)
        m.core.set_messages(number, _messages(m, number) if present else None)
        if m.prices:
            parts = parts_of_load(m, Kind.LOGIC, number)
            price_of_call(m.core, number, sum(m.prices.get(name, 0) * count for name, count in parts.items()))


def _messages(m: Interpreter, number: int) -> bytes:
    """Return the messages of a logic as the core draws them; none of a language that is read from the right."""
    if not m.translation.name:
        return m.game.message_table(number)
    shown = () if m.translation.has_own_layout else m.logic_messages(number)
    return message_table(m.translation.shown_messages(number, shown))


def give_view(m: Interpreter, number: int) -> None:
    """Give the core a view's bytes; a missing one is a transparent cell."""
    if not m.core.has_view(number):
        data = m.game.views.get(number, EMPTY_VIEW)
        m.core.set_view(number, view_as_loaded(m, with_cel_flags(data, m.profile.loop_mirror)), m.game.kept_views)


def translate_views(m: Interpreter) -> None:
    """Let the driver of another adapter have the views: the core gets them again."""
    take_driver(m)
    for number in range(RESOURCES):
        if m.core.has_view(number):
            m.core.set_view(number, None)
            give_view(m, number)


def load_views_again(m: Interpreter) -> None:
    """Load every view in memory from the disk again; no object may be in the picture."""
    had_image = m.state.heap.image
    m.core.end_image()
    ctypes.memset(ctypes.addressof(m.state.turned), 0, ctypes.sizeof(m.state.turned))
    m.state.arena_used = 0
    translate_views(m)
    for number in m.state.loaded.views.order[: m.state.loaded.views.count]:
        m.core.copy_odd_view(number)
    if had_image:
        memory_image.begin(m)


def load(m: Interpreter, kind: Kind, number: int) -> None:
    """load.view, load.pic, load.sound: bring a resource into memory, with its script entry; nothing when it is there.

    What touches memory takes all objects out of the picture first and puts them back (reference: PIC-3).
    """
    if memory_image.is_listed(m, kind, number):
        return
    record(m, _LOADS[kind], number)
    bring(m, kind, number)


def bring(m: Interpreter, kind: Kind, number: int) -> None:
    """Bring a view, picture or sound into memory that is not there, without a script entry."""
    loaded = list_of(m.state, kind)
    m.core.sprites_out()
    try:
        require(m, kind, number)
        _charge_load(m, kind, number)
        if kind is Kind.VIEW:
            give_view(m, number)
            _forget_turned_cels(m, number)
        if memory_image.place_of_called(m) is not None or (kind is Kind.VIEW and m.core.is_odd_view(number)):
            memory_image.begin(m)
        if kind is Kind.VIEW:
            m.core.copy_odd_view(number)
        heap.take(m, kind, number)
        append_loaded(loaded, number)
    finally:
        m.core.sprites_in()


def _forget_turned_cels(m: Interpreter, view: int) -> None:
    """Forget which cels of a view were turned round in memory: it comes from the disk as the resource holds it."""
    turned = m.state.turned
    kept = [i for i in range(turned.count) if turned.view[i] != view]
    for to, i in enumerate(kept):
        turned.view[to], turned.offset[to], turned.loop[to] = turned.view[i], turned.offset[i], turned.loop[i]
    for i in range(len(kept), turned.count):
        turned.view[i] = turned.offset[i] = turned.loop[i] = 0
    turned.count = len(kept)


def discard(m: Interpreter, kind: Kind, number: int) -> None:
    """discard.view, discard.pic: forget a resource and those of its kind that were loaded after it."""
    loaded = list_of(m.state, kind)
    if not loaded.present[number]:
        raise TrappableError(1 if kind is Kind.VIEW else 21, number)
    record(m, Record.DISCARD_VIEW if kind is Kind.VIEW else Record.DISCARD_PIC, number)
    drop_after(m, kind, list(loaded.order[: loaded.count]).index(number))


def drop_after(m: Interpreter, kind: Kind, keep: int) -> None:
    """Forget all resources of a kind but the first `keep`, without a script entry."""
    loaded = list_of(m.state, kind)
    number = loaded.order[keep]
    m.core.sprites_out()
    memory_image.begin_before(m, kind, number)
    memory_image.cut(m, kind, keep)
    cut_loaded(loaded, keep)
    heap.go_back(m, kind, number)
    m.core.sprites_in()


def call_unloaded(m: Interpreter, number: int) -> None:
    """`call` of a logic whose code the core was not given yet; once it was, the core calls and drops it by itself."""
    require(m, Kind.LOGIC, number)
    give_logic(m, number)
    if m.state.heap.image:
        m.state.heap.places[number] = m.state.heap.used
        memory_image.write(m, Kind.LOGIC, number)
    if not m.core.call_unloaded(number) and not m.state.heap.wanted:
        m.stack_blown()
