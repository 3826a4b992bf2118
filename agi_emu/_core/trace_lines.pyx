"""Writes the lines of a trace (docs/trace-format.md) from a state: of most parts what changed since the line before.

The table of fields (`agi_emu.tracing.fields`) says which parts a line has, in which order and under which keys.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from agi_emu._core.checksums cimport crc_of_zeros, take_picture, take_screen
from agi_emu._core.context cimport object_count
from agi_emu._core.layout cimport *
from agi_emu._core.trace_parts cimport (
    ACTION_ROOM, CRC_ROOM, FLAG_BYTES, FLAGS_ROOM, ITEMS, ITEMS_ROOM, NOTHING, NUMBER_ROOM, PLACE_ROOM, ROWS_ROOM,
    STRING_BYTES, STRINGS, STRINGS_ROOM, VARIABLES, VARIABLES_ROOM, WRITE_ROOM, Column, Moment, put, put_actions,
    put_control, put_crc, put_end, put_flags, put_hex, put_number, put_objects, put_rows, put_sound, put_strings,
    put_variables
)

cdef enum:
    MODEL_BYTES = PICTURE_WIDTH * SCREEN_HEIGHT
    CELLS_BYTES = 2 * TEXT_CELLS  # characters, then attributes
    OPCODES = 256
    MOST_PARTS = 32
    KEY_ROOM = 16
    # Of a line: what does not depend on the game.
    TEXTS_ROOM = VARIABLES_ROOM + FLAGS_ROOM + ITEMS_ROOM + STRINGS_ROOM + ROWS_ROOM
    FIXED_ROOM = TEXTS_ROOM + MOST_PARTS * (KEY_ROOM + 4 * NUMBER_ROOM + CRC_ROOM + 2 * NOTHING)

cdef enum:
    PART_CYCLE
    PART_BEATS
    PART_VARIABLES
    PART_FLAGS
    PART_ITEM_ROOMS
    PART_OBJECTS
    PART_STRINGS
    PART_SEED
    PART_TICKS
    PART_CONTROL
    PART_VISUAL
    PART_PRIORITY
    PART_SCREEN
    PART_TEXT
    PART_WINDOW
    PART_EVENTS
    PART_SOUND
    PART_ACTION_SUMS
    PART_ACTIONS

PARTS = {
    "cycle": PART_CYCLE,
    "beats": PART_BEATS,
    "variables": PART_VARIABLES,
    "flags": PART_FLAGS,
    "item_rooms": PART_ITEM_ROOMS,
    "objects": PART_OBJECTS,
    "strings": PART_STRINGS,
    "seed": PART_SEED,
    "ticks": PART_TICKS,
    "control": PART_CONTROL,
    "visual": PART_VISUAL,
    "priority": PART_PRIORITY,
    "screen": PART_SCREEN,
    "text": PART_TEXT,
    "window": PART_WINDOW,
    "events": PART_EVENTS,
    "sound": PART_SOUND,
    "action_sums": PART_ACTION_SUMS,
    "actions": PART_ACTIONS,
}

# What happened in the cycle of a line.
cdef struct Happened:
    int cycle
    const uint8_t* waited
    const uint8_t* events
    Py_ssize_t events_length
    const uint8_t* actions
    Py_ssize_t actions_length
    uint32_t action_count
    uint32_t action_crc
    bint lists_actions


cdef inline bint is_lasting(int part) noexcept nogil:
    """Return whether a part stays as it is from line to line until it changes."""
    return part in (PART_VARIABLES, PART_FLAGS, PART_ITEM_ROOMS, PART_OBJECTS, PART_STRINGS, PART_TEXT)


def rows(const uint8_t[::1] before, const uint8_t[::1] now not None):
    """Return the text rows in which the cells of two screens differ, as JSON; all rows if `before` is None.

    The cells are 1,000 characters, then as many attributes; ValueError for another number.
    """
    cdef uint8_t out[ROWS_ROOM]
    cdef uint8_t* end = put_rows(out, checked_cells(before), checked_cells(now))
    return PyBytes_FromStringAndSize(<char*> out, end - out)


cdef const uint8_t* checked_cells(const uint8_t[::1] cells) except? NULL:
    """Return where text cells are, NULL for None; ValueError for a wrong number of them."""
    if cells is None:
        return NULL
    if cells.shape[0] != CELLS_BYTES:
        raise ValueError(f"a text screen has {CELLS_BYTES} characters and attributes, not {cells.shape[0]}")
    return &cells[0]


cdef class TraceLines:
    """Writes the lines of a trace of one machine. Nothing in the machine changes."""

    cdef const uint8_t[::1] _buffer
    cdef const uint8_t[::1] _model_buffer
    cdef const StateLayout* s
    cdef int part_count
    cdef int parts[MOST_PARTS]
    cdef uint8_t keys[MOST_PARTS][KEY_ROOM]  # with the comma before and the colon after each
    cdef int key_lengths[MOST_PARTS]
    cdef Column* columns
    cdef int column_count
    cdef uint8_t action_lengths[OPCODES]
    # The moment of the line before, if there was one, and that of the next.
    cdef Moment moments[2]
    cdef int last
    cdef bint begun
    # The picture and the screen model to which the checksums belong.
    cdef uint8_t picture[PICTURE_CELLS]
    cdef uint8_t model[MODEL_BYTES]
    cdef uint32_t colours_crc
    cdef uint32_t priorities_crc
    cdef uint32_t model_crc
    cdef uint8_t* out
    cdef Py_ssize_t room

    def __cinit__(self, buffer not None, model not None, fields not None, columns not None, bytes lengths not None):
        """Take a state and the screen model (160x200), and what lines look like.

        `fields` are key and part of each field in their order, `columns` offset, size and sign of each value of an
        object, `lengths` the bytes of each of 256 actions with its operands, 0 for what is not an action.
        """
        self._buffer = buffer
        self._model_buffer = model
        if <size_t> self._buffer.shape[0] < sizeof(StateLayout):
            raise ValueError(f"the state needs {sizeof(StateLayout)} bytes, not {self._buffer.shape[0]}")
        if self._model_buffer.shape[0] != MODEL_BYTES:
            raise ValueError(f"the screen model has {MODEL_BYTES} bytes, not {self._model_buffer.shape[0]}")
        if len(lengths) != OPCODES:
            raise ValueError(f"there are {OPCODES} opcodes, not {len(lengths)}")
        self.s = <const StateLayout*> &self._buffer[0]
        self._take_fields(fields)
        self._take_columns(list(columns))
        memcpy(self.action_lengths, <const char*> lengths, OPCODES)
        self.colours_crc = self.priorities_crc = crc_of_zeros(PICTURE_HEIGHT)
        self.model_crc = crc_of_zeros(SCREEN_HEIGHT)

    def __dealloc__(self):
        """Free what was taken."""
        free(self.out)
        free(self.columns)

    cdef int _take_fields(self, fields) except -1:
        """Note key and part of each field."""
        cdef bytes written
        for key, part in fields:
            written = f',"{key}":'.encode()
            if part not in PARTS or len(written) > KEY_ROOM or self.part_count == MOST_PARTS:
                raise ValueError(f"lines have no part {part!r} named {key!r}")
            self.parts[self.part_count] = PARTS[part]
            self.key_lengths[self.part_count] = <int> len(written)
            memcpy(self.keys[self.part_count], <const char*> written, len(written))
            self.part_count += 1
        return 0

    cdef int _take_columns(self, list columns) except -1:
        """Note the values of an object."""
        cdef Column* column
        self.columns = <Column*> malloc((len(columns) + 1) * sizeof(Column))
        if self.columns == NULL:
            raise MemoryError("no memory for the values of an object")
        for offset, size, has_sign in columns:
            if size not in (1, 2) or not 0 <= offset <= <int> sizeof(ScreenObject) - size:
                raise ValueError(f"an object has no value of {size} bytes at {offset}")
            column = &self.columns[self.column_count]
            column.offset, column.size, column.has_sign = offset, size, has_sign
            self.column_count += 1
        return 0

    def compose(
        self,
        int cycle,
        bytes events not None,
        const uint8_t[::1] waited,
        list sound not None,
        tuple actions not None,
        *,
        bint lists_actions,
    ):
        """Return the line of a cycle.

        `events` is their JSON, empty for none, and `waited` the text cells of the last one with text, or None. `sound`
        has the port writes (beat, port, value), `actions` their number, CRC-32 and bytes.
        """
        cdef Happened happened
        cdef bytes action_bytes
        happened.cycle = cycle
        happened.waited = checked_cells(waited)
        happened.events = <const uint8_t*> <const char*> events
        happened.events_length = len(events)
        happened.action_count, happened.action_crc, action_bytes = actions
        happened.actions = <const uint8_t*> <const char*> action_bytes
        happened.actions_length = len(action_bytes)
        happened.lists_actions = lists_actions
        self._take_moment(&self.moments[1 - self.last])
        return self._line(
            &self.moments[self.last] if self.begun else NULL, &self.moments[1 - self.last], &happened, sound
        )

    def accept(self):
        """Let the next line hold what changes from the last one composed."""
        self.last = 1 - self.last
        self.begun = True

    def whole(self):
        """Return a line with all that lasts of the last accepted one; the rest of it means nothing."""
        cdef Happened happened
        memset(&happened, 0, sizeof(happened))
        return self._line(NULL, &self.moments[self.last], &happened, [])

    def screen_crc(self):
        """Return the CRC-32 of the screen model."""
        take_screen(self.model, &self._model_buffer[0], &self.model_crc)
        return self.model_crc

    def cells(self):
        """Return the text cells of this moment: 1,000 characters, then as many attributes."""
        cdef const StateLayout* s = self.s
        return (<const char*> &s.text_chars[0])[:TEXT_CELLS] + (<const char*> &s.text_attributes[0])[:TEXT_CELLS]

    def last_cells(self):
        """Return the text cells of the last accepted line; None before the first."""
        return (<const char*> self.moments[self.last].cells)[:CELLS_BYTES] if self.begun else None

    cdef void _take_moment(self, Moment* now) noexcept nogil:
        """Copy the values of this moment, and bring the checksums to it."""
        cdef const StateLayout* s = self.s
        memcpy(now.variables, &s.vars[0], VARIABLES)
        memcpy(now.flags, &s.flags[0], FLAG_BYTES)
        memcpy(now.item_rooms, &s.item_rooms[0], ITEMS)
        now.item_count = min(<int> s.general.item_count, <int> ITEMS)
        now.object_count = object_count(s)
        memcpy(now.objects, &s.objects[0], now.object_count * sizeof(ScreenObject))
        memcpy(now.strings, &s.strings[0], STRINGS * STRING_BYTES)
        memcpy(now.cells, &s.text_chars[0], TEXT_CELLS)
        memcpy(now.cells + TEXT_CELLS, &s.text_attributes[0], TEXT_CELLS)
        take_picture(self.picture, &s.picture[0], &self.colours_crc, &self.priorities_crc)
        take_screen(self.model, &self._model_buffer[0], &self.model_crc)

    cdef bytes _line(self, const Moment* before, const Moment* now, const Happened* happened, list sound):
        """Return a line of the changes between two moments, of everything without one before."""
        cdef int i
        cdef uint8_t* out
        cdef uint8_t* start
        self._make_room(now, happened, len(sound))
        out = self.out
        for i in range(self.part_count):
            start = out
            out = put(out, <const char*> self.keys[i], self.key_lengths[i])
            if self.parts[i] == PART_SOUND:
                out = put_sound(out, sound) if sound else start
            elif is_lasting(self.parts[i]):
                out = self._put_lasting(out, start, self.parts[i], before, now, happened)
            else:
                out = self._put_momentary(out, start, self.parts[i], happened)
        out = put(out, b"}\n", 2)
        # The first comma becomes the bracket.
        self.out[0] = c"{"
        return PyBytes_FromStringAndSize(<char*> self.out, out - self.out)

    cdef int _make_room(self, const Moment* now, const Happened* happened, Py_ssize_t writes) except -1:
        """Make room for the longest line."""
        cdef Py_ssize_t room = FIXED_ROOM + happened.events_length + writes * WRITE_ROOM
        cdef uint8_t* larger
        room += now.object_count * (PLACE_ROOM + NOTHING + self.column_count * NUMBER_ROOM)
        room += happened.actions_length * ACTION_ROOM
        if room > self.room:
            larger = <uint8_t*> realloc(self.out, 2 * room)
            if larger == NULL:
                raise MemoryError("no memory for a line of the trace")
            self.out = larger
            self.room = 2 * room
        return 0

    cdef uint8_t* _put_lasting(
        self, uint8_t* out, uint8_t* start, int part, const Moment* before, const Moment* now, const Happened* happened
    ) noexcept nogil:
        """Write what the line before has, too; return `start` if nothing of it changed."""
        cdef const uint8_t* cells = happened.waited
        cdef uint8_t* value = out
        if part == PART_VARIABLES:
            out = put_variables(out, before, now)
        elif part == PART_FLAGS:
            out = put_flags(out, before, now)
        elif part == PART_ITEM_ROOMS:
            if before != NULL and before.item_count == now.item_count:
                if memcmp(before.item_rooms, now.item_rooms, now.item_count) == 0:
                    return start
            return put_hex(out, now.item_rooms, now.item_count)
        elif part == PART_OBJECTS:
            out = put_objects(out, before, now, self.columns, self.column_count)
            if before == NULL:
                return out
        elif part == PART_STRINGS:
            out = put_strings(out, before, now)
        else:
            if cells == NULL and before != NULL:
                cells = &before.cells[0]
            out = put_rows(out, cells, now.cells)
        return start if out - value == NOTHING else out

    cdef uint8_t* _put_momentary(self, uint8_t* out, uint8_t* start, int part, const Happened* happened) noexcept nogil:
        """Write what each line has for itself; return `start` for what this one leaves out."""
        cdef const StateLayout* s = self.s
        if part == PART_CYCLE:
            return put_number(out, happened.cycle)
        if part == PART_BEATS:
            return put_number(out, s.clock.beats)
        if part == PART_SEED:
            return put_number(out, s.rng)
        if part == PART_TICKS:
            return put_number(out, s.clock.ticks)
        if part == PART_CONTROL:
            return put_control(out, s)
        if part == PART_VISUAL:
            return put_crc(out, self.colours_crc)
        if part == PART_PRIORITY:
            return put_crc(out, self.priorities_crc)
        if part == PART_SCREEN:
            return put_crc(out, self.model_crc)
        if part == PART_WINDOW:
            return put_number(out, s.window.open) if s.window.open else start
        if part == PART_EVENTS:
            return put(out, <const char*> happened.events, happened.events_length) if happened.events_length else start
        if part == PART_ACTION_SUMS:
            out[0] = c"["
            out = put_number(out + 1, happened.action_count)
            out[0] = c","
            return put_end(put_crc(out + 1, happened.action_crc), c"]")
        if happened.lists_actions:
            return put_actions(out, happened.actions, happened.actions_length, self.action_lengths)
        return start
