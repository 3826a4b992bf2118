"""Ticks as files of recordings have them, from rows and back to rows.

In blocks (recording/tick_blocks.py says how), and in lines of their own while a recording is made.
"""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcmp, memcpy, memset, strlen

from agi_emu._core.ticks cimport DIGEST, DIGESTS, FLAG_BYTES, VALUES, VARIABLES, Row

cdef enum:
    ABSOLUTE = 4  # bytes of the cycle before the first tick
    HEAD = 3  # flags, and the cycles since the tick before
    KINDS = DIGESTS // DIGEST  # a flag each, from the lowest on
    HOLDS_VALUES = 1 << KINDS
    COUNT = 2  # bytes of the number of changed values
    CHANGE = 3  # place and value
    MOST_PACKED = HEAD + DIGESTS + COUNT + CHANGE * VALUES  # bytes of a tick
    MORE = 0x80
    GROUP = 7
    WORK_BITS = 48
    WORK_BYTES = 7
    LONGEST_NUMBER = 20  # digits
    LONGEST_CHANGE = 9  # "v255=255,"
    LONGEST_LINE = 3 * (LONGEST_NUMBER + 1) + KINDS * (2 * DIGEST + 1) + LONGEST_CHANGE * (VARIABLES + 8 * FLAG_BYTES)

cdef uint64_t LAST_CYCLE = 0xFFFFFFFF
cdef uint64_t LARGEST_WORK = 0xFFFFFFFFFFFF

MOST_WORK = LARGEST_WORK  # type: int


def pack(const uint8_t[::1] rows not None) -> bytes:
    """Return the ticks in rows packed, without their work; ValueError for no row."""
    cdef Py_ssize_t index, size = sizeof(Row), count = rows.shape[0] // size, at = ABSOLUTE
    cdef Row before, now
    if not count:
        raise ValueError("a block has one tick or more")
    packed = bytearray(ABSOLUTE + MOST_PACKED * count)
    cdef uint8_t[::1] view = packed
    memset(&before, 0, size)
    for index in range(count):
        memcpy(&now, &rows[index * size], size)
        if index == 0:
            put_number(&view[0], now.cycle, ABSOLUTE)
            before.cycle = now.cycle
        at += pack_tick(&before, &now, index == 0, &view[at])
        before = now
    return bytes(view[:at])


cdef Py_ssize_t pack_tick(const Row* before, const Row* now, bint is_first, uint8_t* packed) noexcept nogil:
    """Pack what is another than in the tick before; return how many bytes that takes."""
    cdef Py_ssize_t at = HEAD
    cdef int bit
    packed[0] = 0
    put_number(packed + 1, now.cycle - before.cycle, HEAD - 1)
    for bit in range(KINDS):
        if is_first or memcmp(&before.digests[bit * DIGEST], &now.digests[bit * DIGEST], DIGEST) != 0:
            packed[0] |= 1 << bit
            memcpy(packed + at, &now.digests[bit * DIGEST], DIGEST)
            at += DIGEST
    if now.holds_values and (not before.holds_values or memcmp(before.values, now.values, VALUES) != 0):
        packed[0] |= HOLDS_VALUES
        at += pack_values(before.values, now.values, packed + at)
    return at


cdef Py_ssize_t pack_values(const uint8_t* before, const uint8_t* now, uint8_t* packed) noexcept nogil:
    """Pack the values that differ; return how many bytes that takes."""
    cdef int place, count = 0
    for place in range(VALUES):
        if before[place] != now[place]:
            put_number(packed + COUNT + CHANGE * count, place, CHANGE - 1)
            packed[COUNT + CHANGE * count + CHANGE - 1] = now[place]
            count += 1
    put_number(packed, count, COUNT)
    return COUNT + CHANGE * count


