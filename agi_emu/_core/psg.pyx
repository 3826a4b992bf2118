"""The sound chip of PCjr and Tandy and the PC speaker: from port writes to samples, in integers.

All time is counted in clocks of 3,579,545 Hz, of which both are driven: the chip counts every 16th, the speaker's timer
every third. Every voice gives the clocks at which its output changes, and each such edge is put into the samples as a
band-limited impulse whose running sum is the step; so there is no rate in between, and no rounding that adds up.

Source: reference: SND-26, SND-29 to SND-33. What it does not say, of the chip as documented: a new divisor acts from
the next edge on, and a byte without bit 7 behind an attenuation or noise register sets its low four bits again.
"""

from cpython.bytearray cimport PyByteArray_FromStringAndSize
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memmove, memset

from agi_emu._core.vector cimport DRIFT_BITS, TAPS, WHOLE_BITS, add_impulse, settle, settle_and_take

cdef enum:
    CLOCK = 3579545  # Hz
    CHIP_CLOCKS = 16  # from one count of the chip to the next
    TIMER_CLOCKS = 3  # from one count of the speaker's timer to the next
    TONES = 3
    SPEAKER = 3  # its place among the squares, after the tones
    SQUARES = 4
    PHASES = 64
    PHASE_BITS = 6
    WEIGHT_BITS = 8  # of the place between two phases
    BLOCK = 1024  # samples that are made at a time
    FULL_GAIN = 256
    ATTENUATIONS = 16
    SPEAKER_ATTENUATION = 1  # of the voice of the chip that is as loud as the speaker (docs/sound.md)
    PERIODIC_SHIFTS = 15  # after which periodic noise comes again
    WHITE_SHIFTS = 32767
    NOISE_DELAY = 2  # bits of the shift register after the one that is fed back
    SLOWEST_RATE = 8000
    FASTEST_RATE = 192000

cdef int16_t[ATTENUATIONS] LEVELS
# A quarter of full scale down in steps of 2 dB; attenuation 15 is silence (reference: SND-30).
LEVELS[:] = [8191, 6506, 5168, 4105, 3261, 2590, 2057, 1634, 1298, 1031, 819, 651, 517, 411, 326, 0]

cdef struct Square:
    uint32_t left  # clocks to the next edge, 0: it is at the beginning of the next block
    uint32_t[2] half  # clocks that the output stays low, high, from the next edge on; at least 1
    uint8_t high
    int32_t level  # what it adds while high

cdef struct Feedback:  # of a shift register
    uint32_t bit  # what is fed back, and what the register is set to
    uint32_t tap
    uint32_t other_tap  # 0 for none
    uint8_t is_inverted

cdef struct Chip:
    Feedback periodic
    Feedback white
    uint8_t resets_always  # at every write to the noise register; else only when its F bit changes
    uint8_t is_inverted  # of the noise's output


cdef inline int16_t tap_at(const uint8_t[::1] impulses, int index) noexcept:
    """Return a number of the table of impulses, 16 bits, low byte first."""
    return <int16_t> <uint16_t> (impulses[2 * index] | impulses[2 * index + 1] << 8)


cdef inline uint32_t shifted(uint32_t shift, Feedback feedback) noexcept nogil:
    """Return the noise register after a shift (reference: SND-32)."""
    cdef uint32_t bit = (shift & feedback.tap) != 0
    bit ^= ((shift & feedback.other_tap) != 0) ^ feedback.is_inverted
    return shift >> 1 | (feedback.bit if bit else 0)


