"""Writers of the parts of a trace's lines; `trace_lines` puts them together."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcmp, memcpy

from agi_emu._core.layout cimport *

cdef const char* DIGITS = b"0123456789abcdef"

# Two hex digits of each byte.
cdef uint8_t HEX[256][2]


def _write_hex():
    """Write the table of hex digits."""
    cdef int value
    for value in range(256):
        HEX[value][0] = DIGITS[value >> 4]
        HEX[value][1] = DIGITS[value & 15]


_write_hex()


cdef uint8_t* put_hex(uint8_t* out, const uint8_t* data, Py_ssize_t count) noexcept nogil:
    """Write bytes as hex digits in quotes."""
    cdef Py_ssize_t i
    out[0] = c'"'
    out += 1
    for i in range(count):
        memcpy(out, HEX[data[i]], 2)
        out += 2
    out[0] = c'"'
    return out + 1


cdef uint8_t* put_crc(uint8_t* out, uint32_t crc) noexcept nogil:
    """Write a checksum: eight hex digits in quotes."""
    cdef uint8_t digits[4]
    digits[0] = crc >> 24
    digits[1] = crc >> 16 & 0xFF
    digits[2] = crc >> 8 & 0xFF
    digits[3] = crc & 0xFF
    return put_hex(out, digits, 4)


cdef uint8_t* put_character(uint8_t* out, uint8_t code) noexcept nogil:
    """Write a character of a string, of code page Latin-1, as JSON does: ASCII, all others escaped."""
    cdef const char* short_forms = b'""\\\\\nn\rr\tt\x08b\x0cf'
    cdef int i
    for i in range(0, 14, 2):
        if code == <uint8_t> short_forms[i]:
            out[0] = c"\\"
            out[1] = short_forms[i + 1]
            return out + 2
    if 32 <= code < 127:
        out[0] = code
        return out + 1
    out = put(out, b"\\u00", 4)
    memcpy(out, HEX[code], 2)
    return out + 2


cdef uint8_t* put_variables(uint8_t* out, const Moment* before, const Moment* now) noexcept nogil:
    """Write the variables that changed; all of them without a moment before."""
    cdef int i
    if before == NULL:
        return put_hex(out, now.variables, VARIABLES)
    out[0] = c"{"
    out += 1
    for i in range(VARIABLES):
        if before.variables[i] != now.variables[i]:
            out = put_number(put_place(out, i), now.variables[i])
            out[0] = c","
            out += 1
    return put_end(out, c"}")


cdef uint8_t* put_flags(uint8_t* out, const Moment* before, const Moment* now) noexcept nogil:
    """Write the flags that changed; all of them without a moment before."""
    cdef int i, bit, changed
    if before == NULL:
        return put_hex(out, now.flags, FLAG_BYTES)
    out[0] = c"{"
    out += 1
    for i in range(FLAG_BYTES):
        changed = before.flags[i] ^ now.flags[i]
        for bit in range(8 if changed else 0):
            if changed & (0x80 >> bit):
                out = put_number(put_place(out, 8 * i + bit), now.flags[i] >> (7 - bit) & 1)
                out[0] = c","
                out += 1
    return put_end(out, c"}")


cdef inline int value_of(const ScreenObject* o, const Column* column) noexcept nogil:
    """Return a value of an object; its place is checked."""
    cdef const uint8_t* place = <const uint8_t*> o + column.offset
    cdef uint16_t word
    if column.size == 1:
        return place[0]
    memcpy(&word, place, sizeof(word))
    if column.has_sign:
        return <int16_t> word
    return word


cdef bint object_changed(
    const ScreenObject* before, const ScreenObject* now, const Column* columns, int count
) noexcept nogil:
    """Return whether an object differs in a value that lines have."""
    cdef int i
    if memcmp(before, now, sizeof(ScreenObject)) != 0:
        for i in range(count):
            if value_of(before, &columns[i]) != value_of(now, &columns[i]):
                return True
    return False


cdef uint8_t* put_objects(
    uint8_t* out, const Moment* before, const Moment* now, const Column* columns, int count
) noexcept nogil:
    """Write the objects that changed in a value that lines have; all of them without a moment before."""
    cdef const ScreenObject* o
    cdef int number, i
    out[0] = c"{"
    out += 1
    for number in range(now.object_count):
        o = &now.objects[number]
        if before != NULL and number < before.object_count:
            if not object_changed(&before.objects[number], o, columns, count):
                continue
        out = put_place(out, number)
        out[0] = c"["
        out += 1
        for i in range(count):
            out = put_number(out, value_of(o, &columns[i]))
            out[0] = c","
            out += 1
        out = put_end(out, c"]")
        out[0] = c","
        out += 1
    return put_end(out, c"}")


cdef int string_length(const uint8_t* text) noexcept nogil:
    """Return the length of a string of the state."""
    cdef int length = 0
    while length < STRING_BYTES and text[length]:
        length += 1
    return length


cdef bint string_changed(const Moment* before, const Moment* now, int number) noexcept nogil:
    """Return whether a string says something else; without a moment before, whether it says anything."""
    cdef const uint8_t* text = &now.strings[number * STRING_BYTES]
    cdef const uint8_t* old
    cdef int length = string_length(text)
    if before == NULL:
        return length != 0
    old = &before.strings[number * STRING_BYTES]
    return length != string_length(old) or memcmp(text, old, length) != 0


cdef uint8_t* put_strings(uint8_t* out, const Moment* before, const Moment* now) noexcept nogil:
    """Write the strings that changed."""
    cdef const uint8_t* text
    cdef int number, i
    out[0] = c"{"
    out += 1
    for number in range(STRINGS):
        if string_changed(before, now, number):
            text = &now.strings[number * STRING_BYTES]
            out = put_place(out, number)
            out[0] = c'"'
            out += 1
            for i in range(string_length(text)):
                out = put_character(out, text[i])
            out = put(out, b'",', 2)
    return put_end(out, c"}")


cdef inline uint8_t shown(uint8_t code) noexcept nogil:
    """Return how traces write a character of the screen: controls are blanks, those beyond ASCII question marks."""
    if code < 32:
        return c" "
    return code if code < 127 else c"?"


cdef bint row_changed(const uint8_t* before, const uint8_t* now) noexcept nogil:
    """Return whether a text row, characters and TEXT_CELLS later attributes, is written otherwise than before."""
    cdef int i
    if memcmp(before + TEXT_CELLS, now + TEXT_CELLS, TEXT_COLUMNS) != 0:
        return True
    if memcmp(before, now, TEXT_COLUMNS) != 0:
        for i in range(TEXT_COLUMNS):
            if shown(before[i]) != shown(now[i]):
                return True
    return False


cdef uint8_t* put_row(uint8_t* out, const uint8_t* cells, int row) noexcept nogil:
    """Write a text row: its number, its characters without trailing blanks, runs of attributes."""
    cdef const uint8_t* attributes = cells + TEXT_CELLS
    cdef int i, start = 0, length = TEXT_COLUMNS
    cdef uint8_t code
    while length and shown(cells[length - 1]) == c" ":
        length -= 1
    out[0] = c"["
    out = put(put_number(out + 1, row), b',"', 2)
    for i in range(length):
        code = shown(cells[i])
        if code == c'"' or code == c"\\":
            out[0] = c"\\"
            out += 1
        out[0] = code
        out += 1
    out = put(out, b'","', 3)
    for i in range(1, TEXT_COLUMNS + 1):
        if i == TEXT_COLUMNS or attributes[i] != attributes[start]:
            memcpy(out, HEX[attributes[start]], 2)
            out[2] = c"x"
            out = put_number(out + 3, i - start)
            start = i
            if i < TEXT_COLUMNS:
                out[0] = c" "
                out += 1
    return put(out, b'"],', 3)


cdef uint8_t* put_rows(uint8_t* out, const uint8_t* before, const uint8_t* now) noexcept nogil:
    """Write the text rows that changed; all of them without cells before."""
    cdef int row, at
    out[0] = c"["
    out += 1
    for row in range(TEXT_ROWS):
        at = row * TEXT_COLUMNS
        if before == NULL or row_changed(before + at, now + at):
            out = put_row(out, now + at, row)
    return put_end(out, c"]")


cdef uint8_t* put_actions(
    uint8_t* out, const uint8_t* actions, Py_ssize_t count, const uint8_t* lengths
) noexcept nogil:
    """Write each action with its operands; bytes that are not an action are the last one."""
    cdef Py_ssize_t at = 0, length, left
    out[0] = c"["
    out += 1
    while at < count:
        left = count - at
        length = lengths[actions[at]]
        if length == 0 or length > left:
            length = left
        out = put_hex(out, actions + at, length)
        out[0] = c","
        out += 1
        at += length
    return put_end(out, c"]")


cdef uint8_t* put_control(uint8_t* out, const StateLayout* s) noexcept nogil:
    """Write horizon, player control, number of the picture, and 1 in text mode."""
    out[0] = c"["
    out = put_number(out + 1, s.general.horizon)
    out[0] = c","
    out = put_number(out + 1, s.general.player_control)
    out[0] = c","
    out = put_number(out + 1, s.general.picture_number)
    out[0] = c","
    return put_end(put_number(out + 1, s.general.text_mode), c"]")


cdef uint8_t* put_sound(uint8_t* out, list sound) except NULL:
    """Write the port writes; the caller has made room for as many as there are."""
    cdef long long beat, port, value
    cdef Py_ssize_t i
    out[0] = c"["
    out += 1
    for i in range(len(sound)):
        beat, port, value = sound[i]
        out[0] = c"["
        out = put_number(out + 1, beat)
        out[0] = c","
        out = put_number(out + 1, port)
        out[0] = c","
        out = put(put_number(out + 1, value), b"],", 2)
    return put_end(out, c"]")
