# Logics decoded once, in steps (decoding.pyx).

from libc.stdint cimport int32_t, uint8_t, uint16_t

from agi_emu._core.opcodes cimport *

# What an interpreter does with each opcode: who executes an action, and how many operand bytes follow.
cdef struct Opcodes:
    int last_action
    uint8_t action_kind[256]
    uint8_t action_length[256]
    uint8_t test_length[LAST_TEST + 1]

cdef enum:
    FIRST_CHANGE = Action.A_increment  # of the actions that `change` executes (variable_actions.pxd)
    LAST_CHANGE = Action.A_toggle_v
    CONTROLLERS = 50  # in the table
    FREE_BYTES = 32  # of a condition that are stepped over without fuel of their own

cdef enum:
    # Kinds of steps; between the first two stand the numbers of actions on variables and flags, and from the last two
    # on a test's number is added.
    STEP_TOKEN = 0  # one token, left to the fetch loop
    STEP_JUMP = 0x20
    STEP_RETURN = 0x21
    STEP_ACTION = 0x22
    STEP_COMPARISON = 0x40
    STEP_TEST = 0x60
    # Marks of a test: it is negated, it stands in a group of alternatives.
    NEGATED = 0x40
    IN_GROUP = 0x20
    # Its silence leads over more than itself.
    OVERHEARD = 0x80

cdef struct Step:
    uint8_t kind
    uint8_t marks  # of an action: how many operands it has
    uint8_t[2] operands  # the first two; of STEP_TEST the offset of the operands
    uint16_t next  # place of the step after it; of a test where it is true
    uint16_t other  # where it is false
    int32_t when_true  # the work that it takes, of an action or a jump too: its tokens, or their clocks
    int32_t when_false

# Where the tests from a step on lead that ask for a sentence or a controller, over all that follow each other, while
# there is neither; and the work that they take, 0 where the step is none of them.
cdef struct Silence:
    uint16_t next
    int32_t work

# A logic as steps: one for each offset outside of conditions, then those inside of them, of which `offsets` says where
# each begins. NULL for none.
cdef struct Steps:
    Step* steps
    Silence* silences  # one for each step
    uint16_t* offsets
    int most  # work that a step takes which `run_plain` executes

cdef class DecodedLogic:
    cdef Steps found

cdef DecodedLogic decode(const Opcodes* opcodes, bytes code, const int32_t* prices)


cdef inline int operands_at(const Step* step) noexcept nogil:
    """Return the offset of the operands of a step of STEP_TEST."""
    return step.operands[0] | step.operands[1] << 8


cdef inline bint ends_list(const uint8_t* code, Py_ssize_t length, Py_ssize_t after) noexcept nogil:
    """Return whether what stands after an action is another token than an action."""
    return after >= length or not TOKEN_END_OF_LOGIC < code[after] < TOKEN_OR


cdef inline int tokens_between(
    const Opcodes* opcodes, const uint8_t* code, Py_ssize_t begin, Py_ssize_t end
) noexcept nogil:
    """Return how many tokens of a condition stand between two offsets, whole tests at once."""
    cdef int token, count = 0
    while begin < end:
        token = code[begin]
        begin += 1
        if token == Test.T_said:
            begin += 1 + 2 * code[begin] if begin < end else 1
        elif token <= LAST_TEST:
            begin += opcodes.test_length[token]
        count += 1
    return count


cdef inline bint is_comparison(int number) noexcept nogil:
    """Return whether `compare` evaluates a test."""
    return <int> Test.T_equaln <= number <= <int> Test.T_isset_v or number == Test.T_controller


cdef inline bint has_one_operand(int action) noexcept nogil:
    """Return whether an action of `change` has one operand, not two."""
    return action == Action.A_increment or action == Action.A_decrement or action >= Action.A_set
