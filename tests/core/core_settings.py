"""Rules of a core that runs without a machine."""

from __future__ import annotations

from typing import Any

from agi_emu._core.machine import Core
from agi_emu.logic.opcodes import TESTS, Operand
from agi_emu.state.core_rules import CoreRules


def configure(core: Core, **differences: Any) -> None:
    """Give a core the rules of no particular interpreter but for `differences`, and the operands of all tests."""
    core.set_rules(CoreRules(**differences))
    for row in TESTS:
        core.set_test(row.number, 0 if Operand.WORDS in row.operands else len(row.operands))
