"""The main loop: the order of a cycle, with the position in it as state, and the beats between two cycles.

Sources: reference: cycle-and-timing.md 1 and 2, findings.md 2 and 4.

`advance` goes through the phases until a stop that the caller asked for, or until something needs Python: it then
returns a negative number, a `Need` or minus 100 minus an interpreter stop. Everything about where it stands is in the
state (`cycle.phase`, `cycle.beat_due`), so the next call goes on there.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset

from agi_emu._core.cels cimport advance_cel, choose_loop
from agi_emu._core.context cimport HUNG, ON_LAND, ON_WATER, Context, flag, is_active, set_flag
from agi_emu._core.conditions cimport count_empty_poll
from agi_emu._core.interp cimport enter_logic, run
from agi_emu._core.layout cimport (
    BEAT_ANIMATION,
    BEAT_IDLE,
    BEAT_POLL,
    BEAT_ZERO_DELAY,
    MODAL_DEPTH,
    PHASE_DELAY,
    PHASE_DIRECTIONS,
    PHASE_EVENTS,
    PHASE_FINISH,
    PHASE_INPUT,
    PHASE_LOGIC,
    PHASE_READY,
    PHASE_SCAN,
    PHASE_START,
    PHASE_STATUS,
    PHASE_TOP,
    WAIT_CONFIRM,
    WAIT_EDIT,
    WAIT_INVENTORY,
    WAIT_MENU,
    WAIT_SLOTS,
    ModalRecord,
    ScreenObject,
    StateLayout,
)
from agi_emu._core.motion cimport direction_pass, movement_pass
from agi_emu._core.player cimport knows_sound, step_sound
from agi_emu._core.screen cimport Screen
from agi_emu._core.sprites cimport insert_updating, remove_updating, show_updating

# Where `advance` can stop; the values of machine.cycle.Stop.
cdef enum Stop:
    STOP_BEAT = 1
    STOP_CYCLE = 2
    STOP_READY = 4
    STOP_WAITING = 8
    STOP_ENDED = 16

# What needs Python; the values of machine.cycle.Need.
cdef enum Need:
    NEED_BEAT = -1  # a beat in which keys wait or a sound plays whose bytes were never given
    NEED_MODAL = -2  # a window, prompt or menu has its turn
    NEED_MENU = -3  # the menu is due
    NEED_EVENTS = -4  # the event queue has events
    NEED_STATUS = -5  # score or sound have changed
    NEED_HANG = -6  # a placement search found nothing
    NEED_TRACE = -7  # the trace window is open: logics run token by token
    NEED_TRACE_START = -8  # logic 0 begins under the trace window
    NEED_START = -9  # power-on: logic 0 is to be brought into memory
    NEED_MEMORY = -10  # something did not fit into the memory for resources
    NEED_LOGIC = -100  # and less: what interp.run returned

cdef enum:
    LOGIC_DONE = 1  # interp.run: logic 0 returned
    LOGIC_ERROR = 3  # interp.run: vm.error is to be raised
    LOGIC_BEAT = 4  # interp.run: cycle.beat_due says why
    NOT_CHOSEN = 255
    TICKS_PER_SECOND = 20
    BEATS_PER_TICK = 3


cdef inline void refill_work(Context c) noexcept nogil:
    """Give the processor the work of one beat; what was overdrawn is paid back."""
    if c.rules.beat_units == 0:
        c.s.vm.work = c.rules.runaway_units
    else:
        c.s.vm.work = min(c.s.vm.work, 0) + c.rules.beat_units


cdef inline void second(uint8_t* v) noexcept nogil:
    """Advance v11 to v14; the comparisons use what the logics may have put there."""
    v[11] += 1
    if v[11] >= 60:
        v[11] = 0
        v[12] += 1
    if v[12] >= 60:
        v[12] = 0
        v[13] += 1
    if v[13] >= 24:
        v[13] = 0
        v[14] += 1


cdef bint beat(Context c) noexcept nogil:
    """Let a timer interrupt happen: a step of the sound, every third time the 20 Hz part.

    Return whether keys wait to be polled in it.
    """
    cdef StateLayout* s = c.s
    s.cycle.beat_due = 0
    s.clock.beats += 1
    if c.rules.beat_units != 0 or s.vm.work <= 0:
        refill_work(c)
    step_sound(c)
    s.clock.divider += 1
    if s.clock.divider < BEATS_PER_TICK:
        return False
    s.clock.divider = 0
    s.clock.ticks += 1
    s.clock.bios += 1
    if not s.clock.paused:
        s.clock.animation += 1
        s.clock.fraction += 1
        if s.clock.fraction >= TICKS_PER_SECOND:
            s.clock.fraction -= TICKS_PER_SECOND
            second(&s.vars[0])
    return s.keyboard.bios_count != 0


cdef inline bint needs_python(Context c) noexcept nogil:
    """Return whether a beat is more than `beat` does: keys wait, or a sound plays whose bytes were never given."""
    return c.s.keyboard.bios_count or (c.s.sound.playing and not knows_sound(c))


cdef int animate(Context c, Screen screen) noexcept nogil:
    """Choose loops, advance cels, move and redraw (reference: objects.md 2.7).

    Return 0, HUNG when a search found no place, or the interpreter's error: a loop without cels raises it here as
    set.loop would, and the rest of the animation does not happen.
    """
    cdef StateLayout* s = c.s
    cdef ScreenObject* o
    cdef int i, result = 0, error
    cdef bint any_active = False
    if c.rules.direction_pass_in_animation:
        direction_pass(c)
    for i in range(s.general.object_count):
        o = &s.objects[i]
        if is_active(o):
            any_active = True
            error = choose_loop(c, o, i)
            if error == 0:
                error = advance_cel(c, o, i)
            if error != 0:
                s.vm.error = error
                s.vm.error_value = i
                return error
    if any_active:
        remove_updating(c)
        result = movement_pass(c)
        insert_updating(c)
        if s.heap.wanted != 0:
            return result
        if s.general.hung:
            return HUNG
        show_updating(c, screen)
        s.objects[0].flags &= ~(ON_WATER | ON_LAND) & 0xFFFF
    return result


cdef bint waits_on(Context c) noexcept nogil:
    """Let a window, prompt or menu without an event wait for the next beat, as machine.modal does, for most beats pass so.

    Return False, and do nothing, where its turn is Python's: an event is there, a time limit or a shaking runs.
    """
    cdef StateLayout* s = c.s
    cdef ModalRecord* record
    if s.modal.depth > MODAL_DEPTH or s.keyboard.queue_head != s.keyboard.queue_tail:
        return False
    record = &s.modal.records[s.modal.depth - 1]
    if record.wait == WAIT_CONFIRM:
        if record.values[0] != 0:  # a time limit
            return False
    elif record.wait not in (WAIT_EDIT, WAIT_MENU, WAIT_INVENTORY, WAIT_SLOTS):
        return False
    record.polled = 1
    s.cycle.poll_count = 0
    s.cycle.beat_due = BEAT_POLL if c.rules.beat_units == 0 else BEAT_IDLE
    return True


cdef inline bint menu_is_due(StateLayout* s) noexcept nogil:
    return s.menu.requested and s.menu.allowed and s.menu.submitted and s.menu.item_count


cdef int advance(Context c, Screen screen, int until) noexcept nogil:
    cdef StateLayout* s = c.s
    cdef uint8_t* v = &s.vars[0]
    cdef int result
    while True:
        if s.general.exited:
            return STOP_ENDED
        if s.cycle.beat_due:
            if until & STOP_BEAT:
                return STOP_BEAT
            if needs_python(c):
                return NEED_BEAT
            beat(c)
            continue
        if s.general.hung:
            s.cycle.beat_due = BEAT_IDLE
            if until & (STOP_BEAT | STOP_WAITING):
                return STOP_BEAT | STOP_WAITING
            continue
        if s.modal.depth:
            if not waits_on(c):
                return NEED_MODAL
            if until & (STOP_BEAT | STOP_WAITING):
                return STOP_BEAT | STOP_WAITING
            continue

        if s.cycle.phase == PHASE_TOP:
            s.cycle.phase = PHASE_DELAY
            s.cycle.poll_count = 0
            s.cycle.zero_beats = NOT_CHOSEN
            if c.rules.beat_units == 0:
                refill_work(c)
            if until & STOP_CYCLE:
                return STOP_CYCLE
        elif s.cycle.phase == PHASE_DELAY:
            # Wait until the animation counter has reached v10, then zero it: work counts towards the next wait.
            if s.cycle.zero_beats == NOT_CHOSEN:
                s.cycle.zero_beats = c.rules.zero_delay_beats if v[10] == 0 else 0
            if s.cycle.zero_beats:
                s.cycle.zero_beats -= 1
                s.cycle.beat_due = BEAT_ZERO_DELAY
            elif s.clock.animation < v[10]:
                s.cycle.beat_due = BEAT_ANIMATION
            else:
                s.clock.animation = 0
                s.cycle.phase = PHASE_READY
        elif s.cycle.phase == PHASE_READY:
            s.cycle.phase = PHASE_INPUT
            if until & STOP_READY:
                return STOP_READY
        elif s.cycle.phase == PHASE_INPUT:
            memset(&s.controllers[0], 0, 256)
            set_flag(s, 2, False)
            set_flag(s, 4, False)
            v[19] = 0
            v[9] = 0
            s.cycle.phase = PHASE_EVENTS
            if menu_is_due(s):
                return NEED_MENU
        elif s.cycle.phase == PHASE_EVENTS:
            # Every event is taken before the cycle goes on; the poll that finds none counts too.
            if s.keyboard.queue_head != s.keyboard.queue_tail:
                return NEED_EVENTS
            count_empty_poll(c)
            s.cycle.phase = PHASE_DIRECTIONS
        elif s.cycle.phase == PHASE_DIRECTIONS:
            if s.general.player_control:
                s.objects[0].direction = v[6]
            else:
                v[6] = s.objects[0].direction
            if not c.rules.direction_pass_in_animation:
                direction_pass(c)
            s.cycle.old_score = v[3]
            s.cycle.old_sound = flag(s, 9)
            s.cycle.phase = PHASE_SCAN
        elif s.cycle.phase == PHASE_SCAN:
            # new.room, restart, restore and errors come back here.
            s.vm.depth = 0
            enter_logic(c, 0, False, 0)
            s.cycle.phase = PHASE_LOGIC
            if s.trace.state:
                return NEED_TRACE_START
        elif s.cycle.phase == PHASE_LOGIC:
            if s.cycle.rescan:
                # What the abandoned scan leaves is cleared before the next one; an error clears nothing.
                s.cycle.rescan = 0
                v[4] = 0
                v[5] = 0
                v[9] = 0
                set_flag(s, 2, False)
                s.cycle.old_score = v[3]
                s.cycle.phase = PHASE_SCAN
            elif s.trace.state:
                return NEED_TRACE
            else:
                result = run(c, screen)
                if result == LOGIC_DONE:
                    s.cycle.phase = PHASE_STATUS
                elif result != LOGIC_BEAT:
                    return NEED_LOGIC - result
        elif s.cycle.phase == PHASE_STATUS:
            s.objects[0].direction = v[6]
            s.cycle.phase = PHASE_FINISH
            if v[3] != s.cycle.old_score or flag(s, 9) != s.cycle.old_sound:
                return NEED_STATUS
        elif s.cycle.phase == PHASE_START:
            s.cycle.phase = PHASE_TOP
            return NEED_START
        else:
            v[4] = 0
            v[5] = 0
            set_flag(s, 5, False)
            set_flag(s, 6, False)
            set_flag(s, 12, False)
            result = 0 if s.general.text_mode else animate(c, screen)
            if s.heap.wanted != 0:
                return NEED_MEMORY
            if result > 0:
                # The same cycle goes on with logic 0.
                return NEED_LOGIC - LOGIC_ERROR
            s.cycle.number += 1
            s.cycle.phase = PHASE_TOP
            if result == HUNG and not c.rules.bound_placement_search:
                return NEED_HANG


cdef int advance_to(Context c, Screen screen, uint32_t last_beat, int also) noexcept nogil:
    """Run until a beat is due behind number `last_beat`, or to a stop of `also`.

    Return what `advance` does, or that a beat needs Python.
    """
    cdef int stop
    while True:
        stop = advance(c, screen, STOP_BEAT | also)
        if not stop > 0 or stop & (also | STOP_ENDED) or c.s.clock.beats >= last_beat:
            return stop
        if needs_python(c):
            return NEED_BEAT
        beat(c)
