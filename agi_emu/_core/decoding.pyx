"""Decodes logics, so that the fetch loop need not read each byte again whenever it comes there.

Every offset has a step of its own, because a jump may lead into the middle of an instruction. A condition is entered by
a step that stands for IF with its first test; the steps of further tests follow after those of all offsets, since there
the same byte means something else. What is rare, leads out of the code or needs Python is one token of the fetch loop:
STEP_TOKEN.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t
from libc.stdlib cimport calloc, free

from agi_emu._core.codes cimport *
from agi_emu._core.opcodes cimport *
from agi_emu._core.prices cimport *

cdef enum:
    MOST_STEPS = 0xFFFF  # offsets and places of steps have 16 bits
    JUMP_BYTES = 2
    # What is needed of an offset: the step of a test there, outside and inside of a group.
    TEST_NEEDED = 1
    ALTERNATIVE_NEEDED = 2

# What is known of an offset while a logic is decoded.
cdef struct Offset:
    uint16_t after_if  # the offset after the next IF, and after the next OR, stepping over whole tests
    uint16_t after_or
    uint16_t test  # places of the steps
    uint16_t alternative
    uint8_t needed

# A logic that is decoded.
cdef struct Source:
    const Opcodes* opcodes
    const uint8_t* code
    Py_ssize_t length
    Offset* offsets  # one more than the code has bytes
    Step* steps
    Silence* silences
    uint16_t* places  # offsets of the steps inside of conditions
    const int32_t* tariff  # what tokens cost (prices.pxd), NULL where work is counted in units
    int most


cdef class DecodedLogic:
    """The steps of a logic; they belong to its bytes and to the opcodes of an interpreter."""

    def __cinit__(self):
        """Begin without any."""
        self.found.steps = NULL
        self.found.silences = NULL
        self.found.offsets = NULL

    def __dealloc__(self):
        """Give back the steps."""
        free(self.found.steps)
        free(self.found.silences)
        free(self.found.offsets)


cdef Py_ssize_t jump_from(const Source* logic, Py_ssize_t at) noexcept nogil:
    """Return the target of the distance at an offset; the end where it lies outside of the code."""
    cdef const uint8_t* code = logic.code
    if at + JUMP_BYTES > logic.length:
        return logic.length
    return min((at + JUMP_BYTES + <int16_t>(code[at] | code[at + 1] << 8)) & 0xFFFF, logic.length)


cdef Py_ssize_t after_test(const Source* logic, Py_ssize_t at) noexcept nogil:
    """Return the offset after the test at an offset and its operands, at most the end."""
    cdef int size = logic.opcodes.test_length[logic.code[at]]
    if logic.code[at] == Test.T_said:
        size = 1 + 2 * logic.code[at + 1] if at + 1 < logic.length else 1
    return min(at + 1 + size, logic.length)


cdef void find_ends(Source* logic) noexcept nogil:
    """Find the next IF and the next OR of each offset."""
    cdef Offset* here
    cdef const Offset* next
    cdef Py_ssize_t at
    logic.offsets[logic.length].after_if = logic.offsets[logic.length].after_or = <uint16_t> logic.length
    for at in range(logic.length - 1, -1, -1):
        here = &logic.offsets[at]
        next = &logic.offsets[after_test(logic, at) if logic.code[at] <= LAST_TEST else at + 1]
        here.after_if = <uint16_t>(at + 1) if logic.code[at] == TOKEN_IF else next.after_if
        here.after_or = <uint16_t>(at + 1) if logic.code[at] == TOKEN_OR else next.after_or


cdef Py_ssize_t find_needed(Source* logic) noexcept nogil:
    """Give places to the steps of the tests that conditions may come to; return how many steps there are."""
    cdef Py_ssize_t at, begin, count = logic.length
    cdef Offset* here
    for at in range(logic.length):
        here = &logic.offsets[at]
        if logic.code[at] == TOKEN_IF:
            logic.offsets[at + 1].needed |= TEST_NEEDED
        if not here.needed:
            continue
        if here.needed & TEST_NEEDED:
            here.test = <uint16_t> count
            count += 1
            if logic.code[at] == TOKEN_OR:
                logic.offsets[at + 1].needed |= ALTERNATIVE_NEEDED
        if here.needed & ALTERNATIVE_NEEDED:
            here.alternative = <uint16_t> count
            count += 1
        begin = at + 1 if logic.code[at] == TOKEN_NOT else at
        if begin < logic.length and logic.code[begin] <= LAST_TEST:
            logic.offsets[after_test(logic, begin)].needed |= here.needed
            if here.needed & ALTERNATIVE_NEEDED:
                logic.offsets[here.after_or].needed |= TEST_NEEDED
    return count


cdef inline int price(const Source* logic, int what, int units) noexcept nogil:
    """Return what a token costs: clocks, or these units."""
    return units if logic.tariff == NULL else logic.tariff[what]


cdef inline void set_work(Source* logic, Step* step, int when_true, int when_false) noexcept nogil:
    """Note the work that a step takes."""
    step.when_true = when_true
    step.when_false = when_false
    if step.kind != STEP_ACTION:
        logic.most = max(logic.most, max(when_true, when_false) + price(logic, COUNT_SAID, 0))


cdef inline int price_skipped(const Source* logic, int what, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """Return what it costs to step over the tokens of a condition."""
    return price(logic, what, 0) and logic.tariff[what] * tokens_between(logic.opcodes, logic.code, begin, end)


cdef void decode_condition(Source* logic, Py_ssize_t at, bint in_group, Step* step) noexcept nogil:
    """Decode the test at an offset inside of a condition, perhaps with a NOT."""
    cdef Py_ssize_t begin = at, after, then, otherwise
    cdef int skipped, work, when_true, when_false
    step.marks = IN_GROUP if in_group else 0
    if logic.code[at] == TOKEN_OR and in_group:
        # No alternative was true.
        after = at + 1
        otherwise = jump_from(logic, logic.offsets[after].after_if)
        if otherwise < logic.length and logic.offsets[after].after_if - after <= FREE_BYTES:
            step.next = <uint16_t> otherwise
            step.kind = STEP_JUMP
            skipped = price_skipped(logic, COUNT_SKIPPED, after, logic.offsets[after].after_if)
            set_work(logic, step, price(logic, COUNT_OR, 1) + skipped, 0)
        return
    if logic.code[at] == TOKEN_NOT:
        begin = at + 1
    # A test for a key may end the beat.
    if begin >= logic.length or logic.code[begin] > LAST_TEST or logic.code[begin] == Test.T_have_key:
        return
    after = after_test(logic, begin)
    then = logic.offsets[after].after_or if in_group else after
    otherwise = jump_from(logic, logic.offsets[after].after_if)
    if in_group:
        otherwise = after
    elif logic.offsets[after].after_if - after > FREE_BYTES:
        return
    if then >= logic.length or otherwise >= logic.length or then - after > FREE_BYTES:
        return
    work = price(logic, COUNT_TESTS + logic.code[begin], 1) + (price(logic, COUNT_NOT, 1) if begin > at else 0)
    when_true = work
    when_false = work
    if in_group:
        when_true += price_skipped(logic, COUNT_SKIPPED_IN_GROUP, after, then)
    else:
        when_true += price(logic, COUNT_PASSED, 0)
        when_false += price_skipped(logic, COUNT_SKIPPED, after, logic.offsets[after].after_if)
    if logic.code[then] == TOKEN_IF:
        if then + 1 + JUMP_BYTES >= logic.length:
            return
        step.next = <uint16_t>(then + 1 + JUMP_BYTES)
        when_true += price(logic, COUNT_NONE, 1)
    else:
        step.next = logic.offsets[then].test
    step.other = logic.offsets[otherwise].alternative if in_group else <uint16_t> otherwise
    step.marks |= NEGATED if begin > at else 0
    if is_comparison(logic.code[begin]) and logic.code[begin] != Test.T_controller:
        step.operands[0] = logic.code[begin + 1]
        step.operands[1] = logic.code[begin + 2] if begin + 2 < logic.length else 0
        step.kind = logic.code[begin] + STEP_COMPARISON
    else:
        step.operands[0] = (begin + 1) & 0xFF
        step.operands[1] = (begin + 1) >> 8
        step.kind = logic.code[begin] + STEP_TEST
    set_work(logic, step, when_true, when_false)


cdef void begin_with(Source* logic, const Step* first, Step* step, int token) noexcept nogil:
    """Let a step stand for one token, IF or OR, and the test after it."""
    if first.kind >= STEP_COMPARISON:
        step[0] = first[0]
        step.marks = first.marks & ~(IN_GROUP | OVERHEARD)
        set_work(logic, step, first.when_true + price(logic, token, 1), first.when_false + price(logic, token, 1))


cdef void find_silence(Source* logic, Py_ssize_t place) noexcept nogil:
    """Find where a step leads while nothing was typed; what comes later in the logic is known."""
    cdef Step* step = &logic.steps[place]
    cdef const Silence* further
    cdef bint holds = step.marks & NEGATED != 0
    cdef int next = step.other, work = step.when_false
    if step.kind == STEP_JUMP:
        holds = True
    elif step.kind != STEP_TEST + <int> Test.T_said:
        if step.kind != STEP_TEST + <int> Test.T_controller or logic.code[operands_at(step)] >= CONTROLLERS:
            return
    if holds:
        next, work = step.next, step.when_true
    further = &logic.silences[next]
    if further.work:
        step.marks |= OVERHEARD
        work += further.work
        next = further.next
    logic.silences[place].next = <uint16_t> next
    logic.silences[place].work = work


cdef void decode_action(Source* logic, Py_ssize_t at, Step* step) noexcept nogil:
    """Decode the action at an offset, if the core executes it and the logic continues after it."""
    cdef const Opcodes* opcodes = logic.opcodes
    cdef int number = logic.code[at], size = opcodes.action_length[number], work
    if number > opcodes.last_action or opcodes.action_kind[number] != KIND_CORE or at + 1 + size >= logic.length:
        return
    if number in (Action.A_set_scan_start, Action.A_reset_scan_start):
        return
    step.marks = size
    step.operands[0] = logic.code[at + 1]
    step.operands[1] = logic.code[at + 2] if at + 2 < logic.length else 0
    step.next = <uint16_t>(at + 1 + size)
    step.kind = STEP_ACTION
    if number <= LAST_CHANGE and size == 1 + (not has_one_operand(number)):
        step.kind = number
    work = price(logic, COUNT_ACTIONS + number, 1)
    if ends_list(logic.code, logic.length, step.next):
        work += price(logic, COUNT_LIST, 0)
    set_work(logic, step, work, 0)


cdef void decode_place(Source* logic, Py_ssize_t at) noexcept nogil:
    """Decode an offset: what stands there inside of conditions, if one comes there, and outside."""
    cdef const Offset* here = &logic.offsets[at]
    cdef Step* step = &logic.steps[at]
    cdef int token = logic.code[at]
    cdef Py_ssize_t target
    if here.needed & ALTERNATIVE_NEEDED:
        logic.places[here.alternative - logic.length] = <uint16_t> at
        decode_condition(logic, at, True, &logic.steps[here.alternative])
        find_silence(logic, here.alternative)
    if here.needed & TEST_NEEDED:
        logic.places[here.test - logic.length] = <uint16_t> at
        decode_condition(logic, at, False, &logic.steps[here.test])
        if token == TOKEN_OR and at + 1 < logic.length:
            begin_with(logic, &logic.steps[here[1].alternative], &logic.steps[here.test], COUNT_OR)
        find_silence(logic, here.test)
    if token == TOKEN_IF:
        if at + 1 < logic.length:
            begin_with(logic, &logic.steps[here[1].test], step, COUNT_IF)
    elif token == TOKEN_GOTO:
        target = jump_from(logic, at + 1)
        if target < logic.length:
            step.next = <uint16_t> target
            step.kind = STEP_JUMP
            set_work(logic, step, price(logic, COUNT_GOTO, 1), 0)
    elif token == TOKEN_END_OF_LOGIC:
        step.kind = STEP_RETURN
        set_work(logic, step, price(logic, COUNT_RETURN, 1), 0)
    elif token < TOKEN_OR:
        decode_action(logic, at, step)
    find_silence(logic, at)


cdef bint decode_all(Source* logic) noexcept nogil:
    """Decode a logic; return False where memory is lacking or it has too many steps."""
    cdef Py_ssize_t at, count
    find_ends(logic)
    count = find_needed(logic)
    if count > MOST_STEPS:
        return False
    logic.steps = <Step*> calloc(count, sizeof(Step))
    logic.silences = <Silence*> calloc(count, sizeof(Silence))
    logic.places = <uint16_t*> calloc(count - logic.length + 1, sizeof(uint16_t))
    if logic.steps == NULL or logic.silences == NULL or logic.places == NULL:
        return False
    for at in range(logic.length - 1, -1, -1):
        decode_place(logic, at)
    return True


cdef DecodedLogic decode(const Opcodes* opcodes, bytes code, const int32_t* prices):
    """Return the steps of a logic, with `prices` those of their tokens; none without memory or with too many steps."""
    cdef DecodedLogic decoded = DecodedLogic()
    cdef Source logic
    logic.opcodes = opcodes
    logic.code = <const uint8_t*> <const char*> code
    logic.length = len(code)
    logic.steps = NULL
    logic.silences = NULL
    logic.places = NULL
    logic.tariff = prices
    logic.most = 0
    if not 0 < logic.length <= MOST_STEPS:
        return decoded
    logic.offsets = <Offset*> calloc(logic.length + 1, sizeof(Offset))
    if logic.offsets != NULL and decode_all(&logic):
        decoded.found.steps = logic.steps
        decoded.found.silences = logic.silences
        decoded.found.offsets = logic.places
        decoded.found.most = logic.most
    else:
        free(logic.steps)
        free(logic.silences)
        free(logic.places)
    free(logic.offsets)
    return decoded
