from libc.stdint cimport uint8_t

cdef extern from *:
    """
    /* Plot `count` cells that lie side by side: each becomes (cell | mask) & value. `room` cells reach to the end of the picture.
       Sixteen cells at a time where the processor's family has vectors in every member: up to sixteen in one step, in which those after the
       run are written back as they were; more with a last step that reaches back, for plotting a cell twice is plotting it once.
       Most runs are so short that a loop's end, which no processor can foretell, costs more than the plotting. */
    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    static const uint8_t agi_first_cells[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

    static inline __m128i agi_plotted(__m128i cells, __m128i masks, __m128i values)
    {
        return _mm_and_si128(_mm_or_si128(cells, masks), values);
    }
    static inline void agi_plot_run(uint8_t* cells, int count, int room, uint8_t mask, uint8_t value)
    {
        const __m128i masks = _mm_set1_epi8((char)mask), values = _mm_set1_epi8((char)value);
        if (count > 16) {
            uint8_t* const last = cells + count - 16;
            do {
                _mm_storeu_si128((__m128i*)cells, agi_plotted(_mm_loadu_si128((const __m128i*)cells), masks, values));
                cells += 16;
            } while (cells < last);
            _mm_storeu_si128((__m128i*)last, agi_plotted(_mm_loadu_si128((const __m128i*)last), masks, values));
        } else if (room >= 16) {
            const __m128i first = _mm_loadu_si128((const __m128i*)(agi_first_cells + 16 - count));
            const __m128i before = _mm_loadu_si128((const __m128i*)cells), after = agi_plotted(before, masks, values);
            _mm_storeu_si128((__m128i*)cells, _mm_or_si128(_mm_and_si128(first, after), _mm_andnot_si128(first, before)));
        } else
            for (int i = 0; i < count; i++)
                cells[i] = (cells[i] | mask) & value;
    }
    #else
    static inline void agi_plot_run(uint8_t* cells, int count, int room, uint8_t mask, uint8_t value)
    {
        for (int i = 0; i < count; i++)
            cells[i] = (cells[i] | mask) & value;
    }
    #endif
    """
    void plot_run "agi_plot_run"(uint8_t* cells, int count, int room, uint8_t mask, uint8_t value) noexcept nogil


cdef inline void plot(uint8_t* cell, uint8_t mask, uint8_t value) noexcept nogil:
    """Plot one cell: a plane that is off has 0 in `mask` and F in `value` and is left alone (reference: PIC-4)."""
    cell[0] = (cell[0] | mask) & value


cdef void draw_line(uint8_t* picture, int x1, int y1, int x2, int y2, uint8_t mask, uint8_t value) noexcept nogil
