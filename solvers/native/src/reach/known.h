// What the search keeps of the positions that it has seen.
#pragma once

#include <cstdint>

#include "endgame/known.h"

namespace bombe::reach {

constexpr int kInfinity = 1000;
constexpr uint8_t kBombHint = 0x80, kNoHint = 0xff;

// 80 bits name a position: two of the some 10^9 that a long search sees are alike in one of 10^6
// such searches.
struct Key {
  uint64_t key;
  uint16_t check;
  uint8_t side;  // see reach/keys.h
};

// What is known of a position; 16 bytes.
struct Entry {
  uint64_t key;
  uint16_t check;
  int16_t low, high;
  uint8_t hint;  // the cell of the best move, and kBombHint for a bomb
  uint8_t work;  // the logarithm of the positions that were searched for it
};

// Where the memory is used, what took the least work goes.
struct Known : endgame::Buckets<Entry> {
  void prefetch(Key key) const { __builtin_prefetch(bucket_of(key.key)); }
  void store(Key key, int low, int high, uint8_t hint, uint8_t work);
};

}  // namespace bombe::reach
