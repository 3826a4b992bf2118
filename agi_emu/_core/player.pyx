"""The sound player: turns a sound resource into port writes, one step a beat.

Source: reference: SND-6, SND-7, SND-13, SND-15, SND-24, SND-25.

It makes no samples. What it gives are the bytes that the original sends to the hardware: the chip of PCjr and Tandy at
port C0h, the timer (42h, 43h) and the gate (61h) of the PC speaker. All that lasts is in the state area `sound`.

Interpreters with an envelope send every voice's level at every beat. Those without one send bytes only when they read a
note or the end of a voice, and nothing to C0h on a PC (reference: SND-27, SND-18, SND-19).
"""

from libc.stdint cimport uint32_t

from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, flag, set_flag
from agi_emu._core.layout cimport *
from agi_emu._core.rules cimport *

cdef enum:
    VOICES = 4
    NOISE_VOICE = 3
    NOTE_BYTES = 5
    END_OF_VOICE = 0xFFFF
    ADDRESS_MASK = 0xFFFF  # a place in the original is an address of 16 bits
    BEHIND_EVERY_SOUND = 0x10000  # a position that no resource has: the voice ends there
    SILENT = 15  # the attenuation at which nothing is heard; the loudest is 0
    REST = 0x9F  # without an envelope: the level byte of a rest and, with the voice's own register, of its end
    LOUD_BITS = 0x90  # which a level byte must have for a Tandy to make it quieter
    NO_ENVELOPE = 255  # SoundState.step while the envelope of a voice does not run

    CHIP_PORT = 0xC0
    ATTENUATION_REGISTER = 0x90  # of voice 0; 20h more for each one after it
    LEVEL_BIT = 0x10  # distinguishes an attenuation register from its voice's pitch
    TIMER_COMMAND_PORT = 0x43
    TIMER_PORT = 0x42
    TIMER_SQUARE_WAVE = 0xB6
    TIMER_PER_CHIP_DIVISOR = 12  # makes a pitch of 8/9 (reference: SND-26)
    GATE_PORT = 0x61
    GATE_OPEN = 0x03
    GATE_SHUT = 0x00
    CHIP_ENABLED = 0x60  # bits of the gate's port; nothing else of the machine sets bits there that last


cdef bint knows_sound(Context c) noexcept nogil:
    """Return whether the bytes of the sound that plays were given."""
    return c.sound[c.s.sound.number] != NULL


cdef bint stand_alike(const SoundState* sound, const SoundState* other) noexcept nogil:
    """Return whether the voices of two sounds stand alike: at the same place of the same sound, if both began alike."""
    cdef int voice
    if sound.playing != other.playing or sound.number != other.number:
        return False
    for voice in range(VOICES):
        if (sound.position[voice] != other.position[voice] or sound.counter[voice] != other.counter[voice]
                or sound.active[voice] != other.active[voice]):
            return False
    return True


cdef inline int byte_at(Context c, uint32_t offset) noexcept nogil:
    """Return a byte of the resource that plays, 0 after its end.

    Quirk: the original reads on in its heap, and after the highest address at 0, as the 16 bits of a place do. What
    the heap holds there depends on all that was loaded before; in the recordings mostly 0 (presq 0 and 1, patqst 117,
    jukebx 4), so such a voice holds one note for 65536 beats. See also tests/accuracy/recorded_sounds.py.
    """
    cdef int number = c.s.sound.number
    offset &= ADDRESS_MASK
    return c.sound[number][offset] if offset < c.sound_length[number] else 0


cdef inline int word_at(Context c, uint32_t offset) noexcept nogil:
    """Return two bytes of the resource that plays, low byte first."""
    return byte_at(c, offset) | byte_at(c, offset + 1) << 8


