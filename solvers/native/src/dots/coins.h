// Multisets of independent chains and loops: a number for each, and its value with the extra turn.
//
// Opening one is bad: the other takes it all and has to open the next, or takes all but the
// last two boxes of a chain (of three or more; four of a loop) and leaves these with the turn. With
// v for the rest, the one who takes k boxes gets k - 2 + |v + 2|, of a loop k - 4 + |v + 4|.
#pragma once

#include <cstdint>

namespace bombe::dots {

constexpr uint32_t kNoCoins = 0xffff;
constexpr int kMostCoins = 25;  // boxes in a multiset that has a number

struct Coins {
  uint16_t *next;   // next[number * types + type]: with one more; kNoCoins: too many boxes
  int8_t *values;   // for the player who has to open one
  uint8_t *lasts;   // the highest type in it
  uint16_t *rests;  // without one of these
  uint8_t *totals;  // boxes
  int32_t most, types, count;

  // A chain of 1, 2, ... `most` boxes, or a loop of 4, 6, ...
  int chain(int boxes) const { return boxes - 1; }
  int loop(int boxes) const { return most + boxes / 2 - 2; }
};

// The number of multisets with so many boxes at most.
int64_t count_coins(int most);
// Fill in the numbers and values; `most` and the arrays, long enough, are given.
void fill(Coins &coins);

}  // namespace bombe::dots
