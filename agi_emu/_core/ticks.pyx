"""Ticks of a run as recordings hold them, in rows of bytes: taken from a machine, compared, packed and unpacked.

A row has the digests of state, frame and sound, in the order of their hex digits, the variables and flags, the cycles
since power-on, and the work. Rows of equal ticks are equal.
"""

from cpython.bytearray cimport PyByteArray_AsString, PyByteArray_Resize
from libc.stdint cimport uint32_t, uint64_t, uint8_t
from libc.string cimport memcmp, memcpy, memset

from xxhash import xxh3_64, xxh3_64_digest

from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context
from agi_emu._core.cycle cimport advance_to
from agi_emu._core.layout cimport *
from agi_emu._core.masking cimport Mask
from agi_emu._core.screen cimport Screen
from agi_emu._core.stretches cimport feed
from agi_emu._core.vector cimport fetch

cdef enum:
    STATE = 0  # places of digests
    FRAME = DIGEST
    SOUND = 2 * DIGEST
    COMPARED = DIGESTS + VALUES + 4  # bytes that a row begins with
    BEAT = 4  # bytes of a port write in the digest of sound
    PORT_WRITE = BEAT + 3  # with port and value

ROW_BYTES = sizeof(Row)  # type: int
NO_SOUND = xxh3_64_digest(b"")


