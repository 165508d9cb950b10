// Where to branch: a cell with two values left, and among those the one with the most open peers.
//
// Such a cell halves the work at the price of one guess, and many open peers promise that both
// halves get smaller. On hard puzzles this takes fewer guesses than rules that look at the values
// too, and it costs a tenth of a node. Where no cell has two values left the board is nearly
// empty; any choice will do there, and the first one is the cheapest.

struct Choice {
  int place;              // 32 * lane + bit
  uint32_t values;        // that the cell has left, one bit each
  int value;              // the one to try first
  bool is_among_pairs;    // every open cell has just two values left
};

// A plane in scalar registers.
struct Words {
  uint64_t low;
  uint32_t high;
};

BOMBE_INLINE Words words_of(const Plane &plane) {
  return {plane[0] | static_cast<uint64_t>(plane[1]) << 32, plane[2]};
}

BOMBE_INLINE bool is_any(Words words) { return (words.low | words.high) != 0; }

BOMBE_INLINE int count_common(Words words, const uint32_t *plane) {
  uint64_t low;
  std::memcpy(&low, plane, sizeof low);
  return __builtin_popcountll(words.low & low) + __builtin_popcount(words.high & plane[2]);
}

// The place, as 32 * lane + bit, that has the most open peers.
BOMBE_INLINE int most_connected(Words pairs, Words open) {
  int best = -1;
  for (uint64_t rest = pairs.low; rest; rest &= rest - 1) {
    const int place = __builtin_ctzll(rest);
    const int rank = count_common(open, kTables.peers[place]) << 7 | place;
    best = rank > best ? rank : best;
  }
  for (uint32_t rest = pairs.high; rest; rest &= rest - 1) {
    const int place = 64 + __builtin_ctz(rest);
    const int rank = count_common(open, kTables.peers[place]) << 7 | place;
    best = rank > best ? rank : best;
  }
  return best & 127;
}

BOMBE_INLINE int first_place(Words words) {
  return words.low ? __builtin_ctzll(words.low) : 64 + __builtin_ctz(words.high);
}

// The values that a cell has left, one bit each.
BOMBE_INLINE uint32_t values_at(const Position &position, int place) {
  uint32_t values = 0;
  for (int value = 0; value < kSize; value++) {
    values |= (position.plane(value)[place / 32] >> place % 32 & 1) << value;
  }
  return values;
}

// At least one cell must be open.
BOMBE_INLINE Choice choose(const Position &position) {
  Plane once = {}, twice = {}, thrice = {}, more = {};
  for (int value = 0; value < kSize; value++) {
    const Plane plane = position.plane(value);
    more |= thrice & plane;
    thrice |= twice & plane;
    twice |= once & plane;
    once |= plane;
  }
  const Words pairs = words_of(twice & ~thrice), open = words_of(twice);
  const Words triples = words_of(thrice & ~more);
  Choice choice;
  choice.place = is_any(pairs)     ? most_connected(pairs, open)
                 : is_any(triples) ? first_place(triples)
                                   : first_place(open);
  choice.values = values_at(position, choice.place);
  choice.value = __builtin_ctz(choice.values);
  choice.is_among_pairs = !is_any(words_of(thrice));
  return choice;
}
