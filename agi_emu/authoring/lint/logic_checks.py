"""Findings in the logics: code, messages, words, flags and variables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from agi_emu.authoring.lint.findings import LintFinding, LintRule, listed
from agi_emu.authoring.lint.program import SET_FLAG_OPERANDS, WRITTEN_OPERANDS, Places, Program, Use, reachable
from agi_emu.facts.numbers import whole
from agi_emu.facts.versions import VersionProfile
from agi_emu.logic.code import Action, Data, Goto, Instruction, unsupported_commands
from agi_emu.logic.opcodes import END_OF_LOGIC, Operand
from agi_emu.logic.values import BUILT_IN_WORDS

_LAST_SYSTEM_VARIABLE = 26
_LAST_MOUSE_VARIABLE = 29
"""Interpreters with a mouse set the three after those (reference: EXT-8)."""
_SYSTEM_FLAGS = frozenset({*range(17), 20})
"""Flags and variables up to these are read by the interpreter (reference: CMD-8)."""
_SHOW_BY_VARIABLE = ("print.v", "display.v", "print.at.v")
_MOST_NAMED = 3
"""More messages of one logic than this that are not shown are one finding."""
_FORMAT_CODE = re.compile(rb"%([vgm])(\d+)")


def code_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield code that is never executed, and bytes that are not a command."""
    for number, instructions in program.instructions.items():
        found = reachable(instructions)
        for is_reachable, group in groupby(instructions, key=lambda instruction: instruction.offset in found):
            stretch = list(group)
            for instruction in stretch if is_reachable else ():
                if isinstance(instruction, Data):
                    first = instruction.data[:1].hex().upper()
                    sentence = f"the byte {first} is not a command of this interpreter"
                    yield LintFinding(LintRule.UNKNOWN_COMMAND, places.of_code(number, instruction.offset), sentence)
            if not is_reachable and not _has_to_be(stretch, instructions[-1]):
                yield LintFinding(
                    LintRule.UNREACHABLE, places.of_code(number, stretch[0].offset), "this is never executed"
                )


def _has_to_be(stretch: list[Instruction], last: Instruction) -> bool:
    """Return whether a stretch that is never executed is nobody's mistake.

    Every logic ends with a return, and the jump over an else part is there also after one.
    """
    return all(isinstance(instruction, Goto) or _is_last_return(instruction, last) for instruction in stretch)


def _is_last_return(instruction: Instruction, last: Instruction) -> bool:
    """Return whether this is the return that every logic ends with."""
    return instruction is last and isinstance(instruction, Action) and instruction.opcode.number == END_OF_LOGIC


def profile_findings(program: Program, places: Places, profile: VersionProfile) -> Iterator[LintFinding]:
    """Yield commands that another interpreter than the game's own lacks or counts otherwise."""
    own = program.game.profile
    if own.name == profile.name:
        return
    for number in program.instructions:
        for offset, problem in unsupported_commands(program.game.logic(number).code, own, profile):
            yield LintFinding(LintRule.ARGUMENTS, places.of_code(number, offset), problem)


