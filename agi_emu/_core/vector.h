/* The innermost loops of the core, several cells or samples at a time.
 *
 * Each loop has two forms that do the same: one for the vector unit that every member of x86-64 has (SSE2), and a
 * portable one. The core declares them in vector.pxd; tests/core/test_vector.py compares the forms. What they use of
 * SSE2, web/include/emmintrin.h has for WebAssembly.
 *
 * A cell is a byte of the picture: colour in the low nibble, priority in the high one.
 */

#ifndef AGI_VECTOR_H
#define AGI_VECTOR_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define AGI_SSE2
#endif

/* Bits of a word that is not 0. */

#if defined(_MSC_VER)
#include <intrin.h>
static __inline int agi_lowest_bit(uint64_t word)
{
    unsigned long place;
    _BitScanForward64(&place, word);
    return (int)place;
}
static __inline int agi_highest_bit(uint64_t word)
{
    unsigned long place;
    _BitScanReverse64(&place, word);
    return (int)place;
}
#else
#define agi_lowest_bit(word) __builtin_ctzll(word)
#define agi_highest_bit(word) (__builtin_clzll(word) ^ 63)
#endif

/* Lines, pens and fills: agi_plot_run plots `count` cells that lie side by side, each becomes (cell | mask) & value;
 * `room` cells reach to the end of the picture.
 *
 * Up to sixteen are one step, in which the cells after the run are written back as they were. More than sixteen end
 * with a step that reaches back, since plotting a cell twice is plotting it once. Most runs are so short that a loop's
 * end, which no processor can foretell, costs more than the plotting. */

static inline void agi_plot_few(uint8_t* cells, int count, uint8_t mask, uint8_t value)
{
    for (int i = 0; i < count; i++)
        cells[i] = (uint8_t)((cells[i] | mask) & value);
}

#ifdef AGI_SSE2
static const uint8_t agi_first_cells[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                            255, 255, 255, 255, 255, 255, 255, 255};

static inline __m128i agi_plotted(__m128i cells, __m128i masks, __m128i values)
{
    return _mm_and_si128(_mm_or_si128(cells, masks), values);
}
static inline void agi_plot_run(uint8_t* cells, int count, int room, uint8_t mask, uint8_t value)
{
    const __m128i masks = _mm_set1_epi8((char)mask), values = _mm_set1_epi8((char)value);
    if (count > 16) {
        uint8_t* const last = cells + count - 16;
        /* Read before cells in it are written: to read them again would wait until they have reached the cache. */
        const __m128i end = agi_plotted(_mm_loadu_si128((const __m128i*)last), masks, values);
        do {
            _mm_storeu_si128((__m128i*)cells, agi_plotted(_mm_loadu_si128((const __m128i*)cells), masks, values));
            cells += 16;
        } while (cells < last);
        _mm_storeu_si128((__m128i*)last, end);
    } else if (room >= 16) {
        const __m128i first = _mm_loadu_si128((const __m128i*)(agi_first_cells + 16 - count));
        const __m128i before = _mm_loadu_si128((const __m128i*)cells), after = agi_plotted(before, masks, values);
        _mm_storeu_si128((__m128i*)cells, _mm_or_si128(_mm_and_si128(first, after), _mm_andnot_si128(first, before)));
    } else
        agi_plot_few(cells, count, mask, value);
}
#else
static inline void agi_plot_run(uint8_t* cells, int count, int room, uint8_t mask, uint8_t value)
{
    (void)room;
    agi_plot_few(cells, count, mask, value);
}
#endif

/* Fills: agi_equal_row sets bit i of three words where the nibble of cells[i] under the mask (0x0F or 0xF0) is the
 * wanted one, for the 160 cells of a row. */