def pack_work(const uint8_t[::1] rows not None) -> bytes:
    """Return the work of the ticks in rows as a column; b"" where one has none."""
    cdef Py_ssize_t index, size = sizeof(Row), count = rows.shape[0] // size, at = 0
    cdef Row row
    cdef uint64_t left
    if not count:
        return b""
    column = bytearray(WORK_BYTES * count)
    cdef uint8_t[::1] view = column
    for index in range(count):
        memcpy(&row, &rows[index * size], size)
        if row.work_and_one == 0:
            return b""
        left = min(row.work_and_one - 1, LARGEST_WORK)
        while left >= MORE:
            view[at] = left & (MORE - 1) | MORE
            left >>= GROUP
            at += 1
        view[at] = left
        at += 1
    return bytes(view[:at])


def unpack(const uint8_t[::1] packed not None, Py_ssize_t count) -> bytearray:
    """Return the rows of packed ticks; ValueError if they are damaged or not `count` of them."""
    cdef Py_ssize_t size = sizeof(Row), at = ABSOLUTE, found = 0, length = packed.shape[0]
    cdef uint64_t cycle
    cdef Row row
    memset(&row, 0, size)
    rows = bytearray(size * max(count, 0))
    cdef uint8_t[::1] view = rows
    cycle = number_at(&packed[0], ABSOLUTE) if length >= ABSOLUTE else 0
    while at < length:
        if at + HEAD > length:
            at = length + 1
            break
        cycle += number_at(&packed[at + 1], HEAD - 1)
        if cycle > LAST_CYCLE:
            raise ValueError(f"the packed ticks hold a cycle above {LAST_CYCLE}")
        row.cycle = cycle
        at = unpack_tick(packed, at, &row, found == 0)
        if found < count:
            memcpy(&view[found * size], &row, size)
        found += 1
    if at != length or found != count:
        raise ValueError(f"the packed block holds {found} ticks, its line says {count}")
    return rows


cdef Py_ssize_t unpack_tick(const uint8_t[::1] packed, Py_ssize_t at, Row* row, bint is_first) except -1:
    """Change a row as the tick at a place says; return the place behind that tick, which may be behind the end."""
    cdef int flags = packed[at], bit
    at += HEAD
    if is_first and flags & (HOLDS_VALUES - 1) != HOLDS_VALUES - 1:
        raise ValueError("the first of the packed ticks lacks a digest")
    for bit in range(KINDS):
        if flags & 1 << bit:
            if at + DIGEST <= packed.shape[0]:
                memcpy(&row.digests[bit * DIGEST], &packed[at], DIGEST)
            at += DIGEST
    if flags & HOLDS_VALUES:
        if not is_first and not row.holds_values:
            raise ValueError("the first of the packed ticks has no variables")
        row.holds_values = True
        at = unpack_values(packed, at, &row.values[0])
    return at


cdef Py_ssize_t unpack_values(const uint8_t[::1] packed, Py_ssize_t at, uint8_t* values) except -1:
    """Change values as it says at a place; return the place behind that."""
    cdef Py_ssize_t _i, count, length = packed.shape[0]
    cdef int place
    if at + COUNT > length:
        raise ValueError("the packed values are cut off")
    count = number_at(&packed[at], COUNT)
    at += COUNT
    if at + CHANGE * count > length:
        raise ValueError("the packed values are cut off")
    for _i in range(count):
        place = number_at(&packed[at], CHANGE - 1)
        if place >= VALUES:
            raise ValueError(f"there is no value {place} in the packed ticks")
        values[place] = packed[at + CHANGE - 1]
        at += CHANGE
    return at


def unpack_work(uint8_t[::1] rows not None, const uint8_t[::1] column not None) -> int:
    """Give the ticks in rows the work in a column; return how many it has; ValueError for too large a number."""
    cdef Py_ssize_t size = sizeof(Row), count = rows.shape[0] // size, at, found = 0
    cdef uint64_t number = 0
    cdef int shift = 0
    cdef Row row
    for at in range(column.shape[0]):
        number |= <uint64_t> (column[at] & (MORE - 1)) << shift
        shift += GROUP
        if number > LARGEST_WORK or shift > WORK_BITS + GROUP:
            raise ValueError(f"the packed work holds a number above {MOST_WORK}")
        if column[at] & MORE:
            continue
        if found < count:
            memcpy(&row, &rows[found * size], size)
            row.work_and_one = number + 1
            memcpy(&rows[found * size], &row, size)
        found += 1
        number = shift = 0
    return found


