// From a board to a position and back.
#pragma once

#include <cstdint>

#include "nine/layout.h"
#include "nine/pass.h"
#include "nine/vectors.h"
#include "target.h"

namespace bombe::nine::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

#if BOMBE_HAS_BYTE_SHUFFLES
// Where the bytes of a band go: the places 0 to 15 and 16 to 31 of its lane, each from the 16 cells
// at the band's start and from the 16 at its end.
struct alignas(16) Shuffles {
  uint8_t from_start[2][16] = {}, from_end[2][16] = {};
  constexpr Shuffles() {
    for (int place = 0; place < 32; place++) {
      from_start[place / 16][place % 16] = from_end[place / 16][place % 16] = 0x80;
    }
    for (int cell = 0; cell < 27; cell++) {
      const int bit = place_of(cell / 9, cell % 9).bit;
      if (cell < 16) {
        from_start[bit / 16][bit % 16] = static_cast<uint8_t>(cell);
      } else {
        from_end[bit / 16][bit % 16] = static_cast<uint8_t>(cell - 11);
      }
    }
  }
};
alignas(16) constexpr Shuffles kShuffles;

BOMBE_INLINE __m128i load_bytes(const uint8_t *bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes));
}

#if BOMBE_BITS == 128
// In which bytes of the two halves the value stands, as a lane.
BOMBE_INLINE uint32_t places_of(int value, const __m128i *half) {
  const __m128i wanted = _mm_set1_epi8(static_cast<char>(value));
  const int low = _mm_movemask_epi8(_mm_cmpeq_epi8(half[0], wanted));
  const int high = _mm_movemask_epi8(_mm_cmpeq_epi8(half[1], wanted));
  return static_cast<uint32_t>(low | high << 16);
}
#else
BOMBE_INLINE uint32_t places_of(int value, const __m128i *half) {
  const __m256i wanted = _mm256_set1_epi8(static_cast<char>(value));
  const __m256i bytes = _mm256_set_m128i(half[1], half[0]);
  return static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, wanted)));
}
#endif

BOMBE_INLINE uint32_t load_lane(const uint8_t *band, int lane, uint32_t (*planes)[kLanes]) {
  const __m128i start = load_bytes(band), end = load_bytes(band + 11);
  __m128i half[2];
  for (int i = 0; i < 2; i++) {
    half[i] = _mm_or_si128(_mm_shuffle_epi8(start, load_bytes(kShuffles.from_start[i])),
                           _mm_shuffle_epi8(end, load_bytes(kShuffles.from_end[i])));
  }
  const uint32_t empty = places_of(0, half) & kBoxes;
  for (int value = 0; value < kSize; value++) {
    planes[value][lane] = places_of(value + 1, half) | empty;
  }
  return kBoxes & ~empty;
}

// For the cells 0 to 15 and 11 to 26 of a band: the byte and the bit of their lane.
struct alignas(16) Spread {
  uint8_t byte[2][16] = {}, bit[2][16] = {};
  constexpr Spread() {
    for (int half = 0; half < 2; half++) {
      for (int i = 0; i < 16; i++) {
        const int cell = 11 * half + i, place = place_of(cell / 9, cell % 9).bit;
        byte[half][i] = static_cast<uint8_t>(place / 8);
        bit[half][i] = static_cast<uint8_t>(1 << place % 8);
      }
    }
  }
};
alignas(16) constexpr Spread kSpread;

// The values' binary digits, one lane each, become bytes.
BOMBE_INLINE void store_lane(const Plane *digits, int lane, uint8_t *band) {
  for (int half = 0; half < 2; half++) {
    const __m128i byte = load_bytes(kSpread.byte[half]), bit = load_bytes(kSpread.bit[half]);
    __m128i values = _mm_setzero_si128();
    for (int digit = 3; digit >= 0; digit--) {
      const __m128i word = _mm_set1_epi32(static_cast<int>(digits[digit][lane]));
      const __m128i is_set = _mm_cmpeq_epi8(_mm_and_si128(_mm_shuffle_epi8(word, byte), bit), bit);
      values = _mm_sub_epi8(_mm_add_epi8(values, values), is_set);
    }
    _mm_storeu_si128(reinterpret_cast<__m128i *>(band + 11 * half), values);
  }
}
#else
inline uint32_t load_lane(const uint8_t *band, int lane, uint32_t (*planes)[kLanes]) {
  uint32_t given = 0;
  for (int value = 0; value < kSize; value++) planes[value][lane] = 0;
  for (int cell = 0; cell < 27; cell++) {
    const uint32_t bit = uint32_t{1} << kTables.place[cell].bit;
    if (band[cell]) given |= bit;
    for (int value = 0; value < kSize; value++) {
      if (band[cell] == 0 || band[cell] == value + 1) planes[value][lane] |= bit;
    }
  }
  return given;
}

inline void store_lane(const Plane *digits, int lane, uint8_t *band) {
  for (int cell = 0; cell < 27; cell++) {
    int value = 0;
    for (int digit = 3; digit >= 0; digit--) {
      value = 2 * value + (digits[digit][lane] >> kTables.place[cell].bit & 1);
    }
    band[cell] = static_cast<uint8_t>(value);
  }
}
#endif

// A board as it is written: given cells have their value, empty cells have all of them.
struct Reading {
  Position position;
  Vector given;  // in each plane all given cells
};

BOMBE_INLINE Reading read_board(const uint8_t *board) {
  alignas(64) uint32_t planes[kVectors * kPlanes][kLanes] = {}, given[kPlanes][kLanes] = {};
  for (int lane = 0; lane < kBands; lane++) {
    const uint32_t in_lane = load_lane(board + 27 * lane, lane, planes);
    for (int i = 0; i < kPlanes; i++) given[i][lane] = in_lane;
  }
  Reading reading;
  for (int i = 0; i < kVectors; i++) reading.position.of[i] = load(planes[i * kPlanes]);
  reading.given = load(given[0]);
  return reading;
}

// Where a search starts: given values are taken from the rest of their boxes, which spares it the
// better part of a pass.
BOMBE_INLINE Position start_of(const Reading &reading) {
  Position start;
  for (int i = 0; i < kVectors; i++) {
    start.of[i] = clear_boxes(reading.position.of[i], reading.given);
  }
  return start;
}

// Every cell must have exactly one value.
BOMBE_INLINE void write_board(const Position &position, uint8_t *board) {
  Plane digits[4] = {};
  for (int value = 1; value <= kSize; value++) {
    for (int digit = 0; digit < 4; digit++) {
      if (value >> digit & 1) digits[digit] |= position.plane(value - 1);
    }
  }
  for (int lane = 0; lane < kBands; lane++) store_lane(digits, lane, board + 27 * lane);
}

BOMBE_TARGET_END

}  // namespace bombe::nine::BOMBE_WIDTH