#ifdef AGI_SSE2
static inline uint64_t agi_equal_16(const uint8_t* cells, __m128i masks, __m128i wanted)
{
    const __m128i sixteen = _mm_and_si128(_mm_loadu_si128((const __m128i*)cells), masks);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(sixteen, wanted));
}
static inline uint64_t agi_equal_32(const uint8_t* cells, __m128i masks, __m128i wanted)
{
    return agi_equal_16(cells, masks, wanted) | agi_equal_16(cells + 16, masks, wanted) << 16;
}
static inline void agi_equal_row(const uint8_t* cells, uint8_t mask, uint8_t wanted, uint64_t* words)
{
    const __m128i masks = _mm_set1_epi8((char)mask), all_wanted = _mm_set1_epi8((char)wanted);
    words[0] = agi_equal_32(cells, masks, all_wanted) | agi_equal_32(cells + 32, masks, all_wanted) << 32;
    words[1] = agi_equal_32(cells + 64, masks, all_wanted) | agi_equal_32(cells + 96, masks, all_wanted) << 32;
    words[2] = agi_equal_32(cells + 128, masks, all_wanted);
}
#else
static inline void agi_equal_row(const uint8_t* cells, uint8_t mask, uint8_t wanted, uint64_t* words)
{
    const uint64_t ones = 0x0101010101010101u;
    words[0] = words[1] = words[2] = 0;
    for (int i = 0; i < 160; i += 8) {
        uint64_t eight = 0;
        for (int k = 0; k < 8; k++)
            eight |= (uint64_t)cells[i + k] << (8 * k);
        eight = (eight & mask * ones) ^ wanted * ones;
        if (mask & 0xF0)
            eight >>= 4;
        /* Bit 7 of each byte becomes 1 where the nibble differs; the product gathers the eight in the top byte. */
        eight = (~(eight + 0x7F * ones) >> 7) & ones;
        words[i >> 6] |= (eight * 0x0102040810204080u >> 56) << (i & 63);
    }
}
#endif

/* Cels: agi_draw_cells draws sixteen unpacked cells (colours, 0x80 and above where transparent) with a priority in the
 * high nibble, where the background's priority is not higher and no control line. Bit i of what it returns is set where
 * cell i was drawn, bit 16 + i where it lies on a control line and is still to be decided.
 *
 * agi_draw_rows draws rows of cells, whole sixteens of which lie in the picture, up to the first row that has a cell to
 * be decided; it returns how many those are, and sets `visible` where a cell was drawn. */

#ifdef AGI_SSE2
static inline __m128i agi_draw_16(uint8_t* picture, const uint8_t* cells, __m128i own, __m128i top, __m128i* undecided)
{
    const __m128i unpacked = _mm_loadu_si128((const __m128i*)cells);
    const __m128i behind = _mm_loadu_si128((const __m128i*)picture);
    const __m128i transparent = _mm_cmpgt_epi8(_mm_setzero_si128(), unpacked);
    const __m128i in_front = _mm_cmpeq_epi8(_mm_min_epu8(behind, top), behind);
    const __m128i on_line = _mm_cmpeq_epi8(_mm_min_epu8(behind, _mm_set1_epi8(0x2F)), behind);
    const __m128i drawn = _mm_andnot_si128(_mm_or_si128(transparent, on_line), in_front);
    const __m128i changed = _mm_and_si128(_mm_xor_si128(_mm_or_si128(own, unpacked), behind), drawn);
    _mm_storeu_si128((__m128i*)picture, _mm_xor_si128(behind, changed));
    *undecided = _mm_or_si128(*undecided, _mm_andnot_si128(transparent, on_line));
    return drawn;
}
static inline uint32_t agi_draw_cells(uint8_t* picture, const uint8_t* cells, uint8_t priority)
{
    const __m128i own = _mm_set1_epi8((char)priority), top = _mm_set1_epi8((char)(priority | 0x0F));
    __m128i undecided = _mm_setzero_si128();
    const __m128i drawn = agi_draw_16(picture, cells, own, top, &undecided);
    return (uint32_t)_mm_movemask_epi8(drawn) | (uint32_t)_mm_movemask_epi8(undecided) << 16;
}
static inline int agi_draw_rows(uint8_t* picture, const uint8_t* cells, int width, int rows, uint8_t priority,
                                int* visible)
{
    const __m128i own = _mm_set1_epi8((char)priority), top = _mm_set1_epi8((char)(priority | 0x0F));
    __m128i drawn = _mm_setzero_si128();
    int row = 0;
    for (; row < rows; row++, picture += 160) {
        __m128i undecided = _mm_setzero_si128();
        for (ptrdiff_t i = 0; i < width; i += 16, cells += 16)
            drawn = _mm_or_si128(drawn, agi_draw_16(picture + i, cells, own, top, &undecided));
        if (_mm_movemask_epi8(undecided))
            break;
    }
    *visible |= _mm_movemask_epi8(drawn) != 0;
    return row;
}
#else
static inline uint32_t agi_draw_cells(uint8_t* picture, const uint8_t* cells, uint8_t priority)
{
    uint32_t bits = 0;
    for (int i = 0; i < 16; i++) {
        const uint8_t behind = picture[i] & 0xF0;
        const uint32_t wanted = cells[i] < 0x80, on_line = behind <= 0x20;
        const uint32_t drawn = wanted & !on_line & (behind <= priority);
        picture[i] = drawn ? (uint8_t)(priority | cells[i]) : picture[i];
        bits |= drawn << i | (wanted & on_line) << (16 + i);
    }
    return bits;
}
static inline int agi_draw_rows(uint8_t* picture, const uint8_t* cells, int width, int rows, uint8_t priority,
                                int* visible)
{
    int row = 0;
    for (; row < rows; row++, picture += 160) {
        uint32_t bits = 0;
        for (int i = 0; i < width; i += 16, cells += 16)
            bits |= agi_draw_cells(picture + i, cells, priority);
        *visible |= (bits & 0xFFFF) != 0;
        if (bits >> 16)
            break;
    }
    return row;
}
#endif

