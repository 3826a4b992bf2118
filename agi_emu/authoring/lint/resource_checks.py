"""Findings about resources: missing and unused ones, the script list, mirrored cels, fills."""

from __future__ import annotations

from collections.abc import Iterator

from agi_emu.authoring.lint.fills import MOST_SEEN, deepest_fill
from agi_emu.authoring.lint.findings import LintFinding, LintRule, listed
from agi_emu.authoring.lint.program import Places, Program, most_on_a_way
from agi_emu.facts.errors import AgiError
from agi_emu.facts.versions import LoopMirror
from agi_emu.logic.code import Action, Instruction
from agi_emu.logic.opcodes import Operand, Record
from agi_emu.resources.kinds import Kind
from agi_emu.resources.view import Cel, View

_KINDS = {
    Operand.LOGIC: Kind.LOGIC,
    Operand.ROOM: Kind.LOGIC,
    Operand.VIEW: Kind.VIEW,
    Operand.SOUND: Kind.SOUND,
    Operand.PICTURE: Kind.PICTURE,
}
_BY_VARIABLE = {
    **dict.fromkeys(("new.room.v", "load.logics.v", "call.v"), (Kind.LOGIC, 0)),
    **dict.fromkeys(("load.pic", "draw.pic", "overlay.pic"), (Kind.PICTURE, 0)),
    **dict.fromkeys(("load.view.v", "show.obj.v", "obj.status.v", "add.to.pic.v"), (Kind.VIEW, 0)),
    "set.view.v": (Kind.VIEW, 1),
}
"""Commands that name a resource by a variable: its kind, and which operand is the variable."""
_ROOM_VARIABLE = 0
_NOT_LOADED_BY_NAME = ("trace.info", "discard.view", "discard.sound")
_SCRIPT_SIZE = 50
"""Entries of the script list unless script.size says otherwise (reference: CMD-43)."""
_NO_SCRIPT = 7
_ENTRIES = {Record.ADD_TO_PIC: 4}
"""add.to.pic takes four entries, every other command one (reference: SAVE-11)."""
_CEL_HEADER = 3
_MAX_RUN = 15


def use_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield resources that are named and not there, and those that are there and never named."""
    game = program.game
    existing = {kind: set(game.volumes.numbers(kind)) for kind in Kind}
    used: dict[Kind, set[int]] = {kind: set() for kind in Kind}
    used[Kind.LOGIC].add(0)
    unknowable: set[Kind] = set()
    for (number, offset), opcode, index, operand, value in program.operands:
        kind = _KINDS.get(operand)
        if kind is not None and opcode.name not in _NOT_LOADED_BY_NAME:
            used[kind].add(value)
            if value not in existing[kind]:
                sentence = f"{opcode.name} names {kind} {value}, which does not exist"
                yield LintFinding(LintRule.MISSING, places.of_code(number, offset), sentence, opcode.name)
        by_variable = _BY_VARIABLE.get(opcode.name)
        if by_variable is not None and index == by_variable[1]:
            values = existing[Kind.LOGIC] if value == _ROOM_VARIABLE else program.possible_values(value)
            if values is None:
                unknowable.add(by_variable[0])
            else:
                used[by_variable[0]] |= values
    for kind in Kind:
        if kind not in unknowable:
            for number in sorted(existing[kind] - used[kind]):
                yield LintFinding(LintRule.UNUSED, places.of_resource(kind, number), "no logic names it")


def call_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield calls of logics that are never loaded: each call reads them from the disk again."""
    loaded = {action.operands[0] for _, action in program.actions() if action.opcode.name == "load.logics"}
    if program.uses_command("load.logics.v"):
        return
    rooms = {action.operands[0] for _, action in program.actions() if action.opcode.name == "new.room"}
    told = {0, *loaded, *rooms}
    calls: dict[int, dict[int, int]] = {}
    for (number, offset), action in program.actions():
        if action.opcode.name == "call" and action.operands[0] not in told:
            told.add(action.operands[0])
            calls.setdefault(number, {})[action.operands[0]] = offset
    for number, offsets in calls.items():
        called = sorted(offsets)
        what, verb, it = ("logic", "is", "it") if len(called) == 1 else ("logics", "are", "them")
        sentence = f"{what} {listed(called)} {verb} called and never loaded: every call reads {it} from the disk"
        yield LintFinding(LintRule.UNLOADED_CALL, places.of_code(number, min(offsets.values())), sentence, "call")