def message_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield messages that no command shows, and commands that show none."""
    shown: dict[int, set[int]] = {number: set() for number in program.instructions}
    dynamic: set[int] = set()
    for (number, offset), opcode, _, kind, value in program.operands:
        messages = program.game.logic(number).messages
        if kind is Operand.MESSAGE:
            shown[number].add(value)
            if not 1 <= value <= len(messages) or messages[value - 1] is None:
                sentence = f"{opcode.name} shows message {value}, which is not defined"
                yield LintFinding(LintRule.MISSING_MESSAGE, places.of_code(number, offset), sentence, opcode.name)
        elif opcode.name in _SHOW_BY_VARIABLE:
            dynamic.add(number)
        elif opcode.name == "trace.info" and kind is Operand.LOGIC:
            # The messages of this logic are the names of the commands that the trace window shows.
            dynamic.add(value)
    for number in program.instructions:
        for text in program.game.logic(number).messages:
            for code, digits in _FORMAT_CODE.findall(text or b""):
                if code == b"m":
                    shown[number].add(whole(digits))
                elif code == b"g" and 0 in shown:
                    shown[0].add(whole(digits))
    for number in sorted(set(program.instructions) - dynamic):
        unshown = [
            (message, text)
            for message, text in enumerate(program.game.logic(number).messages, start=1)
            if text is not None and message not in shown[number]
        ]
        if len(unshown) > _MOST_NAMED:
            numbers = listed([message for message, _ in unshown])
            sentence = f"messages {numbers} are never shown; the first is {_excerpt(unshown[0][1])}"
            yield LintFinding(LintRule.UNSHOWN_MESSAGE, places.of_logic(number), sentence)
            continue
        for message, text in unshown:
            sentence = f"message {message} is never shown: {_excerpt(text)}"
            yield LintFinding(LintRule.UNSHOWN_MESSAGE, places.of_logic(number), sentence)


def _excerpt(text: bytes) -> str:
    return repr(text[:40].decode("cp437").replace("\n", " "))


def word_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield word groups that `said` waits for and that no word belongs to, each once for a logic."""
    known = {*program.game.words.groups, *BUILT_IN_WORDS.values()}
    offsets: dict[tuple[int, int], list[int]] = {}
    for (number, offset), _, _, kind, value in program.operands:
        if kind is Operand.WORDS and value not in known:
            offsets.setdefault((number, value), []).append(offset)
    for (number, value), found in offsets.items():
        times = f", at {len(found)} places of this logic" if len(found) > 1 else ""
        sentence = f"said waits for a word of group {value}, and the vocabulary has none{times}"
        yield LintFinding(LintRule.UNKNOWN_WORD, places.of_code(number, found[0]), sentence, "said")


def variable_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield flags and variables that are set and never read, and those that are read and never set.

    Those are left out that are only named where a command wants one: `move.obj(o1, 9, 9, 1, f99)`.
    """
    set_at: dict[tuple[Operand, int], Use] = {}
    changed: set[tuple[Operand, int]] = set()
    read_at: dict[tuple[Operand, int], Use] = {}
    setters = {Operand.VARIABLE: WRITTEN_OPERANDS, Operand.FLAG: SET_FLAG_OPERANDS}
    for use, opcode, index, kind, value in program.operands:
        if kind not in setters:
            continue
        if index not in setters[kind].get(opcode.name, ()):
            read_at.setdefault((kind, value), use)
        elif index == 0:
            set_at.setdefault((kind, value), use)
        if index in setters[kind].get(opcode.name, ()) and opcode.name != "reset":
            changed.add((kind, value))
    read = read_at.keys() | {(Operand.VARIABLE, number) for number in _shown_variables(program)}
    rules = {
        Operand.VARIABLE: (
            LintRule.UNREAD_VARIABLE,
            program.uses_command("rindirect"),
            range(_LAST_SYSTEM_VARIABLE + 1),
        ),
        Operand.FLAG: (LintRule.UNREAD_FLAG, program.uses_command("isset.v"), _SYSTEM_FLAGS),
    }
    for (kind, value), (number, offset) in sorted(set_at.items(), key=lambda item: item[1]):
        rule, is_read_indirectly, of_system = rules[kind]
        if (kind, value) not in read and not is_read_indirectly and value not in of_system:
            sentence = f"{kind.marker}{value} is changed here and never read"
            yield LintFinding(rule, places.of_code(number, offset), sentence, f"{kind.marker}{value}")
    never = {
        Operand.VARIABLE: (LintRule.UNSET_VARIABLE, "is always 0"),
        Operand.FLAG: (LintRule.UNSET_FLAG, "is false"),
    }
    set_indirectly = {
        Operand.VARIABLE: program.uses_command("lindirectn", "lindirectv"),
        Operand.FLAG: program.uses_command("set.v", "toggle.v"),
    }
    for (kind, value), (number, offset) in sorted(read_at.items(), key=lambda item: item[1]):
        is_of_mouse = kind is Operand.VARIABLE and value <= _LAST_MOUSE_VARIABLE
        if (kind, value) not in changed and not (set_indirectly[kind] or is_of_mouse or value in rules[kind][2]):
            rule, meaning = never[kind]
            sentence = f"{kind.marker}{value} is read here and never set: it {meaning}"
            yield LintFinding(rule, places.of_code(number, offset), sentence, f"{kind.marker}{value}")


def _shown_variables(program: Program) -> Iterator[int]:
    """Yield the variables that texts show."""
    for number in program.instructions:
        for text in program.game.logic(number).messages:
            yield from (whole(digits) for code, digits in _FORMAT_CODE.findall(text or b"") if code == b"v")
