"""The fetch loop of the logic VM: jumps, conditions, calls (reference: LANG-2 to LANG-8).

Actions that the core executes are functions of the modules `..._actions`, in a table by opcode.

`run` continues until something needs Python: it then returns a need (NEED_..., below 0), or STOP_BEAT when a beat
is due, and NEED_NONE once logic 0 has returned. Everything about where it stands is in the state, so a
later call continues there, even inside a condition.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t
from libc.string cimport memcmp

from agi_emu._core.actions cimport CoreAction
from agi_emu._core.codes cimport *
from agi_emu._core.conditions cimport skip_past, test
from agi_emu._core.context cimport Context
from agi_emu._core.counting cimport collect_shown, count_skipped, count_token, tally
from agi_emu._core.decoding cimport CONTROLLERS, FREE_BYTES, Step
from agi_emu._core.flag_actions cimport bind_flag_actions
from agi_emu._core.fuel cimport HANDLER_FUEL, SHORTCUT_FUEL, SKIPPED_FUEL, begin_slice, burn, end_slice, next_slice
from agi_emu._core.heap cimport take_memory
from agi_emu._core.layout cimport *
from agi_emu._core.looks_actions cimport bind_looks_actions
from agi_emu._core.motion_actions cimport bind_motion_actions
from agi_emu._core.observing cimport (
    MARK_FALSE, MARK_REACHED, MARK_TRUE, halts_here, has_changed, has_observers, mark_code, mark_named, see_changes
)
from agi_emu._core.opcodes cimport *
from agi_emu._core.placing_actions cimport bind_placing_actions
from agi_emu._core.prices cimport (
    COUNT_CALLED, COUNT_NOT, COUNT_OR, COUNT_PASSED, COUNT_SKIPPED, COUNT_SKIPPED_IN_GROUP, COUNT_TESTS
)
from agi_emu._core.screen cimport Screen
from agi_emu._core.fast_actions cimport try_fast_action
from agi_emu._core.steps cimport BEGIN_AFTER, FRAME_ENTERED, LOGIC_RETURNED, left_frame, note_action, run_steps
from agi_emu._core.sprite_lists cimport Lifted, lift_all, lower_all, put_back_all
from agi_emu._core.variable_actions cimport bind_variable_actions

cdef enum:
    LOGICS = 256
    JUMP_BYTES = 2  # of the distance after GOTO and after a condition
    ACTION_NUMBERS = 256
    STACK_FRAMES = 60
    ASKED_HERE = 0x10000  # of vm.asked_pc, beside the offset


cdef int enter_logic(Context c, int logic, bint temporary, int before) noexcept nogil:
    """Push a frame for a logic that is in memory; return 0 or a need."""
    cdef StateLayout* s = c.s
    cdef LogicFrame* frame
    # Logic 0 and 59 nested calls fit into the stack of the original (reference: CMD-23).
    cdef uint32_t most = FRAME_DEPTH if c.rules.survive_crashes else STACK_FRAMES
    if s.vm.depth >= most:
        return NEED_DEPTH
    if temporary:
        tally(c, COUNT_CALLED + logic)
    frame = &s.vm.frames[s.vm.depth]
    s.vm.depth += 1
    frame.logic = logic
    frame.temporary = temporary
    frame.loaded_before = before
    frame.pc = s.loaded.scan_start[logic]
    frame.condition = 0
    frame.or_mode = 0
    frame.not_flag = 0
    return 0


cdef int call_unloaded(Context c, int logic) noexcept nogil:
    """Call a logic that is not in memory but whose code was given; return 0 or a need.

    What touches memory takes all objects out of the picture and puts them back (reference: PIC-3).
    """
    cdef StateLayout* s = c.s
    cdef int before = s.loaded.logics.count
    cdef Lifted lifted
    lift_all(c, &lifted)
    if not s.loaded.logics.present[logic] and before < LOGICS:
        s.loaded.logics.present[logic] = 1
        s.loaded.logics.order[before] = logic
        s.loaded.logics.count += 1
        s.loaded.scan_start[logic] = 0
        s.heap.places[logic] = s.heap.used
        if not take_memory(c, c.rules.logic_entry_bytes) or not take_memory(c, c.logic_bytes[logic]):
            lower_all(c, &lifted)
            return NEED_MEMORY
    put_back_all(c, &lifted)
    return enter_logic(c, logic, True, min(before, LOGICS - 1))


cdef void drop_called(Context c, int keep) noexcept nogil:
    """Drop a temporarily loaded logic after its return, and every logic loaded after it."""
    cdef StateLayout* s = c.s
    cdef Lifted lifted
    cdef int i
    lift_all(c, &lifted)
    for i in range(keep, min(s.loaded.logics.count, LOGICS)):
        s.loaded.logics.present[s.loaded.logics.order[i]] = 0
    if keep < s.loaded.logics.count:
        # Quirk: v8 does not change.
        s.heap.used = s.heap.places[s.loaded.logics.order[keep]]
    s.loaded.logics.count = min(keep, s.loaded.logics.count)
    put_back_all(c, &lifted)


cdef inline const uint8_t* code_of(Context c, int logic) noexcept nogil:
    """Return the code of a logic as it is in memory now; NULL where it was never given."""
    if logic == 0 and c.s.general.first_logic_changed:
        return c.changed_code
    return c.code[logic]


cdef int call_logic(Context c, int logic) noexcept nogil:
    """Begin a logic that the running one calls; return FRAME_ENTERED, or a need."""
    cdef int result
    if c.code[logic] == NULL or (c.s.heap.image and not c.s.loaded.logics.present[logic]):
        c.wanted_logic = logic
        return NEED_LOGIC
    if c.s.loaded.logics.present[logic]:
        result = enter_logic(c, logic, False, 0)
    else:
        result = call_unloaded(c, logic)
    return result if result != 0 else FRAME_ENTERED


cdef int do_call(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Run another logic (reference: CMD-23)."""
    return call_logic(c, a[0])


