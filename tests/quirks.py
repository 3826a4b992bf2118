"""Lists the surprising behaviour of the original, and the interpreters that have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agi_emu.facts.versions import AutoLoop, FixedPriorityKey, LoopMirror, Pen, VersionProfile

_DISCARD_SOUND = 175
_LOOP_BITS = 3


@dataclass(frozen=True, slots=True)
class Quirk:
    """Something the original does that nobody would expect, kept because games and recordings depend on it."""

    name: str
    sentence: str
    source: str
    applies: Callable[[VersionProfile], bool]


QUIRKS = (
    Quirk(
        "auto-loop-of-four-only",
        "A view with five or more loops is never turned by its object's direction.",
        "OBJ-37",
        lambda p: p.auto_loop is AutoLoop.EXACTLY_FOUR,
    ),
    Quirk(
        "auto-loop-of-many",
        "A view with more than four loops is turned by its object's direction as if it had four.",
        "OBJ-37",
        lambda p: p.auto_loop is AutoLoop.FOUR_OR_MORE,
    ),
    Quirk(
        "draws-without-animating",
        "An object that was drawn is shown though it was never animated; it stands still.",
        "VIEW-22",
        lambda p: not p.lists_only_animated,
    ),
    Quirk(
        "high-loops-turn",
        "A mirrored cel in loop 4 or above is turned round each time it is drawn.",
        "VIEW-10",
        lambda p: p.loop_mirror is LoopMirror.CEL_FLAGS and p.mirror_bits < _LOOP_BITS,
    ),
    Quirk(
        "held-arrows-repeat",
        "Each repeat of a held arrow is a press of its own, so that ego stops and starts again.",
        "KEY-12",
        lambda p: not p.filters_held_arrows,
    ),
    Quirk(
        "fixed-priority-past-table",
        "After set.pri.base every object of fixed priority is drawn last, priority 0 first: the search for its y "
        "starts one byte past the table.",
        "VIEW-25",
        lambda p: p.fixed_priority_key is FixedPriorityKey.PAST_TABLE_AFTER_BASE,
    ),
    Quirk(
        "fixed-priority-0-hangs",
        "After set.pri.base an object of fixed priority 0 stops the program: no band is below 0.",
        "VIEW-25",
        lambda p: p.fixed_priority_key is FixedPriorityKey.TABLE_AFTER_BASE,
    ),
    Quirk(
        "prefix-compares-equal",
        "compare.strings is true when the first string is a proper prefix of the second.",
        "WORD-32",
        lambda p: p.compare_strings_prefix_bug,
    ),
    Quirk(
        "distance-wraps",
        "distance is taken modulo 256, so far objects can seem near.",
        "OBJ-66",
        lambda p: p.distance_wraps,
    ),
    Quirk(
        "always-three-voices",
        "v22 says three voices on every machine.",
        "SND-12, VER-10",
        lambda p: p.voices_bug,
    ),
    Quirk(
        "plain-items-decrypted",
        "The OBJECT file is decrypted without a look at it, so a plain one gives garbage names and another count.",
        "RES-32",
        lambda p: p.items_encrypted,
    ),
    Quirk(
        "discard-sound-runs-its-operand",
        "discard.sound does nothing and leaves its operand to be executed as the next action.",
        "CMD-4",
        lambda p: p.last_action >= _DISCARD_SOUND,
    ),
    Quirk(
        "small-round-pen",
        "The round pen of size 1 lacks cells.",
        "PIC-21",
        lambda p: p.pen in (Pen.OFF_CENTRE, Pen.FULL) and p.round_pen_one != (0b11, 0b11, 0b11),
    ),
    Quirk(
        "pen-off-centre",
        "A pen is drawn below and to the right of its point's left upper neighbours instead of around it.",
        "PIC-24",
        lambda p: p.pen is Pen.OFF_CENTRE,
    ),
    Quirk(
        "pen-past-right-edge",
        "A pen at the right edge may be drawn in part at the left edge of the next row.",
        "PIC-19",
        lambda p: p.pen in (Pen.OFF_CENTRE, Pen.FULL) and p.pen_limit == 320,
    ),
    Quirk(
        "pen-survives-picture",
        "The pen of the last picture is still set when the next picture is drawn.",
        "PIC-5",
        lambda p: p.pen_survives_picture,
    ),
    Quirk(
        "left-edge-at-zero",
        "An object that reaches x = 0 has touched the left edge already.",
        "OBJ-48",
        lambda p: p.left_edge_at_zero,
    ),
    Quirk(
        "memory-in-strings",
        "Strings after the last one are the interpreter's memory, where games read its version.",
        "CMD-30",
        lambda p: bool(p.memory_texts),
    ),
    Quirk(
        "memory-for-missing-text",
        "A word that was not typed, or a message past the last one, is what lies at data address 0: two bytes of the "
        "interpreter's own and the game's id.",
        "WORD-30",
        lambda p: bool(p.memory_at_0),
    ),
)


def quirks_of(profile: VersionProfile) -> tuple[Quirk, ...]:
    """Return the named quirks of an interpreter."""
    return tuple(quirk for quirk in QUIRKS if quirk.applies(profile))
