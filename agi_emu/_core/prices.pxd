# What the original's costly routines are called for, and what each call costs in clocks of a computer of its time
# (reference: TIME-34). Nothing here is state.

from libc.stdint cimport int32_t, uint32_t

cdef enum:
    # Tokens of logics; `NAMES` in counting.pyx has the names of all.
    COUNT_NONE = 0  # what costs nothing: the end of a condition
    COUNT_PASSED  # conditions, on to the next test or to the end
    COUNT_SKIPPED  # tokens to the end of a condition, and to that of a group
    COUNT_SKIPPED_IN_GROUP
    COUNT_IF
    COUNT_GOTO
    COUNT_NOT
    COUNT_OR
    COUNT_RETURN
    COUNT_LIST  # actions before another token
    COUNT_SAID  # tests of said while words of a sentence are there, beside those in the table by number
    # Rectangles; the next two places have their rows and cells.
    COUNT_RESTORED
    COUNT_SAVED = COUNT_RESTORED + 3
    COUNT_SHOWN = COUNT_SAVED + 3
    COUNT_FILLED = COUNT_SHOWN + 3
    COUNT_CHARACTER = COUNT_FILLED + 3
    COUNT_DISPLAYED  # characters of display
    COUNT_CEL
    COUNT_CEL_ROW
    COUNT_OPAQUE  # cells
    COUNT_RUN
    COUNT_CLEAR_RUN
    COUNT_BELOW  # cells looked at from a control line down to the ground
    COUNT_LISTED  # lists that are built, objects looked at, chosen, those of a fixed priority
    COUNT_CYCLE = COUNT_LISTED + 4
    COUNT_OBJECT
    COUNT_ANIMATED  # cycles with active objects, and the objects of these
    COUNT_ACTIVE = COUNT_ANIMATED + 2
    COUNT_ADVANCED
    COUNT_DIRECTED
    COUNT_WANDER
    COUNT_MOVE_OBJ
    COUNT_MOVED
    COUNT_STEPPED  # with a direction
    COUNT_BASE  # cells of base lines
    COUNT_ABOVE_ALL  # objects of priority 15
    COUNT_COLLIDED  # searches for a collision, objects looked at
    COUNT_SEARCHED = COUNT_COLLIDED + 2
    # Pictures (picture.pyx): these, their bytes, lists of lines, lines and points of each kind, fills, pens.
    COUNT_PICTURE
    COUNT_PLOTTED = COUNT_PICTURE + 2
    COUNT_ACROSS
    COUNT_DOWN = COUNT_ACROSS + 2
    COUNT_SLANTED = COUNT_DOWN + 2
    COUNT_FILL = COUNT_SLANTED + 2  # fills, cells, runs of them
    COUNT_PEN = COUNT_FILL + 3
    # Resources from the disk: these, bytes of texts, packed bytes; words that are parsed, their characters.
    COUNT_LOADED
    COUNT_DECRYPTED
    COUNT_EXPANDED
    COUNT_NIBBLES
    COUNT_DISK_BYTES  # of the resources in the volumes: told, without a price
    COUNT_WORD
    COUNT_WORD_CHARACTER
    # Timer interrupts: without a sound, with the speaker, with the chip.
    COUNT_BEAT
    # By number:
    COUNT_ACTIONS = COUNT_BEAT + 3
    COUNT_TESTS = COUNT_ACTIONS + 256
    COUNT_CALLED = COUNT_TESTS + 32  # logics that are loaded for a call
    COUNTS = COUNT_CALLED + 256

cdef struct Tariff:
    int32_t prices[COUNTS]  # in clocks; all 0 where calls are counted alone
    uint32_t counts[COUNTS]
    bint is_counting  # each token; else those of steps are charged and not counted
