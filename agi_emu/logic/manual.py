"""Says what a reader should know of each command and test, from the opcode table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from agi_emu.facts.versions import OLDEST, PROFILES, first_with_action
from agi_emu.logic.opcodes import TESTS, Opcode, Operand, operands_of
from agi_emu.logic.sugar import ASSIGNMENTS, COMPARISONS


def operand_form(kind: Operand) -> str:
    """Return a kind of operand with the letter in front of its number: ``o object``."""
    return f"{kind.marker} {kind.value}" if kind.marker else kind.value


def remarks(opcode: Opcode) -> list[str]:
    """Return in which interpreters an opcode has other operands, and what is odd about it."""
    found = [
        f"{profile.name}: {', '.join(operand_form(kind) for kind in operands_of(opcode, profile)) or 'no operands'}"
        for profile in PROFILES.values()
        if operands_of(opcode, profile) != opcode.operands
    ]
    if opcode.is_null and opcode.operands:
        found.append("its operands are executed as the next commands")
    return found


def since(opcode: Opcode) -> str:
    """Return the first interpreter that has a command; empty if all have it, as they have all tests."""
    is_test = opcode.number < len(TESTS) and TESTS[opcode.number] is opcode
    first = OLDEST.name if is_test else first_with_action(opcode.number)
    return "" if first == OLDEST.name else first


@cache
def short_forms() -> Mapping[str, str]:
    """Return what may be written in place of a command or test, by its name."""
    forms = {"increment": "v1++", "decrement": "v1--", "rindirect": "v1 = *v2"}
    forms |= {"lindirectn": "*v1 = 2", "lindirectv": "*v1 = v2", "set": "f1 = true", "reset": "f1 = false"}
    forms |= {"set.string": "s1 = m2", "isset": "f1"}
    for operator, (number, variable) in ASSIGNMENTS.items():
        forms |= {number: f"v1 {operator} 2", variable: f"v1 {operator} v2"}
    for operator, (number, variable, negated) in COMPARISONS.items():
        if not negated:
            forms |= {number: f"v1 {operator} 2", variable: f"v1 {operator} v2"}
    return forms
