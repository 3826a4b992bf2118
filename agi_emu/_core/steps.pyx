"""Runs decoded logics: the steps between two tokens that are left to the fetch loop (interp.pyx)."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from agi_emu._core.actions cimport CoreAction
from agi_emu._core.conditions cimport compare, may_have_said, said, test
from agi_emu._core.context cimport Context
from agi_emu._core.decoding cimport *
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *
from agi_emu._core.prices cimport COUNT_SAID
from agi_emu._core.screen cimport Screen
from agi_emu._core.variable_actions cimport change

cdef enum:
    # Of a step that is an action with one operand or with two: the bytes that are noted from vm.last_action on.
    NOTED_OF_ONE = 3
    NOTED_OF_TWO = 4


cdef inline int price_of_said(Context c) noexcept nogil:
    """Return what a test of said takes besides while a sentence is there."""
    return c.tariff.prices[COUNT_SAID] if c.tariff != NULL and c.s.input.word_count else 0


cdef inline bint holds(Context c, int logic, const Step* step) noexcept nogil:
    """Return whether the test of a step is true that is not one of `compare`."""
    cdef const uint8_t* operands = c.code[logic] + operands_at(step)
    if step.kind != STEP_TEST + <int> Test.T_said:
        return test(c, step.kind - STEP_TEST, operands)
    return may_have_said(c.s) and said(c, operands + 1, operands[0])


cdef inline const Step* innermost(Context c) noexcept nogil:
    """Return where the innermost logic continues; NULL where that is the fetch loop's to find out."""
    cdef const LogicFrame* frame = &c.s.vm.frames[c.s.vm.depth - 1]
    cdef const Step* steps = c.steps[frame.logic].steps
    if steps == NULL or frame.condition or frame.pc >= c.code_length[frame.logic]:
        return NULL
    if frame.logic == 0 and c.s.general.first_logic_changed:
        return NULL
    return steps + frame.pc


cdef inline bint hears_nothing(Context c) noexcept nogil:
    """Return whether no test of a sentence or of a controller is true, and none takes more work for a sentence."""
    return not c.has_controller and not may_have_said(c.s) and price_of_said(c) == 0


cdef const Step* run_plain(
    Context c, LogicFrame* frame, const Step* steps, const Step* step, int most
) noexcept nogil:
    """Execute tests, jumps, and actions on variables and flags, as long as there is work for any; return what is next.

    The frame is left as the fetch loop would leave it: between two tokens, perhaps of a condition. No step of the logic
    takes more work than `most`.
    """
    cdef StateLayout* s = c.s
    cdef uint8_t* noted = &s.vm.last_action
    cdef const Silence* silence
    cdef int work = s.vm.work, result
    cdef bint tested = False, inside
    while work > most:
        if step.kind >= STEP_COMPARISON:
            tested = True
            if step.kind < STEP_TEST:
                result = compare(c, step.kind - STEP_COMPARISON, &step.operands[0])
            else:
                if step.marks & OVERHEARD and hears_nothing(c):
                    silence = &c.steps[frame.logic].silences[step - steps]
                    if work - silence.work > most:
                        work -= silence.work
                        step = &steps[silence.next]
                        continue
                if step.kind == STEP_TEST + <int> Test.T_said:
                    work -= price_of_said(c)
                result = holds(c, frame.logic, step)
            if result ^ (step.marks & NEGATED != 0):
                work -= step.when_true
                step = &steps[step.next]
            else:
                work -= step.when_false
                step = &steps[step.other]
        elif step.kind == STEP_JUMP:
            # Perhaps out of a condition.
            tested = True
            work -= step.when_true
            step = &steps[step.next]
        elif FIRST_CHANGE <= step.kind <= LAST_CHANGE:
            work -= step.when_true
            change(s, step.kind, &step.operands[0])
            if has_one_operand(step.kind):
                memcpy(noted, step, NOTED_OF_ONE)
                step += 2
            else:
                memcpy(noted, step, NOTED_OF_TWO)
                step += 3
        else:
            break
    s.vm.work = work
    if tested:
        inside = step - steps >= c.code_length[frame.logic]
        frame.condition = inside
        frame.or_mode = inside and step.marks & IN_GROUP != 0
        frame.not_flag = 0
    return step


cdef bint run_last(Context c, LogicFrame* frame, const Step* steps, const Step** step) noexcept nogil:
    """Do what `run_plain` does with little work left, step by step; return whether there is some for the one after it.

    A test is several tokens, and each of them needs work.
    """
    cdef StateLayout* s = c.s
    while step[0].kind not in (STEP_TOKEN, STEP_RETURN, STEP_ACTION):
        if s.vm.work <= 0:
            return False
        if step[0].kind >= STEP_COMPARISON:
            if s.vm.work <= max(step[0].when_true, step[0].when_false) + price_of_said(c):
                return False
        step[0] = run_plain(c, frame, steps, step[0], s.vm.work - 1)
    return s.vm.work > 0 and step[0].kind != STEP_TOKEN


cdef inline int execute(
    Context c, Screen screen, LogicFrame* frame, const Step* step, Py_ssize_t offset, CoreAction* actions
) noexcept nogil:
    """Execute the action of a step at an offset; return what it gave, or how it left the frame."""
    cdef const uint8_t* code = c.code[frame.logic] + offset
    cdef int result
    note_action(c.s, code[0], code + 1, step.marks)
    result = actions[code[0]](c, screen, code + 1)
    return result if result == 0 else left_frame(c.s, frame, step.next, result)


cdef Py_ssize_t offset_of(Context c, int logic, Py_ssize_t place) noexcept nogil:
    """Return the offset at which the step at a place begins."""
    cdef Py_ssize_t inside = place - c.code_length[logic]
    return place if inside < 0 else c.steps[logic].offsets[inside]


cdef int run_steps(
    Context c, Screen screen, LogicFrame** frame, const Step* steps, Py_ssize_t* pc, CoreAction* actions
) noexcept nogil:
    """Execute the steps of the innermost logic, and of those that it calls and returns to.

    Return 0 where the fetch loop has to continue at `pc` of `frame`; FRAME_ENTERED, LOGIC_RETURNED or a need elsewhere.
    """
    cdef StateLayout* s = c.s
    cdef LogicFrame* here = frame[0]
    cdef const Step* step = &steps[pc[0]]
    cdef int result, most = c.steps[here.logic].most
    while True:
        step = run_plain(c, here, steps, step, most)
        if step.kind == STEP_TOKEN or (s.vm.work <= most and not run_last(c, here, steps, &step)):
            frame[0] = here
            pc[0] = offset_of(c, here.logic, step - steps)
            return 0
        s.vm.work -= step.when_true
        if step.kind == STEP_ACTION:
            result = execute(c, screen, here, step, step - steps, actions)
            step = &steps[step.next]
            if result == 0:
                continue
        elif here.temporary or s.vm.depth < 2:
            result = LOGIC_RETURNED
        else:
            s.vm.depth -= 1
            result = FRAME_ENTERED
        step = innermost(c) if result == FRAME_ENTERED else NULL
        if step == NULL:
            return result
        here = &s.vm.frames[s.vm.depth - 1]
        steps = c.steps[here.logic].steps
        most = c.steps[here.logic].most
