"""Validates that a machine can be in the state that a file holds.

The checks of a file find accidents. This finds what passes them and is wrong all the same (a file made by hand or by
another program): counts past their arrays, places outside their buffers. Whatever passes can be run without harm.
"""

from __future__ import annotations

from ctypes import Array
from typing import Any

from agi_emu.facts.adapters import ADAPTERS, NAMES, SHAKES, Driver
from agi_emu.facts.codes import BIOS_KEYS, QUEUE_SLOTS, SCRIPT_ENTRIES, Deep
from agi_emu.facts.errors import SaveError
from agi_emu.state import layout
from agi_emu.state.progress import TRACE_START_DUE, BeatReason, Phase, TraceState

KEY_SLOTS = 50
DIRECTION, LAST_DIRECTION = 2, 8
"""Type of an event of the queue, and its greatest value."""
FARTHEST = 512
"""No object can be farther from the picture's corner, in cells: coordinates come from bytes and steps."""
LONGEST_NAME = 80
"""Characters that are kept of a menu's or item's name."""
COLOURS = bytes(range(16))
LARGEST = 255
"""Width or height of a cel: a byte."""

FARTHEST_COUNT = 10**9
"""Work and fuel are at most this far above or below 0: what a beat adds or takes away never leaves 32 bits."""
LAST_ASKED_PC = 0x1FFFF

SHOWN_VIEW = 255
"""Entry of a list of sprites that show.obj uses, whether it is in use or not."""

LIMITS: tuple[tuple[str, str, int], ...] = (
    ("Room", "general.object_count", 256),
    ("Room", "general.item_count", 256 * 256),
    ("Room", "general.adapter", len(ADAPTERS) - 1),
    ("Room", "general.shake_offset", len(SHAKES) - 1),
    *(("Room", f"general.{name}", 255) for name in ("horizon", "block_x1", "block_y1", "block_x2", "block_y2")),
    ("Exec", "vm.depth", layout.FRAME_DEPTH),
    ("Exec", "vm.work", FARTHEST_COUNT),
    ("Exec", "vm.fuel", FARTHEST_COUNT),
    ("Exec", "vm.asked_pc", LAST_ASKED_PC),
    ("Exec", "vm.last_length", 8),
    ("Exec", "cycle.phase", max(Phase)),
    ("Exec", "cycle.beat_due", max(BeatReason)),
    ("Keyb", "keyboard.bios_count", BIOS_KEYS),
    ("Keyb", "keyboard.queue_head", QUEUE_SLOTS - 1),
    ("Keyb", "keyboard.queue_tail", QUEUE_SLOTS - 1),
    ("Keyb", "keyboard.map_count", KEY_SLOTS),
    ("Text", "text.position_depth", 5),
    ("Text", "text.attribute_depth", 5),
    ("Text", "input.word_count", 10),
    ("Text", "input.length", 44),
    ("Text", "input.previous_length", 44),
    ("Modl", "modal.depth", layout.MODAL_DEPTH),
    ("Modl", "modal.edit_length", 63),
    ("Menu", "menu.menu_count", layout.MENU_CAPACITY),
    ("Menu", "menu.item_count", layout.MENU_ITEM_CAPACITY),
    ("Soun", "sound.voices_left", 4),
    *(("Scrp", f"script.{name}", SCRIPT_ENTRIES) for name in ("count", "saved", "size")),
    *(("Load", f"loaded.{kind}.count", 256) for kind in ("logics", "views", "pictures", "sounds")),
    ("Load", "heap.image", 1),
    ("Load", "turned.count", layout.TURNED_CELS),
    ("Load", "turned.copy_count", layout.VIEW_COPIES),
    ("Sprt", "updating_sprites.count", 256),
    ("Sprt", "static_sprites.count", 256),
    ("Sprt", "arena_used", layout.ARENA_BYTES),
)
"""Chunk, field, greatest value."""

MAY_BE_OWED = frozenset({"vm.work", "vm.fuel"})
"""Fields that may be as far below 0."""


