"""Lines of a picture, with the byte-wide sums of the original (reference: PIC-15, PIC-16)."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from agi_emu._core.layout cimport *


def _write_steps():
    """Write the table of short lines: their sums never reach the byte's end."""
    cdef int length, other, i, total
    for length in range(SHORT):
        for other in range(length + 1):
            total = length >> 1
            for i in range(length):
                total += other
                STEPS[length][other] |= <uint64_t>(1 + (total >= length)) << i * STEP_BITS
                total %= length


_write_steps()


cdef void draw_long(
    uint8_t* cell, int length, int other, int along, int across, uint8_t mask, uint8_t value
) noexcept nogil:
    """Plot the steps of a line that no table has; `cell` is its first one."""
    cdef int total = length >> 1
    cdef int carry, i, _
    cdef uint32_t one = ((<uint32_t>1 << QUOTIENT_SHIFT) + length - 1) // length
    if length <= LONGEST_EVEN:
        # How often it went across is a quotient, so no step waits for the one before.
        for i in range(1, length + 1):
            plot(cell + i * along + <int> ((total + i * other) * one >> QUOTIENT_SHIFT) * across, mask, value)
        return
    for _ in range(length):
        # Quirk: the sum is a byte in the original. Where it passes 255, in long and nearly diagonal lines, the step
        # across is missed, so that the line ends beside its end point (reference: PIC-16).
        total = (total + other) & 0xFF
        carry = -(total >= length)
        total -= length & carry
        cell += along + (across & carry)
        plot(cell, mask, value)


def draw(uint8_t[::1] picture not None, int x1, int y1, int x2, int y2, int mask, int value) -> None:
    """Plot the line from (x1, y1) to (x2, y2) as `draw_line` does; for tests and tools.

    `picture` has 160*168 cells of priority << 4 | colour; a plotted cell becomes (cell | mask) & value.
    """
    if picture.shape[0] != PICTURE_CELLS:
        raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {picture.shape[0]}")
    for x, y in ((x1, y1), (x2, y2)):
        if not (0 <= x < PICTURE_WIDTH and 0 <= y < PICTURE_HEIGHT):
            raise ValueError(f"({x}, {y}) is outside the picture")
    if not (0 <= mask <= 0xFF and 0 <= value <= 0xFF):
        raise ValueError(f"mask {mask} and value {value} must be bytes")
    with nogil:
        draw_line(&picture[0], x1, y1, x2, y2, mask, value)