cdef void start_sound(Context c, int number, int end_flag) noexcept nogil:
    """Begin a sound whose bytes were given; its first notes come with the next beat."""
    cdef SoundState* sound = &c.s.sound
    cdef int voice
    sound.number = number
    for voice in range(VOICES):
        sound.position[voice] = word_at(c, 2 * voice)
        sound.counter[voice] = 1
        sound.active[voice] = 1
        sound.step[voice] = NO_ENVELOPE
        sound.level[voice] = SILENT if c.rules.envelope_length else REST
    sound.voices_left = VOICES if c.rules.has_chip else 1
    sound.end_flag = end_flag
    sound.playing = 1
    if c.rules.has_chip:
        c.write_port(GATE_PORT, CHIP_ENABLED)


cdef void stop_sound(Context c) noexcept nogil:
    """End the sound that plays, if any: silence, and its flag is set."""
    cdef SoundState* sound = &c.s.sound
    cdef int voice
    if not sound.playing:
        return
    if c.rules.has_chip:
        for voice in range(VOICES):
            c.write_port(CHIP_PORT, ATTENUATION_REGISTER + 0x20 * voice | SILENT)
    else:
        c.write_port(GATE_PORT, GATE_SHUT)
    sound.playing = 0
    set_flag(c.s, sound.end_flag, True)


cdef inline int quieter(Context c, int level) noexcept nogil:
    """Return `level` with variable 23 added, where the interpreter knows it.

    Quirk: the sum is compared as a signed byte, so it is not limited for v23 from 128 on (reference: SND-17).
    """
    if c.rules.attenuation_variable == ATTENUATION_VARIABLE_ABSENT:
        return level
    level = (level + c.s.vars[VAR_ATTENUATION]) & 0xFF
    return SILENT if SILENT < level < 0x80 else level


cdef int attenuation(Context c, SoundState* sound, int voice) noexcept nogil:
    """Return the attenuation of this beat and move the voice's envelope on; beyond 15 only with v23 above 127."""
    cdef int level = sound.level[voice]
    if level == SILENT:
        return level
    if sound.step[voice] < c.rules.envelope_length:
        sound.held[voice] = min(max(level + c.rules.envelope[sound.step[voice]], 0), SILENT)
        sound.step[voice] += 1
        level = quieter(c, sound.held[voice])
    elif sound.step[voice] != NO_ENVELOPE:
        # Quirk: after the envelope its last value is held, and v23 is no longer added (reference: SND-15).
        sound.step[voice] = NO_ENVELOPE
        level = sound.held[voice]
        sound.level[voice] = level
    if c.rules.is_tandy and (level < 8 or level >= 0x80):
        level = (level + c.rules.tandy_attenuation) & 0xFF
    return level


cdef int level_byte(Context c, int byte) noexcept nogil:
    """Return the level byte of a note as an interpreter without an envelope sends it.

    Quirk: the register bits are those of the byte in the resource, so a byte without them is no level at all. A Tandy's
    correction comes before v23 (reference: SND-18, SND-19, SND-20).
    """
    if c.rules.is_tandy and byte & LOUD_BITS == LOUD_BITS and byte & 0x0F < 8:
        byte = byte & 0xF0 | ((byte + c.rules.tandy_attenuation) & 0x0F)
    if c.rules.attenuation_variable == ATTENUATION_VARIABLE_ADDED_TO_BYTE:
        return quieter(c, byte)
    return byte & 0xF0 | quieter(c, byte & 0x0F)


cdef void write_pitch(Context c, int high, int low, bint rest) noexcept nogil:
    """Send the pitch of a new note: the chip gets the bytes as stored, the speaker a divisor."""
    cdef int divisor
    if c.rules.has_chip:
        # Quirk: the register bits are the resource's, so a wrong one changes another voice (reference: SND-19).
        c.write_port(CHIP_PORT, low)
        if low & 0xE0 != 0xE0 or c.rules.noise_has_second_byte:
            c.write_port(CHIP_PORT, high)
    elif rest:
        c.write_port(GATE_PORT, GATE_SHUT)
    else:
        divisor = TIMER_PER_CHIP_DIVISOR * ((high & 0x3F) << 4 | low & 0x0F)
        c.write_port(TIMER_COMMAND_PORT, TIMER_SQUARE_WAVE)
        c.write_port(TIMER_PORT, divisor & 0xFF)
        c.write_port(TIMER_PORT, divisor >> 8)
        c.write_port(GATE_PORT, GATE_OPEN)