def check_state(state: layout.StateLayout) -> None:
    """Raise SaveError, which names chunk and field, for a state that no machine can be in."""
    for tag, path, most in LIMITS:
        value: Any = state
        for name in path.split("."):
            value = getattr(value, name)
        if value > most:
            raise SaveError(f"chunk {tag}: {path} is {value}; expected at most {most}")
        if path in MAY_BE_OWED and value < -most:
            raise SaveError(f"chunk {tag}: {path} is {value}; expected at least {-most}")
    adapter = NAMES[state.general.adapter]
    driver = ADAPTERS[adapter].driver
    _check_objects(state)
    _check_sprites(state)
    if state.deep_shown > Deep.DOTS or (state.deep_shown == Deep.DOTS) != (driver is Driver.HERCULES):
        raise SaveError(f"chunk Deep: deep_shown is {state.deep_shown} with the display {adapter}")
    if not state.deep_shown:
        _check_indices(state.screen, "screen")
    _check_menus(state)
    _check_loaded(state)
    _check_events(state)
    if state.trace.state & ~TRACE_START_DUE > max(TraceState):
        raise SaveError(f"chunk Trac: trace.state is {state.trace.state}, which is not a state of the trace window")


def _check_loaded(state: layout.StateLayout) -> None:
    for name in ("logics", "views", "pictures", "sounds"):
        each = getattr(state.loaded, name)
        listed = list(each.order[: each.count])
        present = [number for number in range(256) if each.present[number]]
        if sorted(listed) != present:
            raise SaveError(f"chunk Load: loaded.{name} lists {listed}, but {present} are marked as loaded")


def _check_events(state: layout.StateLayout) -> None:
    keyboard = state.keyboard
    for kind, value in zip(keyboard.queue_type, keyboard.queue_value, strict=True):
        if kind == DIRECTION and value > LAST_DIRECTION:
            raise SaveError(f"chunk Keyb: a direction of {value} waits; expected at most {LAST_DIRECTION}")


def _check_objects(state: layout.StateLayout) -> None:
    # Behind the last object lies what commands read there, which is not an object (machine/objects_behind.py).
    count = min(state.general.object_count, len(state.objects))
    objects: list[tuple[str, layout.ScreenObject]] = [(f"objects[{i}]", state.objects[i]) for i in range(count)]
    for name, each in [*objects, ("scratch", state.scratch)]:
        places = (each.x, each.y, each.previous_x, each.previous_y)
        sizes = (each.width, each.height, each.shown_width, each.shown_height)
        if max(map(abs, places)) > FARTHEST or min(sizes) < 0 or max(sizes) > LARGEST:
            raise SaveError(f"chunk Objs: {name} has position {places} and size {sizes}: out of range")


def _check_sprites(state: layout.StateLayout) -> None:
    front = state.turned.copied + layout.IMAGE_BYTES * state.heap.image
    if front > state.arena_used:
        raise SaveError(f"chunk Load: {front} bytes of copies and memory, the arena has {state.arena_used} bytes")
    for name in ("updating_sprites", "static_sprites"):
        sprites = getattr(state, name)
        for i in {*range(sprites.count), SHOWN_VIEW}:
            each = sprites.entries[i]
            if each.width < 0 or each.height < 0 or max(each.width, each.height) > LARGEST:
                raise SaveError(f"chunk Sprt: {name}[{i}] has {each.width}x{each.height} cells")
            if each.saved and each.offset + each.saved * each.width * each.height > state.arena_used:
                raise SaveError(f"chunk Sprt: {name}[{i}] has its background past the end of the arena")


def _check_indices(screen: Array[Any], name: str) -> None:
    if bytes(screen).translate(None, COLOURS):
        raise SaveError(f"chunk Scrn: {name} holds a colour above 15")


def _check_menus(state: layout.StateLayout) -> None:
    menu = state.menu
    if menu.current and menu.current >= menu.menu_count:
        raise SaveError(f"chunk Menu: menu {menu.current} is open, but only {menu.menu_count} exist")
    # Where there are none, the first menu and item may show what lies in memory (reference: TEXT-56).
    for i in range(max(menu.menu_count, 1)):
        each = menu.menus[i]
        if each.first + each.count > menu.item_count or each.length > LONGEST_NAME:
            raise SaveError(f"chunk Menu: menus[{i}] names items that do not exist")
        if each.current >= max(each.count, 1):
            raise SaveError(f"chunk Menu: menus[{i}] remembers item {each.current} of {each.count}")
    for i in range(max(menu.item_count, 1)):
        if menu.items[i].length > LONGEST_NAME:
            raise SaveError(f"chunk Menu: items[{i}] is {menu.items[i].length} characters long")
