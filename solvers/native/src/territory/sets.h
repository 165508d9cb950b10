// Sets of cells on a board with a spare column, so that shifts find neighbours.
//
// The cell in row r, column c has the bit r * (N + 1) + c. The bits of the spare column are never
// set in what a set is cut with, so nothing wraps around an edge.
#pragma once

#include <cstdint>

#include "target.h"

namespace bombe::territory::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

template <int W>
struct Set {
  uint64_t word[W];

  static Set none() {
    Set set;
    for (int i = 0; i < W; i++) set.word[i] = 0;
    return set;
  }
  bool has(int bit) const { return word[bit >> 6] >> (bit & 63) & 1; }
  void put(int bit) { word[bit >> 6] |= 1ull << (bit & 63); }
  void take(int bit) { word[bit >> 6] &= ~(1ull << (bit & 63)); }
  bool any() const {
    uint64_t all = 0;
    for (int i = 0; i < W; i++) all |= word[i];
    return all;
  }
  int count() const {
    int sum = 0;
    for (int i = 0; i < W; i++) sum += __builtin_popcountll(word[i]);
    return sum;
  }
  int first() const {  // of a set that is not empty
    int i = 0;
    while (!word[i]) i++;
    return i * 64 + __builtin_ctzll(word[i]);
  }
  int nth(int n) const {  // the bit with so many before it
    int i = 0;
    for (int here = __builtin_popcountll(word[0]); n >= here;
         here = __builtin_popcountll(word[++i]))
      n -= here;
    uint64_t rest = word[i];
    for (; n; n--) rest &= rest - 1;
    return i * 64 + __builtin_ctzll(rest);
  }
  Set up(int by) const {  // by less than 64
    Set set;
    set.word[0] = word[0] << by;
    for (int i = 1; i < W; i++) set.word[i] = word[i] << by | word[i - 1] >> (64 - by);
    return set;
  }
  Set down(int by) const {
    Set set;
    for (int i = 0; i + 1 < W; i++) set.word[i] = word[i] >> by | word[i + 1] << (64 - by);
    set.word[W - 1] = word[W - 1] >> by;
    return set;
  }
  friend Set operator&(Set a, const Set &b) {
    for (int i = 0; i < W; i++) a.word[i] &= b.word[i];
    return a;
  }
  friend Set operator|(Set a, const Set &b) {
    for (int i = 0; i < W; i++) a.word[i] |= b.word[i];
    return a;
  }
  // What is in a and not in b.
  friend Set operator-(Set a, const Set &b) {
    for (int i = 0; i < W; i++) a.word[i] &= ~b.word[i];
    return a;
  }
  friend bool operator==(const Set &a, const Set &b) {
    uint64_t differ = 0;
    for (int i = 0; i < W; i++) differ |= a.word[i] ^ b.word[i];
    return !differ;
  }
};

template <int W, class Visit>
inline void for_each(const Set<W> &set, Visit visit) {
  for (int i = 0; i < W; i++)
    for (uint64_t rest = set.word[i]; rest; rest &= rest - 1) visit(i * 64 + __builtin_ctzll(rest));
}

// A set with all neighbours, beyond the edges too: cut it with cells.
template <int W>
inline Set<W> widened(const Set<W> &set, int stride) {
  const Set<W> row = set | set.up(1) | set.down(1);
  return row | row.up(stride) | row.down(stride);
}

BOMBE_TARGET_END

}  // namespace bombe::territory::BOMBE_WIDTH