def script_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield logics that have a way through them on which the script list overruns (error 11)."""
    if program.may_set_flag(_NO_SCRIPT):
        # While the flag is set nothing is recorded; some games set it once and for all.
        return
    sizes = [action.operands[0] for _, action in program.actions() if action.opcode.name == "script.size"]
    size = max(sizes, default=_SCRIPT_SIZE)
    for number, instructions in program.instructions.items():
        # Entering the room itself takes one entry.
        count = 1 + most_on_a_way(instructions, _script_entries)
        if count > size:
            sentence = f"its commands take up to {count} entries of the script list, which has {size}: error 11"
            yield LintFinding(LintRule.SCRIPT_OVERRUN, places.of_logic(number), sentence)


def _script_entries(instruction: Instruction) -> int:
    """Return how many entries of the script list an instruction takes."""
    if not isinstance(instruction, Action) or instruction.opcode.records is None:
        return 0
    return 0 if instruction.opcode.name.startswith("new.room") else _ENTRIES.get(instruction.opcode.records, 1)


def view_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield mirrored cels that need more room the other way round than they have."""
    game = program.game
    if game.profile.loop_mirror is not LoopMirror.CEL_FLAGS:
        return
    for number in game.views:
        view = game.view(number)
        data = game.views[number]
        starts = _starts(view, data)
        for index, loop in enumerate(view.loops):
            for cel_number, cel in enumerate(loop.cels):
                if not cel.is_mirrored or cel.mirrored_loop == index:
                    continue
                end = min((start for start in starts if start > cel.offset), default=len(data))
                needed = _mirrored_bytes(data, cel)
                room = end - cel.offset - _CEL_HEADER
                if needed > room:
                    sentence = (
                        f"loop {index}, cel {cel_number} takes {needed} bytes mirrored and has room for {room}: "
                        "the original overwrites what follows"
                    )
                    yield LintFinding(LintRule.MIRROR_ROOM, places.of_resource(Kind.VIEW, number), sentence)


def _starts(view: View, data: bytes) -> list[int]:
    """Return where the parts of a view begin."""
    starts = {loop.offset for loop in view.loops} | {cel.offset for loop in view.loops for cel in loop.cels}
    return sorted({*starts, int.from_bytes(data[3:5], "little")} - {0})


def _mirrored_bytes(data: bytes, cel: Cel) -> int:
    """Return how long the rows of a cel are when they are mirrored (reference: VIEW-12)."""
    position = cel.offset + _CEL_HEADER
    total = 0
    for _ in range(cel.height):
        end = data.find(0, position)
        if end < 0:
            break
        runs = data[position:end]
        position = end + 1
        total += 1
        kept = _without_leading(runs, cel.transparent_colour)
        if kept:
            # All cells of the row count, those of dropped chunks too; the rest becomes transparent chunks in front.
            missing = max(cel.width - sum(run & 15 for run in runs), 0)
            total += len(kept) + -(-missing // _MAX_RUN)
    return total


def _without_leading(runs: bytes, transparent: int) -> bytes:
    """Return the chunks of a row without the transparent ones at its beginning."""
    first = next((index for index, run in enumerate(runs) if run >> 4 != transparent), len(runs))
    return runs[first:]


def fill_findings(program: Program, places: Places) -> Iterator[LintFinding]:
    """Yield pictures with a fill that asks more of the original's stack than any that it was seen to draw."""
    game = program.game
    for number in game.pictures:
        try:
            depth, offset = deepest_fill(game.pictures[number], game.profile)
        except AgiError:
            continue
        if depth > MOST_SEEN:
            sentence = (
                f"the fill at offset {offset} has {depth} stretches waiting at once, more than any that the original "
                f"is known to survive ({MOST_SEEN}): its stack may overflow"
            )
            yield LintFinding(LintRule.FILL_STACK, places.of_resource(Kind.PICTURE, number), sentence)
