from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from agi_emu._core.codes cimport *
from agi_emu._core.cel_cache cimport KeptCels
from agi_emu._core.decoding cimport Opcodes, Steps
from agi_emu._core.hercules cimport PATTERN_BYTES
from agi_emu._core.layout cimport *
from agi_emu._core.prices cimport Tariff
from agi_emu._core.rules cimport *

cdef enum:
    OBJECTS = 256
    MOST_WATCHES = 1024  # twice all variables and flags
    OLD_LOOP = 2  # of ScreenObject.has_cel (cels.pyx)

# A write to a sound port that Python has not been given yet.
cdef struct PortWrite:
    uint32_t beat
    uint16_t port
    uint8_t value

# How an object of a sprite list was drawn, beside its place and size, which the list has, and what was copied to the
# screen when it was shown last (backgrounds.pyx).
cdef struct DrawnObject:
    const uint8_t* view
    int left
    int top
    int right
    int bottom
    uint8_t loop
    uint8_t cel
    uint8_t has_cel
    uint8_t priority
    uint8_t view_number
    bint is_plain  # it is known that drawing it changed nothing but the cells of its background
    bint reaches_below  # cells on control lines took their priority from rows below, perhaps below the object
    bint touched  # what was copied may look otherwise now
    int fuel
    int64_t spent  # work
    int cost  # of the cel

# How a whole list was drawn: whether that is known, and whether ego is in it and no cell of it visible.
cdef struct DrawnList:
    bint known
    int hidden
    DrawnObject entries[OBJECTS]

cdef class Context:
    cdef StateLayout* s
    # The machines whose turns came before and after this one's the last time, not kept alive, and when that was
    # (turns.pyx).
    cdef void* before
    cdef void* after
    cdef uint64_t turn
    cdef object buffer
    cdef list resources
    cdef list kept_writes
    # Resources: pointers into bytes objects kept alive by `resources`.
    cdef const uint8_t* code[256]
    cdef Py_ssize_t code_length[256]
    # Logic 0 as erase of the object after the table leaves it.
    cdef bytes changed_code_kept
    cdef const uint8_t* changed_code
    # Logics as steps; `decoded` keeps them alive.
    cdef Steps steps[256]
    cdef bint has_steps
    # Of the run that is under way:
    cdef bint has_controller
    cdef list decoded
    cdef const uint8_t* view[256]
    cdef Py_ssize_t view_length[256]
    cdef bint view_notes_turned_cels[256]
    # Views of 256 colours, where the extension AGI256 is acted on.
    cdef bint view_is_deep[256]
    # Views with odd mirrored rows, and their copies in the state, NULL for none: there drawing turns cels round.
    cdef bint view_is_odd[256]
    cdef uint8_t* view_copy[256]
    cdef KeptCels* kept_cels[256]  # NULL for none; `kept_views` keeps them alive
    cdef list kept_views
    # Dots of colours on a Hercules.
    cdef uint8_t patterns[PATTERN_BYTES]
    cdef const uint8_t* messages[256]
    cdef bytes items_kept
    cdef const uint8_t* items
    cdef Py_ssize_t items_length
    cdef const uint8_t* sound[256]
    cdef uint32_t sound_length[256]
    # What the core must know of interpreter, mercies and settings.
    cdef CoreRules rules
    cdef readonly int wanted_logic
    # The way to the next look at the stop flag (fuel.pyx): fuel at which it is due, and at which the slice ends; the
    # work with which the slice began, and what was put aside for later ones; the flag; whether looks go back to Python.
    cdef int64_t look_due  # far from the fuel where states were brought back
    cdef int slice_due
    cdef int slice_work
    cdef int work_aside
    # All that was computed since this core was made, in units of fuel, those of work included. Not part of the state.
    cdef readonly uint64_t burnt
    # What the cels cost that were drawn since objects were last taken out of the picture (cel.pyx), and how far was
    # looked down below control lines.
    cdef int[2] cels_cost
    # The lists that are in the picture; whether the updating one is lifted, and is shown as it is since the screen had
    # this count of changes and the picture this row; whether objects are always drawn again, for tests.
    cdef DrawnList drawn_static
    cdef DrawnList drawn_updating
    cdef bint lifted
    cdef bint shown
    cdef uint64_t shown_changes
    cdef int shown_row
    cdef bint draws_always
    cdef int stop_asked
    cdef bint looks_at_signals
    cdef int logic_bytes[256]
    cdef Opcodes opcodes
    # Writes to the sound ports.
    cdef PortWrite* writes
    cdef size_t write_count
    cdef size_t write_capacity
    # Recording of executed actions: bytes and how many.
    cdef uint8_t* log
    cdef size_t log_length
    cdef size_t log_capacity
    cdef uint32_t log_count
    cdef uint32_t* log_places
    cdef size_t place_capacity
    cdef bint log_on
    # What observers look at (observing.pyx): bits of the state with the value last seen, what logics have reached,
    # NULL for nobody, and how many marks were new; the place of the token under way, -1 between two runs of logics.
    cdef uint32_t watch_count
    cdef uint32_t watch_place[MOST_WATCHES]
    cdef uint8_t watch_mask[MOST_WATCHES]
    cdef uint8_t watch_value[MOST_WATCHES]
    # What of it was seen when it was last looked at, by whom that was written, and who is at work outside of logics.
    cdef uint8_t watch_latest[MOST_WATCHES]
    cdef int watch_writer[MOST_WATCHES]
    cdef int at_work
    # Where a debugger stops (observing.pyx): a bit for each byte of code, NULL for nobody; the tokens that were
    # executed since it came, the count at which to stop, and that at which it was stopped last.
    cdef uint8_t* halts
    cdef readonly uint64_t tokens
    cdef uint64_t halt_at
    cdef uint64_t halted_at
    cdef uint8_t* marks
    # What is counted and charged (counting.pxd), NULL where nobody counts; all work that was charged
    # beside that of decoded steps, and of tokens where it is counted in units.
    cdef Tariff* tariff
    cdef readonly int64_t spent
    cdef readonly uint32_t new_marks
    cdef int token_place
    cdef uint8_t naming[256]
    cdef uint8_t named_operand[256]
    # A write or an action found no memory: told once, before the next step.
    cdef bint lacks_memory

    cdef void forget_steps(self) noexcept
    cdef const uint8_t* message_text(self, int logic, int number, uint32_t* length) noexcept nogil
    cdef int give_writes(self) except -1
    cdef int tell_lack(self) except -1
    cdef void write_port(self, int port, int value) noexcept nogil
    cdef void log_action(self, int opcode, const uint8_t* operands, int length, int logic, int offset) noexcept nogil


