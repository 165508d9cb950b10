// Vectors of one, two or four planes.
#pragma once

#include <cstdint>

#include "nine/layout.h"
#include "target.h"

namespace bombe::nine::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

// Clang does not tell the preprocessor about targets that a pragma sets.
#if BOMBE_BITS > 128 || (defined(BOMBE_SSE) && defined(__SSSE3__))
#define BOMBE_HAS_BYTE_SHUFFLES 1
#else
#define BOMBE_HAS_BYTE_SHUFFLES 0
#endif

constexpr int kPlanes = BOMBE_BITS / 128;                  // in a vector
constexpr int kVectors = (kSize + kPlanes - 1) / kPlanes;  // in a position

typedef uint32_t Vector __attribute__((vector_size(16 * kPlanes), may_alias));
typedef uint32_t Plane __attribute__((vector_size(16), may_alias));

// For each value where it may stand; planes beyond the ninth stay 0.
struct alignas(64) Position {
  Vector of[kVectors];

  Plane &plane(int value) { return reinterpret_cast<Plane *>(of)[value]; }
  const Plane &plane(int value) const { return reinterpret_cast<const Plane *>(of)[value]; }
};

BOMBE_INLINE Vector all(uint32_t lane) { return Vector{} + lane; }

// Each band's lane takes the next band's content.
BOMBE_INLINE Vector next_band(Vector x) {
#if BOMBE_BITS == 128
  return __builtin_shufflevector(x, x, 1, 2, 0, 3);
#elif BOMBE_BITS == 256
  return __builtin_shufflevector(x, x, 1, 2, 0, 3, 5, 6, 4, 7);
#else
  return __builtin_shufflevector(x, x, 1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 13, 14, 12, 15);
#endif
}

// The planes of a vector change places, at distance 1 or 2.
BOMBE_INLINE Vector swap_planes(Vector x, int distance) {
#if BOMBE_BITS == 256
  (void)distance;
  return __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
#elif BOMBE_BITS == 512
  if (distance == 2)
    return __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  return __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
#else
  (void)distance;
  return x;
#endif
}

BOMBE_INLINE bool is_any(Vector x) {
#if defined(__x86_64__) && BOMBE_BITS == 512
  return _mm512_test_epi32_mask((__m512i)x, (__m512i)x) != 0;
#elif defined(__x86_64__) && BOMBE_BITS == 256
  return !_mm256_testz_si256((__m256i)x, (__m256i)x);
#elif defined(BOMBE_SSE) && defined(__SSE4_1__)
  return !_mm_testz_si128((__m128i)x, (__m128i)x);
#else
  typedef uint64_t Words __attribute__((vector_size(16)));
  const Words words = (Words)x;
  return (words[0] | words[1]) != 0;
#endif
}

BOMBE_INLINE Vector load(const uint32_t *lanes) { return *reinterpret_cast<const Vector *>(lanes); }

// Which lanes are bands, and which are no bands of one of the nine planes in the last vector.
struct RealLanes {
  alignas(64) uint32_t bands[kLanes * kPlanes] = {};
  alignas(64) uint32_t not_in_last[kLanes * kPlanes] = {};
  constexpr RealLanes() {
    for (int i = 0; i < kLanes * kPlanes; i++) {
      const bool is_band = i % kLanes < kBands;
      const int value = (kVectors - 1) * kPlanes + i / kLanes;
      bands[i] = is_band ? ~0u : 0;
      not_in_last[i] = is_band && value < kSize ? 0 : ~0u;
    }
  }
};
constexpr RealLanes kReal;

BOMBE_TARGET_END

}  // namespace bombe::nine::BOMBE_WIDTH
