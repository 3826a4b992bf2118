"""Keys on their way to the game: BIOS buffer, event queue, key assignments, and what an event does in a cycle.

Interrupts fill the buffer (agi_emu/machine/input/keys.py); the 20 Hz tick moves everything from there into the event
queue of 20 slots (19 usable), in order (reference: KEY-1 to KEY-9).
"""

from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef enum:
    DIRECTIONS = 9
    MOST_ASSIGNED = 50

# Key words that become directions when they are queued; they never reach a key assignment.
cdef int[DIRECTIONS] WORD_OF_DIRECTION = [
    0x4C00, 0x4800, 0x4900, 0x4D00, 0x5100, 0x5000, 0x4F00, 0x4B00, 0x4700
]
cdef const char* TANDY_DIGITS = b"589632147"


cdef int direction_of_word(int word) noexcept nogil:
    """Return the direction that a key word becomes, -1 for none."""
    cdef int direction
    for direction in range(DIRECTIONS):
        if word == WORD_OF_DIRECTION[direction]:
            return direction
    return -1


cdef int direction_of_digit(StateLayout* s, int number) noexcept nogil:
    """Return the direction that the code of a digit stands for on a Tandy, -1 elsewhere (reference: KEY-13)."""
    cdef int direction
    if s.vars[VAR_COMPUTER] == COMPUTER_TANDY:
        for direction in range(DIRECTIONS):
            if number == TANDY_DIGITS[direction]:
                return direction
    return -1


cdef int controller_of(StateLayout* s, int word) noexcept nogil:
    """Return the controller that a key word is assigned to, -1 when there is none."""
    cdef int i
    for i in range(min(<int> s.keyboard.map_count, MOST_ASSIGNED)):
        if word == s.keyboard.map_key[i]:
            return s.keyboard.map_controller[i]
    return -1


cdef void to_bios(StateLayout* s, int word) noexcept nogil:
    """Put a key word into the BIOS buffer; a full one drops it."""
    if s.keyboard.bios_count < BIOS_KEYS:
        s.keyboard.bios[s.keyboard.bios_count] = word
        s.keyboard.bios_count += 1


cdef void post(StateLayout* s, int kind, int value) noexcept nogil:
    """Append an event to the queue; a full queue drops it silently (reference: KEY-5)."""
    cdef int tail = s.keyboard.queue_tail % QUEUE_SLOTS
    cdef int after = (tail + 1) % QUEUE_SLOTS
    if after != s.keyboard.queue_head:
        s.keyboard.queue_type[tail] = kind
        s.keyboard.queue_value[tail] = value
        s.keyboard.queue_tail = after


cdef void poll_bios(StateLayout* s) noexcept nogil:
    """Move every key of the BIOS buffer into the event queue: the keyboard's part of the 20 Hz tick."""
    cdef int i, direction
    for i in range(min(<int> s.keyboard.bios_count, BIOS_KEYS)):
        direction = direction_of_word(s.keyboard.bios[i])
        if direction < 0:
            post(s, EVENT_CHARACTER, s.keyboard.bios[i])
        else:
            post(s, EVENT_DIRECTION, direction)
        s.keyboard.bios[i] = 0
    s.keyboard.bios_count = 0


cdef bint next_event(StateLayout* s, int* kind, int* value) noexcept nogil:
    """Take the oldest event; return False where there is none."""
    cdef int head = s.keyboard.queue_head % QUEUE_SLOTS
    if head == s.keyboard.queue_tail % QUEUE_SLOTS:
        return False
    kind[0] = s.keyboard.queue_type[head]
    value[0] = s.keyboard.queue_value[head]
    s.keyboard.queue_head = (head + 1) % QUEUE_SLOTS
    return True


cdef inline void turn_ego(StateLayout* s, int direction) noexcept nogil:
    """Set v6; the direction in which ego goes already stops it."""
    s.vars[VAR_EGO_DIRECTION] = 0 if direction == s.objects[EGO].direction else direction
    if s.general.player_control:
        s.objects[EGO].motion = MOTION_NORMAL


cdef bint take_events(StateLayout* s) noexcept nogil:
    """Let each event act, also those behind an Enter: a controller, a direction, or a character for v19.

    Return False, before the queue is empty, where the character in v19 is one for the input line.
    """
    cdef int kind = 0, value = 0, controller, direction
    while next_event(s, &kind, &value):
        if kind == EVENT_CHARACTER:
            controller = controller_of(s, value)
            # Quirk: a controller whose number is that of a digit is taken for one (reference: KEY-13).
            direction = direction_of_digit(s, value if controller < 0 else controller)
            if direction >= 0:
                turn_ego(s, direction)
            elif controller >= 0:
                s.controllers[controller] = 1
            else:
                s.vars[VAR_KEY] = value & 0xFF
                if s.input.enabled:
                    return False
        elif kind == EVENT_DIRECTION:
            turn_ego(s, value)
        else:
            s.controllers[value & 0xFF] = 1
    return True


def press(Context core not None, int word) -> None:
    """Let the BIOS take a key word."""
    to_bios(core.s, word)


def press_arrow(Context core not None, int direction) -> None:
    """Let the BIOS take the key of a direction, 0 to 8."""
    if not 0 <= direction < DIRECTIONS:
        raise ValueError(f"direction {direction}")
    to_bios(core.s, WORD_OF_DIRECTION[direction])


def poll(Context core not None) -> None:
    """Move every key of the BIOS buffer into the event queue, as a tick does."""
    poll_bios(core.s)


def add_event(Context core not None, int kind, int value) -> None:
    """Append an event to the queue, if it has room."""
    post(core.s, kind, value)


def take_event(Context core not None, *, bint digits_move=False) -> tuple[int, int] | None:
    """Take the oldest event as (type, value); count a poll that finds none. `digits_move` as arrows on a Tandy."""
    cdef int kind = 0, value = 0, direction
    if not next_event(core.s, &kind, &value):
        count_empty_poll(core)
        return None
    direction = direction_of_digit(core.s, value) if digits_move and kind == EVENT_CHARACTER else -1
    if direction >= 0:
        return EVENT_DIRECTION, direction
    return kind, value
