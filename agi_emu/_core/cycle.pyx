"""The main loop: the order of a cycle, with the position in it as state, and the beats between two cycles.

Sources: reference: TIME-2, TIME-3, TIME-4, TIME-7, TIME-9 to TIME-16.

`advance` goes through the phases until a stop that the caller asked for (STOP_...), or until something needs Python
(NEED_..., below 0). Everything about where it stands is in the state (`cycle.phase`, `cycle.beat_due`), so the next
call continues there.
"""

from libc.stdint cimport uint32_t, uint64_t, uint8_t
from libc.string cimport memset

from agi_emu._core.cels cimport advance_cel, choose_loop
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, flag, is_active, object_count, set_flag
from agi_emu._core.counting cimport collect_shown, counted, spend, tally
from agi_emu._core.fuel cimport burn, fill_tank, look_is_due, settle
from agi_emu._core.interp cimport enter_logic, run
from agi_emu._core.keyboard cimport count_empty_poll, poll_bios, take_events
from agi_emu._core.layout cimport *
from agi_emu._core.motion cimport direction_pass, movement_pass
from agi_emu._core.observing cimport see_changes
from agi_emu._core.player cimport knows_sound, step_sound
from agi_emu._core.prices cimport COUNT_ACTIVE, COUNT_ANIMATED, COUNT_BEAT, COUNT_CYCLE, COUNT_OBJECT
from agi_emu._core.screen cimport Screen
from agi_emu._core.sprite_lists cimport lift_updating, put_back_updating
from agi_emu._core.sprites cimport show_updating

cdef enum:
    MOST_BEATS_AT_ONCE = 600  # then somebody may want to stop
    NOT_CHOSEN = 255  # of cycle.zero_beats
    MOST_WORK_BURNT = 10_000_000
    SECONDS_PER_MINUTE = 60
    MINUTES_PER_HOUR = 60
    HOURS_PER_DAY = 24
    CONTROLLERS = 256
    STOP_PHASE = 0x4000  # of `until`, beside the stops of progress.Stop: after each phase


cdef inline int price_of_interrupt(Context c) noexcept nogil:
    """Return what the timer interrupt takes of the work of a beat."""
    if c.tariff == NULL:
        return 0
    return c.tariff.prices[COUNT_BEAT + (1 + c.rules.has_chip if c.s.sound.playing else 0)]


cdef inline void refill_work(Context c) noexcept nogil:
    """Give the processor the work of one beat; what was overdrawn is paid back."""
    if c.rules.beat_units == 0:
        c.s.vm.work = c.rules.runaway_units
    else:
        c.s.vm.work = min(c.s.vm.work, 0) + c.rules.beat_units - price_of_interrupt(c)


cdef inline void second(uint8_t* v) noexcept nogil:
    """Advance v11 to v14; the comparisons use what the logics may have put there."""
    v[VAR_SECONDS] += 1
    if v[VAR_SECONDS] >= SECONDS_PER_MINUTE:
        v[VAR_SECONDS] = 0
        v[VAR_MINUTES] += 1
    if v[VAR_MINUTES] >= MINUTES_PER_HOUR:
        v[VAR_MINUTES] = 0
        v[VAR_HOURS] += 1
    if v[VAR_HOURS] >= HOURS_PER_DAY:
        v[VAR_HOURS] = 0
        v[VAR_DAYS] += 1


cdef inline void count_tick(StateLayout* s) noexcept nogil:
    """Do the 20 Hz part of a beat, every third time."""
    s.clock.divider += 1
    if s.clock.divider < BEATS_PER_TICK:
        return
    s.clock.divider = 0
    s.clock.ticks += 1
    s.clock.bios += 1
    if not s.clock.paused:
        s.clock.animation += 1
        s.clock.fraction += 1
        if s.clock.fraction >= TICKS_PER_SECOND:
            s.clock.fraction -= TICKS_PER_SECOND
            second(&s.vars[0])
    if s.keyboard.bios_count != 0:
        poll_bios(s)