cdef int do_call_v(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Run the logic in a variable."""
    return call_logic(c, c.s.vars[a[0]])


cdef int do_set_scan_start(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Let the running logic begin after this command from now on; `run_action` knows where that is."""
    return BEGIN_AFTER


cdef int do_reset_scan_start(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Let the running logic begin at its beginning again."""
    c.s.loaded.scan_start[c.s.vm.frames[c.s.vm.depth - 1].logic] = 0
    return 0


cdef int do_nothing(Context c, Screen screen, const uint8_t* a) noexcept nogil:
    """Execute an action without effect on a PC."""
    return 0


# What the core executes, by opcode; the others have Python handlers.
cdef CoreAction[ACTION_NUMBERS] ACTIONS


cdef void bind_actions() noexcept nogil:
    """Fill the table of actions from the modules that execute them."""
    cdef int number
    for number in range(ACTION_NUMBERS):
        ACTIONS[number] = do_nothing
    ACTIONS[<int> Action.A_call] = do_call
    ACTIONS[<int> Action.A_call_v] = do_call_v
    ACTIONS[<int> Action.A_set_scan_start] = do_set_scan_start
    ACTIONS[<int> Action.A_reset_scan_start] = do_reset_scan_start
    bind_variable_actions(&ACTIONS[0])
    bind_flag_actions(&ACTIONS[0])
    bind_placing_actions(&ACTIONS[0])
    bind_looks_actions(&ACTIONS[0])
    bind_motion_actions(&ACTIONS[0])


bind_actions()


cdef inline Py_ssize_t _jump(const uint8_t* code, Py_ssize_t length, Py_ssize_t pc) noexcept nogil:
    """Return the target of the 16-bit distance at pc, modulo 65,536."""
    if pc + 2 > length:
        return length
    return (pc + 2 + <int16_t>(code[pc] | (code[pc + 1] << 8))) & 0xFFFF


cdef inline int noted_error(StateLayout* s, int error, int value) noexcept nogil:
    """Note an error of the interpreter for Python, which raises it."""
    s.vm.error = error
    s.vm.error_value = value
    return NEED_ERROR


cdef inline int run_test(
    Context c, LogicFrame* frame, const uint8_t* code, Py_ssize_t length, Py_ssize_t* pc, int number
) noexcept nogil:
    """Evaluate a test, 0 or 1, and step over its operands; one that the code cuts off is false."""
    cdef int operands, result = 0
    if number == Test.T_said:
        operands = 1 + 2 * code[pc[0]] if pc[0] < length else 1
    else:
        operands = c.opcodes.test_length[number]
    if pc[0] + operands <= length:
        result = test(c, number, code + pc[0]) ^ frame.not_flag
    frame.not_flag = 0
    pc[0] += operands
    return result


cdef inline Py_ssize_t skipped(
    Context c, const uint8_t* code, Py_ssize_t length, Py_ssize_t pc, int token
) noexcept nogil:
    """Return the offset after the next `token`; the fuel of a token pays for a short way there."""
    cdef Py_ssize_t after = skip_past(c, code, length, pc, token)
    if after - pc > FREE_BYTES:
        burn(c, SKIPPED_FUEL * <int> (after - pc))
    return after


cdef inline void leave_condition(LogicFrame* frame) noexcept nogil:
    """Forget a group or NOT that a broken condition left open: nothing reads them before the next one begins."""
    frame.condition = 0
    frame.or_mode = 0
    frame.not_flag = 0


cdef inline int run_condition(
    Context c, LogicFrame* frame, const uint8_t* code, Py_ssize_t length, Py_ssize_t* pc, int token, bint is_observed
) noexcept nogil:
    """Execute one token of a condition (reference: LANG-4); return 0, STOP_BEAT or NEED_ERROR."""
    cdef int result = 0  # of a group whose end comes before any alternative was true
    cdef Py_ssize_t place
    if token == TOKEN_IF or pc[0] > length:
        if is_observed and c.marks != NULL:
            mark_code(c, frame.logic, pc[0] - 1, MARK_TRUE)
        leave_condition(frame)
        pc[0] += JUMP_BYTES
        return 0
    if c.tariff != NULL:
        tally(c, COUNT_NOT, token == TOKEN_NOT)
        tally(c, COUNT_OR, token == TOKEN_OR)
        if token <= LAST_TEST:
            tally(c, COUNT_TESTS + token)
    if token == TOKEN_OR and not frame.or_mode:
        frame.or_mode = 1
        return 0
    if token == TOKEN_NOT:
        frame.not_flag ^= 1
        return 0
    if token == TOKEN_OR:
        frame.or_mode = 0
    elif token > LAST_TEST:
        return noted_error(c.s, ERROR_BAD_TEST, token)
    else:
        place = pc[0] - 1
        result = run_test(c, frame, code, length, pc, token)
        if is_observed and c.marks != NULL:
            mark_code(c, frame.logic, place, MARK_TRUE if result else MARK_FALSE)
    if result and frame.or_mode:
        frame.or_mode = 0
        place = pc[0]
        pc[0] = skipped(c, code, length, place, TOKEN_OR)
        if c.tariff != NULL:
            count_skipped(c, COUNT_SKIPPED_IN_GROUP, code, place, pc[0])
    elif result:
        tally(c, COUNT_PASSED)
    elif not result and not frame.or_mode:
        leave_condition(frame)
        place = pc[0]
        pc[0] = skipped(c, code, length, place, TOKEN_IF)
        if c.tariff != NULL:
            count_skipped(c, COUNT_SKIPPED, code, place, pc[0])
        if is_observed and c.marks != NULL:
            mark_code(c, frame.logic, pc[0] - 1, MARK_FALSE)
        pc[0] = _jump(code, length, pc[0])
    return STOP_BEAT if c.s.cycle.beat_due else 0


cdef inline int run_action(
    Context c, Screen screen, LogicFrame* frame, const uint8_t* code, Py_ssize_t length, Py_ssize_t* pc, int opcode,
    bint is_observed
) noexcept nogil:
    """Execute an action whose opcode has been taken; return 0, FRAME_ENTERED or a need.

    `frame.pc` is set only where the frame is left: it is part of the state, also once the logic is over.
    """
    cdef StateLayout* s = c.s
    cdef uint8_t[MOST_OPERANDS] padded  # operands that the code lacks count as 0
    cdef const uint8_t* a = code + pc[0]
    cdef int result, work, fuel, i, operands = c.opcodes.action_length[opcode]
    if pc[0] + operands > length:
        for i in range(MOST_OPERANDS):
            padded[i] = code[pc[0] + i] if pc[0] + i < length else 0
        a = &padded[0]
    if is_observed:
        if c.log_on:
            c.log_action(opcode, a, operands, frame.logic, pc[0] - 1)
        if c.marks != NULL:
            mark_named(c, opcode, a, frame.logic)
    pc[0] += operands
    note_action(s, opcode, a, operands)
    if c.opcodes.action_kind[opcode] >= KIND_PYTHON:
        work = s.vm.work + c.work_aside
        fuel = try_fast_action(c, screen, opcode, a) if c.opcodes.action_kind[opcode] == KIND_BOTH else 0
        burn(c, fuel if fuel else HANDLER_FUEL)
        collect_shown(c, screen)
        if fuel == SHORTCUT_FUEL:
            return 0
        # The frame is left as for a handler, also where none was needed; what one is charged burns no fuel.
        c.slice_work -= work - (s.vm.work + c.work_aside)
        result = 0 if fuel else NEED_ACTION
    else:
        result = ACTIONS[opcode](c, screen, a)
        if result == 0:
            return 0
        if result == BEGIN_AFTER:
            s.loaded.scan_start[frame.logic] = pc[0] & 0xFFFF
            return 0
    return left_frame(s, frame, pc[0], result)


cdef inline int run_frame(Context c, Screen screen, LogicFrame* frame, bint is_observed) noexcept nogil:
    """Execute the innermost logic until it returns (NEED_NONE), calls another (FRAME_ENTERED), or has to stop."""
    cdef StateLayout* s = c.s
    cdef const uint8_t* code = code_of(c, frame.logic)
    cdef Py_ssize_t length = c.code_length[frame.logic] if code != NULL else 0
    cdef const Step* steps = c.steps[frame.logic].steps if code == c.code[frame.logic] else NULL
    cdef Py_ssize_t pc = frame.pc
    cdef int token, result
    if s.vm.asked_pc:
        pc = s.vm.asked_pc & 0xFFFF
        s.vm.asked_pc = 0
    while True:
        if not is_observed and steps != NULL and not frame.condition and pc < length:
            result = run_steps(c, screen, &frame, steps, &pc, ACTIONS)
            if result != 0:
                return result if result != LOGIC_RETURNED else NEED_NONE
            code = c.code[frame.logic]
            length = c.code_length[frame.logic]
            steps = c.steps[frame.logic].steps
        if s.vm.work <= 0:
            result = next_slice(c)
            if result == NEED_LOOK:
                # What frame.pc holds stays there once the logic is over, so a look must not change it.
                s.vm.asked_pc = ASKED_HERE | (pc & 0xFFFF)
                return result
            if result != 0:
                frame.pc = pc & 0xFFFF
                return result
        if is_observed:
            if c.watch_count != 0 and not s.trace.state and has_changed(c):
                see_changes(c, PART_LOGIC)
                s.vm.asked_pc = ASKED_HERE | (pc & 0xFFFF)
                return NEED_WATCH
            if c.halts != NULL:
                if not s.trace.state and halts_here(c, frame.logic, pc):
                    c.halted_at = c.tokens
                    s.vm.asked_pc = ASKED_HERE | (pc & 0xFFFF)
                    return NEED_HALT
                c.tokens += 1
            c.token_place = frame.logic << 16 | (pc & 0xFFFF)
            if c.marks != NULL:
                mark_code(c, frame.logic, pc, MARK_REACHED)
        if not c.rules.counts_clocks:
            s.vm.work -= 1
        # Code that ends without a return ends the logic, as a real game needs it (reference: docs/cases.md 17).
        token = code[pc] if pc < length else TOKEN_END_OF_LOGIC
        if c.tariff != NULL and not frame.condition:
            count_token(c, code, length, pc)
        pc += 1
        if frame.condition:
            result = run_condition(c, frame, code, length, &pc, token, is_observed)
        elif token == TOKEN_IF:
            frame.condition = 1
            frame.or_mode = 0
            frame.not_flag = 0
            continue
        elif token == TOKEN_GOTO:
            pc = _jump(code, length, pc)
            continue
        elif token == TOKEN_END_OF_LOGIC:
            return NEED_NONE
        elif token > c.opcodes.last_action or c.opcodes.action_kind[token] == KIND_NONE:
            result = noted_error(s, ERROR_BAD_ACTION, token)
        else:
            result = run_action(c, screen, frame, code, length, &pc, token, is_observed)
            if result != 0:
                return result
            continue
        if result != 0:
            frame.pc = pc & 0xFFFF
            return result


cdef inline int _run(Context c, Screen screen, bint is_observed) noexcept nogil:
    """Execute the innermost logic again and again until none is left or something needs Python."""
    cdef StateLayout* s = c.s
    cdef LogicFrame* frame
    cdef int result
    while s.vm.depth != 0 and s.vm.depth <= FRAME_DEPTH:
        frame = &s.vm.frames[s.vm.depth - 1]
        result = run_frame(c, screen, frame, is_observed)
        if result == FRAME_ENTERED:
            continue
        if result != NEED_NONE:
            return result
        # Perhaps not the logic that was begun here.
        frame = &s.vm.frames[s.vm.depth - 1]
        s.vm.depth -= 1
        if frame.temporary:
            drop_called(c, frame.loaded_before)
            if s.general.hung:
                return NEED_PLACE
    return NEED_NONE


cdef int run(Context c, Screen screen) noexcept nogil:
    """Execute until something needs Python; the loop that is observed and the one that is not are one source."""
    cdef const uint8_t* controllers = &c.s.controllers[0]
    cdef int result
    # Each is as the one before it.
    c.has_controller = controllers[0] != 0 or memcmp(controllers, controllers + 1, CONTROLLERS - 1) != 0
    begin_slice(c)
    result = _run(c, screen, True) if has_observers(c) else _run(c, screen, False)
    end_slice(c)
    if result == NEED_NONE:
        c.token_place = -1
    return result
