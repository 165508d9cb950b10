// Where to branch: a cell with two values left, and of those one with many open peers.
//
// A pair halves the work at the price of one guess. Many open peers promise that both halves get
// smaller, and a peer that is a pair itself counts twice: it may be settled at once. Rules that
// look at the values too save a guess in ten, and cost more than that. Where no cell has two values
// left the board is nearly empty; any choice will do there, and the first one is the cheapest.
#pragma once

#include <cstdint>
#include <cstring>

#include "nine/layout.h"
#include "nine/vectors.h"
#include "target.h"

namespace bombe::nine::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

struct Choice {
  int place;            // 32 * lane + bit
  uint32_t values;      // that the cell has left, one bit each
  int value;            // the one to try first
  bool is_among_pairs;  // every open cell has just two values left
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

// The cells that `most_connected` looks at.
struct Network {
  Words open, pairs;
};

// A place with its rank above it, so that the largest is the best.
BOMBE_INLINE int ranked(const Network &network, int place) {
  const uint32_t *peers = kTables.peers[place];
  return (count_common(network.open, peers) + count_common(network.pairs, peers)) << 7 | place;
}

// Of the places given the one with the most open peers.
BOMBE_INLINE int most_connected(Words places, const Network &network) {
  int best = -1;
  for (uint64_t rest = places.low; rest; rest &= rest - 1) {
    const int rank = ranked(network, __builtin_ctzll(rest));
    best = rank > best ? rank : best;
  }
  for (uint32_t rest = places.high; rest; rest &= rest - 1) {
    const int rank = ranked(network, 64 + __builtin_ctz(rest));
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

// The open cells, or those of them that have a value left which is not proved, if there are any.
BOMBE_INLINE Plane focus_of(const Position &position, const Plane &open, const Position *proved) {
  if (!proved) return open;
  Plane unproved = {};
  for (int value = 0; value < kSize; value++) {
    unproved |= position.plane(value) & ~proved->plane(value);
  }
  unproved &= open;
  return is_any(words_of(unproved)) ? unproved : open;
}

// The value to try first: one that is not proved, if there is one.
BOMBE_INLINE int first_value(const Choice &choice, const Position *proved) {
  const uint32_t unproved = proved ? choice.values & ~values_at(*proved, choice.place) : 0;
  return __builtin_ctz(unproved ? unproved : choice.values);
}

// At least one cell must be open. With `proved`: choose what may prove something else.
BOMBE_INLINE Choice choose(const Position &position, const Position *proved) {
  Plane once = {}, open = {}, thrice = {}, more = {};
  for (int value = 0; value < kSize; value++) {
    const Plane plane = position.plane(value);
    more |= thrice & plane;
    thrice |= open & plane;
    open |= once & plane;
    once |= plane;
  }
  const Plane focus = focus_of(position, open, proved);
  const Network network = {words_of(open), words_of(open & ~thrice)};
  const Words pairs = words_of(focus & ~thrice), triples = words_of(focus & thrice & ~more);
  Choice choice;
  choice.is_among_pairs = !is_any(words_of(thrice));
  choice.place = choice.is_among_pairs ? first_place(pairs)
                 : is_any(pairs)       ? most_connected(pairs, network)
                 : is_any(triples)     ? first_place(triples)
                                       : first_place(words_of(focus));
  choice.values = values_at(position, choice.place);
  choice.value = first_value(choice, proved);
  return choice;
}

BOMBE_TARGET_END

}  // namespace bombe::nine::BOMBE_WIDTH
