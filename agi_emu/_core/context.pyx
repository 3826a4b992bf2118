"""The data of the machine's inner loops: one state, the resources, the profile as plain numbers."""

from cpython.bytearray cimport PyByteArray_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memmove, memset

from agi_emu._core.cel cimport has_odd_rows
from agi_emu._core.codes cimport *
from agi_emu._core.cel_cache cimport KeptView
from agi_emu._core.decoding cimport DecodedLogic, Opcodes, Steps, decode
from agi_emu._core.deep cimport is_deep_view
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *
from agi_emu._core.prices cimport COUNT_CALLED
from agi_emu._core.rules cimport read_rules
from agi_emu._core.view_tables cimport must_note_turned_cels

cdef enum:
    MESSAGE_COUNT_BYTES = 1
    LONGEST_SOUND = 0x10000
    MOST_COPIED = 0xFFFF  # bytes of copies of views, in all; the arena has more
    MOST_PORT_WRITES = 1 << 19  # hours of music: a caller that never empties the list is not to run out of memory
    # Of logic 0's code, what counts as the object after the table: the address of its cel, that of the cel on the
    # screen, which showing it copies from there, and the mark that it is drawn (reference: CMD-42; golden: probe
    # errors-objects, whose first jump goes wild).
    CURRENT_CEL = 4
    SHOWN_CEL = 6
    CHANGED_BYTE = 25
    MESSAGE_PLACE_BYTES = 8  # offset in the table and length, 32 bits each; offset 0: not defined


cdef extern from *:
    """
    #ifdef __linux__
    #include <sys/mman.h>
    #include <unistd.h>
    #endif
    /* Write zeros. Where the system can, it takes whole pages back and gives zeros when they are asked for. */
    static void agi_zero(char* start, size_t count)
    {
    #ifdef __linux__
        const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
        char* const first = (char*)(((uintptr_t)start + page - 1) / page * page);
        char* const end = (char*)(((uintptr_t)start + count) / page * page);
        if (first < end) {
            /* Emulated systems may say that they did, and do nothing. */
            *first = 1;
            if (madvise(first, (size_t)(end - first), MADV_DONTNEED) == 0 && *first == 0) {
                memset(start, 0, (size_t)(first - start));
                memset(end, 0, (size_t)(start + count - end));
                return;
            }
        }
    #endif
        memset(start, 0, count);
    }
    """
    void zero "agi_zero"(char* start, size_t count)


cdef inline uint32_t word_at(const uint8_t* bytes) noexcept nogil:
    """Return 32 bits, low byte first."""
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | <uint32_t> bytes[3] << 24


