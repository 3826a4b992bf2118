"""Findings about single values: constants out of range, loops that a view lacks, tests after said, the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agi_emu.authoring.lint.findings import LintFinding, LintRule
from agi_emu.authoring.lint.program import WRITTEN_OPERANDS, Places, Program
from agi_emu.facts.codes import Var
from agi_emu.facts.wording import counted
from agi_emu.logic.code import Action, ConditionToken, Goto, If, Instruction
from agi_emu.logic.opcodes import NOT, OR, Operand
from agi_emu.resources.view import View

_HIGHEST = {
    Operand.X: 159,
    Operand.Y: 167,
    Operand.PRIORITY: 15,
    Operand.ROW: 24,
    Operand.COLUMN: 39,
    Operand.COLOR: 15,
}
"""The highest number that means something, by the kind of operand."""
_LIMITED = (
    "position",
    "move.obj",
    "reposition.to",
    "set.horizon",
    "set.priority",
    "add.to.pic",
    "display",
    "clear.lines",
    "clear.text.rect",
    "set.text.attribute",
)
"""Commands whose constants are looked at; boxes of tests and blocks may be larger than the picture."""
_MARGIN = 6
"""The operand of add.to.pic that is a priority only below 4."""


def range_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield constants that lie outside of the picture, the text grid, the priorities or the colours."""
    for (number, offset), action in program.actions():
        if action.opcode.name not in _LIMITED:
            continue
        for index, (kind, value) in enumerate(zip(action.opcode.operands, action.operands, strict=False)):
            is_margin = action.opcode.name == "add.to.pic" and index == _MARGIN
            if value > _HIGHEST.get(kind, value) and not is_margin:
                sentence = f"{action.opcode.name} has the {kind.value} {value}; the highest is {_HIGHEST[kind]}"
                yield LintFinding(LintRule.OUT_OF_RANGE, places.of_code(number, offset), sentence, action.opcode.name)


def loop_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield loops and cels that a view lacks, where the view is known."""
    for number, instructions in program.instructions.items():
        entered = _targets(instructions)
        views: dict[int, int] = {}
        loops: dict[int, int] = {}
        for instruction in instructions:
            if instruction.offset in entered or not isinstance(instruction, Action):
                # What leads here is not known, or what follows happens only sometimes.
                views, loops = {}, {}
            if isinstance(instruction, Action):
                sentence = _lacking(program, instruction, views, loops)
                if sentence:
                    place = places.of_code(number, instruction.offset)
                    yield LintFinding(LintRule.NO_LOOP, place, sentence, instruction.opcode.name)


def _targets(instructions: Sequence[Instruction]) -> set[int]:
    return {instruction.target for instruction in instructions if isinstance(instruction, Goto | If)}


def _lacking(program: Program, action: Action, views: dict[int, int], loops: dict[int, int]) -> str:
    """Follow what the views and loops of objects are; return what is wrong with this action, "" if nothing."""
    operands = action.operands
    match action.opcode.name:
        case "set.view":
            views[operands[0]] = operands[1]
            loops.pop(operands[0], None)
        case "set.view.v" | "call" | "call.v" | "set.loop.v" | "unanimate.all":
            views.clear()
            loops.clear()
        case "set.loop":
            if operands[0] in views and (lacking := _without(program, views[operands[0]], operands[1])):
                return f"set.loop {lacking}"
            loops[operands[0]] = operands[1]
        case "set.cel":
            if operands[0] in views and operands[0] in loops:
                lacking = _without(program, views[operands[0]], loops[operands[0]], operands[1])
                return lacking and f"set.cel {lacking}"
        case "add.to.pic":
            lacking = _without(program, operands[0], operands[1], operands[2])
            return lacking and f"add.to.pic {lacking}"
    return ""


def _without(program: Program, number: int, loop: int, cel: int | None = None) -> str:
    """Return which loop or cel of a view is wanted that it lacks, "" if none."""
    if number not in program.game.views:
        return ""
    view: View = program.game.view(number)
    if loop >= len(view.loops):
        return f"wants loop {loop} of view {number}, which has {counted(len(view.loops), 'loop')}"
    cels = len(view.loops[loop].cels)
    if cel is not None and cel >= cels:
        return f"wants cel {cel} of view {number}, whose loop {loop} has {counted(cels, 'cel')}"
    return ""


def said_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield conditions in which another test follows a said, each logic once.

    A said that fits takes the sentence (reference: WORD-25), whatever the tests after it say: no later said hears it.
    """
    for number, instructions in program.instructions.items():
        offsets = [each.offset for each in instructions if isinstance(each, If) and _has_test_after_said(each.tokens)]
        if offsets:
            times = f", at {len(offsets)} places of this logic" if len(offsets) > 1 else ""
            sentence = f"a test follows said: if it fails, the sentence is taken all the same{times}; put said last"
            yield LintFinding(LintRule.SAID_NOT_LAST, places.of_code(number, offsets[0]), sentence, "said")


def _has_test_after_said(tokens: Sequence[ConditionToken]) -> bool:
    is_after_said = in_group = group_has_said = is_negated = False
    for token in tokens:
        if token.code == OR:
            if in_group:
                is_after_said |= group_has_said
            in_group, group_has_said = not in_group, False
            continue
        if token.code == NOT:
            is_negated = True
            continue
        is_said = token.opcode is not None and token.opcode.name == "said"
        if is_after_said and not is_said:
            return True
        if is_said and not is_negated:
            group_has_said |= in_group
            is_after_said |= not in_group
        is_negated = False
    return False


def score_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield a highest score that all points of the logics together do not reach."""
    if program.uses_command("lindirectn", "lindirectv"):
        return
    points = 0
    most: tuple[int, str] | None = None
    for (number, offset), action in program.actions():
        name, operands = action.opcode.name, action.operands
        written = [operands[index] for index in WRITTEN_OPERANDS.get(name, ()) if index < len(operands)]
        if Var.SCORE in written:
            if name not in ("addn", "assignn", "increment", "subn", "decrement"):
                return
            points += operands[1] if name == "addn" else name == "increment"
        if Var.MOST_SCORE in written:
            if name != "assignn" or most is not None:
                return
            most = operands[1], places.of_code(number, offset)
    if most is not None and points < most[0]:
        sentence = f"the highest score is {most[0]}; all points of the logics together are {points}"
        yield LintFinding(LintRule.SCORE, most[1], sentence)