cdef void beat(Context c) noexcept nogil:
    """Let a timer interrupt happen: a step of the sound, every third time the 20 Hz part."""
    cdef StateLayout* s = c.s
    s.cycle.beat_due = 0
    s.clock.beats += 1
    if c.rules.beat_units != 0 or s.vm.work <= 0:
        refill_work(c)
    fill_tank(c)
    step_sound(c)
    if c.watch_count != 0:
        see_changes(c, PART_SOUND)
        c.at_work = PART_CLOCK
    count_tick(s)


cdef inline bint waits_in_window(StateLayout* s) noexcept nogil:
    """Return whether the window, prompt or menu in front waits for an event.

    It does not where an event is there, or a time limit or a shaking runs.
    """
    cdef ModalRecord* record
    if s.modal.depth > MODAL_DEPTH or s.keyboard.queue_head != s.keyboard.queue_tail:
        return False
    record = &s.modal.records[s.modal.depth - 1]
    if record.wait == WAIT_CONFIRM:
        return record.values[0] == 0  # the time limit
    return record.wait in (WAIT_EDIT, WAIT_MENU, WAIT_INVENTORY, WAIT_SLOTS)


cdef void pass_beats(Context c, uint32_t last_beat) noexcept nogil:
    """Let the beat happen that is due, and the next ones up to `last_beat` in which only the clock counts.

    Those are beats of a wait for the next cycle, or for an event in a window that nobody watches, without a sound, or
    work and fuel that is owed; and beats that only pay for work.
    """
    cdef StateLayout* s = c.s
    cdef bint waits = s.cycle.beat_due == BEAT_ANIMATION and s.cycle.phase == PHASE_DELAY
    cdef bint polls = s.cycle.beat_due in (BEAT_POLL, BEAT_IDLE) and s.modal.depth != 0
    cdef bint in_window = polls and c.watch_count == 0 and waits_in_window(s)
    cdef bint pays = s.cycle.beat_due == BEAT_WORK and not s.trace.state and not s.cycle.rescan
    cdef uint32_t first, last
    beat(c)
    if pays and not s.general.hung and not s.modal.depth:
        last = min(last_beat, s.clock.beats + MOST_BEATS_AT_ONCE)
        while s.vm.work <= 0 and s.clock.beats < last and not needs_python(c):
            if s.sound.playing:
                beat(c)
            else:
                s.clock.beats += 1
                refill_work(c)
                count_tick(s)
    if not (in_window or waits and s.modal.depth == 0) or s.general.hung or s.sound.playing:
        return
    if s.vm.work <= 0 or (c.rules.beat_fuel != 0 and s.vm.fuel <= 0):
        return
    first = s.clock.beats
    last = min(last_beat, first + MOST_BEATS_AT_ONCE)
    while s.clock.beats < last and (
        waits_in_window(s) if in_window else s.clock.animation < s.vars[VAR_CYCLE_TICKS]
    ):
        s.clock.beats += 1
        count_tick(s)
    if s.clock.beats == first:
        return
    # Without a debt one filling is as good as one for each beat.
    if c.rules.beat_units != 0:
        refill_work(c)
    fill_tank(c)


cdef bint needs_python(Context c) noexcept nogil:
    """Return whether a beat is more than `beat` does: a sound plays whose bytes were never given."""
    return c.s.sound.playing and not knows_sound(c)


