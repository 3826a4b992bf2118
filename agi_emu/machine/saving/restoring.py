"""Write a machine down as a savegame, and make a machine what a savegame says (reference: SAVE-25).

A savegame holds no picture: resources, picture and objects come back by replaying the script of resource events.
Everything that can be wrong is found before the machine is touched, or undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from agi_emu.facts.codes import FIRST_PASS, OBJECT_BYTES, Flag, Motion, ObjectFlag
from agi_emu.facts.errors import AgiError, SaveError
from agi_emu.logic.opcodes import ACTIONS, Record
from agi_emu.machine import heap, loading, memory_image, picture_drawing, snapshots, sound, start
from agi_emu.machine.binding import TrappableError
from agi_emu.machine.display import input_line, screen_modes
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import menu
from agi_emu.resources.items import read_items
from agi_emu.resources.kinds import Kind
from agi_emu.state.savegames.savegame import (
    Savegame,
    error_at,
    form_of,
    parse,
    scan_start_offset,
    scan_starts,
    script_events,
    script_offset,
)
from agi_emu.state.savegames.savegame_state import INVENTORY_ENTRY, ROOM_IN_ENTRY, pack, plain_inventory, unpack
from agi_emu.state.savegames.savegame_validation import check_valid

NO_LIMIT = -(1 << 31)
"""Less fuel than any machine can have."""
SET_SCAN_START = next(row.number for row in ACTIONS if row.name == "set.scan.start")


def savegame_of(m: Interpreter, description: bytes = b"") -> Savegame:
    """Write the machine down as its interpreter would at this moment."""
    return pack(m.state, form_of(m.profile), inventory_of(m), description)


def inventory_of(m: Interpreter) -> bytes:
    """Return the inventory as it is at the start: the OBJECT file after its header, decrypted."""
    return m.items.plain[m.items.entry_bytes :]


MOST_FUEL_OF_RESTORE = 17_000_000
"""What the script's events and the objects may burn, done again in one step: with the event or
object that goes beyond it no more than `LARGEST_COST`. No real game needs half of it."""


def restore(m: Interpreter, data: bytes) -> None:
    """Make the machine what a savegame of its game says; SaveError leaves all but its fuel as it was.

    Logic 0 begins again afterwards, with flag 12 set.
    """
    save = _for_this_reading(m, parse(data))
    inventory = check(m, save)
    before, fuel = snapshots.take(m), m.state.vm.fuel
    try:
        flags = _read(m, save, inventory)
        least_fuel = fuel - MOST_FUEL_OF_RESTORE if m.rules.beat_fuel else NO_LIMIT
        _replay(m, save, least_fuel)
        _put_objects(m, save, flags, least_fuel)
    except SaveError:
        burnt = fuel - m.state.vm.fuel
        snapshots.bring_back(m, before)
        if m.rules.beat_fuel:
            m.core.burn(max(burnt, 0))
        raise
    m.jumps += 1
    _show(m)


@contextmanager
def _placed(piece: str, offset: int, what: str) -> Iterator[None]:
    """Say of whatever goes wrong inside which piece of the savegame asks for it, and where."""
    try:
        yield
    except TrappableError as error:
        why = f"{what} raises the game's error {error.code}, value {error.value}"
        raise error_at(piece, offset, why) from error
    except loading.MissingError as error:
        raise error_at(piece, offset, f"{what} needs a resource that the game lacks") from error
    except heap.NoMemoryError as error:
        raise error_at(piece, offset, f"{what} needs more memory than is free") from error
    except SaveError:
        raise
    except AgiError as error:
        raise error_at(piece, offset, f"{what} cannot be done: {error}") from error


def check(m: Interpreter, save: Savegame) -> bytes:
    """Raise SaveError for a savegame that is not one of this game; return its inventory, plain."""
    own_id = bytes(m.state.general.game_id).split(b"\0", 1)[0]
    if save.game_id != own_id:
        names = [each.decode("latin-1") or "a game without an id" for each in (save.game_id, own_id)]
        raise SaveError("the savegame belongs to {}, this game is {}".format(*names))
    expected = m.state.general.object_count
    if save.object_count != expected:
        what = f"{save.object_count} records of {OBJECT_BYTES} bytes, the game has {expected} objects"
        raise error_at("objects", save.offset_of("objects"), what)
    check_valid(save)
    own = inventory_of(m)
    if len(save.inventory) != len(own):
        what = f"{len(save.inventory)} bytes, the game's are {len(own)}"
        raise error_at("inventory", save.offset_of("inventory"), what)
    return plain_inventory(m.state, save, own, (b"", m.profile.message_key))


def _for_this_reading(m: Interpreter, save: Savegame) -> Savegame:
    """Return a savegame of a session in which a plain OBJECT file was decrypted, for one in which it is read as it is.

    Such a session has another number of objects, and names of garbage; rooms that changed in it stand in clear.
    """
    plain, garbled = m.items, read_items(m.game.files.get("object") or b"", m.profile.message_key)
    original = garbled.plain[garbled.entry_bytes :]
    if (
        plain.plain == garbled.plain
        or save.object_count != garbled.object_count
        or len(save.inventory) != len(original)
    ):
        return save
    inventory = bytearray(inventory_of(m))
    rooms = range(ROOM_IN_ENTRY, min(INVENTORY_ENTRY * plain.count, len(original)), INVENTORY_ENTRY)
    for at, (saved, at_start) in enumerate(zip(save.inventory, original, strict=True)):
        if saved != at_start and at not in rooms:
            raise error_at("inventory", save.offset_of("inventory") + at, "this does not match this game's OBJECT file")
        if saved != at_start:
            inventory[at] = saved
    objects = save.objects[: OBJECT_BYTES * m.state.general.object_count]
    m.note(
        "the savegame is of a session that took the plain OBJECT file for an encrypted one: its rooms were sorted out"
    )
    return replace(save, objects=objects, inventory=bytes(inventory))


def _read(m: Interpreter, save: Savegame, inventory: bytes) -> list[int]:
    """Put the pieces over the state, set again what describes the hardware, and forget what was loaded.

    No object is drawn until the script was replayed; return the flags that they had.
    """
    state = m.state
    unpack(state, save, inventory, form_of(m.profile).layout)
    start.set_free_memory(m)
    if m.profile.restore_sets_hardware:
        start.set_hardware_variables(m)
    sound.stop(m)
    m.core.forget_sprites()
    memory_image.end(m)
    start.drop_room_resources(m)
    state.script.recording = 0
    state.general.picture_visible = 0
    objects = state.objects[: state.general.object_count]
    saved = [each.flags for each in objects]
    for each in objects:
        if each.flags & ObjectFlag.ANIMATED:
            each.flags = each.flags & ~ObjectFlag.DRAWN | ObjectFlag.UPDATE
    return saved


def _check_fuel(m: Interpreter, least_fuel: int, piece: str, offset: int) -> None:
    """Raise SaveError, which names the place, where a savegame asks for more work than one step may do."""
    if m.state.vm.fuel < least_fuel:
        raise error_at(piece, offset, "doing what the savegame asks for up to here takes too long")


def _replay(m: Interpreter, save: Savegame, least_fuel: int) -> None:
    """Do again, in order, what the script says."""
    starts = dict(scan_starts(save))
    for at, ((action, number), *cel) in script_events(save):
        what = f"{Record(action).name.lower().replace('_', '.')} {number}"
        with _placed("script", script_offset(save, at), what):
            _do_again(m, Record(action), number, cel)
        _check_fuel(m, least_fuel, "script", script_offset(save, at))
        if action == Record.LOAD_LOGICS:
            # Quirk: logic 0 is not in the script, so it keeps the session's own start (reference: SAVE-25).
            m.state.loaded.scan_start[number] = _scan_start(m, save, number, starts.get(number, 0))
    m.state.script.recording = 1


def _do_again(m: Interpreter, action: Record, number: int, cel: Sequence[tuple[int, int]]) -> None:
    match action:
        case Record.LOAD_LOGICS:
            loading.load_logic(m, number)
        case Record.LOAD_VIEW:
            loading.load(m, Kind.VIEW, number)
        case Record.LOAD_PIC:
            loading.load(m, Kind.PICTURE, number)
        case Record.LOAD_SOUND:
            loading.load(m, Kind.SOUND, number)
        case Record.DRAW_PIC:
            picture_drawing.draw(m, number)
        case Record.ADD_TO_PIC:
            _add_cel(m, *cel)
        case Record.DISCARD_PIC:
            loading.discard(m, Kind.PICTURE, number)
        case Record.DISCARD_VIEW:
            loading.discard(m, Kind.VIEW, number)
        case Record.OVERLAY_PIC:
            picture_drawing.overlay(m, number)


def _scan_start(m: Interpreter, save: Savegame, logic: int, offset: int) -> int:
    """Return where a logic begins: at its first byte, or after a set.scan.start of its own (reference: CMD-18)."""
    code = m.logic_code(logic) if offset else b""
    if offset and (offset > len(code) or code[offset - 1] != SET_SCAN_START):
        place = scan_start_offset(save, logic)
        raise error_at("scan_starts", place, f"logic {logic} would begin at {offset}, where it has no set.scan.start")
    return offset


def _add_cel(m: Interpreter, view_loop: Sequence[int], cel_x: Sequence[int], y_priority: Sequence[int]) -> None:
    error = m.core.add_to_picture(*view_loop, *cel_x, *y_priority)
    if error:
        raise TrappableError(error, view_loop[0])


def _put_objects(m: Interpreter, save: Savegame, saved: Sequence[int], least_fuel: int) -> None:
    """Give every object its view, cel and flags again, and draw those that were drawn."""
    state = m.state
    for i, flags in enumerate(saved):
        each = state.objects[i]
        is_animated = bool(flags & ObjectFlag.ANIMATED)
        if state.loaded.views.present[each.view] and (is_animated or m.profile.restore_selects_every_view):
            with _placed("objects", save.offset_of("objects") + OBJECT_BYTES * i, f"set.view of object {i}"):
                error = m.core.set_object_view(i, each.view)
                if error:
                    raise TrappableError(error, i)
        if not is_animated:
            # Quirk: its control word is not put back, so a bit that set.view has just set stays (golden data, saves).
            continue
        if flags & ObjectFlag.DRAWN and each.has_cel:
            if m.core.draw_object(i) and not m.rules.bound_placement_search:
                m.hang("a restored object has no free place and the original searches for ever")
            if each.motion == Motion.FOLLOW_EGO:
                each.p2 = FIRST_PASS
            if not flags & ObjectFlag.UPDATE:
                m.core.set_update(i, False)
            _check_fuel(m, least_fuel, "objects", save.offset_of("objects") + OBJECT_BYTES * i)
        elif flags & ObjectFlag.DRAWN:
            # The original would draw it from an address of the saving session.
            m.note(f"object {i} was drawn with view {each.view}, which the script does not load: it is not shown")
            flags &= ~ObjectFlag.DRAWN
        each.flags = flags


def _show(m: Interpreter) -> None:
    """Show the restored room, and let logic 0 see that it was restored.

    The line that the player was typing is gone (reference: SAVE-27).
    """
    state = m.state
    state.input.length = 0
    input_line.hide_cursor(m)
    screen_modes.show_picture(m)
    state.general.picture_visible = 1
    screen_modes.draw_status(m)
    input_line.redraw(m)
    m.clear_controllers()
    m.set_flag(Flag.GAME_RESTORED, True)
    menu.enable_all(m)
    m.scan_again(rescan=True)
