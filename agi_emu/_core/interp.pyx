"""The fetch loop of the logic VM: jumps, conditions, actions on variables, flags and items (reference: commands.md 1, 2, 4).

`run` goes on until something needs Python: it then returns a need (NEED_..., below 0), or STOP_BEAT when a beat
is due, and NEED_NONE once logic 0 has returned. Everything about where it stands is in the state, so a
later call goes on there, even inside a condition.
"""

from libc.stdint cimport int16_t, uint8_t
from libc.string cimport memcpy

from agi_emu._core.codes cimport (
    BEAT_WORK,
    CARRIED,
    ERROR_BAD_ACTION,
    ERROR_BAD_TEST,
    ERROR_ITEM_OUT_OF_RANGE,
    KIND_BOTH,
    KIND_NONE,
    KIND_PYTHON,
    NEED_ACTION,
    NEED_DEPTH,
    NEED_DIVISION,
    NEED_ERROR,
    NEED_LOGIC,
    NEED_MEMORY,
    NEED_NONE,
    NEED_PLACE,
    STOP_BEAT,
)
from agi_emu._core.conditions cimport skip_past, test
from agi_emu._core.context cimport Context, flag, random_byte, set_flag
from agi_emu._core.heap cimport take_memory
from agi_emu._core.layout cimport FRAME_DEPTH, Frame, StateLayout
from agi_emu._core.object_actions cimport object_action
from agi_emu._core.opcodes cimport (
    LAST_TEST,
    MOST_OPERANDS,
    TOKEN_END_OF_LOGIC,
    TOKEN_GOTO,
    TOKEN_IF,
    TOKEN_NOT,
    TOKEN_OR,
    Action,
    Test,
)
from agi_emu._core.screen cimport Screen
from agi_emu._core.shortcuts cimport take_shortcut
from agi_emu._core.sprites cimport insert_all, remove_all

cdef enum:
    FULL = 255  # the largest value of a variable
    NOT_OURS = 0x100  # `plain_action`: another function executes the action
    LOGICS = 256


cdef inline int random_between(StateLayout* s, int low, int high) noexcept nogil:
    cdef int span = (high - low + 1) & 0xFFFF
    return (random_byte(s) % span + low) & 0xFF


cdef int plain_action(Context c, int opcode, const uint8_t* a) noexcept nogil:
    """Execute an action on variables, flags, items or chance; return 0, an error, a need, or NOT_OURS."""
    cdef StateLayout* s = c.s
    cdef uint8_t* v = &s.vars[0]
    cdef int item = 0
    if opcode == Action.A_increment:
        if v[a[0]] != FULL:
            v[a[0]] += 1
    elif opcode == Action.A_decrement:
        if v[a[0]] != 0:
            v[a[0]] -= 1
    elif opcode == Action.A_assignn:
        v[a[0]] = a[1]
    elif opcode == Action.A_assignv:
        v[a[0]] = v[a[1]]
    elif opcode == Action.A_addn:
        v[a[0]] = (v[a[0]] + a[1]) & 0xFF
    elif opcode == Action.A_addv:
        v[a[0]] = (v[a[0]] + v[a[1]]) & 0xFF
    elif opcode == Action.A_subn:
        v[a[0]] = (v[a[0]] - a[1]) & 0xFF
    elif opcode == Action.A_subv:
        v[a[0]] = (v[a[0]] - v[a[1]]) & 0xFF
    elif opcode == Action.A_lindirectv:
        v[v[a[0]]] = v[a[1]]
    elif opcode == Action.A_rindirect:
        v[a[0]] = v[v[a[1]]]
    elif opcode == Action.A_lindirectn:
        v[v[a[0]]] = a[1]
    elif opcode == Action.A_set:
        set_flag(s, a[0], True)
    elif opcode == Action.A_reset:
        set_flag(s, a[0], False)
    elif opcode == Action.A_toggle:
        set_flag(s, a[0], not flag(s, a[0]))
    elif opcode == Action.A_set_v:
        set_flag(s, v[a[0]], True)
    elif opcode == Action.A_reset_v:
        set_flag(s, v[a[0]], False)
    elif opcode == Action.A_toggle_v:
        set_flag(s, v[a[0]], not flag(s, v[a[0]]))
    elif opcode == Action.A_mul_n:
        v[a[0]] = (v[a[0]] * a[1]) & 0xFF
    elif opcode == Action.A_mul_v:
        v[a[0]] = (v[a[0]] * v[a[1]]) & 0xFF
    elif opcode == Action.A_div_n:
        if a[1] != 0:
            v[a[0]] = v[a[0]] // a[1]
        elif not c.rules.survive_division_by_zero:
            return NEED_DIVISION
    elif opcode == Action.A_div_v:
        if v[a[1]] != 0:
            v[a[0]] = v[a[0]] // v[a[1]]
        elif not c.rules.survive_division_by_zero:
            return NEED_DIVISION
    elif opcode == Action.A_random:
        if (a[1] - a[0] + 1) & 0xFFFF != 0:
            v[a[2]] = random_between(s, a[0], a[1])
        elif c.rules.survive_division_by_zero:
            v[a[2]] = a[0]
        else:
            return NEED_DIVISION
    elif opcode in (Action.A_get, Action.A_get_v, Action.A_drop, Action.A_put, Action.A_put_v, Action.A_get_room_v):
        item = a[0] if opcode in (Action.A_get, Action.A_drop, Action.A_put) else v[a[0]]
        if item >= s.general.item_count:
            s.vm.error_value = (item - s.general.item_count) & 0xFF
            return ERROR_ITEM_OUT_OF_RANGE
        if opcode == Action.A_get or opcode == Action.A_get_v:
            s.item_rooms[item] = CARRIED
        elif opcode == Action.A_drop:
            s.item_rooms[item] = 0
        elif opcode == Action.A_get_room_v:
            v[a[1]] = s.item_rooms[item]
        else:
            s.item_rooms[item] = v[a[1]]
    else:
        return NOT_OURS
    return 0