def lines(const uint8_t[::1] rows not None, Py_ssize_t first) -> list[str]:
    """Return the lines of the ticks in rows from an index on, each with the values that differ from the row before."""
    cdef Py_ssize_t index, size = sizeof(Row)
    cdef uint8_t line[LONGEST_LINE]
    cdef Row before, now
    cdef list found = []
    memset(&before, 0, size)
    if 0 < first <= rows.shape[0] // size:
        memcpy(&before, &rows[(first - 1) * size], size)
    for index in range(max(first, 0), rows.shape[0] // size):
        memcpy(&now, &rows[index * size], size)
        found.append((<char*> &line[0])[:put_line(&line[0], index + 1, &before, &now)].decode("ascii"))
        before = now
    return found


cdef Py_ssize_t put_line(uint8_t* line, uint64_t number, const Row* before, const Row* now) noexcept nogil:
    """Write a tick's number, cycle, digests and changed values; return how long that is."""
    cdef const char* digits = b"0123456789abcdef"
    cdef Py_ssize_t at = put_text(line, b"tick ")
    cdef int i
    at += put_decimal(line + at, number)
    line[at] = c" "
    at += 1 + put_decimal(line + at + 1, now.cycle)
    for i in range(DIGESTS):
        if i % DIGEST == 0:
            line[at] = c" "
            at += 1
        line[at] = digits[now.digests[i] >> 4]
        line[at + 1] = digits[now.digests[i] & 15]
        at += 2
    return at + put_changes(line + at, before.values, now.values) if now.holds_values else at


cdef Py_ssize_t put_changes(uint8_t* line, const uint8_t* before, const uint8_t* now) noexcept nogil:
    """Write a blank and the variables and flags that differ, or that none do; return how long that is."""
    cdef Py_ssize_t at = 1
    cdef int place, bit
    line[0] = c" "
    if memcmp(before, now, VALUES) == 0:
        return 1 + put_text(line + 1, b"-")
    for place in range(VARIABLES):
        if before[place] != now[place]:
            at += put_change(line + at, c"v", place, now[place])
    for place in range(VARIABLES, VALUES):
        for bit in range(8):
            if (before[place] ^ now[place]) & (0x80 >> bit):
                at += put_change(line + at, c"f", 8 * (place - VARIABLES) + bit, now[place] >> (7 - bit) & 1)
    # Without the last comma.
    return at - 1


cdef inline Py_ssize_t put_change(uint8_t* line, uint8_t kind, int number, int value) noexcept nogil:
    """Write a variable or flag with its value and a comma; return how long that is."""
    cdef Py_ssize_t at = 1
    line[0] = kind
    at += put_decimal(line + at, number)
    line[at] = c"="
    at += 1 + put_decimal(line + at + 1, value)
    line[at] = c","
    return at + 1


cdef inline Py_ssize_t put_text(uint8_t* line, const char* text) noexcept nogil:
    """Write a text; return how long it is."""
    cdef Py_ssize_t size = strlen(text)
    memcpy(line, text, size)
    return size


cdef inline Py_ssize_t put_decimal(uint8_t* line, uint64_t number) noexcept nogil:
    """Write a number in decimal digits; return how many."""
    cdef uint8_t digits[LONGEST_NUMBER]
    cdef Py_ssize_t count = 0, i
    while True:
        digits[count] = <uint8_t> (c"0" + number % 10)
        number //= 10
        count += 1
        if number == 0:
            break
    for i in range(count):
        line[i] = digits[count - 1 - i]
    return count


cdef inline void put_number(uint8_t* place, uint64_t number, int size) noexcept nogil:
    """Write the lowest bytes of a number, the lowest first."""
    cdef int i
    for i in range(size):
        place[i] = <uint8_t> (number >> 8 * i)


cdef inline uint64_t number_at(const uint8_t* place, int size) noexcept nogil:
    """Read a number of bytes, the lowest first."""
    cdef uint64_t number = 0
    cdef int i
    for i in range(size):
        number |= <uint64_t> place[i] << 8 * i
    return number