cdef class Ticker:
    """Takes the ticks of a machine from now on, and adds them to `rows`."""

    def __init__(
        self,
        Context core not None,
        Screen screen not None,
        bytearray rows not None,
        const uint32_t[::1] state_places not None,
        const uint32_t[::1] frame_places not None,
        *,
        Mask mask=None,
        bint holds_values=True,
        bint counts_work=False,
    ):
        """Begin a tick now; the places are those of `stretches.digest`. Ticks may hold values, and work.

        Values are never masked.
        """
        self.core = core
        self.screen = screen
        self.rows = rows
        self.heard = bytearray()
        self.expected = None
        self.compares = False
        self.mask = mask
        if mask is not None:
            self.masked = bytearray(sizeof(StateLayout))
        self.holds_values = holds_values
        self.counts_work = counts_work
        hasher = xxh3_64()
        self.reset, self.update, self.digest = hasher.reset, hasher.update, hasher.digest
        self.state_places = state_places
        self.frame_places = frame_places
        self.frame = b""
        self.begin()

    def begin(self) -> None:
        """Begin a tick now; what was heard before does not belong to it."""
        self.heard.clear()
        self.burnt = self.core.burnt
        self.tick_began = self.core.s.clock.beats

    def expect(self, const uint8_t[::1] rows) -> None:
        """Let `run` end behind the first tick that these rows do not have in its place; None for no comparison."""
        self.compares = rows is not None
        self.expected = rows

    def hear(self, port_writes not None: Iterable[tuple[int, int, int]]) -> None:
        """Take port writes (beat, port, value) of the tick."""
        for beat, port, value in port_writes:
            self.hear_one(beat, port, value)

    def take(self) -> None:
        """Add the tick that ends now."""
        self.add()

    cpdef int run(self, uint32_t last_beat, int stop) except? -32768:
        """Run to the end of a beat, taking ticks, or of a tick that is not as expected, or until Python is needed.

        `stop` is where the machine stands, 0 if that is not known. Return what `advance_to` does.
        """
        cdef StateLayout* s = self.core.s
        cdef uint64_t end
        cdef uint32_t aim
        while True:
            end = <uint64_t> self.tick_began + BEATS_PER_TICK
            aim = <uint32_t> min(end, <uint64_t> last_beat)
            if self.compares and len(self.rows) + <Py_ssize_t> sizeof(Row) <= self.expected.shape[0]:
                fetch(&self.expected[len(self.rows)], sizeof(Row))
            if stop <= 0 or s.clock.beats < aim:
                stop = advance_to(self.core, self.screen, aim, 0)
            if stop <= 0 or s.general.exited or s.clock.beats < end:
                return stop
            self.add()
            if end >= last_beat or not self.agrees():
                return stop

    cdef bint agrees(self):
        """Return whether the last tick is as expected."""
        cdef Py_ssize_t end
        if not self.compares:
            return True
        end = len(self.rows)
        return end <= self.expected.shape[0] and are_alike(&self.last, &self.expected[end - sizeof(Row)])

    cdef const uint8_t* seen(self) noexcept nogil:
        """Return the state without what is masked; no digest covers its end, the arena."""
        cdef StateLayout* s = self.core.s
        if self.mask is None:
            return <const uint8_t*> s
        memcpy(&self.masked[0], s, &s.arena[0] - <uint8_t*> s)
        self.mask.apply(<StateLayout*> &self.masked[0])
        return &self.masked[0]

    cdef int add(self) except -1:
        """Add the tick that ends now, and begin the next one."""
        cdef StateLayout* s = self.core.s
        cdef const uint8_t* state = self.seen()
        cdef Row* row = &self.last
        memset(row, 0, sizeof(Row))
        put_digest(&row.digests[STATE], self.digest_of(state, self.state_places))
        if not self.frame or self.frame_changes != self.screen.changes:
            self.frame = self.digest_of(state, self.frame_places)
            self.frame_changes = self.screen.changes
        put_digest(&row.digests[FRAME], self.frame)
        put_digest(&row.digests[SOUND], self.take_sound())
        row.cycle = s.cycle.number
        row.holds_values = self.holds_values
        if self.holds_values:
            memcpy(&row.values[0], &s.vars[0], VARIABLES)
            memcpy(&row.values[VARIABLES], &s.flags[0], FLAG_BYTES)
        row.work_and_one = self.core.burnt - self.burnt + 1 if self.counts_work else 0
        self.append(row)
        self.burnt = self.core.burnt
        self.tick_began = s.clock.beats
        return 0

    cdef int append(self, const Row* row) except -1:
        """Add a row to those taken."""
        cdef Py_ssize_t size = len(self.rows)
        PyByteArray_Resize(self.rows, size + <Py_ssize_t> sizeof(Row))
        memcpy(PyByteArray_AsString(self.rows) + size, row, sizeof(Row))
        return 0

    cdef bytes digest_of(self, const uint8_t* state, const uint32_t[::1] places):
        """Return the digest of places in a state."""
        self.reset()
        feed(state, sizeof(StateLayout), places, self.update)
        return self.digest()

    cdef bytes take_sound(self):
        """Return the digest of the port writes of the tick, and forget them."""
        cdef size_t i
        if self.core.kept_writes:
            self.hear(self.core.kept_writes)
            self.core.kept_writes.clear()
        for i in range(self.core.write_count):
            self.hear_one(self.core.writes[i].beat, self.core.writes[i].port, self.core.writes[i].value)
        self.core.write_count = 0
        if not self.heard:
            return NO_SOUND
        found = xxh3_64_digest(self.heard)
        self.heard.clear()
        return found

    cdef int hear_one(self, uint32_t beat, int port, int value) except -1:
        """Take a port write of the tick."""
        cdef uint8_t record[PORT_WRITE]
        cdef uint32_t since = beat - self.tick_began
        cdef int i
        for i in range(BEAT):
            record[i] = <uint8_t> (since >> 8 * i)
        record[BEAT] = <uint8_t> port
        record[BEAT + 1] = <uint8_t> (port >> 8)
        record[BEAT + 2] = <uint8_t> value
        self.heard += (<char*> &record[0])[:PORT_WRITE]
        return 0


cdef inline int put_digest(uint8_t* place, bytes digest) except -1:
    """Write a digest to a row."""
    memcpy(place, <const uint8_t*> <const char*> digest, DIGEST)
    return 0


