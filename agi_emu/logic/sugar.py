"""Operators that a source may write instead of commands (reference: LANG-23, LANG-24)."""

from __future__ import annotations

RAW_BYTES = "raw"
"""Not a command: ``raw(1, 2);`` stands for those bytes, where a logic holds bytes that are not an instruction."""

ASSIGNMENTS = {
    "=": ("assignn", "assignv"),
    "+=": ("addn", "addv"),
    "-=": ("subn", "subv"),
    "*=": ("mul.n", "mul.v"),
    "/=": ("div.n", "div.v"),
}
"""Operator to the action with a number and the one with a variable on the right."""

COMMUTATIVE = ("+", "*")
"""Arithmetic whose operands may change places: ``v1 = 4 + v1`` is ``v1 += 4``."""

COMPARISONS = {
    "==": ("equaln", "equalv", False),
    "!=": ("equaln", "equalv", True),
    "<": ("lessn", "lessv", False),
    ">=": ("lessn", "lessv", True),
    ">": ("greatern", "greaterv", False),
    "<=": ("greatern", "greaterv", True),
}
"""Operator to the test with a number, the one with a variable, and whether it is negated."""

OTHER_COMPARISONS = {"=": "==", "<>": "!=", "=>": ">=", "=<": "<="}
"""Comparisons as some sources write them. They come after `COMPARISONS`, which a disassembler writes."""

MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""The comparison with its sides exchanged."""

TRUTHS = {"true": True, "false": False}
"""The values that a flag is set to or compared with."""
