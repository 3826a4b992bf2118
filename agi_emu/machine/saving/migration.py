"""Carry a saved state over into a game that has changed since: by replaying its script, or by entering its room again.

The order is that of the state file's table: what the game begins with, then variables, flags, strings and items, then
the script or the room's own logic, then the objects; windows and sounds that were under way are over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, MutableMapping, Sequence
from ctypes import Array, Structure, addressof, memmove, sizeof
from dataclasses import dataclass
from typing import Any

from agi_emu.facts.codes import CARRIED, EGO, Flag, ObjectFlag, Var
from agi_emu.facts.errors import AgiError, SaveError
from agi_emu.machine import loading, room_changes, start
from agi_emu.machine.binding import TrappableError
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving import restoring
from agi_emu.machine.saving.state_saving import ENTRY_BYTES, resource_numbers
from agi_emu.resources.game_names import GameNames, Migration
from agi_emu.resources.kinds import Kind
from agi_emu.state.areas import Flags
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH, ScreenObject, StateLayout
from agi_emu.state.progress import Stop
from agi_emu.state.state_contents import StateContents

GAME_STRINGS = 24 * 40
"""Bytes of the strings that belong to the game; after them lies the interpreter's own memory."""
PATIENCE_BEATS = 600
"""The longest that the room's first cycle may take: ten seconds of the game's time."""
OF_THE_SESSION = ("object_count", "item_count", "text_mode", "exited", "exit_code", "shake_offset", "hung", "adapter")
"""Of `general`: what follows from the game and the settings, or belongs to what was open."""
NO_NAMES = ("", "?")
"""Names of items that are none."""


@dataclass(frozen=True, slots=True)
class MigrationPlan:
    """The known steps from the saved game to this one."""

    names: GameNames
    migration: Migration
    numbers: MutableMapping[tuple[Kind, int], int]
    """Number of a resource in the state to its number now, for those that are unchanged."""


def replay(scratch: Machine, contents: StateContents, plan: MigrationPlan) -> list[str]:
    """Make a machine at power-on what the state says by the script of resource events, as the original restores."""
    notes = carry(scratch, contents, plan)
    state, saved = scratch.state, contents.state
    count = state.general.object_count
    for i in range(min(count, saved.general.object_count)):
        _copy(state.objects[i], saved.objects[i])
        state.objects[i].view = plan.numbers.get((Kind.VIEW, saved.objects[i].view), saved.objects[i].view)
    for i in range(count, saved.general.object_count):
        if saved.objects[i].flags & ObjectFlag.PRESENT:
            notes.append(f"object {i} is dropped: the game has {count} now")
    _copy(state.general, saved.general, keep=OF_THE_SESSION)
    state.script.count = saved.script.count
    state.script.saved = saved.script.saved
    entries = bytearray(saved.script.entries)
    for at, kind in resource_numbers(bytes(entries[: ENTRY_BYTES * saved.script.count])):
        entries[at] = plan.numbers.get((kind, entries[at]), entries[at])
    memmove(state.script.entries, bytes(entries), len(entries))
    _copy(state.loaded.logics, saved.loaded.logics)
    _copy(state.loaded.scan_start, saved.loaded.scan_start)
    if plan.numbers.get((Kind.LOGIC, 0)) != 0:
        state.loaded.scan_start[0] = 0
    restoring.restore(scratch, restoring.savegame_of(scratch).to_bytes())
    return notes


def reenter(scratch: Machine, contents: StateContents, plan: MigrationPlan) -> list[str]:
    """Make a machine at power-on enter the saved room, with everything that the player has gained."""
    saved = contents.state
    notes = carry(scratch, contents, plan)
    variables = scratch.vars
    room, previous = variables[0], variables[1]
    if room not in scratch.game.logics:
        raise SaveError(f"the game no longer has logic {room} for room {room}; name another room in migrate.toml")
    # No edge was crossed: the room is to put ego where it puts somebody who comes from nowhere.
    variables[2] = 0
    try:
        if room:
            room_changes.new_room(scratch, room)
        else:
            scratch.set_flag(Flag.NEW_ROOM, True)
    except (TrappableError, loading.MissingError, AgiError) as error:
        raise SaveError(f"room {room} cannot be entered: {error}") from error
    variables[0], variables[1] = room, previous
    if not _run_first_cycle(scratch):
        notes.append(f"room {room} shows something before it is ready: ego is where the room puts it")
        return notes
    if variables[0] != room:
        notes.append(f"room {room} has sent ego on to room {variables[0]}")
        return notes
    _put_ego(scratch, saved.objects[EGO], plan, notes)
    return notes


def carry(scratch: Machine, contents: StateContents, plan: MigrationPlan) -> list[str]:
    """Carry over what does not depend on a room: variables, flags, strings, items, keys, menus, time."""
    state, saved = scratch.state, contents.state
    notes = [*plan.names.notes, *plan.migration.notes]
    _carry_variables(state, contents, plan, notes)
    _carry_flags(state, contents, plan, notes)
    memmove(state.strings, saved.strings, GAME_STRINGS)
    _carry_items(scratch, contents, plan, notes)
    start.set_hardware_variables(scratch)
    _copy(state.clock, saved.clock)
    state.rng = saved.rng
    _copy(state.keyboard, saved.keyboard, keep=("bios_count", "queue_head", "queue_tail", "arrow_down"))
    _copy(state.menu, saved.menu, keep=("requested",))
    _copy(state.text, saved.text, keep=("position_depth", "attribute_depth"))
    state.input.enabled = saved.input.enabled
    state.input.cursor_char = saved.input.cursor_char
    state.script.size = saved.script.size
    _copy(state.general.game_id, saved.general.game_id)
    _copy(state.unread, saved.unread)
    state.general.priority_base_set = saved.general.priority_base_set
    _copy(state.priorities, saved.priorities)
    _copy(state.objects[EGO], saved.objects[EGO])
    return notes


