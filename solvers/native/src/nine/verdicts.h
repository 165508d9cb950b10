// From planes to verdicts: for each cell the nine values side by side.
#pragma once

#include <cstdint>
#include <cstring>

#include "budget.h"
#include "nine/layout.h"
#include "nine/load.h"
#include "nine/vectors.h"
#include "target.h"

namespace bombe::nine::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

// What is known of all candidates.
struct Findings {
  Position open;     // what C0 allows in empty cells
  Position yes;      // of those, what stands in a solution
  Position unknown;  // of those, what may stand in one
};

#if BOMBE_HAS_BYTE_SHUFFLES
// For each cell of a board the values that it has in a position, as bits.
struct CellMasks {
  uint16_t of[kCells + 15];
};

// The cells of half a band (0 to 15, or 11 to 26) that are set in a lane, as bytes of 0 or -1.
BOMBE_INLINE __m128i spread(uint32_t lane, int half) {
  const __m128i byte = load_bytes(kSpread.byte[half]), bit = load_bytes(kSpread.bit[half]);
  const __m128i word = _mm_set1_epi32(static_cast<int>(lane));
  return _mm_cmpeq_epi8(_mm_and_si128(_mm_shuffle_epi8(word, byte), bit), bit);
}

BOMBE_INLINE void masks_of(const Position &position, CellMasks &masks) {
  for (int lane = 0; lane < kBands; lane++) {
    for (int half = 0; half < 2; half++) {
      __m128i low = _mm_setzero_si128();
      for (int value = kSize - 2; value >= 0; value--) {
        low = _mm_sub_epi8(_mm_add_epi8(low, low), spread(position.plane(value)[lane], half));
      }
      const __m128i ninth = spread(position.plane(kSize - 1)[lane], half);
      const __m128i high = _mm_sub_epi8(_mm_setzero_si128(), ninth);
      __m128i *to = reinterpret_cast<__m128i *>(masks.of + 27 * lane + 11 * half);
      _mm_storeu_si128(to, _mm_unpacklo_epi8(low, high));
      _mm_storeu_si128(to + 1, _mm_unpackhi_epi8(low, high));
    }
  }
}

// -1 in the bytes of the values that a cell's mask holds; the ninth bit is in the second byte.
BOMBE_INLINE __m128i bytes_of(uint16_t mask) {
  const __m128i byte = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, -1, -1, -1, -1, -1, -1, -1);
  const __m128i bit = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 1, 1, 1, 1, 1, 1, 1);
  const __m128i spread = _mm_shuffle_epi8(_mm_cvtsi32_si128(mask), byte);
  return _mm_cmpeq_epi8(_mm_and_si128(spread, bit), bit);
}

// kNo, and one more if yes, and two more if unknown.
inline void write_verdicts(const Findings &findings, uint8_t *verdicts) {
  static_assert(kNo == 1 && kYes == kNo + 1 && kUnknown == kNo + 2, "sums of what is set");
  CellMasks open, yes, unknown;
  masks_of(findings.open, open);
  masks_of(findings.yes, yes);
  masks_of(findings.unknown, unknown);
  for (int cell = 0; cell < kCells; cell++) {
    const __m128i twice = bytes_of(unknown.of[cell]);
    const __m128i sum = _mm_add_epi8(_mm_add_epi8(twice, twice),
                                     _mm_add_epi8(bytes_of(open.of[cell]), bytes_of(yes.of[cell])));
    alignas(16) uint8_t bytes[16];
    _mm_store_si128(reinterpret_cast<__m128i *>(bytes), _mm_sub_epi8(_mm_setzero_si128(), sum));
    std::memcpy(verdicts + kSize * cell, bytes, kSize);
  }
}
#else
BOMBE_INLINE bool is_set(const Position &position, Place place, int value) {
  return position.plane(value)[place.lane] >> place.bit & 1;
}

inline void write_verdicts(const Findings &findings, uint8_t *verdicts) {
  for (int cell = 0; cell < kCells; cell++) {
    const Place place = kTables.place[cell];
    for (int value = 0; value < kSize; value++) {
      *verdicts++ = !is_set(findings.open, place, value)     ? kNotCandidate
                    : is_set(findings.yes, place, value)     ? kYes
                    : is_set(findings.unknown, place, value) ? kUnknown
                                                             : kNo;
    }
  }
}
#endif

BOMBE_TARGET_END

}  // namespace bombe::nine::BOMBE_WIDTH