cdef inline bint flag(StateLayout* s, int number) noexcept nogil:
    """Return a flag; of the number eight bits count."""
    return (s.flags[(number >> 3) & 31] >> (7 - (number & 7))) & 1


cdef inline void set_flag(StateLayout* s, int number, bint on) noexcept nogil:
    """Set or reset a flag; of the number eight bits count."""
    cdef int mask = 0x80 >> (number & 7)
    if on:
        s.flags[(number >> 3) & 31] |= mask
    else:
        s.flags[(number >> 3) & 31] &= ~mask & 0xFF


cdef inline int random_byte(StateLayout* s) noexcept nogil:
    """Draw a random byte; a seed of 0 is replaced by the BIOS clock (reference: TIME-26)."""
    cdef uint32_t seed = s.rng
    if seed == 0:
        seed = s.clock.bios & 0xFFFF
    seed = (seed * 0x7C4D + 1) & 0xFFFF
    s.rng = seed
    return (seed & 0xFF) ^ (seed >> 8)


cdef inline int object_count(const StateLayout* s) noexcept nogil:
    # A state that a caller has written to may say anything until it is validated.
    return min(<int> s.general.object_count, OBJECTS)


cdef inline bint is_active(ScreenObject* o) noexcept nogil:
    """Return whether an object is animated, drawn and updating (reference: VIEW-21)."""
    return (o.flags & ACTIVE) == ACTIVE


cdef inline int drawn_loop(const ScreenObject* o) noexcept nogil:
    """Return the loop whose cel is drawn."""
    return o.loop if o.has_cel < OLD_LOOP else o.has_cel - OLD_LOOP
