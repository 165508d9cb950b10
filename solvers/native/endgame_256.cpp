// Fills the table with one vector of 256 bits for a block: AVX2.
#if defined(__x86_64__)
#include <immintrin.h>

#include <cstdint>

#include "endgame_table.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt"))), \
    apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")
#endif

#define BOMBE_INLINE static inline __attribute__((always_inline))

namespace bombe::endgame {
namespace fill256 {

typedef int8_t Lanes __attribute__((vector_size(32), may_alias));

BOMBE_INLINE Lanes load(const int8_t *at) { return *reinterpret_cast<const Lanes *>(at); }

BOMBE_INLINE void store(int8_t *at, Lanes lanes) { *reinterpret_cast<Lanes *>(at) = lanes; }

BOMBE_INLINE Lanes less(Lanes a, Lanes b) {
  return (Lanes)_mm256_subs_epi8((__m256i)a, (__m256i)b);
}

BOMBE_INLINE Lanes larger(Lanes a, Lanes b) {
  return (Lanes)_mm256_max_epi8((__m256i)a, (__m256i)b);
}

// Each lane takes what the lane has that differs from it by one low cell.
template <int low>
BOMBE_INLINE Lanes swap(Lanes x) {
  const __m256i all = (__m256i)x;
  if (low == 4) return (Lanes)_mm256_permute4x64_epi64(all, 0x4e);
  if (low == 3) return (Lanes)_mm256_shuffle_epi32(all, 0x4e);
  if (low == 2) return (Lanes)_mm256_shuffle_epi32(all, 0xb1);
  const __m256i by_one =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
  const __m256i by_two =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
  return (Lanes)_mm256_shuffle_epi8(all, low == 0 ? by_one : by_two);
}

#include "endgame_fill.inl"

}  // namespace fill256
}  // namespace bombe::endgame

#if defined(__clang__)
#pragma clang attribute pop
#endif

namespace bombe::endgame {
const Filler kFill256 = fill256::fill;
}
#endif