cdef class Context:
    """One state's pointer, taken once, with the resources that its loops read.

    `buffer` is a writable buffer of STATE_BYTES bytes; it is kept alive. Everything that changes lives in it, except
    the pointers to resources, which belong to the game, and the log of executed actions, which belongs to observers.
    """

    def __cinit__(self, buffer not None: bytearray, *args, **options):
        """Take the state in `buffer`; ValueError unless it has the size of one. Nothing else is known yet."""
        cdef uint8_t[::1] view = buffer
        if view.shape[0] != sizeof(StateLayout):
            raise ValueError(f"a state has {sizeof(StateLayout)} bytes, this buffer {view.shape[0]}")
        self.buffer = buffer
        self.s = <StateLayout*> &view[0]
        self.before = self.after = NULL
        self.turn = 0
        self.kept_writes = []
        self.resources = [None] * 1024
        memset(self.messages, 0, sizeof(self.messages))
        memset(self.sound, 0, sizeof(self.sound))
        memset(self.sound_length, 0, sizeof(self.sound_length))
        self.items = NULL
        self.items_length = 0
        self.writes = NULL
        self.write_count = 0
        self.write_capacity = 0
        memset(self.code, 0, sizeof(self.code))
        self.changed_code = NULL
        memset(self.view, 0, sizeof(self.view))
        memset(self.code_length, 0, sizeof(self.code_length))
        memset(self.view_length, 0, sizeof(self.view_length))
        memset(self.logic_bytes, 0, sizeof(self.logic_bytes))
        memset(self.view_notes_turned_cels, 0, sizeof(self.view_notes_turned_cels))
        memset(self.view_is_deep, 0, sizeof(self.view_is_deep))
        memset(self.view_is_odd, 0, sizeof(self.view_is_odd))
        memset(self.view_copy, 0, sizeof(self.view_copy))
        memset(&self.opcodes, 0, sizeof(self.opcodes))
        self.decoded = [None] * 256
        self.forget_steps()
        memset(self.kept_cels, 0, sizeof(self.kept_cels))
        self.kept_views = [None] * 256
        self.log = NULL
        self.log_places = NULL
        self.place_capacity = 0
        self.log_length = 0
        self.log_capacity = 0
        self.log_count = 0
        self.log_on = False
        self.watch_count = 0
        self.at_work = 0
        self.halts = NULL
        self.tokens = 0
        self.halt_at = 0
        self.halted_at = 0
        self.marks = NULL
        self.tariff = NULL
        self.spent = 0
        self.new_marks = 0
        self.token_place = -1
        memset(self.naming, 0, sizeof(self.naming))
        memset(self.named_operand, 0, sizeof(self.named_operand))
        self.lacks_memory = False
        # Not in the state: that a code was not given yet is not part of what the machine is.
        self.wanted_logic = 0
        self.look_due = 0
        self.slice_due = -0x7FFFFFFF
        self.slice_work = 0
        self.work_aside = 0
        self.burnt = 0
        self.cels_cost[0] = self.cels_cost[1] = 0
        self.drawn_static.known = False
        self.drawn_updating.known = False
        self.lifted = False
        self.shown = False
        self.draws_always = False
        self.stop_asked = 0
        self.looks_at_signals = False

    def __dealloc__(self):
        """Give back what the core has allocated."""
        free(self.log)
        free(self.log_places)
        free(self.writes)
        free(self.marks)
        free(self.halts)
        free(self.tariff)

    def set_rules(self, rules not None: object) -> None:
        """Take the rules of a `CoreRules`, before any view; ValueError names one that is out of its range."""
        read_rules(&self.rules, rules)
        self.opcodes.last_action = self.rules.last_action
        self.forget_steps()

    def set_action(self, int number, int kind, int length) -> None:
        """Declare who executes an action (an `ActionKind`), and how many operand bytes it has."""
        if not (0 <= number <= 255 and KIND_NONE <= kind <= KIND_BOTH and 0 <= length <= MOST_OPERANDS):
            raise ValueError(f"action {number}: kind {kind}, {length} operands")
        self.opcodes.action_kind[number] = kind
        self.opcodes.action_length[number] = length
        self.forget_steps()

    def set_test(self, int number, int length) -> None:
        """Declare how many operand bytes a test has; said counts its own."""
        if not (0 <= number <= LAST_TEST and 0 <= length <= MOST_OPERANDS):
            raise ValueError(f"test {number}: {length} operands")
        self.opcodes.test_length[number] = length
        self.forget_steps()

    cdef void forget_steps(self) noexcept:
        """Forget what logics are decoded to: they run token by token until their code is given again."""
        if self.has_steps:
            memset(self.steps, 0, sizeof(self.steps))
            self.has_steps = False

    def set_code(
        self, int number, bytes code, int size=0,
        dict decoded: dict[tuple[bytes, bytes, bytes], DecodedLogic] | None = None,
    ) -> None:
        """Give the core the code of a logic, and how many bytes the logic takes in memory; None takes it away.

        `decoded` keeps what logics are decoded to, for other cores.
        """
        cdef DecodedLogic found = None
        cdef const int32_t* prices
        if not 0 <= number <= 255:
            raise ValueError(f"logic {number}")
        self.resources[number] = code
        self.code[number] = NULL
        self.code_length[number] = 0
        self.logic_bytes[number] = size
        memset(&self.steps[number], 0, sizeof(Steps))
        if code is not None:
            self.code[number] = <const uint8_t*> <const char*> code
            self.code_length[number] = len(code)
            prices = self.tariff.prices if self.rules.counts_clocks and self.tariff != NULL else NULL
            priced = b"" if prices == NULL else (<const char*> prices)[:COUNT_CALLED * sizeof(int32_t)]
            kind = ((<const char*> &self.opcodes)[:sizeof(Opcodes)], code, priced)
            found = None if decoded is None else decoded.get(kind)
            if found is None:
                found = decode(&self.opcodes, code, prices)
                if decoded is not None:
                    decoded[kind] = found
            self.steps[number] = found.found
            self.has_steps = True
        self.decoded[number] = found
        if number == 0:
            self.changed_code_kept = code
            if code is not None and len(code) > CHANGED_BYTE:
                self.changed_code_kept = (
                    code[:SHOWN_CEL] + code[CURRENT_CEL:SHOWN_CEL] + code[SHOWN_CEL + 2:CHANGED_BYTE]
                    + bytes([code[CHANGED_BYTE] & 0xFE]) + code[CHANGED_BYTE + 1:]
                )
            self.changed_code = NULL
            if code is not None:
                self.changed_code = <const uint8_t*> <const char*> self.changed_code_kept

    def set_messages(self, int number, bytes table) -> None:
        """Give the core the messages of a logic as `message_table` writes them; None takes them away."""
        cdef const uint8_t* place
        cdef Py_ssize_t i, length, offset
        if not 0 <= number <= 255:
            raise ValueError(f"logic {number}")
        if table is not None:
            length = len(table)
            place = <const uint8_t*> <const char*> table
            if length < MESSAGE_COUNT_BYTES or length < MESSAGE_COUNT_BYTES + MESSAGE_PLACE_BYTES * place[0]:
                raise ValueError(f"the table of messages of logic {number} is cut off")
            for i in range(place[0]):
                offset = <Py_ssize_t> word_at(place + MESSAGE_COUNT_BYTES + MESSAGE_PLACE_BYTES * i)
                if offset + word_at(place + MESSAGE_COUNT_BYTES + MESSAGE_PLACE_BYTES * i + 4) > length:
                    raise ValueError(f"message {i + 1} of logic {number} lies outside of its table")
        self.resources[512 + number] = table
        self.messages[number] = NULL
        if table is not None:
            self.messages[number] = <const uint8_t*> <const char*> table

    def set_items(self, bytes items) -> None:
        """Give the core the inventory as it lies in memory: the OBJECT file after its header, entries of 3 bytes."""
        self.items_kept = items
        self.items = NULL
        self.items_length = 0
        if items is not None:
            self.items = <const uint8_t*> <const char*> items
            self.items_length = len(items)

    cdef const uint8_t* message_text(self, int logic, int number, uint32_t* length) noexcept nogil:
        """Return message `number` (from 1) of a logic and its length; NULL where there is none."""
        cdef const uint8_t* table = self.messages[logic]
        cdef const uint8_t* place
        if table == NULL or number < 1 or number > table[0]:
            return NULL
        place = table + MESSAGE_COUNT_BYTES + MESSAGE_PLACE_BYTES * (number - 1)
        length[0] = word_at(place + 4)
        return table + word_at(place) if word_at(place) else NULL

    def set_view(self, int number, bytes view, dict kept: dict[bytes, KeptView] | None = None) -> None:
        """Give the core the bytes of a view; None takes it away. `kept` keeps its cels for other cores."""
        cdef KeptView found
        if not 0 <= number <= 255:
            raise ValueError(f"view {number}")
        if self.view[number] != NULL:
            # Other bytes may come to lie where the old ones were.
            self.drawn_static.known = False
            self.drawn_updating.known = False
        self.resources[256 + number] = view
        self.view[number] = NULL
        self.view_length[number] = 0
        self.view_notes_turned_cels[number] = False
        self.view_is_deep[number] = False
        self.view_is_odd[number] = False
        self.view_copy[number] = NULL
        self.kept_cels[number] = NULL
        if view is not None:
            self.view[number] = <const uint8_t*> <const char*> view
            self.view_length[number] = len(view)
            if self.rules.deep_views and is_deep_view(self.view[number], len(view)):
                # Its third bytes are colours: no cel is mirrored.
                self.view_is_deep[number] = True
                return
            found = None if kept is None else kept.get(view)
            if found is None:
                found = KeptView(view)
                if kept is not None:
                    kept[view] = found
            self.kept_views[number] = found
            self.kept_cels[number] = &found.kept
            self.view_is_odd[number] = has_odd_rows(self.view[number], len(view))
            self.view_notes_turned_cels[number] = self.view_is_odd[number] or must_note_turned_cels(
                self.view[number], len(view), (1 << self.rules.mirror_bits) - 1
            )
            if self.view_is_odd[number]:
                self.find_view_copies()

    def find_view_copies(self) -> None:
        """Take odd views from their copies in the state, and from the resource where it has none."""
        cdef TurnedCels* turned = &self.s.turned
        cdef Py_ssize_t end
        cdef int i, number
        for number in range(256):
            if self.view_is_odd[number]:
                self.view_copy[number] = NULL
                self.view[number] = <const uint8_t*> <const char*> <bytes> self.resources[256 + number]
        # A state may say anything: a copy that is not as long as its view is none.
        for i in range(min(<int> turned.copy_count, VIEW_COPIES)):
            number = turned.copy_view[i]
            end = turned.copy_offset[i] + self.view_length[number]
            if self.view_is_odd[number] and end <= turned.copied:
                self.view_copy[number] = &self.s.arena[turned.copy_offset[i]]
                self.view[number] = self.view_copy[number]

    def drop_view_copies(self) -> None:
        """Give up the copies of views that are not loaded; no object may be in the picture."""
        cdef TurnedCels* turned = &self.s.turned
        cdef int i, view, kept = 0, used = 0
        if self.s.arena_used != turned.copied:
            return
        self.find_view_copies()
        for i in range(min(<int> turned.copy_count, VIEW_COPIES)):
            view = turned.copy_view[i]
            if not self.s.loaded.views.present[view] or self.view_copy[view] != &self.s.arena[turned.copy_offset[i]]:
                continue
            # Copies do not overlap, except in a state that was made up.
            if used + self.view_length[view] > turned.copied:
                continue
            memmove(&self.s.arena[used], self.view_copy[view], self.view_length[view])
            turned.copy_view[kept] = <uint8_t> view
            turned.copy_offset[kept] = <uint16_t> used
            self.view_copy[view] = NULL
            used += <int> self.view_length[view]
            kept += 1
        turned.copy_count = <uint16_t> kept
        turned.copied = <uint16_t> used
        self.s.arena_used = used
        self.find_view_copies()

    def is_odd_view(self, int number) -> bool:
        """Return whether drawing a view may change its bytes, and what lies after it in memory."""
        return 0 <= number <= 255 and self.view_is_odd[number]

    def copy_odd_view(self, int number) -> None:
        """Copy a view that is about to be loaded into the state, if drawing it changes its bytes.

        No object may be in the picture. Where there is no room each drawing begins with the resource.
        """
        cdef TurnedCels* turned = &self.s.turned
        cdef Py_ssize_t length
        if not 0 <= number <= 255:
            raise ValueError(f"view {number}")
        if not self.view_is_odd[number] or self.s.arena_used != turned.copied:
            return
        self.drop_view_copies()
        length = self.view_length[number]
        if turned.copy_count == VIEW_COPIES or turned.copied + length > MOST_COPIED:
            return
        memcpy(&self.s.arena[turned.copied], self.view[number], length)
        turned.copy_view[turned.copy_count] = <uint8_t> number
        turned.copy_offset[turned.copy_count] = turned.copied
        turned.copy_count += 1
        turned.copied += <uint16_t> length
        self.s.arena_used = turned.copied
        self.find_view_copies()

    def set_sound(self, int number, bytes sound) -> None:
        """Give the core the bytes of a sound; None takes it away."""
        if not 0 <= number <= 255:
            raise ValueError(f"sound {number}")
        self.resources[768 + number] = sound
        self.sound[number] = NULL
        self.sound_length[number] = 0
        if sound is not None:
            self.sound[number] = <const uint8_t*> <const char*> sound
            self.sound_length[number] = min(len(sound), LONGEST_SOUND)

    def has_sound(self, int number) -> bool:
        """Return whether the bytes of a sound were given."""
        return 0 <= number <= 255 and self.sound[number] != NULL

    def has_code(self, int number) -> bool:
        """Return whether the code of a logic was given."""
        return 0 <= number <= 255 and self.code[number] != NULL

    def has_view(self, int number) -> bool:
        """Return whether the bytes of a view were given."""
        return 0 <= number <= 255 and self.view[number] != NULL

    cdef void write_port(self, int port, int value) noexcept nogil:
        """Keep a write to a sound port until Python takes it."""
        cdef PortWrite* larger
        if self.write_count == MOST_PORT_WRITES:
            self.write_count -= MOST_PORT_WRITES // 2
            memmove(self.writes, self.writes + MOST_PORT_WRITES // 2, self.write_count * sizeof(PortWrite))
        if self.write_count == self.write_capacity:
            larger = <PortWrite*> realloc(self.writes, (2 * self.write_capacity + 64) * sizeof(PortWrite))
            if larger == NULL:
                self.lacks_memory = True
                return
            self.writes = larger
            self.write_capacity = 2 * self.write_capacity + 64
        self.writes[self.write_count].beat = self.s.clock.beats
        self.writes[self.write_count].port = port
        self.writes[self.write_count].value = value
        self.write_count += 1

    cdef int give_writes(self) except -1:
        """Append what was written to the sound ports to the list that Python sees: (beat, port, value)."""
        cdef size_t i
        if len(self.kept_writes) > MOST_PORT_WRITES:
            del self.kept_writes[:MOST_PORT_WRITES // 2]
        for i in range(self.write_count):
            self.kept_writes.append((self.writes[i].beat, self.writes[i].port, self.writes[i].value))
        self.write_count = 0
        return 0

    @property
    def port_writes(self) -> list[tuple[int, int, int]]:
        """The writes to the sound ports since the caller emptied the list, always the same one."""
        self.give_writes()
        return self.kept_writes

    cdef int tell_lack(self) except -1:
        """Raise MemoryError, once, when something was not kept for lack of it; before a step, so the state is whole."""
        if self.lacks_memory:
            self.lacks_memory = False
            raise MemoryError("no memory for what the machine reports; its state is whole")
        return 0

    cdef void log_action(self, int opcode, const uint8_t* operands, int length, int logic, int offset) noexcept nogil:
        """Keep an action with its operands and place for `take_actions`; without memory it is left out, and told."""
        cdef uint8_t* larger
        cdef uint32_t* more
        if self.log_length + 9 > self.log_capacity:
            larger = <uint8_t*> realloc(self.log, 2 * self.log_capacity + 4096)
            if larger == NULL:
                self.lacks_memory = True
                return
            self.log = larger
            self.log_capacity = 2 * self.log_capacity + 4096
        if self.log_count >= self.place_capacity:
            more = <uint32_t*> realloc(self.log_places, (2 * self.place_capacity + 1024) * sizeof(uint32_t))
            if more == NULL:
                self.lacks_memory = True
                return
            self.log_places = more
            self.place_capacity = 2 * self.place_capacity + 1024
        self.log_places[self.log_count] = <uint32_t> logic << 16 | <uint32_t> (offset & 0xFFFF)
        self.log[self.log_length] = opcode
        memcpy(self.log + self.log_length + 1, operands, length)
        self.log_length += 1 + length
        self.log_count += 1

    def record_actions(self, bint on) -> None:
        """Switch the log of executed actions on or off; switching empties it."""
        self.log_on = on
        self.log_length = 0
        self.log_count = 0

    def take_actions(self) -> tuple[int, bytes]:
        """Return (count, bytes) of the actions executed since the last call: opcode and operands of each."""
        cdef uint32_t count = self.log_count
        cdef bytes log = b"" if self.log == NULL else (<char*> self.log)[:self.log_length]
        self.log_length = 0
        self.log_count = 0
        return count, log

    def action_places(self) -> list[tuple[int, int]]:
        """Return where the actions since the last `take_actions` stand: (logic, offset in its code) of each."""
        cdef size_t i
        return [(self.log_places[i] >> 16, self.log_places[i] & 0xFFFF) for i in range(self.log_count)]


def zero_state() -> bytearray:
    """Return the memory of a state, all zeros. On Linux the arena takes room as it is written: most of it never is."""
    cdef bytearray buffer = PyByteArray_FromStringAndSize(NULL, sizeof(StateLayout))
    cdef StateLayout* s = <StateLayout*> <char*> buffer
    memset(s, 0, sizeof(StateLayout) - sizeof(s.arena))
    zero(<char*> &s.arena[0], sizeof(s.arena))
    return buffer
