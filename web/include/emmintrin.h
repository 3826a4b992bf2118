/* SSE2, as far as agi_emu/_core/vector.h uses it, in the vector instructions of WebAssembly. */

#ifndef AGI_EMMINTRIN_H
#define AGI_EMMINTRIN_H

#include <wasm_simd128.h>

typedef v128_t __m128i;

#define _mm_setzero_si128() wasm_i64x2_const_splat(0)
#define _mm_set1_epi8 wasm_i8x16_splat
#define _mm_set1_epi32 wasm_i32x4_splat
#define _mm_loadu_si128 wasm_v128_load
#define _mm_loadl_epi64 wasm_v128_load64_zero
#define _mm_storeu_si128 wasm_v128_store

#define _mm_and_si128 wasm_v128_and
#define _mm_andnot_si128(first, second) wasm_v128_andnot(second, first)
#define _mm_or_si128 wasm_v128_or
#define _mm_xor_si128 wasm_v128_xor

#define _mm_cmpeq_epi8 wasm_i8x16_eq
#define _mm_cmpgt_epi8 wasm_i8x16_gt
#define _mm_min_epu8 wasm_u8x16_min
#define _mm_movemask_epi8 (int)wasm_i8x16_bitmask

#define _mm_add_epi32 wasm_i32x4_add
#define _mm_madd_epi16 wasm_i32x4_dot_i16x8
#define _mm_srai_epi32 wasm_i32x4_shr
#define _mm_srli_epi32 wasm_u32x4_shr
#define _mm_srli_epi16 wasm_u16x8_shr
#define _mm_cvtsi32_si128(bits) (bits)
#define _mm_srl_epi16 wasm_u16x8_shr

#define _mm_packs_epi32 wasm_i16x8_narrow_i32x4
#define _mm_packus_epi16 wasm_u8x16_narrow_i16x8
#define _mm_unpacklo_epi8(first, second)                                                                               \
    wasm_i8x16_shuffle(first, second, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define _mm_unpackhi_epi8(first, second)                                                                               \
    wasm_i8x16_shuffle(first, second, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)

#endif
