"""The message formatter: breaks lines as the original does and expands its % codes.

The state machine of reference: TEXT-18, which gives every recorded window of the original, visible bugs included.
What the codes insert comes from Python (`machine.display.message.Sources`), whose errors it passes on.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memmove

from agi_emu._core.codes cimport *

cdef enum:
    NEWLINE = 0x0A
    SPACE = 0x20
    PERCENT = 0x25
    BAR = 0x7C
    ZERO = 0x30
    NINE = 0x39
    DIGITS_OF_A_VARIABLE = 3
    MOST_DIGITS = 10
    LOW_BYTE = 0xFF
    COLUMN_BITS = 0xFFFF  # columns are numbers of 16 bits without a sign
    NOWHERE = -1
    LAST_SINGLE = 0x80
    # A message that inserts itself never ends in the original either (its stack overflows); no real text comes near.
    MOST_INSERTIONS = 200
    # Characters after which a text ends. 20 lines of 40 are fewer; only texts of nothing but line feeds come to more.
    MOST_CHARACTERS = 4000

cpdef enum:
    # Characters that are looked at for one text: codes that mean nothing leave none behind.
    MOST_READ = 16_000


cdef class Formatted:
    """A formatted text: lines are parted by 0Ah; `lines` and `width` are the size of its window.

    Quirk: the width is a 16-bit number without a sign. A break at a space before an explicit line feed counts fewer
    than no columns, so the widest line is one of 65,536 - n (reference: TEXT-21). `read` counts the characters that
    were looked at, those of texts that were inserted too.
    """

    cdef readonly bytes text
    cdef readonly int lines
    cdef readonly int width
    cdef readonly int read

    def __init__(self, bytes text not None, int lines, int width, int read=0):
        """Keep a text and its size."""
        self.text = text
        self.lines = lines
        self.width = width
        self.read = read


def format_message(
    bytes text not None, sources: Sources | None, int limit, uint8_t escape, str codes not None, bint pairs=False
) -> Formatted:
    """Return `text` with its `codes` expanded and broken into lines of fewer than `limit` columns.

    With `pairs` a letter may have two bytes, of which the first is above 80h and the second may be any.
    """
    cdef _Layout layout
    cdef const uint8_t* characters = text
    cdef Py_ssize_t size = len(text)
    if size < limit and _is_plain(characters, size, escape):
        return Formatted(text, 1, size, size)
    layout = _Layout(sources, limit, escape, codes)
    layout.pairs = pairs
    layout.expand(text, characters, size, False)
    layout.end_line()
    return Formatted(layout.output[:layout.size], layout.lines, layout.width, layout.read)


cdef bint _is_plain(const uint8_t* text, Py_ssize_t size, uint8_t escape) noexcept nogil:
    """Return whether there is nothing to expand, and no line to end: most texts."""
    cdef Py_ssize_t i
    for i in range(size):
        if text[i] == PERCENT or text[i] == escape or text[i] == NEWLINE:
            return False
    return True


cdef class _Layout:
    """A formatting under way."""

    cdef object sources
    cdef str codes
    cdef int limit
    cdef uint8_t escape
    cdef bint pairs
    # A full line may end after the last character that is taken.
    cdef uint8_t output[MOST_CHARACTERS + 1]
    cdef int size
    cdef int position  # column in the current line, as the original counts it
    cdef int last_space  # place in the output of the space where the line can be broken
    cdef int lines
    cdef int width
    cdef int insertions
    cdef int read

    def __init__(self, sources, int limit, uint8_t escape, str codes):
        """Begin with nothing."""
        self.sources = sources
        self.codes = codes
        self.limit = limit
        self.escape = escape
        self.last_space = NOWHERE

    cdef void put(self, uint8_t character) noexcept:
        """Append a character, where there is room."""
        if self.size <= MOST_CHARACTERS:
            self.output[self.size] = character
            self.size += 1

    cdef void end_line(self) noexcept:
        """Count a line."""
        self.lines += 1
        self.width = max(self.width, self.position & COLUMN_BITS)
        self.position = 0

    cdef int expand(self, bytes owner, const uint8_t* text, Py_ssize_t end, bint logic_zero) except -1:
        """Take over a text; `owner` keeps it in memory. Every turn reads, ends a line, or ends the text."""
        cdef Py_ssize_t at = 0
        cdef uint8_t character
        while at < end:
            # Looked at only here, so short lines beyond the limit get through (reference: TEXT-42).
            if self.lines > MESSAGE_LINES:
                return 0
            while self.position < self.limit:
                if at >= end or self.size >= MOST_CHARACTERS or self.read >= MOST_READ:
                    return 0
                character = text[at]
                at += 1
                self.read += 1
                if self.pairs and character > LAST_SINGLE and at < end:
                    self.put(character)
                    self.put(text[at])
                    self.position += 2
                    at += 1
                elif character == self.escape:
                    if at >= end:
                        return 0
                    self.put(text[at])
                    self.position += 1
                    at += 1
                elif character == PERCENT and at >= end:
                    # Quirk: the end of the text is taken for an unknown code (reference: TEXT-25).
                    owner = None if self.sources is None else self.sources.behind(owner)
                    if owner is None:
                        return 0
                    text, at, end = owner, 0, len(owner)
                elif character == PERCENT:
                    self.insert(text, &at, end, logic_zero)
                elif character == NEWLINE:
                    # Quirk: the space remembered is kept, so a long word can break the line before this one
                    # (reference: TEXT-21).
                    self.put(NEWLINE)
                    self.end_line()
                else:
                    if character == SPACE:
                        self.last_space = self.size
                    self.put(character)
                    self.position += 1
            self.break_line()
        return 0

    cdef void break_line(self) noexcept:
        """End a line that has filled up, at its last space if there is one."""
        cdef int space = self.last_space, following = space + 1, next_word = following
        if space == NOWHERE:
            self.put(NEWLINE)
            self.end_line()
            return
        self.position -= self.size - space
        self.end_line()
        self.output[space] = NEWLINE
        while next_word < self.size and self.output[next_word] == SPACE:
            next_word += 1
        memmove(&self.output[following], &self.output[next_word], self.size - next_word)
        self.size -= next_word - following
        self.last_space = NOWHERE
        self.position = self.size - following

    cdef int insert(self, const uint8_t* text, Py_ssize_t* at, Py_ssize_t end, bint logic_zero) except -1:
        """Expand the code whose letter is at `at`, which moves on to where the text continues."""
        cdef Py_UCS4 code = text[at[0]]
        cdef int number, digits = 0
        cdef bytes inserted
        at[0] += 1
        if code not in self.codes:
            return 0
        number = self.number(text, at, end)
        if code == c"v" and at[0] < end and text[at[0]] == BAR:
            at[0] += 1
            digits = self.number(text, at, end)
        self.insertions += 1
        if self.insertions > MOST_INSERTIONS:
            return 0
        if code == c"v":
            return self.insert_number(self.sources.shown(number), digits)
        if code == c"m":
            inserted = self.sources.message(number, logic_zero=logic_zero)
        elif code == c"g":
            inserted = self.sources.message(number, logic_zero=True)
        elif code == c"s":
            inserted = self.sources.string(number)
        elif code == c"w":
            inserted = self.sources.word(number)
        else:
            inserted = self.sources.item_name(self.sources.variable(number))
        return self.expand(inserted, inserted, len(inserted), logic_zero or code == c"g") if inserted else 0

    cdef int insert_number(self, uint8_t value, int digits) except -1:
        """Insert a number with at least so many digits, ten at most."""
        cdef uint8_t text[MOST_DIGITS]
        cdef int at = MOST_DIGITS
        cdef int first = MOST_DIGITS - min(max(digits, 1), MOST_DIGITS)
        while value or at > first:
            at -= 1
            text[at] = ZERO + value % 10
            value //= 10
        return self.expand(None, &text[at], MOST_DIGITS - at, False)

    cdef int number(self, const uint8_t* text, Py_ssize_t* at, Py_ssize_t end) noexcept:
        """Read decimal digits, none being 0; return the number as a byte."""
        cdef int value = 0
        while at[0] < end and ZERO <= text[at[0]] <= NINE:
            value = (10 * value + text[at[0]] - ZERO) & LOW_BYTE
            at[0] += 1
            self.read += 1
        return value