cdef int enter_logic(Context c, int logic, bint temporary, int before) noexcept nogil:
    """Push a frame for a logic that is in memory; return 0 or a need."""
    cdef StateLayout* s = c.s
    cdef Frame* frame
    if s.vm.depth >= FRAME_DEPTH:
        return NEED_DEPTH
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

    What touches memory takes all objects out of the picture and puts them back (reference: pictures.md 1.5).
    """
    cdef StateLayout* s = c.s
    cdef int before = s.loaded.logics.count
    remove_all(c)
    if not s.loaded.logics.present[logic] and before < LOGICS:
        s.loaded.logics.present[logic] = 1
        s.loaded.logics.order[before] = logic
        s.loaded.logics.count += 1
        s.loaded.scan_start[logic] = 0
        s.heap.places[logic] = s.heap.used
        if not take_memory(c, c.rules.logic_entry_bytes) or not take_memory(c, c.logic_bytes[logic]):
            return NEED_MEMORY
    insert_all(c)
    return enter_logic(c, logic, True, min(before, LOGICS - 1))


cdef void drop_called(Context c, int keep) noexcept nogil:
    """Drop a temporarily loaded logic after its return, and every logic loaded after it."""
    cdef StateLayout* s = c.s
    cdef int i
    remove_all(c)
    for i in range(keep, min(s.loaded.logics.count, LOGICS)):
        s.loaded.logics.present[s.loaded.logics.order[i]] = 0
    if keep < s.loaded.logics.count:
        # Quirk: v8 is not told of it.
        s.heap.used = s.heap.places[s.loaded.logics.order[keep]]
    s.loaded.logics.count = min(keep, s.loaded.logics.count)
    insert_all(c)


cdef inline int _run(Context c, Screen screen, bint recording) noexcept nogil:
    cdef StateLayout* s = c.s
    cdef Frame* frame
    cdef const uint8_t* code
    cdef const uint8_t* a
    cdef Py_ssize_t length, pc, rest
    cdef int opcode, operands, result, logic
    cdef uint8_t[MOST_OPERANDS] missing  # operands that the code lacks count as 0

    while True:  # once for each change of the frame
        if s.vm.depth == 0 or s.vm.depth > FRAME_DEPTH:
            return NEED_NONE
        frame = &s.vm.frames[s.vm.depth - 1]
        code = c.code[frame.logic]
        length = c.code_length[frame.logic] if code != NULL else 0
        pc = frame.pc
        while True:
            if s.vm.work <= 0:
                frame.pc = pc & 0xFFFF
                s.cycle.beat_due = BEAT_WORK
                return STOP_BEAT
            s.vm.work -= 1
            # Code that ends without a return ends the logic, as a real game needs it (reference: cases.md 17).
            opcode = code[pc] if pc < length else TOKEN_END_OF_LOGIC
            pc += 1

            if frame.condition:
                if opcode == TOKEN_IF or pc > length:
                    frame.condition = 0
                    pc += 2
                elif opcode == TOKEN_OR and not frame.or_mode:
                    frame.or_mode = 1
                elif opcode == TOKEN_NOT:
                    frame.not_flag ^= 1
                else:
                    if opcode == TOKEN_OR:
                        result = 0  # no alternative was true
                        frame.or_mode = 0
                    elif opcode > LAST_TEST:
                        frame.pc = pc & 0xFFFF
                        s.vm.error = ERROR_BAD_TEST
                        s.vm.error_value = opcode
                        return NEED_ERROR
                    else:
                        if opcode == Test.T_said:
                            operands = 1 + 2 * code[pc] if pc < length else 1
                        else:
                            operands = c.test_length[opcode]
                        if pc + operands > length:
                            result = 0
                        else:
                            result = test(c, opcode, code + pc, operands) ^ frame.not_flag
                        frame.not_flag = 0
                        pc += operands
                    if result and frame.or_mode:
                        frame.or_mode = 0
                        pc = skip_past(c, code, length, pc, TOKEN_OR)
                    elif not result and not frame.or_mode:
                        pc = skip_past(c, code, length, pc, TOKEN_IF)
                        frame.condition = 0
                        pc = _jump(code, length, pc)
                    if s.cycle.beat_due:
                        frame.pc = pc & 0xFFFF
                        return STOP_BEAT
                continue

            if opcode == TOKEN_IF:
                frame.condition = 1
                frame.or_mode = 0
                frame.not_flag = 0
                continue
            if opcode == TOKEN_GOTO:
                pc = _jump(code, length, pc)
                continue
            if opcode == TOKEN_END_OF_LOGIC:
                break
            if opcode > c.rules.last_action or c.action_kind[opcode] == KIND_NONE:
                frame.pc = pc & 0xFFFF
                s.vm.error = ERROR_BAD_ACTION
                s.vm.error_value = opcode
                return NEED_ERROR

            operands = c.action_length[opcode]
            if pc + operands <= length:
                a = code + pc
            else:
                rest = length - pc if pc < length else 0
                for result in range(MOST_OPERANDS):
                    missing[result] = code[pc + result] if result < rest else 0
                a = &missing[0]
            pc += operands
            s.vm.last_action = opcode
            s.vm.last_length = operands
            memcpy(&s.vm.last_operands[0], a, operands)
            if recording:
                c.log_action(opcode, a, operands, frame.logic, pc - operands - 1)

            if c.action_kind[opcode] >= KIND_PYTHON:
                if c.action_kind[opcode] == KIND_BOTH and take_shortcut(c, screen, opcode, a):
                    continue
                frame.pc = pc & 0xFFFF
                return NEED_ACTION
            result = plain_action(c, opcode, a)
            if result == NOT_OURS:
                if opcode == Action.A_call or opcode == Action.A_call_v:
                    logic = a[0] if opcode == Action.A_call else s.vars[a[0]]
                    frame.pc = pc & 0xFFFF
                    if c.code[logic] == NULL:
                        c.wanted_logic = logic
                        return NEED_LOGIC
                    if s.loaded.logics.present[logic]:
                        result = enter_logic(c, logic, False, 0)
                    else:
                        result = call_unloaded(c, logic)
                    if result == 0:
                        frame = NULL
                        break
                elif opcode == Action.A_set_scan_start:
                    s.loaded.scan_start[frame.logic] = pc & 0xFFFF
                    result = 0
                elif opcode == Action.A_reset_scan_start:
                    s.loaded.scan_start[frame.logic] = 0
                    result = 0
                else:
                    result = object_action(c, screen, opcode, a)
                    if result == NEED_PLACE and c.rules.bound_placement_search:
                        result = 0
                    if s.heap.wanted != 0:
                        result = NEED_MEMORY
                    elif s.general.hung:
                        result = NEED_PLACE
            if result != 0:
                frame.pc = pc & 0xFFFF
                if result < 0:
                    return result
                s.vm.error = result
                return NEED_ERROR

        if frame == NULL:
            continue  # a call
        # A return.
        s.vm.depth -= 1
        if frame.temporary:
            drop_called(c, frame.loaded_before)
            if s.general.hung:
                return NEED_PLACE
        if s.vm.depth == 0:
            return NEED_NONE


cdef inline Py_ssize_t _jump(const uint8_t* code, Py_ssize_t length, Py_ssize_t pc) noexcept nogil:
    """Return the target of the 16-bit distance at pc, modulo 65,536."""
    if pc + 2 > length:
        return length
    return (pc + 2 + <int16_t>(code[pc] | (code[pc + 1] << 8))) & 0xFFFF


cdef int run(Context c, Screen screen) noexcept nogil:
    """Execute until something needs Python; the plain and the recording loop come from one source."""
    if c.log_on:
        return _run(c, screen, True)
    return _run(c, screen, False)
