// The tables of what is known: bounds of positions, and of shapes. Workers share them without locks:
// an entry is one word, so it is never read by half. A key is a line and a rest; the rest stands in
// the entry, so that no position is taken for another (for shapes see dots_shapes.inl):
//
//     rest of the key : 45   low : 6   high : 6   work : 6   used : 1
//
// Bounds are counted in steps of two from minus the number of boxes; `work` is the logarithm of the
// nodes that it took, and the entry of a line that took least makes way. An entry about a shape is
// followed by the other half of its key; a line and a rest hold at least 49 bits of the first.
// Where two workers write at a time, two words that fit a key belong together, whoever wrote them.

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

BOMBE_INLINE uint64_t word(const uint64_t *at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }

BOMBE_INLINE Range range_in(uint64_t entry, int boxes) {
  return {2 * static_cast<int>(entry >> 13 & 63) - boxes,
          2 * static_cast<int>(entry >> 7 & 63) - boxes};
}

BOMBE_INLINE int work_in(uint64_t entry) { return static_cast<int>(entry >> 1 & 63); }

BOMBE_INLINE bool look_up(const Known &known, uint64_t key, int boxes, Range &range) {
  // Words of a vector are read whole, too. Two workers may have made two entries: one is taken.
  const Lanes *const line = reinterpret_cast<const Lanes *>(line_of(known, key));
  const uint64_t rest = rest_of(known, key);
  Lanes found = {};
  for (int i = 0; i < kVectors; i++) {
    const Lanes entries = line[i];
    const Lanes is_it = (Lanes)(((entries ^ rest) & kRestMask) == 0);
    found = (entries & is_it) | (found & ~is_it);
  }
  uint64_t entry = found[0];
  for (int i = 1; i < BOMBE_LANES; i++) entry |= entry ? 0 : found[i];
  if (entry) range = range_in(entry, boxes);
  return entry != 0;
}

BOMBE_INLINE bool look_up(const Known &known, const ShapeKey &key, int boxes, Range &range) {
  const uint64_t *const line = line_of(known, key.low), rest = rest_of(known, key.low);
  for (int i = 0; i < 8; i += 2) {
    const uint64_t entry = word(line + i);
    if (word(line + i + 1) != key.high || ((entry ^ rest) & kRestMask)) continue;
    range = range_in(entry, boxes);
    return true;
  }
  return false;
}

// The place of an entry that fits, and what it was when it was seen to fit: another worker may write
// there any time. Or the place of the entry to give up, and 0.
struct Place {
  uint64_t *at;
  uint64_t entry;
};

// `other` is the second word of entries of two words.
BOMBE_INLINE Place place_for(uint64_t *line, uint64_t rest, int words, uint64_t other) {
  int least = 64;
  uint64_t *place = line;
  for (uint64_t *at = line; at < line + 8; at += words) {
    const uint64_t entry = word(at);
    const bool fits = !((entry ^ rest) & kRestMask);
    if (fits && (words == 1 || word(at + 1) == other)) return {at, entry};
    const int cost = entry & 1 ? work_in(entry) + 1 : 0;
    if (cost >= least) continue;
    least = cost;
    place = at;
  }
  return {place, 0};
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
  const uint64_t rest = rest_of(known, key);
  write(place_for(line_of(known, key), rest, 1, 0), rest, boxes, range, nodes);
}

BOMBE_INLINE void keep(const Known &known, const ShapeKey &key, int boxes, Range range,
                       int64_t nodes) {
  const uint64_t rest = rest_of(known, key.low);
  const Place place = place_for(line_of(known, key.low), rest, 2, key.high);
  write(place, rest, boxes, range, nodes);
  __atomic_store_n(place.at + 1, key.high, __ATOMIC_RELAXED);
}