/* Control lines: agi_all_from returns whether all of `count` cells that lie side by side are `least` or more. */

static inline int agi_all_from(const uint8_t* cells, int count, uint8_t least)
{
#ifdef AGI_SSE2
    if (count >= 8) {
        const __m128i bound = _mm_set1_epi8((char)least);
        __m128i lowest = _mm_loadl_epi64((const __m128i*)(cells + count - 8));
        for (ptrdiff_t i = 0; i < count - 8; i += 8)
            lowest = _mm_min_epu8(lowest, _mm_loadl_epi64((const __m128i*)(cells + i)));
        return (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(lowest, bound), bound)) & 0xFF) == 0xFF;
    }
#endif
    for (int i = 0; i < count; i++)
        if (cells[i] < least)
            return 0;
    return 1;
}

/* Backgrounds: agi_copy_rows copies `rows` of `count` bytes that lie so far apart. They are so short that calling memcpy
 * costs more than the copying; the last step of a row reaches back over bytes of the one before. */

static inline void agi_copy_rows(uint8_t* target, int target_width, const uint8_t* source, int source_width, int count,
                                 int rows)
{
    if (count >= 16)
        for (; rows > 0; rows--, target += target_width, source += source_width) {
            for (ptrdiff_t i = 0; i < count - 16; i += 16)
                memcpy(target + i, source + i, 16);
            memcpy(target + count - 16, source + count - 16, 16);
        }
    else if (count >= 8)
        for (; rows > 0; rows--, target += target_width, source += source_width) {
            memcpy(target, source, 8);
            memcpy(target + count - 8, source + count - 8, 8);
        }
    else
        for (; rows > 0; rows--, target += target_width, source += source_width)
            for (int i = 0; i < count; i++)
                target[i] = source[i];
}

/* The screen: agi_show_rows shows the colours (shift 0) or priorities (shift 4) of cells that lie side by side, two
 * pixels each, in rows of the picture. The last step of a row reaches back over cells of the one before. */

static inline void agi_show_few(uint8_t* pixels, const uint8_t* cells, int count, int shift)
{
    for (int i = 0; i < count; i++)
        pixels[2 * i] = pixels[2 * i + 1] = (uint8_t)(cells[i] >> shift & 15);
}

