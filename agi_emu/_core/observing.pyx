"""What observers of a machine see: bits of the state that change, and what logics have reached."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from agi_emu._core.context cimport MOST_WATCHES, Context
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *


cdef bint see_changes(Context c, int writer) noexcept nogil:
    """Note who has written what is watched and looks otherwise than before; return whether anything is to be told.

    It is not inlined, so that the loops of those who watch nothing stay small.
    """
    cdef const uint8_t* bytes = <const uint8_t*> c.s
    cdef uint32_t i
    cdef uint8_t now
    cdef bint found = False
    for i in range(c.watch_count):
        now = bytes[c.watch_place[i]] & c.watch_mask[i]
        if now != c.watch_latest[i]:
            c.watch_latest[i] = now
            c.watch_writer[i] = writer
        found = found or now != c.watch_value[i]
    return found


def watch(Context core not None, places not None: Sequence[tuple[int, int]]) -> None:
    """Watch bits of the state, each an offset and a mask, instead of those watched before; see `changes`.

    The logics stop with NEED_WATCH before the next token after a change.
    """
    cdef const uint8_t* bytes = <const uint8_t*> core.s
    cdef int count = 0, offset, mask
    if len(places) > MOST_WATCHES:
        raise ValueError(f"{len(places)} places to watch; there is room for {MOST_WATCHES}")
    core.watch_count = 0
    for offset, mask in places:
        if not (0 <= offset < <int> sizeof(StateLayout) and 0 <= mask <= 255):
            raise ValueError(f"mask {mask} of byte {offset} cannot be watched")
        core.watch_place[count] = offset
        core.watch_mask[count] = mask
        core.watch_value[count] = core.watch_latest[count] = bytes[offset] & mask
        count += 1
    core.watch_count = count


def changes(Context core not None) -> list[tuple[int, int]]:
    """Return what has changed since the last look: the index in what is watched, and who wrote it.

    That is a `progress.Part`, the number of a `progress.Phase`, or, below 0, that of a `progress.Need`.
    """
    cdef const uint8_t* bytes = <const uint8_t*> core.s
    cdef uint32_t i
    cdef uint8_t now
    found = []
    for i in range(core.watch_count):
        now = bytes[core.watch_place[i]] & core.watch_mask[i]
        if now != core.watch_value[i]:
            found.append((i, core.watch_writer[i] if now == core.watch_latest[i] else core.at_work))
            core.watch_value[i] = core.watch_latest[i] = now
    return found


def place(Context core not None) -> tuple[int, int] | None:
    """Return the logic and the offset of the token executed last; None between two runs of logics."""
    return None if core.token_place < 0 else (core.token_place >> 16, core.token_place & 0xFFFF)


def halt(Context core not None, places: Iterable[tuple[int, int]] | None) -> None:
    """Stop the logics with NEED_HALT before each token at these places, a logic and an offset; None ends that.

    Tokens are counted while somebody stops them.
    """
    cdef int logic, offset
    cdef Py_ssize_t place
    if places is None:
        free(core.halts)
        core.halts = NULL
        return
    if core.halts == NULL:
        core.halts = <uint8_t*> calloc(HALT_BYTES, 1)
        if core.halts == NULL:
            raise MemoryError("no memory for where logics stop")
        core.halt_at = ~<uint64_t> 0
    else:
        memset(core.halts, 0, HALT_BYTES)
    for logic, offset in places:
        if not (0 <= logic < LOGICS and 0 <= offset < CODE_BYTES):
            raise ValueError(f"logic {logic} has no offset {offset}")
        place = logic * CODE_BYTES + offset
        core.halts[place >> 3] |= 1 << (place & 7)


def halt_at(Context core not None, uint64_t count) -> None:
    """Stop before the next token once `count` have been run; 0 for every token."""
    core.halt_at = count


def count_from(Context core not None, uint64_t tokens, bint halted) -> None:
    """Set the count of tokens of a machine that was brought back; `halted` where it stands before one that was told."""
    core.tokens = tokens
    core.halted_at = tokens if halted else tokens - 1


def collect(Context core not None, namings not None: Iterable[tuple[int, int, int, bool]]) -> None:
    """Begin to mark what logics reach, or begin again with no marks.

    `namings` has, for actions that name messages or resources: the action, what it names (1 a message, 2 to 5 the kinds
    of `named`), the index of the operand, and whether that is a variable.
    """
    cdef int action, kind, operand, is_variable
    for action, kind, operand, is_variable in namings:
        if not (0 <= action <= 255 and NAMES_MESSAGE <= kind < KINDS_NAMED and 0 <= operand < MOST_OPERANDS):
            raise ValueError(f"action {action} names kind {kind} by operand {operand}")
        core.naming[action] = kind | (BY_VARIABLE if is_variable else 0)
        core.named_operand[action] = operand
    if core.marks == NULL:
        # Untouched pages of it take no memory.
        core.marks = <uint8_t*> calloc(MARKS, 1)
        if core.marks == NULL:
            raise MemoryError("no memory for what logics reach")
    else:
        memset(core.marks, 0, MARKS)
    core.new_marks = 0


def mark_message(Context core not None, int logic, int number) -> None:
    """Mark a message that another one includes, if marks are collected."""
    if core.marks != NULL and 0 <= logic < LOGICS and 0 <= number < NUMBERS:
        set_mark(core, MESSAGE_MARKS + logic * NUMBERS + number, MARK_REACHED)


def code_marks(Context core not None, int logic) -> bytes:
    """Return the marks of a logic's code, a byte for each of it: 1 executed, 2 true, 4 false."""
    if not 0 <= logic < LOGICS:
        raise ValueError(f"logic {logic}")
    if core.marks == NULL or core.code[logic] == NULL:
        return b""
    return (<char*> core.marks + logic * CODE_BYTES)[:min(core.code_length[logic], CODE_BYTES)]


def message_marks(Context core not None, int logic) -> bytes:
    """Return 256 bytes: 1 for each message of a logic that was shown or otherwise used."""
    if not 0 <= logic < LOGICS:
        raise ValueError(f"logic {logic}")
    return bytes(NUMBERS) if core.marks == NULL else (<char*> core.marks + MESSAGE_MARKS + logic * NUMBERS)[:NUMBERS]


def named_marks(Context core not None, int kind) -> bytes:
    """Return 256 bytes: 1 for each resource of a kind, 2 to 5 as in `collect`, that an action named."""
    cdef Py_ssize_t start = NAMED_MARKS + (kind - NAMES_MESSAGE - 1) * NUMBERS
    if not NAMES_MESSAGE < kind < KINDS_NAMED:
        raise ValueError(f"kind {kind}")
    return bytes(NUMBERS) if core.marks == NULL else (<char*> core.marks + start)[:NUMBERS]
