from libc.stdint cimport uint8_t

from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *
from agi_emu._core.screen cimport Screen

# An action that the core executes; `a` are its operands, as many as its row of the opcode table has. It returns 0, an
# error of the interpreter (its value is in vm.error_value), or a need.
ctypedef int (*CoreAction)(Context c, Screen screen, const uint8_t* a) noexcept nogil


cdef inline int failed(Context c, int error, int value) noexcept nogil:
    """Return an error, or 0 for none, with its value noted."""
    c.s.vm.error_value = value & 0xFF
    return error


cdef inline ScreenObject* named(Context c, const uint8_t* a) noexcept nogil:
    """Return the object that the first operand names."""
    return &c.s.objects[a[0]]
