"""Declares what is left out of a comparison with the original, each with its reason. Nothing here names a game."""

from __future__ import annotations

from dataclasses import dataclass

from agi_emu.facts.codes import Var
from agi_emu.logic.opcodes import action_by_name
from agi_emu.tracing.fields import ACTION_BYTES


@dataclass(frozen=True, slots=True)
class Mask:
    """A tolerance: something that is not compared."""

    name: str
    field: str
    """The field of a trace; ``end`` for how a trace ends, ``savegame`` for what the run saved."""
    reason: str


FREE_MEMORY_VARIABLE = Mask(
    "free-memory",
    "v",
    "v8 depends on all that is in memory, and recordings do not vouch for it (reference: golden README, 'Exact'):"
    " where ours differs, it is counted here, and the recorded value is taken over, also by the variables to which"
    " this cycle copied it",
)
ITEMS_BEHIND_THE_FILE = Mask(
    "items-behind-the-file",
    "inv",
    "where OBJECT is not encrypted the original counts about 10,000 items; beyond the file's end lies other memory"
    " of the interpreter: the first (length of OBJECT - 3) div 3 are compared, 256 at most",
)
SAVED_MEMORY = Mask(
    "saved-memory",
    "savegame",
    "a savegame also holds what only the original's memory explains: five addresses in each object's record, and the"
    " script list's memory after its last entry",
)
NOTHING_CLAIMED = Mask(
    "nothing-claimed",
    "end",
    "the recorder itself failed or the original hung: nothing is claimed about what follows the last record",
)
SURPLUS_BEATS = Mask(
    "surplus-beats",
    "t",
    "2,000,000 machine instructions without a wait bring a timer interrupt that opcodes do not show; where a key that"
    " was pressed for the waiting game, or the cycle's end, comes later than ours, the missing beats are delivered in"
    " the last picture drawn before it, else at the end of the cycle, and they are counted",
)
MASKS: tuple[Mask, ...] = (
    FREE_MEMORY_VARIABLE,
    ITEMS_BEHIND_THE_FILE,
    SAVED_MEMORY,
    NOTHING_CLAIMED,
    SURPLUS_BEATS,
)

_ASSIGN = action_by_name("assignv").number
_READ_INDIRECT = action_by_name("rindirect").number
_WRITE_INDIRECT = action_by_name("lindirectv").number


def split_actions(actions: bytes) -> list[bytes]:
    """Cut a stream of ``opcode operands...`` into its actions; bytes that are not an action are one piece, the last."""
    pieces = []
    position = 0
    while position < len(actions):
        end = position + (ACTION_BYTES[actions[position]] or len(actions))
        pieces.append(actions[position:end])
        position = end
    return pieces


def free_memory_and_copies(actions: bytes, variables: bytes) -> frozenset[int]:
    """Return v8 and the variables that the actions of a cycle filled from it.

    Indirect actions are judged by the pointers' values after the cycle.
    """
    copies: set[int] = {Var.FREE_MEMORY}
    for action in split_actions(actions):
        if len(action) != 3:
            continue
        opcode, target, source = action
        if opcode == _READ_INDIRECT:
            source = variables[source]
        elif opcode == _WRITE_INDIRECT:
            target = variables[target]
        elif opcode != _ASSIGN:
            continue
        if source in copies:
            copies.add(target)
    return frozenset(copies)