cdef int animate(Context c, Screen screen) noexcept nogil:
    """Choose loops, advance cels, move and redraw (reference: OBJ-33).

    Return 0, NEED_PLACE when a search found none, or the interpreter's error: a loop without cels raises it here as
    set.loop would, and the rest of the animation does not happen.
    """
    cdef StateLayout* s = c.s
    cdef ScreenObject* o
    cdef int i, result = 0, error, active = 0
    if c.watch_count != 0:
        see_changes(c, PHASE_FINISH)
    if c.rules.direction_pass_in_animation:
        direction_pass(c)
        if c.watch_count != 0:
            see_changes(c, PART_MOTION)
    for i in range(object_count(s)):
        o = &s.objects[i]
        if is_active(o):
            active += 1
            error = choose_loop(c, o, i)
            if error == 0:
                error = advance_cel(c, o, i)
            if error != 0:
                tally(c, COUNT_ACTIVE, active)
                s.vm.error = error
                s.vm.error_value = i
                return error
    if c.watch_count != 0:
        see_changes(c, PART_CYCLING)
        c.at_work = PART_MOTION
    if c.tariff != NULL:
        spend(
            c, counted(c, COUNT_CYCLE, 1) + counted(c, COUNT_OBJECT, object_count(s)) + counted(c, COUNT_ACTIVE, active)
            + counted(c, COUNT_ANIMATED, active != 0)
            + counted(c, COUNT_ANIMATED + 1, object_count(s) if active else 0)
        )
    if active:
        lift_updating(c)
        result = movement_pass(c)
        put_back_updating(c)
        if s.heap.wanted != 0:
            return result
        if s.general.hung:
            return NEED_PLACE
        show_updating(c, screen)
        s.objects[EGO].flags &= ~(ON_WATER | ON_LAND) & 0xFFFF
    return result


cdef bint waits_on(Context c) noexcept nogil:
    """Let a window, prompt or menu without an event wait for the next beat, as modal.py does: most beats pass so.

    Return False, and do nothing, where its turn is Python's.
    """
    cdef StateLayout* s = c.s
    if not waits_in_window(s):
        return False
    s.modal.records[s.modal.depth - 1].polled = 1
    s.cycle.poll_count = 0
    s.cycle.beat_due = BEAT_POLL if c.rules.beat_units == 0 else BEAT_IDLE
    return True


cdef inline bint menu_is_due(StateLayout* s) noexcept nogil:
    # Whether there is one is Python's question: the original does not ask it.
    return s.menu.requested and s.menu.allowed


cdef int begin_cycle(Context c) noexcept nogil:
    """PHASE_TOP: nothing of the cycle has happened."""
    cdef int fuel
    c.s.cycle.phase = PHASE_DELAY
    c.s.cycle.poll_count = 0
    c.s.cycle.zero_beats = NOT_CHOSEN
    if c.rules.beat_units == 0:
        # Cycles may follow each other without a beat.
        fuel = FUEL_OF_WORK * min(max(c.rules.runaway_units - c.s.vm.work, 0), MOST_WORK_BURNT)
        burn(c, fuel)
        # Each slice has counted its own.
        c.burnt -= <uint64_t> fuel
        refill_work(c)
    return STOP_CYCLE


cdef int wait_for_animation(Context c) noexcept nogil:
    """PHASE_DELAY: wait until the animation counter has reached v10, then zero it; work counts for the next wait."""
    cdef StateLayout* s = c.s
    cdef int ticks = s.vars[VAR_CYCLE_TICKS]
    if s.cycle.zero_beats == NOT_CHOSEN:
        s.cycle.zero_beats = c.rules.zero_delay_beats if ticks == 0 else 0
    if s.cycle.zero_beats:
        s.cycle.zero_beats -= 1
        s.cycle.beat_due = BEAT_ZERO_DELAY
    elif s.clock.animation < ticks:
        s.cycle.beat_due = BEAT_ANIMATION
    elif c.rules.counts_clocks and s.vm.work <= 0:
        # The last cycle is not over.
        s.cycle.beat_due = BEAT_WORK
    else:
        s.clock.animation = 0
        s.cycle.phase = PHASE_READY
    return 0


cdef int clear_input(Context c) noexcept nogil:
    """PHASE_INPUT: forget what the last cycle's input was; the menu opens here."""
    cdef StateLayout* s = c.s
    memset(&s.controllers[0], 0, CONTROLLERS)
    set_flag(s, FLAG_HAVE_INPUT, False)
    set_flag(s, FLAG_HAVE_MATCH, False)
    s.vars[VAR_KEY] = 0
    s.vars[VAR_UNKNOWN_WORD] = 0
    s.cycle.phase = PHASE_EVENTS
    return NEED_MENU if menu_is_due(s) else 0


cdef int take_input(Context c) noexcept nogil:
    """PHASE_EVENTS: every event is taken before the cycle continues; the poll that finds none counts too."""
    if c.s.keyboard.queue_head != c.s.keyboard.queue_tail and not take_events(c.s):
        return NEED_LINE
    count_empty_poll(c)
    c.s.cycle.phase = PHASE_DIRECTIONS
    return 0


