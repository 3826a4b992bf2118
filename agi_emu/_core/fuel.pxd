# Fuel: what the host computes, counted so that every beat ends in time whatever the game does (docs/architecture.md).
#
# A unit is a nanosecond of one core of the computer on which the costs were measured. Costs are upper limits and depend
# on nothing but state and resources, never on what is kept to be faster. Loops burn once per call, not per step.

from libc.stdint cimport uint64_t

from agi_emu._core.context cimport Context

cdef enum:
    HANDLER_FUEL = 20_000  # an action that Python executes (machine/costs.py has what some of them cost more)
    SHORTCUT_FUEL = 8_000  # one that the core executes in its place
    CELLS_PER_FUEL = 2  # of an object put into the picture and taken out of it, beside the cost of its cel (cel.pyx)
    DEEP_FUEL = 60_000  # an object where 256 colours are shown, beside twice its cells and the bytes of its view
    SHOWN_FUEL = 1  # a cell of the picture copied to the screen
    MOVED_FUEL = 300  # an object that moves by itself, beside the others that it may run into
    OBJECT_FUEL = 400  # an object put into the picture and taken out of it, beside its cells
    LISTED_FUEL = 150  # an object of the table when the list of the drawn ones is made
    COLLISION_FUEL = 3  # an object that another one may run into
    SEARCH_FUEL = 100_000  # a placement search through the whole picture
    SEARCHED_OBJECT_FUEL = 30  # an object that it has to keep clear of
    SKIPPED_FUEL = 2  # a byte of a condition that is stepped over
    COLUMN_FUEL = 4  # a cell of a control line's column that is looked at

cdef enum:
    BEAT_FUEL = 10_000  # a beat with what belongs to it, on the way to the next look at signals
    MOST_OWED = 1_000_000_000  # so that the largest step cannot overflow the tank

cdef void begin_slice(Context c) noexcept nogil
cdef void end_slice(Context c) noexcept nogil
cdef int next_slice(Context c) noexcept nogil
cdef void pause(Context c) noexcept nogil
cdef bint look_is_due(Context c) noexcept nogil


cdef inline void set_fuel(Context c, int fuel) noexcept nogil:
    """Set what is in the tank; the way to the next look stays the same."""
    c.look_due += fuel - c.s.vm.fuel
    c.s.vm.fuel = fuel


cdef inline void settle(Context c) noexcept nogil:
    """Forget what was burnt where the tank has no end, and what is more than any beat can pay back."""
    if c.rules.beat_fuel == 0:
        set_fuel(c, 0)
    elif c.s.vm.fuel < -MOST_OWED:
        set_fuel(c, -MOST_OWED)


cdef inline void fill_tank(Context c) noexcept nogil:
    """Give the fuel of one beat; what was burnt too much is paid back."""
    set_fuel(c, min(c.s.vm.fuel, 0) + c.rules.beat_fuel if c.rules.beat_fuel else 0)
    c.look_due += BEAT_FUEL


cdef inline void burn(Context c, int fuel) noexcept nogil:
    """Use fuel; where logics run they stop before the next token if a look is due or no fuel is left."""
    c.s.vm.fuel -= fuel
    c.burnt += <uint64_t> fuel
    if c.s.vm.fuel <= c.slice_due:
        pause(c)
