// What a search keeps of the positions that it has seen, in buckets of four entries in a line of
// the cache. The table doubles as it fills up, until its memory is used. An entry has a `key` and a
// `check`, and 0 as the key where there is none.
#pragma once

#include <cstdint>
#include <cstring>

#include "arena.h"

namespace bombe::endgame {

template <class Entry>
struct Buckets {
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

  Entry *bucket_of(uint64_t key) const { return entries + (key & (buckets - 1)) * kWays; }

  template <class Key>
  Entry *find(const Key &key) const {
    Entry *const bucket = bucket_of(key.key);
    for (int i = 0; i < kWays; i++)
      if (bucket[i].key == key.key && bucket[i].check == key.check) return bucket + i;
    return nullptr;
  }

  // Before an entry is added. Half of each bucket's entries, or so, belong into the new half.
  void grow_if_full() {
    if (stored <= buckets * 2 || buckets >= most_buckets) return;
    for (uint64_t at = 0; at < buckets; at++)
      for (int i = 0; i < kWays; i++) {
        Entry &entry = entries[at * kWays + i];
        const bool moves = entry.key & buckets;
        entries[(at + buckets) * kWays + i] = moves ? entry : Entry{};
        if (moves) entry = {};
      }
    buckets *= 2;
  }
};

}  // namespace bombe::endgame