def _carry_variables(state: StateLayout, contents: StateContents, plan: MigrationPlan, notes: list[str]) -> None:
    values = _moved("variables", "variable", list(contents.state.vars), list(state.vars), contents, plan, notes)
    for variable in (0, 1):
        values[variable] = plan.migration.rooms.get(values[variable], values[variable])
    memmove(state.vars, bytes(values), 256)


def _carry_flags(state: StateLayout, contents: StateContents, plan: MigrationPlan, notes: list[str]) -> None:
    saved = _bits(contents.state)
    moved = _moved("flags", "flag", saved, _bits(state), contents, plan, notes)
    flags = Flags(state.flags)
    for number, value in enumerate(moved):
        flags[number] = bool(value)


def _bits(state: StateLayout) -> list[int]:
    flags = Flags(state.flags)
    return [int(flags[number]) for number in range(len(flags))]


def _moved(
    section: str,
    word: str,
    saved: Sequence[int],
    at_start: Sequence[int],
    contents: StateContents,
    plan: MigrationPlan,
    notes: list[str],
) -> list[int]:
    """Return saved values at their numbers now: by name where both games give names, else by number."""
    values = list(saved)
    old_names: Mapping[str, int] = contents.names.get(section, {})
    new_names = plan.names.sections.get(section, {})
    defaults = plan.migration.defaults.get(section, {})
    if not old_names or not new_names:
        return values
    renames = plan.migration.renames.get(section, {})
    where = {renames.get(name, name): number for name, number in old_names.items()}
    # A number whose value belongs to a name is free for another meaning now.
    for number in where.values():
        values[number] = at_start[number]
    for name, number in new_names.items():
        if name in where:
            values[number] = saved[where[name]]
        elif name in defaults:
            values[number] = defaults[name]
    for name in where.keys() - new_names.keys():
        notes.append(f"{word} {name} is dropped: the game has none of this name now")
    notes.sort()
    return values


def _carry_items(scratch: Machine, contents: StateContents, plan: MigrationPlan, notes: list[str]) -> None:
    """Put items where they were: by name where a name is the only one of its kind, else by number."""
    old = contents.identity.items
    new = [item.name for item in scratch.items]
    rooms_saved, rooms_now = contents.state.item_rooms, scratch.state.item_rooms
    moved_rooms = plan.migration.rooms
    old_counts, new_counts = Counter(old), Counter(new)
    for number, name in enumerate(old):
        if old_counts[name] == 1 and new_counts[name] == 1:
            place = new.index(name)
        elif number < len(new) and new[number] == name:
            place = number
        else:
            if name.decode("latin-1") not in NO_NAMES:
                notes.append(f"item {name.decode('cp437')} is dropped: the game has none of this name now")
            continue
        room = rooms_saved[number]
        rooms_now[place] = room if room == CARRIED else moved_rooms.get(room, room)


def _run_first_cycle(scratch: Machine) -> bool:
    """Run until logic 0 has returned and the cycle is over; return whether nothing came between."""
    for _ in range(PATIENCE_BEATS):
        stop = scratch.advance((), Stop.BEAT | Stop.CYCLE)
        if stop & Stop.CYCLE:
            return True
        if stop & Stop.ENDED:
            raise SaveError("the game exits when the room is entered")
        if scratch.state.modal.depth:
            return False
    return False


def _put_ego(scratch: Machine, saved: ScreenObject, plan: MigrationPlan, notes: list[str]) -> None:
    """Put ego where it was, as it was, if the room shows it and the place is free."""
    state = scratch.state
    ego = state.objects[EGO]
    if ego.flags & ObjectFlag.PRESENT != ObjectFlag.PRESENT:
        return
    core = scratch.core
    before = scratch.snapshot()
    core.sprites_out()
    view = plan.numbers.get((Kind.VIEW, saved.view))
    if view is not None and state.loaded.views.present[view]:
        ego.loop, ego.cel = saved.loop, saved.cel
        if core.set_object_view(EGO, view):
            scratch.restore(before)
            notes.append("ego is as the room shows it: its view has changed")
            return
    ego.x, ego.y = saved.x, saved.y
    if not core.fits(EGO):
        scratch.restore(before)
        notes.append("ego is where the room puts it: its place is no longer free")
        return
    ego.previous_x, ego.previous_y = ego.x, ego.y
    ego.direction = saved.direction
    state.vars[Var.EGO_DIRECTION] = saved.direction
    core.sprites_in()
    if state.general.picture_visible:
        scratch.screen.copy(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)


def _copy(target: Structure | Array[Any], source: Structure | Array[Any], keep: Sequence[str] = ()) -> None:
    """Copy an area of the state over another one, except for the fields to keep."""
    kept = {name: getattr(target, name) for name in keep}
    memmove(addressof(target), addressof(source), sizeof(source))
    for name, value in kept.items():
        setattr(target, name, value)
