// What the search keeps of the positions that it has seen.
#pragma once

#include <cstdint>
#include <cstring>

#include "arena.h"

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

// Buckets of four entries in a line of the cache. The table doubles as it fills up, until its
// memory is used; then what took the least work goes.
struct Known {
  static constexpr int kWays = 4;
  Entry *entries;
  uint64_t buckets, most_buckets, stored;

  bool begin(Arena &arena, uint64_t bytes) {
    const uint64_t bucket = kWays * sizeof(Entry);
    most_buckets = 64;
    while (most_buckets * 2 * bucket <= bytes) most_buckets *= 2;
    buckets = most_buckets < 1024 ? most_buckets : 1024;
    entries = arena.take<Entry>(most_buckets * kWays);
    if (entries) std::memset(static_cast<void *>(entries), 0, buckets * bucket);
    return entries;
  }

  Entry *bucket_of(Key key) const { return entries + (key.key & (buckets - 1)) * kWays; }

  void prefetch(Key key) const { __builtin_prefetch(bucket_of(key)); }

  Entry *find(Key key) const {
    Entry *const bucket = bucket_of(key);
    for (int i = 0; i < kWays; i++)
      if (bucket[i].key == key.key && bucket[i].check == key.check) return bucket + i;
    return nullptr;
  }

  void store(Key key, int low, int high, uint8_t hint, uint8_t work);

 private:
  void grow();
};

}  // namespace bombe::reach
