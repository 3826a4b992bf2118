"""The tests of conditions (reference: LANG-4, CMD-36 to CMD-38)."""

from libc.stdint cimport uint8_t

from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, set_flag
from agi_emu._core.counting cimport tally
from agi_emu._core.decoding cimport CONTROLLERS, is_comparison
from agi_emu._core.keyboard cimport count_empty_poll, next_event
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *
from agi_emu._core.prices cimport COUNT_SAID
from agi_emu._core.rules cimport *

cdef enum:
    ROOM_IN_ITEM = 2


cdef bint have_key(Context c) noexcept nogil:
    """Look for a character event, throwing away the others; count a poll that finds the queue empty."""
    cdef StateLayout* s = c.s
    cdef int kind = 0, value = 0
    if s.vars[VAR_KEY] != 0:
        return True
    while next_event(s, &kind, &value):
        if kind == EVENT_CHARACTER:
            # The joystick's buttons count as Enter and Esc (reference: CMD-38).
            if value == KEY_BUTTON_1 or value == KEY_BUTTON_1_TWICE:
                value = KEY_ENTER
            elif value == KEY_BUTTON_2 or value == KEY_BUTTON_2_TWICE:
                value = KEY_ESC
            s.vars[VAR_KEY] = value & 0xFF
            return s.vars[VAR_KEY] != 0
    count_empty_poll(c)
    return False


cdef bint said(Context c, const uint8_t* words, int count) noexcept nogil:
    """Return whether the words typed are these, two bytes each (reference: WORD-24, WORD-25)."""
    cdef StateLayout* s = c.s
    cdef int i, word, taken = 0
    cdef int left = s.input.word_count
    if left > PARSED_WORDS or not may_have_said(s):
        return False
    for i in range(count):
        word = words[2 * i] | (words[2 * i + 1] << 8)
        if word == REST_OF_LINE and c.rules.has_rest_of_line:
            left = 0
            break
        if left == 0 or (word != s.input.word_number[taken] and word != ANY_WORD):
            return False
        taken += 1
        left -= 1
    if left != 0:
        return False
    set_flag(s, FLAG_HAVE_MATCH, True)
    return True


cdef inline int plain(const uint8_t* text, int* position, bint keeps_punctuation) noexcept nogil:
    """Return the next character that compare.strings looks at, lower case, or 0 at the end.

    2.089 kept punctuation and only took a run of spaces as one (reference: WORD-32).
    """
    cdef int character
    while position[0] < STRING_BYTES:
        character = text[position[0]]
        if character == 0:
            return 0
        position[0] += 1
        if keeps_punctuation:
            if character == 32:
                while position[0] < STRING_BYTES and text[position[0]] == 32:
                    position[0] += 1
            return character + 32 if 65 <= character <= 90 else character
        if character == 32 or character == 9 or character == 33 or character == 39 or 44 <= character <= 46:
            continue
        if character == 58 or character == 59:
            continue
        return character + 32 if 65 <= character <= 90 else character
    return 0


cdef bint strings_alike(Context c, int first, int second) noexcept nogil:
    """Return whether compare.strings takes two strings for equal (reference: WORD-32)."""
    cdef const uint8_t* a = &c.s.strings[STRING_BYTES * first]
    cdef const uint8_t* b = &c.s.strings[STRING_BYTES * second]
    cdef int i = 0, j = 0, p, q
    while True:
        p = plain(a, &i, c.rules.compare_strings_keeps_punctuation)
        q = plain(b, &j, c.rules.compare_strings_keeps_punctuation)
        if p == 0 and c.rules.compare_strings_prefix_bug:
            return True
        if p != q:
            return False
        if p == 0:
            return True


cdef int object_byte(ScreenObject* o, int number, int place) noexcept nogil:
    """Return a byte of an object's record as the original keeps it (reference: OBJ-1); addresses in it count as 0."""
    if place < 3:
        return o.step_time if place == 0 else o.step_clock if place == 1 else number
    elif place < 5:
        return o.x >> (8 * (place - 3)) & 0xFF
    elif place < 7:
        return o.y >> (8 * (place - 5)) & 0xFF
    elif place == 7:
        return o.view
    elif place == 10 or place == 11:
        return o.loop if place == 10 else o.loop_count
    elif place == 14 or place == 15:
        return o.cel if place == 14 else o.cel_count
    elif place < 22:
        return 0
    elif place < 24:
        return o.previous_x >> (8 * (place - 22)) & 0xFF
    elif place < 26:
        return o.previous_y >> (8 * (place - 24)) & 0xFF
    elif place < 28:
        return o.width >> (8 * (place - 26)) & 0xFF
    elif place < 30:
        return o.height >> (8 * (place - 28)) & 0xFF
    elif place < 33:
        return o.step_size if place == 30 else o.cycle_time if place == 31 else o.cycle_clock
    elif place < 37:
        return o.direction if place == 33 else o.motion if place == 34 else o.cycle_type if place == 35 else o.priority
    elif place < 39:
        return o.flags >> (8 * (place - 37)) & 0xFF
    return o.p0 if place == 39 else o.p1 if place == 40 else o.p2 if place == 41 else o.p3


