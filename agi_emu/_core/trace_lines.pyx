"""Writes the lines of a trace (docs/trace-format.md) from a state: of most parts what changed since the line before.

The table of fields (`agi_emu.tracing.fields`) says which parts a line has, in which order and under which keys.
"""

from json.encoder import encode_basestring_ascii

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcmp, memcpy

from agi_emu._core.checksums cimport crc_of_zeros, take_picture, take_screen
from agi_emu._core.context cimport object_count
from agi_emu._core.layout cimport *

cdef enum:
    MODEL_BYTES = PICTURE_WIDTH * SCREEN_HEIGHT
    CELLS_BYTES = 2 * TEXT_CELLS  # characters, then attributes
    OPCODES = 256
    VARIABLES = 256
    FLAG_BYTES = 32
    ITEMS = 256
    STRINGS = 24  # those of the game
    STRING_LENGTH = 40
    MOST_COLUMNS = 64

LASTING = ("variables", "flags", "item_rooms", "objects", "strings", "text")
"""Parts that stay as they are from line to line until they change."""
PARTS = {
    *LASTING, "cycle", "beats", "seed", "ticks", "control", "visual", "priority", "screen", "window", "events", "sound",
    "action_sums", "actions",
}
SHOWN = bytes(32 if code < 32 else code if code < 127 else 63 for code in range(256))
"""How traces write a character of the screen: controls are blanks, those beyond ASCII question marks."""

# A value of an object: its offset, its size in bytes, and whether it has a sign.
cdef struct Column:
    int offset
    int size
    bint has_sign


cdef inline str braced(list elements):
    """Return elements, which are written with their keys, as a JSON object."""
    return "{" + ",".join(elements) + "}"


cdef str changed_bytes(bytes before, bytes now):
    """Return the bytes that changed, by their numbers."""
    cdef const uint8_t* old = before
    cdef const uint8_t* new = now
    cdef int i
    return braced([f'"{i}":{new[i]}' for i in range(VARIABLES) if old[i] != new[i]])


cdef bytes bits_of(bytes flags):
    """Return a byte for each flag."""
    cdef const uint8_t* bits = flags
    cdef uint8_t[8 * FLAG_BYTES] out
    cdef int i
    for i in range(8 * FLAG_BYTES):
        out[i] = bits[i >> 3] >> (7 - (i & 7)) & 1
    return (<char*> out)[:sizeof(out)]


cdef str changed_strings(bytes before, bytes now):
    """Return the strings that say something else; without a moment before, those that say anything."""
    cdef int at
    cdef list written = []
    for at in range(0, STRINGS * STRING_LENGTH, STRING_LENGTH):
        text = now[at:at + STRING_LENGTH].partition(b"\0")[0]
        if text != (b"" if before is None else before[at:at + STRING_LENGTH].partition(b"\0")[0]):
            written.append(f'"{at // STRING_LENGTH}":{encode_basestring_ascii(text.decode("latin-1"))}')
    return braced(written) if written else ""


cdef str runs_of(const uint8_t* attributes):
    """Return the attributes of a text row as runs."""
    cdef int i, attribute, start = 0
    cdef list runs = []
    for i in range(1, TEXT_COLUMNS + 1):
        if i == TEXT_COLUMNS or attributes[i] != attributes[start]:
            attribute = attributes[start]
            runs.append(f"{attribute:02x}x{i - start}")
            start = i
    return " ".join(runs)


cdef bytes shown_cells(cells):
    """Return text cells with characters as traces write them, None for None; ValueError for a wrong number of them."""
    if cells is None:
        return None
    if len(cells) != CELLS_BYTES:
        raise ValueError(f"a text screen has {CELLS_BYTES} characters and attributes, not {len(cells)}")
    return bytes(cells[:TEXT_CELLS]).translate(SHOWN) + bytes(cells[TEXT_CELLS:])


cdef str changed_rows(bytes before, bytes now):
    """Return the text rows that changed: number, characters, attributes; all without any before."""
    cdef const uint8_t* new = now
    cdef const uint8_t* old = new
    cdef int row, at
    cdef list written = []
    if before is not None:
        old = before
    for row in range(TEXT_ROWS):
        at = row * TEXT_COLUMNS
        if before is None or memcmp(old + at, new + at, TEXT_COLUMNS) != 0 or memcmp(
            old + TEXT_CELLS + at, new + TEXT_CELLS + at, TEXT_COLUMNS
        ) != 0:
            text = encode_basestring_ascii(now[at:at + TEXT_COLUMNS].rstrip().decode("ascii"))
            written.append(f'[{row},{text},"{runs_of(new + TEXT_CELLS + at)}"]')
    return f"[{','.join(written)}]"


