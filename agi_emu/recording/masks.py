"""What is left out of a comparison with the original, each with its reason. Nothing here names a game."""

from __future__ import annotations

from dataclasses import dataclass

from agi_emu.logic.opcodes import ACTIONS, action_by_name

FREE_MEMORY = 8
"""Variable 8: free memory in units of 256 bytes."""


@dataclass(frozen=True, slots=True)
class Mask:
    """Something that is not compared."""

    name: str
    field: str
    """The field of a trace that it concerns; ``end`` for how a trace ends, ``savegame`` for what the run saved."""
    reason: str


FREE_MEMORY_VARIABLE = Mask(
    "free-memory",
    "v",
    "v8 tells what the original's heap has left, and the heap is not modelled; the recorded value is put into v8 before"
    " every cycle, so what logics decide by it is the same (reference: golden README, 'Exact')",
)
FREE_MEMORY_COPIES = Mask(
    "free-memory-copies",
    "v",
    "a variable that an action of this cycle copied from v8; the recorded value is taken over",
)
ITEMS_BEHIND_THE_FILE = Mask(
    "items-behind-the-file",
    "inv",
    "where OBJECT is not encrypted the original counts about 10,000 items; what lies behind the file's end is other"
    " memory of the interpreter: the first (length of OBJECT - 3) div 3 are compared, 256 at most",
)
SAVED_MEMORY = Mask(
    "saved-memory",
    "savegame",
    "a savegame also holds what only the original's memory explains: five addresses in each object's record, what stood"
    " in the script list behind its last entry, and v8",
)
NOTHING_CLAIMED = Mask(
    "nothing-claimed",
    "end",
    "the recorder itself failed or the original hung: nothing is claimed about what follows the last record",
)
HEAP_FULL = Mask(
    "heap-full",
    "end",
    "the original ended with 'No memory': its heap is not modelled, and the game goes on",
)
SURPLUS_BEATS = Mask(
    "surplus-beats",
    "t",
    "a cycle that took 2,000,000 machine instructions has timer interrupts that opcodes do not tell; they are delivered"
    " at the end of the cycle and counted",
)
MASKS: tuple[Mask, ...] = (
    FREE_MEMORY_VARIABLE,
    FREE_MEMORY_COPIES,
    ITEMS_BEHIND_THE_FILE,
    SAVED_MEMORY,
    NOTHING_CLAIMED,
    HEAP_FULL,
    SURPLUS_BEATS,
)

_ASSIGN = action_by_name("assignv").number
_READ_INDIRECT = action_by_name("rindirect").number
_WRITE_INDIRECT = action_by_name("lindirectv").number


def split_actions(actions: bytes) -> list[bytes]:
    """Cut a stream of ``opcode operands...`` into its actions; what is no action ends the list as one piece.

    Null commands were recorded without operands, as they eat none.
    """
    pieces = []
    position = 0
    while position < len(actions):
        opcode = actions[position]
        if opcode >= len(ACTIONS):
            pieces.append(actions[position:])
            break
        row = ACTIONS[opcode]
        end = position + 1 + (0 if row.is_null else len(row.operands))
        pieces.append(actions[position:end])
        position = end
    return pieces


def free_memory_copies(actions: bytes, variables: bytes) -> frozenset[int]:
    """Return the variables that the actions of a cycle filled from v8.

    Indirect actions are judged by the pointers' values after the cycle.
    """
    copies: set[int] = {FREE_MEMORY}
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
    return frozenset(copies - {FREE_MEMORY})
