// Fills the table with vectors of 256 bits: AVX2.
#if defined(__x86_64__)
#include <immintrin.h>

#include <cstdint>

#include "endgame/table.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt"))), \
    apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")
#endif

#define BOMBE_INLINE inline __attribute__((always_inline))

namespace bombe::endgame {
namespace fill256 {

constexpr int kInRegisters = 8;

typedef int8_t Lanes __attribute__((vector_size(32), may_alias));

BOMBE_INLINE Lanes load(const int8_t *at) { return *reinterpret_cast<const Lanes *>(at); }

BOMBE_INLINE void store(int8_t *at, Lanes lanes) { *reinterpret_cast<Lanes *>(at) = lanes; }

BOMBE_INLINE Lanes sum(Lanes a, Lanes b) {
  return (Lanes)_mm256_adds_epi8((__m256i)a, (__m256i)b);
}

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
  const __m256i by_one =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
  const __m256i by_two =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
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

#include "endgame/fill.inl"

}  // namespace fill256
}  // namespace bombe::endgame

#if defined(__clang__)
#pragma clang attribute pop
#endif

namespace bombe::endgame {
const Filler kFill256[kMostCross + 1] = {fill256::fill<0>, fill256::fill<1>, fill256::fill<2>,
                                         fill256::fill<3>};
}
#endif
