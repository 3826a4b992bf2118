"""Actions on variables, flags, chance, items and the length of the script (reference: CMD-9 to CMD-15, CMD-27)."""

from libc.stdint cimport uint8_t

from agi_emu._core.actions cimport CoreAction, failed
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, random_byte
from agi_emu._core.decoding cimport FIRST_CHANGE, LAST_CHANGE
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *
from agi_emu._core.screen cimport Screen

cdef int divide(Context c, int target, int divisor) noexcept nogil:
    """Divide a variable; return NEED_DIVISION for a divisor of 0, where that is not forgiven."""
    if divisor != 0:
        c.s.vars[target] = c.s.vars[target] // divisor
    elif not c.rules.survive_division_by_zero:
        return NEED_DIVISION
    return 0


cdef int lacks_item(Context c, int item) noexcept nogil:
    """Return the error of an item that the game does not have (reference: CMD-28)."""
    return failed(c, ERROR_ITEM_OUT_OF_RANGE, item - c.s.general.item_count)


cdef int move_item(Context c, int item, int room) noexcept nogil:
    """Put an item into a room; return 0 or an error."""
    if item >= c.s.general.item_count:
        return lacks_item(c, item)
    c.s.item_rooms[item] = room
    return 0


cdef int do_change(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Execute an action of `change`."""
    change(c.s, c.s.vm.last_action, a)
    return 0


cdef int do_mul_n(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Multiply by a number, modulo 256."""
    cdef uint8_t* v = &c.s.vars[0]
    v[a[0]] = (v[a[0]] * a[1]) & 0xFF
    return 0


cdef int do_mul_v(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Multiply by a variable, modulo 256."""
    cdef uint8_t* v = &c.s.vars[0]
    v[a[0]] = (v[a[0]] * v[a[1]]) & 0xFF
    return 0


cdef int do_div_n(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Divide by a number; by 0 the processor ends the program (reference: CMD-12)."""
    return divide(c, a[0], a[1])


cdef int do_div_v(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Divide by a variable; by 0 the processor ends the program (reference: CMD-12)."""
    return divide(c, a[0], c.s.vars[a[1]])


cdef int do_random(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Store a random number from the first to the second.

    Quirk: where the second is one below the first the span is 0, and the processor divides by it (reference: TIME-27).
    """
    cdef int span = (a[1] - a[0] + 1) & 0xFFFF
    if span != 0:
        c.s.vars[a[2]] = (random_byte(c.s) % span + a[0]) & 0xFF
    elif c.rules.survive_division_by_zero:
        c.s.vars[a[2]] = a[0]
    else:
        return NEED_DIVISION
    return 0


cdef int do_get(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Let the player carry an item."""
    return move_item(c, a[0], CARRIED)


cdef int do_drop(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Put an item into room 0."""
    return move_item(c, a[0], 0)


cdef int do_put(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Put an item into the room in a variable."""
    return move_item(c, a[0], c.s.vars[a[1]])


cdef int do_get_room_v(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Store the room of the item that a variable names."""
    cdef int item = c.s.vars[a[0]]
    if item >= c.s.general.item_count:
        return lacks_item(c, item)
    c.s.vars[a[1]] = c.s.item_rooms[item]
    return 0


cdef int do_push_script(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Remember how many entries of the script list are in use; under AGIMOUSE, read the mouse instead."""
    cdef StateLayout* s = c.s
    if c.rules.reads_mouse:
        s.vars[VAR_MOUSE_BUTTON] = s.mouse.button
        s.vars[VAR_MOUSE_X] = s.mouse.x
        s.vars[VAR_MOUSE_Y] = s.mouse.y
    else:
        s.script.saved = s.script.count
    return 0


cdef int do_pop_script(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Go back to the remembered count: what was recorded since is forgotten. It is no stack (reference: SAVE-14)."""
    c.s.script.count = c.s.script.saved
    return 0


include "variable_actions.pxi"


cdef void bind_variable_actions(CoreAction* table) noexcept nogil:
    """Put the actions of this module into the table by opcode."""
    cdef int number
    for number in range(FIRST_CHANGE, LAST_CHANGE + 1):
        table[number] = do_change
    bind_named(table)
