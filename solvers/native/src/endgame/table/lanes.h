// Vectors of the table's 32 lanes: one of 256 bits, or a pair of 128 bits.
#pragma once

#include <cstdint>

#include "target.h"

namespace bombe::endgame::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

#if BOMBE_BITS == 128
constexpr int kInRegisters = 4;

typedef int8_t Half __attribute__((vector_size(16), may_alias));

struct Lanes {
  Half first, second;
};

BOMBE_INLINE Lanes load(const int8_t *at) {
  const Half *halves = reinterpret_cast<const Half *>(at);
  return {halves[0], halves[1]};
}

BOMBE_INLINE void store(int8_t *at, Lanes lanes) {
  Half *halves = reinterpret_cast<Half *>(at);
  halves[0] = lanes.first;
  halves[1] = lanes.second;
}

BOMBE_INLINE Half sum(Half a, Half b) {
#if defined(BOMBE_SSE)
  return (Half)_mm_adds_epi8((__m128i)a, (__m128i)b);
#elif defined(BOMBE_NEON)
  return (Half)vqaddq_s8((int8x16_t)a, (int8x16_t)b);
#elif defined(BOMBE_WASM)
  return (Half)wasm_i8x16_add_sat((v128_t)a, (v128_t)b);
#else
  Half sums;
  for (int lane = 0; lane < 16; lane++) {
    const int all = a[lane] + b[lane];
    sums[lane] = static_cast<int8_t>(all < -128 ? -128 : all > 127 ? 127 : all);
  }
  return sums;
#endif
}

BOMBE_INLINE Lanes sum(Lanes a, Lanes b) {
  return {sum(a.first, b.first), sum(a.second, b.second)};
}

BOMBE_INLINE Half less(Half a, Half b) {
#if defined(BOMBE_SSE)
  return (Half)_mm_subs_epi8((__m128i)a, (__m128i)b);
#elif defined(BOMBE_NEON)
  return (Half)vqsubq_s8((int8x16_t)a, (int8x16_t)b);
#elif defined(BOMBE_WASM)
  return (Half)wasm_i8x16_sub_sat((v128_t)a, (v128_t)b);
#else
  return sum(a, -b);  // no lane is -128
#endif
}

BOMBE_INLINE Lanes less(Lanes a, Lanes b) {
  return {less(a.first, b.first), less(a.second, b.second)};
}

BOMBE_INLINE Lanes minus(Lanes a) { return {-a.first, -a.second}; }

BOMBE_INLINE Half larger(Half a, Half b) { return a > b ? a : b; }

BOMBE_INLINE Lanes larger(Lanes a, Lanes b) {
  return {larger(a.first, b.first), larger(a.second, b.second)};
}

BOMBE_INLINE Half smaller(Half a, Half b) { return a < b ? a : b; }

BOMBE_INLINE Lanes smaller(Lanes a, Lanes b) {
  return {smaller(a.first, b.first), smaller(a.second, b.second)};
}

template <int low>
BOMBE_INLINE Half swap(Half x) {
  if (low == 0)
    return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
  if (low == 1)
    return __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  if (low == 2)
    return __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
  return __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Each lane takes what the lane has that differs from it by one low cell.
template <int low>
BOMBE_INLINE Lanes swap(Lanes x) {
  if (low == 4) return {x.second, x.first};
  return {swap<low>(x.first), swap<low>(x.second)};
}

BOMBE_INLINE Half firsts(Half a, Half b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
}

BOMBE_INLINE Half seconds(Half a, Half b) {
  return __builtin_shufflevector(a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30,
                                 31);
}

// Quarter i of vector j and quarter j of vector i take each other's place.
BOMBE_INLINE void exchange(Lanes *four) {
  const Lanes a = four[0], b = four[1], c = four[2], d = four[3];
  four[0] = {firsts(a.first, b.first), firsts(c.first, d.first)};
  four[1] = {seconds(a.first, b.first), seconds(c.first, d.first)};
  four[2] = {firsts(a.second, b.second), firsts(c.second, d.second)};
  four[3] = {seconds(a.second, b.second), seconds(c.second, d.second)};
}
#else
constexpr int kInRegisters = 8;

typedef int8_t Lanes __attribute__((vector_size(32), may_alias));

BOMBE_INLINE Lanes load(const int8_t *at) { return *reinterpret_cast<const Lanes *>(at); }

BOMBE_INLINE void store(int8_t *at, Lanes lanes) { *reinterpret_cast<Lanes *>(at) = lanes; }

BOMBE_INLINE Lanes sum(Lanes a, Lanes b) { return (Lanes)_mm256_adds_epi8((__m256i)a, (__m256i)b); }

BOMBE_INLINE Lanes less(Lanes a, Lanes b) {
  return (Lanes)_mm256_subs_epi8((__m256i)a, (__m256i)b);
}

BOMBE_INLINE Lanes minus(Lanes a) { return -a; }

BOMBE_INLINE Lanes larger(Lanes a, Lanes b) {
  return (Lanes)_mm256_max_epi8((__m256i)a, (__m256i)b);
}

BOMBE_INLINE Lanes smaller(Lanes a, Lanes b) {
  return (Lanes)_mm256_min_epi8((__m256i)a, (__m256i)b);
}

// Each lane takes what the lane has that differs from it by one low cell.
template <int low>
BOMBE_INLINE Lanes swap(Lanes x) {
  const __m256i all = (__m256i)x;
  if (low == 4) return (Lanes)_mm256_permute2x128_si256(all, all, 1);
  if (low == 3) return (Lanes)_mm256_shuffle_epi32(all, 0x4e);
  if (low == 2) return (Lanes)_mm256_shuffle_epi32(all, 0xb1);
  const __m256i by_one = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
  const __m256i by_two = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
  return (Lanes)_mm256_shuffle_epi8(all, low == 0 ? by_one : by_two);
}

// Quarter i of vector j and quarter j of vector i take each other's place.
BOMBE_INLINE void exchange(Lanes *four) {
  const __m256i even_low = _mm256_unpacklo_epi64((__m256i)four[0], (__m256i)four[1]);
  const __m256i odd_low = _mm256_unpackhi_epi64((__m256i)four[0], (__m256i)four[1]);
  const __m256i even_high = _mm256_unpacklo_epi64((__m256i)four[2], (__m256i)four[3]);
  const __m256i odd_high = _mm256_unpackhi_epi64((__m256i)four[2], (__m256i)four[3]);
  four[0] = (Lanes)_mm256_permute2x128_si256(even_low, even_high, 0x20);
  four[1] = (Lanes)_mm256_permute2x128_si256(odd_low, odd_high, 0x20);
  four[2] = (Lanes)_mm256_permute2x128_si256(even_low, even_high, 0x31);
  four[3] = (Lanes)_mm256_permute2x128_si256(odd_low, odd_high, 0x31);
}
#endif

BOMBE_TARGET_END

}  // namespace bombe::endgame::BOMBE_WIDTH
