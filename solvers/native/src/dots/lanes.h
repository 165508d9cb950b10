// Vectors of 64-bit words: the images of a position, a line of a table, the looks of joints.
#pragma once

#include <cstdint>

#include "dots/layout.h"
#include "target.h"

namespace bombe::dots::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

constexpr int kLanes = BOMBE_BITS / 64;

typedef uint64_t Lanes __attribute__((vector_size(BOMBE_BITS / 8), may_alias));
typedef int64_t Signed __attribute__((vector_size(BOMBE_BITS / 8), may_alias));  // compared faster
constexpr int kVectors = 8 / kLanes;
static_assert(kImages == 8, "the images of a set of edges are eight words");

// Eight words.
struct Eight {
  Lanes of[kVectors];
};

BOMBE_INLINE Eight eight_at(const uint64_t *at) {
  Eight words;
  for (int i = 0; i < kVectors; i++) words.of[i] = reinterpret_cast<const Lanes *>(at)[i];
  return words;
}

BOMBE_INLINE uint64_t word(const uint64_t *at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }

// The same where other threads write words, and each must be read whole. Vectors of the language do
// not promise that. A processor with AVX does for words that are aligned, and the compiler knows
// nothing of what such an instruction reads. Nor does the thread sanitizer: it gets loads of words.
BOMBE_INLINE Eight eight_shared_at(const uint64_t *at) {
  Eight words;
  for (int i = 0; i < kVectors; i++) {
#if BOMBE_BITS == 128 || defined(__SANITIZE_THREAD__)
    for (int lane = 0; lane < kLanes; lane++) words.of[i][lane] = word(at + kLanes * i + lane);
#else
    const Lanes &vector = reinterpret_cast<const Lanes *>(at)[i];
    asm("vmovaps %1, %0" : "=v"(words.of[i]) : "m"(vector));
#endif
  }
  return words;
}

// As signed numbers: all that matters is that the same word is always the least.
BOMBE_INLINE Lanes lesser(Lanes a, Lanes b) {
  const Lanes is_less = (Lanes)((Signed)a < (Signed)b);
  return (a & is_less) | (b & ~is_less);
}

BOMBE_INLINE uint64_t least(const Eight &words) {
#if BOMBE_BITS == 512
  return static_cast<uint64_t>(_mm512_reduce_min_epi64((__m512i)words.of[0]));
#else
  Lanes least = words.of[0];
  for (int i = 1; i < kVectors; i++) least = lesser(words.of[i], least);
  const Signed lanes = (Signed)least;
  int64_t lane = lanes[0];
  for (int i = 1; i < kLanes; i++) lane = lanes[i] < lane ? lanes[i] : lane;
  return static_cast<uint64_t>(lane);
#endif
}

// A bit for each of eight words that agrees with one in the bits of a mask.
BOMBE_INLINE unsigned agreeing(const Eight &words, uint64_t with, uint64_t mask) {
#if BOMBE_BITS == 512
  return _mm512_testn_epi64_mask((__m512i)(words.of[0] ^ with), _mm512_set1_epi64(mask));
#elif BOMBE_BITS == 256
  unsigned bits = 0;
  for (int i = 0; i < 2; i++) {
    const __m256i agrees = (__m256i)(((words.of[i] ^ with) & mask) == 0);
    bits |= static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(agrees))) << 4 * i;
  }
  return bits;
#else
  unsigned bits = 0;
  for (int i = 0; i < kVectors; i++)
    for (int lane = 0; lane < kLanes; lane++)
      if (!((words.of[i][lane] ^ with) & mask)) bits |= 1u << (kLanes * i + lane);
  return bits;
#endif
}

BOMBE_TARGET_END

}  // namespace bombe::dots::BOMBE_WIDTH
