"""Power-on and the reset that restart.game shares with it (reference: TIME-21, TIME-24)."""

from __future__ import annotations

import ctypes
from weakref import WeakKeyDictionary

from agi_emu.facts.adapters import NAMES
from agi_emu.facts.codes import MACHINES, PARSED_WORDS, Flag, Var
from agi_emu.facts.mercies import EMPTY_MISSING_WORD
from agi_emu.facts.program_texts import STRINGS_AT, texts_that_games_read
from agi_emu.machine import heap, memory_image, objects_behind
from agi_emu.machine.display import drivers, screen_modes, text
from agi_emu.machine.heap_addresses import list_of
from agi_emu.machine.input.keys import NO_ARROW
from agi_emu.machine.input.parser import NO_WORD
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.settings import Settings
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.state.layout import PICTURE_CELLS, PICTURE_HEIGHT, LoadedList, ScreenObject
from agi_emu.state.progress import put_at_start
from agi_emu.state.used_part import used_part

ENDLESS_MEMORY = 160
"""v8 where memory has no end: games refuse small values."""
BLANK_PICTURE = 0x40
FIRST_STEP_OF_BANDS = 48
ROWS_OF_BAND = 12


def default_priority(row: int) -> int:
    """Return the priority band of a picture row, 0-167, before any set.pri.base."""
    return 4 if row < FIRST_STEP_OF_BANDS else row // ROWS_OF_BAND + 1


DEFAULT_PRIORITIES = bytes(default_priority(row) for row in range(PICTURE_HEIGHT))


_FIRST_STATES: WeakKeyDictionary[Game, dict[Settings, tuple[int, bytes]]] = WeakKeyDictionary()
"""States of games at power-on, as much as is used, by settings whose seed and clock are 0."""


def power_on(m: Interpreter) -> None:
    """Put a zeroed state into the condition in which logic 0 runs for the first time."""
    settings = m.settings
    m.state.general.adapter = NAMES.index(settings.display)
    drivers.take_driver(m)
    known = _FIRST_STATES.setdefault(m.game, {})
    first = known.get(m.unseeded)
    if first is None:
        _set_up(m)
        part = used_part(m.state)
        known[m.unseeded] = part.start, bytes(memoryview(m.buffer)[part]).rstrip(b"\0")
    else:
        start, used = first
        m.buffer[start : start + len(used)] = used
    m.state.rng = settings.seed
    m.state.clock.bios = settings.bios_clock


def _set_up(m: Interpreter) -> None:
    """Do at power-on what depends on neither the seed nor the clock."""
    state = m.state
    ctypes.memmove(state.priorities, DEFAULT_PRIORITIES, PICTURE_HEIGHT)
    ctypes.memset(state.picture, BLANK_PICTURE, PICTURE_CELLS)
    screen_modes.show_own_colours(m)
    drivers.finish_picture(m)
    state.keyboard.arrow_down = NO_ARROW
    put_at_start(state)
    state.script.size = 50
    state.input.word_length[:] = [NO_WORD] * PARSED_WORDS
    text.reset(m)
    texts = m.profile.memory_texts
    for offset, content in texts_that_games_read(texts) if EMPTY_MISSING_WORD in m.settings.mercies else texts:
        start = offset - STRINGS_AT
        state.strings[start : start + len(content)] = list(content)
    append_loaded(state.loaded.logics, 0)
    reset(m)
    heap.power_on(m)
    if memory_image.is_kept_always(m):
        memory_image.begin(m)
    m.core.number_text(m.profile.volume_count - 1)
    objects_behind.lay_out(m)
    m.set_flag(Flag.SOUND_ON, True)


def object_count(m: Interpreter) -> int:
    """Return how many screen objects the game has, at most 256."""
    # Early interpreters take the byte for the number of objects, later ones for the highest object.
    count = m.items.object_count if m.profile.object_file_names_highest else m.items.object_count - 1
    return min(count, 256)


def reset(m: Interpreter) -> None:
    """Reset what restart.game resets: items, objects, variables, flags, controllers, lists of resources."""
    state = m.state
    items = m.items
    state.general.object_count = object_count(m)
    state.general.item_count = items.count
    ctypes.memset(state.item_rooms, 0, 256)
    rooms = [item.room for item in items][:256]
    ctypes.memmove(state.item_rooms, bytes(rooms), len(rooms))
    # As after new.room and errors the lists are only forgotten; the picture keeps its objects (reference: TIME-21).
    m.core.forget_sprites()
    memory_image.end(m)
    # What commands take for objects after the table is other memory, and stays.
    ctypes.memset(state.objects, 0, state.general.object_count * ctypes.sizeof(ScreenObject))
    ctypes.memset(ctypes.addressof(state.vars), 0, 256)
    ctypes.memset(ctypes.addressof(state.flags), 0, 32)
    ctypes.memset(ctypes.addressof(state.controllers), 0, 256)
    drop_room_resources(m)
    set_hardware_variables(m)
    if m.profile.last_variable >= Var.INPUT_LENGTH:
        state.vars[Var.INPUT_LENGTH] = 41
    m.set_flag(Flag.NEW_ROOM, True)
    general = state.general
    general.player_control = 1
    general.picture_number = 0
    general.block_active = 0


def set_free_memory(m: Interpreter) -> None:
    """Set v8."""
    m.state.vars[Var.FREE_MEMORY] = ENDLESS_MEMORY
    m.core.tell_free()


def set_hardware_variables(m: Interpreter) -> None:
    """Set what logics read about the machine: v8, v20, v22, v26 where the interpreter has it, and f11 with a chip.

    Without a chip f11 stays as it is (reference: SAVE-26).
    """
    variables = m.state.vars
    adapter = m.settings.adapter
    computer = adapter.computer or MACHINES[m.settings.machine]
    set_free_memory(m)
    if computer:
        m.set_flag(Flag.HAS_NOISE, True)
    variables[Var.COMPUTER] = computer
    variables[Var.VOICES] = 3 if computer or m.profile.voices_bug else 1
    if m.profile.last_variable >= Var.MONITOR:
        variables[Var.MONITOR] = adapter.monitor


def append_loaded(loaded: LoadedList, number: int) -> None:
    """Note that a resource is in memory."""
    if not loaded.present[number]:
        loaded.present[number] = 1
        loaded.order[loaded.count] = number
        loaded.count += 1


def cut_loaded(loaded: LoadedList, keep: int) -> None:
    """Drop all but the first `keep` resources of a list: memory is a stack."""
    for i in range(keep, loaded.count):
        loaded.present[loaded.order[i]] = 0
    loaded.count = min(keep, loaded.count)


def drop_room_resources(m: Interpreter) -> None:
    """Drop every resource but logic 0; no object may be in the picture."""
    loaded = m.state.loaded
    for kind in (Kind.VIEW, Kind.PICTURE, Kind.SOUND):
        memory_image.cut(m, kind, 0)
        cut_loaded(list_of(m.state, kind), 0)
    for i in range(1, loaded.logics.count):
        loaded.scan_start[loaded.logics.order[i]] = 0
    cut_loaded(loaded.logics, 1)
    m.core.drop_view_copies()
    heap.clear(m)
