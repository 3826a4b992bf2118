# The inner loops of the chip's samples (see psg.pyx): impulses added up, and what is heard of their running sum.

from libc.stdint cimport int16_t, int32_t


cdef extern from *:
    """
    #include <stdint.h>
    enum { AGI_TAPS = 32, AGI_WHOLE_BITS = 15, AGI_DRIFT_BITS = 9 };

    /* agi_add_impulse: add first * pairs[2 i] + second * pairs[2 i + 1] to each of AGI_TAPS sums.
       agi_settle: make each of `count` sums what is left of the running sum when its mean is taken away, and return the last
       one, less the 512th of it that goes over to the mean; `kept` is what the call before returned.
       agi_take: round, limit and move `count` sums to samples at full volume, and leave zeros.
       Eight or four at a time where the processor's family has that in every member; a portable form for all others. */

    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
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
            __m128i low = agi_rounded(_mm_loadu_si128((const __m128i*)(sums + i)));
            __m128i high = agi_rounded(_mm_loadu_si128((const __m128i*)(sums + i + 4)));
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
            sums[i] = (int32_t)((uint32_t)sums[i] + (uint32_t)(first * pairs[2 * i]) + (uint32_t)(second * pairs[2 * i + 1]));
    }
    static inline int agi_take_eights(int32_t* sums, int count, int16_t* samples)
    {
        return 0;
    }
    #endif

    #if defined(__GNUC__)
    #define AGI_IN_THIS_ORDER(value) __asm__("" : "+r"(value))
    #else
    #define AGI_IN_THIS_ORDER(value) ((void)0)
    #endif
    static inline int32_t agi_settle(int32_t* sums, int count, int32_t kept)
    {
        /* Unsigned, for sums may wrap around. Each turn waits for the one before; in this order for two operations, in the
           compiler's for three, which costs a fifth of all samples a second. */
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
    static inline void agi_take(int32_t* sums, int count, int16_t* samples)
    {
        for (int i = agi_take_eights(sums, count, samples); i < count; i++) {
            int32_t sample = (sums[i] >> AGI_WHOLE_BITS) + (sums[i] >> (AGI_WHOLE_BITS - 1) & 1);
            samples[i] = (int16_t)(sample < -32768 ? -32768 : sample > 32767 ? 32767 : sample);
            sums[i] = 0;
        }
    }
    """
    enum:
        TAPS "AGI_TAPS"  # of an impulse
        WHOLE_BITS "AGI_WHOLE_BITS"  # an impulse adds up to 1 << 15
        DRIFT_BITS "AGI_DRIFT_BITS"  # time constant of the high-pass, 512 samples: 14 Hz at 44,100
    void agi_add_impulse(int32_t* sums, const int16_t* pairs, int16_t first, int16_t second) noexcept nogil
    int32_t agi_settle(int32_t* sums, int count, int32_t kept) noexcept nogil
    void agi_take(int32_t* sums, int count, int16_t* samples) noexcept nogil