cdef inline bint are_alike(const void* one, const void* other) noexcept nogil:
    """Return whether two rows have the same digests, variables and flags; they may lie anywhere in memory."""
    return memcmp(one, other, COMPARED) == 0


def row_of(bytes digests not None, uint32_t cycle, bytes values not None, work: int | None) -> bytes:
    """Return the row of a tick: three digests, cycles, variables and flags or b"", work or None.

    ValueError where digests or values have another length; OverflowError for a number that is too large.
    """
    cdef Row row
    memset(&row, 0, sizeof(Row))
    if len(digests) != DIGESTS or len(values) not in (0, VALUES):
        raise ValueError(f"a tick has {DIGESTS} bytes of digests, and {VALUES} or no variables and flags")
    memcpy(&row.digests[0], <const uint8_t*> <const char*> digests, DIGESTS)
    row.cycle = cycle
    if values:
        row.holds_values = True
        memcpy(&row.values[0], <const uint8_t*> <const char*> values, VALUES)
    row.work_and_one = 0 if work is None else work + 1
    return (<char*> &row)[:sizeof(Row)]


def tick_of(const uint8_t[::1] rows not None, Py_ssize_t index) -> tuple[str, str, str, int, bytes, int | None]:
    """Return the tick in a row: three digests in hex, cycles, variables and flags or b"", work or None.

    IndexError for a row that there is not.
    """
    cdef Row row
    cdef const char* digests = <const char*> &row.digests[0]
    if not 0 <= index < count_of(rows):
        raise IndexError(f"tick {index} of {count_of(rows)}")
    row = row_at(rows, index)
    return (
        digests[STATE:STATE + DIGEST].hex(),
        digests[FRAME:FRAME + DIGEST].hex(),
        digests[SOUND:SOUND + DIGEST].hex(),
        row.cycle,
        (<char*> &row.values[0])[:VALUES] if row.holds_values else b"",
        row.work_and_one - 1 if row.work_and_one else None,
    )


def count_with_values(const uint8_t[::1] rows not None) -> int:
    """Return how many of the ticks hold variables and flags."""
    cdef Py_ssize_t index, count = 0
    for index in range(count_of(rows)):
        if row_at(rows, index).holds_values:
            count += 1
    return count


def holds_work(const uint8_t[::1] rows not None) -> bool:
    """Return whether any of the ticks holds its work."""
    cdef Py_ssize_t index
    for index in range(count_of(rows)):
        if row_at(rows, index).work_and_one:
            return True
    return False


def unlike(const uint8_t[::1] one not None, const uint8_t[::1] other not None, Py_ssize_t first=0) -> list[int]:
    """Return the indices from `first` on of ticks that both have, with other digests or other variables and flags."""
    cdef Py_ssize_t index, size = sizeof(Row)
    return [
        index
        for index in range(max(first, 0), min(count_of(one), count_of(other)))
        if not are_alike(&one[index * size], &other[index * size])
    ]


def without(const uint8_t[::1] rows not None, numbers not None: Iterable[int]) -> bytes:
    """Return the rows with 0 for some variables."""
    cdef Row row
    cdef Py_ssize_t index, size = sizeof(Row)
    cdef int number
    left = bytearray(rows)
    cdef uint8_t[::1] changed = left
    for index in range(count_of(rows)):
        row = row_at(rows, index)
        for number in numbers:
            if not 0 <= number < VARIABLES:
                raise ValueError(f"variable {number}")
            row.values[number] = 0
        memcpy(&changed[index * size], &row, size)
    return bytes(left)


cdef inline Py_ssize_t count_of(const uint8_t[::1] rows):
    """Return the number of whole rows."""
    return rows.shape[0] // <Py_ssize_t> sizeof(Row)


cdef inline Row row_at(const uint8_t[::1] rows, Py_ssize_t index):
    """Return the row of an index that was looked at."""
    cdef Row row
    memcpy(&row, &rows[index * <Py_ssize_t> sizeof(Row)], sizeof(Row))
    return row
