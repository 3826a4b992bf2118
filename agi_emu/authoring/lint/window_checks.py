"""Findings about windows and menus: texts that are too large, items that stick out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agi_emu._core.message import format_message
from agi_emu.authoring.lint.findings import LintFinding, LintRule
from agi_emu.authoring.lint.program import Places, Program
from agi_emu.facts.codes import MESSAGE_LINES, WINDOW_COLUMNS
from agi_emu.logic.code import Action
from agi_emu.resources.logic import Logic

_WIDTHS = {"print": None, "print.at": 3}
"""Commands that show a text in a window, and which operand says how wide it is."""
_ESCAPE = ord("\\")
_CODE = re.compile(rb"%[vmgswo]\d+(\|\d+)?")


def window_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield texts that have more lines than a window (reference: TEXT-33)."""
    for (number, offset), action in program.actions():
        name = action.opcode.name
        if name not in _WIDTHS:
            continue
        text = _message(program.game.logic(number), action.operands[0])
        at = _WIDTHS[name]
        width = action.operands[at] if at is not None and at < len(action.operands) else 0
        # Whatever the codes stand for, the text is at least this long without them.
        lines = format_message(_CODE.sub(b"", text), None, width or WINDOW_COLUMNS, _ESCAPE, "").lines
        if lines > MESSAGE_LINES:
            sentence = (
                f"the text takes {lines} lines, and a window has {MESSAGE_LINES}: the player reads "
                '"Message too verbose" instead'
            )
            yield LintFinding(LintRule.TEXT_TOO_LARGE, places.of_code(number, offset), sentence, name)


def menu_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield items of a menu that are wider than its first: they stick out of the box and stay (reference: TEXT-58)."""
    for number, instructions in program.instructions.items():
        widest: int | None = None
        for action in instructions:
            if not isinstance(action, Action) or action.opcode.name not in ("set.menu", "set.menu.item"):
                continue
            text = _message(program.game.logic(number), action.operands[0])
            if action.opcode.name == "set.menu":
                widest = None
            elif widest is None:
                widest = len(text)
            elif len(text) > widest:
                sentence = (
                    f"the menu item {text.decode('cp437')!r} is {len(text) - widest} wider than the first of its menu, "
                    "sticks out of the box and stays on the screen; make the first longer with blanks"
                )
                place = places.of_code(number, action.offset)
                yield LintFinding(LintRule.MENU_TOO_WIDE, place, sentence, action.opcode.name)


def _message(logic: Logic, number: int) -> bytes:
    """Return a message of a logic; empty where there is none."""
    return (logic.messages[number - 1] if 1 <= number <= len(logic.messages) else None) or b""
