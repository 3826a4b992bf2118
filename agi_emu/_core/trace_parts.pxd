# Writers of the parts of a trace's lines. Each takes the place to write to, where the caller has made room, and returns
# the place after what it wrote.

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy

from agi_emu._core.layout cimport *

cdef enum:
    VARIABLES = 256
    FLAG_BYTES = 32
    ITEMS = 256
    OBJECTS = 256
    STRINGS = 24  # those of the game
    STRING_BYTES = 40
    NOTHING = 2  # bytes of an empty list or object
    # The most bytes of a number, and of one element of a part with its numbers.
    NUMBER_ROOM = 21
    PLACE_ROOM = NUMBER_ROOM + 4
    STRING_ROOM = PLACE_ROOM + 6 * STRING_BYTES
    ROW_ROOM = 2 * PLACE_ROOM + 2 * TEXT_COLUMNS + 6 * TEXT_COLUMNS
    ROWS_ROOM = NOTHING + TEXT_ROWS * ROW_ROOM
    WRITE_ROOM = 3 * NUMBER_ROOM + 4
    ACTION_ROOM = 5  # for each byte
    VARIABLES_ROOM = VARIABLES * 10 + NOTHING
    FLAGS_ROOM = 8 * FLAG_BYTES * 8 + NOTHING
    ITEMS_ROOM = 2 * ITEMS + NOTHING
    STRINGS_ROOM = STRINGS * STRING_ROOM + NOTHING
    CRC_ROOM = 10

# What lines count changes from: the values of one moment.
cdef struct Moment:
    uint8_t variables[VARIABLES]
    uint8_t flags[FLAG_BYTES]
    uint8_t item_rooms[ITEMS]
    int item_count
    ScreenObject objects[OBJECTS]
    int object_count
    uint8_t strings[STRINGS * STRING_BYTES]
    uint8_t cells[2 * TEXT_CELLS]  # characters, then attributes

# A value of an object: its offset, its size in bytes, and whether it has a sign.
cdef struct Column:
    int offset
    int size
    bint has_sign

cdef uint8_t* put_hex(uint8_t* out, const uint8_t* data, Py_ssize_t count) noexcept nogil
cdef uint8_t* put_crc(uint8_t* out, uint32_t crc) noexcept nogil
cdef uint8_t* put_variables(uint8_t* out, const Moment* before, const Moment* now) noexcept nogil
cdef uint8_t* put_flags(uint8_t* out, const Moment* before, const Moment* now) noexcept nogil
cdef uint8_t* put_objects(
    uint8_t* out, const Moment* before, const Moment* now, const Column* columns, int count
) noexcept nogil
cdef uint8_t* put_strings(uint8_t* out, const Moment* before, const Moment* now) noexcept nogil
cdef uint8_t* put_rows(uint8_t* out, const uint8_t* before, const uint8_t* now) noexcept nogil
cdef uint8_t* put_control(uint8_t* out, const StateLayout* s) noexcept nogil
cdef uint8_t* put_sound(uint8_t* out, list sound) except NULL
cdef uint8_t* put_actions(uint8_t* out, const uint8_t* actions, Py_ssize_t count, const uint8_t* lengths) noexcept nogil


cdef inline uint8_t* put(uint8_t* out, const char* text, Py_ssize_t length) noexcept nogil:
    """Write characters."""
    memcpy(out, text, length)
    return out + length


cdef inline uint8_t* put_number(uint8_t* out, long long value) noexcept nogil:
    """Write a number."""
    cdef uint8_t digits[NUMBER_ROOM]
    cdef int count = 0
    cdef unsigned long long rest = <unsigned long long> value
    if value < 0:
        out[0] = c"-"
        out += 1
        rest = 0 - rest
    while rest >= 10:
        digits[count] = <uint8_t> (c"0" + rest % 10)
        rest //= 10
        count += 1
    out[0] = <uint8_t> (c"0" + rest)
    out += 1
    while count:
        count -= 1
        out[0] = digits[count]
        out += 1
    return out


cdef inline uint8_t* put_place(uint8_t* out, int number) noexcept nogil:
    """Write the key of an element, its number."""
    out[0] = c'"'
    out = put_number(out + 1, number)
    return put(out, b'":', 2)


cdef inline uint8_t* put_end(uint8_t* out, uint8_t bracket) noexcept nogil:
    """Write a closing bracket, over the comma after the last element if there is one."""
    if (out - 1)[0] == c",":
        out -= 1
    out[0] = bracket
    return out + 1