def rows(before: Buffer | None, now not None: Buffer) -> bytes:
    """Return the text rows in which the cells of two screens differ, as JSON; all rows if `before` is None.

    The cells are 1,000 characters, then as many attributes; ValueError for another number.
    """
    return changed_rows(shown_cells(before), shown_cells(now)).encode()


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


cdef class TraceLines:
    """Writes the lines of a trace of one machine. Nothing in the machine changes."""

    cdef const uint8_t[::1] _buffer
    cdef const uint8_t[::1] _model_buffer
    cdef const StateLayout* s
    cdef list fields  # how the key is written, the part, whether it lasts
    cdef Column columns[MOST_COLUMNS]
    cdef int column_count
    cdef bytes action_lengths
    # By parts, what lasts as bytes, and the rest as it is written: of the last accepted line, None before the first,
    # and of the one composed last.
    cdef dict last
    cdef dict next
    # The picture and the screen model to which the checksums belong.
    cdef uint8_t picture[PICTURE_CELLS]
    cdef uint8_t model[MODEL_BYTES]
    cdef uint32_t colours_crc
    cdef uint32_t priorities_crc
    cdef uint32_t model_crc

    def __cinit__(
        self, buffer not None: Buffer, model not None: Buffer, fields not None: Sequence[tuple[str, str]],
        columns not None: Iterable[tuple[int, int, bool]], bytes lengths not None,
    ):
        """Take a state and the screen model (160x200), and what lines look like.

        `fields` are key and part of each field in their order, `columns` offset, size and sign of each value of an
        object, `lengths` the bytes of each of 256 actions with its operands, 0 for what is not an action.
        """
        cdef Column* column
        self._buffer = buffer
        self._model_buffer = model
        if <size_t> self._buffer.shape[0] < sizeof(StateLayout):
            raise ValueError(f"the state needs {sizeof(StateLayout)} bytes, not {self._buffer.shape[0]}")
        if self._model_buffer.shape[0] != MODEL_BYTES:
            raise ValueError(f"the screen model has {MODEL_BYTES} bytes, not {self._model_buffer.shape[0]}")
        if len(lengths) != OPCODES:
            raise ValueError(f"there are {OPCODES} opcodes, not {len(lengths)}")
        for key, part in fields:
            if part not in PARTS:
                raise ValueError(f"lines have no part {part!r} named {key!r}")
        for offset, size, has_sign in columns:
            if size not in (1, 2) or not 0 <= offset <= <int> sizeof(ScreenObject) - size:
                raise ValueError(f"an object has no value of {size} bytes at {offset}")
            if self.column_count == MOST_COLUMNS:
                raise ValueError(f"lines have at most {MOST_COLUMNS} values of an object")
            column = &self.columns[self.column_count]
            column.offset, column.size, column.has_sign = offset, size, has_sign
            self.column_count += 1
        self.s = <const StateLayout*> &self._buffer[0]
        self.fields = [(f'"{key}":', part, part in LASTING) for key, part in fields]
        self.action_lengths = lengths
        self.colours_crc = self.priorities_crc = crc_of_zeros(PICTURE_HEIGHT)
        self.model_crc = crc_of_zeros(SCREEN_HEIGHT)

    def compose(
        self, int cycle, bytes events not None, waited: Buffer | None,
        list sound not None: list[tuple[int, int, int]], tuple actions not None: tuple[int, int, bytes], *,
        bint lists_actions,
    ) -> bytes:
        """Return the line of a cycle.

        `events` is their JSON, empty for none, and `waited` the text cells of the last one with text, or None. `sound`
        has the port writes (beat, port, value), `actions` their number, CRC-32 and bytes.
        """
        cdef const StateLayout* s = self.s
        cdef uint32_t count, crc
        cdef bytes action_bytes
        cdef dict before = self.last
        count, crc, action_bytes = actions
        take_picture(self.picture, &s.picture[0], &self.colours_crc, &self.priorities_crc)
        take_screen(self.model, &self._model_buffer[0], &self.model_crc)
        self.next = {
            "variables": (<const char*> &s.vars[0])[:VARIABLES],
            "flags": (<const char*> &s.flags[0])[:FLAG_BYTES],
            "item_rooms": (<const char*> &s.item_rooms[0])[:min(<int> s.general.item_count, <int> ITEMS)],
            "objects": (<const char*> &s.objects[0])[:object_count(s) * sizeof(ScreenObject)],
            "strings": (<const char*> &s.strings[0])[:STRINGS * STRING_LENGTH],
            "text": shown_cells(self.cells()),
            "cycle": f"{cycle}",
            "beats": f"{s.clock.beats}",
            "seed": f"{s.rng}",
            "ticks": f"{s.clock.ticks}",
            "control": (
                f"[{s.general.horizon},{s.general.player_control},{s.general.picture_number},{s.general.text_mode}]"
            ),
            "visual": f'"{self.colours_crc:08x}"',
            "priority": f'"{self.priorities_crc:08x}"',
            "screen": f'"{self.model_crc:08x}"',
            "window": f"{s.window.open}" if s.window.open else "",
            "events": events.decode(),
            "sound": f"[{','.join([f'[{beat},{port},{value}]' for beat, port, value in sound])}]" if sound else "",
            "action_sums": f'[{count},"{crc:08x}"]',
            "actions": self._actions(action_bytes) if lists_actions else "",
        }
        if waited is not None:
            before = {**(before or dict.fromkeys(LASTING)), "text": shown_cells(waited)}
        return self._line(before, self.next)

    def accept(self) -> None:
        """Let the next line hold what changes from the last one composed."""
        self.last = self.next

    def whole(self) -> bytes:
        """Return a line with all that lasts of the last accepted one; the rest of it means nothing."""
        return self._line(None, self.last)

    def screen_crc(self) -> int:
        """Return the CRC-32 of the screen model."""
        take_screen(self.model, &self._model_buffer[0], &self.model_crc)
        return self.model_crc

    def cells(self) -> bytes:
        """Return the text cells of this moment: 1,000 characters, then as many attributes."""
        cdef const StateLayout* s = self.s
        return (<const char*> &s.text_chars[0])[:TEXT_CELLS] + (<const char*> &s.text_attributes[0])[:TEXT_CELLS]

    def last_cells(self) -> bytes | None:
        """Return the text cells of the last accepted line, as traces write them; None before the first."""
        return None if self.last is None else self.last["text"]

    cdef bytes _line(self, dict before, dict now):
        """Return a line of the changes between two moments, of everything without one before."""
        cdef list written = []
        cdef str value
        for key, part, is_lasting in self.fields:
            if not is_lasting:
                value = now[part]
            elif before is None or before[part] != now[part]:
                value = self._lasting(part, None if before is None else before[part], now[part])
            else:
                continue
            if value:
                written.append(key + value)
        return ("{" + ",".join(written) + "}\n").encode()

    cdef str _lasting(self, str part, bytes before, bytes now):
        """Return how a part is written that has changed; nothing where no line shows that."""
        cdef str changed
        if part == "item_rooms" or (before is None and part in ("variables", "flags")):
            return f'"{now.hex()}"'
        if part == "variables":
            return changed_bytes(before, now)
        if part == "flags":
            return changed_bytes(bits_of(before), bits_of(now))
        if part == "strings":
            return changed_strings(before, now)
        if part == "objects":
            changed = self._objects(before, now)
            return changed if before is None or changed != "{}" else ""
        return changed_rows(before, now)

    cdef str _objects(self, bytes before, bytes now):
        """Return the objects that changed in a value that lines have; all of them without a moment before."""
        cdef const ScreenObject* old = NULL
        cdef const ScreenObject* new = <const ScreenObject*> <const char*> now
        cdef int number, i, known = 0
        cdef list written = []
        if before is not None:
            old = <const ScreenObject*> <const char*> before
            known = <int> (len(before) // sizeof(ScreenObject))
        for number in range(<int> (len(now) // sizeof(ScreenObject))):
            if number >= known or self._has_changed(&old[number], &new[number]):
                values = ",".join([f"{value_of(&new[number], &self.columns[i])}" for i in range(self.column_count)])
                written.append(f'"{number}":[{values}]')
        return braced(written)

    cdef bint _has_changed(self, const ScreenObject* before, const ScreenObject* now) noexcept nogil:
        """Return whether an object differs in a value that lines have."""
        cdef int i
        if memcmp(before, now, sizeof(ScreenObject)) != 0:
            for i in range(self.column_count):
                if value_of(before, &self.columns[i]) != value_of(now, &self.columns[i]):
                    return True
        return False

    cdef str _actions(self, bytes actions):
        """Return each action with its operands; bytes that are not an action are the last one."""
        cdef const uint8_t* lengths = self.action_lengths
        cdef const uint8_t* code = actions
        cdef int at = 0, end, count = <int> len(actions)
        cdef str digits = actions.hex()
        cdef list written = []
        while at < count:
            end = at + lengths[code[at]]
            if end == at or end > count:
                end = count
            written.append(digits[2 * at:2 * end])
            at = end
        return '["' + '","'.join(written) + '"]' if written else "[]"