cdef int room_of(Context c, int item) noexcept nogil:
    """Return the room of an item.

    Quirk: `has` and `obj.in.room` do not look at the number (reference: CMD-29). Past the last item they read the
    names that follow the table, and after the end of the file the objects' records (golden data, `inv`).
    """
    cdef StateLayout* s = c.s
    cdef Py_ssize_t place = ITEM_ENTRY_BYTES * item + ROOM_IN_ITEM
    cdef int number
    if item < s.general.item_count or c.items == NULL:
        return s.item_rooms[item]
    if place < c.items_length:
        return c.items[place]
    place -= c.items_length
    number = <int> (place // OBJECT_BYTES)
    if number >= s.general.object_count:
        return 0
    return object_byte(&s.objects[number], number, <int> (place % OBJECT_BYTES))


cdef bint within(int left, int right, int y, const uint8_t* a) noexcept nogil:
    # Bytes, compared unsigned: x + width wraps at 256.
    return a[1] <= (left & 0xFF) and a[2] <= (y & 0xFF) and (right & 0xFF) <= a[3] and (y & 0xFF) <= a[4]


cdef bint behind_controllers(Context c, int number) noexcept nogil:
    """Return what `controller` says of a number behind the table of 50 (reference: KEY-27)."""
    cdef StateLayout* s = c.s
    cdef int kind = c.rules.behind_controllers[number - CONTROLLERS]
    if kind == BEHIND_CONTROLLERS_NEVER or kind == BEHIND_CONTROLLERS_ALWAYS:
        return kind
    elif kind == BEHIND_CONTROLLERS_USUAL_BANDS:
        return not s.general.priority_base_set
    elif kind == BEHIND_CONTROLLERS_SOUND_PLAYS:
        return s.sound.playing
    elif kind == BEHIND_CONTROLLERS_SOUND_LOADED:
        return s.loaded.sounds.count != 0
    elif kind == BEHIND_CONTROLLERS_SOUND_PLAYED:
        return (s.sound.position[0] | s.sound.position[1] | s.sound.position[2] | s.sound.position[3]) != 0
    elif kind == BEHIND_CONTROLLERS_SOUND_FLAG:
        return s.sound.end_flag != 0
    return s.text.number[kind - BEHIND_CONTROLLERS_NUMBER] != 0


cdef int test(Context c, int number, const uint8_t* a) noexcept nogil:
    """Evaluate a test whose operand bytes stand at `a`; 0 or 1."""
    cdef StateLayout* s = c.s
    cdef uint8_t* v = &s.vars[0]
    cdef ScreenObject* o
    if is_comparison(number):
        return compare(c, number, a)
    elif number == Test.T_has:
        return room_of(c, a[0]) == CARRIED
    elif number == Test.T_obj_in_room:
        return room_of(c, a[0]) == v[a[1]]
    elif number == Test.T_have_key:
        return have_key(c)
    elif number == Test.T_said:
        tally(c, COUNT_SAID, s.input.word_count != 0)
        return said(c, a + 1, a[0])
    elif number == Test.T_compare_strings:
        return strings_alike(c, a[0], a[1])
    elif number == Test.T_posn:
        o = &s.objects[a[0]]
        return within(o.x, o.x, o.y, a)
    elif number == Test.T_obj_in_box:
        o = &s.objects[a[0]]
        return within(o.x, o.x + o.width - 1, o.y, a)
    elif number == Test.T_center_posn:
        o = &s.objects[a[0]]
        return within(o.x + o.width // 2, o.x + o.width // 2, o.y, a)
    elif number == Test.T_right_posn:
        o = &s.objects[a[0]]
        return within(o.x + o.width - 1, o.x + o.width - 1, o.y, a)
    return 0


cdef Py_ssize_t skip_past(Context c, const uint8_t* code, Py_ssize_t length, Py_ssize_t pc, int token) noexcept nogil:
    """Return the offset after the next `token`, stepping over whole tests (their operands may equal it)."""
    cdef int byte
    while pc < length:
        byte = code[pc]
        pc += 1
        if byte == token:
            return pc
        if byte >= TOKEN_OR:
            continue
        if byte == Test.T_said:
            pc += 1 + 2 * code[pc] if pc < length else 1
        elif byte <= LAST_TEST:
            pc += c.opcodes.test_length[byte]
    return length