cdef void write_level(Context c, int voice, int level, bint rest) noexcept nogil:
    """Send an attenuation; the PC sends it to the chip that it lacks, and shuts the gate again in a rest."""
    if rest and not c.rules.has_chip:
        c.write_port(GATE_PORT, GATE_SHUT)
    c.write_port(CHIP_PORT, ATTENUATION_REGISTER + 0x20 * voice | level)


cdef void write_note(Context c, int high, int low, int level) noexcept nogil:
    """Send all that a note without an envelope sends (reference: SND-27, SND-18, SND-19)."""
    write_pitch(c, high, low, level == REST)
    if c.rules.has_chip:
        c.write_port(CHIP_PORT, level_byte(c, level))


cdef void write_end(Context c, int voice) noexcept nogil:
    """Silence a voice at its end; without an envelope as a note of its own: 8F 00 9F for voice 0."""
    cdef int level = ATTENUATION_REGISTER + 0x20 * voice | SILENT
    if c.rules.envelope_length:
        write_level(c, voice, SILENT, True)
    else:
        write_note(c, 0, level & ~LEVEL_BIT, level)


cdef void step_voice(Context c, SoundState* sound, int voice) noexcept nogil:
    """Count a voice's note down; at 0 begin the next one, or end the voice (reference: SND-2, SND-13)."""
    cdef uint32_t position
    cdef uint32_t length = c.sound_length[sound.number]
    cdef int duration, high, low
    cdef bint rest
    # Quirk: a duration of 0 lasts 65536 beats, for the counter is decremented first (reference: SND-4).
    sound.counter[voice] = (sound.counter[voice] - 1) & 0xFFFF
    if sound.counter[voice] == 0:
        position = sound.position[voice]
        duration = word_at(c, position)
        if c.rules.short_zero_notes:
            while position < length and duration == 0:
                position += NOTE_BYTES
                duration = word_at(c, position)
            if position >= length:
                duration = END_OF_VOICE
        if sound.position[voice] == BEHIND_EVERY_SOUND:
            duration = END_OF_VOICE
        if duration == END_OF_VOICE:
            # A state that was made up may count fewer voices than play.
            if sound.voices_left:
                sound.voices_left -= 1
            sound.active[voice] = 0
            write_end(c, voice)
            return
        sound.counter[voice] = duration
        if voice != NOISE_VOICE:
            sound.step[voice] = 0
        high = byte_at(c, position + 2)
        low = byte_at(c, position + 3)
        sound.position[voice] = (position + NOTE_BYTES) & ADDRESS_MASK
        sound.level[voice] = byte_at(c, position + 4)
        if c.rules.envelope_length == 0:
            write_note(c, high, low, sound.level[voice])
            return
        sound.level[voice] &= 0x0F
        write_pitch(c, high, low, sound.level[voice] == SILENT)
    if c.rules.envelope_length == 0:
        return
    rest = sound.level[voice] == SILENT
    write_level(c, voice, attenuation(c, sound, voice), rest)


cdef void step_sound(Context c) noexcept nogil:
    """Play one beat."""
    cdef SoundState* sound = &c.s.sound
    cdef int voice
    if not sound.playing:
        return
    if not flag(c.s, FLAG_SOUND_ON):
        stop_sound(c)
        return
    for voice in range(VOICES if c.rules.has_chip else 1):
        if sound.active[voice]:
            step_voice(c, sound, voice)
    if sound.voices_left == 0:
        stop_sound(c)
