// The tables of what is known: bounds of positions, and of shapes. Workers share them without
// locks: an entry is one word, so it is never read by half. A key is a line and a rest; the rest
// stands in the entry, so that no position is taken for another (for shapes see dots/shapes.h):
//
//     rest of the key : 45   low : 6   high : 6   work : 6   used : 1
//
// Bounds are counted in steps of two from minus the number of boxes; `work` is the logarithm of the
// nodes that it took, and the entry of a line that took least makes way. An entry about a shape is
// followed by the other half of its key; a line and a rest hold at least 49 bits of the first.
// Where two workers write at a time, two words that fit a key belong together, whichever worker
// wrote them.
#pragma once

#include <cstdint>

#include "dots/lanes.h"
#include "dots/layout.h"
#include "target.h"

namespace bombe::dots::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

constexpr int kHead = 64 - kRestBits;
constexpr uint64_t kRestMask = ~0ull << kHead | 1;

BOMBE_INLINE uint64_t *line_of(const Known &known, uint64_t key) {
  return known.entries + ((key & ((1ull << known.line_bits) - 1)) << 3);
}

BOMBE_INLINE uint64_t rest_of(const Known &known, uint64_t key) {
  return key >> known.line_bits << kHead | 1;
}

BOMBE_INLINE void fetch(const Known &known, uint64_t key) {
  __builtin_prefetch(line_of(known, key));
}

BOMBE_INLINE Range range_in(uint64_t entry, int boxes) {
  return {2 * static_cast<int>(entry >> 13 & 63) - boxes,
          2 * static_cast<int>(entry >> 7 & 63) - boxes};
}

BOMBE_INLINE int work_in(uint64_t entry) { return static_cast<int>(entry >> 1 & 63); }

// An entry is read again when its line has told where it is: another worker may write there.
BOMBE_INLINE bool look_up(const Known &known, uint64_t key, int boxes, Range &range) {
  const uint64_t *const line = line_of(known, key), rest = rest_of(known, key);
  const unsigned fitting = agreeing(eight_shared_at(line), rest, kRestMask);
  if (!fitting) return false;
  const uint64_t entry = word(line + __builtin_ctz(fitting));
  if ((entry ^ rest) & kRestMask) return false;
  range = range_in(entry, boxes);
  return true;
}

constexpr unsigned kFirsts = 0x55;  // of the words of a line, those that begin an entry of two

// A bit for each entry of two words that has these.
BOMBE_INLINE unsigned fitting_pairs(const Eight &words, uint64_t rest, uint64_t other) {
  return agreeing(words, rest, kRestMask) & agreeing(words, other, ~0ull) >> 1 & kFirsts;
}

BOMBE_INLINE bool look_up(const Known &known, const ShapeKey &key, int boxes, Range &range) {
  const uint64_t *const line = line_of(known, key.low), rest = rest_of(known, key.low);
  const unsigned fitting = fitting_pairs(eight_shared_at(line), rest, key.high);
  if (!fitting) return false;
  const uint64_t *const at = line + __builtin_ctz(fitting);
  const uint64_t entry = word(at);
  if (word(at + 1) != key.high || ((entry ^ rest) & kRestMask)) return false;
  range = range_in(entry, boxes);
  return true;
}

// The place of an entry that fits, and what it was when it was seen to fit; or the place of the
// entry to give up, and 0.
struct Place {
  uint64_t *at;
  uint64_t entry;
};

// The entry that took least work, which is in its low bits; those that are not used are 0.
BOMBE_INLINE uint64_t *cheapest(uint64_t *line, const Eight &words, bool are_pairs) {
  constexpr uint64_t kNever = 1 << 10;
  alignas(64) static constexpr uint64_t kPlaces[2][8] = {
      {0, 1, 2, 3, 4, 5, 6, 7},
      {0, kNever, 2, kNever, 4, kNever, 6, kNever},
  };
  const Eight places = eight_at(kPlaces[are_pairs]);
  Eight costs;
  for (int i = 0; i < kVectors; i++) costs.of[i] = (words.of[i] & 127) << 3 | places.of[i];
  return line + (least(costs) & 7);
}

BOMBE_INLINE Place place_in(uint64_t *line, const Eight &words, unsigned fitting, bool are_pairs,
                            uint64_t rest) {
  if (fitting) {
    uint64_t *const at = line + __builtin_ctz(fitting);
    const uint64_t entry = word(at);
    if (!((entry ^ rest) & kRestMask)) return {at, entry};
  }
  return {cheapest(line, words, are_pairs), 0};
}

BOMBE_INLINE void write(Place place, uint64_t rest, int boxes, Range range, int64_t nodes) {
  int work = 63 - __builtin_clzll(static_cast<uint64_t>(nodes) | 1);
  if (place.entry) {
    const Range old = range_in(place.entry, boxes);
    if (old.low > range.low) range.low = old.low;
    if (old.high < range.high) range.high = old.high;
    if (work_in(place.entry) > work) work = work_in(place.entry);
  }
  const uint64_t low = static_cast<uint64_t>(range.low + boxes) / 2;
  const uint64_t high = static_cast<uint64_t>(range.high + boxes) / 2;
  const uint64_t entry = rest | low << 13 | high << 7 | static_cast<uint64_t>(work) << 1;
  __atomic_store_n(place.at, entry, __ATOMIC_RELAXED);
}

BOMBE_INLINE void keep(const Known &known, uint64_t key, int boxes, Range range, int64_t nodes) {
  uint64_t *const line = line_of(known, key);
  const uint64_t rest = rest_of(known, key);
  const Eight words = eight_shared_at(line);
  const Place place = place_in(line, words, agreeing(words, rest, kRestMask), false, rest);
  write(place, rest, boxes, range, nodes);
}

BOMBE_INLINE void keep(const Known &known, const ShapeKey &key, int boxes, Range range,
                       int64_t nodes) {
  uint64_t *const line = line_of(known, key.low);
  const uint64_t rest = rest_of(known, key.low);
  const Eight words = eight_shared_at(line);
  const Place place = place_in(line, words, fitting_pairs(words, rest, key.high), true, rest);
  write(place, rest, boxes, range, nodes);
  __atomic_store_n(place.at + 1, key.high, __ATOMIC_RELAXED);
}

// Put what a smaller table knows into one that is empty yet; keys have so many bits, or fewer.
BOMBE_INLINE void adopt(const Known &into, const Known &from, bool are_pairs, int bits) {
  if (!into.entries || !from.entries || from.line_bits + kRestBits < bits) return;
  for (uint64_t i = 0; i < 8ull << from.line_bits; i += are_pairs ? 2 : 1) {
    const uint64_t entry = from.entries[i];
    if (!entry) continue;
    const uint64_t key = entry >> kHead << from.line_bits | i >> 3;
    uint64_t *const line = line_of(into, key);
    uint64_t *const at = cheapest(line, eight_at(line), are_pairs);
    *at = rest_of(into, key) | (entry & ~kRestMask);
    if (are_pairs) at[1] = from.entries[i + 1];
  }
}

BOMBE_TARGET_END

}  // namespace bombe::dots::BOMBE_WIDTH
