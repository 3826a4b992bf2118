"""The rules that the core goes by: those of the profile, the mercies and the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine import vm
from agi_emu.machine.settings import CELLS_PER_UNIT, MACHINES, RUNAWAY_UNITS
from agi_emu.mercies import BOUND_PLACEMENT_SEARCH, SURVIVE_DIVISION_BY_ZERO
from agi_emu.versions import AutoLoop, FixedPriorityKey

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

AUTO_LOOPS = {
    AutoLoop.EXACTLY_FOUR: 0,
    AutoLoop.FOUR_OR_MORE: 1,
    AutoLoop.MORE_THAN_FOUR_NEEDS_F20: 2,
}
FIXED_KEYS = {
    FixedPriorityKey.BANDS: 0,
    FixedPriorityKey.PAST_TABLE_AFTER_BASE: 1,
    FixedPriorityKey.TABLE_AFTER_BASE: 2,
}


def configure(m: Interpreter) -> None:
    """Give the core its rules, before the first cycle."""
    profile, mercies = m.profile, m.settings.mercies
    m.core.configure(
        last_action=vm.last_action(m),
        auto_loop=AUTO_LOOPS[profile.auto_loop],
        fixed_key=FIXED_KEYS[profile.fixed_priority_key],
        directions_in_animation=profile.direction_pass_in_animation,
        distance_wraps=profile.distance_wraps,
        left_edge_at_zero=profile.left_edge_at_zero,
        search_in_position=profile.placement_search_in_position,
        rest_of_line=profile.has_rest_of_line,
        keeps_punctuation=profile.compare_strings_keeps_punctuation,
        prefix_bug=profile.compare_strings_prefix_bug,
        bound_search=BOUND_PLACEMENT_SEARCH in mercies,
        keep_on_zero_division=SURVIVE_DIVISION_BY_ZERO in mercies,
        beat_units=m.settings.budget.units or 0,
        runaway_units=RUNAWAY_UNITS,
        zero_delay_beats=m.settings.budget.zero_delay_beats,
        cells_per_unit=CELLS_PER_UNIT,
        machine_type=MACHINES[m.settings.machine],
    )
