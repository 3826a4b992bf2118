"""Validates that a game can have written a savegame: whatever the original never writes is refused with its place.

A savegame has no check sum, so a changed variable, say, is another savegame as good as the first. What can be told is
in docs/savegames.md, with figures. Nothing here may refuse what a careless game writes: a position outside the picture,
a direction beyond the eighth, rows past the last are bytes that commands take as they come.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from agi_emu.facts.codes import OBJECT_BYTES
from agi_emu.facts.errors import SaveError
from agi_emu.state.savegames.savegame import (
    DESCRIPTION_BYTES,
    ENTRY_BYTES,
    LIST_HEAD,
    SCAN_START_BYTES,
    Savegame,
    error_at,
    scan_starts,
    script_events,
)
from agi_emu.state.savegames.savegame_state import (
    MOST_DRAWN,
    OBJECT_OFFSETS,
    PICTURE_TEXT_ROWS,
    ROWS,
    SWITCHES,
    object_values,
    picture_bottom,
)

BYTE = 0xFF
PLACES = ("horizon", "block_x1", "block_y1", "block_x2", "block_y2")
NUMBER_LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        # Commands set these with a byte; the word that the original keeps them in has a high byte of 0.
        **dict.fromkeys((*PLACES, "picture_number", "script_size", "script_mark"), (0, BYTE)),
        **dict.fromkeys(("foreground", "attribute", "cursor_char", *ROWS), (0, BYTE)),
        **dict.fromkeys(sorted(SWITCHES), (0, 1)),
        "key_direction": (0, 8),
        "most_drawn": (MOST_DRAWN, MOST_DRAWN),
    }
)
"""Least and greatest value of the single numbers of the first piece that have fewer than fit (reference: SAVE-5)."""
BACKGROUNDS = (0, BYTE)

LEAST_COORDINATE, FARTHEST = -1, 512
"""No command and no step brings an object farther: a byte, and a step or move of another (reference: OBJ-61)."""
OBJECT_LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        **dict.fromkeys(("x", "y", "previous_x", "previous_y"), (LEAST_COORDINATE, FARTHEST)),
        **dict.fromkeys(("width", "height"), (0, BYTE)),
        # 4 is the motion of AGIMOUSE games.
        "motion": (0, 4),
        "cycle_type": (0, 3),
        # The highest bit of the control word has no meaning and is never set (specification 10.2).
        "flags": (0, 0x7FFF),
    }
)


def check_valid(save: Savegame) -> None:
    """Raise SaveError, which names the piece and the offset in the file, for what no game can have written."""
    if 0 not in save.description_field:
        raise error_at("description", 0, f"none of its {DESCRIPTION_BYTES} bytes ends it")
    _check_numbers(save)
    _check_keys(save)
    _check_objects(save)
    for _ in script_events(save):
        pass
    _check_scan_starts(save)


def fault_of(save: Savegame) -> str:
    """Return what no game can have written, "" when there is nothing."""
    try:
        check_valid(save)
    except SaveError as error:
        return str(error)
    return ""


def _check_numbers(save: Savegame) -> None:
    layout, piece = save.layout, save.general
    values = {name: layout.get(piece, name) for name in layout.fields}

    def refuse(name: str, expected: str) -> None:
        offset = save.offset_of("general") + layout.fields[name].offset
        raise error_at("general", offset, f"{name} is {values[name]}, {expected}")

    for name, (least, most) in NUMBER_LIMITS.items():
        is_known = name in values and (name in PLACES or name not in layout.uncertain)
        if is_known and not least <= values[name] <= most:
            refuse(name, f"not from {least} to {most}" if least < most else f"always {most}")
    if layout.uncertain >= layout.fields.keys():
        return
    if values["background"] not in BACKGROUNDS:
        refuse("background", f"not one of {BACKGROUNDS}")
    bottom = picture_bottom(*(values[name] for name in ROWS))
    if values["picture_bottom"] not in (bottom, values["picture_row"] + PICTURE_TEXT_ROWS):
        refuse("picture_bottom", f"expected {bottom}, {PICTURE_TEXT_ROWS} below picture_row")
    if len(save.script) != ENTRY_BYTES * values["script_size"]:
        refuse("script_size", f"but the script has room for {len(save.script) // ENTRY_BYTES} entries")
    # pop.script can bring back a count from before script.size made the list shorter.
    if values["script_count"] > max(values["script_size"], values.get("script_mark", 0)):
        refuse("script_count", f"more than the {values['script_size']} that there is room for")


def _check_keys(save: Savegame) -> None:
    """The table fills from its beginning and nothing ever leaves it (reference: KEY-19)."""
    if "keys" in save.layout.uncertain:
        return
    has_ended = False
    for slot in range(save.layout.key_slots):
        word, controller = (save.layout.get(save.general, "keys", 2 * slot + each) for each in (0, 1))
        has_ended |= not word
        if controller > BYTE or (has_ended and (word or controller)):
            offset = save.offset_of("general") + save.layout.fields["keys"].offset + 2 * ENTRY_BYTES * slot
            what = "after the last one" if has_ended else "with a controller that there is not"
            raise error_at("general", offset, f"key {slot} stands {what}: {word:04X}h c{controller}")


def _check_objects(save: Savegame) -> None:
    for number in range(save.object_count):
        values = object_values(save.objects, number)
        limits = {**OBJECT_LIMITS, "number": (number, number)}
        for name, (least, most) in limits.items():
            if not least <= values[name] <= most:
                raise error_at(
                    "objects", _object_offset(save, number, name), f"object {number} has {name} {values[name]}"
                )
        for clock, time in (("step_clock", "step_time"), ("cycle_clock", "cycle_time")):
            # step.time and cycle.time set both, and the clock counts down (reference: OBJ-45, OBJ-46).
            if values[clock] > values[time]:
                what = f"object {number} has {clock} {values[clock]}, more than its {time} {values[time]}"
                raise error_at("objects", _object_offset(save, number, clock), what)


def _object_offset(save: Savegame, number: int, field: str) -> int:
    return save.offset_of("objects") + OBJECT_BYTES * number + OBJECT_OFFSETS[field]


def _check_scan_starts(save: Savegame) -> None:
    if save.scan_starts is None:
        return
    start = save.offset_of("scan_starts")
    logics = [logic for logic, _ in scan_starts(save)]
    if save.scan_starts[: len(LIST_HEAD)] != LIST_HEAD:
        raise error_at("scan_starts", start, "the list does not begin with zeros")
    for place, logic in enumerate(logics):
        # Logic 0 is loaded first and never leaves; none is there twice.
        if bool(place) != bool(logic) or logic in logics[:place]:
            what = f"logic {logic} is entry {place}"
            raise error_at("scan_starts", start + len(LIST_HEAD) + SCAN_START_BYTES * place, what)
    length = len(LIST_HEAD) + SCAN_START_BYTES * (len(logics) + 1)
    if not logics or length != len(save.scan_starts):
        raise error_at("scan_starts", start + length, f"the list ends after {len(logics)} logics, the piece does not")
