# The innermost loops of the core, in C (vector.h says what each does).

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t

cdef extern from "vector.h" nogil:
    # Both ask for a word other than 0.
    int lowest_bit "agi_lowest_bit"(uint64_t word) noexcept
    int highest_bit "agi_highest_bit"(uint64_t word) noexcept

    void plot_run "agi_plot_run"(uint8_t* cells, int count, int room, uint8_t mask, uint8_t value) noexcept
    void equal_row "agi_equal_row"(const uint8_t* cells, uint8_t mask, uint8_t wanted, uint64_t* words) noexcept
    uint32_t draw_cells "agi_draw_cells"(uint8_t* picture, const uint8_t* cells, uint8_t priority) noexcept
    int draw_rows "agi_draw_rows"(
        uint8_t* picture, const uint8_t* cells, int width, int rows, uint8_t priority, int* visible
    ) noexcept
    bint all_from "agi_all_from"(const uint8_t* cells, int count, uint8_t least) noexcept
    void copy_rows "agi_copy_rows"(
        uint8_t* target, int target_width, const uint8_t* source, int source_width, int count, int rows
    ) noexcept
    void show_rows "agi_show_rows"(uint8_t* pixels, const uint8_t* cells, int count, int rows, int shift) noexcept
    void fetch "agi_fetch"(const void* start, size_t count) noexcept
    bint line_differs "agi_line_differs"(const uint8_t* one, const uint8_t* other) noexcept

    enum:
        TAPS "AGI_TAPS"  # of an impulse
        WHOLE_BITS "AGI_WHOLE_BITS"  # an impulse adds up to 1 << 15
        DRIFT_BITS "AGI_DRIFT_BITS"  # time constant of the high-pass, 512 samples
    void add_impulse "agi_add_impulse"(int32_t* sums, const int16_t* pairs, int16_t first, int16_t second) noexcept
    int32_t settle "agi_settle"(int32_t* sums, int count, int32_t kept) noexcept
    int32_t settle_and_take "agi_settle_and_take"(int32_t* sums, int count, int32_t kept, int16_t* samples) noexcept