cdef int choose_directions(Context c) noexcept nogil:
    """PHASE_DIRECTIONS: ego's direction goes to v6 or comes from it; score and sound are noted for the status line."""
    cdef StateLayout* s = c.s
    if s.general.player_control:
        s.objects[EGO].direction = s.vars[VAR_EGO_DIRECTION]
    else:
        s.vars[VAR_EGO_DIRECTION] = s.objects[EGO].direction
    if not c.rules.direction_pass_in_animation:
        direction_pass(c)
    s.cycle.old_score = s.vars[VAR_SCORE]
    s.cycle.old_sound = flag(s, FLAG_SOUND_ON)
    s.cycle.phase = PHASE_SCAN
    return 0


cdef int begin_scan(Context c) noexcept nogil:
    """PHASE_SCAN: new.room, restart, restore and errors come back here."""
    c.s.vm.depth = 0
    enter_logic(c, 0, False, 0)
    c.s.cycle.phase = PHASE_LOGIC
    return NEED_TRACE_START if c.s.trace.state else 0


cdef int run_logics(Context c, Screen screen) noexcept nogil:
    """PHASE_LOGIC: logic 0 and all that it calls."""
    cdef StateLayout* s = c.s
    cdef int result
    if s.cycle.rescan:
        # What the abandoned scan leaves is cleared before the next one; an error clears nothing.
        s.cycle.rescan = 0
        c.token_place = -1
        s.vars[VAR_EDGE_OBJECT] = 0
        s.vars[VAR_OBJECT_EDGE] = 0
        s.vars[VAR_UNKNOWN_WORD] = 0
        set_flag(s, FLAG_HAVE_INPUT, False)
        s.cycle.old_score = s.vars[VAR_SCORE]
        s.cycle.phase = PHASE_SCAN
        return 0
    if s.trace.state:
        return NEED_TRACE
    result = run(c, screen)
    if result == NEED_NONE:
        s.cycle.phase = PHASE_STATUS
    # A beat that is due comes before the next phase.
    return min(result, 0)


cdef int look_at_status(Context c) noexcept nogil:
    """PHASE_STATUS: ego goes where v6 says; the status line follows score and sound."""
    cdef StateLayout* s = c.s
    s.objects[EGO].direction = s.vars[VAR_EGO_DIRECTION]
    s.cycle.phase = PHASE_FINISH
    if s.vars[VAR_SCORE] != s.cycle.old_score or flag(s, FLAG_SOUND_ON) != s.cycle.old_sound:
        return NEED_STATUS
    return 0


cdef int finish_cycle(Context c, Screen screen) noexcept nogil:
    """PHASE_FINISH: the objects move; the flags of a new room, a restart and a restored game end."""
    cdef StateLayout* s = c.s
    cdef int result = 0
    s.vars[VAR_EDGE_OBJECT] = 0
    s.vars[VAR_OBJECT_EDGE] = 0
    set_flag(s, FLAG_NEW_ROOM, False)
    set_flag(s, FLAG_GAME_RESTARTED, False)
    set_flag(s, FLAG_GAME_RESTORED, False)
    if not s.general.text_mode:
        result = animate(c, screen)
    if s.heap.wanted != 0:
        return NEED_MEMORY
    if result > 0:
        # The same cycle continues with logic 0.
        return NEED_ERROR
    s.cycle.number += 1
    s.cycle.phase = PHASE_TOP
    return NEED_PLACE if result == NEED_PLACE and not c.rules.bound_placement_search else 0