#ifdef AGI_SSE2
static inline __m128i agi_nibbles(__m128i cells, int shift)
{
    return _mm_and_si128(_mm_srl_epi16(cells, _mm_cvtsi32_si128(shift)), _mm_set1_epi8(0x0F));
}
static inline void agi_show_16(uint8_t* pixels, const uint8_t* cells, int shift)
{
    const __m128i colours = agi_nibbles(_mm_loadu_si128((const __m128i*)cells), shift);
    _mm_storeu_si128((__m128i*)pixels, _mm_unpacklo_epi8(colours, colours));
    _mm_storeu_si128((__m128i*)(pixels + 16), _mm_unpackhi_epi8(colours, colours));
}
static inline void agi_show_8(uint8_t* pixels, const uint8_t* cells, int shift)
{
    const __m128i colours = agi_nibbles(_mm_loadl_epi64((const __m128i*)cells), shift);
    _mm_storeu_si128((__m128i*)pixels, _mm_unpacklo_epi8(colours, colours));
}
#endif

static inline void agi_show_rows(uint8_t* pixels, const uint8_t* cells, int count, int rows, int shift)
{
    const uint8_t* const end = cells + 160 * rows;
#ifdef AGI_SSE2
    if (count >= 16)
        for (; cells < end; pixels += 320, cells += 160) {
            for (ptrdiff_t i = 0; i < count - 16; i += 16)
                agi_show_16(pixels + 2 * i, cells + i, shift);
            agi_show_16(pixels + 2 * (ptrdiff_t)(count - 16), cells + count - 16, shift);
        }
    else if (count >= 8)
        for (; cells < end; pixels += 320, cells += 160) {
            agi_show_8(pixels, cells, shift);
            agi_show_8(pixels + 2 * (ptrdiff_t)(count - 8), cells + count - 8, shift);
        }
#endif
    for (; cells < end; pixels += 320, cells += 160)
        agi_show_few(pixels, cells, count, shift);
}

/* Memory: agi_fetch asks for what will be used soon. */

static inline void agi_fetch(const void* start, size_t count)
{
#if defined(__GNUC__)
    const char* const first = (const char*)start - (uintptr_t)start % 64;
    for (const char* line = first; line < (const char*)start + count; line += 64)
        __builtin_prefetch(line, 0, 1);
#else
    (void)start, (void)count;
#endif
}

/* States: agi_line_differs returns whether two lines of 64 bytes differ. */

#ifdef AGI_SSE2
static inline __m128i agi_mixed_16(const uint8_t* one, const uint8_t* other)
{
    return _mm_xor_si128(_mm_loadu_si128((const __m128i*)one), _mm_loadu_si128((const __m128i*)other));
}
static inline int agi_line_differs(const uint8_t* one, const uint8_t* other)
{
    const __m128i low = _mm_or_si128(agi_mixed_16(one, other), agi_mixed_16(one + 16, other + 16));
    const __m128i high = _mm_or_si128(agi_mixed_16(one + 32, other + 32), agi_mixed_16(one + 48, other + 48));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_or_si128(low, high), _mm_setzero_si128())) != 0xFFFF;
}
#else
static inline int agi_line_differs(const uint8_t* one, const uint8_t* other)
{
    return memcmp(one, other, 64) != 0;
}
#endif

/* The chip's samples (psg.pyx), made of impulses of 32 taps that add up to 1 << 15. The high-pass has a time constant
 * of 512 samples: 14 Hz at 44,100 samples a second. */

enum { AGI_TAPS = 32, AGI_WHOLE_BITS = 15, AGI_DRIFT_BITS = 9, AGI_SOME = 64 };

/* agi_add_impulse adds first * pairs[2 i] + second * pairs[2 i + 1] to each of AGI_TAPS sums. agi_take_eights does
 * agi_take for as many whole eights of samples as there are, and returns how many samples that are. */

