"""Derives the rules of the core (`CoreRules`) from an interpreter and its settings."""

from __future__ import annotations

from typing import Any

from agi_emu.facts.mercies import MERCIES, NO_HEAP_LIMIT, RUN_LATER_OPCODES
from agi_emu.facts.versions import VersionProfile
from agi_emu.logic.opcodes import ACTIONS
from agi_emu.machine.heap_sizes import BACKGROUND_ENTRY_BYTES, ENTRY_BYTES
from agi_emu.machine.settings import CELLS_PER_UNIT, RUNAWAY_UNITS, Settings
from agi_emu.resources.kinds import Kind
from agi_emu.resources.releases import Extension
from agi_emu.state.core_rules import RULES, CoreRules

MERCY_OF_RULE = {name.replace("-", "_"): mercy for name, mercy in MERCIES.items()}
"""The mercy `bound-placement-search` is the rule `bound_placement_search`."""


def core_rules(profile: VersionProfile, settings: Settings) -> CoreRules:
    """Return the rules for an interpreter: fields of its profile, mercies, and what follows from both and the settings.

    A field or a mercy becomes a rule by its name alone; only what is neither stands here.
    """
    mercies = settings.mercies
    has_chip = settings.machine != "pc"
    memory_ends = profile.heap_is_known and NO_HEAP_LIMIT not in mercies
    rules: dict[str, Any] = {
        "last_action": ACTIONS[-1].number if RUN_LATER_OPCODES in mercies else profile.last_action,
        "beat_units": settings.budget.units or 0,
        "beat_fuel": settings.beat_fuel,
        "runaway_units": RUNAWAY_UNITS,
        "zero_delay_beats": settings.budget.zero_delay_beats,
        "cells_per_unit": CELLS_PER_UNIT,
        "has_chip": has_chip,
        "deep_views": Extension.AGI256 in settings.extensions,
        "is_tandy": settings.machine == "tandy",
        "behind_controllers": profile.behind_controllers if memory_ends else (),
        "heap_bytes": profile.heap_bytes if memory_ends else 0,
        "background_entry_bytes": BACKGROUND_ENTRY_BYTES,
        "logic_entry_bytes": ENTRY_BYTES[Kind.LOGIC],
    }
    for rule in RULES:
        if rule.name in rules:
            continue
        mercy = MERCY_OF_RULE.get(rule.name)
        rules[rule.name] = mercy in mercies if mercy else getattr(profile, rule.name)
    return CoreRules(**rules)
