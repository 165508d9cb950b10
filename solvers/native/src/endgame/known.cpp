// What the search over endgames keeps of the positions that it has seen.
#include <cstring>

#include "endgame/search.h"

namespace bombe::endgame {

bool Transpositions::begin(Arena &arena, uint64_t bytes) {
  const uint64_t bucket = kWays * sizeof(Entry);
  most_buckets = 64;
  while (most_buckets * 2 * bucket <= bytes) most_buckets *= 2;
  buckets = most_buckets < 1024 ? most_buckets : 1024;
  entries = arena.take<Entry>(most_buckets * kWays);
  if (entries) std::memset(static_cast<void *>(entries), 0, buckets * bucket);
  return entries;
}

Entry *Transpositions::find(Key key) const {
  Entry *const bucket = entries + (key.key & (buckets - 1)) * kWays;
  for (int i = 0; i < kWays; i++)
    if (bucket[i].key == key.key && bucket[i].check == key.check) return bucket + i;
  return nullptr;
}

// Half of each bucket's entries, or so, belong into the new half.
void Transpositions::grow() {
  for (uint64_t at = 0; at < buckets; at++)
    for (int i = 0; i < kWays; i++) {
      Entry &entry = entries[at * kWays + i];
      const bool moves = entry.key & buckets;
      entries[(at + buckets) * kWays + i] = moves ? entry : Entry{};
      if (moves) entry = {};
    }
  buckets *= 2;
}

void Transpositions::store(Key key, int low, int high, uint16_t move) {
  Entry *entry = find(key);
  if (!entry) {
    if (stored > buckets * 2 && buckets < most_buckets) grow();
    Entry *const bucket = entries + (key.key & (buckets - 1)) * kWays;
    entry = bucket + (key.check & (kWays - 1));
    for (int i = 0; i < kWays; i++)
      if (!bucket[i].key) entry = bucket + i;
    stored += !entry->key;
  }
  *entry = {key.key, key.check, static_cast<int16_t>(low), static_cast<int16_t>(high), move};
}

}  // namespace bombe::endgame
