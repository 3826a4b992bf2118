"""Reads a logic from its first byte to its last: what it uses says which interpreters it can be for."""

from libc.stdint cimport int16_t, uint8_t

from agi_emu._core.opcodes cimport *

cdef enum:
    NOT_KNOWN = 0xFF  # of a table: no such action or test
    WORDS = 0xFE  # of the table of tests: a count of word groups
    ASKED = 0x80  # of the table of marks: whether the action is used is asked for
    BEGINS = 1  # of an offset: an instruction begins there
    LED_TO = 2  # a jump leads there
    JUMP_BYTES = 2
    BITS = 7


cdef inline Py_ssize_t after_condition(
    const uint8_t* code, Py_ssize_t length, Py_ssize_t at, const uint8_t* tests, int rest, bint* has_rest
) noexcept nogil:
    """Return the offset after the condition that begins at an offset; -1 where it is none."""
    cdef int size, token, _word
    while at < length and code[at] != TOKEN_IF:
        token = code[at]
        at += 1
        if token == TOKEN_NOT or token == TOKEN_OR:
            continue
        size = tests[token]
        if size == WORDS:
            if at >= length:
                return -1
            size = code[at]
            at += 1
            if at + 2 * size > length:
                return -1
            for _word in range(size):
                has_rest[0] |= (code[at] | code[at + 1] << 8) == rest
                at += 2
        elif size == NOT_KNOWN or at + size > length:
            return -1
        else:
            at += size
    return at + 1


def survey(
    bytes code not None, bytes actions not None, bytes tests not None, bytes marks not None, int rest
) -> tuple[int, int, bool, bool] | None:
    """Return what a logic uses; None if it is not instructions alone, each jump leading to one of them or to the end.

    That is its last action, its last string (-1: none), whether a marked action is used, and whether the word group
    `rest` is. The tables have 256 entries: operand bytes of actions, operand bytes of tests, and marks of actions, of
    which the lowest bits say which of the operands are strings.
    """
    cdef const uint8_t* data = code
    cdef const uint8_t* of_actions = actions
    cdef const uint8_t* of_tests = tests
    cdef const uint8_t* of_marks = marks
    cdef Py_ssize_t length = len(code), at = 0, target
    cdef bytearray places = bytearray(length + 1)
    cdef uint8_t* place = places
    cdef int token, size, i, last = -1, string = -1
    cdef bint has_rest = False, is_used = False
    if min(len(actions), len(tests), len(marks)) < 256:
        raise ValueError("the tables need 256 entries")
    while at < length:
        place[at] |= BEGINS
        token = data[at]
        at += 1
        if token == TOKEN_IF:
            at = after_condition(data, length, at, of_tests, rest, &has_rest)
        if token == TOKEN_IF or token == TOKEN_GOTO:
            if at < 0 or at + JUMP_BYTES > length:
                return None
            target = at + JUMP_BYTES + <int16_t>(data[at] | data[at + 1] << 8)
            if not 0 <= target <= length:
                return None
            place[target] |= LED_TO
            at += JUMP_BYTES
            continue
        size = of_actions[token]
        if size == NOT_KNOWN or at + size > length:
            return None
        last = max(last, token)
        if of_marks[token]:
            is_used |= of_marks[token] & ASKED != 0
            for i in range(min(size, BITS)):
                if of_marks[token] >> i & 1:
                    string = max(string, data[at + i])
        at += size
    for at in range(length):
        if place[at] == LED_TO:
            return None
    return last, string, is_used, has_rest
