"""Settings of a core that runs without a machine."""

from __future__ import annotations

from typing import Any

from agi_emu._core.machine import Core
from agi_emu.logic.opcodes import TESTS, Operand

PLAIN: dict[str, Any] = {
    "last_action": 181,
    "auto_loop": 0,
    "fixed_key": 0,
    "directions_in_animation": False,
    "distance_wraps": False,
    "prefix_bug": False,
    "bound_search": False,
    "keep_on_zero_division": False,
    "beat_units": 0,
    "runaway_units": 100_000,
    "zero_delay_beats": 3,
    "cells_per_unit": 4,
    "machine_type": 0,
}
"""Those of no particular interpreter; beats do not pass by work."""


def configure(core: Core, **differences: Any) -> None:
    """Give a core plain settings but for `differences`, and the operands of all tests."""
    core.configure(**PLAIN | differences)
    for row in TESTS:
        core.set_test(row.number, 0 if Operand.WORDS in row.operands else len(row.operands))
