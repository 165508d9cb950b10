// What the search keeps of the positions that it has seen.
#include "reach/known.h"

namespace bombe::reach {

// Half of each bucket's entries, or so, belong into the new half.
void Known::grow() {
  for (uint64_t at = 0; at < buckets; at++)
    for (int i = 0; i < kWays; i++) {
      Entry &entry = entries[at * kWays + i];
      const bool moves = entry.key & buckets;
      entries[(at + buckets) * kWays + i] = moves ? entry : Entry{};
      if (moves) entry = {};
    }
  buckets *= 2;
}

void Known::store(Key key, int low, int high, uint8_t hint, uint8_t work) {
  Entry *entry = find(key);
  if (!entry) {
    if (stored > buckets * 2 && buckets < most_buckets) grow();
    Entry *const bucket = bucket_of(key);
    entry = bucket;
    for (int i = 1; i < kWays && entry->key; i++)
      if (!bucket[i].key || bucket[i].work < entry->work) entry = bucket + i;
    stored += !entry->key;
  } else if (work < entry->work) {
    work = entry->work;
  }
  *entry = {key.key, key.check, static_cast<int16_t>(low), static_cast<int16_t>(high), hint, work};
}

}  // namespace bombe::reach