cdef int next_phase(Context c, Screen screen) noexcept nogil:
    """Do the next phase of the cycle; return 0, a stop, or a need (reference: TIME-9)."""
    cdef int phase = c.s.cycle.phase
    if phase == PHASE_TOP:
        return begin_cycle(c)
    if phase == PHASE_DELAY:
        return wait_for_animation(c)
    if phase == PHASE_READY:
        c.s.cycle.phase = PHASE_INPUT
        return STOP_READY
    if phase == PHASE_INPUT:
        return clear_input(c)
    if phase == PHASE_EVENTS:
        return take_input(c)
    if phase == PHASE_DIRECTIONS:
        return choose_directions(c)
    if phase == PHASE_SCAN:
        return begin_scan(c)
    if phase == PHASE_LOGIC:
        return run_logics(c, screen)
    if phase == PHASE_STATUS:
        return look_at_status(c)
    if phase == PHASE_START:
        c.s.cycle.phase = PHASE_TOP
        return NEED_START
    return finish_cycle(c, screen)


cdef int advance_watched(Context c, Screen screen, int until, uint32_t last_beat) noexcept nogil:
    """Do so a phase or beat at a time, and see after each who has changed what is watched."""
    cdef StateLayout* s = c.s
    cdef int result
    while True:
        if see_changes(c, c.at_work):
            return NEED_WATCH
        if not (s.general.exited or s.cycle.beat_due or s.general.hung or s.modal.depth):
            c.at_work = s.cycle.phase
        result = go_through_phases(c, screen, until | STOP_PHASE, last_beat)
        if result < 0 and result != NEED_WATCH and result != NEED_LOOK and result != NEED_HALT:
            # Python works for it now.
            c.at_work = result
        if result < 0 or result & (until | STOP_BEAT | STOP_ENDED):
            return result


cdef int go_through_phases(Context c, Screen screen, int until, uint32_t last_beat) noexcept nogil:
    """Go through beats and phases, with STOP_PHASE only one of them; return a stop, or a need."""
    cdef StateLayout* s = c.s
    cdef int result
    collect_shown(c, screen)
    while True:
        if s.general.exited:
            return STOP_ENDED
        if s.cycle.beat_due:
            if until & STOP_BEAT or s.clock.beats >= last_beat:
                return STOP_BEAT
            if until & STOP_INSIDE and s.cycle.beat_due > BEAT_ANIMATION:
                return STOP_BEAT
            if needs_python(c):
                return NEED_BEAT
            pass_beats(c, last_beat)
            if look_is_due(c):
                return NEED_LOOK
            if until & STOP_PHASE:
                return 0
        elif s.general.hung or s.modal.depth:
            if s.general.hung:
                s.cycle.beat_due = BEAT_IDLE
            elif not waits_on(c):
                return NEED_MODAL
            if until & (STOP_BEAT | STOP_WAITING):
                return STOP_BEAT | STOP_WAITING
        else:
            result = next_phase(c, screen)
            if result < 0 or (result | STOP_PHASE) & until:
                return result


cdef inline int run_on(Context c, Screen screen, int until, uint32_t last_beat) noexcept nogil:
    """Do what `advance` does."""
    cdef int result
    if c.stop_asked and not c.s.cycle.beat_due:
        result = NEED_LOOK
    elif c.watch_count != 0:
        result = advance_watched(c, screen, until, last_beat)
    else:
        result = go_through_phases(c, screen, until, last_beat)
    settle(c)
    return result


cdef int advance(Context c, Screen screen, int until, uint32_t last_beat) noexcept nogil:
    """Run to a stop of `until` (STOP_ENDED always), to a beat that is due after `last_beat`, or to a need; return it.

    A beat that is due happens here unless STOP_BEAT was asked for, or STOP_INSIDE and it is not one of the wait for the
    next cycle; a program that hangs lets beats pass.
    """
    return run_on(c, screen, until, last_beat)


cdef int advance_to(Context c, Screen screen, uint32_t last_beat, int also) noexcept nogil:
    """Run until a beat is due after number `last_beat`, or to a stop of `also`.

    Return what `advance` does, or that a beat needs Python.
    """
    cdef int stop
    while True:
        if c.s.clock.beats < last_beat and look_is_due(c):
            return NEED_LOOK
        stop = run_on(c, screen, STOP_BEAT | also, last_beat)
        if not stop > 0 or stop & (also | STOP_ENDED) or c.s.clock.beats >= last_beat:
            return stop
        if needs_python(c):
            return NEED_BEAT
        pass_beats(c, last_beat)