cdef class Psg:
    """Chip and speaker of one machine; time stands still except in `render`, `render_chip` and `play`."""

    cdef readonly int rate
    cdef int32_t[ATTENUATIONS] _levels
    cdef int32_t _speaker_level
    cdef Chip _chip
    cdef bint _has_chip
    cdef Square[SQUARES] _squares
    cdef uint16_t[8] _registers
    cdef uint8_t _latched
    cdef uint32_t _noise_left
    cdef uint32_t _shift
    cdef uint64_t _shifts_due  # of noise that nobody hears; done when it matters
    cdef int32_t _noise_level
    cdef uint8_t _timer_runs
    cdef uint8_t _timer_expects  # 0 nothing, 1 the low byte, 2 the high byte
    cdef uint8_t _timer_low
    cdef uint8_t _gate  # bits 0 and 1 of port 61h
    cdef uint32_t _offset  # from the next sample to the next clock, in 1 / CLOCK of a sample; below the rate
    cdef int32_t _sum  # of all impulses; of samples without its mean, which the high-pass takes away
    cdef uint8_t _is_quiet  # nothing is left in `_impulses`
    cdef int32_t[BLOCK + TAPS] _impulses
    cdef int16_t[2 * PHASES * TAPS] _table  # each tap of a row, and that of the next row

    def __cinit__(self, const uint8_t[::1] impulses not None, str chip not None, int rate, int loudness=FULL_GAIN):
        """Switch on the machine with `chip` "" (none), "sn76496" or "ncr8496"; `impulses` is data/impulses.bin.

        Every voice is multiplied by `loudness`, 0-256, in 256ths.
        """
        cdef int index
        if not 0 <= loudness <= FULL_GAIN:
            raise ValueError(f"a loudness of {loudness} is not within 0-{FULL_GAIN}")
        if impulses.shape[0] != (PHASES + 1) * TAPS * 2:
            raise ValueError(f"a table of impulses has {(PHASES + 1) * TAPS * 2} bytes")
        if not SLOWEST_RATE <= rate <= FASTEST_RATE:
            raise ValueError(f"{rate} samples a second are not within {SLOWEST_RATE}-{FASTEST_RATE}")
        for index in range(PHASES * TAPS):
            self._table[2 * index] = tap_at(impulses, index)
            self._table[2 * index + 1] = tap_at(impulses, index + TAPS)
        self.rate = rate
        for index in range(ATTENUATIONS):
            self._levels[index] = (LEVELS[index] * loudness + FULL_GAIN // 2) // FULL_GAIN
        self._speaker_level = self._levels[SPEAKER_ATTENUATION]
        self._has_chip = chip != ""
        if chip == "sn76496":
            self._chip = Chip(Feedback(0x10000, 0x4, 0, False), Feedback(0x10000, 0x4, 0x8, False), True, False)
        elif chip == "ncr8496" or chip == "":
            self._chip = Chip(Feedback(0x8000, 0x2, 0, False), Feedback(0x8000, 0x2, 0x20, True), False, True)
        else:
            raise ValueError(f"{chip!r} is not a sound chip")
        self._shift = self._chip.periodic.bit
        for index in range(TONES):
            self._squares[index].half[0] = self._squares[index].half[1] = 1024 * CHIP_CLOCKS
            self._squares[index].left = CHIP_CLOCKS
        self._squares[SPEAKER].half[0] = self._squares[SPEAKER].half[1] = 0x8000 * TIMER_CLOCKS
        for index in range(8):
            self._registers[index] = 15 if index & 1 else 0
        self._noise_left = CHIP_CLOCKS
        self._is_quiet = True

    # Writing

    def write(self, int port, int value) -> None:
        """Take a byte (0-255) that the machine sends to a port; ports that make no sound are ignored."""
        if not 0 <= value <= 0xFF:
            raise ValueError(f"{value} is not a byte")
        self._write(port, <uint8_t> value)

    def take(self, writes not None: Iterable[tuple[int, int, int]]) -> None:
        """Take all writes of a beat, (beat, port, value); when it was is not looked at."""
        cdef int port, value
        for _, port, value in writes:
            self.write(port, value)

    cdef void _write(self, int port, uint8_t value) noexcept nogil:
        """Take a byte for a port; ports that make no sound are ignored."""
        if port == 0xC0:
            if self._has_chip:
                self._write_chip(value)
        elif port == 0x42:
            self._write_timer(value)
        elif port == 0x43:
            if value & 0xC0 == 0x80:  # the speaker's channel; the mode is the square wave
                self._set_speaker(False)
                self._timer_runs = False
                self._timer_expects = 1
        elif port == 0x61:
            self._write_gate(value & 3)

    cdef void _write_chip(self, uint8_t value) noexcept nogil:
        """Select a register, or change the one that is selected (reference: SND-33)."""
        cdef int register
        cdef uint16_t old
        cdef uint32_t half
        if value & 0x80:
            self._latched = value >> 4 & 7
        register = self._latched
        old = self._registers[register]
        if register & 1:
            self._registers[register] = value & 0x0F
            self._set_level(register >> 1, self._levels[value & 0x0F])
        elif register == 6:
            self._registers[register] = value & 0x07
            if self._chip.resets_always or (old ^ value) & 4:
                self._reset_shift()
        else:
            if value & 0x80:
                self._registers[register] = (old & 0x3F0) | (value & 0x0F)
            else:
                self._registers[register] = (old & 0x00F) | (value & 0x3F) << 4
            half = self._tone_counts(register >> 1) * CHIP_CLOCKS
            self._squares[register >> 1].half[0] = self._squares[register >> 1].half[1] = half

    cdef uint32_t _tone_counts(self, int voice) noexcept nogil:
        """Return the counts of a tone from edge to edge; divisor 0 acts as 1024."""
        cdef uint32_t divisor = self._registers[2 * voice]
        return divisor if divisor else 1024

    cdef uint32_t _noise_clocks(self) noexcept nogil:
        """Return the clocks from one shift to the next."""
        cdef uint32_t rate = self._registers[6] & 3
        return 2 * self._tone_counts(2) * CHIP_CLOCKS if rate == 3 else <uint32_t> (32 * CHIP_CLOCKS) << rate

    cdef void _set_level(self, int voice, int32_t level) noexcept nogil:
        """Change a voice's amplitude, with an edge where its output is high."""
        cdef int32_t before
        cdef bint is_high
        if voice < TONES:
            before = self._squares[voice].level
            self._squares[voice].level = level
            is_high = self._squares[voice].high
        else:
            before = self._noise_level
            self._noise_level = level
            if level:
                self._shift_unheard()
            is_high = self._noise_bit()
        if is_high and level != before:
            self._edge(0, level - before)

    cdef inline uint32_t _noise_bit(self) noexcept nogil:
        """Return the output of the noise, 0 or 1."""
        return (self._shift & 1) ^ self._chip.is_inverted

    cdef void _reset_shift(self) noexcept nogil:
        """Begin the noise at its first bit again."""
        cdef uint32_t shift = self._chip.periodic.bit
        if self._noise_level and (self._shift ^ shift) & 1:
            self._edge(0, self._noise_level if (shift & 1) ^ self._chip.is_inverted else -self._noise_level)
        self._shift = shift
        self._shifts_due = 0

    cdef void _write_timer(self, uint8_t value) noexcept nogil:
        """Take a byte of the speaker's divisor; the second one takes effect (reference: SND-26)."""
        cdef uint32_t count
        if self._timer_expects == 2:
            self._timer_expects = 0
            count = self._timer_low | <uint32_t> value << 8
            if count < 2:
                count += 0x10000  # 0 counts as 65536; 1 is forbidden in this mode
            self._squares[SPEAKER].half[1] = (count + 1) // 2 * TIMER_CLOCKS
            self._squares[SPEAKER].half[0] = count // 2 * TIMER_CLOCKS
            if not self._timer_runs:
                self._timer_runs = True
                self._restart_speaker()
        else:
            self._timer_low = value
            self._timer_expects = 2

    cdef void _write_gate(self, uint8_t gate) noexcept nogil:
        """Open and shut the timer's gate (bit 0) and the way to the speaker (bit 1)."""
        cdef uint8_t old = self._gate
        cdef Square* speaker = &self._squares[SPEAKER]
        self._gate = gate
        if gate & ~old & 1:
            self._restart_speaker()
        elif old & ~gate & 1:
            self._set_speaker(True)
        if (old ^ gate) & 2:
            speaker.level = self._speaker_level if gate & 2 else 0
            if speaker.high:
                self._edge(0, self._speaker_level if gate & 2 else -self._speaker_level)

    cdef void _restart_speaker(self) noexcept nogil:
        """Begin a period of the square wave, with its high half."""
        self._set_speaker(True)
        self._squares[SPEAKER].left = self._squares[SPEAKER].half[1]

    cdef void _set_speaker(self, bint high) noexcept nogil:
        """Change the timer's output, with an edge where it is heard."""
        cdef Square* speaker = &self._squares[SPEAKER]
        if speaker.high != high:
            speaker.high = high
            self._edge(0, speaker.level if high else -speaker.level)

    # Edges

    cdef inline void _edge(self, uint32_t clock, int32_t height) noexcept nogil:
        """Put an edge `clock` clocks after the next one into the samples."""
        cdef uint64_t place = (self._offset + <uint64_t> clock * <uint32_t> self.rate)
        cdef uint32_t fine = <uint32_t> ((place << (PHASE_BITS + WEIGHT_BITS)) // <uint64_t> CLOCK)
        cdef int32_t* out = &self._impulses[fine >> (PHASE_BITS + WEIGHT_BITS)]
        cdef const int16_t* rows = &self._table[(fine >> WEIGHT_BITS & (PHASES - 1)) * 2 * TAPS]
        cdef int32_t share = height * <int32_t> (fine & ((1 << WEIGHT_BITS) - 1)) >> WEIGHT_BITS
        self._is_quiet = False
        add_impulse(out, rows, <int16_t> (height - share), <int16_t> share)

    cdef void _advance(self, uint32_t span, bint exact) noexcept nogil:
        """Move every voice on by `span` clocks; `exact` asks for edges at the chip's counts instead of samples."""
        cdef int voice
        for voice in range(TONES):
            if self._has_chip:
                self._advance_square(&self._squares[voice], span, exact)
        if self._has_chip:
            self._advance_noise(span, exact)
        if self._timer_runs and self._gate & 1:
            self._advance_square(&self._squares[SPEAKER], span, exact)

    cdef void _advance_square(self, Square* square, uint32_t span, bint exact) noexcept nogil:
        """Move a square wave on by `span` clocks, edge by edge where it is heard."""
        cdef uint32_t at = square.left
        cdef uint32_t edges
        cdef int32_t height = -square.level if square.high else square.level
        if square.level:
            while at < span:
                if exact:
                    self._impulses[at // CHIP_CLOCKS] += height
                else:
                    self._edge(at, height)
                height = -height
                square.high ^= 1
                at += square.half[square.high]
        elif at < span and square.half[0] == square.half[1]:
            edges = (span - 1 - at) // square.half[0] + 1
            square.high ^= edges & 1
            at += edges * square.half[0]
        else:
            while at < span:
                square.high ^= 1
                at += square.half[square.high]
        square.left = at - span

    cdef void _advance_noise(self, uint32_t span, bint exact) noexcept nogil:
        """Move the noise on by `span` clocks; shifts that nobody hears are only counted."""
        cdef uint32_t at = self._noise_left
        cdef uint32_t period = self._noise_clocks()
        cdef uint32_t shifts, before
        cdef uint32_t shift = self._shift
        cdef Feedback feedback = self._feedback()
        cdef int32_t height
        if self._noise_level == 0:
            if at < span:
                shifts = (span - 1 - at) // period + 1
                self._shifts_due += shifts
                at += shifts * period
            self._noise_left = at - span
            return
        while at < span:
            before = shift
            shift = shifted(shift, feedback)
            if (shift ^ before) & 1:
                height = self._noise_level if (shift & 1) ^ self._chip.is_inverted else -self._noise_level
                if exact:
                    self._impulses[at // CHIP_CLOCKS] += height
                else:
                    self._edge(at, height)
            at += period
        self._shift = shift
        self._noise_left = at - span

    cdef Feedback _feedback(self) noexcept nogil:
        """Return the feedback that the noise register asks for, white or periodic."""
        return self._chip.white if self._registers[6] & 4 else self._chip.periodic

    cdef void _shift_unheard(self) noexcept nogil:
        """Do the shifts that nobody heard: after a period the same bits come again, so at most one period of them."""
        cdef Feedback feedback = self._feedback()
        cdef uint32_t period = WHITE_SHIFTS if self._registers[6] & 4 else PERIODIC_SHIFTS
        if self._shifts_due > NOISE_DELAY:
            self._shifts_due = NOISE_DELAY + (self._shifts_due - NOISE_DELAY) % period
        while self._shifts_due:
            self._shift = shifted(self._shift, feedback)
            self._shifts_due -= 1

    # Samples

    def render(self, int16_t[::1] samples not None, int gain=FULL_GAIN) -> None:
        """Fill `samples` with what is heard from now on; `gain` 0-256 is the volume. Time moves on by them."""
        cdef Py_ssize_t count = samples.shape[0]
        if not 0 <= gain <= FULL_GAIN:
            raise ValueError(f"a gain of {gain} is not within 0-{FULL_GAIN}")
        if count:
            with nogil:
                self._render(&samples[0], count, gain)

    def play(self, const uint64_t[::1] log not None, int samples_per_beat, int beats) -> memoryview[int]:
        """Return the samples of `beats` beats, numbers of type "h", with the writes of `log` at the start of theirs.

        The log is as port_log.pyx makes them, in order of time; beat 0 begins with the first sample. Writes of later
        beats than asked for are left out. Other threads may run beside it.
        """
        if not 1 <= samples_per_beat <= FASTEST_RATE:
            raise ValueError(f"a beat has 1-{FASTEST_RATE} samples, not {samples_per_beat}")
        if beats < 0:
            raise ValueError(f"{beats} beats")
        cdef Py_ssize_t count = <Py_ssize_t> beats * samples_per_beat
        made = memoryview(PyByteArray_FromStringAndSize(NULL, count * <Py_ssize_t> sizeof(int16_t))).cast("h")
        cdef int16_t[::1] cells = made
        cdef int16_t* samples = &cells[0] if count else NULL
        cdef Py_ssize_t entries = log.shape[0]
        cdef Py_ssize_t at = 0
        cdef Py_ssize_t next_entry = 0
        cdef Py_ssize_t until
        with nogil:
            while at < count:
                while next_entry < entries and <Py_ssize_t> (log[next_entry] >> 24) * samples_per_beat <= at:
                    self._write(<int> (log[next_entry] >> 8 & 0xFFFF), <uint8_t> (log[next_entry] & 0xFF))
                    next_entry += 1
                until = count
                if next_entry < entries:
                    until = min(count, <Py_ssize_t> (log[next_entry] >> 24) * samples_per_beat)
                self._render(samples + at, until - at, FULL_GAIN)
                at = until
        return made

    cdef void _render(self, int16_t* out, Py_ssize_t count, int gain) noexcept nogil:
        """Make samples, at most BLOCK at a time."""
        cdef int block
        while count:
            block = <int> min(count, <Py_ssize_t> BLOCK)
            self._render_block(out, block, gain)
            out += block
            count -= block

    cdef void _render_block(self, int16_t* out, int count, int gain) noexcept nogil:
        """Make up to BLOCK samples."""
        cdef uint64_t end = <uint64_t> count * <uint64_t> CLOCK
        cdef uint32_t span = <uint32_t> ((end - self._offset + self.rate - 1) // <uint64_t> self.rate)
        cdef int32_t left = 0
        cdef int index
        self._advance(span, False)
        self._offset = <uint32_t> (self._offset + <uint64_t> span * <uint64_t> self.rate - end)
        if self._is_quiet and 0 <= self._sum < 1 << DRIFT_BITS:
            memset(out, 0, count * sizeof(int16_t))
            return
        # Each sample is the sum of all impulses up to it, less the mean; of it a 512th goes over to the mean.
        if gain == FULL_GAIN:
            self._sum = settle_and_take(self._impulses, count, self._sum, out)
        else:
            self._sum = settle(self._impulses, count, self._sum)
            self._take(out, count, gain)
        memmove(self._impulses, self._impulses + count, TAPS * sizeof(int32_t))
        memset(self._impulses + max(count, TAPS), 0, min(count, TAPS) * sizeof(int32_t))
        for index in range(TAPS):
            left |= self._impulses[index]
        self._is_quiet = left == 0

    cdef void _take(self, int16_t* out, int count, int gain) noexcept nogil:
        """Round, limit and move sums to samples as loud as asked for, and leave zeros."""
        cdef int32_t sample
        cdef int index
        for index in range(count):
            sample = <int32_t> ((<int64_t> self._impulses[index] * gain + (1 << (WHOLE_BITS + 7))) >> (WHOLE_BITS + 8))
            out[index] = <int16_t> max(-32768, min(32767, sample))
            self._impulses[index] = 0

    def render_chip(self, int32_t[::1] levels not None) -> None:
        """Fill `levels` with the sum of all voices at every count of the chip, 223,721.5625 a second, unfiltered.

        For tests and tools, on an object of which no samples were asked; the speaker's edges are rounded to counts.
        """
        cdef Py_ssize_t at = 0
        cdef Py_ssize_t total = levels.shape[0]
        cdef int block
        if self._offset:
            raise ValueError("this object has made samples")
        with nogil:
            while at < total:
                block = <int> min(total - at, <Py_ssize_t> BLOCK)
                self._chip_block(&levels[at], block)
                at += block

    cdef void _chip_block(self, int32_t* out, int count) noexcept nogil:
        """Make the levels of up to BLOCK counts of the chip."""
        cdef int index
        # Writes came as impulses: their sum, all rows being whole, is the height of what they changed.
        for index in range(TAPS):
            self._sum += self._impulses[index]
            self._impulses[index] = 0
        self._advance(<uint32_t> count * CHIP_CLOCKS, True)
        for index in range(count):
            self._sum += self._impulses[index] * (1 << WHOLE_BITS)  # negative, too: C does not define their shift
            out[index] = self._sum >> WHOLE_BITS
            self._impulses[index] = 0
