from libc.stdint cimport uint8_t, uint32_t

from agi_emu._core.flood cimport Ground


cdef struct DrawingState:
    uint8_t mask       # 0x0F if the colour plane is on, 0xF0 if the priority plane is
    uint8_t value      # current colour and priority, F where the plane is off
    uint8_t pen        # operand of the last F9
    uint8_t variant    # a PenVariant
    const uint8_t* nibbles  # of colours on a CGA in the rows that count; NULL for the colours themselves
    const uint8_t* others   # in the other rows, for what a pen puts into the next one
    uint8_t wrapped         # value there
    Ground ground      # what fills know of the picture
    uint32_t* counts   # what is drawn, from COUNT_PICTURE on (prices.pxd); NULL where nobody asks


cdef int draw_picture(
    uint8_t* picture, const uint8_t* data, Py_ssize_t length, int pen_variant, uint8_t* pen,
    const uint8_t* nibbles=*, const uint8_t* others=*, uint32_t* counts=*
) noexcept nogil
