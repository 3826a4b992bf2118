from libc.stdint cimport uint8_t

# How the pens of F9 and FA look and lie, by interpreter (reference: PIC-17, PIC-23, PIC-24).
cpdef enum PenVariant:
    PEN_FULL = 0                   # 2.439 to 2.936: a round pen of size 1 has all six cells
    PEN_MIDDLE_ROW_INSIDE = 1      # 3.002: size 1 is its middle row only, and no pen passes the right edge
    PEN_NOTCHED = 2                # 2.435: size 1 lacks the left cell of its last row
    PEN_NOTCHED_OFF_CENTRE = 3     # 2.426: the same, and every pen lies at x - n / 2, y - n / 2
    PEN_SHORT_OFF_CENTRE = 4       # 2.425: size 1 lacks its last row, pens lie as in 2.426
    PEN_DOT = 5                    # 2.411: F9 is read and ignored, FA plots single cells
    PEN_ABSENT = 6                 # before 2.411: neither F9 nor FA is a command

cdef enum:
    PEN_VARIANTS = 7
    PEN_SIZE = 0x07
    PEN_RECTANGLE = 0x10
    PEN_SPLATTER = 0x20

cdef int draw_pen(
    uint8_t* picture, int x, int y, int pen, int texture, uint8_t mask, uint8_t value, int variant
) noexcept nogil
