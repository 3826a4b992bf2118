from libc.stdint cimport uint8_t

from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, flag
from agi_emu._core.decoding cimport CONTROLLERS
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *

cdef bint behind_controllers(Context c, int number) noexcept nogil
cdef bint said(Context c, const uint8_t* words, int count) noexcept nogil
cdef int test(Context c, int number, const uint8_t* a) noexcept nogil
cdef Py_ssize_t skip_past(Context c, const uint8_t* code, Py_ssize_t length, Py_ssize_t pc, int token) noexcept nogil


cdef inline bint may_have_said(StateLayout* s) noexcept nogil:
    """Return whether any said can be true."""
    return s.input.word_count != 0 and flag(s, FLAG_HAVE_INPUT) and not flag(s, FLAG_HAVE_MATCH)


cdef inline int compare(Context c, int number, const uint8_t* a) noexcept nogil:
    """Evaluate a test of variables, flags or controllers; 0 or 1."""
    cdef StateLayout* s = c.s
    cdef uint8_t* v = &s.vars[0]
    if number == Test.T_equaln:
        return v[a[0]] == a[1]
    elif number == Test.T_equalv:
        return v[a[0]] == v[a[1]]
    elif number == Test.T_lessn:
        return v[a[0]] < a[1]
    elif number == Test.T_lessv:
        return v[a[0]] < v[a[1]]
    elif number == Test.T_greatern:
        return v[a[0]] > a[1]
    elif number == Test.T_greaterv:
        return v[a[0]] > v[a[1]]
    elif number == Test.T_isset:
        return flag(s, a[0])
    elif number == Test.T_isset_v:
        return flag(s, v[a[0]])
    elif number == Test.T_controller:
        if a[0] < CONTROLLERS or s.controllers[a[0]] or not c.rules.behind_controllers_length:
            return s.controllers[a[0]] != 0
        return behind_controllers(c, a[0])
    return 0
