# What observers of a machine see: bits of the state that change, and what logics have reached. Nothing here is state.

from libc.stdint cimport uint8_t, uint32_t

from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef enum:
    # Marks of a byte of code: a token was executed; a test or a condition was true; it was false.
    MARK_REACHED = 1
    MARK_TRUE = 2
    MARK_FALSE = 4
    CODE_BYTES = 0x10000  # marks of a logic's code
    LOGICS = 256
    NUMBERS = 256  # of messages of a logic, and of resources of a kind
    MESSAGE_MARKS = LOGICS * CODE_BYTES
    NAMED_MARKS = MESSAGE_MARKS + LOGICS * NUMBERS
    # What an action names with an operand, itself or in a variable: a message, or one of the kinds after it.
    NAMES_NOTHING = 0
    NAMES_MESSAGE = 1
    KINDS_NAMED = 6  # with these two
    BY_VARIABLE = 0x80  # of Context.naming
    HALT_BYTES = LOGICS * CODE_BYTES // 8
    MARKS = NAMED_MARKS + (KINDS_NAMED - 2) * NUMBERS


cdef inline bint has_observers(Context c) noexcept nogil:
    """Return whether anybody looks at each token of the logics."""
    cdef bint stops = c.watch_count != 0 or c.halts != NULL
    return stops or c.log_on or c.marks != NULL or (c.tariff != NULL and c.tariff.is_counting)


cdef inline void set_mark(Context c, Py_ssize_t place, uint8_t mark) noexcept nogil:
    """Set a mark, and count it if it is new."""
    if not c.marks[place] & mark:
        c.marks[place] |= mark
        c.new_marks += 1


cdef inline void mark_code(Context c, int logic, Py_ssize_t pc, uint8_t mark) noexcept nogil:
    """Mark a byte of a logic's code."""
    if 0 <= pc < CODE_BYTES:
        set_mark(c, logic * CODE_BYTES + pc, mark)


cdef inline void mark_named(Context c, int opcode, const uint8_t* operands, int logic) noexcept nogil:
    """Mark the message or resource that an action names."""
    cdef int naming = c.naming[opcode], number
    if naming == NAMES_NOTHING:
        return
    number = operands[c.named_operand[opcode]]
    if naming & BY_VARIABLE:
        number = c.s.vars[number]
        naming &= ~BY_VARIABLE
    if naming == NAMES_MESSAGE:
        set_mark(c, MESSAGE_MARKS + logic * NUMBERS + number, MARK_REACHED)
    else:
        set_mark(c, NAMED_MARKS + (naming - NAMES_MESSAGE - 1) * NUMBERS + number, MARK_REACHED)


cdef inline bint has_changed(Context c) noexcept nogil:
    """Return whether anything that is watched differs from what was last seen."""
    cdef const uint8_t* bytes = <const uint8_t*> c.s
    cdef uint32_t i
    for i in range(c.watch_count):
        if bytes[c.watch_place[i]] & c.watch_mask[i] != c.watch_value[i]:
            return True
    return False


cdef bint see_changes(Context c, int writer) noexcept nogil


cdef inline bint halts_here(Context c, int logic, Py_ssize_t pc) noexcept nogil:
    """Return whether a debugger stops before the token at a place, where it has not just done so."""
    cdef Py_ssize_t place = logic * CODE_BYTES + (pc & 0xFFFF)
    if c.halted_at == c.tokens:
        return False
    return c.tokens >= c.halt_at or c.halts[place >> 3] >> (place & 7) & 1