#ifdef AGI_SSE2
static inline void agi_add_impulse(int32_t* sums, const int16_t* pairs, int16_t first, int16_t second)
{
    const __m128i weights = _mm_set1_epi32((int32_t)((uint32_t)(uint16_t)second << 16 | (uint16_t)first));
    for (int i = 0; i < AGI_TAPS; i += 4) {
        __m128i four = _mm_madd_epi16(_mm_loadu_si128((const __m128i*)(pairs + 2 * i)), weights);
        four = _mm_add_epi32(four, _mm_loadu_si128((const __m128i*)(sums + i)));
        _mm_storeu_si128((__m128i*)(sums + i), four);
    }
}
static inline __m128i agi_rounded(__m128i sums)
{
    return _mm_add_epi32(_mm_srai_epi32(sums, AGI_WHOLE_BITS),
                         _mm_and_si128(_mm_srli_epi32(sums, AGI_WHOLE_BITS - 1), _mm_set1_epi32(1)));
}
static inline int agi_take_eights(int32_t* sums, int count, int16_t* samples)
{
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        const __m128i low = agi_rounded(_mm_loadu_si128((const __m128i*)(sums + i)));
        const __m128i high = agi_rounded(_mm_loadu_si128((const __m128i*)(sums + i + 4)));
        _mm_storeu_si128((__m128i*)(samples + i), _mm_packs_epi32(low, high));
        _mm_storeu_si128((__m128i*)(sums + i), _mm_setzero_si128());
        _mm_storeu_si128((__m128i*)(sums + i + 4), _mm_setzero_si128());
    }
    return i;
}
#else
static inline void agi_add_impulse(int32_t* sums, const int16_t* pairs, int16_t first, int16_t second)
{
    for (int i = 0; i < AGI_TAPS; i++)
        sums[i] =
            (int32_t)((uint32_t)sums[i] + (uint32_t)(first * pairs[2 * i]) + (uint32_t)(second * pairs[2 * i + 1]));
}
static inline int agi_take_eights(int32_t* sums, int count, int16_t* samples)
{
    (void)sums, (void)count, (void)samples;
    return 0;
}
#endif

/* Keeps the compiler from changing the order of two operations on a value. */
#if defined(__GNUC__)
#define AGI_IN_THIS_ORDER(value) __asm__("" : "+r"(value))
#else
#define AGI_IN_THIS_ORDER(value) ((void)0)
#endif

/* Make each of `count` sums what is left of the running sum when its mean is taken away, and return the last one, less
 * the 512th of it that goes over to the mean; `kept` is what the call before returned.
 *
 * Unsigned, for sums may wrap around. Each turn waits for the one before; in this order for two operations, in the
 * compiler's for three, which costs a fifth of all samples a second. */
static inline int32_t agi_settle(int32_t* sums, int count, int32_t kept)
{
    uint32_t sum = 0, mean = 0u - (uint32_t)kept;
    for (int i = 0; i < count; i++) {
        sum += (uint32_t)sums[i];
        AGI_IN_THIS_ORDER(sum);
        sum -= mean;
        mean = (uint32_t)((int32_t)sum >> AGI_DRIFT_BITS);
        sums[i] = (int32_t)sum;
    }
    return (int32_t)(sum - mean);
}

/* Round, limit and move `count` sums to samples at full volume, and leave zeros. */
static inline void agi_take(int32_t* sums, int count, int16_t* samples)
{
    for (int i = agi_take_eights(sums, count, samples); i < count; i++) {
        const int32_t sample = (sums[i] >> AGI_WHOLE_BITS) + (sums[i] >> (AGI_WHOLE_BITS - 1) & 1);
        samples[i] = (int16_t)(sample < -32768 ? -32768 : sample > 32767 ? 32767 : sample);
        sums[i] = 0;
    }
}

/* Do both, some at a time: these are rounded while the next ones wait for each other. */
static inline int32_t agi_settle_and_take(int32_t* sums, int count, int32_t kept, int16_t* samples)
{
    for (int i = 0; i < count; i += AGI_SOME) {
        const int some = count - i < AGI_SOME ? count - i : AGI_SOME;
        kept = agi_settle(sums + i, some, kept);
        agi_take(sums + i, some, samples + i);
    }
    return kept;
}

#endif
