// The table of what is known: bounds of positions. Workers share it without locks: an entry is one
// word, so it is never read by half. A key is a line and a rest; the rest stands in the entry, so
// that no position is taken for another:
//
//     rest of the key : 45   low : 6   high : 6   work : 6   used : 1
//
// Bounds are counted in steps of two from minus the number of boxes; `work` is the logarithm of the
// nodes that it took, and the entry of a line that took least makes way.

constexpr int kHead = 64 - kRestBits;

BOMBE_INLINE uint64_t *line_of(const Known &known, uint64_t key) {
  return known.entries + ((key & ((1ull << known.line_bits) - 1)) << 3);
}

BOMBE_INLINE uint64_t rest_of(const Known &known, uint64_t key) {
  return key >> known.line_bits << kHead | 1;
}

BOMBE_INLINE void fetch(const Known &known, uint64_t key) {
  __builtin_prefetch(line_of(known, key));
}

BOMBE_INLINE bool is_for(uint64_t entry, uint64_t rest) {
  return !((entry ^ rest) & (~0ull << kHead | 1));
}

BOMBE_INLINE Range range_in(uint64_t entry, int boxes) {
  return {2 * static_cast<int>(entry >> 13 & 63) - boxes,
          2 * static_cast<int>(entry >> 7 & 63) - boxes};
}

BOMBE_INLINE bool look_up(const Known &known, uint64_t key, int boxes, Range &range) {
  // Words of a vector are read whole, too. Two workers may have made two entries: one is taken.
  const Lanes *const line = reinterpret_cast<const Lanes *>(line_of(known, key));
  const uint64_t rest = rest_of(known, key);
  Lanes found = {};
  for (int i = 0; i < kVectors; i++) {
    const Lanes entries = line[i];
    const Lanes is_it = (Lanes)(((entries ^ rest) & (~0ull << kHead | 1)) == 0);
    found = (entries & is_it) | (found & ~is_it);
  }
  uint64_t entry = found[0];
  for (int i = 1; i < BOMBE_LANES; i++) entry = entry ? entry : found[i];
  if (entry) range = range_in(entry, boxes);
  return entry != 0;
}

BOMBE_INLINE void keep(const Known &known, uint64_t key, int boxes, Range range, int64_t nodes) {
  uint64_t *const line = line_of(known, key), rest = rest_of(known, key);
  uint64_t work = 63 - __builtin_clzll(static_cast<uint64_t>(nodes) | 1), least = 64;
  uint64_t *place = line;
  for (int i = 0; i < 8; i++) {
    const uint64_t entry = __atomic_load_n(line + i, __ATOMIC_RELAXED);
    if (is_for(entry, rest)) {
      const Range old = range_in(entry, boxes);
      if (old.low > range.low) range.low = old.low;
      if (old.high < range.high) range.high = old.high;
      if ((entry >> 1 & 63) > work) work = entry >> 1 & 63;
      place = line + i;
      break;
    }
    const uint64_t cost = entry & 1 ? (entry >> 1 & 63) + 1 : 0;
    if (cost >= least) continue;
    least = cost;
    place = line + i;
  }
  const uint64_t low = static_cast<uint64_t>(range.low + boxes) / 2;
  const uint64_t high = static_cast<uint64_t>(range.high + boxes) / 2;
  __atomic_store_n(place, rest | low << 13 | high << 7 | work << 1, __ATOMIC_RELAXED);
}
