"""The rules that the core plays by: what it needs to know of interpreter, mercies and settings, declared once.

From `CoreRules` comes ``_core/rules.pxd``, which setup.py writes: the C structure, and the function that
fills it and checks every range. `machine.interpreter` says what each rule is for a machine: a rule that has the name
of a profile's field or of a mercy takes its value from there.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

from agi_emu.facts.versions import AttenuationVariable, AutoLoop, FixedPriorityKey
from agi_emu.logic.opcodes import ACTIONS


class CoreRule(NamedTuple):
    """The declaration of a rule: its name, its range, how many elements a list may have (0: a number), its meaning."""

    name: str
    default: Any
    least: int
    most: int
    length: int
    meaning: str


def _rule(default: Any, meaning: str, *, least: int = 0, most: int = 1, length: int = 0) -> Any:
    """Declare a rule: yes or no, one of an enumeration, or a number (or list of numbers) from `least` to `most`."""
    if isinstance(default, IntEnum):
        least, most = min(type(default)), max(type(default))
    return CoreRule("", default, least, most, length, meaning)


class CoreRules:
    """Rules of one machine; the defaults are those of no particular interpreter, with time that stands still."""

    last_action: int = _rule(ACTIONS[-1].number, "the highest action that is executed", most=ACTIONS[-1].number)
    auto_loop: int = _rule(AutoLoop.EXACTLY_FOUR, "views whose loop the direction chooses")
    fixed_priority_key: int = _rule(FixedPriorityKey.BANDS, "row by which a fixed priority is sorted")
    direction_pass_in_animation: bool = _rule(False, "directions are chosen after the logics, for every object")
    placement_search_in_position: bool = _rule(False, "position looks for a free place, and draw does not")
    distance_wraps: bool = _rule(False, "distance is taken modulo 256")
    left_edge_at_zero: bool = _rule(False, "x = 0 touches the left edge already")
    motion_commands_keep_type: bool = _rule(False, "stop.motion and start.motion leave the type of motion")
    static_list_by_number: bool = _rule(False, "static objects are drawn in the order of their numbers")
    lists_only_animated: bool = _rule(True, "an object that was not animated is not shown when it is drawn")
    mirror_bits: int = _rule(3, "bits in which a mirrored cel notes its loop", least=2, most=3)
    has_mouse_motion: bool = _rule(False, "motion type 4 moves as move.obj does, and player.control leaves it")
    has_rest_of_line: bool = _rule(True, "said takes 9999 as whatever is left")
    compare_strings_keeps_punctuation: bool = _rule(False, "compare.strings only folds case and runs of spaces")
    compare_strings_prefix_bug: bool = _rule(False, "compare.strings takes a proper prefix for equal")

    reads_mouse: bool = _rule(False, "AGIMOUSE: push.script reads the mouse")
    deep_views: bool = _rule(False, "AGI256: views can have 256 colours")

    bound_placement_search: bool = _rule(False, "a search for a place ends once it has seen the whole picture")
    survive_division_by_zero: bool = _rule(False, "a division by zero leaves the variable unchanged")
    survive_crashes: bool = _rule(False, "calls nest as deeply as the state has room for, not as the original's stack")
    short_zero_notes: bool = _rule(False, "a note of duration 0 is skipped")

    beat_units: int = _rule(0, "work of the processor in a beat; 0: no end, but empty polls let time pass", most=10**7)
    beat_fuel: int = _rule(0, "fuel of a beat; 0: nothing ends a beat but its work", most=10**9)
    runaway_units: int = _rule(100_000, "work after which a beat passes where it has no end", least=1, most=10**9)
    zero_delay_beats: int = _rule(3, "beats that a cycle takes while v10 is 0", most=254)
    counts_clocks: bool = _rule(False, "work is counted in clocks of the processor")
    cells_per_unit: int = _rule(4, "picture cells drawn for a unit of work", least=1, most=10**6)

    has_chip: bool = _rule(False, "the computer has the sound chip of PCjr and Tandy")
    is_tandy: bool = _rule(False, "the computer is a Tandy")
    tandy_attenuation: int = _rule(0, "added to attenuations below 8 on a Tandy", most=15)
    attenuation_variable: int = _rule(AttenuationVariable.ABSENT, "what v23 makes quieter")
    noise_has_second_byte: bool = _rule(False, "the noise voice sends both bytes of a pitch")
    envelope: tuple[int, ...] = _rule((), "added to a note's attenuation, beat by beat", least=-15, most=15, length=254)

    heap_bytes: int = _rule(0, "memory for resources; 0: it has no end", most=0xFFFF)
    background_entry_bytes: int = _rule(16, "memory for the entry of a background under an object", most=255)
    behind_controllers: tuple[int, ...] = _rule((), "what the bytes from controller 50 on say", most=18, length=206)
    logic_entry_bytes: int = _rule(10, "memory for the entry of a logic", most=255)

    def __init__(self, **values: Any) -> None:
        """Set some rules."""
        assert values.keys() <= vars(CoreRules).keys(), values
        vars(self).update(values)


RULES = tuple(each._replace(name=name) for name, each in vars(CoreRules).items() if isinstance(each, CoreRule))
"""The declarations of the rules in order."""
for _each in RULES:
    setattr(CoreRules, _each.name, _each.default)
